/* Families of units: the folders of the library, each with a colour and an icon by which
 * its units are told from others wherever they are shown.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * StudioFamily:
 * @folder: the first part of the paths of its units
 * @icon: the name of an icon
 * @css_class: gives a widget its colour as `color`
 */
typedef struct
{
  const char *folder;
  const char *icon;
  const char *css_class;
} StudioFamily;

/**
 * studio_family_find:
 * @unit: (nullable): a unit
 *
 * Returns: its family; that of all others if it is in none of the folders, or is unknown
 */
const StudioFamily *studio_family_find (const ImUnit *unit);

/**
 * studio_family_list:
 * @n: (out): their number
 *
 * Returns: (array length=n): all families with a folder, by name
 */
const StudioFamily *studio_family_list (guint *n);

/* Gives a widget the colour of a family, in place of the one that it had. */
void studio_family_colour (GtkWidget *widget, const StudioFamily *family);

G_END_DECLS
