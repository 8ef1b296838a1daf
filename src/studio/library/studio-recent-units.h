/* The units that were inserted last, kept in the settings.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define STUDIO_RECENT_UNITS_MAX 12

/* Returns: (transfer full) (array zero-terminated=1): their ids, the latest first */
char **studio_recent_units_dup (void);

/* Makes a unit the latest one; the oldest one beyond the limit is forgotten. */
void studio_recent_units_add (const char *id);

G_END_DECLS
