/* The cases of the folder `rules`: what units are given and what follows from it. See
 * test-unit-rules.c for their form.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

/**
 * RuleCase:
 * @file: name of its file
 * @line: its line
 * @unit: without `Core.`
 * @bindings: NAME=VALUE, separated by blanks
 * @expected: what stands behind the arrow
 */
typedef struct
{
  const char *file;
  guint line;
  const char *unit;
  const char *bindings;
  const char *expected;
} RuleCase;

/* Reads all files of @folder. The array owns the cases. */
GPtrArray *rule_cases_load (const char *folder);

/* The bindings of a case. */
GArray *rule_case_bind (const RuleCase *c, ImArena *arena);

G_END_DECLS
