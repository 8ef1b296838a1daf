/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-banner.h"

typedef struct
{
  char *id;
  GtkMessageType type;
  char *text;
  GPtrArray *buttons;    /* label, action, label, action … */
  gboolean has_progress; /* something goes on */
} Message;

struct _StudioBanner
{
  GtkWidget parent_instance;

  GtkInfoBar *bar;
  GtkImage *icon;
  GtkLabel *text;
  GtkProgressBar *progress;
  GtkBox *buttons;

  GPtrArray *messages; /* Message; the last one is shown */
};

G_DEFINE_FINAL_TYPE (StudioBanner, studio_banner, GTK_TYPE_WIDGET)

static void
free_message (gpointer data)
{
  Message *message = data;

  g_free (message->id);
  g_free (message->text);
  g_ptr_array_unref (message->buttons);
  g_free (message);
}

static void
show_buttons (StudioBanner *self, const GPtrArray *buttons)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->buttons))) != NULL)
    gtk_box_remove (self->buttons, child);
  for (guint i = 0; i < buttons->len; i += 2)
    {
      GtkWidget *button = gtk_button_new_with_mnemonic (buttons->pdata[i]);

      gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (button),
                                               buttons->pdata[i + 1]);
      gtk_box_append (self->buttons, button);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->buttons), buttons->len > 0);
}

static void
show_last (StudioBanner *self)
{
  const Message *message;

  gtk_widget_set_visible (GTK_WIDGET (self), self->messages->len > 0);
  if (self->messages->len == 0)
    return;

  message = self->messages->pdata[self->messages->len - 1];
  gtk_info_bar_set_message_type (self->bar, message->type);
  gtk_image_set_from_icon_name (
      self->icon, message->type == GTK_MESSAGE_ERROR     ? "dialog-error-symbolic"
                  : message->type == GTK_MESSAGE_WARNING ? "dialog-warning-symbolic"
                                                         : "dialog-information-symbolic");
  gtk_label_set_label (self->text, message->text);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), message->has_progress);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  message->text, -1);
  show_buttons (self, message->buttons);
}

static gboolean
find (StudioBanner *self, const char *id, guint *index)
{
  for (*index = 0; *index < self->messages->len; (*index)++)
    if (g_str_equal (((const Message *) self->messages->pdata[*index])->id, id))
      return TRUE;

  return FALSE;
}

gboolean
studio_banner_has (StudioBanner *self, const char *id)
{
  guint index;

  g_return_val_if_fail (STUDIO_IS_BANNER (self), FALSE);

  return find (self, id, &index);
}

static void
forget (StudioBanner *self, const char *id)
{
  guint index;

  if (find (self, id, &index))
    g_ptr_array_remove_index (self->messages, index);
}

void
studio_banner_show (StudioBanner *self,
                    const char *id,
                    GtkMessageType type,
                    const char *text,
                    const StudioBannerButton *buttons,
                    guint n_buttons)
{
  Message *message;

  g_return_if_fail (STUDIO_IS_BANNER (self));

  forget (self, id);
  message = g_new0 (Message, 1);
  message->id = g_strdup (id);
  message->type = type;
  message->text = g_utf8_make_valid (text, -1);
  message->buttons = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n_buttons; i++)
    {
      g_ptr_array_add (message->buttons, g_strdup (buttons[i].label));
      g_ptr_array_add (message->buttons, g_strdup (buttons[i].action));
    }
  g_ptr_array_add (self->messages, message);
  show_last (self);
}

void
studio_banner_go_on (StudioBanner *self, const char *id, const char *text)
{
  Message *message;
  guint index;

  g_return_if_fail (STUDIO_IS_BANNER (self));

  if (!find (self, id, &index))
    return;
  message = self->messages->pdata[index];
  if (!message->has_progress || !g_str_equal (message->text, text))
    {
      message->has_progress = TRUE;
      g_free (message->text);
      message->text = g_strdup (text);
      show_last (self);
    }
  if (index + 1 == self->messages->len)
    gtk_progress_bar_pulse (self->progress);
}

void
studio_banner_hide (StudioBanner *self, const char *id)
{
  g_return_if_fail (STUDIO_IS_BANNER (self));

  forget (self, id);
  show_last (self);
}

static void
closed_cb (StudioBanner *self)
{
  if (self->messages->len > 0)
    g_ptr_array_set_size (self->messages, (gint) self->messages->len - 1);
  show_last (self);
}

static void
studio_banner_dispose (GObject *object)
{
  StudioBanner *self = STUDIO_BANNER (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_pointer (&self->messages, g_ptr_array_unref);
  G_OBJECT_CLASS (studio_banner_parent_class)->dispose (object);
}

static void
studio_banner_class_init (StudioBannerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_banner_dispose;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-banner.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioBanner, bar);
  gtk_widget_class_bind_template_child (widget_class, StudioBanner, icon);
  gtk_widget_class_bind_template_child (widget_class, StudioBanner, text);
  gtk_widget_class_bind_template_child (widget_class, StudioBanner, progress);
  gtk_widget_class_bind_template_child (widget_class, StudioBanner, buttons);
}

static void
studio_banner_init (StudioBanner *self)
{
  self->messages = g_ptr_array_new_with_free_func (free_message);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->bar, "response", G_CALLBACK (closed_cb), self);
  show_last (self);
}
