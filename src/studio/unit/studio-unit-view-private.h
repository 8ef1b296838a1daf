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

typedef struct _StudioUnitPart StudioUnitPart;

/**
 * StudioUnitPart:
 * @view: the view
 * @row: what shows it, a row or a field
 * @show: shows what became of it
 * @number: of the parameter, contract or implementation
 * @section: of an implementation
 * @attribute: (nullable): of a field: the attribute that it changes, or a child of the
 *   unit
 *
 * A part of a unit on the page.
 */
struct _StudioUnitPart
{
  StudioUnitView *view;
  GtkWidget *row;
  void (*show) (StudioUnitPart *part);
  guint number;
  ImSectionKind section;
  const char *attribute;
};

struct _StudioUnitView
{
  GtkWidget parent_instance;

  AdwPreferencesPage *page;

  StudioSession *session; /* NULL before it is bound */
  ImDocument *document;
  StudioUnitTrial *trial;
  char *signature;   /* of the unit that the rows are made for */
  GPtrArray *groups; /* AdwPreferencesGroup, of the page */
  GPtrArray *parts;  /* StudioUnitPart */
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
 * @number: of the parameter or contract
 * @attribute: what the field changes: an attribute of it, or `DisplayName`
 * @is_contract: whether @number is one of a contract
 *
 * Returns: a field for a text of the unit
 */
GtkWidget *studio_unit_view_new_entry (StudioUnitView *view,
                                       guint number,
                                       const char *attribute,
                                       gboolean is_contract);

/* Fills the page. */
void studio_unit_view_add_head (StudioUnitView *view);
void studio_unit_view_add_parameters (StudioUnitView *view);
void studio_unit_view_add_contracts (StudioUnitView *view);
void studio_unit_view_add_examples (StudioUnitView *view);
void studio_unit_view_add_implementations (StudioUnitView *view);

G_END_DECLS
