/* What differs between two versions of unit files, by meaning: layers, pipes, options,
 * parameters, contracts, implementations, and what follows from that for shapes and
 * rates. Places on the canvas, comments, blanks and the spelling of expressions make no
 * difference.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"

G_BEGIN_DECLS

typedef struct _ImDiff ImDiff;

/**
 * ImChangeKind:
 * @IM_CHANGE_ADDED: only the second file has it
 * @IM_CHANGE_REMOVED: only the first one has it
 * @IM_CHANGE_CHANGED: both have it, and it is not the same
 * @IM_CHANGE_MOVED: both have it, in another order
 * @IM_CHANGE_FOLLOWS: nobody changed it, it follows from other changes
 */
typedef enum
{
  IM_CHANGE_ADDED,
  IM_CHANGE_REMOVED,
  IM_CHANGE_CHANGED,
  IM_CHANGE_MOVED,
  IM_CHANGE_FOLLOWS,
} ImChangeKind;

/**
 * ImChange:
 * @kind: what has become of it
 * @what: what it is: `unit`, `input`, `output`, `option`, `parameter`, `layer`, `node`,
 * `pipe`, `frame`, `contract`, `implementation`, `example` or `text`
 * @unit: the id of the unit that it belongs to
 * @name: what it is called in the unit; of a layer or node as edits call it
 * @field: (nullable): which part of it has changed, such as `default` or an option of a
 * layer; NULL for all of it
 * @before: (nullable): what was there; of MOVED the layer that it stood in front of
 * @after: (nullable): what is there
 */
typedef struct
{
  ImChangeKind kind;
  const char *what;
  const char *unit;
  const char *name;
  const char *field;
  const char *before;
  const char *after;
} ImChange;

ImDiff *im_diff_new (void);
void im_diff_free (ImDiff *difference);

/**
 * im_diff_add_files:
 * @difference: where changes go
 * @before: (nullable): the units that there were, NULL for none
 * @library_before: where the units of their nodes are
 * @after: (nullable): the units that there are, NULL for none
 * @library_after: where the units of their nodes are
 *
 * Compares units of the same id. If each file has one unit, they are compared whatever
 * their ids are.
 */
void im_diff_add_files (ImDiff *difference,
                        const ImUnitFile *before,
                        ImUnitLibrary *library_before,
                        const ImUnitFile *after,
                        ImUnitLibrary *library_after);

/**
 * im_diff_add_programs:
 * @difference: where changes go
 * @before: a program
 * @after: the program that took its place
 *
 * Compares the types, shapes and rates of the outputs of layers and of the whole that
 * both have, as far as they are known.
 */
void im_diff_add_programs (ImDiff *difference,
                           const ImProgram *before,
                           const ImProgram *after);

/**
 * im_diff_match_instances:
 * @before: a program
 * @after: the program that took its place
 *
 * Finds the layers that both have, as the changes of layers mean them.
 *
 * Returns: (transfer full): for each instance of @before the number of the one of @after,
 *   or -1
 */
gint *im_diff_match_instances (const ImProgram *before, const ImProgram *after);

guint im_diff_get_count (const ImDiff *difference);

/**
 * im_diff_get:
 * @difference: a difference
 * @index: less than the count
 *
 * Returns: a change; those of one unit stand together, in the order of the second file
 */
const ImChange *im_diff_get (const ImDiff *difference, guint index);

/* The word for a kind, such as `added`. */
const char *im_change_kind_get_name (ImChangeKind kind);

/* The sign for a kind, such as `+`. */
const char *im_change_kind_get_sign (ImChangeKind kind);

/* What has changed, such as `Hann.axis`; long names are shortened. */
char *im_change_dup_name (const ImChange *change);

/**
 * im_change_dup_values:
 * @change: a change
 *
 * Returns: (nullable): what it was and is, such as `1 → 2`, or where it is, each as short
 *   as a line takes; NULL if its name says all
 */
char *im_change_dup_values (const ImChange *change);

/* All of a change on one line: `~  layer Hann.axis: 1 → 2`. */
char *im_change_dup_line (const ImChange *change);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImDiff, im_diff_free)

G_END_DECLS
