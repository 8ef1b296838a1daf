/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-export.h"

#include <glib/gi18n.h>

#include "document/disk/im-document-new.h"
#include "run/im-package-trust.h"
#include "studio/common/studio-toast-overlay.h"
#include "studio/export/studio-export-form.h"
#include "studio/export/studio-export-job.h"
#include "studio/export/studio-export-report.h"
#include "studio/export/studio-export-stages.h"
#include "studio/units/studio-trust.h"

#define PAGE_FORM     "form"
#define PAGE_PROGRESS "progress"
#define PAGE_REPORT   "report"
#define PAGE_FAILURE  "failure"

struct _StudioExport
{
  AdwWindow parent_instance;

  StudioToastOverlay *toasts;
  GtkStack *pages;
  StudioExportForm *form;
  StudioExportStages *stages;
  StudioExportReport *report;
  AdwStatusPage *failure;
  GtkWidget *export_button;
  GtkWidget *done_button;
  GtkWidget *back_button;

  ImSnapshot *snapshot;
  StudioExportChoice *choice; /* while it is looked at and exported */
  GCancellable *cancellable;  /* while the export runs */
  char *from, *to;            /* pipes that were wanted when it was opened, or NULL */
  char *result;               /* the folder or file that was written */
  gboolean is_gone;           /* whether the window was closed */
};

G_DEFINE_FINAL_TYPE (StudioExport, studio_export, ADW_TYPE_WINDOW)

/* Shows a page; the title and the keyboard focus go with it. */
static void
show_page (StudioExport *self, const char *name)
{
  const struct
  {
    const char *name, *title;
    GtkWidget *focus;
  } pages[] = {
    { PAGE_FORM, _ ("Export Firmware Bundle"), self->export_button },
    { PAGE_PROGRESS, _ ("Exporting…"), GTK_WIDGET (self->stages) },
    { PAGE_REPORT, _ ("Bundle Exported"), self->done_button },
    { PAGE_FAILURE, _ ("Export Failed"), self->back_button },
  };

  gtk_stack_set_visible_child_name (self->pages, name);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (g_str_equal (pages[i].name, name))
      {
        gtk_window_set_title (GTK_WINDOW (self), pages[i].title);
        gtk_widget_grab_focus (pages[i].focus);
      }
}

static gboolean
is_on_page (StudioExport *self, const char *name)
{
  return g_str_equal (gtk_stack_get_visible_child_name (self->pages), name);
}

/* What can be done about an error, behind what it says. */
static const char *
get_advice (const GError *error)
{
  if (error->domain == IM_ARTIFACTS_ERROR)
    return _ ("Choose a folder that you may write to, on a disk with room.");
  if (error->domain == im_recording_error_quark ())
    return _ ("Choose another recording, or none for random frames.");

  return _ ("Nothing was written.");
}

static void
fail (StudioExport *self, const GError *error)
{
  g_autofree char *text = g_strdup_printf ("%s\n\n%s", error->message,
                                           get_advice (error));
  g_autofree char *safe = g_markup_escape_text (text, -1);

  adw_status_page_set_description (self->failure, safe);
  show_page (self, PAGE_FAILURE);
}

static void
run_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioExport *self = STUDIO_EXPORT (object);
  g_autoptr (GError) error = NULL;
  g_autoptr (StudioExportOutcome) outcome = studio_export_job_run_finish (result, &error);

  g_clear_object (&self->cancellable);
  if (self->is_gone)
    return;
  if (outcome != NULL)
    {
      g_free (self->result);
      self->result = g_strdup (outcome->export->path);
      studio_export_choice_save (self->choice);
      studio_export_report_show (self->report, outcome);
      show_page (self, PAGE_REPORT);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      show_page (self, PAGE_FORM);
      studio_toast_overlay_show (self->toasts,
                                 _ ("Export cancelled; nothing was written"));
    }
  else
    fail (self, error);
}

static void
progress_cb (GObject *owner, ImExportStage stage, const char *activity, double fraction)
{
  StudioExport *self = STUDIO_EXPORT (owner);

  if (!self->is_gone)
    studio_export_stages_show (self->stages, stage, activity, fraction);
}

static void
run (StudioExport *self)
{
  self->cancellable = g_cancellable_new ();
  studio_export_stages_start (self->stages, self->choice);
  show_page (self, PAGE_PROGRESS);
  studio_export_job_run_async (G_OBJECT (self), self->snapshot, self->choice, progress_cb,
                               self->cancellable, run_cb);
}

static void
trusted_cb (GtkWindow *window)
{
  run (STUDIO_EXPORT (window));
}

/* Code that nothing confines runs only if the user trusts it. */
static void
run_if_trusted (StudioExport *self)
{
  gboolean runs_code = self->choice->has_test || self->choice->targets != 0;
  g_autoptr (GPtrArray) missing = im_package_trust_list_missing (self->snapshot->program,
                                                                 self->snapshot->library);

  if (runs_code && missing->len > 0)
    studio_trust_ask (GTK_WINDOW (self), missing, trusted_cb);
  else
    run (self);
}

static void
answer_cb (AdwMessageDialog *dialog, const char *answer, StudioExport *self)
{
  if (g_str_equal (answer, "replace"))
    run_if_trusted (self);
}

static void
ask (StudioExport *self)
{
  g_autofree char *base = g_path_get_basename (self->choice->path);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (
      adw_message_dialog_new (GTK_WINDOW (self), _ ("Replace Earlier Export?"), NULL));

  adw_message_dialog_format_body (dialog,
                                  _ ("“%s” is an earlier export. All that is in it is "
                                     "replaced, also what was changed "
                                     "or added since."),
                                  base);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "replace",
                                    _ ("_Replace"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "replace",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "replace");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (answer_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
look_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioExport *self = STUDIO_EXPORT (object);
  g_autoptr (GError) error = NULL;
  ImArtifactsPlace place;
  gboolean is_free = studio_export_job_look_finish (result, &place, &error);

  if (self->is_gone)
    return;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.run", TRUE);
  if (!is_free)
    studio_export_form_refuse_path (self->form, error->message);
  else if (place == IM_ARTIFACTS_PLACE_EXPORT)
    ask (self);
  else
    run_if_trusted (self);
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioExport *self = STUDIO_EXPORT (widget);
  StudioExportChoice *choice;

  if (self->snapshot == NULL || !is_on_page (self, PAGE_FORM))
    return;
  choice = studio_export_form_dup_choice (self->form);
  if (choice == NULL)
    return;
  studio_export_choice_free (self->choice);
  self->choice = choice;
  gtk_widget_action_set_enabled (widget, "export.run", FALSE);
  studio_export_job_look_async (G_OBJECT (self), choice, look_cb);
}

/* Ends what is going on, or else the window. */
static void
cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioExport *self = STUDIO_EXPORT (widget);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
back_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_page (STUDIO_EXPORT (widget), PAGE_FORM);
}

static void
opened_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (StudioExport) self = STUDIO_EXPORT (data);
  g_autoptr (GError) error = NULL;

  if (gtk_show_uri_full_finish (GTK_WINDOW (object), result, &error) || self->is_gone)
    return;
  studio_toast_overlay_show (self->toasts, _ ("There is no program to show folders"));
}

/* Of a ZIP file the folder that it is in. */
static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioExport *self = STUDIO_EXPORT (widget);
  g_autofree char *folder = g_file_test (self->result, G_FILE_TEST_IS_DIR)
                                ? g_strdup (self->result)
                                : g_path_get_dirname (self->result);
  g_autofree char *uri = g_filename_to_uri (folder, NULL, NULL);

  gtk_show_uri_full (GTK_WINDOW (self), uri, GDK_CURRENT_TIME, NULL, opened_cb,
                     g_object_ref (self));
}

/* Closing the window while it works ends the work; what is not finished is not there. */
static gboolean
studio_export_close_request (GtkWindow *window)
{
  StudioExport *self = STUDIO_EXPORT (window);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);

  return GTK_WINDOW_CLASS (studio_export_parent_class)->close_request (window);
}

static void
studio_export_dispose (GObject *object)
{
  StudioExport *self = STUDIO_EXPORT (object);

  self->is_gone = TRUE;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  G_OBJECT_CLASS (studio_export_parent_class)->dispose (object);
}

/* A thread that uses the snapshot holds a reference to the window. */
static void
studio_export_finalize (GObject *object)
{
  StudioExport *self = STUDIO_EXPORT (object);

  im_snapshot_free (self->snapshot);
  studio_export_choice_free (self->choice);
  g_clear_object (&self->cancellable);
  g_free (self->result);
  g_free (self->from);
  g_free (self->to);
  G_OBJECT_CLASS (studio_export_parent_class)->finalize (object);
}

static void
studio_export_class_init (StudioExportClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_export_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_export_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = studio_export_close_request;
  g_type_ensure (STUDIO_TYPE_EXPORT_FORM);
  g_type_ensure (STUDIO_TYPE_EXPORT_STAGES);
  g_type_ensure (STUDIO_TYPE_EXPORT_REPORT);
  g_type_ensure (STUDIO_TYPE_TOAST_OVERLAY);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-export.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioExport, toasts);
  gtk_widget_class_bind_template_child (widget_class, StudioExport, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioExport, form);
  gtk_widget_class_bind_template_child (widget_class, StudioExport, stages);
  gtk_widget_class_bind_template_child (widget_class, StudioExport, report);
  gtk_widget_class_bind_template_child (widget_class, StudioExport, failure);
  gtk_widget_class_bind_template_child (widget_class, StudioExport, export_button);
  gtk_widget_class_bind_template_child (widget_class, StudioExport, done_button);
  gtk_widget_class_bind_template_child (widget_class, StudioExport, back_button);
  gtk_widget_class_install_action (widget_class, "export.run", NULL, run_action);
  gtk_widget_class_install_action (widget_class, "export.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "export.back", NULL, back_action);
  gtk_widget_class_install_action (widget_class, "export.open-folder", NULL, open_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "export.cancel",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "export.run", NULL);
}

/* There is nothing to export before the plan is there, nor if there is none. */
static void
update_run (StudioExport *self)
{
  const char *trouble = studio_export_form_get_trouble (self->form);
  const char *text = trouble == NULL ? _ ("Export (Ctrl+Return)") : trouble;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.run",
                                 self->snapshot != NULL && trouble == NULL);
  gtk_widget_set_tooltip_text (self->export_button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->export_button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
section_cb (StudioExport *self)
{
  im_snapshot_set_section (self->snapshot, studio_export_form_get_from (self->form),
                           studio_export_form_get_to (self->form));
  studio_export_form_set_snapshot (self->form, self->snapshot);
  update_run (self);
}

/* Sizes that are typed are for this export only: the document stays as it is. */
static void
sizes_cb (StudioExport *self)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  studio_export_form_fill_sizes (self->form, inputs);
  im_snapshot_set_inputs (self->snapshot, (const ImUnitBinding *) (gpointer) inputs->data,
                          inputs->len);
  studio_export_form_set_snapshot (self->form, self->snapshot);
  update_run (self);
}

static void
studio_export_init (StudioExport *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->form, "section-changed", G_CALLBACK (section_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->form, "sizes-changed", G_CALLBACK (sizes_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
planned_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioExport *self = STUDIO_EXPORT (object);

  self->snapshot = studio_export_job_plan_finish (result);
  if (self->is_gone)
    return;
  studio_export_form_set_snapshot (self->form, self->snapshot);
  update_run (self);
  if (self->from != NULL || self->to != NULL)
    studio_export_form_choose_section (self->form, self->from, self->to);
}

void
studio_export_present (GtkWindow *parent,
                       ImDocument *document,
                       const char *from,
                       const char *to)
{
  StudioExport *self;
  g_autoptr (StudioExportChoice) choice = studio_export_choice_load ();
  g_autofree char *folder = NULL;

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (IM_IS_DOCUMENT (document));

  self = g_object_new (STUDIO_TYPE_EXPORT, "transient-for", parent, NULL);
  folder = im_document_dup_folder (document);
  self->from = g_strdup (from);
  self->to = g_strdup (to);
  studio_export_form_set_choice (self->form, choice, folder);
  studio_export_job_plan_async (G_OBJECT (self), document, planned_cb);
  show_page (self, PAGE_FORM);
  gtk_window_present (GTK_WINDOW (self));
}
