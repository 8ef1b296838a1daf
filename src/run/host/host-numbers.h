/* The numbers and names that programs of hosts and targets share with the library: those
 * of ImTraceKind and ImHostFunction, and the files of im-host.h. The compiler says where
 * the two differ, in im-host.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef HOST_NUMBERS_H
#define HOST_NUMBERS_H

#define GUARD_BYTES 4096

#define TRACE_RUN        0
#define TRACE_FRAME      1
#define TRACE_TENSOR     2
#define TRACE_CALL       3
#define TRACE_OUTPUT     4
#define TRACE_STATUS     5
#define TRACE_END        8
#define TRACE_OVERRUN    9
#define TRACE_RESET      10
#define TRACE_TIME       11
#define TRACE_COST       12
#define TRACE_COST_WHOLE 0xFFFFFFFFu

#define HOST_INIT       0
#define HOST_ENQUEUE    1
#define HOST_DEQUEUE    2
#define HOST_COMPUTE    3
#define HOST_SOFT_RESET 4

#define EXIT_UNUSABLE     2
#define EXIT_NOT_WRITTEN  3 /* there is no room for what a case computes */
#define EXIT_NOT_COMPILED 4 /* a worker does not take the code */

#define HOST_FRAMES "frames_%u.bin"
#define HOST_TRACE  "c_%u.trace"
#define HOST_RUNS   "runs.txt"
#define HOST_MARK   "\001case %u\n"

#endif
