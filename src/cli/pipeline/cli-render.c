/* SPDX-License-Identifier: MIT
 *
 * `imaginet render`: a picture in a file.
 */
#include <math.h>
#include <string.h>

#include "base/im-file.h"
#include "base/im-text.h"
#include "cli/broadcast/cli-broadcast-operands.h"
#include "cli/input/cli-bindings.h"
#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "emit/im-problems.h"
#include "recording/im-recorded-tracks.h"
#include "scene/broadcast/im-scene-broadcast.h"
#include "scene/memory/im-scene-memory.h"
#include "scene/output/im-scene-format.h"
#include "scene/pipeline/im-scene-pipeline.h"
#include "scene/shape/im-scene-layer-shape.h"
#include "scene/shape/im-scene-shapes.h"
#include "scene/timeline/im-scene-timeline.h"
#include "unit/im-unit-text.h"

typedef enum
{
  OF_PIPELINE,
  OF_SHAPES,
  OF_RECORDING,
} Subject;

/* Only those of a pipeline have @draw. */
typedef struct
{
  const char *name;
  Subject subject;
  gboolean takes_layer;
  ImScene *(*draw) (const ImProgram *program,
                    ImUnitLibrary *library,
                    const char *layer,
                    ImDiagnostics *diagnostics);
} PictureRow;

/* How a picture is drawn and written, as the command line says. */
typedef struct
{
  const PictureRow *picture;
  const char *layer; /* path or number, or NULL for all */
  ImSceneFormat format;
  ImSceneTheme theme;
} Wanted;

static ImScene *
draw_pipeline (const ImProgram *program,
               ImUnitLibrary *library,
               const char *layer,
               ImDiagnostics *diagnostics)
{
  return im_scene_pipeline_new (program);
}

static ImScene *
draw_memory (const ImProgram *program,
             ImUnitLibrary *library,
             const char *layer,
             ImDiagnostics *diagnostics)
{
  g_autoptr (ImPlan) plan = im_problems_plan (program, library, diagnostics);

  return plan == NULL ? NULL : im_scene_memory_new (plan);
}

static ImScene *
draw_shapes (const ImProgram *program,
             ImUnitLibrary *library,
             const char *layer,
             ImDiagnostics *diagnostics)
{
  return im_scene_shapes_new (program);
}

static ImScene *
draw_shape (const ImProgram *program,
            ImUnitLibrary *library,
            const char *layer,
            ImDiagnostics *diagnostics)
{
  return im_scene_layer_shape_new (program, layer);
}

static ImScene *
draw_timeline (const ImProgram *program,
               ImUnitLibrary *library,
               const char *layer,
               ImDiagnostics *diagnostics)
{
  return im_scene_timeline_new (program, layer);
}

static const PictureRow pictures[] = {
  { "pipeline", OF_PIPELINE, FALSE, draw_pipeline },
  { "memory", OF_PIPELINE, FALSE, draw_memory },
  { "shapes", OF_PIPELINE, FALSE, draw_shapes },
  { "shape", OF_PIPELINE, TRUE, draw_shape },
  { "timeline", OF_PIPELINE, TRUE, draw_timeline },
  { "broadcast", OF_SHAPES, FALSE, NULL },
  { "recording", OF_RECORDING, FALSE, NULL },
};

static const char *const themes[] = {
  [IM_THEME_AUTO] = "auto",
  [IM_THEME_LIGHT] = "light",
  [IM_THEME_DARK] = "dark",
  [IM_THEME_PRINT] = "print",
  NULL,
};

/* Finds the path of a layer that is named by its path, or by its number from 1 on in the
 * order of calls. */
static const char *
find_layer (const ImProgram *program, const char *layer, ImDiagnostics *diagnostics)
{
  guint64 number;

  if (program->n_instances > 0 &&
      g_ascii_string_to_unsigned (layer, 10, 1, program->n_instances, &number, NULL))
    return program->instances[number - 1].path;
  if (im_program_find_evaluation (program, layer) != NULL)
    return layer;

  g_autofree const char **paths = g_new (const char *, program->n_instances);
  for (guint i = 0; i < program->n_instances; i++)
    paths[i] = program->instances[i].path;
  g_autofree char *hint = cli_text_dup_hint (
      im_text_nearest (layer, paths, program->n_instances));
  im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "unknown-layer",
                               program->unit->id.text,
                               "there is no layer “%s”; a layer is named by its path or "
                               "by a number from 1 to %u%s",
                               layer, program->n_instances, hint);

  return NULL;
}

static ImScene *
draw (const Wanted *wanted,
      const CliOptions *options,
      const ImUnit *unit,
      ImUnitLibrary *library,
      const CliBindings *bindings,
      ImDiagnostics *diagnostics)
{
  guint n;
  const ImUnitBinding *all = cli_bindings_get_all (bindings, &n);
  g_autoptr (ImProgram) program = im_program_elaborate (unit, library, all, n,
                                                        diagnostics);
  const char *layer = NULL;

  program = cli_pipeline_take_section (g_steal_pointer (&program), library, options,
                                       diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0)
    return NULL;

  if (wanted->layer != NULL)
    {
      layer = find_layer (program, wanted->layer, diagnostics);
      if (layer == NULL)
        return NULL;
    }

  return wanted->picture->draw (program, library, layer, diagnostics);
}

/* The bytes of a picture go to a file, or with `-` to standard output. */
static gboolean
write_picture (CliContext *context,
               const Wanted *wanted,
               const ImScene *scene,
               GError **error)
{
  const char *path = context->options->output;
  g_autoptr (GBytes) bytes = im_scene_format_write (wanted->format, scene, wanted->theme,
                                                    error);

  if (bytes == NULL)
    return FALSE;
  if (strcmp (path, "-") == 0)
    {
      gsize length;
      const char *data = g_bytes_get_data (bytes, &length);

      g_string_append_len (context->out, data, (gssize) length);
      return TRUE;
    }

  return im_file_write_atomically (path, bytes, NULL, error);
}

static void
show_json (CliContext *context, const ImScene *scene, const ImDiagnostics *diagnostics)
{
  ImJson json = { context->out };

  im_json_open_object (&json);
  if (scene != NULL)
    {
      im_json_member_string (&json, "file", context->options->output);
      im_json_member_int (&json, "width", (gint64) scene->width);
      im_json_member_int (&json, "height", (gint64) scene->height);
    }
  cli_json_close (&json, diagnostics);
}

static CliExit
render (CliContext *context, const Wanted *wanted)
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
      cli_output_problems (context, diagnostics);
      return CLI_EXIT_USAGE;
    }

  unit = cli_pipeline_find (context, options->arguments[0], library, diagnostics);
  if (unit != NULL)
    scene = draw (wanted, options, unit, library, bindings, diagnostics);
  if (scene != NULL && !write_picture (context, wanted, scene, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (options->json)
    show_json (context, scene, diagnostics);

  return cli_output_diagnostics (context, diagnostics);
}

/* An option that only recordings take, NULL if there is none. */
static const char *
find_of_recording (const CliOptions *options)
{
  return options->labels != NULL  ? "labels"
         : options->start != NULL ? "start"
         : options->end != NULL   ? "end"
                                  : NULL;
}

/* An option that only pipelines and shapes take. */
static const char *
find_of_others (const CliOptions *options)
{
  return options->with != NULL     ? "with"
         : options->units != NULL  ? "units"
         : options->unit != NULL   ? "unit"
         : options->from != NULL   ? "from"
         : options->to != NULL     ? "to"
         : options->rules != NULL  ? "rules"
         : options->op != NULL     ? "op"
         : options->result != NULL ? "result"
         : options->allow_cast     ? "allow-cast"
         : options->upstream       ? "upstream"
                                   : NULL;
}

/* A time in seconds; @seconds stays as it is where nothing is said. */
static gboolean
parse_seconds (CliContext *context, const char *option, const char *text, double *seconds)
{
  if (text == NULL || (im_unit_parse_number (text, seconds) && isfinite (*seconds)))
    return TRUE;

  cli_output_usage (context, "--%s takes a time in seconds, found “%s”", option, text);
  return FALSE;
}

/* Draws the signals and labels of a recording over time. */
static CliExit
render_recording (CliContext *context, const Wanted *wanted)
{
  const CliOptions *options = context->options;
  ImRecordedOptions whole = im_recorded_whole;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImRecordedTracks) recorded = NULL;
  g_autoptr (ImScene) scene = NULL;
  g_autoptr (GError) error = NULL;
  const char *surplus = find_of_others (options);

  if (surplus != NULL)
    return cli_output_usage (
        context,
        "--%s does not go with a recording, which takes --labels, --start and --end",
        surplus);
  if (options->n_arguments > 1)
    return cli_output_usage (context,
                             "expected one recording or session, found also “%s”",
                             options->arguments[1]);
  if (!parse_seconds (context, "start", options->start, &whole.start_s) ||
      !parse_seconds (context, "end", options->end, &whole.end_s))
    return CLI_EXIT_USAGE;

  whole.labels = options->labels;
  recorded = im_recorded_tracks_load (options->arguments[0], &whole, NULL, &error);
  if (recorded == NULL)
    return cli_output_failure (context, "cannot-read", "%s", error->message);
  scene = im_scene_tracks_new (&recorded->tracks, IM_TRACKS_WIDTH, TRUE);
  if (!write_picture (context, wanted, scene, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (recorded->note != NULL)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_WARNING, "labels",
                                 options->arguments[0], "%s", recorded->note);
  if (options->json)
    show_json (context, scene, diagnostics);

  return cli_output_diagnostics (context, diagnostics);
}

/* Draws how the shapes that are arguments meet, also if they do not. */
static CliExit
render_broadcast (CliContext *context, const Wanted *wanted)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImScene) scene = NULL;
  g_autoptr (GError) error = NULL;
  const ImBroadcastReport *report = NULL;

  const CliOptions *options = context->options;
  const char *surplus = options->with != NULL    ? "with"
                        : options->units != NULL ? "units"
                        : options->from != NULL  ? "from"
                        : options->to != NULL    ? "to"
                                                 : find_of_recording (options);

  if (surplus != NULL)
    return cli_output_usage (
        context, "--what broadcast takes shapes; --%s is of %s", surplus,
        find_of_recording (options) == surplus ? "recordings" : "pipelines");
  if (cli_broadcast_check_rules (context->options, &error))
    report = cli_broadcast_compare_arguments (context->options, arena, &error);
  if (error != NULL)
    return cli_output_usage (context, "%s", error->message);
  scene = im_scene_broadcast_new (report, IM_SHOW_USUAL);
  if (!write_picture (context, wanted, scene, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (context->options->json)
    show_json (context, scene, diagnostics);

  return CLI_EXIT_FINE;
}

/* Finds a word among those that an option takes, up to NULL; the first one if nothing is
 * said. */
static gboolean
find_word (CliContext *context,
           const char *option,
           const char *word,
           const char *const *names,
           guint *found)
{
  g_autoptr (GString) allowed = g_string_new (NULL);
  guint n_names = g_strv_length ((char **) names);

  for (guint i = 0; i < n_names; i++)
    {
      *found = i;
      if (word == NULL || strcmp (names[i], word) == 0)
        return TRUE;
      g_string_append_printf (allowed, "%s%s",
                              i == 0             ? ""
                              : i == n_names - 1 ? " or "
                                                 : ", ",
                              names[i]);
    }

  g_autofree char *hint = cli_text_dup_hint (im_text_nearest (word, names, n_names));
  cli_output_usage_among (context, names, "--%s takes %s, found “%s”%s", option,
                          allowed->str, word, hint);
  return FALSE;
}

static gboolean
find_picture (CliContext *context, Wanted *wanted)
{
  const CliOptions *options = context->options;
  const char *names[G_N_ELEMENTS (pictures) + 1] = { NULL };
  guint found;

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    names[i] = pictures[i].name;
  if (!find_word (context, "what", options->what, names, &found))
    return FALSE;
  wanted->picture = &pictures[found];
  /* What a file is decides where nothing is said. */
  for (guint i = 0; options->what == NULL && i < G_N_ELEMENTS (pictures); i++)
    if (pictures[i].subject == OF_RECORDING && options->n_arguments > 0 &&
        im_recorded_is_file (options->arguments[0]))
      wanted->picture = &pictures[i];
  if (!find_word (context, "style", options->style, themes, &found))
    return FALSE;
  wanted->theme = (ImSceneTheme) found;
  wanted->layer = options->layer;
  if (options->layer == NULL || wanted->picture->takes_layer)
    return TRUE;

  cli_output_usage (context, "--layer goes with pictures of single layers, not with “%s”",
                    wanted->picture->name);
  return FALSE;
}

/* What --format says, else the name of the file; what goes to standard output is an SVG
 * if nothing is said. */
static gboolean
find_format (CliContext *context, Wanted *wanted)
{
  const CliOptions *options = context->options;
  const char *names[IM_N_FORMATS + 1] = { NULL };
  guint found = IM_FORMAT_SVG;

  for (guint i = 0; i < IM_N_FORMATS; i++)
    names[i] = im_scene_format_get_name ((ImSceneFormat) i);
  if (!find_word (context, "format", options->format, names, &found))
    return FALSE;
  wanted->format = (ImSceneFormat) found;
  if (options->output != NULL &&
      (options->format != NULL || strcmp (options->output, "-") == 0 ||
       im_scene_format_find (options->output, &wanted->format)))
    return TRUE;

  cli_output_usage (context,
                    "expected --output with a file that ends in .svg, .pdf or .png, or "
                    "with any name and --format, or with - for standard output");
  return FALSE;
}

/* A pipeline is one argument, and has no rules of broadcasting. */
static gboolean
check_pipeline (CliContext *context)
{
  const CliOptions *options = context->options;
  const char *surplus = options->rules != NULL    ? "rules"
                        : options->op != NULL     ? "op"
                        : options->result != NULL ? "result"
                        : options->allow_cast     ? "allow-cast"
                        : options->upstream       ? "upstream"
                                                  : NULL;
  const char *of_recording = find_of_recording (options);

  if (surplus != NULL)
    cli_output_usage (context, "--%s is of --what broadcast", surplus);
  else if (of_recording != NULL)
    cli_output_usage (context, "--%s is of a recording or session, which “%s” is not",
                      of_recording, options->arguments[0]);
  else if (options->n_arguments > 1)
    cli_output_usage (context,
                      "expected one unit or file, found also “%s”; shapes are drawn by "
                      "--what broadcast",
                      options->arguments[1]);

  return surplus == NULL && of_recording == NULL && options->n_arguments == 1;
}

CliExit
cli_render_run (CliContext *context)
{
  const CliOptions *options = context->options;
  Wanted wanted;

  if (!find_picture (context, &wanted) || !find_format (context, &wanted))
    return CLI_EXIT_USAGE;
  if (options->json && strcmp (options->output, "-") == 0)
    return cli_output_usage (context,
                             "--json needs standard output for itself; write the picture "
                             "to a file");

  if (wanted.picture->subject == OF_RECORDING)
    return render_recording (context, &wanted);
  if (wanted.picture->subject == OF_SHAPES)
    return render_broadcast (context, &wanted);
  if (!check_pipeline (context))
    return CLI_EXIT_USAGE;

  return render (context, &wanted);
}
