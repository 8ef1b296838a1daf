/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-description-view.h"

#include <glib/gi18n.h>

#include "studio/library/studio-description.h"
#include "unit/im-unit-file.h"

/* Room for a figure in the narrowest panel, in pixels; only wider ones shrink. */
#define PANEL_WIDTH 250

GtkWidget *
studio_description_new_label (const char *markup, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_can_focus (label, FALSE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

GtkWidget *
studio_description_new_heading (const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  return studio_description_new_label (markup, "heading");
}

/* A window with a figure in its own size, as far as there is room on the screen. */
static void
enlarge_cb (GtkButton *button, const char *path)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *picture = gtk_picture_new_for_filename (path);
  GdkPaintable *paintable = gtk_picture_get_paintable (GTK_PICTURE (picture));
  GtkEventController *keys = gtk_shortcut_controller_new ();
  g_autofree char *name = g_path_get_basename (path);

  gtk_window_set_title (GTK_WINDOW (window), name);
  gtk_window_set_transient_for (GTK_WINDOW (window),
                                GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (button))));
  gtk_window_set_child (GTK_WINDOW (window), picture);
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), name);
  if (paintable != NULL)
    gtk_window_set_default_size (
        GTK_WINDOW (window),
        CLAMP (2 * gdk_paintable_get_intrinsic_width (paintable), 400, 1100),
        CLAMP (2 * gdk_paintable_get_intrinsic_height (paintable), 300, 700));
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
  gtk_window_present (GTK_WINDOW (window));
}

static void
free_path (gpointer path, GClosure *closure)
{
  g_free (path);
}

/* The figure as a button that shows it larger. */
static GtkWidget *
new_figure_button (GtkWidget *picture, const char *name, const char *path)
{
  GtkWidget *button = gtk_button_new ();
  g_autofree char *label = g_strdup_printf (
      /* Translators: %s is the name of a file with a figure */
      _ ("Show “%s” Larger"), name);

  gtk_button_set_child (GTK_BUTTON (button), picture);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "figure");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  g_signal_connect_data (button, "clicked", G_CALLBACK (enlarge_cb), g_strdup (path),
                         free_path, 0);

  return button;
}

/* A figure stands beside the file of the unit. */
static void
add_image (GtkBox *box, const ImUnit *unit, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (im_unit_file_get_path (unit->file));
  g_autofree char *relative = g_strdelimit (g_strdup (name), "\\", '/');
  g_autofree char *path = g_build_filename (folder, relative, NULL);
  GtkWidget *picture;
  GdkPaintable *paintable;
  gboolean is_wide;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_autofree char *text = g_markup_printf_escaped (
          /* Translators: %s is the name of a file with a figure */
          _ ("The figure “%s” is missing."), name);

      gtk_box_append (box, studio_description_new_label (text, "dim-label"));
      return;
    }
  picture = gtk_picture_new_for_filename (path);
  gtk_widget_set_halign (picture, GTK_ALIGN_START);
  paintable = gtk_picture_get_paintable (GTK_PICTURE (picture));
  is_wide = paintable == NULL ||
            gdk_paintable_get_intrinsic_width (paintable) > PANEL_WIDTH;
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), is_wide);
  if (is_wide && paintable != NULL)
    /* What can shrink would shrink to no height at all. */
    gtk_widget_set_size_request (
        picture, -1,
        (int) (PANEL_WIDTH /
               MAX (0.1, gdk_paintable_get_intrinsic_aspect_ratio (paintable))));
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), name);
  gtk_box_append (box, new_figure_button (picture, name, path));
}

static void
add_block (GtkBox *box, const ImUnit *unit, const StudioBlock *block)
{
  switch (block->kind)
    {
    case STUDIO_BLOCK_HEADER:
      gtk_box_append (box, studio_description_new_heading (block->text));
      break;
    case STUDIO_BLOCK_PARAGRAPH:
      gtk_box_append (box, studio_description_new_label (block->text, NULL));
      break;
    case STUDIO_BLOCK_FORMULA:
      gtk_box_append (box, studio_description_new_label (block->text, "formula"));
      break;
    case STUDIO_BLOCK_IMAGE:
      add_image (box, unit, block->text);
      break;
    case STUDIO_BLOCK_CODE:
      {
        g_autofree char *markup = g_markup_escape_text (block->text, -1);

        gtk_box_append (box, studio_description_new_label (markup, "monospace"));
        break;
      }
    default:
      g_assert_not_reached ();
    }
}

void
studio_description_add (GtkBox *box, const ImUnit *unit)
{
  g_autoptr (GPtrArray) blocks = studio_description_list_blocks (unit);

  for (guint i = 0; i < blocks->len; i++)
    add_block (box, unit, blocks->pdata[i]);
}
