/* SPDX-License-Identifier: MIT
 *
 * A variable is an input of the formula. One that a loop comes to in several turns is
 * one.
 */
#include <string.h>

#include "skriptnd/lower/im-sknd-lower.h"
#include "skriptnd/lower/im-sknd-output.h"

static const char *
join (const ImSkndFrame *frame, const char *path, const char *name)
{
  return path == NULL || *path == '\0'
             ? name
             : im_arena_printf (frame->program->numbers.arena, "%s.%s", path, name);
}

static gboolean
has_shapes (const ImSkndOperands *operands, const ImSkndArgument *argument)
{
  gboolean is_same = operands->n == argument->n && operands->base == argument->base;

  for (guint i = 0; is_same && i < argument->n; i++)
    {
      const ImSkndTensor *a = &operands->items[i].tensor, *b = &argument->tensors[i];

      is_same = a->rank == b->rank &&
                (a->rank == 0 ||
                 memcmp (a->extents, b->extents, a->rank * sizeof *a->extents) == 0);
    }

  return is_same;
}

/* Each tensor has a file of its own. */
static void
add_files (ImSkndFrame *frame,
           const ImSkndParameter *parameter,
           const char *path,
           const ImSkndOperands *operands)
{
  ImArena *arena = frame->program->numbers.arena;
  const char *name = parameter->name.text;
  const char *long_path = join (
      frame, frame->long_path != NULL ? frame->long_path : frame->path, name);

  for (guint i = 0; i < operands->n; i++)
    {
      ImSkndVariable *variable = im_arena_new0 (arena, ImSkndVariable, 1);

      *variable = (ImSkndVariable){
        .path = path,
        .long_path = long_path,
        .base = operands->base,
        .tensor = operands->items[i].tensor,
        .buffer = operands->items[i].buffer >= 0 ? operands->items[i].buffer : -1,
        .source = frame->signature->file->source,
        .span = parameter->name.span,
      };
      if (parameter->is_packed)
        {
          variable->path = im_arena_printf (arena, "%s.%u", path, i);
          variable->long_path = im_arena_printf (arena, "%s.%u", long_path, i);
        }
      g_ptr_array_add (frame->program->files, variable);
    }
}

gboolean
im_sknd_frame_set_variable (ImSkndFrame *frame,
                            const ImSkndParameter *parameter,
                            const ImSkndArgument *argument)
{
  const char *name = parameter->name.text, *path = NULL;
  const ImSkndOperands *known = NULL;

  if (frame->path == NULL)
    return im_sknd_frame_fail (frame->caller, "label", frame->call,
                               "This call needs a label: “%s” has a variable “%s”, whose "
                               "file is called by it",
                               frame->signature->definition->name.text, name);
  path = join (frame, frame->path, name);
  known = g_hash_table_lookup (frame->program->variables, path);
  if (known != NULL)
    {
      if (!has_shapes (known, argument))
        return im_sknd_frame_fail (frame, "label", parameter->name.span,
                                   "There are two variables “%s” of different shapes or "
                                   "types",
                                   path);
      im_sknd_frame_set (frame, name, known);
      return TRUE;
    }
  if (!im_sknd_frame_add_tensors (frame, parameter, argument, IM_BUFFER_INPUT))
    return FALSE;
  known = im_sknd_frame_find (frame, name);
  g_hash_table_insert (frame->program->variables, (gpointer) path, (gpointer) known);
  add_files (frame, parameter, path, known);

  return TRUE;
}
