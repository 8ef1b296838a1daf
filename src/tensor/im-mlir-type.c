/* SPDX-License-Identifier: MIT */
#include "tensor/im-mlir-type.h"

#include <string.h>

static const char *const kind_names[] = {
  [IM_MLIR_SHAPE] = "shape",
  [IM_MLIR_SCALAR] = "scalar",
  [IM_MLIR_TENSOR] = "tensor",
  [IM_MLIR_VECTOR] = "vector",
};

const char *
im_mlir_kind_get_name (ImMlirKind kind)
{
  return kind_names[kind];
}

/* Number of characters of the element type at @p, 0 if there is none. */
static gsize
measure_element (const char *p, const char *end)
{
  static const char *const prefixes[] = { "si", "ui", "i", "bf", "f" };

  if (end - p >= 5 && strncmp (p, "index", 5) == 0)
    return 5;
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
         measure_element (p, p + strlen (p)) > 0;
}

static gboolean
take_element (ImShapeCursor *cursor)
{
  gsize length = measure_element (cursor->p, cursor->end);

  cursor->p += length;
  return length > 0;
}

static gboolean
take_size (ImShapeCursor *cursor, ImMlirKind kind, gint64 *size, GError **error)
{
  if (im_shape_cursor_is_at (cursor, '?') && kind == IM_MLIR_VECTOR)
    {
      im_shape_cursor_set_error (cursor, "a size, which a vector always has", error);
      return FALSE;
    }
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

static gboolean
take_closing (ImShapeCursor *cursor, GError **error)
{
  if (im_shape_cursor_take (cursor, '>') || im_shape_cursor_is_at (cursor, ',') ||
      im_shape_cursor_is_at (cursor, ')') || cursor->p == cursor->end)
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

  return take_closing (cursor, error);
}

gboolean
im_mlir_type_take (ImShapeCursor *cursor, ImMlirType *type, GError **error)
{
  ImMlirType result = { .kind = IM_MLIR_SCALAR, .shape = { .is_ranked = TRUE } };

  im_shape_cursor_skip_blanks (cursor);
  if (im_shape_cursor_take_word (cursor, "tensor"))
    result.kind = IM_MLIR_TENSOR;
  else if (im_shape_cursor_take_word (cursor, "vector"))
    result.kind = IM_MLIR_VECTOR;
  else if (!take_element (cursor))
    {
      im_shape_cursor_set_error (cursor, "a type such as tensor<2x?xf32>", error);
      return FALSE;
    }
  if (result.kind != IM_MLIR_SCALAR && !take_shaped (cursor, &result, error))
    return FALSE;

  *type = result;
  return TRUE;
}

gboolean
im_mlir_type_parse (const char *text, ImMlirType *type, GError **error)
{
  ImShapeCursor cursor = im_shape_cursor_init (text, -1);
  ImMlirType result = { .kind = IM_MLIR_SHAPE };

  im_shape_cursor_skip_blanks (&cursor);
  if (cursor.p == cursor.end || !g_ascii_isalpha (*cursor.p))
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
