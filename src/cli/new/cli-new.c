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
  wrap = im_wrap_new (file, function, options->arguments[1], NULL, &error);
  if (wrap == NULL)
    return cli_output_failure (context, "cannot-wrap", "%s", error->message);
  path = im_wrap_write (wrap, options->output == NULL ? "." : options->output, &error);
  if (path == NULL)
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  show_wrapped (context, wrap, path);

  return CLI_EXIT_FINE;
}

static CliExit
new_unit (CliContext *context)
{
  const CliOptions *options = context->options;
  const char *wanted = options->template == NULL ? "element-wise" : options->template;
  const ImUnitTemplate *template = im_unit_template_find (wanted);
  g_autofree const char **names = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  const ImUnitTemplate *all;
  guint n;

  if (options->wrap != NULL)
    return wrap_function (context);
  if (template == NULL)
    {
      all = im_unit_template_get_all (&n);
      names = g_new0 (const char *, n + 1);
      for (guint i = 0; i < n; i++)
        names[i] = all[i].name;
      return fail_template (context, names, wanted);
    }
  path = im_unit_template_write (template, options->arguments[1],
                                 options->output == NULL ? "." : options->output, &error);

  return path == NULL ? cli_output_failure (context, "cannot-write", "%s", error->message)
                      : show_path (context, path);
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
  static const char *const kinds[] = { "unit", "pipeline", NULL };
  const CliOptions *options = context->options;
  const char *kind = options->arguments[0];

  if (!g_strv_contains (kinds, kind))
    {
      g_autofree char *hint = cli_text_dup_hint (
          im_text_nearest (kind, kinds, G_N_ELEMENTS (kinds) - 1));

      return cli_output_usage_among (
          context, kinds, "expected unit or pipeline, found “%s”%s", kind, hint);
    }
  if (options->n_arguments < 2)
    return cli_output_usage (context, "%s",
                             strcmp (kind, "unit") == 0
                                 ? "a new unit needs an id, such as Own.MovingAverage"
                                 : "a new pipeline needs a file, such as own.imunit");

  return strcmp (kind, "unit") == 0 ? new_unit (context) : new_pipeline (context);
}
