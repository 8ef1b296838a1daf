/* Marks of layers: how strongly each is tinted on the canvas, and what is said at it,
 * such as its share of the CPU.
 *
 * Only one source marks layers at a time: who does it last.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_MARKS (studio_marks_get_type ())
G_DECLARE_FINAL_TYPE (StudioMarks, studio_marks, STUDIO, MARKS, GObject)

/**
 * StudioMark:
 * @strength: how strong the tint is, from 0 to 1
 * @is_bad: whether something is wrong with the layer
 * @text: what is said at it, a few characters
 */
typedef struct
{
  double strength;
  gboolean is_bad;
  char *text;
} StudioMark;

/* Signals: `changed` when layers have other marks. */
StudioMarks *studio_marks_new (void);

/**
 * studio_marks_new_table:
 *
 * Returns: (element-type utf8 StudioMark): a table for studio_marks_set()
 */
GHashTable *studio_marks_new_table (void);

/* Marks a layer in a table. */
void studio_marks_add (GHashTable *table,
                       const char *path,
                       double strength,
                       gboolean is_bad,
                       const char *text);

/**
 * studio_marks_set:
 * @marks: marks
 * @source: who marks layers
 * @table: (transfer full): marks by the paths of layers, such as `window/queue`; those of
 * composites, too
 *
 * Takes the place of all marks, of other sources too.
 */
void studio_marks_set (StudioMarks *marks, gpointer source, GHashTable *table);

/* Takes the marks of a source away, if these are its. */
void studio_marks_clear (StudioMarks *marks, gpointer source);

/**
 * studio_marks_find:
 * @marks: marks
 * @scope: (array zero-terminated=1): the composites that a node is inside of
 * @node: the name of the node
 *
 * Returns: (nullable): its mark
 */
const StudioMark *studio_marks_find (StudioMarks *marks,
                                     const char *const *scope,
                                     const char *node);

/* Whether any layer has a mark. */
gboolean studio_marks_is_empty (StudioMarks *marks);

G_END_DECLS
