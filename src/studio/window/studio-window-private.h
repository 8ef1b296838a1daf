/* What the parts of the window share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/disk/im-autosave.h"
#include "document/disk/im-document-monitor.h"
#include "document/state/im-document.h"
#include "studio/canvas/studio-canvas.h"
#include "studio/canvas/studio-minimap.h"
#include "studio/code/studio-code-view.h"
#include "studio/common/studio-banner.h"
#include "studio/common/studio-breadcrumb.h"
#include "studio/common/studio-problems.h"
#include "studio/common/studio-toast-overlay.h"
#include "studio/inspector/studio-inspector.h"
#include "studio/library/studio-library.h"
#include "studio/picture/studio-diagrams.h"
#include "studio/stack/studio-outline.h"
#include "studio/stack/studio-stack-view.h"
#include "studio/unit/studio-unit-view.h"
#include "studio/window/studio-history.h"
#include "studio/window/studio-welcome.h"
#include "studio/window/studio-window.h"

G_BEGIN_DECLS

struct _StudioWindow
{
  AdwApplicationWindow parent_instance;

  StudioToastOverlay *toasts;
  AdwWindowTitle *title;
  StudioBanner *banner;
  StudioHistory *history;
  AdwHeaderBar *header;
  GtkStack *pages;
  AdwFlap *library_flap;
  AdwFlap *inspector_flap;
  AdwViewStack *views;
  StudioWelcome *welcome;
  StudioLibrary *library;
  StudioBreadcrumb *breadcrumb;
  StudioCanvas *canvas;
  StudioMinimap *minimap;
  AdwBin *code_bin;
  StudioCodeView *code; /* NULL until it was seen */
  AdwViewStackPage *canvas_page;
  AdwViewStackPage *diagrams_page;
  AdwViewStackPage *unit_page;
  StudioUnitView *unit;
  StudioDiagrams *diagrams;
  AdwViewStackPage *stack_page;
  StudioStackView *stack;
  AdwViewStackPage *outline_page;
  StudioOutline *outline;
  StudioProblems *problems;
  StudioInspector *inspector;

  StudioSession *session;
  GSettings *settings;
  StudioUnits *all_units; /* of the studio */
  StudioUnits *units;     /* of the document; those of the studio where there is none */
  StudioDrafts *drafts;
  ImDocument *document;
  char *dropped; /* the path of the file that was dropped last, or NULL */
  char *awaited; /* the id of a unit that is inserted when its file was read, or NULL */
  ImAutosave *autosave; /* NULL where no drafts can be kept */
  ImDocumentMonitor *monitor;
  GPtrArray *offered;    /* char*: the names of drafts that the banner shows */
  GCancellable *opening; /* NULL while no file is being opened */
  guint n_opening;
  guint say_opening; /* source that says so, or 0 */
};

/* Says something that goes away by itself. */
void studio_window_say (StudioWindow *window, const char *text);

/* Opens the one .imunit file in a folder, or lets the user choose among several. */
void studio_window_open_folder (StudioWindow *window, GFile *folder);

/* Lets the user choose a file to open; begins in @folder if it is not NULL. */
void studio_window_choose_file (StudioWindow *window, GFile *folder);

/* Gives the window what all windows share. */
void studio_window_set_up (StudioWindow *window,
                           StudioUnits *units,
                           StudioDrafts *drafts);

/* Shows a document, whose units are those beside its file, instead of the one there was.
 */
void studio_window_set_document (StudioWindow *window, ImDocument *document);

/* Opens a file in a thread, or lets that be. */
void studio_window_begin_opening (StudioWindow *window,
                                  const char *path,
                                  const char *unit);
void studio_window_cancel_opening (StudioWindow *window);

/* Lets the units be those beside the file of the document. */
void studio_window_find_units (StudioWindow *window);

/* Shows the options of what is selected in the canvas. */
void studio_window_update_inspector (StudioWindow *window);

/* Shows the name of the file, and how many errors are known. */
void studio_window_update_title (StudioWindow *window);

/* Lets only what can be done now be done. */
void studio_window_update_actions (StudioWindow *window);

/* Takes files that are dropped on the window. */
void studio_window_add_drop (StudioWindow *window);
void studio_window_class_add_drop_actions (GtkWidgetClass *widget_class);

/* Inserts a unit behind the selected layer, or at the end. */
void studio_window_insert (StudioWindow *window, const char *unit_id);

/* The code view, which is built now if it was not; or only when it is seen. */
StudioCodeView *studio_window_require_code (StudioWindow *window);
void studio_window_build_code_when_seen (StudioWindow *window);

/* Takes what was typed into the code; FALSE if it cannot be read. */
gboolean studio_window_flush_code (StudioWindow *window);

/* Where the next document is shown: here, or in a window of its own. */
StudioWindow *studio_window_get_for_next (StudioWindow *window);

/* Keeps drafts of the document, and follows its file; until it is forgotten. */
void studio_window_watch_document (StudioWindow *window);
void studio_window_forget_document (StudioWindow *window);

/* Lets the user restore or discard drafts: those of the file, or all. */
void studio_window_offer_drafts (StudioWindow *window);

/* Takes away what was asked about the file: it is answered. */
void studio_window_hide_questions (StudioWindow *window);

/* The user wants to lose what is not saved. */
void studio_window_discard_changes (StudioWindow *window);

/* Says what cannot be opened, until the user has read it. */
void studio_window_say_cannot_open (StudioWindow *window, const char *message);

/* Says what cannot be saved and what can be done instead. */
void studio_window_say_cannot_save (StudioWindow *window, const GError *error);

/* Says that the file cannot be written with an edit, and offers another encoding. */
void studio_window_say_not_encoded (StudioWindow *window, const char *message);

/* Lets views follow the document and what is selected in it. */
void studio_window_bind (StudioWindow *window);

/* Adds actions to the class of the window. */
void studio_window_class_add_clipboard_actions (GtkWidgetClass *widget_class);
void studio_window_class_add_disk_actions (GtkWidgetClass *widget_class);
void studio_window_class_add_draft_actions (GtkWidgetClass *widget_class);
void studio_window_class_add_file_actions (GtkWidgetClass *widget_class);
void studio_window_class_add_new_actions (GtkWidgetClass *widget_class);
void studio_window_class_add_opening_actions (GtkWidgetClass *widget_class);
void studio_window_class_add_edit_actions (GtkWidgetClass *widget_class);
void studio_window_class_add_view_actions (GtkWidgetClass *widget_class);

/* Lets the window begin as the last one was left, and remembers how this one is left. */
void studio_window_bind_settings (StudioWindow *window);

/* Asks before changes are lost; an implementation of #GtkWindowClass.close_request. */
gboolean studio_window_close_request (GtkWindow *window);

G_END_DECLS
