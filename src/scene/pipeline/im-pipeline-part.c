/* SPDX-License-Identifier: MIT */
#include "scene/pipeline/im-pipeline-part.h"

#include <string.h>

#include "program/im-program-title.h"
#include "scene/display/im-scene-metrics.h"

#define MAX_VALUE 130 /* width of the value of an option */
#define MAX_NAME  140 /* width of its name */

static ImPart *
new_part (ImPartKind kind, ImPart *parent)
{
  ImPart *part = g_new0 (ImPart, 1);

  part->kind = kind;
  part->parent = parent;
  part->path = "";
  part->inputs = g_array_new (FALSE, TRUE, sizeof (ImPartSocket));
  part->outputs = g_array_new (FALSE, TRUE, sizeof (ImPartSocket));
  part->options = g_array_new (FALSE, TRUE, sizeof (ImPartOption));
  part->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) im_part_free);
  part->nets = g_array_new (FALSE, TRUE, sizeof (ImLayeredNet));
  part->net_tensors = g_array_new (FALSE, TRUE, sizeof (guint));
  if (parent != NULL)
    g_ptr_array_add (parent->parts, part);

  return part;
}

void
im_part_free (ImPart *part)
{
  if (part == NULL)
    return;

  for (guint i = 0; i < part->nets->len; i++)
    {
      ImLayeredNet *net = &g_array_index (part->nets, ImLayeredNet, i);

      g_array_unref (net->points);
      g_free ((gpointer) net->targets);
    }
  g_array_unref (part->inputs);
  g_array_unref (part->outputs);
  g_array_unref (part->options);
  g_ptr_array_unref (part->parts);
  g_array_unref (part->nets);
  g_array_unref (part->net_tensors);
  g_free (part);
}

static const char *
elide (const ImPicture *picture, ImSceneStyleId style, const char *text, double width)
{
  g_autofree char *elided = im_scene_text_dup_elided (style, text, width);

  return im_arena_strdup (picture->arena, elided);
}

static gint
find_socket (const GArray *sockets, guint tensor)
{
  for (guint i = 0; i < sockets->len; i++)
    if (im_part_socket (sockets, i)->tensor == tensor)
      return (gint) i;

  return -1;
}

static void
add_socket (GArray *sockets, guint tensor, const ImParameter *parameter)
{
  ImPartSocket socket = { .tensor = tensor, .parameter = parameter };

  g_array_append_val (sockets, socket);
}

static gboolean
is_inside (const ImPart *part, const ImPart *frame)
{
  while (part != NULL && part != frame)
    part = part->parent;

  return part != NULL;
}

/* Leads a tensor out of the frames around its producer and into those around a reader. */
static void
connect (const ImPart *producer, const ImPart *reader, guint tensor)
{
  for (ImPart *frame = producer->parent; !is_inside (reader, frame);
       frame = frame->parent)
    if (find_socket (frame->outputs, tensor) < 0)
      add_socket (frame->outputs, tensor, NULL);
  for (ImPart *frame = reader->parent; !is_inside (producer, frame);
       frame = frame->parent)
    if (find_socket (frame->inputs, tensor) < 0)
      add_socket (frame->inputs, tensor, NULL);
}

/* What people call a node, without what is around it. */
static const char *
name_node (const ImPicture *picture, const char *path, const ImUnit *unit)
{
  const char *slash = strrchr (path, '/');
  g_autofree char *title = im_program_dup_title (slash == NULL ? path : slash + 1, unit);

  return im_arena_strdup (picture->arena, title);
}

/* Whether what is at a socket is always the same, and flows from nowhere. */
static gboolean
is_constant (const ImPicture *picture,
             const ImInstance *instance,
             const ImParameter *parameter)
{
  gint tensor = parameter->kind == IM_PARAMETER_INPUT ? instance->tensors[parameter->slot]
                                                      : -1;

  return tensor >= 0 && picture->program->tensors[tensor].constant != NULL;
}

/* Whether an option has a value that is not its default, or an input is given an array.
 */
static gboolean
is_set (const ImPicture *picture,
        const ImInstance *instance,
        const ImParameter *parameter,
        ImValue *value)
{
  gboolean is_array = is_constant (picture, instance, parameter);
  ImValue initial;

  if ((!is_array && !im_parameter_is_option (parameter)) ||
      !im_unit_evaluation_get_value (instance->evaluation, parameter, value, NULL))
    return FALSE;

  return is_array ||
         !im_unit_evaluation_get_default (instance->evaluation, parameter->option,
                                          &initial) ||
         !im_value_equal (value, &initial);
}

static void
add_options (const ImPicture *picture, ImPart *part)
{
  const ImUnit *unit = part->instance->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *option = &unit->parameters[i];
      g_autoptr (GString) text = g_string_new (NULL);
      ImValue value;

      if (!is_set (picture, part->instance, option, &value))
        continue;
      im_picture_append_value (&value, text);

      ImPartOption row = {
        elide (picture, IM_STYLE_OPTION, option->text, MAX_NAME),
        elide (picture, IM_STYLE_VALUE, text->str, MAX_VALUE),
      };
      g_array_append_val (part->options, row);
    }
}

/* What flows in and out; a constant array does not, and is listed with the options. */
static void
add_sockets (const ImPicture *picture, ImPart *part)
{
  const ImUnit *unit = part->instance->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      gint tensor;

      if (parameter->kind > IM_PARAMETER_RETURN)
        continue;
      tensor = part->instance->tensors[parameter->slot];
      if (tensor >= 0 && !is_constant (picture, part->instance, parameter))
        add_socket (parameter->kind == IM_PARAMETER_INPUT ? part->inputs : part->outputs,
                    (guint) tensor, parameter);
    }
}

/* Finds or makes the frame of a path; "" is that of the whole. */
static ImPart *
get_frame (const ImPicture *picture, GHashTable *frames, const char *path)
{
  ImPart *frame = (ImPart *) g_hash_table_lookup (frames, path);
  const char *slash = strrchr (path, '/');
  ImUnitEvaluation *evaluation;

  if (frame != NULL)
    return frame;
  evaluation = im_program_find_evaluation (picture->program, path);

  g_autofree char *around = g_strndup (path, slash == NULL ? 0 : (gsize) (slash - path));
  frame = new_part (IM_PART_FRAME, get_frame (picture, frames, around));
  frame->path = im_arena_strdup (picture->arena, path);
  frame->name = elide (
      picture, IM_STYLE_FRAME_NAME,
      name_node (picture, path,
                 evaluation == NULL ? NULL : im_unit_evaluation_get_unit (evaluation)),
      IM_PART_MAX_TEXT);
  g_hash_table_insert (frames, (gpointer) frame->path, frame);

  return frame;
}

static ImPart *
add_unit (const ImPicture *picture, GHashTable *frames, const ImInstance *instance)
{
  const char *slash = strrchr (instance->path, '/');
  g_autofree char *around = g_strndup (
      instance->path, slash == NULL ? 0 : (gsize) (slash - instance->path));
  ImPart *part = new_part (IM_PART_UNIT, get_frame (picture, frames, around));

  part->path = instance->path;
  part->instance = instance;
  part->name = elide (picture, IM_STYLE_NAME,
                      name_node (picture, instance->path, instance->unit),
                      IM_PART_MAX_TEXT);
  part->id = elide (picture, IM_STYLE_ID, instance->unit->id.text, IM_PART_MAX_TEXT);
  add_sockets (picture, part);
  add_options (picture, part);

  return part;
}

static ImPart *
add_port (const ImPicture *picture, ImPartKind kind, const ImProgramPort *port)
{
  ImPart *part = new_part (kind, picture->root);
  const char *text = port->parameter->text;

  part->path = port->name;
  part->name = elide (picture, IM_STYLE_NAME, text, IM_PART_MAX_TEXT);
  if (strcmp (text, port->name) != 0)
    part->id = elide (picture, IM_STYLE_ID, port->name, IM_PART_MAX_TEXT);
  add_socket (kind == IM_PART_INPUT ? part->outputs : part->inputs, (guint) port->tensor,
              port->parameter);

  return part;
}

static void
add_readers (const ImPart *part, ImPart *const *producers)
{
  for (guint i = 0; i < part->inputs->len; i++)
    {
      guint tensor = im_part_socket (part->inputs, i)->tensor;

      connect (producers[tensor], part, tensor);
    }
}

void
im_picture_build (ImPicture *picture)
{
  const ImProgram *program = picture->program;
  g_autoptr (GHashTable) frames = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree ImPart **producers = g_new0 (ImPart *, program->n_tensors + 1);
  g_autoptr (GPtrArray) readers = g_ptr_array_new ();

  picture->root = new_part (IM_PART_FRAME, NULL);
  g_hash_table_insert (frames, (gpointer) "", picture->root);
  for (guint i = 0; i < program->n_inputs; i++)
    if (program->inputs[i].tensor >= 0)
      producers[program->inputs[i].tensor] = add_port (picture, IM_PART_INPUT,
                                                       &program->inputs[i]);
  for (guint i = 0; i < program->n_instances; i++)
    {
      ImPart *part = add_unit (picture, frames, &program->instances[i]);

      for (guint k = 0; k < part->outputs->len; k++)
        producers[im_part_socket (part->outputs, k)->tensor] = part;
      g_ptr_array_add (readers, part);
    }
  for (guint i = 0; i < program->n_outputs; i++)
    if (program->outputs[i].tensor >= 0)
      g_ptr_array_add (readers, add_port (picture, IM_PART_OUTPUT, &program->outputs[i]));
  for (guint i = 0; i < readers->len; i++)
    add_readers ((const ImPart *) g_ptr_array_index (readers, i), producers);
}
