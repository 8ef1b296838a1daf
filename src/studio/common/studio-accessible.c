/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-accessible.h"

static void
set_name (GtkWidget *widget, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
}

/* A label has an underscore before its mnemonic. */
static char *
dup_name (GtkWidget *button)
{
  const char *label = gtk_menu_button_get_label (GTK_MENU_BUTTON (button));
  g_auto (GStrv) parts = label == NULL || *label == '\0' ? NULL
                                                         : g_strsplit (label, "_", -1);

  return parts == NULL ? g_strdup (gtk_widget_get_tooltip_text (button))
                       : g_strjoinv ("", parts);
}

void
studio_accessible_name_menu_buttons (GtkWidget *root)
{
  if (GTK_IS_MENU_BUTTON (root))
    {
      g_autofree char *name = dup_name (root);

      if (name != NULL)
        {
          set_name (root, name);
          set_name (gtk_widget_get_first_child (root), name);
        }
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    studio_accessible_name_menu_buttons (child);
}
