/* SPDX-License-Identifier: MIT
 *
 * `imaginet-studio [FILE…]`: the application. There is one process for all windows.
 */
#include <adwaita.h>

#include "studio/studio-window.h"
#include "unit/im-unit-roots.h"

#define APPLICATION_ID "org.imaginet.Studio"

static ImUnitLibrary *
get_units (GApplication *application)
{
  ImUnitLibrary *units = g_object_get_data (G_OBJECT (application), "units");
  g_autoptr (ImDiagnostics) problems = NULL;

  if (units != NULL)
    return units;

  problems = im_diagnostics_new ();
  units = im_unit_library_new ();
  im_unit_roots_add_usual (units, problems);
  g_object_set_data_full (G_OBJECT (application), "units", units,
                          (GDestroyNotify) im_unit_library_free);

  return units;
}

static StudioWindow *
show_window (GApplication *application)
{
  StudioWindow *window = studio_window_new (ADW_APPLICATION (application),
                                            get_units (application));

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
activate_cb (GApplication *application, gpointer data)
{
  show_window (application);
}

static void
open_cb (GApplication *application,
         GFile **files,
         int n_files,
         const char *hint,
         gpointer data)
{
  for (int i = 0; i < n_files; i++)
    studio_window_open (show_window (application), files[i]);
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer application)
{
  adw_show_about_window (gtk_application_get_active_window (application),
                         "application-name", "Imaginet Studio", "version", IM_VERSION,
                         "license-type", GTK_LICENSE_MIT_X11, "comments",
                         "Sensor preprocessing for microcontrollers", NULL);
}

static void
startup_cb (GApplication *application, gpointer data)
{
  static const GActionEntry entries[] = {
    { "about", about_cb, NULL, NULL, NULL, { 0 } }
  };
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (application), entries,
                                   G_N_ELEMENTS (entries), application);
  gtk_css_provider_load_from_resource (style, "/org/imaginet/Studio/ui/studio.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

int
main (int argc, char **argv)
{
  g_autoptr (AdwApplication) application = adw_application_new (
      APPLICATION_ID, G_APPLICATION_HANDLES_OPEN);

  g_signal_connect (application, "startup", G_CALLBACK (startup_cb), NULL);
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), NULL);
  g_signal_connect (application, "open", G_CALLBACK (open_cb), NULL);

  return g_application_run (G_APPLICATION (application), argc, argv);
}
