/* The one range in which two texts differ.
 *
 * An editor that shows a text which also changes elsewhere replaces this range and
 * nothing else, so that its cursor and its view stay. Two changes of one text that do not
 * touch each other can both be made.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImTextChange:
 * @start: the first byte that differs
 * @old_end: behind the last byte of the old text that differs
 * @new_end: behind the last byte of the new text that differs
 *
 * What stands from @start to @old_end becomes what stands from @start to @new_end.
 */
typedef struct
{
  gsize start;
  gsize old_end;
  gsize new_end;
} ImTextChange;

/**
 * im_text_change_find:
 * @old_text: UTF-8
 * @new_text: UTF-8
 * @change: (out caller-allocates): where they differ; no character is cut
 *
 * Compares two texts.
 *
 * Returns: FALSE if they are the same
 */
gboolean im_text_change_find (const char *old_text,
                              const char *new_text,
                              ImTextChange *change);

/**
 * im_text_change_follow:
 * @change: a change of a text
 * @other: another change of the same text, which is made first
 * @out: (out caller-allocates): @change as one of the text behind @other; untouched on
 *   failure
 *
 * Moves a change by what another one adds or removes in front of it.
 *
 * Returns: FALSE if the changes touch each other
 */
gboolean im_text_change_follow (const ImTextChange *change,
                                const ImTextChange *other,
                                ImTextChange *out);

G_END_DECLS
