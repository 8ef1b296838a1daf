/* What the parts of a page share.
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
#include "studio/common/studio-toast-overlay.h"
#include "studio/inspector/studio-inspector.h"
#include "studio/library/studio-library.h"
#include "studio/page/studio-page.h"
#include "studio/page/studio-welcome.h"
#include "studio/picture/studio-diagrams.h"
#include "studio/proof/studio-budget-panel.h"
#include "studio/proof/studio-divergence-panel.h"
#include "studio/session/studio-breadcrumb.h"
#include "studio/session/studio-problems.h"
#include "studio/stack/studio-outline.h"
#include "studio/stack/studio-stack-view.h"
#include "studio/track/studio-tracks.h"
#include "studio/unit/studio-unit-view.h"

G_BEGIN_DECLS

struct _StudioPage
{
  AdwBin parent_instance;

  StudioToastOverlay *toasts;
  StudioBanner *banner;
  GtkStack *pages;
  AdwFlap *library_flap;
  AdwFlap *inspector_flap;
  AdwViewStack *views;
  StudioLibrary *library;
  StudioBreadcrumb *breadcrumb;
  StudioCanvas *canvas;
  StudioMinimap *minimap;
  AdwBin *code_bin;
  StudioCodeView *code; /* NULL until it was seen */
  AdwViewStackPage *canvas_page;
  AdwViewStackPage *diagrams_page;
  AdwViewStackPage *unit_page;
  AdwBin *unit_bin;
  StudioDiagrams *diagrams; /* NULL until they were seen */
  AdwViewStackPage *stack_page;
  AdwViewStackPage *outline_page;
  AdwBin *tracks_bin; /* empty until tracks are seen */
  GtkStack *proof;    /* pages `budget` and `divergence`, empty until they are seen */
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
  guint give_up; /* source that ends the waiting for it, or 0 */
  ImAutosave *autosave; /* NULL where no drafts can be kept */
  ImDocumentMonitor *monitor;
  gboolean is_reading_units; /* a thread reads the document with other units */
  GPtrArray *offered;        /* char*: the names of drafts that the banner shows */
  GCancellable *opening;     /* NULL while no file is being opened */
  guint n_opening;
  GQueue waiting;       /* GTask: files that are opened behind the one that is read */
  GTask *reading;       /* of the file that is read in a thread, or NULL */
  guint say_opening;    /* source that says so, or 0 */
  guint showing_panels; /* source that shows library and inspector, or 0 */
  gboolean is_left;     /* its file lies elsewhere now, where it is being opened */
  gboolean is_current;  /* it is the one that is seen in its window */
};

/**
 * StudioPageAction:
 * @name: its name, such as `edit.cut`
 * @activate: does it
 * @key: a key of the window, or 0
 * @modifiers: what is pressed with it
 * @parameter: (nullable): the type of its parameter
 * @argument: (nullable): the parameter that the key gives
 *
 * What can be done with a page.
 */
typedef struct
{
  const char *name;
  void (*activate) (StudioPage *page, const char *name, GVariant *parameter);
  guint key;
  GdkModifierType modifiers;
  const char *parameter;
  const char *argument;
} StudioPageAction;

/* Says which page of a window is meant; once, before the first action is installed. */
void studio_page_begin_install (StudioPage *(*get) (GtkWidget *window));

/* Lets windows of a class do something with their current page; the rows stay alive. */
void studio_page_install (GtkWidgetClass *window_class,
                          const StudioPageAction *actions,
                          guint n_actions);

/* What each file lets one do. */
void studio_page_install_clipboard_actions (GtkWidgetClass *window_class);
void studio_page_install_compare_action (GtkWidgetClass *window_class);
void studio_page_install_disk_actions (GtkWidgetClass *window_class);
void studio_page_install_draft_actions (GtkWidgetClass *window_class);
void studio_page_install_drop_actions (GtkWidgetClass *window_class);
void studio_page_install_edit_actions (GtkWidgetClass *window_class);
void studio_page_install_file_actions (GtkWidgetClass *window_class);
void studio_page_install_live_actions (GtkWidgetClass *window_class);
void studio_page_install_new_actions (GtkWidgetClass *window_class);
void studio_page_install_opening_actions (GtkWidgetClass *window_class);
void studio_page_install_package_action (GtkWidgetClass *window_class);
void studio_page_install_record_actions (GtkWidgetClass *window_class);
void studio_page_install_rename_action (GtkWidgetClass *window_class);
void studio_page_install_view_actions (GtkWidgetClass *window_class);

/* Computes the pipeline with a recording, or the recording of a session, for an input, or
 * NULL for the one that it fits; or with none at all if it is NULL. */
void studio_page_attach (StudioPage *page, const char *recording, const char *input);

/* Asks which columns of a recording go in, and how it is read. */
void studio_page_ask_how_to_read (StudioPage *page,
                                  const ImFeed *feed,
                                  const ImProgram *program);

/* Whether a pipeline has one input besides times; if not, that is said. */
gboolean studio_page_takes_one_recording (StudioPage *page, const ImProgram *program);

/* Says that something was recorded, and where it is. */
void studio_page_tell_recorded (StudioPage *page);

/* Lets an action of the window be done or not, if the page is its current one. */
void studio_page_enable (StudioPage *page, const char *action, gboolean enabled);

/* The window that the page is in, or NULL. */
GtkWindow *studio_page_get_window (StudioPage *page);

/* Says something that goes away by itself. */
void studio_page_say (StudioPage *page, const char *text);

/* Opens the one .imunit file in a folder, or lets the user choose among several. */
void studio_page_open_folder (StudioPage *page, GFile *folder);

/* Lets the user choose a file to open; begins in @folder if it is not NULL. */
void studio_page_choose_file (StudioPage *page, GFile *folder);

/* Shows a document, whose units are those beside its file. */
void studio_page_set_document (StudioPage *page, ImDocument *document);

/* Opens a file in a thread, or lets that be. */
void studio_page_begin_opening (StudioPage *page, const char *path, const char *unit);
void studio_page_cancel_opening (StudioPage *page);

/* Lets the units be those beside the file of the document; or others, which it takes. */
void studio_page_find_units (StudioPage *page);
void studio_page_take_units (StudioPage *page, StudioUnits *units);

/* Inserts the unit of a file that was dropped, if the document has it now. */
void studio_page_insert_awaited (StudioPage *page);

/* Lets only what can be done now be done. */
void studio_page_update_actions (StudioPage *page);

/* Takes files that are dropped on the page. */
void studio_page_add_drop (StudioPage *page);

/* Inserts nothing of a dropped file that is still to be read. */
void studio_page_end_awaiting (StudioPage *page);

/* Copies the file of a unit beside the pipeline and inserts the unit when it is read. */
void studio_page_bring (StudioPage *page, const char *path, const char *unit_id);

/* Inserts a unit behind the selected layer, or at the end. */
void studio_page_insert (StudioPage *page, const char *unit_id);

/* The code view, which is built now if it was not; or only when it is seen. */
StudioCodeView *studio_page_require_code (StudioPage *page);
void studio_page_build_code_when_seen (StudioPage *page);

/* Builds views when they are seen, and that of a unit when one is shown. */
void studio_page_bind_later (GtkWidgetClass *page_class);
void studio_page_build_later (StudioPage *page);

/* Shows library and inspector now, if they wait for the first frame of a document. */
void studio_page_show_panels (StudioPage *page);

/* Takes what was typed into the code; FALSE if it cannot be read. */
gboolean studio_page_flush_code (StudioPage *page);

/* Where the next document is shown: here, or in a page of its own. */
StudioPage *studio_page_get_for_next (StudioPage *page);

/* Shows a file, with a unit of it or NULL, where it is open; FALSE if it is not. */
gboolean studio_page_show_open (StudioPage *page, GFile *file, const char *unit);

/* Keeps drafts of the document, and follows its file; until it is forgotten. */
void studio_page_watch_document (StudioPage *page);
void studio_page_forget_document (StudioPage *page);

/* Lets the user restore or discard drafts: those of the file, or all. */
void studio_page_offer_drafts (StudioPage *page);

/* Takes away what was asked about the file: it is answered. */
void studio_page_hide_questions (StudioPage *page);

/* Says what cannot be opened, until the user has read it. */
void studio_page_say_cannot_open (StudioPage *page, const char *message);

/* Says what cannot be saved and what can be done instead. */
void studio_page_say_cannot_save (StudioPage *page, const GError *error);

/* Says that the file cannot be written with an edit, and offers another encoding. */
void studio_page_say_not_encoded (StudioPage *page, const char *message);

/* Says what the title of the page depends on. */
void studio_page_notify_title (StudioPage *page);

/* Lets views follow the document and what is selected in it. */
void studio_page_bind (StudioPage *page);

/* Gives the page what all pages share. */
void studio_page_set_up (StudioPage *page, StudioUnits *units, StudioDrafts *drafts);

/* Lets the page begin as the last one was left, and remembers how this one is left. */
void studio_page_bind_settings (StudioPage *page);

G_END_DECLS
