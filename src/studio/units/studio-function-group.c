/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-function-group.h"

#include <glib/gi18n.h>

#define DELAY_MS 300 /* after the last key in the name of the file */

struct _StudioFunctionGroup
{
  GtkBox parent_instance;

  GtkEditable *file;
  AdwComboRow *function;
  GtkWidget *result;
  GtkLabel *summary;
  GtkLabel *notes;
  GtkSpinner *spinner;

  ImWrap *wrap;
  char *problem; /* why there is none */
  gboolean is_error;
  GCancellable *cancellable; /* of what is looked at */
  guint delay;
  gboolean is_updating; /* functions are listed, which nobody chose */
};

G_DEFINE_FINAL_TYPE (StudioFunctionGroup, studio_function_group, GTK_TYPE_BOX)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  char *path;
  char *function;
} Question;

static void
question_free (Question *question)
{
  g_free (question->path);
  g_free (question->function);
  g_free (question);
}

/* Shows a proposal, which it takes, or why there is none. */
static void
show (StudioFunctionGroup *self, ImWrap *wrap, const char *problem, gboolean is_error)
{
  g_autofree char *summary = wrap == NULL ? NULL : im_wrap_dup_summary (wrap);
  g_autofree char *notes = wrap == NULL
                               ? NULL
                               : g_strjoinv ("\n", (char **) im_wrap_get_notes (wrap));

  g_clear_pointer (&self->wrap, im_wrap_free);
  self->wrap = wrap;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  self->is_error = is_error;
  gtk_label_set_label (self->summary, summary == NULL ? "" : g_strchomp (summary));
  gtk_label_set_label (self->notes, notes == NULL ? "" : notes);
  gtk_widget_set_visible (GTK_WIDGET (self->notes), notes != NULL && *notes != '\0');
  gtk_widget_set_visible (self->result, summary != NULL);
  gtk_spinner_set_spinning (self->spinner, self->cancellable != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), self->cancellable != NULL);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
stop (StudioFunctionGroup *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
look_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;
  GError *error = NULL;
  ImWrap *wrap = im_wrap_new (question->path, question->function, cancellable, &error);

  if (wrap == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, wrap, (GDestroyNotify) im_wrap_free);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioFunctionGroup *self = STUDIO_FUNCTION_GROUP (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImWrap) wrap = g_task_propagate_pointer (G_TASK (result), &error);

  /* Another function is looked at by now. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  show (self, g_steal_pointer (&wrap), error == NULL ? NULL : error->message, TRUE);
}

/* Looks at the function that is chosen. */
static void
look (StudioFunctionGroup *self)
{
  GtkStringObject *chosen = adw_combo_row_get_selected_item (self->function);
  g_autoptr (GTask) task = NULL;
  g_autofree char *message = NULL;
  Question *question;

  stop (self);
  if (chosen == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  question = g_new0 (Question, 1);
  question->path = g_strdup (gtk_editable_get_text (self->file));
  question->function = g_strdup (gtk_string_object_get_string (chosen));
  message = g_strdup_printf (
      /* Translators: %s is the name of a function */
      _ ("Calls %s with several shapes, to see what it does"), question->function);
  show (self, NULL, message, FALSE);
  task = g_task_new (self, self->cancellable, looked_cb, NULL);
  g_task_set_task_data (task, question, (GDestroyNotify) question_free);
  g_task_run_in_thread (task, look_thread);
}

static void
function_cb (StudioFunctionGroup *self)
{
  if (!self->is_updating)
    look (self);
}

/* Lists the functions of the file. */
static void
list_functions (StudioFunctionGroup *self)
{
  const char *path = gtk_editable_get_text (self->file);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) functions = *path == '\0' ? NULL
                                                  : im_wrap_list_functions (path, &error);

  for (guint i = 0; functions != NULL && i < functions->len; i++)
    gtk_string_list_append (names, g_ptr_array_index (functions, i));
  self->is_updating = TRUE;
  adw_combo_row_set_model (self->function, G_LIST_MODEL (names));
  self->is_updating = FALSE;
  gtk_widget_set_sensitive (GTK_WIDGET (self->function),
                            functions != NULL && functions->len > 0);
  stop (self);
  if (*path == '\0')
    show (self, NULL, _ ("Choose a file of C, or of Python with NumPy"), FALSE);
  else if (functions == NULL)
    show (self, NULL, error->message, TRUE);
  else if (functions->len == 0)
    show (self, NULL, _ ("The file defines no function at its top level"), TRUE);
  else
    look (self);
}

static gboolean
delay_cb (gpointer data)
{
  StudioFunctionGroup *self = data;

  self->delay = 0;
  list_functions (self);

  return G_SOURCE_REMOVE;
}

static void
file_cb (StudioFunctionGroup *self)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  self->delay = g_timeout_add (DELAY_MS, delay_cb, self);
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, StudioFunctionGroup *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      if (g_file_peek_path (file) != NULL)
        gtk_editable_set_text (self->file, g_file_peek_path (file));
    }
  g_object_unref (dialog);
}

static void
choose_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioFunctionGroup *self = STUDIO_FUNCTION_GROUP (widget);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("File With the Function"), GTK_WINDOW (gtk_widget_get_root (widget)),
      GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Choose"), _ ("_Cancel"));
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("C and Python"));
  gtk_file_filter_add_pattern (filter, "*.c");
  gtk_file_filter_add_pattern (filter, "*.h");
  gtk_file_filter_add_pattern (filter, "*.py");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
studio_function_group_dispose (GObject *object)
{
  StudioFunctionGroup *self = STUDIO_FUNCTION_GROUP (object);

  stop (self);
  g_clear_handle_id (&self->delay, g_source_remove);
  G_OBJECT_CLASS (studio_function_group_parent_class)->dispose (object);
}

static void
studio_function_group_finalize (GObject *object)
{
  StudioFunctionGroup *self = STUDIO_FUNCTION_GROUP (object);

  g_clear_pointer (&self->wrap, im_wrap_free);
  g_free (self->problem);
  G_OBJECT_CLASS (studio_function_group_parent_class)->finalize (object);
}

static void
studio_function_group_class_init (StudioFunctionGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_function_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_function_group_finalize;

  /* There is another proposal, or another reason for none. */
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_FUNCTION_GROUP,
                                   G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-function-group.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioFunctionGroup, file);
  gtk_widget_class_bind_template_child (widget_class, StudioFunctionGroup, function);
  gtk_widget_class_bind_template_child (widget_class, StudioFunctionGroup, result);
  gtk_widget_class_bind_template_child (widget_class, StudioFunctionGroup, summary);
  gtk_widget_class_bind_template_child (widget_class, StudioFunctionGroup, notes);
  gtk_widget_class_bind_template_child (widget_class, StudioFunctionGroup, spinner);
  gtk_widget_class_bind_template_callback (widget_class, file_cb);
  gtk_widget_class_bind_template_callback (widget_class, function_cb);
  gtk_widget_class_install_action (widget_class, "function.choose", NULL, choose_action);
}

static void
studio_function_group_init (StudioFunctionGroup *self)
{
  self->is_updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_updating = FALSE;
  list_functions (self);
}

ImWrap *
studio_function_group_get_wrap (StudioFunctionGroup *self)
{
  return self->wrap;
}

const char *
studio_function_group_get_problem (StudioFunctionGroup *self, gboolean *is_error)
{
  *is_error = self->is_error;

  return self->problem == NULL ? "" : self->problem;
}
