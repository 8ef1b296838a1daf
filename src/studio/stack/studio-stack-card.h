/* A layer of a stack as a card, below what flows into it; the last one also above what
 * leaves the stack. While something is dragged over the stack the card shows what would
 * become of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/stack/studio-layer-item.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_STACK_CARD (studio_stack_card_get_type ())
G_DECLARE_FINAL_TYPE (StudioStackCard, studio_stack_card, STUDIO, STACK_CARD, GtkWidget)

GtkWidget *studio_stack_card_new (void);

/**
 * studio_stack_card_show:
 * @card: a card
 * @item: the layer that it stands for
 * @is_last: whether no layer follows it
 *
 * Shows a layer as it is.
 */
void studio_stack_card_show (StudioStackCard *card,
                             StudioLayerItem *item,
                             gboolean is_last);

/**
 * studio_stack_card_show_preview:
 * @card: a card
 * @item: (nullable): the same layer in a preview; NULL for the one that is dragged
 *
 * Shows the types around the layer and its problems as they would be.
 */
void studio_stack_card_show_preview (StudioStackCard *card, StudioLayerItem *item);

/**
 * studio_stack_card_show_line:
 * @card: a card
 * @above: (nullable): what would stand above the card; NULL for no line
 * @below: (nullable): what would stand below it
 * @breaks: whether it would have problems there
 *
 * Draws lines where a layer would be dropped.
 */
void studio_stack_card_show_line (StudioStackCard *card,
                                  const char *above,
                                  const char *below,
                                  gboolean breaks);

StudioLayerItem *studio_stack_card_get_item (StudioStackCard *card);

/* The part that looks like a card, without what flows around it. */
GtkWidget *studio_stack_card_get_body (StudioStackCard *card);

/* What it is dragged by. */
GtkWidget *studio_stack_card_get_handle (StudioStackCard *card);

G_END_DECLS
