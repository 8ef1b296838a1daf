/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-export-row.h"

#include <glib/gi18n.h>

#include "studio/export/studio-export-choice.h"

static const char *const format_subtitles[IM_N_BUNDLE_FORMATS] = {
  [IM_BUNDLE_FORMAT_MAKE] = N_ ("Builds a static library, and runs the test"),
  [IM_BUNDLE_FORMAT_CMAKE] = N_ ("A package for add_subdirectory and find_package"),
  [IM_BUNDLE_FORMAT_ZEPHYR] = N_ ("A module with an option of Kconfig"),
  [IM_BUNDLE_FORMAT_ARDUINO] = N_ ("A library for the Arduino IDE, with a sketch"),
  [IM_BUNDLE_FORMAT_PLATFORMIO] = N_ ("A library for lib_deps"),
  [IM_BUNDLE_FORMAT_CMSIS_PACK] = N_ ("A component for Keil and other tools of Arm, and a"
                                      " layer for csolution projects"),
  [IM_BUNDLE_FORMAT_PYTHON] = N_ (
      "A package to compute features for training with the same"
      " C"),
};

const char *
studio_export_row_describe_format (ImBundleFormatId id)
{
  return _ (format_subtitles[id]);
}

GtkCheckButton *
studio_export_row_new (const char *title, const char *subtitle, GtkWidget **row)
{
  GtkWidget *check = gtk_check_button_new ();

  *row = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (*row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (*row), subtitle);
  adw_action_row_add_prefix (ADW_ACTION_ROW (*row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (*row), check);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);

  return GTK_CHECK_BUTTON (check);
}

GtkCheckButton *
studio_export_row_new_target (ImTargetId id, GtkWidget **row)
{
  const ImTarget *target = im_target_get (id);
  g_autofree char *missing = studio_export_choice_dup_missing (id);
  const char *title = id == IM_TARGET_HOST ? _ ("This Machine") : target->title;
  const char *subtitle = missing != NULL         ? missing
                         : target->flags != NULL ? target->flags
                                                 : _ ("To try it before there is "
                                                      "hardware");
  GtkCheckButton *check = studio_export_row_new (title, subtitle, row);

  gtk_widget_set_sensitive (GTK_WIDGET (check), missing == NULL);

  return check;
}
