/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-record-form.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/im-serial-port.h"
#include "capture/im-capture-devices.h"

#define MICROPHONE "microphone:"
#define PORT       "serial:"

struct _StudioRecordForm
{
  AdwWindow parent_instance;

  GtkLabel *message;
  GtkSpinner *spinner;
  AdwPreferencesGroup *group;
  AdwComboRow *device;
  GtkEditable *port;
  AdwComboRow *baud;
  GtkEditable *rate;
  GtkEditable *channels;

  GPtrArray *names; /* char*: of the devices; an empty one for a port that is typed */
  ImFeed *feed;     /* NULL before it was started */
};

G_DEFINE_FINAL_TYPE (StudioRecordForm, studio_record_form, ADW_TYPE_WINDOW)

enum
{
  START,
  STOP,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *const speeds[] = { "9600",   "19200",  "38400",  "57600", "115200",
                                      "230400", "460800", "921600", NULL };

static const char *
get_name (StudioRecordForm *self)
{
  guint selected = adw_combo_row_get_selected (self->device);

  return selected < self->names->len ? g_ptr_array_index (self->names, selected) : "";
}

/* What is asked depends on what is recorded. */
static void
device_cb (StudioRecordForm *self)
{
  const char *name = get_name (self);
  gboolean is_microphone = g_str_has_prefix (name, MICROPHONE);

  gtk_widget_set_visible (GTK_WIDGET (self->port), *name == '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->baud), !is_microphone);
  gtk_widget_set_visible (GTK_WIDGET (self->channels), is_microphone);
  adw_preferences_row_set_title (
      ADW_PREFERENCES_ROW (self->rate),
      is_microphone ? _ ("Samples per _Second; as the Pipeline Takes Them if Empty")
                    : _ ("Rows per _Second; as They Arrive if Empty"));
}

static void
say (StudioRecordForm *self, const char *text, gboolean is_problem)
{
  gtk_label_set_label (self->message, text == NULL ? "" : text);
  gtk_widget_set_visible (GTK_WIDGET (self->message), text != NULL);
  gtk_widget_remove_css_class (GTK_WIDGET (self->message), "error");
  if (is_problem)
    gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
}

static gboolean
set (StudioRecordForm *self, ImFeed *feed, const char *key, GtkEditable *row)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (row)));
  g_autoptr (GError) error = NULL;

  if (*text == '\0' || im_feed_set (feed, key, text, &error))
    return TRUE;
  say (self, error->message, TRUE);

  return FALSE;
}

static void
start_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioRecordForm *self = STUDIO_RECORD_FORM (widget);
  g_autofree char *typed = g_strconcat (PORT, gtk_editable_get_text (self->port), NULL);
  const char *chosen = get_name (self);
  gboolean is_microphone = g_str_has_prefix (chosen, MICROPHONE);
  g_autoptr (ImFeed) feed = im_feed_new (*chosen == '\0' ? g_strstrip (typed) : chosen);

  if (!set (self, feed, "rate", self->rate) ||
      (is_microphone && !set (self, feed, "channels", self->channels)))
    return;
  if (!is_microphone)
    im_feed_set (feed, "baud", speeds[adw_combo_row_get_selected (self->baud)], NULL);
  im_feed_free (self->feed);
  self->feed = g_steal_pointer (&feed);
  g_signal_emit (self, signals[START], 0);
}

static void
cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static gboolean
studio_record_form_close_request (GtkWindow *window)
{
  g_signal_emit (window, signals[STOP], 0);

  return GTK_WINDOW_CLASS (studio_record_form_parent_class)->close_request (window);
}

static void
studio_record_form_finalize (GObject *object)
{
  StudioRecordForm *self = STUDIO_RECORD_FORM (object);

  im_feed_free (self->feed);
  g_ptr_array_unref (self->names);
  G_OBJECT_CLASS (studio_record_form_parent_class)->finalize (object);
}

static void
studio_record_form_class_init (StudioRecordFormClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = studio_record_form_finalize;
  GTK_WINDOW_CLASS (class)->close_request = studio_record_form_close_request;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (i == START ? "start" : "stop", STUDIO_TYPE_RECORD_FORM,
                               G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-record-form.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioRecordForm, message);
  gtk_widget_class_bind_template_child (widget_class, StudioRecordForm, spinner);
  gtk_widget_class_bind_template_child (widget_class, StudioRecordForm, group);
  gtk_widget_class_bind_template_child (widget_class, StudioRecordForm, device);
  gtk_widget_class_bind_template_child (widget_class, StudioRecordForm, port);
  gtk_widget_class_bind_template_child (widget_class, StudioRecordForm, baud);
  gtk_widget_class_bind_template_child (widget_class, StudioRecordForm, rate);
  gtk_widget_class_bind_template_child (widget_class, StudioRecordForm, channels);
  gtk_widget_class_bind_template_callback (widget_class, device_cb);
  gtk_widget_class_install_action (widget_class, "record.start", NULL, start_action);
  gtk_widget_class_install_action (widget_class, "record.cancel", NULL, cancel_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "record.cancel",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "record.start", NULL);
}

static void
add (StudioRecordForm *self, GtkStringList *texts, const ImCaptureDevice *device)
{
  const char *short_name = strchr (device->name, ':') + 1;
  g_autofree char *text = *device->text == '\0'
                              ? g_strdup (short_name)
                              : g_strdup_printf ("%s (%s)", device->text, short_name);

  g_ptr_array_add (self->names, g_strdup (device->name));
  gtk_string_list_append (texts, text);
}

/* Ports first: of a microphone there is always one that may be. */
static void
list_devices (StudioRecordForm *self)
{
  g_autoptr (GPtrArray) ports = im_capture_list_ports ();
  g_autoptr (GPtrArray) microphones = im_capture_list_microphones ();
  g_autoptr (GtkStringList) texts = gtk_string_list_new (NULL);

  for (guint i = 0; i < ports->len; i++)
    add (self, texts, g_ptr_array_index (ports, i));
  for (guint i = 0; i < microphones->len; i++)
    add (self, texts, g_ptr_array_index (microphones, i));
  g_ptr_array_add (self->names, g_strdup (""));
  gtk_string_list_append (texts, _ ("Other Serial Port"));
  adw_combo_row_set_model (self->device, G_LIST_MODEL (texts));
  adw_combo_row_set_selected (self->device, 0);
}

static void
list_speeds (StudioRecordForm *self)
{
  g_autoptr (GtkStringList) texts = gtk_string_list_new (speeds);
  g_autofree char *usual = g_strdup_printf ("%d", IM_SERIAL_PORT_BAUD);

  adw_combo_row_set_model (self->baud, G_LIST_MODEL (texts));
  for (guint i = 0; speeds[i] != NULL; i++)
    if (strcmp (speeds[i], usual) == 0)
      adw_combo_row_set_selected (self->baud, i);
}

static void
studio_record_form_init (StudioRecordForm *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  list_speeds (self);
  list_devices (self);
  device_cb (self);
}

static char *
dup_description (const ImInput *input, const char *folder)
{
  g_autoptr (GString) type = g_string_new (NULL);
  g_autofree char *shown = g_filename_display_name (folder);
  /* Translators: %s is a folder */
  g_autofree char *where = g_strdup_printf (_ ("The recording is kept in %s."), shown);
  g_autofree char *missing = im_capture_has_microphones ()
                                 ? g_strdup ("")
                                 : g_strconcat (
                                       "\n",
                                       _ ("Microphones are missing: the studio was built "
                                          "without libasound2-dev."),
                                       NULL);

  if (input == NULL)
    return g_strconcat (where, missing, NULL);
  im_tensor_type_append_text (&input->type, type);

  /* Translators: an input of a pipeline, its type, and the sentence about the folder */
  return g_strdup_printf (_ ("For the input “%s”, %s. %s%s"), input->name, type->str,
                          where, missing);
}

StudioRecordForm *
studio_record_form_present (GtkWindow *parent, const ImInput *input, const char *folder)
{
  g_autofree char *description = dup_description (input, folder);
  StudioRecordForm *self;

  g_return_val_if_fail (GTK_IS_WINDOW (parent), NULL);

  self = g_object_new (STUDIO_TYPE_RECORD_FORM, "transient-for", parent, NULL);
  adw_preferences_group_set_description (self->group, description);
  gtk_window_present (GTK_WINDOW (self));

  return self;
}

const ImFeed *
studio_record_form_get_feed (StudioRecordForm *self)
{
  g_return_val_if_fail (STUDIO_IS_RECORD_FORM (self), NULL);

  return self->feed;
}

static void
set_waiting (StudioRecordForm *self, gboolean is_waiting)
{
  gtk_spinner_set_spinning (self->spinner, is_waiting);
  gtk_widget_set_sensitive (GTK_WIDGET (self->group), !is_waiting);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "record.start", !is_waiting);
}

void
studio_record_form_wait (StudioRecordForm *self)
{
  g_return_if_fail (STUDIO_IS_RECORD_FORM (self));

  set_waiting (self, TRUE);
  say (self, _ ("Waiting for the first row…"), FALSE);
}

void
studio_record_form_fail (StudioRecordForm *self, const char *problem)
{
  g_autofree char *sentence = g_strdup (problem);

  g_return_if_fail (STUDIO_IS_RECORD_FORM (self));

  set_waiting (self, FALSE);
  *sentence = g_ascii_toupper (*sentence);
  say (self, sentence, TRUE);
}
