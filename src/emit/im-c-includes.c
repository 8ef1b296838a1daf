/* SPDX-License-Identifier: MIT
 *
 * What the source includes and defines in front of the fragments.
 */
#include <string.h>

#include "emit/im-emit-c-private.h"

typedef struct
{
  const char *name;
  const char *type;
} Typedef;

/* Names that fragments use and the tool that they were written for defined. */
static const Typedef fixed_point[] = {
  { "q7_t", "int8_t" },
  { "q15_t", "int16_t" },
  { "q31_t", "int32_t" },
  { "q63_t", "int64_t" },
};

static gboolean
has_fixed_point_library (const ImCEmitter *emitter)
{
  for (guint i = 0; i < emitter->includes->len; i++)
    if (strstr (g_ptr_array_index (emitter->includes, i), "arm_math") != NULL)
      return TRUE;

  return FALSE;
}

static gboolean
any_uses (const ImCEmitter *emitter, const char *word)
{
  for (guint i = 0; i < emitter->items->len; i++)
    {
      const ImCItem *item = g_ptr_array_index (emitter->items, i);

      if (im_c_has_word (item->text, word))
        return TRUE;
    }

  return FALSE;
}

static void
emit_types (ImCEmitter *emitter, ImCWriter *writer)
{
  gboolean any = FALSE;

  if (has_fixed_point_library (emitter))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (fixed_point); i++)
    if (any_uses (emitter, fixed_point[i].name))
      {
        im_c_writer_line (writer, "typedef %s %s;", fixed_point[i].type,
                          fixed_point[i].name);
        any = TRUE;
      }
  if (any)
    im_c_writer_blank (writer);
}

/* Aligned for vector instructions where the compiler can be asked, and at least for every
 * type where it cannot. */
static void
emit_alignment (ImCEmitter *emitter, ImCWriter *writer)
{
  if (emitter->plan->arena_bytes + emitter->plan->state_bytes == 0)
    return;

  im_c_writer_line (writer, "#if defined(__GNUC__) || defined(__clang__)");
  im_c_writer_line (writer, "#define %s_ALIGNED __attribute__((aligned(16)))",
                    emitter->prefix);
  im_c_writer_line (writer, "#else");
  im_c_writer_line (writer, "#define %s_ALIGNED", emitter->prefix);
  im_c_writer_line (writer, "#endif");
  im_c_writer_blank (writer);
}

void
im_c_emit_includes (ImCEmitter *emitter, ImCWriter *writer)
{
  static const char *const own[] = { "#include <math.h>", "#include <stddef.h>",
                                     "#include <stdint.h>", "#include <string.h>", NULL };

  im_c_writer_line (writer, "#include \"%s.h\"", emitter->name);
  im_c_writer_blank (writer);
  for (guint i = 0; own[i] != NULL; i++)
    im_c_writer_line (writer, "%s", own[i]);
  for (guint i = 0; i < emitter->includes->len; i++)
    {
      const char *line = g_ptr_array_index (emitter->includes, i);

      if (!g_strv_contains (own, line))
        im_c_writer_line (writer, "%s", line);
    }
  im_c_writer_blank (writer);
  emit_alignment (emitter, writer);
  emit_types (emitter, writer);
}
