/* SPDX-License-Identifier: MIT
 *
 * A revealer over the child. There is never more than one message and no queue: nobody
 * wants to see “Saved” four times in a row. The toasts of libadwaita 1.2 are not used,
 * since one that is closed while it appears is freed before the animation that shows it
 * ends.
 */
#include "studio/common/studio-toast-overlay.h"

#include <glib/gi18n.h>

#define SHOWN_MS 8000

struct _StudioToastOverlay
{
  AdwBin parent_instance;
  GtkWidget *revealer; /* above the child */
  GtkLabel *text;
  GtkWidget *button;
  guint timeout;
};

G_DEFINE_FINAL_TYPE (StudioToastOverlay, studio_toast_overlay, ADW_TYPE_BIN)

static void
close_cb (StudioToastOverlay *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
}

static gboolean
timeout_cb (gpointer data)
{
  StudioToastOverlay *self = data;

  self->timeout = 0;
  close_cb (self);

  return G_SOURCE_REMOVE;
}

/* What is closed takes neither clicks nor the focus. */
static void
child_revealed_cb (StudioToastOverlay *self)
{
  GtkRevealer *revealer = GTK_REVEALER (self->revealer);

  gtk_widget_set_visible (self->revealer, gtk_revealer_get_reveal_child (revealer) ||
                                              gtk_revealer_get_child_revealed (revealer));
}

static GtkWidget *
make_close_button (void)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Close"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close"), -1);

  return button;
}

static GtkWidget *
make_toast (StudioToastOverlay *self)
{
  GtkWidget *toast = g_object_new (GTK_TYPE_BOX, "css-name", "toast", "accessible-role",
                                   GTK_ACCESSIBLE_ROLE_STATUS, NULL);
  GtkWidget *text = gtk_label_new (NULL);
  GtkWidget *close = make_close_button ();

  self->text = GTK_LABEL (text);
  gtk_label_set_ellipsize (self->text, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->text, 0);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (text, "heading");
  self->button = gtk_button_new_with_mnemonic (_ ("_Undo"));
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (close_cb), self);
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (close_cb), self);
  gtk_box_append (GTK_BOX (toast), text);
  gtk_box_append (GTK_BOX (toast), self->button);
  gtk_box_append (GTK_BOX (toast), close);

  return toast;
}

void
studio_toast_overlay_say (GtkWidget *widget, const char *text)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (widget, STUDIO_TYPE_TOAST_OVERLAY);

  if (toasts != NULL)
    studio_toast_overlay_show (STUDIO_TOAST_OVERLAY (toasts), text);
}

static void
studio_toast_overlay_dispose (GObject *object)
{
  StudioToastOverlay *self = STUDIO_TOAST_OVERLAY (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->revealer, gtk_widget_unparent);

  G_OBJECT_CLASS (studio_toast_overlay_parent_class)->dispose (object);
}

static void
studio_toast_overlay_class_init (StudioToastOverlayClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_toast_overlay_dispose;
}

static void
studio_toast_overlay_init (StudioToastOverlay *self)
{
  self->revealer = gtk_revealer_new ();
  gtk_revealer_set_transition_type (GTK_REVEALER (self->revealer),
                                    GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP);
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), make_toast (self));
  gtk_widget_set_halign (self->revealer, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->revealer, GTK_ALIGN_END);
  gtk_widget_set_visible (self->revealer, FALSE);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
  g_signal_connect_object (self->revealer, "notify::child-revealed",
                           G_CALLBACK (child_revealed_cb), self, G_CONNECT_SWAPPED);
}

void
studio_toast_overlay_show_with_button (StudioToastOverlay *self,
                                       const char *text,
                                       const char *label,
                                       const char *action)
{
  g_return_if_fail (STUDIO_IS_TOAST_OVERLAY (self));

  gtk_label_set_text (self->text, text);
  gtk_button_set_label (GTK_BUTTON (self->button), label != NULL ? label : "");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), action);
  gtk_widget_set_visible (self->button, label != NULL);
  gtk_widget_insert_before (self->revealer, GTK_WIDGET (self), NULL);
  gtk_widget_set_visible (self->revealer, TRUE);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add (SHOWN_MS, timeout_cb, self);
}

void
studio_toast_overlay_show (StudioToastOverlay *self, const char *text)
{
  studio_toast_overlay_show_with_button (self, text, NULL, NULL);
}
