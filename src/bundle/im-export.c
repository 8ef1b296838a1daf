/* SPDX-License-Identifier: MIT */
#include "bundle/im-export.h"

#include "bundle/files/im-emit-bundle.h"
#include "scene/output/im-scene-svg.h"
#include "scene/pipeline/im-scene-pipeline.h"

G_DEFINE_QUARK (im_export_error_quark, im_export_error)

/* How often im_compare_run() says what it does. */
#define TEST_STEPS 4

/* An export that is under way. */
typedef struct
{
  const ImExportOptions *options;
  ImExportStage stage;
  guint n_done; /* steps, of which one is about to begin */
  guint n_steps;
} Work;

static void
tell (Work *work, const char *activity)
{
  const ImExportOptions *options = work->options;

  if (options->progress != NULL)
    options->progress (work->stage, activity,
                       (double) work->n_done / (double) work->n_steps,
                       options->progress_data);
  if (work->n_done < work->n_steps)
    work->n_done++;
}

static void
tell_cb (const char *activity, gpointer data)
{
  tell (data, activity);
}

static guint
count_steps (const ImExportOptions *options)
{
  guint n = 2; /* emitting and writing */

  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    n += (options->targets >> id) & 1u;

  return n + (options->has_test ? TEST_STEPS : 0);
}

static void
add_picture (const ImProgram *program, ImArtifacts *artifacts)
{
  g_autoptr (ImScene) scene = im_scene_pipeline_new (program);
  GString *svg = g_string_new (NULL);

  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  im_artifacts_add_text (artifacts, IM_BUNDLE_PICTURE, svg);
}

static gboolean
emit (ImExport *self,
      Work *work,
      ImUnitLibrary *library,
      ImDiagnostics *diagnostics,
      GError **error)
{
  tell (work, "emitting");
  self->emission = im_emit_bundle (self->plan, library, &work->options->names,
                                   work->options->left_out, self->artifacts, diagnostics);
  if (self->emission == NULL)
    {
      g_set_error (error, IM_EXPORT_ERROR, IM_EXPORT_ERROR_EMIT, "there is no C of %s",
                   self->plan->program->unit->id.text);
      return FALSE;
    }
  add_picture (self->plan->program, self->artifacts);

  return TRUE;
}

/* What only running programs can tell: the test, the targets, the report. */
static gboolean
complete (ImExport *self, Work *work, const ImBundle *bundle, GError **error)
{
  const ImExportOptions *options = work->options;

  work->stage = IM_EXPORT_STAGE_TEST;
  if (options->has_test &&
      !im_bundle_add_test (bundle, options->recording, options->seed, &self->test, error))
    return FALSE;
  work->stage = IM_EXPORT_STAGE_BUILD;
  self->targets = im_bundle_add_targets (bundle, options->targets, error);
  if (self->targets == NULL)
    return FALSE;
  im_bundle_add_report (bundle, &self->test, self->targets);

  return TRUE;
}

static gboolean
write_out (ImExport *self, Work *work, GError **error)
{
  const ImExportOptions *options = work->options;
  g_autofree char *folder = g_strconcat (self->emission->name, "-firmware", NULL);

  work->stage = IM_EXPORT_STAGE_WRITE;
  tell (work, "writing");
  if (g_cancellable_set_error_if_cancelled (options->cancellable, error))
    return FALSE;

  return options->is_zip
             ? im_artifacts_write_zip (self->artifacts, folder, self->path, error)
             : im_artifacts_write (self->artifacts, self->path, error);
}

ImExport *
im_export_run (const ImPlan *plan,
               ImUnitLibrary *library,
               const ImExportOptions *options,
               ImDiagnostics *diagnostics,
               GError **error)
{
  g_autoptr (ImExport) self = g_new0 (ImExport, 1);
  Work work = { options, IM_EXPORT_STAGE_EMIT, 0, count_steps (options) };

  self->plan = plan;
  self->artifacts = im_artifacts_new ();
  self->path = im_export_dup_path (options->path, options->is_zip);
  if (!emit (self, &work, library, diagnostics, error) ||
      !im_artifacts_check (self->path, options->is_zip, error))
    return NULL;

  const ImBundle bundle = {
    .plan = plan,
    .library = library,
    .emission = self->emission,
    .artifacts = self->artifacts,
    .diagnostics = diagnostics,
    .allows_different = options->allows_different,
    .usual = options->usual,
    .progress = tell_cb,
    .progress_data = &work,
    .cancellable = options->cancellable,
  };
  if (!complete (self, &work, &bundle, error) || !write_out (self, &work, error))
    return NULL;

  return g_steal_pointer (&self);
}

void
im_export_free (ImExport *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->targets, g_array_unref);
  im_bundle_test_clear (&self->test);
  im_emission_free (self->emission);
  im_artifacts_free (self->artifacts);
  g_free (self->path);
  g_free (self);
}

char *
im_export_dup_path (const char *path, gboolean is_zip)
{
  return is_zip && !g_str_has_suffix (path, ".zip") ? g_strconcat (path, ".zip", NULL)
                                                    : g_strdup (path);
}
