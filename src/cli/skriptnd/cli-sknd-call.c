/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-call.h"

#include <string.h>

#include "base/im-text.h"
#include "cli/skriptnd/cli-sknd-files.h"
#include "cli/skriptnd/cli-sknd-fill.h"
#include "skriptnd/package/im-sknd-body.h"
#include "skriptnd/value/im-sknd-compute.h"

typedef struct
{
  CliSkndCall *call;
  const CliOptions *options;
  const char *file;  /* what messages are about */
  ImSkndScope scope; /* without names: values are constant */
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

/* The first graph is the one that is meant, or the only operator. */
static const ImSkndDefinition *
find_default (const ImSkndFile *file)
{
  for (guint i = 0; i < file->n_definitions; i++)
    if (file->definitions[i]->is_graph)
      return file->definitions[i];

  return file->n_definitions == 1 ? file->definitions[0] : NULL;
}

static const ImSkndSignature *
find_in (Reader *reader, const ImSkndFile *file, const char *full_name)
{
  g_autofree char *name = full_name == NULL ? NULL : take_types (reader, full_name);
  const ImSkndDefinition *definition = find_default (file);
  g_autofree char *problem = NULL;
  const char *nearest = NULL;
  const ImSkndSignature *signature = NULL;

  if (name == NULL && definition != NULL)
    name = g_strdup (definition->name.text);
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
  if (signature != NULL && reader->options->graph != NULL &&
      !signature->definition->is_graph)
    {
      fail (reader, "“%s” is an operator; --operator takes it", name);
      return NULL;
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
  g_autofree char *path = cli_sknd_dup_main (what);
  g_autofree char *library = im_sknd_package_dup_library ();
  const char *name = reader->options->graph != NULL ? reader->options->graph
                                                    : reader->options->operator_name;
  g_autoptr (GError) error = NULL;
  g_autoptr (ImSource) source = NULL;
  const ImSkndFile *file = NULL;

  if (!is_standard && !g_file_test (path, G_FILE_TEST_EXISTS))
    return find_in_library (reader, what);
  source = cli_sknd_read (path, &error);
  if (source == NULL)
    {
      fail (reader, "%s", error->message);
      return NULL;
    }
  reader->file = im_source_get_name (source);
  call->folder = is_standard ? g_strdup (".") : g_path_get_dirname (path);
  call->package = im_sknd_package_new (call->folder, library);
  file = im_sknd_package_add (call->package, source, call->diagnostics);

  return file == NULL ? NULL : find_in (reader, file, name);
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

/* What an input is declared to be; OPEN if that is generic, or there is none. */
static ImSkndBase
find_base (const Reader *reader, const char *name, gboolean *is_input)
{
  const ImSkndBlock *block = reader->call->signature->definition->by_kind[IM_SKND_INPUT];
  ImSkndBase base = IM_SKND_BASE_OPEN;

  *is_input = FALSE;
  for (guint i = 0; block != NULL && i < block->n; i++)
    if (strcmp (block->statements[i]->parameter.name.text, name) == 0)
      {
        *is_input = TRUE;
        im_sknd_base_find (block->statements[i]->parameter.type.text, &base);
      }

  return base;
}

/* Variables, whose names may have labels in front, are looked for later; a call that is
 * alone has none. */
static gboolean
is_variable (const Reader *reader, const char *name)
{
  const ImSkndDefinition *definition = reader->call->signature->definition;
  const ImSkndBlock *block = definition->by_kind[IM_SKND_VARIABLE];

  for (guint i = 0; block != NULL && i < block->n; i++)
    if (strcmp (block->statements[i]->parameter.name.text, name) == 0)
      return TRUE;

  block = definition->by_kind[IM_SKND_COMPOSE];

  return block != NULL && (strchr (name, '.') != NULL || block->n == 1);
}

/* A pack is given by repeating its name. */
static gboolean
read_argument (Reader *reader, const char *text)
{
  CliSkndCall *call = reader->call;
  const char *rest = NULL;
  CliSkndTensor given = { NULL };
  gboolean is_input = FALSE;
  ImSkndBase base = IM_SKND_BASE_OPEN;

  given.name = split (reader, text, "--input NAME=VALUE", &rest);
  if (given.name == NULL)
    return FALSE;
  base = find_base (reader, given.name, &is_input);
  if (!is_input && !is_variable (reader, given.name))
    return fail (reader, "“%s” has no input “%s”", call->signature->definition->name.text,
                 given.name);
  if (!cli_sknd_tensor_read (&given, rest, base, reader->file, call->arena,
                             call->diagnostics))
    return FALSE;
  g_array_append_val (is_input ? call->given : call->variables, given);

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
  for (guint i = 0; i < call->given->len; i++)
    {
      const CliSkndTensor *given = &g_array_index (call->given, CliSkndTensor, i);
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

ImDType
cli_sknd_call_get_dtype (const CliSkndCall *call, ImSkndBase base)
{
  return base == IM_SKND_BASE_BOOL   ? IM_DTYPE_UINT8
         : base == IM_SKND_BASE_REAL ? call->real
                                     : call->integer;
}

ImArray *
cli_sknd_call_convert (const CliSkndCall *call, const CliSkndTensor *given)
{
  return cli_sknd_tensor_convert (given, cli_sknd_call_get_dtype (call, given->base),
                                  call->arena);
}

/* The tensors of one input together, in the order in which inputs are declared. */
static void
collect (Reader *reader, const char *name)
{
  CliSkndCall *call = reader->call;
  ImSkndArgument argument = { name, IM_SKND_BASE_OPEN, 0, NULL };
  ImSkndTensor *tensors = im_arena_new0 (call->arena, ImSkndTensor, call->given->len + 1);

  for (guint i = 0; i < call->given->len; i++)
    {
      const CliSkndTensor *given = &g_array_index (call->given, CliSkndTensor, i);

      if (strcmp (given->name, name) != 0)
        continue;
      if (argument.base != IM_SKND_BASE_REAL)
        argument.base = given->base;
      tensors[argument.n++] = given->tensor;
      if (im_sknd_tensor_count (&given->tensor) > 0)
        g_ptr_array_add (call->data, cli_sknd_call_convert (call, given));
    }
  argument.tensors = tensors;
  if (argument.n > 0)
    g_array_append_val (call->arguments, argument);
}

static void
collect_all (Reader *reader)
{
  const ImSkndDefinition *definition = reader->call->signature->definition;
  const ImSkndBlock *block = definition->by_kind[IM_SKND_INPUT];

  choose_types (reader);
  for (guint i = 0; block != NULL && i < block->n; i++)
    collect (reader, block->statements[i]->parameter.name.text);
}

static gboolean
bind (Reader *reader)
{
  CliSkndCall *call = reader->call;

  if (!read_all (reader, reader->options->attributes, read_attribute) ||
      !read_all (reader, reader->options->inputs, read_argument))
    return FALSE;
  if (call->signature->definition->is_graph && call->given->len == 0)
    cli_sknd_fill_inputs (call);
  collect_all (reader);
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
  call->given = g_array_new (FALSE, FALSE, sizeof (CliSkndTensor));
  call->variables = g_array_new (FALSE, FALSE, sizeof (CliSkndTensor));
  reader.types = g_array_new (FALSE, FALSE, sizeof (ImSkndBase));
  im_sknd_scope_init (&reader.scope, NULL);
  call->signature = find_operator (&reader, what);
  is_fine = call->signature != NULL &&
            (!call->signature->definition->is_graph ||
             im_sknd_graph_check (call->signature, diagnostics)) &&
            bind (&reader);
  im_sknd_scope_clear (&reader.scope);
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
  g_clear_pointer (&call->given, g_array_unref);
  g_clear_pointer (&call->variables, g_array_unref);
  g_clear_pointer (&call->folder, g_free);
  g_clear_pointer (&call->arena, im_arena_free);
}
