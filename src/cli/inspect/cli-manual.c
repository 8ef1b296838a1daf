/* SPDX-License-Identifier: MIT
 *
 * `imaginet manual`: which chapters there are, and one of them as a manual page. It is
 * shown by man(1), which knows the terminal, its pager and what to do without either.
 */
#include "base/im-json.h"
#include "base/im-manual.h"
#include "base/im-text.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"

static char *
dup_html (const char *chapter)
{
  g_autofree char *name = g_strconcat (chapter, ".html", NULL);

  return im_manual_dup_path (name);
}

static void
show_json (CliContext *context, GKeyFile *list, char **chapters)
{
  ImJson json = { context->out };

  im_json_open_object (&json);
  im_json_name (&json, "chapters");
  im_json_open_rows (&json);
  for (guint i = 0; chapters[i] != NULL; i++)
    {
      g_autofree char *title = g_key_file_get_string (list, chapters[i], "Title", NULL);
      g_autofree char *summary = g_key_file_get_string (list, chapters[i], "Summary",
                                                        NULL);
      g_autofree char *html = dup_html (chapters[i]);
      g_autofree char *page = im_manual_dup_page (chapters[i]);

      im_json_open_object (&json);
      im_json_member_string (&json, "chapter", chapters[i]);
      im_json_member_string (&json, "title", title);
      im_json_member_string (&json, "summary", summary);
      im_json_member_string (&json, "html", html);
      im_json_member_string (&json, "page", page);
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  cli_json_close (&json, NULL);
}

static void
show_text (CliContext *context, GKeyFile *list, char **chapters)
{
  g_autoptr (CliTable) rows = cli_table_new (2, 2);
  g_autofree char *index = im_manual_dup_path ("index.html");

  for (guint i = 0; chapters[i] != NULL; i++)
    {
      g_autofree char *title = g_key_file_get_string (list, chapters[i], "Title", NULL);

      cli_table_add (rows, chapters[i], title);
    }
  g_string_append (context->out, "Chapters of the manual:\n");
  cli_table_append (rows, context->out, context->width);
  g_string_append_printf (context->out,
                          "\n“imaginet manual CHAPTER” shows one. A browser shows all "
                          "of them:\n  %s\n",
                          index);
}

static CliExit
show_chapter (CliContext *context, GKeyFile *list, const char *chapter, char **chapters)
{
  g_autofree char *page = im_manual_dup_page (chapter);
  const char *command[] = { "man", page, NULL };
  g_autofree char *html = dup_html (chapter);
  g_autoptr (GError) error = NULL;
  int status;

  if (!g_strv_contains ((const char *const *) chapters, chapter))
    {
      const char *nearest = im_text_nearest (chapter, (const char *const *) chapters,
                                             g_strv_length (chapters));
      g_autofree char *hint = cli_text_dup_hint (nearest);

      return cli_output_failure (
          context, "unknown-chapter",
          "the manual has no chapter “%s”, see “imaginet manual”%s", chapter, hint);
    }
  if (context->options->json)
    {
      char *only[] = { (char *) chapter, NULL };

      show_json (context, list, only);
      return CLI_EXIT_FINE;
    }
  if (page == NULL)
    return cli_output_failure (context, "not-installed",
                               "the manual page is not installed; there is %s", html);
  if (!g_spawn_sync (NULL, (char **) command, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, NULL,
                     NULL, &status, &error))
    return cli_output_failure (context, "cannot-run",
                               "man does not start: %s; a browser shows %s",
                               error->message, html);

  return g_spawn_check_wait_status (status, NULL) ? CLI_EXIT_FINE : CLI_EXIT_PROBLEMS;
}

CliExit
cli_manual_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autofree char *path = im_manual_dup_path ("manual.ini");
  g_autoptr (GKeyFile) list = g_key_file_new ();
  g_auto (GStrv) chapters = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return cli_output_failure (context, "not-installed", "the manual is not installed");
  if (!g_key_file_load_from_file (list, path, G_KEY_FILE_NONE, &error))
    return cli_output_failure (context, "cannot-read", "%s: %s", path, error->message);
  chapters = g_key_file_get_groups (list, NULL);

  if (options->n_arguments > 0)
    return show_chapter (context, list, options->arguments[0], chapters);
  if (options->json)
    show_json (context, list, chapters);
  else
    show_text (context, list, chapters);

  return CLI_EXIT_FINE;
}
