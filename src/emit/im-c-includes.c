/* SPDX-License-Identifier: MIT
 *
 * What the source includes and defines in front of the fragments.
 */
#include <string.h>

#include "emit/im-emit-c-private.h"

/* Aligned for vector instructions where the compiler can be asked, and at least for every
 * type where it cannot. */
static void
emit_alignment (ImCEmitter *emitter, ImCWriter *writer)
{
  if (emitter->job->plan->arena_bytes + emitter->job->plan->state_bytes == 0)
    return;

  im_c_writer_line (writer, "#if defined(__GNUC__) || defined(__clang__)");
  im_c_writer_line (writer, "#define %s_ALIGNED __attribute__((aligned(16)))",
                    emitter->job->prefix);
  im_c_writer_line (writer, "#else");
  im_c_writer_line (writer, "#define %s_ALIGNED", emitter->job->prefix);
  im_c_writer_line (writer, "#endif");
  im_c_writer_blank (writer);
}

static void
emit_support (ImCEmitter *emitter, ImCWriter *writer)
{
  g_auto (GStrv) lines = g_strsplit (emitter->support, "\n", -1);

  for (char **line = lines; *line != NULL && line[1] != NULL; line++)
    im_c_writer_line (writer, "%s", *line);
}

void
im_c_emit_includes (ImCEmitter *emitter, ImCWriter *writer)
{
  static const char *const own[] = { "#include <math.h>", "#include <stddef.h>",
                                     "#include <stdint.h>", "#include <string.h>", NULL };

  im_c_writer_line (writer, "#include \"%s.h\"", emitter->job->name);
  im_c_writer_blank (writer);
  for (guint i = 0; own[i] != NULL; i++)
    im_c_writer_line (writer, "%s", own[i]);
  for (guint i = 0; i < emitter->code.includes->len; i++)
    {
      const char *line = g_ptr_array_index (emitter->code.includes, i);

      if (!g_strv_contains (own, line))
        im_c_writer_line (writer, "%s", line);
    }
  im_c_writer_blank (writer);
  emit_alignment (emitter, writer);
  emit_support (emitter, writer);
}
