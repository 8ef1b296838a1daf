/* SPDX-License-Identifier: MIT
 *
 * `imaginet-studio [FILE…]`: the application. There is one process for all windows.
 */
#include <glib/gi18n.h>
#include <locale.h>

#include "studio/common/studio-folders.h"
#include "studio/window/studio-application.h"

int
main (int argc, char **argv)
{
  g_autoptr (StudioApplication) application = NULL;

  studio_folders_set_schemas ();
  gtk_disable_setlocale ();
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC,
             "C"); /* numbers are those of expressions, in fields and in files */
  bindtextdomain (GETTEXT_PACKAGE, studio_folders_get_locale ());
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = studio_application_new ();

  return g_application_run (G_APPLICATION (application), argc, argv);
}
