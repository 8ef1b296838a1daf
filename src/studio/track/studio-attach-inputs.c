/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-attach-inputs.h"

#include <glib/gi18n.h>

#include "recording/im-recorded-tracks.h"

struct _StudioAttachInputs
{
  AdwPreferencesGroup parent_instance;

  GPtrArray *rows; /* Row, borrowed by their widgets */
  gboolean is_showing;
};

G_DEFINE_FINAL_TYPE (StudioAttachInputs, studio_attach_inputs, ADW_TYPE_PREFERENCES_GROUP)

enum
{
  CHOSEN,
  OPEN,
  REMOVE,
  DROPPED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  StudioAttachInputs *group;
  guint number;
  GtkWidget *row;
  GtkWidget *check;
  GtkWidget *state; /* GtkImage */
  GtkWidget *remove;
} Row;

static void
toggled_cb (GtkCheckButton *check, Row *row)
{
  if (!row->group->is_showing && gtk_check_button_get_active (check))
    g_signal_emit (row->group, signals[CHOSEN], 0, row->number);
}

static void
open_cb (Row *row)
{
  g_signal_emit (row->group, signals[OPEN], 0, row->number);
}

static void
remove_cb (Row *row)
{
  g_signal_emit (row->group, signals[REMOVE], 0, row->number);
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, Row *row)
{
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));
  g_autofree char *path = files == NULL ? NULL : g_file_get_path (files->data);

  if (path == NULL || !im_recorded_is_file (path) || g_str_has_suffix (path, ".label"))
    return FALSE;
  g_signal_emit (row->group, signals[DROPPED], 0, row->number, path);

  return TRUE;
}

static GtkWidget *
add_button (Row *row, const char *icon, const char *tooltip, void (*clicked) (Row *))
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  tooltip, -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (clicked), row);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row->row), button);

  return button;
}

static void
add_row (StudioAttachInputs *self, const char *name)
{
  Row *row = g_new0 (Row, 1);
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_autofree char *open = g_strdup_printf (
      /* Translators: %s is the name of an input of a pipeline */
      _ ("Choose a Recording for “%s”"), name);
  g_autofree char *take = g_strdup_printf (
      /* Translators: %s is the name of an input of a pipeline */
      _ ("Attach Nothing to “%s”"), name);

  row->group = self;
  row->number = self->rows->len;
  row->row = adw_action_row_new ();
  row->check = gtk_check_button_new ();
  row->state = gtk_image_new ();
  gtk_widget_set_valign (row->check, GTK_ALIGN_CENTER);
  gtk_check_button_set_group (
      GTK_CHECK_BUTTON (row->check),
      self->rows->len == 0
          ? NULL
          : GTK_CHECK_BUTTON (((Row *) g_ptr_array_index (self->rows, 0))->check));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row->row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->check),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row->row), row->check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row->row), row->check);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row->row), row->state);
  add_button (row, "document-open-symbolic", open, open_cb);
  row->remove = add_button (row, "edit-clear-symbolic", take, remove_cb);
  g_signal_connect (row->check, "toggled", G_CALLBACK (toggled_cb), row);
  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), row);
  gtk_widget_add_controller (row->row, GTK_EVENT_CONTROLLER (drop));
  g_ptr_array_add (self->rows, row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row->row);
}

/* The file, and what of it. */
static char *
dup_subtitle (const StudioFeed *feed)
{
  g_autofree char *name = NULL, *channels = NULL;

  if (feed->feed == NULL)
    return g_strdup (_ ("No recording yet"));
  name = g_filename_display_basename (feed->feed->path);
  channels = feed->feed->options.channels == NULL
                 ? NULL
                 : g_strjoinv (", ", (char **) feed->feed->options.channels);

  return channels == NULL ? g_steal_pointer (&name)
                          : g_strdup_printf ("%s · %s", name, channels);
}

static void
show_row (Row *row, const StudioFeed *feed, gboolean is_chosen)
{
  g_autofree char *subtitle = dup_subtitle (feed);
  const char *icon = feed->feed == NULL       ? "list-add-symbolic"
                     : feed->is_refused       ? "dialog-error-symbolic"
                     : feed->question != NULL ? "dialog-warning-symbolic"
                                              : "emblem-ok-symbolic";
  const char *state = feed->feed == NULL       ? _ ("No recording yet")
                      : feed->question != NULL ? feed->question
                                               : _ ("It fits");

  adw_action_row_set_subtitle (ADW_ACTION_ROW (row->row), subtitle);
  gtk_image_set_from_icon_name (GTK_IMAGE (row->state), icon);
  gtk_widget_set_visible (row->state, feed->feed != NULL);
  gtk_widget_set_tooltip_text (row->state, state);
  gtk_widget_remove_css_class (row->state, "error");
  gtk_widget_remove_css_class (row->state, "warning");
  gtk_widget_remove_css_class (row->state, "success");
  gtk_widget_add_css_class (row->state, feed->is_refused         ? "error"
                                        : feed->question != NULL ? "warning"
                                                                 : "success");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->check),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, state, -1);
  gtk_widget_set_visible (row->remove, feed->feed != NULL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (row->check), is_chosen);
}

void
studio_attach_inputs_show (StudioAttachInputs *self, const GPtrArray *feeds, guint chosen)
{
  g_return_if_fail (STUDIO_IS_ATTACH_INPUTS (self));

  self->is_showing = TRUE;
  for (guint i = self->rows->len; i < feeds->len; i++)
    add_row (self, ((const StudioFeed *) g_ptr_array_index (feeds, i))->input.name);
  for (guint i = 0; i < feeds->len; i++)
    show_row (g_ptr_array_index (self->rows, i), g_ptr_array_index (feeds, i),
              i == chosen);
  self->is_showing = FALSE;
}

static void
studio_attach_inputs_finalize (GObject *object)
{
  g_ptr_array_unref (STUDIO_ATTACH_INPUTS (object)->rows);
  G_OBJECT_CLASS (studio_attach_inputs_parent_class)->finalize (object);
}

static void
studio_attach_inputs_class_init (StudioAttachInputsClass *class)
{
  static const char *const names[N_SIGNALS] = { "chosen", "open", "remove", "dropped" };

  G_OBJECT_CLASS (class)->finalize = studio_attach_inputs_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], STUDIO_TYPE_ATTACH_INPUTS, G_SIGNAL_RUN_LAST, 0,
                               NULL, NULL, NULL, G_TYPE_NONE, i == DROPPED ? 2 : 1,
                               G_TYPE_UINT, G_TYPE_STRING);
}

static void
studio_attach_inputs_init (StudioAttachInputs *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_free);
}
