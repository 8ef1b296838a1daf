/* SPDX-License-Identifier: MIT
 *
 * What the parts of a window show in others: the title, a message.
 */
#include <glib/gi18n.h>

#include "document/disk/im-document-new.h"
#include "studio/window/studio-window-private.h"

void
studio_window_say (StudioWindow *self, const char *text)
{
  studio_toast_overlay_show (self->toasts, text);
}

void
studio_window_update_title (StudioWindow *self)
{
  g_autofree char *base = im_document_is_untitled (self->document)
                              ? g_strdup (_ ("Untitled"))
                              : g_path_get_basename (
                                    im_document_get_path (self->document));
  g_autofree char *title = g_strdup_printf (
      "%s%s", im_document_is_modified (self->document) ? "• " : "", base);
  guint n_errors = studio_problems_count_errors (self->problems);
  g_autofree char *window_title = g_strdup_printf ("%s — %s", title,
                                                   _ ("Imaginet Studio"));
  g_autofree char *subtitle =
      n_errors == 0
          ? g_strdup (im_document_get_unit (self->document)->display_name)
          : g_strdup_printf (ngettext ("%u problem", "%u problems", n_errors), n_errors);

  adw_window_title_set_title (self->title, title);
  gtk_window_set_title (GTK_WINDOW (self), window_title);
  adw_window_title_set_subtitle (self->title, subtitle);
}
