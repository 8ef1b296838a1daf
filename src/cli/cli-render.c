/* SPDX-License-Identifier: MIT
 *
 * `imaginet render`: a picture in a file.
 */
#include <string.h>

#include "base/im-file.h"
#include "base/im-text.h"
#include "cli/cli-bindings.h"
#include "cli/cli-json-value.h"
#include "cli/cli-output.h"
#include "cli/cli-pipeline.h"
#include "cli/cli-text.h"
#include "scene/im-scene-pipeline.h"
#include "scene/im-scene-svg.h"

static ImScene *
draw_pipeline (const ImUnit *unit,
               ImUnitLibrary *library,
               const CliBindings *bindings,
               ImDiagnostics *diagnostics)
{
  guint n;
  const ImUnitBinding *all = cli_bindings_get_all (bindings, &n);
  g_autoptr (ImProgram) program = im_program_elaborate (unit, library, all, n,
                                                        diagnostics);

  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0)
    return NULL;

  return im_scene_pipeline_new (program);
}

typedef struct
{
  const char *name;
  ImScene *(*draw) (const ImUnit *unit,
                    ImUnitLibrary *library,
                    const CliBindings *bindings,
                    ImDiagnostics *diagnostics);
} PictureRow;

static const PictureRow pictures[] = {
  { "pipeline", draw_pipeline },
};

/* The bytes of a picture go to a file, or with `-` to standard output. */
static gboolean
write_picture (CliContext *context, const ImScene *scene, GError **error)
{
  const char *path = context->options->output;
  g_autoptr (GString) text = g_string_new (NULL);

  im_scene_append_svg (scene, text);
  if (strcmp (path, "-") == 0)
    {
      g_string_append_len (context->out, text->str, (gssize) text->len);
      return TRUE;
    }

  g_autoptr (GBytes) bytes = g_string_free_to_bytes (g_steal_pointer (&text));
  return im_file_write_atomically (path, bytes, NULL, error);
}

static void
show_json (CliContext *context, const ImScene *scene, const ImDiagnostics *diagnostics)
{
  CliJson json = { context->out };

  cli_json_open_object (&json);
  if (scene != NULL)
    {
      cli_json_member_string (&json, "file", context->options->output);
      cli_json_member_int (&json, "width", (gint64) scene->width);
      cli_json_member_int (&json, "height", (gint64) scene->height);
    }
  cli_json_member_diagnostics (&json, "diagnostics", diagnostics);
  cli_json_close_object (&json);
  g_string_append_c (context->out, '\n');
}

static CliExit
render (CliContext *context, const PictureRow *picture)
{
  const CliOptions *options = context->options;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (CliBindings) bindings = cli_bindings_parse (options->with, diagnostics);
  g_autoptr (ImScene) scene = NULL;
  g_autoptr (GError) error = NULL;
  const ImUnit *unit;

  if (bindings == NULL)
    {
      cli_output_print (context, diagnostics);
      return CLI_EXIT_USAGE;
    }

  unit = cli_pipeline_find (context, options->arguments[0], library, diagnostics);
  if (unit != NULL)
    scene = picture->draw (unit, library, bindings, diagnostics);
  if (scene != NULL && !write_picture (context, scene, &error))
    return cli_output_failure (context, "%s", error->message);
  if (options->json)
    show_json (context, scene, diagnostics);

  return cli_output_diagnostics (context, diagnostics);
}

/* What to draw; the first picture if nothing is said. */
static const PictureRow *
find_picture (const char *what)
{
  const char *names[G_N_ELEMENTS (pictures)];

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      names[i] = pictures[i].name;
      if (what == NULL || strcmp (names[i], what) == 0)
        return &pictures[i];
    }

  const char *nearest = im_text_nearest (what, names, G_N_ELEMENTS (names));
  g_autofree char *hint = cli_text_dup_hint (nearest);
  cli_output_usage ("imaginet render", "--what takes pipeline, found “%s”%s", what, hint);
  return NULL;
}

CliExit
cli_render_run (CliContext *context)
{
  const CliOptions *options = context->options;
  const PictureRow *picture = find_picture (options->what);

  if (picture == NULL)
    return CLI_EXIT_USAGE;
  if (options->output == NULL ||
      (strcmp (options->output, "-") != 0 && !g_str_has_suffix (options->output, ".svg")))
    return cli_output_usage ("imaginet render",
                             "expected --output with a file that ends in .svg, or with - "
                             "for standard output");
  if (options->json && strcmp (options->output, "-") == 0)
    return cli_output_usage ("imaginet render",
                             "--json needs standard output for itself; write the picture "
                             "to a file");

  return render (context, picture);
}
