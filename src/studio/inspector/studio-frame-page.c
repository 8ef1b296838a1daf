/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-frame-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "studio/inspector/studio-property-row.h"
#include "unit/im-unit-frame.h"

#define NOTE_HEIGHT 120 /* pixels, at least */

struct _StudioFramePage
{
  GtkWidget parent_instance;

  GtkWidget *group;
  GtkWidget *title;  /* StudioPropertyRow */
  GtkWidget *colors; /* AdwComboRow */
  GtkTextBuffer *note;
  gboolean is_updating;

  ImDocument *document;
  char *name;
};

G_DEFINE_FINAL_TYPE (StudioFramePage, studio_frame_page, GTK_TYPE_WIDGET)

static const char *const color_titles[] = {
  N_ ("Gray"),   N_ ("Blue"), N_ ("Green"),  N_ ("Yellow"),
  N_ ("Orange"), N_ ("Red"),  N_ ("Purple"),
};

G_STATIC_ASSERT (G_N_ELEMENTS (color_titles) == IM_N_FRAME_COLORS);

static const ImUnitFrame *
find_frame (StudioFramePage *self)
{
  return im_unit_find_frame (im_document_get_unit (self->document), self->name);
}

static void
color_cb (AdwComboRow *row, GParamSpec *spec, StudioFramePage *self)
{
  guint selected = adw_combo_row_get_selected (row);

  if (!self->is_updating && selected < IM_N_FRAME_COLORS)
    studio_property_apply (self->document, self->name, "color",
                           im_frame_color_names[selected], NULL);
}

static char *
dup_note (StudioFramePage *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (self->note, &start, &end);

  return gtk_text_buffer_get_text (self->note, &start, &end, FALSE);
}

static void
note_cb (GtkTextBuffer *buffer, StudioFramePage *self)
{
  g_autofree char *text = self->is_updating ? NULL : dup_note (self);

  if (text != NULL)
    studio_property_apply (self->document, self->name, "text", g_strstrip (text), NULL);
}

static void
add_title (StudioFramePage *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (self->group);

  self->title = studio_property_row_new (self->document, self->name, "title",
                                         _ ("Title"));
  adw_preferences_group_add (group, self->title);
  adw_preferences_group_add (
      group, studio_property_row_get_message (STUDIO_PROPERTY_ROW (self->title)));
}

static void
add_colors (StudioFramePage *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (color_titles); i++)
    gtk_string_list_append (list, _ (color_titles[i]));
  self->colors = g_object_new (ADW_TYPE_COMBO_ROW, "title", _ ("Color"), "model", list,
                               NULL);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), self->colors);
  g_signal_connect (self->colors, "notify::selected", G_CALLBACK (color_cb), self);
}

static void
add_note (StudioFramePage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = gtk_label_new (_ ("Note"));
  GtkWidget *view = gtk_text_view_new ();
  GtkWidget *row;

  self->note = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_buffer_set_enable_undo (self->note, FALSE);
  gtk_widget_add_css_class (view, "frame-note");
  gtk_widget_set_size_request (view, -1, NOTE_HEIGHT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Note"), -1);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "caption");
  gtk_widget_add_css_class (title, "dim-label");
  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), view);
  row = g_object_new (ADW_TYPE_PREFERENCES_ROW, "activatable", FALSE, "focusable", FALSE,
                      "child", box, NULL);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), row);
  g_signal_connect (self->note, "changed", G_CALLBACK (note_cb), self);
}

gboolean
studio_frame_page_update (StudioFramePage *self)
{
  const ImUnitFrame *frame;
  g_autofree char *typed = NULL;

  g_return_val_if_fail (STUDIO_IS_FRAME_PAGE (self), FALSE);

  frame = find_frame (self);
  if (frame == NULL)
    return FALSE;
  self->is_updating = TRUE;
  studio_property_row_update (STUDIO_PROPERTY_ROW (self->title));
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->colors), frame->color);
  typed = g_strstrip (dup_note (self));
  /* Blanks at the end may be in front of another word. */
  if (strcmp (typed, frame->text == NULL ? "" : frame->text) != 0)
    gtk_text_buffer_set_text (self->note, frame->text == NULL ? "" : frame->text, -1);
  self->is_updating = FALSE;

  return TRUE;
}

GtkWidget *
studio_frame_page_new (ImDocument *document, const char *name)
{
  StudioFramePage *self = g_object_new (STUDIO_TYPE_FRAME_PAGE, NULL);

  self->document = g_object_ref (document);
  self->name = g_strdup (name);
  add_title (self);
  add_colors (self);
  add_note (self);
  studio_frame_page_update (self);

  return GTK_WIDGET (self);
}

static void
studio_frame_page_dispose (GObject *object)
{
  StudioFramePage *self = STUDIO_FRAME_PAGE (object);

  g_clear_pointer (&self->group, gtk_widget_unparent);
  g_clear_pointer (&self->name, g_free);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (studio_frame_page_parent_class)->dispose (object);
}

static void
studio_frame_page_class_init (StudioFramePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_frame_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
}

static void
studio_frame_page_init (StudioFramePage *self)
{
  self->group = adw_preferences_group_new ();
  gtk_widget_set_parent (self->group, GTK_WIDGET (self));
}
