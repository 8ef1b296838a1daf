/* Facts of a broadcast: the verdict, the rule that decided, loop counts, what has to hold
 * at run time, and what other dialects say.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lab/im-broadcast-lab.h"
#include "studio/common/studio-facts.h"

G_BEGIN_DECLS

/* `NumPy` and so on, in the language of the user. */
const char *studio_broadcast_get_dialect_name (ImBroadcastDialect dialect);

/* (transfer full) (element-type StudioFact): what follows from a report */
GPtrArray *studio_facts_of_broadcast (const ImBroadcastReport *report);

/* (transfer full) (element-type StudioFact): dialects that say something else */
GPtrArray *studio_facts_of_other_dialects (const ImBroadcastLab *lab);

G_END_DECLS
