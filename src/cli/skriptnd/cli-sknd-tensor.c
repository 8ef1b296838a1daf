/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-tensor.h"

#include <math.h>
#include <string.h>

#include "skriptnd/value/im-sknd-compute.h"
#include "tensor/im-dat.h"
#include "tensor/im-nested-list.h"
#include "tensor/im-npy.h"
#include "tensor/im-tensor-type.h"

typedef struct
{
  CliSkndTensor *given;
  ImSkndBase wanted;
  const char *file;
  ImArena *arena;
  ImDiagnostics *diagnostics;
} Reader;

static gboolean G_GNUC_PRINTF (2, 3) fail (const Reader *reader, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add_for_file (reader->diagnostics, IM_SEVERITY_ERROR, "argument",
                               reader->file, "%s", message);

  return FALSE;
}

/* What it is declared to be, or what the numbers look like where that is generic. */
static ImSkndBase
guess_base (const Reader *reader, const char *text)
{
  if (reader->wanted != IM_SKND_BASE_OPEN)
    return reader->wanted;

  return strstr (text, "true") != NULL || strstr (text, "false") != NULL
             ? IM_SKND_BASE_BOOL
         : strpbrk (text, ".einN") != NULL ? IM_SKND_BASE_REAL
                                           : IM_SKND_BASE_INT;
}

static void
set_tensor (const Reader *reader, const ImShape *shape)
{
  reader->given->tensor = im_sknd_tensor_new (shape, reader->arena);
}

/* The element type of what is given as numbers. */
static ImDType
get_dtype (ImSkndBase base)
{
  return base == IM_SKND_BASE_BOOL   ? IM_DTYPE_UINT8
         : base == IM_SKND_BASE_REAL ? IM_DTYPE_FLOAT32
                                     : IM_DTYPE_INT64;
}

static gboolean
read_list (const Reader *reader, const char *text, GError **error)
{
  CliSkndTensor *given = reader->given;
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  ImShape shape;

  given->base = guess_base (reader, text);
  if (!im_nested_list_parse (text, numbers, &shape, error))
    return FALSE;
  for (guint i = 0; i < numbers->len && given->base == IM_SKND_BASE_INT; i++)
    if (fabs (fmod (g_array_index (numbers, double, i), 1.0)) > 0)
      return fail (reader, "Expected integers for “%s”", given->name);
  set_tensor (reader, &shape);
  if (numbers->len == 0)
    return TRUE;
  given->data = im_array_new (reader->arena, get_dtype (given->base), &shape, error);
  if (given->data != NULL)
    im_array_store (given->data, 0, given->data->count, (const double *) numbers->data);

  return given->data != NULL;
}

static gboolean
take (const Reader *reader, ImArray *data, gboolean is_bool)
{
  CliSkndTensor *given = reader->given;
  ImDTypeFamily family = im_dtype_get_info (data->dtype)->family;

  if (family != IM_DTYPE_FAMILY_FLOAT && family != IM_DTYPE_FAMILY_INT &&
      family != IM_DTYPE_FAMILY_UINT)
    return fail (reader, "“%s” is of %s; an operator takes floats and integers",
                 given->name, im_dtype_get_info (data->dtype)->name);
  given->base = is_bool                               ? IM_SKND_BASE_BOOL
                : family == IM_DTYPE_FAMILY_FLOAT     ? IM_SKND_BASE_REAL
                : reader->wanted == IM_SKND_BASE_BOOL ? IM_SKND_BASE_BOOL
                                                      : IM_SKND_BASE_INT;
  set_tensor (reader, &data->shape);
  given->data = data->count > 0 ? data : NULL;

  return TRUE;
}

/* The value of an expression without names. */
static gboolean
read_value (const Reader *reader, const char *text, ImSkndType *type, ImSkndValue *value)
{
  g_autoptr (ImSource) source = im_source_new_for_string (reader->given->name, text);
  g_auto (ImSkndScope) scope = { NULL };

  im_sknd_scope_init (&scope, NULL);

  return im_sknd_compute (source, &scope, reader->arena, reader->diagnostics, type,
                          value);
}

/* `real[2,3]` */
static gboolean
read_shape (const Reader *reader, const char *bracket)
{
  CliSkndTensor *given = reader->given;
  gint64 *kept = NULL;
  ImSkndType type;
  ImSkndValue extents;

  if (!read_value (reader, bracket, &type, &extents))
    return FALSE;
  if ((type.base != IM_SKND_BASE_INT && type.base != IM_SKND_BASE_OPEN) ||
      !type.is_packed || extents.is_null || extents.n > IM_SKND_MAX_RANK)
    return fail (reader, "Expected at most %d integers as the shape of “%s”",
                 IM_SKND_MAX_RANK, given->name);
  kept = im_arena_new0 (reader->arena, gint64, extents.n + 1);
  for (guint i = 0; i < extents.n; i++)
    {
      kept[i] = extents.items[i].integer;
      if (kept[i] < 0)
        return fail (reader, "An extent of “%s” is negative", given->name);
    }
  given->tensor = (ImSkndTensor){ extents.n, kept };

  return TRUE;
}

/* A type of the language, or an element type. */
static gboolean
read_type (const Reader *reader, const char *text, const char *bracket)
{
  CliSkndTensor *given = reader->given;
  g_autofree char *name = g_strndup (text, (gsize) (bracket - text));
  ImDType dtype = IM_DTYPE_FLOAT32;

  if (im_sknd_base_find (name, &given->base))
    return read_shape (reader, bracket);
  if (!im_dtype_parse (name, strlen (name), &dtype))
    return fail (
        reader,
        "Expected a file of NumPy or NNEF, a type and a shape such as real[2,3], or "
        "lists of numbers for “%s”, found “%s”",
        given->name, text);
  given->base = im_dtype_is_float (dtype) ? IM_SKND_BASE_REAL : IM_SKND_BASE_INT;

  return read_shape (reader, bracket);
}

static gboolean
read_file (const Reader *reader, const char *path, GError **error)
{
  gboolean is_bool = FALSE;
  ImArray *data = g_str_has_suffix (path, ".dat")
                      ? im_dat_load (path, reader->arena, &is_bool, error)
                      : im_npy_load_any (path, reader->arena, &is_bool, error);

  return data != NULL && take (reader, data, is_bool);
}

static gboolean
read_given (const Reader *reader, const char *text, GError **error)
{
  const char *bracket = strchr (text, '[');

  if (g_str_has_suffix (text, ".npy") || g_str_has_suffix (text, ".dat"))
    return read_file (reader, text, error);
  if (strchr (text, '{') != NULL)
    {
      ImArray *data = im_array_parse (reader->arena, text, error);

      return data != NULL && take (reader, data, FALSE);
    }
  if (bracket != NULL && bracket != text && g_ascii_isalpha (*text))
    return read_type (reader, text, bracket);

  return read_list (reader, text, error);
}

gboolean
cli_sknd_tensor_read (CliSkndTensor *given,
                      const char *text,
                      ImSkndBase wanted,
                      const char *file,
                      ImArena *arena,
                      ImDiagnostics *diagnostics)
{
  const Reader reader = { given, wanted, file, arena, diagnostics };
  g_autoptr (GError) error = NULL;

  if (read_given (&reader, text, &error))
    return TRUE;

  return error != NULL ? fail (&reader, "--input %s: %s", given->name, error->message)
                       : FALSE;
}

gboolean
cli_sknd_tensor_take (CliSkndTensor *given,
                      ImArray *data,
                      gboolean is_bool,
                      ImSkndBase wanted,
                      const char *file,
                      ImArena *arena,
                      ImDiagnostics *diagnostics)
{
  const Reader reader = { given, wanted, file, arena, diagnostics };

  return take (&reader, data, is_bool);
}

ImArray *
cli_sknd_tensor_convert (const CliSkndTensor *given, ImDType dtype, ImArena *arena)
{
  const ImDTypeInfo *from = NULL, *to = im_dtype_get_info (dtype);
  ImArray *array = NULL;

  if (given->data == NULL ||
      (given->data->dtype == dtype && given->base != IM_SKND_BASE_BOOL))
    return given->data;
  from = im_dtype_get_info (given->data->dtype);
  array = im_array_new (arena, dtype, &given->data->shape, NULL);
  for (gsize i = 0; i < array->count; i++)
    {
      double number = 0;

      if (from->get != NULL && to->set != NULL)
        {
          gint64 element = from->get (given->data->data, i);

          to->set (array->data, i,
                   given->base == IM_SKND_BASE_BOOL ? element != 0 : element);
          continue;
        }
      im_array_load (given->data, i, 1, &number);
      im_array_store (array, i, 1, &number);
    }

  return array;
}

void
cli_sknd_append_type (ImSkndBase base, const ImSkndTensor *tensor, GString *out)
{
  const ImSkndType type = { .base = base };

  im_sknd_type_append (&type, out);
  im_sknd_tensor_append (tensor, out);
}
