/* A file of units whose layers or nodes have changed, without reading the rest again.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-file.h"

G_BEGIN_DECLS

/**
 * ImUnitPatch:
 * @unit: the composite or compound that has changed
 * @first: the first of its nodes that was read again
 * @n_removed: how many nodes were there
 * @n_added: how many there are now
 * @before: what stood at @first, if one node took the place of one
 */
typedef struct
{
  const ImUnit *unit;
  guint first;
  guint n_removed;
  guint n_added;
  ImUnitNode before;
} ImUnitPatch;

/**
 * im_unit_file_patch:
 * @file: a file that nobody else looks at meanwhile
 * @bytes: a text that it is to have
 * @unit: the unit that may change
 * @patch: (out caller-allocates): what has changed
 *
 * Makes the file what reading @bytes gives, in the time that the change takes: where only
 * layers of a composite, or units of a compound, differ, only those are read, and places
 * of the rest are moved. Units, parameters and, if their number stays the same, nodes
 * stay the same objects. A file of which there was something to say, or is, has to be
 * read as a whole, and so has any other change.
 *
 * Returns: FALSE if @bytes have to be read as a whole; the file is what it was then
 */
gboolean im_unit_file_patch (ImUnitFile *file,
                             GBytes *bytes,
                             const ImUnit *unit,
                             ImUnitPatch *patch);

G_END_DECLS
