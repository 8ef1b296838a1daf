/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-array.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "base/im-file.h"
#include "tensor/im-npy.h"

#define MAX_BYTES  ((gsize) 128 << 20) /* IM_ARRAY_MAX_ELEMENTS of 8 bytes, and more */
#define SEPARATORS ",;\t "

G_DEFINE_QUARK (im_unit_array_error, im_unit_array_error)

/* The rows of a text of numbers while they are read. */
typedef struct
{
  const char *path;
  ImDType dtype;
  ImArena *arena; /* of one row at a time */
  GByteArray *elements;
  gsize n_rows;
  gsize n_columns;
} Rows;

static gboolean
fail_row (const Rows *rows, guint line, GError **error, const char *message)
{
  g_set_error (error, IM_UNIT_ARRAY_ERROR, IM_UNIT_ARRAY_ERROR_CONTENT, "%s: line %u: %s",
               rows->path, line, message);

  return FALSE;
}

/* Refuses what is no number that can be trained. */
static gboolean
check_finite (const Rows *rows, const ImArray *row, guint line, GError **error)
{
  for (gsize i = 0; i < row->count; i++)
    {
      g_autoptr (GString) text = g_string_new ("expected finite numbers, found ");
      double value;

      im_array_load (row, i, 1, &value);
      im_array_append_element (row, i, text);
      if (!isfinite (value))
        return fail_row (rows, line, error, text->str);
    }

  return TRUE;
}

static gboolean
add_row (Rows *rows, const char *text, guint line, GError **error)
{
  g_autoptr (GError) failure = NULL;
  const ImArray *row;

  im_arena_clear (rows->arena);
  row = im_array_parse_list (rows->arena, rows->dtype, text, &failure);
  if (row == NULL)
    return fail_row (rows, line, error, failure->message);
  if (rows->n_rows > 0 && row->count != rows->n_columns)
    {
      g_autofree char *message = g_strdup_printf ("expected %" G_GSIZE_FORMAT
                                                  " numbers as in the row before, found "
                                                  "%" G_GSIZE_FORMAT,
                                                  rows->n_columns, row->count);

      return fail_row (rows, line, error, message);
    }
  if (!check_finite (rows, row, line, error))
    return FALSE;

  rows->n_columns = row->count;
  rows->n_rows++;
  g_byte_array_append (rows->elements, row->data,
                       (guint) (row->count * im_dtype_get_info (row->dtype)->size_bytes));

  return TRUE;
}

static gboolean
add_rows (Rows *rows, const char *text, gsize length, GError **error)
{
  const char *end = text + length;

  for (guint line = 1; text < end; line++)
    {
      const char *stop = memchr (text, '\n', (gsize) (end - text));
      gsize n = (gsize) ((stop == NULL ? end : stop) - text);
      g_autofree char *row = g_strstrip (g_strndup (text, n));

      text += MIN (n + 1, (gsize) (end - text));
      if (*row == '\0' || *row == '#')
        continue;
      g_strdelimit (row, SEPARATORS, ' ');
      if (!add_row (rows, row, line, error))
        return FALSE;
      if (rows->n_rows * rows->n_columns > IM_ARRAY_MAX_ELEMENTS)
        {
          g_autofree char *message = g_strdup_printf ("an array has at most %d elements",
                                                      IM_ARRAY_MAX_ELEMENTS);

          return fail_row (rows, line, error, message);
        }
    }

  return TRUE;
}

static const ImArray *
parse_rows (GBytes *bytes, Rows *rows, ImArena *arena, GError **error)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  gsize mark = length >= 3 && memcmp (text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  ImShape shape = { .rank = 1 };
  ImArray *array;

  if (!add_rows (rows, text + mark, length - mark, error))
    return NULL;
  if (rows->n_rows <= 1 || rows->n_columns <= 1)
    shape.size[0] = (gint32) (rows->n_rows * rows->n_columns);
  else
    shape = (ImShape){ .rank = 2,
                       .size = { (gint32) rows->n_columns, (gint32) rows->n_rows } };
  array = im_array_new (arena, rows->dtype, &shape, error);
  if (array != NULL && rows->elements->len > 0)
    memcpy (array->data, rows->elements->data, rows->elements->len);

  return array;
}

static const ImArray *
parse_csv (GBytes *bytes,
           const char *path,
           const ImDType *dtype,
           ImArena *arena,
           GError **error)
{
  Rows rows = { .path = path };
  const ImArray *array;

  if (dtype == NULL)
    {
      g_set_error (error, IM_UNIT_ARRAY_ERROR, IM_UNIT_ARRAY_ERROR_CONTENT,
                   "%s: a text does not say its element type; write "
                   "System.readArray(\"%s\", System.Float32), or another type",
                   path, path);
      return NULL;
    }

  rows.dtype = *dtype;
  rows.arena = im_arena_new ();
  rows.elements = g_byte_array_new ();
  array = parse_rows (bytes, &rows, arena, error);
  g_byte_array_unref (rows.elements);
  im_arena_free (rows.arena);

  return array;
}

static const ImArray *
parse_npy (GBytes *bytes,
           const char *path,
           const ImDType *dtype,
           ImArena *arena,
           GError **error)
{
  const ImArray *array = im_npy_parse (bytes, path, arena, error);

  if (array == NULL || dtype == NULL)
    return array;
  array = im_array_convert (arena, array, *dtype, error);
  if (array == NULL)
    g_prefix_error (error, "%s: ", path);

  return array;
}

static const struct
{
  const char *ending;
  const ImArray *(*parse) (GBytes *bytes,
                           const char *path,
                           const ImDType *dtype,
                           ImArena *arena,
                           GError **error);
} formats[] = {
  { ".npy", parse_npy },
  { ".csv", parse_csv },
};

/* Returns the number of the format, or -1 with an error. */
static gint
find_format (const char *path, GError **error)
{
  const char *dot = strrchr (path, '.');

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (dot != NULL && g_ascii_strcasecmp (dot, formats[i].ending) == 0)
      return (gint) i;
  g_set_error (error, IM_UNIT_ARRAY_ERROR, IM_UNIT_ARRAY_ERROR_PATH,
               "expected an .npy or a .csv file, found “%s”", path);

  return -1;
}

GBytes *
im_unit_array_load (const ImUnitFile *file, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (im_unit_file_get_path (file));

  if (g_path_is_absolute (path))
    {
      g_set_error (error, IM_UNIT_ARRAY_ERROR, IM_UNIT_ARRAY_ERROR_PATH,
                   "“%s” is an absolute path; it must be relative to the folder of the "
                   "unit file",
                   path);
      return NULL;
    }

  return im_file_read_below (folder, path, MAX_BYTES, NULL, NULL, error);
}

const ImArray *
im_unit_array_read (gconstpointer file,
                    const char *path,
                    const ImDType *dtype,
                    ImArena *arena,
                    GError **error)
{
  gint format = find_format (path, error);
  g_autoptr (GBytes) bytes = format < 0 ? NULL : im_unit_array_load (file, path, error);

  return bytes == NULL ? NULL : formats[format].parse (bytes, path, dtype, arena, error);
}

static gboolean
reads_array (const ImExpr *expr)
{
  return expr->kind == IM_EXPR_CALL && expr->spelling == IM_SPELLING_STATIC &&
         strcmp (expr->name, "readArray") == 0 && expr->n_operands > 0;
}

/* The path that a call reads, or NULL if it is none or cannot be told. */
static const char *
find_path (const ImExpr *expr, ImEnvironment *environment)
{
  const ImExpr *path;
  ImValue value;

  if (!reads_array (expr))
    return NULL;
  path = expr->operands[0];
  if (path->kind == IM_EXPR_CONSTANT)
    value = path->constant;
  else if (environment == NULL || !im_eval (path, environment, &value, NULL))
    return NULL;

  return value.kind == IM_VALUE_STRING ? value.string : NULL;
}

static void
list_paths (const ImExpr *expr, ImEnvironment *environment, GPtrArray *paths)
{
  const char *path = find_path (expr, environment);

  if (path != NULL && !g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
    g_ptr_array_add (paths, g_strdup (path));
  for (guint i = 0; i < expr->n_operands; i++)
    list_paths (expr->operands[i], environment, paths);
}

GPtrArray *
im_unit_array_list (const ImUnit *unit, ImEnvironment *environment)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  im_unit_compile (unit);
  for (guint i = 0; i < unit->n_expressions; i++)
    {
      const ImUnitExpr *expr = unit->expressions[i];
      gboolean has_names = expr->symbols == unit->symbols;

      if (expr->expr != NULL)
        list_paths (expr->expr, has_names ? environment : NULL, paths);
    }

  return paths;
}

static gboolean
reads_any (const ImExpr *expr)
{
  if (reads_array (expr))
    return TRUE;
  for (guint i = 0; i < expr->n_operands; i++)
    if (reads_any (expr->operands[i]))
      return TRUE;

  return FALSE;
}

gboolean
im_unit_array_is_read (const ImUnit *unit)
{
  im_unit_compile (unit);
  for (guint i = 0; i < unit->n_expressions; i++)
    if (unit->expressions[i]->expr != NULL && reads_any (unit->expressions[i]->expr))
      return TRUE;

  return FALSE;
}
