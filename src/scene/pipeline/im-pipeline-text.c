/* SPDX-License-Identifier: MIT
 *
 * Words of a picture: what flows in a pipe, and all of it for those who do not see it.
 */
#include <string.h>

#include "base/im-text.h"
#include "scene/pipeline/im-pipeline-part.h"

gboolean
im_picture_is_time (const ImPicture *picture, guint tensor)
{
  const ImParameter *parameter = picture->program->tensors[tensor].parameter;

  return parameter->socket->is_time || g_strcmp0 (parameter->socket->pipe, "time") == 0;
}

/* Six digits are enough for a reader. */
static void
append_number (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.6g", value);
  im_text_append_double (out, g_ascii_strtod (text, NULL));
}

void
im_picture_append_value (const ImValue *value, GString *out)
{
  if (value->kind == IM_VALUE_DOUBLE)
    append_number (out, value->real);
  else
    im_value_append_display (value, out);
}

void
im_picture_describe_tensor (const ImPicture *picture,
                            guint tensor,
                            const char **type,
                            const char **samples)
{
  const ImProgramTensor *row = &picture->program->tensors[tensor];
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) second = g_string_new (NULL);

  im_tensor_type_append_display (&row->type, row->parameter->socket->rate_is_approximate,
                                 text);
  im_tensor_type_append_samples (&row->type, second);
  *type = im_arena_strdup (picture->arena, text->str);
  *samples = second->len == 0 ? NULL : im_arena_strdup (picture->arena, second->str);
}

static void
append_tensor (const ImPicture *picture, guint tensor, GString *out)
{
  const char *type, *samples;

  im_picture_describe_tensor (picture, tensor, &type, &samples);
  g_string_append_printf (out, "%s%s%s", type, samples == NULL ? "" : " · ",
                          samples == NULL ? "" : samples);
}

static void
append_port (const ImPicture *picture,
             const char *what,
             const ImProgramPort *port,
             GString *out)
{
  if (port->tensor < 0)
    return;
  g_string_append_printf (out, "%s %s: ", what, port->name);
  append_tensor (picture, (guint) port->tensor, out);
  g_string_append (out, ".\n");
}

static void
append_socket (const ImPicture *picture,
               const ImParameter *parameter,
               guint number,
               GString *out)
{
  const ImProgramTensor *tensor = &picture->program->tensors[number];

  if (parameter->kind != IM_PARAMETER_INPUT)
    g_string_append (out, ", gives ");
  else if (tensor->constant == NULL)
    g_string_append_printf (out, ", reads %s", tensor->name);
  else
    g_string_append_printf (out, ", %s is constant ", parameter->name.text);
  if (parameter->kind != IM_PARAMETER_INPUT || tensor->constant != NULL)
    append_tensor (picture, number, out);
}

static void
append_instance (const ImPicture *picture, const ImInstance *instance, GString *out)
{
  const ImUnit *unit = instance->unit;

  g_string_append_printf (out, "%s (%s)", instance->path, unit->id.text);
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      gint tensor = parameter->kind > IM_PARAMETER_RETURN
                        ? -1
                        : instance->tensors[parameter->slot];

      if (tensor < 0)
        continue;
      append_socket (picture, parameter, (guint) tensor, out);
    }
  g_string_append (out, ".\n");
}

char *
im_picture_dup_description (const ImPicture *picture)
{
  const ImProgram *program = picture->program;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < program->n_inputs; i++)
    append_port (picture, "Input", &program->inputs[i], out);
  for (guint i = 0; i < program->n_instances; i++)
    append_instance (picture, &program->instances[i], out);
  for (guint i = 0; i < program->n_outputs; i++)
    append_port (picture, "Output", &program->outputs[i], out);
  if (out->len > 0)
    g_string_truncate (out, out->len - 1);

  return g_string_free (out, FALSE);
}
