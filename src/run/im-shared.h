/* Memory that is shared with a program that frames are passed through, see
 * host/host-shared.h: what it computes is not copied through the kernel.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/host/host-shared.h"
#include "run/im-flow.h"

G_BEGIN_DECLS

/**
 * ImShared:
 * @memory: what is shared with the program
 * @control: what is shared with a worker only
 * @descriptor: of the memory, for the process that inherits it
 * @job: the number of what a worker does, 0 for a program
 * @is_over: atomic: whether the process has ended
 */
typedef struct
{
  HostShared *memory;
  HostControl *control;
  int descriptor;
  guint32 job;
  gint is_over;
} ImShared;

/* How bytes get through the memory and back, with an ImShared as its data. */
extern const ImFlowWay im_shared_way;

/**
 * im_shared_open:
 * @shared: (out): memory that nobody can make shorter
 * @error: return location for a [error@GLib.FileError]
 *
 * Returns: whether there is memory
 */
gboolean im_shared_open (ImShared *shared, GError **error);

/* Forgets what is in the rings, while no program uses them. */
void im_shared_reset (ImShared *shared);

/* Says that the process has ended. */
void im_shared_end (ImShared *shared);

void im_shared_close (ImShared *shared);

G_END_DECLS
