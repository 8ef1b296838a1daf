/* What follows for a layer: types at its sockets, contracts, and which implementations
 * were chosen and why not the others. Facts are texts, so that a list of them can be
 * renewed in place.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

#include "document/state/im-document-graph.h"

G_BEGIN_DECLS

/**
 * StudioFactMark:
 *
 * What stands in front of a fact.
 */
typedef enum
{
  STUDIO_FACT_PLAIN,
  STUDIO_FACT_GOOD,
  STUDIO_FACT_BAD,
  STUDIO_FACT_OFF, /* neither: it was not used, or is not known */
} StudioFactMark;

/**
 * StudioFact:
 * @mark: what stands in front of it
 * @title: what it is about
 * @detail: (nullable): more of it
 * @formula: (nullable): an expression with its values, for a monospace line
 */
typedef struct
{
  StudioFactMark mark;
  char *title;
  char *detail;
  char *formula;
} StudioFact;

/* (transfer full) (element-type StudioFact): a list without facts */
GPtrArray *studio_facts_new (void);

/* Adds a fact; who adds it may give it detail and formula. */
StudioFact *studio_facts_add (GPtrArray *facts, StudioFactMark mark, const char *title);

/* Inputs and outputs of a unit with type, shape and rate. */
GPtrArray *studio_facts_of_sockets (const ImUnit *unit, ImUnitEvaluation *evaluation);

/* The same of a layer whose unit is known: of one that is switched off what it passes on,
 * of one that has a problem at least what reaches it. */
GPtrArray *studio_facts_of_layer (ImDocument *document, guint layer);

/* The same for the unit that a program computes, whose outputs come from its nodes. */
GPtrArray *studio_facts_of_program (const ImProgram *program);

/* Contracts with the values that they compare; those that fail first. */
GPtrArray *studio_facts_of_contracts (const ImUnit *unit, ImUnitEvaluation *evaluation);

/* Implementations in C, what is used first; of a section without C that in Python. */
GPtrArray *studio_facts_of_implementations (const ImUnit *unit,
                                            ImUnitEvaluation *evaluation);

G_END_DECLS
