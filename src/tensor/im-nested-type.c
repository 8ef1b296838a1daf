/* SPDX-License-Identifier: MIT */
#include "tensor/im-nested-type.h"

#include <string.h>

#include "base/im-arena.h"
#include "base/im-text.h"
#include "tensor/im-shape-cursor.h"

static const char *const scalar_names[] = {
  [IM_SCALAR_BOOL] = "bool", [IM_SCALAR_UINT] = "uint", [IM_SCALAR_INT] = "int",
  [IM_SCALAR_REAL] = "real", [IM_SCALAR_CHAR] = "char", [IM_SCALAR_STR] = "str",
};

const char *
im_scalar_type_get_name (ImScalarType scalar)
{
  return scalar_names[scalar];
}

gboolean
im_scalar_type_parse (const char *name, ImScalarType *scalar)
{
  for (guint i = 0; i < G_N_ELEMENTS (scalar_names); i++)
    if (strcmp (name, scalar_names[i]) == 0)
      {
        *scalar = (ImScalarType) i;
        return TRUE;
      }

  return FALSE;
}

/* A text and where its reading stands. */
typedef struct
{
  const char *line; /* from which characters are counted */
  const char *p;
  const char *problem; /* where something is wrong, if it is */
  ImArena *arena;
} Cursor;

/* Keeps the place of a problem, and returns the number of its character. */
static int
set_problem (Cursor *cursor, const char *p)
{
  cursor->problem = p;

  return (int) g_utf8_pointer_to_offset (cursor->line, p) + 1;
}

static gboolean
fail_expected (Cursor *cursor, const char *expected, GError **error)
{
  ImShapeCursor at = im_shape_cursor_init (cursor->line, -1);

  at.p = cursor->p;
  cursor->problem = cursor->p;
  im_shape_cursor_set_error (&at, expected, error);

  return FALSE;
}

static void
skip_blanks (Cursor *cursor)
{
  while (g_ascii_isspace (*cursor->p))
    cursor->p++;
}

static gboolean
skip_character (Cursor *cursor, char c)
{
  skip_blanks (cursor);
  if (*cursor->p != c)
    return FALSE;
  cursor->p++;

  return TRUE;
}

static gboolean
parse_size (Cursor *cursor, gint64 *size, GError **error)
{
  const char *start = cursor->p;
  const char *digits = *start == '-' ? start + 1 : start;
  const char *end = digits;

  for (*size = 0; g_ascii_isdigit (*end); end++)
    *size = MIN (*size * 10 + (*end - '0'), (gint64) G_MAXINT32 + 1);

  if (end == digits)
    return fail_expected (cursor, "a size such as 3", error);
  if (*start == '-' || *size < 1 || *size > G_MAXINT32)
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SIZE,
                   "a size of a tensor is 1 to %d, found %.*s at character %d",
                   G_MAXINT32, (int) MIN (end - start, 30), start,
                   set_problem (cursor, start));
      return FALSE;
    }
  cursor->p = end;

  return TRUE;
}

/* Reads the sizes of a tensor behind its base type, and the closing bracket. */
static gboolean
parse_sizes (Cursor *cursor, ImOpenShape *shape, GError **error)
{
  gint64 outermost_first[IM_SHAPE_MAX_RANK];

  *shape = (ImOpenShape){ .is_ranked = TRUE };
  while (skip_character (cursor, ','))
    {
      skip_blanks (cursor);
      if (shape->rank == IM_SHAPE_MAX_RANK)
        {
          g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK,
                       "a tensor has at most %d axes, found another at character %d",
                       IM_SHAPE_MAX_RANK, set_problem (cursor, cursor->p));
          return FALSE;
        }
      if (!parse_size (cursor, &outermost_first[shape->rank], error))
        return FALSE;
      shape->rank++;
    }
  if (shape->rank == 0)
    return fail_expected (cursor, "“,” and a size", error);
  if (!skip_character (cursor, '>'))
    return fail_expected (cursor, "“,” or “>”", error);

  for (guint i = 0; i < shape->rank; i++)
    shape->size[i] = outermost_first[shape->rank - 1 - i];

  return TRUE;
}

static gboolean
fail_unknown_type (Cursor *cursor, const char *start, const char *name, GError **error)
{
  const char *candidates[G_N_ELEMENTS (scalar_names) + 1];

  memcpy (candidates, scalar_names, sizeof scalar_names);
  candidates[G_N_ELEMENTS (scalar_names)] = "tensor";

  const char *nearest = im_text_nearest (name, candidates, G_N_ELEMENTS (candidates));
  g_set_error (
      error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
      "“%.30s” at character %d is no type; %s%s%s", name, set_problem (cursor, start),
      nearest == NULL ? "types are bool, uint, int, real, char, str and tensor<int, 3>"
                      : "did you mean “",
      nearest == NULL ? "" : nearest, nearest == NULL ? "" : "”?");

  return FALSE;
}

static ImNestedType *
parse_type (Cursor *cursor, guint n_levels, GError **error)
{
  skip_blanks (cursor);
  const char *start = cursor->p;

  while (g_ascii_isalnum (*cursor->p) || *cursor->p == '_')
    cursor->p++;
  if (cursor->p == start)
    {
      fail_expected (cursor, "a type such as int or tensor<int, 3>", error);
      return NULL;
    }

  g_autofree char *name = g_strndup (start, (gsize) (cursor->p - start));
  ImNestedType *type = im_arena_new0 (cursor->arena, ImNestedType, 1);
  if (strcmp (name, "tensor") != 0)
    {
      type->shape.is_ranked = TRUE;
      return im_scalar_type_parse (name, &type->scalar) ||
                     fail_unknown_type (cursor, start, name, error)
                 ? type
                 : NULL;
    }
  if (n_levels == IM_NESTED_TYPE_MAX_LEVELS)
    {
      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK,
                   "tensors are nested at most %d deep, found another at character %d",
                   IM_NESTED_TYPE_MAX_LEVELS, set_problem (cursor, start));
      return NULL;
    }
  if (!skip_character (cursor, '<'))
    {
      fail_expected (cursor, "“<”", error);
      return NULL;
    }

  type->base = parse_type (cursor, n_levels + 1, error);
  if (type->base == NULL || !parse_sizes (cursor, &type->shape, error))
    return NULL;
  type->scalar = type->base->scalar;

  return type;
}

const ImNestedType *
im_nested_type_parse (const char *text, ImArena *arena, GError **error)
{
  Cursor cursor = { .line = text, .p = text, .arena = arena };
  const ImNestedType *type = parse_type (&cursor, 0, error);

  if (type == NULL)
    return NULL;
  skip_blanks (&cursor);
  if (*cursor.p != '\0')
    {
      fail_expected (&cursor, "the end of the type", error);
      return NULL;
    }

  return type;
}

const ImNestedType *
im_nested_type_parse_prefix (const char *text,
                             gsize *offset,
                             ImArena *arena,
                             GError **error)
{
  Cursor cursor = { .line = text + *offset, .p = text + *offset, .arena = arena };

  while (cursor.line > text && cursor.line[-1] != '\n')
    cursor.line--;

  const ImNestedType *type = parse_type (&cursor, 0, error);
  *offset = (gsize) ((type == NULL ? cursor.problem : cursor.p) - text);

  return type;
}

void
im_nested_type_append_text (const ImNestedType *type, GString *out)
{
  if (type->base == NULL)
    {
      g_string_append (out, scalar_names[type->scalar]);
      return;
    }

  g_string_append (out, "tensor<");
  im_nested_type_append_text (type->base, out);
  for (guint i = type->shape.rank; i > 0; i--)
    g_string_append_printf (out, ", %" G_GINT64_FORMAT, type->shape.size[i - 1]);
  g_string_append_c (out, '>');
}

const ImNestedType *
im_nested_type_new_tensor (const ImNestedType *base,
                           const ImOpenShape *shape,
                           ImArena *arena)
{
  ImNestedType *type = im_arena_new0 (arena, ImNestedType, 1);

  type->base = base;
  type->shape = *shape;
  type->scalar = base->scalar;

  return type;
}

const ImNestedType *
im_nested_type_for_scalar (ImScalarType scalar)
{
  static const ImNestedType types[] = {
    { NULL, { .is_ranked = TRUE }, IM_SCALAR_BOOL },
    { NULL, { .is_ranked = TRUE }, IM_SCALAR_UINT },
    { NULL, { .is_ranked = TRUE }, IM_SCALAR_INT },
    { NULL, { .is_ranked = TRUE }, IM_SCALAR_REAL },
    { NULL, { .is_ranked = TRUE }, IM_SCALAR_CHAR },
    { NULL, { .is_ranked = TRUE }, IM_SCALAR_STR },
  };

  return &types[scalar];
}

const ImNestedType *
im_nested_type_with_scalar (const ImNestedType *type, ImScalarType scalar, ImArena *arena)
{
  if (type->base == NULL)
    return im_nested_type_for_scalar (scalar);

  return im_nested_type_new_tensor (
      im_nested_type_with_scalar (type->base, scalar, arena), &type->shape, arena);
}

gint64
im_nested_type_count (const ImNestedType *type)
{
  gint64 count = 1;

  for (; type->base != NULL; type = type->base)
    for (guint i = 0; i < type->shape.rank; i++)
      if (__builtin_mul_overflow (count, type->shape.size[i], &count))
        return -1;

  return count;
}

gboolean
im_nested_type_equal (const ImNestedType *a, const ImNestedType *b)
{
  for (; a->base != NULL && b->base != NULL; a = a->base, b = b->base)
    if (a->shape.rank != b->shape.rank ||
        memcmp (a->shape.size, b->shape.size, a->shape.rank * sizeof a->shape.size[0]) !=
            0)
      return FALSE;

  return a->base == NULL && b->base == NULL && a->scalar == b->scalar;
}
