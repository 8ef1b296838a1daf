/* What the parts of the window share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/im-document.h"
#include "studio/studio-canvas.h"
#include "studio/studio-code-view.h"
#include "studio/studio-diagrams.h"
#include "studio/studio-inspector.h"
#include "studio/studio-library.h"
#include "studio/studio-minimap.h"
#include "studio/studio-problems.h"
#include "studio/studio-unit-view.h"
#include "studio/studio-way.h"
#include "studio/studio-welcome.h"
#include "studio/studio-window.h"

G_BEGIN_DECLS

struct _StudioWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  GtkStack *pages;
  AdwFlap *library_flap;
  AdwFlap *inspector_flap;
  AdwViewStack *views;
  StudioWelcome *welcome;
  StudioLibrary *library;
  StudioWay *way;
  StudioCanvas *canvas;
  StudioMinimap *minimap;
  StudioCodeView *code;
  AdwViewStackPage *canvas_page;
  AdwViewStackPage *diagrams_page;
  AdwViewStackPage *unit_page;
  StudioUnitView *unit;
  StudioDiagrams *diagrams;
  StudioProblems *problems;
  StudioInspector *inspector;

  GSettings *settings;
  ImUnitLibrary *units;
  ImDocument *document;
};

/* Says something that goes away by itself. */
void studio_window_say (StudioWindow *window, const char *text);

/* Opens the one .imunit file in a folder, or lets the user choose among several. */
void studio_window_open_folder (StudioWindow *window, GFile *folder);

/* Lets the user choose a file to open; begins in @folder if it is not NULL. */
void studio_window_choose_file (StudioWindow *window, GFile *folder);

/* Shows what the document has become. */
void studio_window_update (StudioWindow *window);

/* Shows a document instead of the one there was. */
void studio_window_set_document (StudioWindow *window, ImDocument *document);

/* Lets only what can be done now be done. */
void studio_window_update_actions (StudioWindow *window);

/* Selects a layer in all views; -1 for the whole pipeline. */
void studio_window_select (StudioWindow *window, gint layer);

/* Inserts a unit behind the selected layer, or at the end. */
void studio_window_insert (StudioWindow *window, const char *unit_id);

/* Adds actions to the class of the window. */
void studio_window_class_add_clipboard_actions (GtkWidgetClass *widget_class);
void studio_window_class_add_file_actions (GtkWidgetClass *widget_class);
void studio_window_class_add_new_actions (GtkWidgetClass *widget_class);
void studio_window_class_add_edit_actions (GtkWidgetClass *widget_class);

/* Lets the window begin as the last one was left, and remembers how this one is left. */
void studio_window_bind_settings (StudioWindow *window);

/* Asks before changes are lost; an implementation of #GtkWindowClass.close_request. */
gboolean studio_window_close_request (GtkWindow *window);

G_END_DECLS
