/* SPDX-License-Identifier: MIT */
#include "mlir/im-mlir-type.h"

#include <string.h>

static const char *const kind_names[] = {
  [IM_MLIR_SHAPE] = "shape",      [IM_MLIR_SCALAR] = "scalar",
  [IM_MLIR_TENSOR] = "tensor",    [IM_MLIR_VECTOR] = "vector",
  [IM_MLIR_OTHER] = "other type",
};

#define MAX_NESTED 4096 /* characters between brackets of one type */

const char *
im_mlir_kind_get_name (ImMlirKind kind)
{
  return kind_names[kind];
}

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || strchr ("_$.-", c) != NULL;
}

static gsize
measure_string (const char *p, const char *end)
{
  gsize n = 1;

  while (p + n < end && p[n] != '"' && p[n] != '\n')
    n += p[n] == '\\' && p + n + 1 < end ? 2 : 1;

  return n + 1;
}

/* Number of characters from the bracket at @p to the one that closes it, 0 if none does.
 * An angle that closes nothing is an operator, as in `d0 >= 0`. */
static gsize
measure_brackets (const char *p, const char *end)
{
  g_autoptr (GString) open = g_string_new (NULL);
  gsize limit = (gsize) MIN (end - p, MAX_NESTED), n = 0;

  while (n < limit)
    {
      const char *closing, *opening = p[n] == '\0' ? NULL : strchr ("([{<", p[n]);

      if (opening != NULL)
        g_string_append_c (open, ")]}>"[strchr ("([{<", p[n]) - "([{<"]);
      else if (p[n] == '"')
        {
          n += measure_string (p + n, end);
          continue;
        }
      else if (p[n] == '-' && n + 1 < limit && p[n + 1] == '>')
        n++;
      else if ((closing = p[n] == '\0' ? NULL : strchr (")]}>", p[n])) != NULL)
        {
          if (*closing == open->str[open->len - 1])
            g_string_truncate (open, open->len - 1);
          else if (*closing != '>')
            return 0;
        }
      n++;
      if (open->len == 0)
        return n;
    }

  return 0;
}

/* A name, with what stands between angles behind it. */
static gsize
measure_named (const char *p, const char *end, gsize n)
{
  gsize nested;

  while (p + n < end && is_name (p[n]) &&
         !(p[n] == '-' && p + n + 1 < end && p[n + 1] == '>'))
    n++;
  if (p + n == end || p[n] != '<')
    return n;
  nested = measure_brackets (p + n, end);

  return nested == 0 ? 0 : n + nested;
}

static gboolean
has_word (const char *p, const char *end, const char *word)
{
  gsize length = strlen (word);

  return (gsize) (end - p) >= length && strncmp (p, word, length) == 0 &&
         ((gsize) (end - p) == length || !is_name (p[length]) || p[length] == '-');
}

/* Types with brackets, and those of dialects. */
static gsize
measure_nested (const char *p, const char *end)
{
  static const char *const words[] = { "complex", "tuple", "vector", "memref" };

  if (p + 1 < end && *p == '!' && is_name (p[1]))
    return measure_named (p, end, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (has_word (p, end, words[i]) && p + strlen (words[i]) < end &&
        p[strlen (words[i])] == '<')
      return measure_named (p, end, 0);

  return 0;
}

/* Number of characters of the element type at @p, 0 if there is none. */
static gsize
measure_element (const char *p, const char *end)
{
  static const char *const prefixes[] = { "si", "ui", "i", "bf", "tf", "f" };

  if (has_word (p, end, "index"))
    return strlen ("index");
  if (has_word (p, end, "none"))
    return strlen ("none");
  if (measure_nested (p, end) > 0)
    return measure_nested (p, end);
  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      gsize length = strlen (prefixes[i]), n = length;

      if ((gsize) (end - p) <= length || strncmp (p, prefixes[i], length) != 0)
        continue;
      while (p + n < end && g_ascii_isalnum (p[n]))
        n++;
      if (g_ascii_isdigit (p[length]))
        return n;
    }

  return 0;
}

gboolean
im_mlir_type_is_likely (const char *text)
{
  const char *p = text + strspn (text, " \t");

  if (g_str_has_prefix (p, "vector"))
    return TRUE;
  if (!g_str_has_prefix (p, "tensor"))
    return measure_element (p, p + strlen (p)) > 0;

  p += strcspn (p, "<");
  p += strspn (p, "< \t");
  return g_ascii_isdigit (*p) || *p == '?' || *p == '*' ||
         (!g_str_has_prefix (p, "tensor") && measure_element (p, p + strlen (p)) > 0);
}

static gboolean
take_element (ImShapeCursor *cursor)
{
  gsize length = measure_element (cursor->p, cursor->end);

  cursor->p += length;
  return length > 0;
}

/* Reads `[4]`, of which the bracket is there. */
static gboolean
take_scalable (ImShapeCursor *cursor, ImMlirKind kind, gint64 *size, GError **error)
{
  gint64 scale;

  if (kind != IM_MLIR_VECTOR)
    {
      im_shape_cursor_set_error (
          cursor, "a size, “?” or an element type; only a vector has scalable sizes",
          error);
      return FALSE;
    }
  im_shape_cursor_take (cursor, '[');
  if (!im_shape_cursor_take_size (cursor, G_MAXINT64 - 1, &scale, error))
    return FALSE;
  if (!im_shape_cursor_take (cursor, ']'))
    {
      im_shape_cursor_set_error (cursor, "“]” of a scalable size", error);
      return FALSE;
    }
  if (scale == 0)
    {
      g_set_error_literal (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SIZE,
                           "a scalable size is at least [1], found [0]");
      return FALSE;
    }
  *size = IM_SIZE_SCALABLE (scale);

  return TRUE;
}

static gboolean
take_size (ImShapeCursor *cursor, ImMlirKind kind, gint64 *size, GError **error)
{
  if (im_shape_cursor_is_at (cursor, '?') && kind == IM_MLIR_VECTOR)
    {
      im_shape_cursor_set_error (cursor, "a size, which a vector always has", error);
      return FALSE;
    }
  if (im_shape_cursor_is_at (cursor, '['))
    return take_scalable (cursor, kind, size, error);
  if (im_shape_cursor_take (cursor, '?'))
    {
      *size = IM_SIZE_UNKNOWN;
      return TRUE;
    }
  if (cursor->p < cursor->end && (g_ascii_isdigit (*cursor->p) || *cursor->p == '-'))
    return im_shape_cursor_take_size (cursor, G_MAXINT64, size, error);

  im_shape_cursor_set_error (cursor, "a size, “?” or an element type such as f32", error);
  return FALSE;
}

/* Reads `2x?xf32`. */
static gboolean
take_ranked (ImShapeCursor *cursor, ImMlirKind kind, ImOpenShape *shape, GError **error)
{
  gint64 outermost_first[IM_SHAPE_MAX_RANK];

  *shape = (ImOpenShape){ .is_ranked = TRUE };
  while (!take_element (cursor))
    {
      if (shape->rank == IM_SHAPE_MAX_RANK)
        {
          im_shape_cursor_set_rank_error (cursor, error);
          return FALSE;
        }
      if (!take_size (cursor, kind, &outermost_first[shape->rank], error))
        return FALSE;
      shape->rank++;
      if (!im_shape_cursor_take (cursor, 'x'))
        {
          im_shape_cursor_set_error (cursor, "“x” and an element type such as f32",
                                     error);
          return FALSE;
        }
    }
  for (guint i = 0; i < shape->rank; i++)
    shape->size[i] = outermost_first[shape->rank - 1 - i];

  return TRUE;
}

/* Reads `*xf32`, of which the asterisk is read. */
static gboolean
take_unranked (ImShapeCursor *cursor, ImOpenShape *shape, GError **error)
{
  *shape = (ImOpenShape){ .is_ranked = FALSE };
  if (im_shape_cursor_take (cursor, 'x') && take_element (cursor))
    return TRUE;

  im_shape_cursor_set_error (cursor, "“x” and an element type such as f32", error);
  return FALSE;
}

/* Whether a comma is behind a type that lacks its `>`, and not in front of an encoding.
 */
static gboolean
is_next_type (const ImShapeCursor *cursor)
{
  const char *p = cursor->p + 1;

  while (p < cursor->end && g_ascii_isspace (*p))
    p++;

  return has_word (p, cursor->end, "tensor") || has_word (p, cursor->end, "vector");
}

/* Reads an encoding up to the `>`, of which the comma is read. */
static gboolean
take_encoding (ImShapeCursor *cursor, GError **error)
{
  const char *end = cursor->p + MIN (cursor->end - cursor->p, MAX_NESTED);

  while (cursor->p < end && *cursor->p != '>')
    {
      gsize n = 1;

      if (strchr ("([{<", *cursor->p) != NULL)
        n = measure_brackets (cursor->p, cursor->end);
      else if (*cursor->p == '"')
        n = measure_string (cursor->p, cursor->end);
      if (n == 0 || strchr (")]}", *cursor->p) != NULL)
        break;
      cursor->p += MIN (n, (gsize) (cursor->end - cursor->p));
    }
  if (im_shape_cursor_take (cursor, '>'))
    return TRUE;

  im_shape_cursor_set_error (cursor, "“>” behind an encoding", error);
  return FALSE;
}

static gboolean
take_closing (ImShapeCursor *cursor, ImMlirKind kind, GError **error)
{
  const char *start = cursor->p;

  im_shape_cursor_skip_blanks (cursor);
  if (kind == IM_MLIR_TENSOR && im_shape_cursor_is_at (cursor, ',') &&
      !is_next_type (cursor))
    {
      cursor->p++;
      return take_encoding (cursor, error);
    }
  if (im_shape_cursor_take (cursor, '>') || im_shape_cursor_is_at (cursor, ',') ||
      im_shape_cursor_is_at (cursor, ')') || cursor->p == cursor->end ||
      memchr (start, '\n', (gsize) (cursor->p - start)) != NULL)
    return TRUE;

  im_shape_cursor_set_error (cursor, "“>”", error);
  return FALSE;
}

static gboolean
take_shaped (ImShapeCursor *cursor, ImMlirType *type, GError **error)
{
  gboolean is_vector = type->kind == IM_MLIR_VECTOR;

  if (!im_shape_cursor_take (cursor, '<'))
    {
      im_shape_cursor_set_error (cursor, "“<”", error);
      return FALSE;
    }
  im_shape_cursor_skip_blanks (cursor);
  if (!is_vector && im_shape_cursor_take (cursor, '*')
          ? !take_unranked (cursor, &type->shape, error)
          : !take_ranked (cursor, type->kind, &type->shape, error))
    return FALSE;

  return take_closing (cursor, type->kind, error);
}

/* `!a.b<c>`, `memref<4xf32>`, `tuple<i1, i1>`, and `(i1) -> i1`. */
static gboolean
take_other (ImShapeCursor *cursor)
{
  gsize n = cursor->p == cursor->end ? 0
            : *cursor->p == '('      ? measure_brackets (cursor->p, cursor->end)
            : has_word (cursor->p, cursor->end, "complex")
                ? 0
                : measure_nested (cursor->p, cursor->end);

  if (n == 0 && has_word (cursor->p, cursor->end, "none"))
    n = strlen ("none");
  cursor->p += n;

  return n > 0;
}

gboolean
im_mlir_type_take (ImShapeCursor *cursor, ImMlirType *type, GError **error)
{
  ImMlirType result = { .kind = IM_MLIR_SCALAR, .shape = { .is_ranked = TRUE } };
  const char *start, *invalid;

  im_shape_cursor_skip_blanks (cursor);
  start = cursor->p;
  if (im_shape_cursor_take_word (cursor, "tensor"))
    result.kind = IM_MLIR_TENSOR;
  else if (im_shape_cursor_take_word (cursor, "vector"))
    result.kind = IM_MLIR_VECTOR;
  else if (take_other (cursor))
    result.kind = IM_MLIR_OTHER;
  else if (!take_element (cursor))
    {
      im_shape_cursor_set_error (cursor, "a type such as tensor<2x?xf32>", error);
      return FALSE;
    }
  if ((result.kind == IM_MLIR_TENSOR || result.kind == IM_MLIR_VECTOR) &&
      !take_shaped (cursor, &result, error))
    return FALSE;
  if (!g_utf8_validate (start, cursor->p - start, &invalid))
    {
      cursor->p = invalid;
      im_shape_cursor_set_error (cursor, "a type in UTF-8", error);
      return FALSE;
    }

  *type = result;
  return TRUE;
}

gboolean
im_mlir_type_parse (const char *text, ImMlirType *type, GError **error)
{
  ImShapeCursor cursor = im_shape_cursor_init (text, -1);
  ImMlirType result = { .kind = IM_MLIR_SHAPE };

  im_shape_cursor_skip_blanks (&cursor);
  if (cursor.p == cursor.end || (!g_ascii_isalpha (*cursor.p) && *cursor.p != '!'))
    {
      if (!im_open_shape_parse (text, -1, &result.shape, error))
        return FALSE;
    }
  else if (!im_mlir_type_take (&cursor, &result, error) ||
           !im_shape_cursor_check_end (&cursor, "the type", error))
    return FALSE;

  *type = result;
  return TRUE;
}
