/* SPDX-License-Identifier: MIT
 *
 * A run has its own program and frames, in a thread of its own. When something has
 * changed meanwhile, it is cancelled and nobody looks at what it gives.
 */
#include "studio/unit/studio-unit-tryout.h"

#include <glib/gi18n.h>
#include <string.h>

#include "recording/im-given-frames.h"
#include "run/im-host.h"
#include "studio/session/studio-session-trial.h"
#include "studio/unit/studio-unit-tryout-example.h"
#include "studio/unit/studio-unit-tryout-result.h"

#define WAIT_MS         400 /* behind the last edit */
#define N_FRAMES        16  /* of random numbers */
#define MAX_FILE_FRAMES 1000

/* As the choices stand in the template. */
enum
{
  RANDOM,
  TYPED,
  RECORDED,
};

struct _StudioUnitTryout
{
  GtkWidget parent_instance;

  AdwPreferencesGroup *group;
  GtkToggleButton *run;
  GtkSpinner *spinner;
  AdwComboRow *source;
  GtkWidget *again;
  GtkWidget *file;
  GtkLabel *status;
  GtkBox *results;
  GtkLabel *facts;
  GtkWidget *add; /* takes what is shown as an example */

  StudioSession *session; /* NULL before there is something to try */
  char *inputs;           /* names of those that can be typed, a line each */
  GPtrArray *typed;       /* AdwEntryRow of each */
  GHashTable *texts;      /* what was typed: name → text */
  guint64 seed;
  guint timeout;
  GCancellable *cancellable; /* of the run */
};

G_DEFINE_FINAL_TYPE (StudioUnitTryout, studio_unit_tryout, GTK_TYPE_WIDGET)

typedef struct
{
  StudioTrialProgram trial;
  ImFrames *frames;
  ImDiagnostics *problems;
  GCancellable *cancellable;
} Job;

static void
free_job (gpointer data)
{
  Job *job = data;

  studio_trial_program_clear (&job->trial);
  g_clear_pointer (&job->frames, im_frames_free);
  im_diagnostics_free (job->problems);
  g_object_unref (job->cancellable);
  g_free (job);
}

static void
stop (StudioUnitTryout *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_spinner_stop (self->spinner);
}

static void
clear_results (StudioUnitTryout *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->results))) != NULL)
    gtk_box_remove (self->results, child);
  gtk_widget_set_visible (GTK_WIDGET (self->facts), FALSE);
  gtk_widget_set_visible (self->add, FALSE);
}

/* NULL tells nothing. */
static void
tell (StudioUnitTryout *self, const char *message)
{
  gtk_label_set_text (self->status, message == NULL ? "" : message);
  gtk_widget_set_visible (GTK_WIDGET (self->status), message != NULL);
}

static void
show_result (StudioUnitTryout *self, const Job *job, const ImTryout *tryout)
{
  g_autofree char *example = studio_tryout_dup_example (tryout, job->trial.program,
                                                        job->frames);
  g_autofree char *facts = studio_tryout_dup_facts (tryout);
  g_autofree char *message = studio_tryout_dup_messages (tryout);

  clear_results (self);
  tell (self, message);
  for (guint i = 0; i < tryout->n_outputs; i++)
    gtk_box_append (self->results,
                    studio_tryout_result_new (tryout, &tryout->outputs[i],
                                              gtk_widget_get_width (GTK_WIDGET (self))));
  gtk_label_set_text (self->facts, facts);
  gtk_widget_set_visible (GTK_WIDGET (self->facts), *facts != '\0');
  gtk_widget_set_visible (self->add, example != NULL);
  if (example != NULL)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (self->add), "s", example);
}

/* The first error, which says more than that there is nothing to run. */
static const char *
find_message (const Job *job, const GError *error)
{
  for (guint i = 0; i < im_diagnostics_get_count (job->problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (job->problems, i);

      if (problem->severity == IM_SEVERITY_ERROR)
        return problem->message;
    }

  return error == NULL ? _ ("There is nothing to run.") : error->message;
}

static void
finished_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioUnitTryout *self = STUDIO_UNIT_TRYOUT (object);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (ImTryout) tryout = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->cancellable != job->cancellable)
    return;
  g_clear_object (&self->cancellable);
  gtk_spinner_stop (self->spinner);
  if (tryout != NULL)
    {
      show_result (self, job, tryout);
      return;
    }
  clear_results (self);
  tell (self, find_message (job, error));
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;
  ImTryout *tryout = im_tryout_run (job->trial.program, job->trial.library, job->frames,
                                    0, cancellable, job->problems, &error);

  if (tryout != NULL)
    g_task_return_pointer (task, tryout, (GDestroyNotify) im_tryout_free);
  else
    g_task_return_error (task, error);
}

static const char *
get_text (GtkWidget *row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

static ImFrames *
make_frames (StudioUnitTryout *self, const ImProgram *program, GError **error)
{
  g_autoptr (GArray) list = im_host_list_inputs (program);
  const ImInput *inputs = (const ImInput *) (gpointer) list->data;
  g_autofree const char **texts = g_new0 (const char *, list->len + 1);

  switch (adw_combo_row_get_selected (self->source))
    {
    case TYPED:
      for (guint i = 0; i < list->len; i++)
        texts[i] = g_hash_table_lookup (self->texts, inputs[i].name);
      return im_frames_new_typed (inputs, list->len, texts, error);
    case RECORDED:
      return im_frames_new_file (inputs, list->len, get_text (self->file),
                                 MAX_FILE_FRAMES, error);
    default:
      return im_frames_new_random (inputs, list->len, N_FRAMES, self->seed);
    }
}

/* Whether there is something to run on: a file must be chosen. */
static gboolean
has_numbers (StudioUnitTryout *self)
{
  return adw_combo_row_get_selected (self->source) != RECORDED ||
         *get_text (self->file) != '\0';
}

static void
start (StudioUnitTryout *self)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) error = NULL;
  Job *job = g_new0 (Job, 1);

  job->problems = im_diagnostics_new ();
  job->cancellable = g_cancellable_new ();
  if (!studio_session_init_trial_program (self->session, &job->trial, job->problems))
    {
      free_job (job);
      return;
    }
  if (im_diagnostics_count (job->problems, IM_SEVERITY_ERROR) == 0)
    job->frames = make_frames (self, job->trial.program, &error);
  if (job->frames == NULL)
    {
      clear_results (self);
      tell (self, find_message (job, error));
      free_job (job);
      return;
    }

  self->cancellable = g_object_ref (job->cancellable);
  gtk_spinner_start (self->spinner);
  task = g_task_new (self, job->cancellable, finished_cb, NULL);
  g_task_set_task_data (task, job, free_job);
  g_task_run_in_thread (task, run_job);
}

static gboolean
timeout_cb (gpointer data)
{
  StudioUnitTryout *self = data;

  self->timeout = 0;
  start (self);

  return G_SOURCE_REMOVE;
}

/* What was shown stays until there is something else. */
static void
studio_unit_tryout_rerun (StudioUnitTryout *self)
{
  stop (self);
  if (gtk_toggle_button_get_active (self->run) && self->session != NULL &&
      has_numbers (self))
    self->timeout = g_timeout_add (WAIT_MS, timeout_cb, self);
  else
    {
      clear_results (self);
      tell (self, NULL);
    }
}

static void
source_cb (StudioUnitTryout *self)
{
  guint selected = adw_combo_row_get_selected (self->source);

  gtk_widget_set_visible (self->again, selected == RANDOM);
  gtk_widget_set_visible (self->file, selected == RECORDED);
  for (guint i = 0; i < self->typed->len; i++)
    gtk_widget_set_visible (g_ptr_array_index (self->typed, i), selected == TYPED);
  studio_unit_tryout_rerun (self);
}

static void
again_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioUnitTryout *self = STUDIO_UNIT_TRYOUT (widget);

  self->seed++;
  studio_unit_tryout_rerun (self);
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, gpointer data)
{
  StudioUnitTryout *self = data;
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  path = file == NULL ? NULL : g_file_get_path (file);
  if (path != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->file), path);
  g_object_unref (dialog);
}

static void
choose_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("CSV, WAV or NPY File"), GTK_WINDOW (gtk_widget_get_root (widget)),
      GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Recordings and Arrays"));
  gtk_file_filter_add_suffix (filter, "csv");
  gtk_file_filter_add_suffix (filter, "data");
  gtk_file_filter_add_suffix (filter, "wav");
  gtk_file_filter_add_suffix (filter, "npy");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (chosen_cb), widget, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
typed_cb (GtkWidget *row)
{
  StudioUnitTryout *self = STUDIO_UNIT_TRYOUT (
      gtk_widget_get_ancestor (row, STUDIO_TYPE_UNIT_TRYOUT));

  g_hash_table_replace (self->texts,
                        g_strdup (g_object_get_data (G_OBJECT (row), "input")),
                        g_strdup (get_text (row)));
  studio_unit_tryout_rerun (self);
}

static void
add_typed (StudioUnitTryout *self, const char *name)
{
  GtkWidget *row = adw_entry_row_new ();
  const char *text = g_hash_table_lookup (self->texts, name);
  /* Translators: the name of an input. */
  g_autofree char *title = g_strdup_printf (_ ("%s, Such as 1 -2.5 3"), name);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_editable_set_text (GTK_EDITABLE (row), text == NULL ? "" : text);
  g_object_set_data_full (G_OBJECT (row), "input", g_strdup (name), g_free);
  g_signal_connect (row, "changed", G_CALLBACK (typed_cb), NULL);
  gtk_widget_set_visible (row, adw_combo_row_get_selected (self->source) == TYPED);
  adw_preferences_group_add (self->group, row);
  g_ptr_array_add (self->typed, row);
}

/* Fields for the inputs that are tried. */
static void
show_inputs (StudioUnitTryout *self, ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  g_autoptr (GString) names = g_string_new (NULL);
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_INPUT &&
        im_unit_evaluation_is_given (evaluation, &unit->parameters[i]))
      g_string_append_printf (names, "%s\n", unit->parameters[i].name.text);
  if (g_strcmp0 (names->str, self->inputs) == 0)
    return;

  g_free (self->inputs);
  self->inputs = g_strdup (names->str);
  for (guint i = 0; i < self->typed->len; i++)
    adw_preferences_group_remove (self->group, g_ptr_array_index (self->typed, i));
  g_ptr_array_set_size (self->typed, 0);
  list = g_strsplit (names->str, "\n", -1);
  for (guint i = 0; list[i] != NULL && *list[i] != '\0'; i++)
    add_typed (self, list[i]);
}

void
studio_unit_tryout_update (StudioUnitTryout *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_UNIT_TRYOUT (self));

  g_set_object (&self->session, session);
  if (studio_session_get_trial (session) != NULL)
    show_inputs (self, studio_session_get_trial (session));
  studio_unit_tryout_rerun (self);
}

static void
studio_unit_tryout_dispose (GObject *object)
{
  StudioUnitTryout *self = STUDIO_UNIT_TRYOUT (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (child != NULL)
    stop (self);
  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_pointer (&self->inputs, g_free);
  g_clear_pointer (&self->typed, g_ptr_array_unref);
  g_clear_pointer (&self->texts, g_hash_table_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (studio_unit_tryout_parent_class)->dispose (object);
}

static void
studio_unit_tryout_class_init (StudioUnitTryoutClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_unit_tryout_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-unit-tryout.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioUnitTryout, group);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitTryout, run);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitTryout, spinner);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitTryout, source);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitTryout, again);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitTryout, file);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitTryout, status);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitTryout, results);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitTryout, facts);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitTryout, add);
  gtk_widget_class_bind_template_callback (widget_class, source_cb);
  gtk_widget_class_bind_template_callback (widget_class, studio_unit_tryout_rerun);
  gtk_widget_class_install_action (widget_class, "tryout.again", NULL, again_action);
  gtk_widget_class_install_action (widget_class, "tryout.choose", NULL, choose_action);
}

static void
studio_unit_tryout_init (StudioUnitTryout *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->typed = g_ptr_array_new ();
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

GtkWidget *
studio_unit_tryout_new (void)
{
  return g_object_new (STUDIO_TYPE_UNIT_TRYOUT, NULL);
}
