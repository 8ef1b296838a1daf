/* SPDX-License-Identifier: MIT */
#include "skriptnd/lower/im-sknd-frame.h"

#include <string.h>

#include "kernel/im-loop-nest.h"

#define MAX_CALLS 20 /* that are told */

/* The innermost call first. */
gboolean
im_sknd_frame_note (const ImSkndFrame *frame)
{
  ImDiagnostics *diagnostics = frame->program->diagnostics;
  guint n = im_diagnostics_get_count (diagnostics);
  const ImDiagnostic *last = n == 0 ? NULL : im_diagnostics_get (diagnostics, n - 1);
  g_autoptr (GString) text = g_string_new (last == NULL ? NULL : last->note);

  for (guint i = 0; frame->caller != NULL && i < MAX_CALLS; i++, frame = frame->caller)
    {
      const ImSkndFrame *caller = frame->caller;
      ImSource *source = caller->signature->file->source;
      guint line = 0, column = 0;

      im_source_locate (source, frame->call.start, &line, &column);
      g_string_append_printf (text, "%s“%s” calls “%s” at %s:%u:%u",
                              text->len > 0 ? "; " : "",
                              caller->signature->definition->name.text,
                              frame->signature->definition->name.text,
                              im_source_get_name (source), line, column);
    }
  if (text->len > 0)
    im_diagnostics_note (diagnostics, "%s", text->str);

  return FALSE;
}

gboolean
im_sknd_frame_fail (const ImSkndFrame *frame,
                    const char *code,
                    ImSpan span,
                    const char *format,
                    ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (frame->program->diagnostics, IM_SEVERITY_ERROR, code,
                      frame->signature->file->source, span, "%s", message);

  return im_sknd_frame_note (frame);
}

const ImSkndOperands *
im_sknd_frame_find (const ImSkndFrame *frame, const char *name)
{
  return g_hash_table_lookup (frame->tensors, name);
}

static void
set_member (ImSkndFrame *frame,
            const char *name,
            const char *member,
            const ImSkndValue *value)
{
  ImArena *arena = frame->instance->arena;
  ImSkndType type = { .base = IM_SKND_BASE_INT, .is_packed = value->is_packed };
  ImSkndValue *kept = im_arena_new0 (arena, ImSkndValue, 1);

  *kept = *value;
  im_sknd_scope_add (&frame->instance->scope, arena,
                     im_arena_printf (arena, "%s.%s", name, member), type)
      ->value = kept;
}

void
im_sknd_frame_set (ImSkndFrame *frame, const char *name, const ImSkndOperands *operands)
{
  ImArena *arena = frame->program->numbers.arena;
  ImSkndOperands *kept = im_arena_new0 (arena, ImSkndOperands, 1);
  ImSkndValue value;
  ImSkndItem *items = NULL;

  *kept = *operands;
  g_hash_table_insert (frame->tensors, im_arena_strdup (arena, name), kept);
  im_sknd_value_init (&value, arena, IM_SKND_BASE_INT, FALSE, 1)->integer = operands->n;
  value.is_null = operands->is_null;
  if (operands->is_packed)
    {
      set_member (frame, name, "size", &value);
      return;
    }
  if (operands->is_null || operands->n == 0)
    return;
  ((ImSkndItem *) value.items)->integer = operands->items[0].tensor.rank;
  set_member (frame, name, "rank", &value);
  items = im_sknd_value_init (&value, arena, IM_SKND_BASE_INT, TRUE,
                              operands->items[0].tensor.rank);
  for (guint i = 0; i < value.n; i++)
    items[i].integer = operands->items[0].tensor.extents[i];
  set_member (frame, name, "shape", &value);
}

/* Dots and other signs of a path become `_`. */
static char *
dup_name (ImSkndProgram *program, const char *name)
{
  g_autofree char *base = g_strdup (name);

  g_strcanon (base, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_", '_');
  for (guint number = 0;; number++)
    {
      char *found = number == 0
                        ? im_arena_strdup (program->numbers.arena, base)
                        : im_arena_printf (program->numbers.arena, "%s_%u", base, number);

      if (g_hash_table_add (program->names, found))
        return found;
    }
}

static guint
add_buffer (ImSkndProgram *program,
            const char *name,
            ImBufferKind kind,
            ImDType dtype,
            const ImSkndTensor *tensor,
            gconstpointer data)
{
  ImKernelBuffer *buffer = im_arena_new0 (program->numbers.arena, ImKernelBuffer, 1);

  buffer->name = dup_name (program, name);
  buffer->kind = kind;
  buffer->dtype = dtype;
  im_sknd_tensor_get_shape (tensor, &buffer->shape);
  buffer->data = data;
  g_ptr_array_add (program->formula->buffers, buffer);

  return program->formula->buffers->len - 1;
}

guint
im_sknd_program_add_buffer (ImSkndProgram *program,
                            const char *name,
                            ImBufferKind kind,
                            ImSkndBase base,
                            const ImSkndTensor *tensor)
{
  return add_buffer (program, name, kind, im_sknd_numbers_get (&program->numbers, base),
                     tensor, NULL);
}

const ImKernelBuffer *
im_sknd_program_get_buffer (const ImSkndProgram *program, gint buffer)
{
  return im_formula_get_buffer (program->formula, (guint) buffer);
}

static void
store (gpointer data, ImDType dtype, guint at, ImSkndBase base, ImSkndItem item)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  if (base == IM_SKND_BASE_REAL)
    info->store ((guint8 *) data + at * info->size_bytes, 1, &item.real);
  else
    info->set (data, at, base == IM_SKND_BASE_BOOL ? item.boolean : item.integer);
}

static gboolean
is_table (const ImKernelBuffer *buffer,
          ImDType dtype,
          const ImShape *shape,
          gconstpointer data,
          gsize size_bytes)
{
  return buffer->kind == IM_BUFFER_TABLE && buffer->dtype == dtype &&
         im_shape_equal (&buffer->shape, shape) &&
         memcmp (buffer->data, data, size_bytes) == 0;
}

/* One table is there once. */
guint
im_sknd_program_add_table (ImSkndProgram *program,
                           const ImSkndValue *value,
                           const ImSkndTensor *tensor)
{
  ImDType dtype = im_sknd_numbers_get (&program->numbers, value->base);
  gsize size_bytes = (gsize) value->n * im_dtype_get_info (dtype)->size_bytes;
  gpointer data = im_arena_alloc0 (program->numbers.arena, size_bytes + 1);
  ImShape shape;

  im_sknd_tensor_get_shape (tensor, &shape);
  for (guint i = 0; i < value->n; i++)
    store (data, dtype, i, value->base, value->items[i]);
  for (guint i = 0; i < program->formula->buffers->len; i++)
    if (is_table (im_formula_get_buffer (program->formula, i), dtype, &shape, data,
                  size_bytes))
      return i;

  return add_buffer (program, "table", IM_BUFFER_TABLE, dtype, tensor, data);
}

gboolean
im_sknd_frame_check_tensor (ImSkndFrame *frame,
                            const char *name,
                            const ImSkndTensor *tensor,
                            ImSpan span)
{
  gint64 count = 1;

  if (tensor->rank > IM_SHAPE_MAX_RANK)
    return im_sknd_frame_fail (frame, "shape", span,
                               "“%s” has rank %u; a tensor that is computed has at most "
                               "%d",
                               name, tensor->rank, IM_SHAPE_MAX_RANK);
  for (guint i = 0; i < tensor->rank; i++)
    {
      if (__builtin_mul_overflow (count, tensor->extents[i], &count) ||
          count > G_MAXINT32)
        return im_sknd_frame_fail (frame, "shape", span,
                                   "“%s” would have more than %d elements", name,
                                   G_MAXINT32);
    }

  return TRUE;
}

gboolean
im_sknd_frame_add_kernel (ImSkndFrame *frame, const ImKernel *kernel)
{
  ImSkndProgram *program = frame->program;
  ImKernel *kept = im_arena_new0 (program->numbers.arena, ImKernel, 1);
  g_autoptr (GError) error = NULL;
  const ImLoopNest *nest = NULL;

  *kept = *kernel;
  nest = im_loop_nest_new (kept, program->formula, program->numbers.arena, &error);
  if (nest == NULL)
    return im_sknd_frame_fail (frame, im_loop_nest_error_get_code (error->code),
                               kernel->span, "%s", error->message);
  g_ptr_array_add (program->formula->kernels, kept);
  g_ptr_array_add (program->nests, (gpointer) nest);

  return TRUE;
}

void
im_sknd_frame_set_int (ImSkndFrame *frame, const char *name, gint64 integer)
{
  ImArena *arena = frame->instance->arena;
  ImSkndType type = { .base = IM_SKND_BASE_INT };
  ImSkndValue *value = im_arena_new0 (arena, ImSkndValue, 1);

  im_sknd_value_init (value, arena, IM_SKND_BASE_INT, FALSE, 1)->integer = integer;
  im_sknd_scope_add (&frame->instance->scope, arena, name, type)->value = value;
}

static GHashTable *
dup_table (GHashTable *table)
{
  GHashTable *copy = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer key = NULL, value = NULL;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_hash_table_insert (copy, key, value);

  return copy;
}

void
im_sknd_frame_push (ImSkndFrame *frame, ImSkndOuter *outer)
{
  *outer = (ImSkndOuter){ frame->tensors,   frame->locals,    frame->instance->scope,
                          frame->path,      frame->long_path, frame->label,
                          frame->long_label };
  frame->tensors = dup_table (outer->tensors);
  frame->locals = g_hash_table_new (g_str_hash, g_str_equal);
  im_sknd_scope_init (&frame->instance->scope, &outer->scope);
}

void
im_sknd_frame_pop (ImSkndFrame *frame, ImSkndOuter *outer)
{
  g_hash_table_unref (frame->tensors);
  g_hash_table_unref (frame->locals);
  im_sknd_scope_clear (&frame->instance->scope);
  frame->tensors = outer->tensors;
  frame->locals = outer->locals;
  frame->instance->scope = outer->scope;
  frame->path = outer->path;
  frame->long_path = outer->long_path;
  frame->label = outer->label;
  frame->long_label = outer->long_label;
}

/* Without a label there is no path; an empty one adds nothing. */
static const char *
join_path (ImArena *arena, const char *path, const char *label)
{
  if (path == NULL || label == NULL)
    return NULL;
  if (*path == '\0' || *label == '\0')
    return *path == '\0' ? label : path;

  return im_arena_printf (arena, "%s.%s", path, label);
}

void
im_sknd_frame_find_paths (const ImSkndFrame *frame,
                          ImSkndFrame *inner,
                          const ImSkndCallable *callable)
{
  ImArena *arena = frame->program->numbers.arena;
  const char *label = callable->label.text;

  inner->path = join_path (arena, frame->path, label != NULL ? label : frame->label);
  inner->long_path = join_path (arena, frame->long_path,
                                label != NULL ? label : frame->long_label);
  if (label == NULL && callable->kind == IM_SKND_CALLABLE_INVOKE &&
      inner->signature->definition->is_graph)
    inner->path = inner->long_path = inner->signature->definition->name.text;
}
