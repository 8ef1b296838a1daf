/* Reports of broadcasting to draw.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-report.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  ImBroadcastRules rules;
  const char *operation;   /* NULL for the usual one */
  const char *operands[4]; /* shapes, of TML types; NULL behind the last one */
  const char *declared;    /* or NULL */
} BroadcastCase;

/* Those that are kept as pictures and texts. */
extern const BroadcastCase broadcast_cases[];
extern const guint n_broadcast_cases;

/* The report of a case, with operands A, B and so on. */
const ImBroadcastReport *broadcast_case_new (const BroadcastCase *c, ImArena *arena);

G_END_DECLS
