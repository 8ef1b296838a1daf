/* SPDX-License-Identifier: MIT
 *
 * What a page tells its window, and the user.
 */
#include "studio/page/studio-page-private.h"

GtkWindow *
studio_page_get_window (StudioPage *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

void
studio_page_say (StudioPage *self, const char *text)
{
  studio_toast_overlay_show (self->toasts, text);
}

void
studio_page_notify_title (StudioPage *self)
{
  g_object_notify (G_OBJECT (self), "title");
  g_object_notify (G_OBJECT (self), "subtitle");
  g_object_notify (G_OBJECT (self), "path");
}

void
studio_page_enable (StudioPage *self, const char *action, gboolean enabled)
{
  if (self->is_current)
    gtk_widget_action_set_enabled (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))),
                                   action, enabled);
}

StudioPage *
studio_page_get_for_next (StudioPage *self)
{
  StudioPage *page = NULL;

  if (self->document == NULL)
    return self;
  g_signal_emit_by_name (self, "next-page", &page);

  return page;
}

gboolean
studio_page_show_open (StudioPage *self, GFile *file, const char *unit)
{
  gboolean is_shown = FALSE;

  g_signal_emit_by_name (self, "show-open", file, unit, &is_shown);

  return is_shown;
}
