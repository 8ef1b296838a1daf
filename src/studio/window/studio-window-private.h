/* What the parts of the window share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/page/studio-page.h"
#include "studio/window/studio-history.h"
#include "studio/window/studio-window.h"

G_BEGIN_DECLS

struct _StudioWindow
{
  AdwApplicationWindow parent_instance;

  AdwHeaderBar *header;
  AdwWindowTitle *title;
  StudioHistory *history;
  AdwTabView *tabs;

  GSettings *settings;
  StudioUnits *units;
  StudioDrafts *drafts;
  StudioPage *page;        /* the one that is seen, or NULL */
  GSignalGroup *page_says; /* what the window hears of it */
  guint presenting;        /* source that shows the window, or 0 */
  AdwTabPage *menu_tab;    /* which one the menu of tabs is for, or NULL: the one seen */
};

/* Gives the window tabs; those of a window that takes one are added later. */
void studio_window_set_up_tabs (StudioWindow *window);

void studio_window_class_add_tab_actions (GtkWidgetClass *widget_class);

/* Asks before changes are lost; implementations of #GtkWindowClass.close_request and of
 * #AdwTabView::close-page. Closing the question is no answer: window and tab stay. */
gboolean studio_window_close_request (GtkWindow *window);
gboolean studio_window_close_page (AdwTabView *tabs,
                                   AdwTabPage *tab,
                                   StudioWindow *window);

G_END_DECLS
