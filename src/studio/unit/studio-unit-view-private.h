/* What the parts of the view of a unit share.
 *
 * Rows are made once for a unit and speak of its parts by number; whenever the unit or
 * its trial changes they are told to show what became of them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/unit/studio-unit-row.h"
#include "studio/unit/studio-unit-trial.h"
#include "studio/unit/studio-unit-view.h"

G_BEGIN_DECLS

/* In place of a section: the part is none of an implementation. */
#define STUDIO_OF_CONTRACT  IM_N_SECTIONS
#define STUDIO_OF_PARAMETER (IM_N_SECTIONS + 1)
#define STUDIO_OF_EXAMPLE   (IM_N_SECTIONS + 2)

typedef struct _StudioUnitPart StudioUnitPart;

/**
 * StudioUnitPart:
 * @view: the view; NULL when it has other rows
 * @row: what shows it, a row or a field
 * @show: shows what became of it
 * @number: of the parameter, contract or implementation
 * @section: of an implementation, or what else it is
 * @child: 0, or the number of a child of the part that is meant instead, from 1
 * @attribute: (nullable): of a field: the attribute that it changes, a child of the
 *   unit, or `.` for the text of the element
 *
 * A part of a unit on the page.
 */
struct _StudioUnitPart
{
  StudioUnitView *view;
  GtkWidget *row;
  void (*show) (StudioUnitPart *part);
  guint number;
  guint section;
  guint child;
  const char *attribute;
};

struct _StudioUnitView
{
  GtkWidget parent_instance;

  AdwPreferencesPage *page;

  StudioSession *session; /* NULL before it is bound */
  ImDocument *document;
  StudioUnitTrial *trial;
  GtkWidget *tryout; /* StudioUnitTryout, which stays when there are other rows */
  char *signature;   /* of the unit that the rows are made for */
  GPtrArray *groups; /* AdwPreferencesGroup, of the page */
  GPtrArray *parts;  /* StudioUnitPart */
  char *opened; /* a parameter, `contract` or a language: the row of it that is new */
  gboolean is_updating;
};

/* The unit as it is now. */
const ImUnit *studio_unit_view_get_unit (StudioUnitView *view);

/* What comes of the trial. */
ImUnitEvaluation *studio_unit_view_get_evaluation (StudioUnitView *view);

/* Evaluates the trial and shows what came of it. */
void studio_unit_view_show (StudioUnitView *view);

/* Adds a group to the page. */
AdwPreferencesGroup *studio_unit_view_add_group (StudioUnitView *view,
                                                 const char *title,
                                                 const char *description);

/* Takes back the reference of the view, which has other rows now. */
void studio_unit_part_leave (gpointer part);

/* Connects a signal of what shows a part: it may come behind the rows, since an edit can
 * make all of them anew. */
void studio_unit_part_connect (StudioUnitPart *part,
                               gpointer instance,
                               const char *signal,
                               GCallback callback);

/* Notes that something shows a part. */
StudioUnitPart *studio_unit_view_add_part (StudioUnitView *view,
                                           GtkWidget *row,
                                           void (*show) (StudioUnitPart *part),
                                           guint number);

/* An error, or the one that it comes from. */
const char *studio_unit_view_get_message (const ImExprError *error);

/**
 * studio_unit_view_new_entry:
 * @view: the view
 * @section: that of an implementation, or one of the numbers above
 * @number: of the implementation, parameter, contract or example
 * @attribute: what the field changes: an attribute of it, or `DisplayName`
 *
 * Returns: a field for a text of the unit
 */
GtkWidget *studio_unit_view_new_entry (StudioUnitView *view,
                                       guint section,
                                       guint number,
                                       const char *attribute);

/* The same for a child of it, from 1; of an option for one of its choices. */
GtkWidget *studio_unit_view_new_child_entry (StudioUnitView *view,
                                             guint section,
                                             guint number,
                                             guint child,
                                             const char *attribute);

/* The element whose children are parts of a row: of an option that of its choices, NULL
 * if it has none. */
const ImXmlElement *studio_unit_view_find_list (const ImXmlElement *element,
                                                guint section);

/* Adds a line for each child of a part, such as the conditions of an implementation, and
 * a button for another. */
void studio_unit_view_add_children (StudioUnitView *view,
                                    StudioUnitRow *row,
                                    const ImXmlElement *element,
                                    guint section,
                                    guint number);

/**
 * StudioUnitAddition:
 * @label: what is added, to be translated
 * @what: the target of the action `unit.add`
 *
 * Something that a group of a unit can get.
 */
typedef struct
{
  const char *label;
  const char *what;
} StudioUnitAddition;

/* A button for the header of a group that adds one of @additions. */
GtkWidget *studio_unit_view_new_adder (const char *tip,
                                       const StudioUnitAddition *additions,
                                       guint n);

/**
 * studio_unit_view_new_menu:
 * @element: the place of a part of the unit
 * @name: (nullable): its name, if it is a parameter
 *
 * Returns: a button with a menu to move it among its neighbours, and to remove it
 */
GtkWidget *studio_unit_view_new_menu (const ImXmlElement *element, const char *name);

/* A field for the name of a parameter; all uses of it follow. */
GtkWidget *studio_unit_view_new_name (StudioUnitView *view, guint number);

/* The actions behind these buttons. */
void studio_unit_view_install_changes (GtkWidgetClass *widget_class);

/* Whether the form can change the unit: it is none that is written in SkriptND. */
gboolean studio_unit_view_can_change (StudioUnitView *view);

/* Fills the page. */
void studio_unit_view_add_head (StudioUnitView *view);
void studio_unit_view_add_parameters (StudioUnitView *view);
void studio_unit_view_add_contracts (StudioUnitView *view);
void studio_unit_view_add_examples (StudioUnitView *view);
void studio_unit_view_add_implementations (StudioUnitView *view);

/* Shows what came of the examples. */
void studio_unit_view_show_examples (StudioUnitView *view);

G_END_DECLS
