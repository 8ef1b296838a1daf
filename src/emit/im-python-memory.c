/* SPDX-License-Identifier: MIT
 *
 * Members of the class: an array for each buffer, a dictionary for each handle. Nothing
 * shares memory, except for views.
 */
#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "emit/im-python-private.h"

/* What a member cannot be called besides keywords: functions of the class, and modules.
 */
static const char *const reserved[] = { "compute",  "dequeue",    "enqueue",
                                        "finalize", "init",       "np",
                                        "self",     "soft_reset", "status" };

static gboolean
is_reserved (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    if (strcmp (reserved[i], name) == 0)
      return TRUE;

  return im_text_is_python_keyword (name);
}

const char *
im_python_dup_member (ImPythonEmitter *emitter, const char *text)
{
  g_autoptr (GString) name = g_string_new (NULL);

  if (!g_ascii_isalpha (*text))
    g_string_append (name, "n_");
  for (; *text != '\0'; text++)
    if (g_ascii_isalnum (*text))
      g_string_append_c (name, *text);
    else if (name->str[name->len - 1] != '_')
      g_string_append_c (name, '_');
  if (is_reserved (name->str))
    g_string_append_c (name, '_');

  gsize length = name->len;
  for (guint i = 2; g_hash_table_contains (emitter->taken, name->str); i++)
    {
      g_string_truncate (name, length);
      g_string_append_printf (name, "_%u", i);
    }

  char *copy = im_arena_strdup (emitter->arena, name->str);
  g_hash_table_add (emitter->taken, copy);
  return copy;
}

static gint
get_tensor (const ImPythonEmitter *emitter,
            const ImPlanCall *call,
            const ImPlanArgument *argument)
{
  if (argument->parameter == NULL)
    return -1;

  return emitter->plan->program->instances[call->instance]
      .tensors[argument->parameter->slot];
}

static gboolean
is_view (const ImPythonEmitter *emitter, gint tensor, gint buffer)
{
  return tensor >= 0 &&
         !im_shape_equal (&emitter->plan->program->tensors[tensor].type.shape,
                          &emitter->plan->buffers[buffer].shape);
}

static const ImPythonView *
find_view (const ImPythonEmitter *emitter, gint tensor)
{
  for (guint i = 0; i < emitter->views->len; i++)
    {
      const ImPythonView *view = &g_array_index (emitter->views, ImPythonView, i);

      if (view->tensor == tensor)
        return view;
    }

  return NULL;
}

static void
name_arguments (ImPythonEmitter *emitter, const ImPlanCall *call)
{
  for (guint i = 0; i < call->n_arguments; i++)
    {
      const ImPlanArgument *argument = &call->arguments[i];
      gint tensor = get_tensor (emitter, call, argument);

      if (argument->buffer < 0 || argument->parameter == NULL)
        continue;
      if (argument->parameter->kind == IM_PARAMETER_HANDLE)
        emitter->is_handle[argument->buffer] = TRUE;
      if (is_view (emitter, tensor, argument->buffer) &&
          find_view (emitter, tensor) == NULL)
        {
          ImPythonView view = {
            .tensor = tensor,
            .buffer = argument->buffer,
            .name = im_python_dup_member (emitter,
                                          emitter->plan->program->tensors[tensor].name),
          };

          g_array_append_val (emitter->views, view);
        }
    }
}

void
im_python_name_memory (ImPythonEmitter *emitter)
{
  const ImPlan *plan = emitter->plan;

  emitter->buffer_names = im_arena_new0 (emitter->arena, const char *,
                                         plan->n_buffers + 1);
  emitter->is_handle = im_arena_new0 (emitter->arena, gboolean, plan->n_buffers + 1);
  for (guint i = 0; i < plan->n_buffers; i++)
    emitter->buffer_names[i] = im_python_dup_member (emitter, plan->buffers[i].name);
  im_python_for_each_call (emitter, name_arguments);
}

const char *
im_python_get_argument_name (ImPythonEmitter *emitter,
                             const ImPlanCall *call,
                             const ImPlanArgument *argument)
{
  const ImPythonView *view = find_view (emitter, get_tensor (emitter, call, argument));

  return view != NULL ? view->name : emitter->buffer_names[argument->buffer];
}

/* NaN and infinities are written as numpy has them. */
static void
append_element (const ImArray *array, gsize index, GString *out)
{
  double value;

  im_array_load (array, index, 1, &value);
  if (isnan (value))
    g_string_append (out, "np.nan");
  else if (isinf (value))
    g_string_append (out, value < 0 ? "-np.inf" : "np.inf");
  else
    im_array_append_element (array, index, out);
}

#define LINE_WIDTH 88

static void
emit_constant (ImPythonEmitter *emitter, const char *name, const ImArray *array)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GString) shape = g_string_new (NULL);

  im_python_append_shape (&array->shape, shape);
  im_c_writer_line (&emitter->writer, "%s = np.array([", name);
  emitter->writer.depth++;
  for (gsize i = 0; i < array->count; i++)
    {
      g_autoptr (GString) element = g_string_new (NULL);

      append_element (array, i, element);
      if (line->len > 0 && line->len + element->len + 2 > LINE_WIDTH - 8)
        {
          im_c_writer_line (&emitter->writer, "%s", line->str);
          g_string_truncate (line, 0);
        }
      g_string_append_printf (line, "%s%s,", line->len > 0 ? " " : "", element->str);
    }
  im_c_writer_line (&emitter->writer, "%s", line->str);
  emitter->writer.depth--;
  im_c_writer_line (&emitter->writer, "], dtype=np.%s).reshape(%s)",
                    im_python_get_dtype (array->dtype), shape->str);
}

void
im_python_emit_buffer (ImPythonEmitter *emitter, guint number)
{
  const ImPlanBuffer *buffer = &emitter->plan->buffers[number];
  g_autoptr (GString) shape = g_string_new (NULL);

  im_python_append_shape (&buffer->shape, shape);
  if (emitter->is_handle[number])
    im_c_writer_line (&emitter->writer, "self.%s = {}", emitter->buffer_names[number]);
  else
    im_c_writer_line (&emitter->writer, "self.%s = np.zeros(%s, dtype=np.%s)",
                      emitter->buffer_names[number], shape->str,
                      im_python_get_dtype (buffer->dtype));
}

static void
emit_view (ImPythonEmitter *emitter, const ImPythonView *view)
{
  const ImProgramTensor *tensor = &emitter->plan->program->tensors[view->tensor];
  g_autoptr (GString) shape = g_string_new (NULL);

  im_python_append_shape (&tensor->type.shape, shape);
  im_c_writer_line (&emitter->writer, "self.%s = self.%s.reshape(%s)", view->name,
                    emitter->buffer_names[view->buffer], shape->str);
}

void
im_python_emit_memory (ImPythonEmitter *emitter, gboolean storage_is_constant)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_buffers; i++)
    {
      gboolean is_constant = plan->buffers[i].storage == IM_STORAGE_CONSTANT;

      if (is_constant && storage_is_constant)
        emit_constant (emitter, emitter->buffer_names[i], plan->buffers[i].constant);
      else if (!is_constant && !storage_is_constant)
        im_python_emit_buffer (emitter, i);
    }
  if (storage_is_constant)
    return;

  for (guint i = 0; i < emitter->views->len; i++)
    emit_view (emitter, &g_array_index (emitter->views, ImPythonView, i));
}
