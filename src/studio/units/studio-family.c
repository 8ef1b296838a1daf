/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-family.h"

#include <string.h>

/* By name; the last one is of all units that are in no folder of these. */
static const StudioFamily families[] = {
  { "Filter", "imaginet-filter-symbolic", "family-filter" },
  { "Fixed Point", "imaginet-fixed-symbolic", "family-fixed" },
  { "Math", "imaginet-math-symbolic", "family-math" },
  { "Model", "imaginet-model-symbolic", "family-model" },
  { "Motion", "imaginet-motion-symbolic", "family-motion" },
  { "Queues", "imaginet-queues-symbolic", "family-queues" },
  { "Shape", "imaginet-shape-symbolic", "family-shape" },
  { "SkriptND", "imaginet-operator-symbolic", "family-operator" },
  { "Spectral", "imaginet-spectral-symbolic", "family-spectral" },
  { "Tensor", "imaginet-tensor-symbolic", "family-tensor" },
  { "Window", "imaginet-window-symbolic", "family-window" },
  { NULL, "imaginet-unit-symbolic", "family-unit" },
};

static gboolean
is_in (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  path += *path == '/';

  return strncmp (path, folder, length) == 0 &&
         (path[length] == '/' || path[length] == '\0');
}

const StudioFamily *
studio_family_find (const ImUnit *unit)
{
  guint i = 0;

  while (families[i].folder != NULL && (unit == NULL || unit->display_path == NULL ||
                                        !is_in (unit->display_path, families[i].folder)))
    i++;

  return &families[i];
}

const StudioFamily *
studio_family_list (guint *n)
{
  *n = G_N_ELEMENTS (families) - 1;

  return families;
}

void
studio_family_colour (GtkWidget *widget, const StudioFamily *family)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    gtk_widget_remove_css_class (widget, families[i].css_class);
  gtk_widget_add_css_class (widget, family->css_class);
}
