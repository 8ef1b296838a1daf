/* Where the manual lies: the pages that Help opens, and the manual pages.
 *
 * In `manual` below IMAGINET_DATA_PATH if that is set, or else where the program is
 * installed to, or else in the folder that it was built in. A build without docutils has
 * none.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * im_manual_dup_path:
 * @name: a file of the manual, such as `index.html`
 *
 * Besides a page for each chapter there are `index.html` and `manual.ini`, which has a
 * group for each chapter, in order, with its `Title` and its `Summary`.
 *
 * Returns: (nullable): its path, NULL if the manual is not installed
 */
char *im_manual_dup_path (const char *name);

/**
 * im_manual_dup_page:
 * @chapter: a chapter, such as `units`
 *
 * Returns: (nullable): the path of its manual page of section 7
 */
char *im_manual_dup_page (const char *chapter);

G_END_DECLS
