/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-attach-reading.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_SIGNS 4

struct _StudioAttachReading
{
  AdwPreferencesGroup parent_instance;

  GtkEditable *rate;
  GtkEditable *skip;
  GtkWidget *align_row;
  GtkSwitch *align;
  AdwComboRow *time;
  AdwComboRow *header;
  AdwComboRow *separator;
  AdwComboRow *decimal;

  ImFeed *feed;                      /* borrowed */
  const ImRecordingPreview *preview; /* borrowed */
  gboolean is_showing;               /* rows are set by who shows them */
};

G_DEFINE_FINAL_TYPE (StudioAttachReading,
                     studio_attach_reading,
                     ADW_TYPE_PREFERENCES_GROUP)

static guint changed;

/* What can be said of something, behind a first entry that leaves it to the file. */
typedef struct
{
  const char *key;
  guint n;
  const char *names[MAX_SIGNS];
  const char *texts[MAX_SIGNS]; /* as im_feed_set() takes them */
} Choice;

static const Choice separators = {
  "separator",
  4,
  { N_ ("Comma"), N_ ("Semicolon"), N_ ("Tab"), N_ ("Space") },
  { ",", ";", "tab", "space" },
};
static const Choice decimals = { "decimal",
                                 2,
                                 { N_ ("Point"), N_ ("Comma") },
                                 { ".", "," } };
static const Choice headers = { "header",
                                2,
                                { N_ ("Names"), N_ ("Numbers") },
                                { "yes", "no" } };

void
studio_attach_set_entries (AdwComboRow *row, const char *const *names, guint selected)
{
  GListModel *old = adw_combo_row_get_model (row);
  guint n = g_strv_length ((char **) names);
  gboolean is_same = old != NULL && g_list_model_get_n_items (old) == n;

  for (guint i = 0; is_same && i < n; i++)
    {
      g_autoptr (GtkStringObject) text = g_list_model_get_item (old, i);

      is_same = strcmp (gtk_string_object_get_string (text), names[i]) == 0;
    }
  if (!is_same)
    {
      g_autoptr (GtkStringList) list = gtk_string_list_new (names);

      adw_combo_row_set_model (row, G_LIST_MODEL (list));
    }
  adw_combo_row_set_selected (row, selected);
}

static char *
dup_found (const char *name)
{
  /* Translators: %s is what was found out about a file, such as “Comma” */
  return g_strdup_printf (_ ("As Found: %s"), name);
}

static guint
find_text (const Choice *choice, const char *text)
{
  for (guint i = 0; i < choice->n; i++)
    if (g_strcmp0 (choice->texts[i], text) == 0)
      return i;

  return choice->n;
}

static void
show_choice (StudioAttachReading *self,
             AdwComboRow *row,
             const Choice *choice,
             const char *found)
{
  const char *names[MAX_SIGNS + 2] = { NULL };
  g_autofree char *said = im_feed_dup_text (self->feed, choice->key);
  guint which = find_text (choice, found);
  g_autofree char *first = dup_found (which < choice->n ? _ (choice->names[which])
                                                        : _ ("None"));

  names[0] = first;
  for (guint i = 0; i < choice->n; i++)
    names[i + 1] = _ (choice->names[i]);
  studio_attach_set_entries (row, names, said == NULL ? 0 : find_text (choice, said) + 1);
}

static void
show_time (StudioAttachReading *self)
{
  const ImRecordingPreview *preview = self->preview;
  gboolean has_time = preview->time_column != IM_RECORDING_NO_COLUMN;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char *first = dup_found (has_time ? preview->columns[preview->time_column]
                                               : _ ("None"));
  g_auto (GStrv) all = NULL;

  g_strv_builder_add (names, first);
  g_strv_builder_add (names, _ ("None"));
  g_strv_builder_addv (names, (const char **) preview->columns);
  all = g_strv_builder_end (names);
  studio_attach_set_entries (self->time, (const char *const *) all,
                             self->feed->options.time == NULL ? 0
                             : has_time                       ? preview->time_column + 2
                                                              : 1);
}

/* What is being typed stays as it is. */
static void
show_number (StudioAttachReading *self, GtkEditable *row, const char *key)
{
  GtkWidget *field = GTK_WIDGET (gtk_editable_get_delegate (row));
  g_autofree char *text = im_feed_dup_text (self->feed, key);

  if (!gtk_widget_has_focus (field))
    gtk_editable_set_text (row, text == NULL ? "" : text);
}

/* When it begins can be said of what has times, or a rate. */
static void
show_rate (StudioAttachReading *self, gboolean has_others)
{
  const ImRecording *start = self->preview->start;
  gboolean has_rate = start != NULL && start->rate_hz > 0;

  gtk_widget_set_visible (GTK_WIDGET (self->rate), !self->preview->has_rate);
  gtk_widget_set_visible (GTK_WIDGET (self->skip), has_rate);
  gtk_widget_set_visible (self->align_row, has_others && has_rate && start->has_time);
  show_number (self, self->rate, "rate");
  show_number (self, self->skip, "skip");
  gtk_switch_set_active (self->align, self->feed->options.is_aligned);
}

void
studio_attach_reading_show (StudioAttachReading *self,
                            ImFeed *feed,
                            const ImRecordingPreview *preview,
                            gboolean has_others)
{
  const char separator[] = { preview->separator, '\0' };
  const char decimal[] = { preview->decimal, '\0' };
  AdwComboRow *const of_text[] = { self->time, self->header, self->separator,
                                   self->decimal };

  g_return_if_fail (STUDIO_IS_ATTACH_READING (self));

  self->feed = feed;
  self->preview = preview;
  for (guint i = 0; i < G_N_ELEMENTS (of_text); i++)
    gtk_widget_set_visible (GTK_WIDGET (of_text[i]), preview->is_text);
  self->is_showing = TRUE;
  show_rate (self, has_others);
  if (preview->is_text)
    show_time (self);
  show_choice (self, self->header, &headers, preview->has_header ? "yes" : "no");
  show_choice (self, self->separator, &separators,
               preview->separator == '\t'  ? "tab"
               : preview->separator == ' ' ? "space"
                                           : separator);
  show_choice (self, self->decimal, &decimals, decimal);
  self->is_showing = FALSE;
}

/* Says it, or takes back what was said. */
static void
set (StudioAttachReading *self, const char *key, const char *text)
{
  g_autoptr (GError) error = NULL;

  im_feed_set (self->feed, key, text, &error);
  g_signal_emit (self, changed, 0, error == NULL ? NULL : error->message);
}

static void
take_choice (StudioAttachReading *self, AdwComboRow *row, const Choice *choice)
{
  guint selected = adw_combo_row_get_selected (row);

  if (self->is_showing || self->feed == NULL || selected > choice->n)
    return;
  set (self, choice->key, selected == 0 ? NULL : choice->texts[selected - 1]);
}

static void
separator_cb (StudioAttachReading *self)
{
  take_choice (self, self->separator, &separators);
}

static void
decimal_cb (StudioAttachReading *self)
{
  take_choice (self, self->decimal, &decimals);
}

static void
header_cb (StudioAttachReading *self)
{
  take_choice (self, self->header, &headers);
}

/* A rate that was typed is for a recording without time stamps. */
static void
time_cb (StudioAttachReading *self)
{
  guint selected = adw_combo_row_get_selected (self->time);
  g_autofree char *column = NULL;

  if (self->is_showing || self->feed == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;
  if (selected >= 2)
    column = im_recording_preview_dup_reference (self->preview, selected - 2);
  if (selected >= 2)
    im_feed_set (self->feed, "rate", NULL, NULL);
  set (self, "time", selected == 0 ? NULL : selected == 1 ? "none" : column);
}

static void
take_number (StudioAttachReading *self, GtkEditable *row, const char *key)
{
  const char *text = gtk_editable_get_text (row);

  if (self->is_showing || self->feed == NULL)
    return;
  set (self, key, *text == '\0' ? NULL : text);
}

static void
rate_cb (StudioAttachReading *self)
{
  take_number (self, self->rate, "rate");
}

static void
skip_cb (StudioAttachReading *self)
{
  take_number (self, self->skip, "skip");
}

static void
align_cb (StudioAttachReading *self)
{
  if (self->is_showing || self->feed == NULL)
    return;
  set (self, "align", gtk_switch_get_active (self->align) ? "yes" : NULL);
}

static void
studio_attach_reading_class_init (StudioAttachReadingClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  changed = g_signal_new ("changed", STUDIO_TYPE_ATTACH_READING, G_SIGNAL_RUN_LAST, 0,
                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-attach-reading.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioAttachReading, rate);
  gtk_widget_class_bind_template_child (widget_class, StudioAttachReading, skip);
  gtk_widget_class_bind_template_child (widget_class, StudioAttachReading, align_row);
  gtk_widget_class_bind_template_child (widget_class, StudioAttachReading, align);
  gtk_widget_class_bind_template_child (widget_class, StudioAttachReading, time);
  gtk_widget_class_bind_template_child (widget_class, StudioAttachReading, header);
  gtk_widget_class_bind_template_child (widget_class, StudioAttachReading, separator);
  gtk_widget_class_bind_template_child (widget_class, StudioAttachReading, decimal);
  gtk_widget_class_bind_template_callback (widget_class, rate_cb);
  gtk_widget_class_bind_template_callback (widget_class, skip_cb);
  gtk_widget_class_bind_template_callback (widget_class, align_cb);
  gtk_widget_class_bind_template_callback (widget_class, time_cb);
  gtk_widget_class_bind_template_callback (widget_class, header_cb);
  gtk_widget_class_bind_template_callback (widget_class, separator_cb);
  gtk_widget_class_bind_template_callback (widget_class, decimal_cb);
}

static void
studio_attach_reading_init (StudioAttachReading *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
