/* SPDX-License-Identifier: MIT
 *
 * Three sections: an arena that buffers share, the state that lives from call to call,
 * and constants. Each buffer is a macro with its type, its place and what it is.
 */
#include <string.h>

#include "base/im-escape.h"
#include "emit/im-c-literals.h"
#include "emit/im-emit-c-private.h"

#define LINE_COLUMNS 90

static const char *
name_buffer (const ImCJob *job,
             const ImCPorts *ports,
             const ImPlanBuffer *buffer,
             ImCNames *names)
{
  g_autofree char *wanted = g_strdup_printf ("%s_%s", job->prefix, buffer->name);
  const GArray *list = buffer->storage == IM_STORAGE_INPUT ? ports->inputs
                                                           : ports->outputs;

  if (buffer->storage == IM_STORAGE_INPUT || buffer->storage == IM_STORAGE_OUTPUT)
    for (guint i = 0; i < list->len; i++)
      if (g_array_index (list, ImCPort, i).number == buffer->port)
        return g_array_index (list, ImCPort, i).parameter;

  return im_arena_strdup (job->arena, im_c_names_add (names, wanted));
}

const char **
im_c_name_buffers (const ImCJob *job, const ImCPorts *ports, ImCNames *names)
{
  const ImPlan *plan = job->plan;
  const char **buffers = im_arena_new0 (job->arena, const char *, plan->n_buffers);

  for (guint i = 0; i < plan->n_buffers; i++)
    buffers[i] = name_buffer (job, ports, &plan->buffers[i], names);

  return buffers;
}

/* Bytes for any type: a union is aligned for its members where no compiler is asked. */
static void
emit_block (ImCEmitter *emitter,
            const char *name,
            guint64 bytes,
            const char *comment,
            ImCWriter *writer)
{
  if (bytes == 0)
    return;

  im_c_writer_line (writer, "/* %s */", comment);
  im_c_writer_open (writer, "static %s_ALIGNED union", emitter->job->prefix);
  im_c_writer_line (writer, "uint8_t bytes[%" G_GUINT64_FORMAT "];",
                    bytes + 2 * im_c_get_guard_bytes (emitter->job));
  im_c_writer_line (writer, "int64_t align_integer;");
  im_c_writer_line (writer, "double align_number;");
  im_c_writer_line (writer, "void *align_pointer;");
  writer->depth--;
  im_c_writer_line (writer, "} %s_%s;", emitter->job->prefix, name);
  im_c_writer_blank (writer);
}

static const char *
describe (ImCEmitter *emitter, const ImPlanBuffer *buffer)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) comment = g_string_new (NULL);

  g_string_append (text, im_dtype_get_info (buffer->dtype)->name);
  im_shape_append_text (&buffer->shape, text);
  g_string_append_printf (text, ", %u bytes: %s", buffer->size_bytes, buffer->name);
  im_escape_append (IM_ESCAPE_C_COMMENT, text->str, comment);

  return im_arena_strdup (emitter->job->arena, comment->str);
}

static void
emit_places (ImCEmitter *emitter,
             ImStorage storage,
             const char *section,
             ImCWriter *writer)
{
  const ImPlan *plan = emitter->job->plan;
  gboolean any = FALSE;

  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const ImPlanBuffer *buffer = &plan->buffers[i];

      if (buffer->storage != storage)
        continue;
      any = TRUE;
      im_c_writer_line (writer, "/* %s */", describe (emitter, buffer));
      im_c_writer_line (writer, "#define %s ((%s *) (void *) (%s_%s.bytes + %u))",
                        emitter->buffer_names[i], im_c_get_type_name (buffer->dtype),
                        emitter->job->prefix, section,
                        buffer->offset + im_c_get_guard_bytes (emitter->job));
    }
  if (any)
    im_c_writer_blank (writer);
}

static void
emit_elements (const ImArray *array, ImCWriter *writer)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (gsize i = 0; i < array->count; i++)
    {
      g_autoptr (GString) element = g_string_new (NULL);

      im_c_append_element (array, i, element);
      if (line->len > 0 && line->len + element->len + 6 > LINE_COLUMNS)
        {
          im_c_writer_line (writer, "%s", line->str);
          g_string_truncate (line, 0);
        }
      g_string_append_printf (line, "%s%s,", line->len == 0 ? "" : " ", element->str);
    }
  if (line->len > 0)
    g_string_truncate (line, line->len - 1);
  im_c_writer_line (writer, "%s", line->str);
}

/* C has no arrays without elements; such a constant is never read. */
static void
emit_constant (ImCEmitter *emitter, guint number, ImCWriter *writer)
{
  const ImPlanBuffer *buffer = &emitter->job->plan->buffers[number];
  const ImArray *array = buffer->constant;
  const char *type = im_c_get_type_name (buffer->dtype);

  im_c_writer_line (writer, "/* %s */", describe (emitter, buffer));
  if (array->count == 0)
    {
      im_c_writer_line (writer, "static const %s %s[1] = { 0 };", type,
                        emitter->buffer_names[number]);
      im_c_writer_blank (writer);
      return;
    }

  im_c_writer_open (writer, "static const %s %s[%" G_GSIZE_FORMAT "] =", type,
                    emitter->buffer_names[number], array->count);
  emit_elements (array, writer);
  writer->depth--;
  im_c_writer_line (writer, "};");
  im_c_writer_blank (writer);
}

void
im_c_emit_memory (ImCEmitter *emitter, ImCWriter *writer)
{
  const ImPlan *plan = emitter->job->plan;

  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == IM_STORAGE_CONSTANT)
      emit_constant (emitter, i, writer);
  emit_block (emitter, "arena", plan->arena_bytes,
              "Shared by buffers that are not in use at the same time.", writer);
  emit_places (emitter, IM_STORAGE_ARENA, "arena", writer);
  emit_block (emitter, "state", plan->state_bytes, "Lives from call to call.", writer);
  emit_places (emitter, IM_STORAGE_STATE, "state", writer);
}
