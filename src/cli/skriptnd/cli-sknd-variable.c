/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-variable.h"

#include <string.h>

#include "cli/skriptnd/cli-sknd-files.h"
#include "tensor/im-dat.h"

#define SUFFIX ".dat"

static gboolean G_GNUC_PRINTF (3, 4) fail (const CliSkndCall *call,
                                           const ImSkndVariable *variable,
                                           const char *format,
                                           ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (call->diagnostics, IM_SEVERITY_ERROR, "variable", variable->source,
                      variable->span, "%s", message);

  return FALSE;
}

static void
add_name (GPtrArray *names, char *name)
{
  if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_free (name);
  else
    g_ptr_array_add (names, name);
}

/* What its file may be called, the name that is taken first first. */
static GPtrArray *
get_names (const CliSkndCall *call, const ImSkndVariable *variable)
{
  const ImSkndSignature *signature = call->signature;
  const char *graph = signature->definition->name.text;
  g_autofree char *module = cli_sknd_dup_module (
      im_source_get_name (signature->file->source));
  const char *paths[] = { variable->path, variable->long_path };
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    add_name (names, g_strconcat (paths[i], SUFFIX, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    add_name (names, g_strdup_printf ("%s.%s" SUFFIX, graph, paths[i]));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      add_name (names, g_strdup_printf ("%s.%s.%s" SUFFIX, module, graph, paths[i]));
      add_name (names, g_strdup_printf ("main.%s.%s" SUFFIX, graph, paths[i]));
    }

  return names;
}

static char *
find_file (const CliSkndCall *call, const GPtrArray *names)
{
  for (guint i = 0; call->folder != NULL && i < names->len; i++)
    {
      char *path = g_build_filename (call->folder, g_ptr_array_index (names, i), NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return path;
      g_free (path);
    }

  return NULL;
}

/* What `--input` gives; it is taken out of what is left. */
static gboolean
take_given (CliSkndCall *call, const ImSkndVariable *variable, CliSkndTensor *given)
{
  for (guint i = 0; i < call->variables->len; i++)
    {
      *given = g_array_index (call->variables, CliSkndTensor, i);
      if (strcmp (given->name, variable->path) != 0 &&
          strcmp (given->name, variable->long_path) != 0)
        continue;
      g_array_remove_index (call->variables, i);
      if (given->base == IM_SKND_BASE_INT && variable->base != IM_SKND_BASE_INT &&
          given->data != NULL)
        given->base = variable->base;
      return TRUE;
    }

  return FALSE;
}

static gboolean
read_file (CliSkndCall *call, const ImSkndVariable *variable, CliSkndTensor *given)
{
  g_autoptr (GPtrArray) names = get_names (call, variable);
  g_autofree char *path = find_file (call, names);
  g_autoptr (GError) error = NULL;
  gboolean is_bool = FALSE;
  ImArray *array = NULL;

  if (path == NULL)
    {
      fail (call, variable, "There is no file of the variable “%s”", variable->path);
      im_diagnostics_note (call->diagnostics,
                           "It would be called %s, or %s, and lie beside the text; "
                           "--input %s=… gives it, too",
                           (const char *) g_ptr_array_index (names, 0),
                           (const char *) g_ptr_array_index (names, names->len - 1),
                           variable->path);
      return FALSE;
    }
  array = im_dat_load (path, call->arena, &is_bool, &error);
  if (array == NULL)
    return fail (call, variable, "The variable “%s” cannot be read: %s", variable->path,
                 error->message);
  given->name = variable->path;

  return cli_sknd_tensor_take (given, array, is_bool, variable->base, path, call->arena,
                               call->diagnostics);
}

static gboolean
check_type (const CliSkndCall *call,
            const ImSkndVariable *variable,
            const CliSkndTensor *given)
{
  const ImSkndTensor *a = &variable->tensor, *b = &given->tensor;
  gboolean is_same = variable->base == given->base && im_sknd_tensor_is (b, a);
  g_autoptr (GString) declared = NULL, found = NULL;

  if (is_same && (given->data != NULL || im_sknd_tensor_count (b) == 0))
    return TRUE;
  if (is_same)
    return fail (call, variable,
                 "The variable “%s” has no elements: only its type is "
                 "given",
                 variable->path);
  declared = g_string_new (NULL);
  found = g_string_new (NULL);
  cli_sknd_append_type (variable->base, a, declared);
  cli_sknd_append_type (given->base, b, found);

  return fail (call, variable, "The variable “%s” is declared as %s, but %s is given",
               variable->path, declared->str, found->str);
}

/* All that is wrong is told at once. */
gboolean
cli_sknd_read_variables (CliSkndCall *call, const GPtrArray *variables)
{
  gboolean is_fine = TRUE;

  for (guint i = 0; i < variables->len; i++)
    {
      const ImSkndVariable *variable = g_ptr_array_index (variables, i);
      CliSkndTensor given = { NULL };

      if ((!take_given (call, variable, &given) && !read_file (call, variable, &given)) ||
          !check_type (call, variable, &given))
        is_fine = FALSE;
      else if (variable->buffer >= 0)
        g_ptr_array_add (call->data, cli_sknd_call_convert (call, &given));
    }
  for (guint i = 0; i < call->variables->len; i++)
    {
      im_diagnostics_add_for_file (
          call->diagnostics, IM_SEVERITY_ERROR, "argument",
          im_source_get_name (call->signature->file->source),
          "“%s” has neither an input nor a variable “%s”",
          call->signature->definition->name.text,
          g_array_index (call->variables, CliSkndTensor, i).name);
      is_fine = FALSE;
    }

  return is_fine;
}
