/* A row of the library: a folder of the display path, or a unit in it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/* The id of a unit that is dragged: a type of its own, since fields of text take all
 * texts that are dropped on them. */
typedef char StudioUnitId;

#define STUDIO_TYPE_UNIT_ID (studio_unit_id_get_type ())
GType studio_unit_id_get_type (void);

#define STUDIO_TYPE_UNIT_ITEM (studio_unit_item_get_type ())
G_DECLARE_FINAL_TYPE (StudioUnitItem, studio_unit_item, STUDIO, UNIT_ITEM, GObject)

/**
 * studio_unit_item_list:
 * @library: the units
 *
 * Returns: (transfer full): the folders and units of the topmost level, folders first,
 *   each by name, without units that hide from libraries, and with the parts of pipelines
 */
GListModel *studio_unit_item_list (ImUnitLibrary *library);

/**
 * studio_unit_item_list_flat:
 * @library: the units
 *
 * Returns: (transfer full): all units and parts of pipelines by name, without units that
 *   hide
 */
GListModel *studio_unit_item_list_flat (ImUnitLibrary *library);

/**
 * studio_unit_item_follow:
 * @list: one of these lists
 * @next: one of the same kind, of another library
 *
 * Makes @list what @next is. Rows that look the same stay, and stand for the units of the
 * other library: whoever shows them keeps its place.
 */
void studio_unit_item_follow (GListModel *list, GListModel *next);

/* Whether this is the first time that it is asked for: folders are open at first, and
 * stay as they are left. */
gboolean studio_unit_item_open_first (StudioUnitItem *item);

const char *studio_unit_item_get_name (StudioUnitItem *item);

/**
 * studio_unit_item_get_unit:
 * @item: a row
 *
 * Returns: (nullable): the unit, or NULL for a folder
 */
const ImUnit *studio_unit_item_get_unit (StudioUnitItem *item);

/**
 * studio_unit_item_get_children:
 * @item: a row
 *
 * Returns: (transfer none) (nullable): what is in a folder, or NULL for a unit
 */
GListModel *studio_unit_item_get_children (StudioUnitItem *item);

/**
 * studio_unit_item_score:
 * @item: a row
 * @words: (array zero-terminated=1): the words of studio_fuzzy_split()
 *
 * Looks for the words in the name, id, path, tags and documentation of the unit.
 *
 * Returns: how well the unit answers, 0 for a folder or if a word is not found
 */
guint studio_unit_item_score (StudioUnitItem *item, char **words);

G_END_DECLS
