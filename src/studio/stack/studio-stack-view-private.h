/* What the parts of the stack share: the list of cards, and what is dragged over it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/stack/studio-layer-list.h"
#include "studio/stack/studio-stack-card.h"
#include "studio/stack/studio-stack-view.h"

G_BEGIN_DECLS

struct _StudioStackView
{
  GtkWidget parent_instance;

  GtkStack *pages;
  GtkScrolledWindow *scroller;
  GtkListView *list;
  GtkRevealer *revealer;
  GtkLabel *verdict;

  StudioLayerList *layers;
  GPtrArray *cards; /* StudioStackCard, those that are bound; borrowed */

  gint target;       /* the layer before which something would be dropped, or -1 */
  guint scroll_tick; /* scrolls while the pointer is near an edge, or 0 */
  double scroll_speed;
};

/* Shows all cards as they are. */
void studio_stack_view_show_cards (StudioStackView *view);

/* Lets cards and units be dropped between the cards. */
void studio_stack_view_add_drop (StudioStackView *view);

/* Lets a card be dragged by its handle. */
void studio_stack_view_add_drag (StudioStackView *view, StudioStackCard *card);

/* Stops scrolling by itself. */
void studio_stack_view_stop_scrolling (StudioStackView *view);

G_END_DECLS
