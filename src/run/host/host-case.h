/* What the program of a comparison and its cases tell each other.  It is
 * compiled with the code of packages, so it includes as little as it can.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef HOST_CASE_H
#define HOST_CASE_H

#include <stddef.h>
#include <stdint.h>

#include "host-numbers.h"

/* Memory that is watched. That of a case has GUARD_BYTES in front and behind; what has no
 * data yet gets memory of its own when the case begins. */
typedef struct
{
  const char *name; /* NULL behind the last one */
  unsigned char *data;
  size_t size;
  /* of the program */
  unsigned char *bytes; /* with what is around the data */
  size_t guard;         /* bytes on each side */
  unsigned char *copy;  /* of all bytes, as they must be */
} HostBlock;

typedef struct
{
  HostBlock *blocks;
  int (*init) (void);
  int (*soft_reset) (void);
  int (*frame) (uint32_t number); /* returns 1 if there are no more inputs */
  void (*finalize) (void);
} HostCase;

extern const HostCase *const host_cases[];

/* Takes the next elements of inputs, as fread() does. */
size_t host_read (void *data, size_t size, size_t n);

void host_record (uint32_t kind,
                  uint32_t number,
                  int32_t part,
                  const void *data,
                  uint32_t size);
void host_spoil (void *data, size_t size);
void host_enter (const char *call);
void host_allow (const void *data, size_t size);
void host_check (void);
void host_watch (uint32_t call, int32_t buffer, const void *data, uint32_t size);

/* Around each function of the pipeline, and behind each of its calls: for programs that
 * count what they take. */
#ifdef HOST_COUNTS
void host_begin (void);
int host_end (int status);
void host_leave (uint32_t call);
#else
#define host_begin()     ((void) 0)
#define host_end(status) (status)
#define host_leave(call) ((void) 0)
#endif

#endif
