/* What a program that frames are passed through is made of: how it reads and writes
 * through memory that it shares with the library, and what it does with a case.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef HOST_FLOW_H
#define HOST_FLOW_H

#include "host-case.h"
#include "host-shared.h"

/* Whether the program waits for the library, which takes no time of its own. */
extern volatile int host_is_waiting;

/* Before anything is read or recorded. */
void host_open (HostShared *memory);

/* From now on a signal, SIGSYS, comes instead of another process or thread: what they
 * would read and record would be mixed with that of this one. */
void host_stay_alone (void);

/* Passes all frames through a case and ends the process. No frame may take more than
 * @seconds, where that is watched. */
void host_flow (const HostCase *pipeline, unsigned seconds);

/* Ends the process behind what was recorded. */
void host_finish (void);

#endif
