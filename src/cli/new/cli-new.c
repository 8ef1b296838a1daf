/* SPDX-License-Identifier: MIT
 *
 * `imaginet new`: units and pipelines to begin with.
 */
#include <string.h>

#include "base/im-text.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "document/disk/im-document-new.h"
#include "package/im-package.h"
#include "template/im-unit-template.h"
#include "wrap/im-wrap.h"

/* Shows the path of what was made. */
static CliExit
show_path (CliContext *context, const char *path)
{
  ImJson json = { context->out };

  if (context->options->json)
    {
      im_json_open_object (&json);
      im_json_member_string (&json, "path", path);
      cli_json_close (&json, NULL);
    }
  else
    g_string_append_printf (context->out, "%s\n", path);

  return CLI_EXIT_FINE;
}

static CliExit
fail_template (CliContext *context, const char *const *names, const char *wanted)
{
  const char *nearest = im_text_nearest (wanted, names, g_strv_length ((char **) names));
  g_autofree char *hint = cli_text_dup_hint (nearest);
  g_autofree char *all = g_strjoinv (", ", (char **) names);

  return cli_output_usage_among (context, names,
                                 "there is no template “%s”%s; the templates are %s",
                                 wanted, hint, all);
}

/* Divides FILE:FUNCTION; a file may have a colon in its name, too. */
static char *
dup_file (const char *text, const char **function)
{
  const char *colon = strrchr (text, ':');

  *function = NULL;
  if (colon == NULL || g_file_test (text, G_FILE_TEST_EXISTS))
    return g_strdup (text);
  *function = colon[1] == '\0' ? NULL : colon + 1;

  return g_strndup (text, (gsize) (colon - text));
}

static void
show_wrapped (CliContext *context, const ImWrap *wrap, const char *path)
{
  const char *const *notes = im_wrap_get_notes (wrap);
  g_autofree char *summary = im_wrap_dup_summary (wrap);
  ImJson json = { context->out };

  if (context->options->json)
    {
      im_json_open_object (&json);
      im_json_member_string (&json, "path", path);
      im_json_member_array (&json, "notes");
      for (; *notes != NULL; notes++)
        im_json_string (&json, *notes);
      im_json_close_array (&json);
      cli_json_close (&json, NULL);
      return;
    }
  g_string_append_printf (context->out, "%s\n%s", path, summary);
  for (; *notes != NULL; notes++)
    g_string_append_printf (context->out, "note: %s\n", *notes);
}

static CliExit
wrap_function (CliContext *context)
{
  const CliOptions *options = context->options;
  const char *function;
  g_autofree char *file = dup_file (options->wrap, &function);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImWrap) wrap = NULL;
  g_autofree char *path = NULL;

  if (options->template != NULL)
    return cli_output_usage (context, "%s",
                             "a unit begins with --template or with --wrap, not both");
  wrap = im_wrap_new (file, function, NULL, &error);
  if (wrap == NULL)
    return cli_output_failure (context, "cannot-wrap", "%s", error->message);
  path = im_wrap_write (wrap, options->arguments[1],
                        options->output == NULL ? "." : options->output, &error);
  if (path == NULL)
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  show_wrapped (context, wrap, path);

  return CLI_EXIT_FINE;
}

/* The template of --template; NULL if there is none, which @status tells. */
static const ImUnitTemplate *
find_template (CliContext *context, CliExit *status)
{
  const CliOptions *options = context->options;
  const char *wanted = options->template == NULL ? "element-wise" : options->template;
  const ImUnitTemplate *template = im_unit_template_find (wanted);
  g_autofree const char **names = NULL;
  const ImUnitTemplate *all;
  guint n;

  if (template != NULL)
    return template;
  all = im_unit_template_get_all (&n);
  names = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = all[i].name;
  *status = fail_template (context, names, wanted);

  return NULL;
}

static CliExit
new_unit (CliContext *context)
{
  const CliOptions *options = context->options;
  const ImUnitTemplate *template;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  CliExit status;

  if (options->wrap != NULL)
    return wrap_function (context);
  template = find_template (context, &status);
  if (template == NULL)
    return status;
  path = im_unit_template_write (template, options->arguments[1],
                                 options->output == NULL ? "." : options->output, &error);

  return path == NULL ? cli_output_failure (context, "cannot-write", "%s", error->message)
                      : show_path (context, path);
}

/* The first part of ids of a package: `own-units` becomes `OwnUnits`. */
static char *
dup_namespace (const char *name)
{
  GString *out = g_string_new (NULL);
  gboolean begins = TRUE;

  for (; *name != '\0'; name++)
    {
      if (g_ascii_isalnum (*name))
        g_string_append_c (out, begins ? g_ascii_toupper (*name) : *name);
      begins = !g_ascii_isalnum (*name);
    }
  if (out->len == 0 || g_ascii_isdigit (*out->str))
    g_string_prepend (out, "Package");

  return g_string_free (out, FALSE);
}

/* A folder with what it says of itself and a first unit. */
static CliExit
new_package (CliContext *context)
{
  const CliOptions *options = context->options;
  const char *folder = options->arguments[1], *user = g_get_real_name ();
  g_autofree char *full = g_canonicalize_filename (folder, NULL);
  g_autofree char *name = g_path_get_basename (full);
  g_autofree char *space = dup_namespace (name);
  g_autofree char *id = options->unit != NULL ? g_strdup (options->unit)
                                              : g_strconcat (space, ".First", NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  ImPackageNotes notes = { .name = name,
                           .version = (char *) "0.1.0",
                           .licence = options->licence,
                           .author = options->author };
  const ImUnitTemplate *template;
  CliExit status;

  template = find_template (context, &status);
  if (template == NULL)
    return status;
  if (notes.author == NULL && strcmp (user, "Unknown") != 0 && *user != '\0')
    notes.author = (char *) user;
  if (im_artifacts_look_at_folder (folder) != IM_ARTIFACTS_PLACE_FREE)
    return cli_output_failure (context, "cannot-write",
                               "“%s” is there already and not empty: choose another name",
                               folder);
  path = im_unit_template_write (template, id, folder, &error);
  if (path == NULL || !im_package_notes_write (&notes, folder, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);

  return show_path (context, path);
}

static CliExit
new_pipeline (CliContext *context)
{
  static const char *const names[] = { "stack", "graph", NULL };
  const CliOptions *options = context->options;
  const char *wanted = options->template == NULL ? names[0] : options->template;
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->arguments[1]);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDocument) document = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_taken;

  if (options->wrap != NULL)
    return cli_output_usage (context, "%s",
                             "functions become units: imaginet new unit ID "
                             "--wrap FILE");
  if (!g_strv_contains (names, wanted))
    return fail_template (context, names, wanted);
  path = im_document_dup_path (file, &is_taken);
  if (path == NULL)
    return cli_output_failure (context, "cannot-write",
                               "“%s” is not a file of this computer",
                               options->arguments[1]);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return cli_output_failure (context, "cannot-write",
                               "there is “%s” already: choose another name", path);
  document = im_document_new_untitled (
      strcmp (wanted, "graph") == 0 ? IM_DOCUMENT_GRAPH : IM_DOCUMENT_STACK, library);

  return im_document_save_first (document, path, &error)
             ? show_path (context, path)
             : cli_output_failure (context, "cannot-write", "%s", error->message);
}

CliExit
cli_new_run (CliContext *context)
{
  static const struct
  {
    CliExit (*run) (CliContext *context);
    const char *needs;
  } rows[] = {
    { new_unit, "a new unit needs an id, such as Own.MovingAverage" },
    { new_pipeline, "a new pipeline needs a file, such as own.imunit" },
    { new_package, "a new package needs a folder, such as own-units" },
  };
  static const char *const kinds[] = { "unit", "pipeline", "package", NULL };
  const CliOptions *options = context->options;
  const char *kind = options->arguments[0];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (kinds[i], kind) == 0)
      return options->n_arguments < 2 ? cli_output_usage (context, "%s", rows[i].needs)
                                      : rows[i].run (context);

  g_autofree char *hint = cli_text_dup_hint (
      im_text_nearest (kind, kinds, G_N_ELEMENTS (kinds) - 1));

  return cli_output_usage_among (
      context, kinds, "expected unit, pipeline or package, found “%s”%s", kind, hint);
}
