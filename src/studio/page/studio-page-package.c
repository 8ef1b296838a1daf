/* SPDX-License-Identifier: MIT
 *
 * The package that the file of a page is in.
 */
#include "studio/library/studio-package.h"
#include "studio/page/studio-page-private.h"

static void
open_file_cb (StudioPackage *window, const char *path, StudioPage *self)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  gtk_window_close (GTK_WINDOW (window));
  studio_page_open (self, file, NULL);
}

static void
package_action (StudioPage *self, const char *name, GVariant *parameter)
{
  StudioPackage *window = studio_package_present (studio_page_get_window (self),
                                                  im_document_get_path (self->document));

  g_signal_connect_object (window, "open-file", G_CALLBACK (open_file_cb), self, 0);
}

void
studio_page_install_package_action (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "win.package", package_action, 0, 0, NULL, NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
