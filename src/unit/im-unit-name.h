/* Names of units that are new: which ids they may have, and what follows from an id.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * im_unit_name_check:
 * @id: what somebody wants to call a unit
 *
 * Returns: (nullable): what is wrong with it, or NULL
 */
const char *im_unit_name_check (const char *id);

/* The name for users: `Own.MovingAverage` is “Moving Average”. */
char *im_unit_name_dup_title (const char *id);

/* The name of files of code: `Own.MovingAverage` is `moving_average`. */
char *im_unit_name_dup_stem (const char *id);

/* What functions begin with, so that two packages can be in one pipeline:
 * `Own.MovingAverage` is `own_moving_average`. */
char *im_unit_name_dup_prefix (const char *id);

/* Where it stands in the library: `Own.Audio.Clip` is in `/Own/Audio`. */
char *im_unit_name_dup_category (const char *id);

/* The folder of its own: `PARENT/MovingAverage`. */
char *im_unit_name_dup_folder (const char *id, const char *parent);

G_END_DECLS
