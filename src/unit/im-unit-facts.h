/* What is known of the shipped units beside their files: what they cost, and what
 * computes the same elsewhere.
 *
 * The tables are `units/costs.csv`, which is measured, and `units/equivalents.toml`,
 * which is written by hand. Tests hold both against the units.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

#define IM_UNIT_MAX_EQUIVALENTS 5

/**
 * ImUnitEquivalent:
 * @library: its name, such as `SciPy`
 * @expression: a call of it; names in it are inputs and options of the unit, `stream` is
 * all frames of the input, `rate` its rate in hertz
 * @is_checked: whether a test computes it on examples of the unit; the others are names
 */
typedef struct
{
  const char *library;
  const char *expression;
  gboolean is_checked;
} ImUnitEquivalent;

/**
 * ImUnitFacts:
 * @id: of the unit
 * @example: inputs and options of its first example
 * @state_bytes: what is kept from frame to frame, in RAM
 * @scratch_bytes: what is needed while it runs, in RAM
 * @constant_bytes: tables in flash
 * @code_bytes: its functions, with those of the C library that they call, in flash
 * @instructions: for a frame of the input, on average
 * @note: (nullable): what differs in the equivalents, or why there are none
 *
 * The costs are those of the first example of the unit on im_unit_facts_get_target().
 */
typedef struct
{
  const char *id;
  const char *example;
  guint state_bytes;
  guint scratch_bytes;
  guint constant_bytes;
  guint code_bytes;
  guint instructions;
  const char *note;
  guint n_equivalents;
  ImUnitEquivalent equivalents[IM_UNIT_MAX_EQUIVALENTS];
} ImUnitFacts;

/* Returns: (nullable): what is known of a unit, NULL if it is no shipped one */
const ImUnitFacts *im_unit_facts_get (const ImUnit *unit);

/* What code and instructions are measured on: a core, a compiler and how it optimizes. */
const char *im_unit_facts_get_target (void);

G_END_DECLS
