/* SPDX-License-Identifier: MIT */
#include "fragment/im-fragment-header.h"

#include <string.h>

#include "base/im-arena.h"
#include "fragment/im-fragment-resolve.h"

/* C99, 7.1.2, and what C11 added. */
static const char *const standard_names[] = {
  "assert.h",   "complex.h",  "ctype.h",  "errno.h",       "fenv.h",    "float.h",
  "inttypes.h", "iso646.h",   "limits.h", "locale.h",      "math.h",    "setjmp.h",
  "signal.h",   "stdalign.h", "stdarg.h", "stdatomic.h",   "stdbool.h", "stddef.h",
  "stdint.h",   "stdio.h",    "stdlib.h", "stdnoreturn.h", "string.h",  "tgmath.h",
  "threads.h",  "time.h",     "uchar.h",  "wchar.h",       "wctype.h",  NULL,
};

static const char *const cmsis_names[] = {
  "arm_math.h",          "arm_math_types.h",    "arm_math_memory.h",
  "arm_const_structs.h", "arm_common_tables.h", NULL,
};

ImHeaderOrigin
im_header_get_origin (const char *name)
{
  if (g_strv_contains (standard_names, name))
    return IM_HEADER_OF_C;
  if (g_strv_contains (cmsis_names, name) || g_str_has_prefix (name, "dsp/"))
    return IM_HEADER_OF_CMSIS;

  return IM_HEADER_OF_PACKAGE;
}

/* The words behind `#`, or NULL if a line is no directive. */
static const char *
find_directive (const char *line)
{
  while (*line == ' ' || *line == '\t')
    line++;
  if (*line++ != '#')
    return NULL;
  while (*line == ' ' || *line == '\t')
    line++;

  return line;
}

static gboolean
is_left_out_pragma (const char *directive)
{
  const char *word;

  if (!g_str_has_prefix (directive, "pragma"))
    return FALSE;
  for (word = directive + strlen ("pragma"); *word == ' ' || *word == '\t'; word++)
    ;

  return g_str_has_prefix (word, "once") || g_str_has_prefix (word, "IMAGINET_");
}

/* Reads `include "name"`. */
static gboolean
read_local_include (const ImFragmentFile *file,
                    const char *directive,
                    ImSpan line,
                    ImFragmentInclude *include)
{
  const char *name, *end;

  if (!g_str_has_prefix (directive, "include"))
    return FALSE;
  for (name = directive + strlen ("include"); *name == ' ' || *name == '\t'; name++)
    ;
  end = *name == '"' ? strpbrk (name + 1, "\"\n") : NULL;
  if (end == NULL || *end != '"' || end == name + 1)
    return FALSE;

  *include = (ImFragmentInclude){
    .kind = IM_FRAGMENT_INCLUDE_LOCAL,
    .name = im_arena_strndup (file->arena, name + 1, (gsize) (end - name) - 1),
    .text = im_arena_strndup (file->arena, directive - 1, (gsize) (end - directive) + 2),
    .span = line,
  };
  return TRUE;
}

/* A line that is kept makes the last piece longer, or begins one. */
static void
keep_line (GArray *pieces, ImSpan line)
{
  ImSpan *last = pieces->len == 0 ? NULL
                                  : &g_array_index (pieces, ImSpan, pieces->len - 1);

  if (last != NULL && last->end == line.start)
    last->end = line.end;
  else
    g_array_append_val (pieces, line);
}

static gpointer
keep_array (ImArena *arena, const GArray *array)
{
  gsize size = array->len * g_array_get_element_size ((GArray *) array);
  gpointer copy = im_arena_alloc (arena, MAX (size, 1));

  if (size > 0)
    memcpy (copy, array->data, size);

  return copy;
}

static const ImFragment *
make_header (const ImFragmentFile *file)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (ImSpan));
  g_autoptr (GArray) includes = g_array_new (FALSE, FALSE, sizeof (ImFragmentInclude));
  ImFragment *header = im_arena_new0 (file->arena, ImFragment, 1);
  const char *text = im_source_get_text (file->source, NULL);

  for (const char *start = text; *start != '\0';)
    {
      const char *end = strchr (start, '\n');
      ImSpan line = { (guint32) (start - text) };
      const char *directive = find_directive (start);
      ImFragmentInclude include;

      end = end == NULL ? start + strlen (start) : end + 1;
      line.end = (guint32) (end - text);
      if (directive != NULL && read_local_include (file, directive, line, &include))
        g_array_append_val (includes, include);
      else if (directive == NULL || !is_left_out_pragma (directive))
        keep_line (pieces, line);
      start = end;
    }

  *header = (ImFragment){
    .file = file,
    .name = "",
    .span = { 0, (guint32) strlen (text) },
    .needs = { .includes = keep_array (file->arena, includes),
               .n_includes = includes->len },
    .pieces = keep_array (file->arena, pieces),
    .n_pieces = pieces->len,
  };
  return header;
}

const ImFragment *
im_fragment_set_find_header (ImFragmentSet *set,
                             const ImFragment *from,
                             const ImFragmentInclude *include)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&set->lock);
  const ImFragmentRequest *request = im_fragment_set_load (
      set, NULL, im_source_get_name (from->file->source), include->name);

  if (request->entry == NULL || request->entry->file->is_refused)
    return NULL;
  if (request->entry->header == NULL)
    request->entry->header = make_header (request->entry->file);

  return request->entry->header;
}
