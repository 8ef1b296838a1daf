/* SPDX-License-Identifier: MIT
 *
 * The code of a function of C, as the emitted file takes it: includes stand in front,
 * functions that it does not call and macros that it does not name are left out, and
 * functions that no header declares are made static.
 */
#include <string.h>

#include "fragment/im-code-token.h"
#include "fragment/im-fragment-header.h"
#include "wrap/im-wrap-private.h"

typedef struct
{
  guint32 start;
  guint32 end; /* of what is left out */
  const char *insert;
} Edit;

static gint
compare_edits (gconstpointer a, gconstpointer b)
{
  guint32 first = ((const Edit *) a)->start, second = ((const Edit *) b)->start;

  return first < second ? -1 : first > second;
}

/* A directive without blanks: `#include"x.h"` of ` # include "x.h"`; NULL of other lines.
 */
static char *
dup_directive (const char *line, gsize length)
{
  g_autofree char *text = g_strndup (line, length);
  char *rest = g_strstrip (text);

  if (*rest != '#')
    return NULL;
  rest = g_strchug (rest + 1);

  return g_strconcat ("#", rest, NULL);
}

static gboolean add_header (ImWrap *wrap,
                            GHashTable *declared,
                            const char *path,
                            GError **error);

/* Adds what a header includes, and the names that it declares. */
static gboolean
read_header (ImWrap *wrap, GHashTable *declared, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (wrap->path);
  g_autofree char *file = g_build_filename (folder, path, NULL);
  g_autofree char *text = im_wrap_read_text (file, error);
  g_autofree char *inner = g_path_get_dirname (path);
  g_auto (GStrv) lines = NULL;
  g_autoptr (GArray) functions = NULL;

  if (text == NULL)
    return FALSE;
  functions = im_prototype_list (text, (guint32) strlen (text), wrap->arena);
  for (guint i = 0; i < functions->len; i++)
    g_hash_table_add (declared,
                      (char *) g_array_index (functions, ImFunction, i).prototype->name);
  lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      g_autofree char *directive = dup_directive (*line, strlen (*line));
      g_auto (GStrv) parts = NULL;
      g_autofree char *next = NULL;

      if (directive == NULL || !g_str_has_prefix (directive, "#include"))
        continue;
      parts = g_strsplit (directive, "\"", 3);
      if (g_strv_length (parts) < 2)
        continue;
      if (im_header_get_origin (parts[1]) != IM_HEADER_OF_PACKAGE)
        continue;
      next = strcmp (inner, ".") == 0 ? g_strdup (parts[1])
                                      : g_build_filename (inner, parts[1], NULL);
      if (!add_header (wrap, declared, next, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_header (ImWrap *wrap, GHashTable *declared, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (wrap->path);
  g_autofree char *file = g_build_filename (folder, path, NULL);

  for (guint i = 0; i < wrap->headers->len; i++)
    if (strcmp (g_ptr_array_index (wrap->headers, i), path) == 0)
      return TRUE;
  if (!g_file_test (file, G_FILE_TEST_IS_REGULAR) || strstr (path, "..") != NULL ||
      g_path_is_absolute (path))
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_FILE,
                   "“%s” includes “%s”, which is not in its folder or below: a package "
                   "brings its headers along",
                   wrap->base, path);
      return FALSE;
    }
  g_ptr_array_add (wrap->headers, im_arena_strdup (wrap->arena, path));

  return read_header (wrap, declared, path, error);
}

/* One include of the file: its line goes to the front. */
static gboolean
add_include (ImWrap *wrap, GHashTable *declared, const char *directive, GError **error)
{
  const char *name = directive + strlen ("#include");
  const char *quote = strchr (name, '"');
  const char *end = quote == NULL ? strchr (name, '>') : strchr (quote + 1, '"');
  g_autofree char *path = NULL;

  if (end == NULL)
    {
      g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
                   "“%s”: “%s” names no file in quotes or angle brackets", wrap->base,
                   directive);
      return FALSE;
    }
  if (quote == NULL)
    {
      const char *open = strchr (name, '<');

      g_ptr_array_add (
          wrap->includes,
          (char *) im_wrap_printf (wrap, "#include %.*s", (int) (end + 1 - open), open));
      return TRUE;
    }
  path = g_strndup (quote + 1, (gsize) (end - quote - 1));
  g_ptr_array_add (wrap->includes,
                   (char *) im_wrap_printf (wrap, "#include \"%s\"", path));

  return im_header_get_origin (path) != IM_HEADER_OF_PACKAGE ||
         add_header (wrap, declared, path, error);
}

/* Where lines are as the preprocessor sees them. */
typedef struct
{
  guint depth;        /* of #if, without the guard of a header */
  guint n_directives; /* before this line */
  gboolean has_guard;
  gboolean is_comment;
} Place;

/* Goes over the brackets of comments of a line. */
static void
skip_comments (Place *place, const char *line, gsize length)
{
  for (gsize i = 0; i + 1 < length; i++)
    if (!place->is_comment && line[i] == '/' && line[i + 1] == '/')
      return;
    else if (!place->is_comment && line[i] == '/' && line[i + 1] == '*')
      {
        place->is_comment = TRUE;
        i++;
      }
    else if (place->is_comment && line[i] == '*' && line[i + 1] == '/')
      {
        place->is_comment = FALSE;
        i++;
      }
}

/* Whether the line behind `#ifndef NAME` defines NAME. */
static gboolean
is_guard (const char *directive, const char *next)
{
  g_autofree char *name = g_strstrip (g_strdup (directive + strlen ("#ifndef")));
  g_autofree char *line = g_strndup (next, strcspn (next, "\n"));
  g_autofree char *definition = dup_directive (line, strlen (line));
  g_autofree char *wanted = g_strconcat ("#define ", name, NULL);

  return definition != NULL && g_str_has_prefix (definition, wanted);
}

/* Takes a line with a directive. */
static gboolean
read_directive (ImWrap *wrap,
                GHashTable *declared,
                Place *place,
                const char *directive,
                const char *next,
                gboolean *is_cut,
                GError **error)
{
  *is_cut = FALSE;
  if (g_str_has_prefix (directive, "#ifndef") && place->n_directives == 0 &&
      is_guard (directive, next))
    place->has_guard = TRUE;
  else if (g_str_has_prefix (directive, "#if"))
    place->depth++;
  else if (g_str_has_prefix (directive, "#endif") && place->depth > 0)
    place->depth--;
  else if (g_str_has_prefix (directive, "#pragma once"))
    *is_cut = TRUE;
  else if (g_str_has_prefix (directive, "#include"))
    {
      if (place->depth > 0)
        {
          g_set_error (error, IM_WRAP_ERROR, IM_WRAP_ERROR_UNSUITABLE,
                       "“%s”: “%s” stands inside of #if; the emitted file has all "
                       "includes in front",
                       wrap->base, directive);
          return FALSE;
        }
      *is_cut = TRUE;
      if (!add_include (wrap, declared, directive, error))
        return FALSE;
    }
  place->n_directives++;

  return TRUE;
}

static gboolean
read_includes (ImWrap *wrap,
               const char *text,
               GHashTable *declared,
               GArray *edits,
               GError **error)
{
  Place place = { 0 };

  for (const char *line = text; *line != '\0';)
    {
      const char *end = strchrnul (line, '\n');
      const char *next = *end == '\0' ? end : end + 1;
      gsize length = (gsize) (end - line);
      g_autofree char *directive = place.is_comment ? NULL : dup_directive (line, length);
      Edit edit = { (guint32) (line - text), (guint32) (next - text), "" };
      gboolean is_cut = FALSE;

      if (directive != NULL &&
          !read_directive (wrap, declared, &place, directive, next, &is_cut, error))
        return FALSE;
      if (is_cut)
        g_array_append_val (edits, edit);
      skip_comments (&place, line, length);
      line = next;
    }

  return TRUE;
}

static char *
dup_edited (const char *text, GArray *edits)
{
  GString *out = g_string_new (NULL);
  guint32 position = 0;

  g_array_sort (edits, compare_edits);
  for (guint i = 0; i < edits->len; i++)
    {
      const Edit *edit = &g_array_index (edits, Edit, i);

      g_string_append_len (out, text + position, edit->start - position);
      g_string_append (out, edit->insert);
      position = edit->end;
    }
  g_string_append (out, text + position);

  return g_string_free (out, FALSE);
}

/* Adds the functions whose names stand in a part of the text to those that are needed. */
static void
add_named (const char *text,
           ImSpan span,
           const GArray *functions,
           GHashTable *needed,
           GPtrArray *waiting)
{
  ImCodeScanner scanner = { .text = text, .position = span.start, .end = span.end };

  for (ImCodeToken token = im_code_scanner_next (&scanner); token.kind != IM_CODE_END;
       token = im_code_scanner_next (&scanner))
    for (guint i = 0; token.kind == IM_CODE_WORD && i < functions->len; i++)
      {
        const char *name = g_array_index (functions, ImFunction, i).prototype->name;

        if (im_code_token_is (&scanner, &token, name) &&
            g_hash_table_add (needed, (char *) name))
          g_ptr_array_add (waiting, (char *) name);
      }
}

/* The names of the functions that the one of the unit calls, and that tables name. */
static GHashTable *
find_needed (const ImWrap *wrap, const char *text, const GArray *functions)
{
  GHashTable *needed = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) waiting = g_ptr_array_new ();
  guint32 behind = 0;

  g_hash_table_add (needed, (char *) wrap->function);
  g_ptr_array_add (waiting, (char *) wrap->function);
  for (guint i = 0; i <= functions->len; i++)
    {
      guint32 end = i == functions->len
                        ? (guint32) strlen (text)
                        : g_array_index (functions, ImFunction, i).span.start;

      add_named (text, (ImSpan){ behind, end }, functions, needed, waiting);
      if (i < functions->len)
        behind = g_array_index (functions, ImFunction, i).span.end;
    }
  while (waiting->len > 0)
    {
      const char *name = g_ptr_array_steal_index_fast (waiting, 0);

      for (guint i = 0; i < functions->len; i++)
        {
          const ImFunction *function = &g_array_index (functions, ImFunction, i);

          if (strcmp (function->prototype->name, name) == 0)
            add_named (text, function->span, functions, needed, waiting);
        }
    }

  return needed;
}

/* Where a function begins with the comment right above it. */
static guint32
find_comment (const char *text, guint32 start)
{
  guint32 end = start;

  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t'))
    end--;
  if (end < 3 || text[end - 1] != '\n' || text[end - 2] != '/' || text[end - 3] != '*')
    return start;
  for (guint32 i = end - 3; i > 0; i--)
    if (text[i - 1] == '/' && text[i] == '*')
      return i - 1;

  return start;
}

/* What becomes of a function of the file: it is left out, made static or as it is. */
static void
add_edit (const char *text,
          const ImFunction *function,
          gboolean is_needed,
          gboolean is_declared,
          GArray *edits)
{
  Edit edit = { function->span.start, function->span.start, "static inline " };

  if (!is_needed)
    {
      edit.start = find_comment (text, function->span.start);
      edit.end = function->span.end + (guint32) strspn (text + function->span.end, "\n");
      edit.insert = "";
    }
  else if (function->is_static || is_declared)
    return;
  g_array_append_val (edits, edit);
}

/* Whether a word stands in a text, but for a part of it. */
static gboolean
has_word (const char *text, const char *word, ImSpan except)
{
  gsize length = strlen (word);

  for (const char *found = strstr (text, word); found != NULL;
       found = strstr (found + 1, word))
    {
      guint32 offset = (guint32) (found - text);
      gboolean is_whole = !g_ascii_isalnum (found[length]) && found[length] != '_' &&
                          (offset == 0 ||
                           (!g_ascii_isalnum (found[-1]) && found[-1] != '_'));

      if (is_whole && (offset < except.start || offset >= except.end))
        return TRUE;
    }

  return FALSE;
}

/* The end of a line with those that a backslash joins to it. */
static const char *
find_joined_end (const char *line)
{
  const char *end = strchrnul (line, '\n');

  while (*end != '\0' && end > line &&
         (end[-1] == '\\' || (end[-1] == '\r' && end - 1 > line && end[-2] == '\\')))
    end = strchrnul (end + 1, '\n');

  return *end == '\0' ? end : end + 1;
}

/* The name of the macro that a line defines, or NULL. */
static char *
dup_macro (const char *line)
{
  g_autofree char *first = g_strndup (line, strcspn (line, "\n"));
  g_autofree char *directive = dup_directive (first, strlen (first));
  const char *name = directive == NULL ? NULL : directive + strlen ("#define");
  gsize length = 0;

  if (name == NULL || !g_str_has_prefix (directive, "#define") ||
      !g_ascii_isspace (*name))
    return NULL;
  name += strspn (name, " \t");
  while (g_ascii_isalnum (name[length]) || name[length] == '_')
    length++;

  return length == 0 ? NULL : g_strndup (name, length);
}

/* Whether anything but its own definition names a macro: the code, or a header that comes
 * along. A word in a comment counts as well. */
static gboolean
is_macro_named (const char *code, const GPtrArray *headers, const char *name, ImSpan own)
{
  gboolean is_named = has_word (code, name, own);

  for (guint i = 0; i < headers->len && !is_named; i++)
    is_named = has_word (headers->pdata[i], name, (ImSpan){ 0 });

  return is_named;
}

/* Cuts one macro that nothing names; those between #if and #endif stay. */
static gboolean
cut_macro (GString *code, const GPtrArray *headers)
{
  Place place = { 0 };

  for (const char *line = code->str; *line != '\0';)
    {
      const char *end = find_joined_end (line);
      g_autofree char *directive = place.is_comment
                                       ? NULL
                                       : dup_directive (line, strcspn (line, "\n"));
      g_autofree char *name = directive == NULL ? NULL : dup_macro (line);
      ImSpan own = { (guint32) (line - code->str), (guint32) (end - code->str) };

      if (directive != NULL && g_str_has_prefix (directive, "#if"))
        place.depth++;
      else if (directive != NULL && g_str_has_prefix (directive, "#endif") &&
               place.depth > 0)
        place.depth--;
      if (name != NULL && place.depth == 0 &&
          !is_macro_named (code->str, headers, name, own))
        {
          g_string_erase (code, (gssize) own.start, (gssize) (own.end - own.start));
          return TRUE;
        }
      skip_comments (&place, line, (gsize) (end - line));
      line = end;
    }

  return FALSE;
}

/* One that only another one names goes behind that. */
static char *
dup_without_macros (ImWrap *wrap, const char *code)
{
  g_autofree char *folder = g_path_get_dirname (wrap->path);
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  GString *kept = g_string_new (code);

  for (guint i = 0; i < wrap->headers->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, wrap->headers->pdata[i], NULL);
      char *text = im_wrap_read_text (path, NULL);

      if (text != NULL)
        g_ptr_array_add (headers, text);
    }
  while (cut_macro (kept, headers))
    continue;

  return g_string_free (kept, FALSE);
}

gboolean
im_wrap_read_code (ImWrap *wrap,
                   const char *text,
                   const GArray *functions,
                   GError **error)
{
  g_autoptr (GHashTable) declared = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) needed = find_needed (wrap, text, functions);
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (Edit));
  g_autofree char *whole = NULL;
  g_autofree char *code = NULL;
  const char *start;

  if (!read_includes (wrap, text, declared, edits, error))
    return FALSE;
  for (guint i = 0; i < functions->len; i++)
    {
      const ImFunction *function = &g_array_index (functions, ImFunction, i);
      const char *name = function->prototype->name;

      add_edit (text, function, g_hash_table_contains (needed, name),
                g_hash_table_contains (declared, name), edits);
    }
  whole = dup_edited (text, edits);
  code = dup_without_macros (wrap, whole);
  start = code + strspn (code, "\n");
  wrap->code = im_arena_strdup (wrap->arena, start);

  return TRUE;
}
