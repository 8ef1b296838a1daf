/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-call.h"

#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "cli/skriptnd/cli-sknd-files.h"
#include "skriptnd/im-sknd-compute.h"
#include "tensor/im-nested-list.h"
#include "tensor/im-npy.h"
#include "tensor/im-tensor-type.h"

/* A tensor that is given for an input. */
typedef struct
{
  const char *name;
  ImSkndBase base;
  ImSkndTensor tensor;
  ImArray *data;
} Given;

typedef struct
{
  CliSkndCall *call;
  const CliOptions *options;
  const char *file;  /* what messages are about */
  ImSkndScope scope; /* without names: values are constant */
  GArray *given;
  GArray *types;
} Reader;

static gboolean G_GNUC_PRINTF (2, 3) fail (Reader *reader, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add_for_file (reader->call->diagnostics, IM_SEVERITY_ERROR, "argument",
                               reader->file, "%s", message);

  return FALSE;
}

/* `cast<int>` without the types in angle brackets, which are kept. */
static char *
take_types (Reader *reader, const char *name)
{
  const char *bracket = strchr (name, '<');
  g_autofree char *text = g_strdup (bracket == NULL ? "" : bracket + 1);
  g_auto (GStrv) words = g_strsplit (g_strdelimit (text, ">", '\0'), ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      ImSkndBase base = IM_SKND_BASE_OPEN;

      if (im_sknd_base_find (g_strstrip (words[i]), &base))
        g_array_append_val (reader->types, base);
      else
        fail (reader, "There is no type “%s”", words[i]);
    }

  return g_strndup (name, bracket == NULL ? strlen (name) : (gsize) (bracket - name));
}

static const ImSkndSignature *
find_in (Reader *reader, const ImSkndFile *file, const char *full_name)
{
  g_autofree char *name = full_name == NULL ? NULL : take_types (reader, full_name);
  g_autofree char *problem = NULL;
  const char *nearest = NULL;
  const ImSkndSignature *signature = NULL;

  if (name == NULL && file->n_definitions == 1)
    name = g_strdup (file->definitions[0]->name.text);
  if (name == NULL)
    {
      fail (reader, "--operator says which of %u operators is meant",
            file->n_definitions);
      return NULL;
    }
  signature = im_sknd_package_find (reader->call->package, file, name,
                                    reader->call->diagnostics, &problem, &nearest);
  if (problem != NULL)
    {
      fail (reader, "%s", problem);
      im_diagnostics_suggest (reader->call->diagnostics, name, nearest);
    }

  return signature;
}

/* `nn.conv` of the library. */
static const ImSkndSignature *
find_in_library (Reader *reader, const char *what)
{
  CliSkndCall *call = reader->call;
  const char *dot = strrchr (what, '.');
  g_autofree char *module = dot == NULL ? g_strdup (what)
                                        : g_strndup (what, (gsize) (dot - what));
  g_autofree char *library = im_sknd_package_dup_library ();
  guint n_errors = im_diagnostics_count (call->diagnostics, IM_SEVERITY_ERROR);
  const ImSkndFile *file = NULL;

  call->package = im_sknd_package_new (NULL, library);
  file = im_sknd_package_import (call->package, module, call->diagnostics);
  if (file != NULL)
    return find_in (reader, file, dot != NULL ? dot + 1 : reader->options->operator_name);
  if (im_diagnostics_count (call->diagnostics, IM_SEVERITY_ERROR) == n_errors)
    fail (reader, "There is neither a file “%s” nor a module “%s” of the library", what,
          module);

  return NULL;
}

static const ImSkndSignature *
find_operator (Reader *reader, const char *what)
{
  CliSkndCall *call = reader->call;
  gboolean is_standard = strcmp (what, "-") == 0;
  g_autofree char *folder = is_standard ? g_strdup (".") : g_path_get_dirname (what);
  g_autofree char *library = im_sknd_package_dup_library ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ImSource) source = NULL;
  const ImSkndFile *file = NULL;

  if (!is_standard && !g_file_test (what, G_FILE_TEST_EXISTS))
    return find_in_library (reader, what);
  source = cli_sknd_read (what, &error);
  if (source == NULL)
    {
      fail (reader, "%s", error->message);
      return NULL;
    }
  reader->file = im_source_get_name (source);
  call->package = im_sknd_package_new (folder, library);
  file = im_sknd_package_add (call->package, source, call->diagnostics);

  return file == NULL ? NULL : find_in (reader, file, reader->options->operator_name);
}

/* The value of an expression without names. */
static gboolean
read_value (Reader *reader,
            const char *name,
            const char *text,
            ImSkndType *type,
            ImSkndValue *value)
{
  g_autoptr (ImSource) source = im_source_new_for_string (name, text);

  return im_sknd_compute (source, &reader->scope, reader->call->arena,
                          reader->call->diagnostics, type, value);
}

static const char *
split (Reader *reader, const char *text, const char *form, const char **rest)
{
  const char *equals = strchr (text, '=');

  if (equals == NULL || equals == text)
    {
      fail (reader, "Expected %s, found “%s”", form, text);
      return NULL;
    }
  *rest = equals + 1;

  return im_arena_strndup (reader->call->arena, text, (gsize) (equals - text));
}

static gboolean
read_attribute (Reader *reader, const char *text)
{
  ImSkndValue *value = im_arena_new0 (reader->call->arena, ImSkndValue, 1);
  ImSkndAttribute attribute = { .value = value };
  const char *rest = NULL;

  attribute.name = split (reader, text, "--attrib NAME=EXPR", &rest);
  if (attribute.name == NULL ||
      !read_value (reader, attribute.name, rest, &attribute.type, value))
    return FALSE;
  g_array_append_val (reader->call->attributes, attribute);

  return TRUE;
}

/* What an input is declared to be, or what the numbers look like where it is generic. */
static ImSkndBase
guess_base (const Reader *reader, const char *name, const char *text)
{
  const ImSkndBlock *block = reader->call->signature->definition->by_kind[IM_SKND_INPUT];
  ImSkndBase base = IM_SKND_BASE_OPEN;

  for (guint i = 0; block != NULL && i < block->n; i++)
    if (strcmp (block->statements[i]->parameter.name.text, name) == 0 &&
        im_sknd_base_find (block->statements[i]->parameter.type.text, &base))
      return base;

  return strstr (text, "true") != NULL || strstr (text, "false") != NULL
             ? IM_SKND_BASE_BOOL
         : strpbrk (text, ".einN") != NULL ? IM_SKND_BASE_REAL
                                           : IM_SKND_BASE_INT;
}

static void
set_tensor (Reader *reader, const ImShape *shape, ImSkndTensor *tensor)
{
  gint64 *extents = im_arena_new0 (reader->call->arena, gint64, shape->rank + 1);

  for (guint i = 0; i < shape->rank; i++)
    extents[i] = shape->size[shape->rank - 1 - i];
  *tensor = (ImSkndTensor){ shape->rank, extents };
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
read_list (Reader *reader, const char *text, Given *given, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  ImShape shape;

  given->base = guess_base (reader, given->name, text);
  if (!im_nested_list_parse (text, numbers, &shape, error))
    return FALSE;
  for (guint i = 0; i < numbers->len && given->base == IM_SKND_BASE_INT; i++)
    if (fabs (fmod (g_array_index (numbers, double, i), 1.0)) > 0)
      return fail (reader, "Expected integers for “%s”", given->name);
  set_tensor (reader, &shape, &given->tensor);
  if (numbers->len == 0)
    return TRUE;
  given->data = im_array_new (reader->call->arena, get_dtype (given->base), &shape,
                              error);
  if (given->data != NULL)
    im_array_store (given->data, 0, given->data->count, (const double *) numbers->data);

  return given->data != NULL;
}

static gboolean
take_array (Reader *reader, ImArray *data, Given *given)
{
  ImDTypeFamily family = im_dtype_get_info (data->dtype)->family;

  if (family != IM_DTYPE_FAMILY_FLOAT && family != IM_DTYPE_FAMILY_INT &&
      family != IM_DTYPE_FAMILY_UINT)
    return fail (reader, "“%s” is of %s; an operator takes floats and integers",
                 given->name, im_dtype_get_info (data->dtype)->name);
  given->base = family == IM_DTYPE_FAMILY_FLOAT ? IM_SKND_BASE_REAL : IM_SKND_BASE_INT;
  if (guess_base (reader, given->name, "0") == IM_SKND_BASE_BOOL)
    given->base = IM_SKND_BASE_BOOL;
  set_tensor (reader, &data->shape, &given->tensor);
  given->data = data;

  return TRUE;
}

/* `real[2,3]` */
static gboolean
read_shape (Reader *reader, const char *bracket, Given *given)
{
  gint64 *kept = NULL;
  ImSkndType type;
  ImSkndValue extents;

  if (!read_value (reader, given->name, bracket, &type, &extents))
    return FALSE;
  if ((type.base != IM_SKND_BASE_INT && type.base != IM_SKND_BASE_OPEN) ||
      !type.is_packed || extents.is_null || extents.n > IM_SKND_MAX_RANK)
    return fail (reader, "Expected at most %d integers as the shape of “%s”",
                 IM_SKND_MAX_RANK, given->name);
  kept = im_arena_new0 (reader->call->arena, gint64, extents.n + 1);
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
read_type (Reader *reader, const char *text, const char *bracket, Given *given)
{
  g_autofree char *name = g_strndup (text, (gsize) (bracket - text));
  ImDType dtype = IM_DTYPE_FLOAT32;

  if (im_sknd_base_find (name, &given->base))
    return read_shape (reader, bracket, given);
  if (!im_dtype_parse (name, strlen (name), &dtype))
    return fail (reader,
                 "Expected a file of NumPy, a type and a shape such as real[2,3], or "
                 "lists of numbers for “%s”, found “%s”",
                 given->name, text);
  given->base = im_dtype_is_float (dtype) ? IM_SKND_BASE_REAL : IM_SKND_BASE_INT;

  return read_shape (reader, bracket, given);
}

static gboolean
read_given (Reader *reader, const char *text, Given *given, GError **error)
{
  ImArena *arena = reader->call->arena;
  const char *bracket = strchr (text, '[');
  ImArray *data = NULL;

  if (g_str_has_suffix (text, ".npy") || strchr (text, '{') != NULL)
    {
      data = strchr (text, '{') != NULL ? im_array_parse (arena, text, error)
                                        : im_npy_load (text, arena, error);
      return data != NULL && take_array (reader, data, given);
    }
  if (bracket != NULL && bracket != text && g_ascii_isalpha (*text))
    return read_type (reader, text, bracket, given);

  return read_list (reader, text, given, error);
}

/* A pack is given by repeating its name. */
static gboolean
read_argument (Reader *reader, const char *text)
{
  g_autoptr (GError) error = NULL;
  const char *rest = NULL;
  Given given = { NULL };

  given.name = split (reader, text, "--input NAME=VALUE", &rest);
  if (given.name == NULL)
    return FALSE;
  if (!read_given (reader, rest, &given, &error))
    return error != NULL ? fail (reader, "--input %s: %s", given.name, error->message)
                         : FALSE;
  g_array_append_val (reader->given, given);

  return TRUE;
}

static gboolean
read_all (Reader *reader, char **texts, gboolean (*read) (Reader *reader, const char *))
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    if (!read (reader, texts[i]))
      return FALSE;

  return TRUE;
}

/* Doubles and 64 bits only where they are given. */
static void
choose_types (Reader *reader)
{
  CliSkndCall *call = reader->call;
  guint n_wide = 0, n_narrow = 0;

  call->real = IM_DTYPE_FLOAT32;
  for (guint i = 0; i < reader->given->len; i++)
    {
      const Given *given = &g_array_index (reader->given, Given, i);
      guint size_bytes = given->data == NULL
                             ? 0
                             : im_dtype_get_info (given->data->dtype)->size_bytes;

      if (given->base == IM_SKND_BASE_REAL && size_bytes == 8)
        call->real = IM_DTYPE_FLOAT64;
      if (given->base == IM_SKND_BASE_INT)
        (*(size_bytes == 4 ? &n_narrow : &n_wide))++;
    }
  call->integer = n_narrow > 0 && n_wide == 0 ? IM_DTYPE_INT32 : IM_DTYPE_INT64;
}

static ImArray *
convert (Reader *reader, const Given *given)
{
  CliSkndCall *call = reader->call;
  ImDType dtype = given->base == IM_SKND_BASE_BOOL   ? IM_DTYPE_UINT8
                  : given->base == IM_SKND_BASE_REAL ? call->real
                                                     : call->integer;
  const ImDTypeInfo *from = NULL, *to = im_dtype_get_info (dtype);
  ImArray *array = NULL;

  if (given->data == NULL || given->data->dtype == dtype)
    return given->data;
  from = im_dtype_get_info (given->data->dtype);
  array = im_array_new (call->arena, dtype, &given->data->shape, NULL);
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

gsize
cli_sknd_count (const ImSkndTensor *tensor)
{
  gsize count = 1;

  for (guint i = 0; i < tensor->rank; i++)
    count *= (gsize) tensor->extents[i];

  return count;
}

/* The tensors of one input together, in the order in which inputs are declared. */
static void
collect (Reader *reader, const char *name)
{
  CliSkndCall *call = reader->call;
  ImSkndArgument argument = { name, IM_SKND_BASE_OPEN, 0, NULL };
  ImSkndTensor *tensors = im_arena_new0 (call->arena, ImSkndTensor,
                                         reader->given->len + 1);

  for (guint i = 0; i < reader->given->len; i++)
    {
      const Given *given = &g_array_index (reader->given, Given, i);

      if (strcmp (given->name, name) != 0)
        continue;
      if (argument.base != IM_SKND_BASE_REAL)
        argument.base = given->base;
      tensors[argument.n++] = given->tensor;
      if (cli_sknd_count (&given->tensor) > 0)
        g_ptr_array_add (call->data, convert (reader, given));
    }
  argument.tensors = tensors;
  if (argument.n > 0)
    g_array_append_val (call->arguments, argument);
}

static gboolean
is_input (const Reader *reader, const char *name)
{
  const ImSkndBlock *block = reader->call->signature->definition->by_kind[IM_SKND_INPUT];

  for (guint i = 0; block != NULL && i < block->n; i++)
    if (strcmp (block->statements[i]->parameter.name.text, name) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
collect_all (Reader *reader)
{
  const ImSkndDefinition *definition = reader->call->signature->definition;
  const ImSkndBlock *block = definition->by_kind[IM_SKND_INPUT];

  for (guint i = 0; i < reader->given->len; i++)
    if (!is_input (reader, g_array_index (reader->given, Given, i).name))
      return fail (reader, "“%s” has no input “%s”", definition->name.text,
                   g_array_index (reader->given, Given, i).name);
  choose_types (reader);
  for (guint i = 0; block != NULL && i < block->n; i++)
    collect (reader, block->statements[i]->parameter.name.text);

  return TRUE;
}

static gboolean
bind (Reader *reader)
{
  CliSkndCall *call = reader->call;

  if (!read_all (reader, reader->options->attributes, read_attribute) ||
      !read_all (reader, reader->options->inputs, read_argument) || !collect_all (reader))
    return FALSE;
  call->instance = im_sknd_instantiate (
      call->signature, reader->types->len,
      (const ImSkndBase *) (gpointer) reader->types->data, call->attributes->len,
      (const ImSkndAttribute *) (gpointer) call->attributes->data, call->arguments->len,
      (const ImSkndArgument *) (gpointer) call->arguments->data, call->diagnostics);

  return call->instance != NULL;
}

gboolean
cli_sknd_call_open (CliSkndCall *call,
                    const CliOptions *options,
                    const char *what,
                    ImDiagnostics *diagnostics)
{
  Reader reader = { call, options, what };
  gboolean is_fine = FALSE;

  *call = (CliSkndCall){ .diagnostics = diagnostics };
  call->arena = im_arena_new ();
  call->attributes = g_array_new (FALSE, FALSE, sizeof (ImSkndAttribute));
  call->arguments = g_array_new (FALSE, FALSE, sizeof (ImSkndArgument));
  call->data = g_ptr_array_new ();
  reader.given = g_array_new (FALSE, FALSE, sizeof (Given));
  reader.types = g_array_new (FALSE, FALSE, sizeof (ImSkndBase));
  im_sknd_scope_init (&reader.scope, NULL);
  call->signature = find_operator (&reader, what);
  is_fine = call->signature != NULL && bind (&reader);
  im_sknd_scope_clear (&reader.scope);
  g_array_unref (reader.given);
  g_array_unref (reader.types);

  return is_fine;
}

void
cli_sknd_call_clear (CliSkndCall *call)
{
  g_clear_pointer (&call->instance, im_sknd_instance_free);
  g_clear_pointer (&call->package, im_sknd_package_unref);
  g_clear_pointer (&call->attributes, g_array_unref);
  g_clear_pointer (&call->arguments, g_array_unref);
  g_clear_pointer (&call->data, g_ptr_array_unref);
  g_clear_pointer (&call->arena, im_arena_free);
}
