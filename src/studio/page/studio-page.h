/* A tab of a window: a welcome page, or a document between library and inspector.
 *
 * All that belongs to one document is here: its session, drafts, units, views, and what
 * is asked about its file. A page knows no window; it may go from one to another.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "studio/page/studio-drafts.h"
#include "studio/session/studio-session.h"
#include "studio/units/studio-units.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PAGE (studio_page_get_type ())

/* Its properties are what a tab and the title of a window say: `title`, `subtitle`,
 * `path` of its file or NULL; whether it is so `narrow` that its panels lie over it, and
 * whether it is `opening` a file. */
G_DECLARE_FINAL_TYPE (StudioPage, studio_page, STUDIO, PAGE, AdwBin)

/* Makes a page, which offers drafts of its file, and all while it has none. */
StudioPage *studio_page_new (StudioUnits *units, StudioDrafts *drafts);

/**
 * studio_page_install_actions:
 * @window_class: a class of windows
 * @get: gives the current page of such a window, or NULL
 *
 * Lets windows do to their current page what can be done with pages, by actions and keys.
 */
void studio_page_install_actions (GtkWidgetClass *window_class,
                                  StudioPage *(*get) (GtkWidget *window));

/* What the views of the page share; it has no document while the page is a welcome. */
StudioSession *studio_page_get_session (StudioPage *page);

/* What its file is called, without a mark of changes. */
char *studio_page_dup_name (StudioPage *page);

/* Whether it is seen in its window: then it says what can be done there. */
void studio_page_set_current (StudioPage *page, gboolean is_current);

/* Which of the panels at its sides are to be seen; not those that a narrow page hides by
 * itself. */
void studio_page_take_panels (StudioPage *page, StudioPage *other);

/* Opens a file in a thread, or says why it cannot be opened; @unit is the id of the unit
 * of it that is shown, or NULL or empty for its main unit. */
void studio_page_open (StudioPage *page, GFile *file, const char *unit);

/* Opens its file where it lies now instead, unless changes would be lost. */
void studio_page_follow (StudioPage *page, GFile *file);

/* Shows one unit of its file. */
void studio_page_show_unit (StudioPage *page, const char *unit);

/* Goes to a step of the history. */
void studio_page_go_to_step (StudioPage *page, guint step);

/* Says what is wrong beside the document, until the user has read it. */
void studio_page_show_trouble (StudioPage *page, const char *message);

/* Whether nothing would be lost with it: a welcome, or a new pipeline as it was made. */
gboolean studio_page_is_untouched (StudioPage *page);

/* Whether changes would be lost; @is_readable tells whether all of them can be saved. */
gboolean studio_page_has_changes (StudioPage *page, gboolean *is_readable);

/* Writes a draft now, and no later. */
void studio_page_keep_draft (StudioPage *page);

/* The user wants to lose what is not saved. */
void studio_page_discard_changes (StudioPage *page);

/**
 * StudioPageSavedFunc:
 * @page: a page
 * @is_saved: whether its document is in its file
 * @data: what was given
 */
typedef void (*StudioPageSavedFunc) (StudioPage *page, gboolean is_saved, gpointer data);

/**
 * studio_page_save:
 * @page: a page with a document
 * @done: (nullable): is called once, now or when the user has answered
 * @data: passed to @done
 *
 * Saves the document; one without a name is asked for it.
 */
void studio_page_save (StudioPage *page, StudioPageSavedFunc done, gpointer data);

G_END_DECLS
