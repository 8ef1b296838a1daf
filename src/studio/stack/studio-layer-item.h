/* A layer of a document in words: a row of the outline, a card of the stack.
 *
 * An item is made when the document changes and is not changed itself, so lists see which
 * of their rows are new.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "document/state/im-document-graph.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_LAYER_ITEM (studio_layer_item_get_type ())
G_DECLARE_FINAL_TYPE (StudioLayerItem, studio_layer_item, STUDIO, LAYER_ITEM, GObject)

/**
 * StudioLayerText:
 * @STUDIO_LAYER_NUMBER: from 1, in the order of the flow of data
 * @STUDIO_LAYER_NAME: the name for users, and whether it is disabled
 * @STUDIO_LAYER_UNIT: the id of its unit
 * @STUDIO_LAYER_OPTIONS: what is set, with its values
 * @STUDIO_LAYER_INPUT: what flows into it, empty if that is not known
 * @STUDIO_LAYER_OUTPUT: what leaves it, empty if that is not known
 * @STUDIO_LAYER_UNKNOWN: what stands for what is not known: behind which layer it is
 * @STUDIO_LAYER_PROBLEMS: the first message and how many there are more
 */
typedef enum
{
  STUDIO_LAYER_NUMBER,
  STUDIO_LAYER_NAME,
  STUDIO_LAYER_UNIT,
  STUDIO_LAYER_OPTIONS,
  STUDIO_LAYER_INPUT,
  STUDIO_LAYER_OUTPUT,
  STUDIO_LAYER_UNKNOWN,
  STUDIO_LAYER_PROBLEMS,
  STUDIO_N_LAYER_TEXTS,
} StudioLayerText;

/**
 * studio_layer_item_list:
 * @document: a document
 * @by_node: its problems, see studio_problem_list_by_node()
 *
 * Returns: (transfer full) (element-type StudioLayerItem): an item for each layer
 */
GPtrArray *studio_layer_item_list (ImDocument *document, GHashTable *by_node);

/**
 * studio_layer_item_update:
 * @store: a store of items
 * @document: (nullable): a document
 * @by_node: its problems, see studio_problem_list_by_node()
 *
 * Makes the store list the layers of the document; items that say the same stay.
 */
void studio_layer_item_update (GListStore *store,
                               ImDocument *document,
                               GHashTable *by_node);

/* The same where nothing but the problems can have changed since, which is faster. */
void studio_layer_item_update_problems (GListStore *store,
                                        ImDocument *document,
                                        GHashTable *by_node);

const char *studio_layer_item_get_text (StudioLayerItem *item, StudioLayerText which);
guint studio_layer_item_get_layer (StudioLayerItem *item);
gboolean studio_layer_item_is_enabled (StudioLayerItem *item);
gboolean studio_layer_item_has_problems (StudioLayerItem *item);

/* Everything of an item as one text, for a screen reader. */
char *studio_layer_item_dup_description (StudioLayerItem *item);

G_END_DECLS
