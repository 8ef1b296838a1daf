/* The memory of a case: guards around it that say who wrote where it may not, and the
 * call that is at work, for the one file of a program that has main().
 *
 * The guards around the data differ from block to block and from byte to byte, so that a
 * copy of one into another shows. With the address sanitizer they cannot be touched, and
 * inputs and outputs have none: what is beside them belongs to nobody.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef HOST_GUARD_H
#define HOST_GUARD_H

#include "host-case.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_ADDRESS_SANITIZER
#endif

static HostBlock *blocks;   /* of the case that runs */
static const char *entered; /* the call that runs */

static size_t
get_size (const HostBlock *block)
{
  return block->size + 2 * block->guard;
}

#ifdef HAS_ADDRESS_SANITIZER
void __asan_poison_memory_region (void const volatile *data, size_t size);

static void
open_block (HostBlock *block, uint32_t number)
{
  (void) number;
  if (block->data != NULL)
    {
      __asan_poison_memory_region (block->data - GUARD_BYTES, GUARD_BYTES);
      __asan_poison_memory_region (block->data + block->size, GUARD_BYTES);
    }
  else
    block->data = calloc (block->size, 1);
  block->bytes = block->data;
}
#else
static void
fill_guards (HostBlock *block, uint32_t number)
{
  for (size_t i = 0; i < block->guard; i++)
    {
      uint32_t mixed = ((uint32_t) i + 1) * 0x9E3779B1u ^ (number + 1) * 0x85EBCA6Bu;

      block->bytes[i] = (unsigned char) (mixed >> 24);
      block->bytes[block->guard + block->size + i] = (unsigned char) (mixed >> 16);
    }
}

static void
open_block (HostBlock *block, uint32_t number)
{
  block->guard = GUARD_BYTES;
  block->bytes = block->data == NULL ? calloc (get_size (block), 1)
                                     : block->data - GUARD_BYTES;
  if (block->bytes == NULL)
    return;
  block->data = block->bytes + GUARD_BYTES;
  fill_guards (block, number);
}
#endif

static void
open_blocks (void)
{
  uint32_t number = 0;

  for (HostBlock *block = blocks; block->name != NULL; block++)
    {
      open_block (block, number++);
      block->copy = malloc (get_size (block));
      if (block->bytes == NULL || block->copy == NULL)
        exit (EXIT_UNUSABLE);
      memcpy (block->copy, block->bytes, get_size (block));
    }
}

static void
copy_blocks (void)
{
  for (HostBlock *block = blocks; block->name != NULL; block++)
    memcpy (block->copy, block->bytes, get_size (block));
}

/* Takes what may be written over into the copy. */
static void
allow (const void *data, size_t size)
{
  const unsigned char *from = data;

  for (HostBlock *block = blocks; block->name != NULL; block++)
    if (from >= block->bytes && from < block->bytes + get_size (block))
      memcpy (block->copy + (from - block->bytes), from, size);
}

/* The first block that is not as its copy, NULL if all are. */
static const HostBlock *
find_overrun (void)
{
  for (const HostBlock *block = blocks; block->name != NULL; block++)
    if (memcmp (block->copy, block->bytes, get_size (block)) != 0)
      return block;

  return NULL;
}

static void
record_overrun (const HostBlock *block)
{
  char message[512];
  size_t at = 0;

  while (block->copy[at] == block->bytes[at])
    at++;
  snprintf (message, sizeof message,
            "%s writes where it may not: byte %ld of %s, which has %zu bytes", entered,
            (long) at - (long) block->guard, block->name, block->size);
  host_record (TRACE_OVERRUN, 0, 0, message, (uint32_t) strlen (message));
}

#ifndef HOST_SANITIZED
/* Names the call that is at work when the program is ended. */
static void
tell_call (int number)
{
  char line[256] = "in ";

  if (entered != NULL)
    {
      strncat (line, entered, sizeof line - strlen (line) - 2);
      strcat (line, "\n");
      (void) !write (STDERR_FILENO, line, strlen (line));
    }
  raise (number);
}

/* On a stack of its own, since that of the call may be full. */
static void
watch_signals (void)
{
  static const int numbers[] = {
    SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGSYS
  };
  static unsigned char bytes[1 << 16];
  stack_t stack = { .ss_sp = bytes, .ss_size = sizeof bytes };
  struct sigaction action = { .sa_handler = tell_call,
                              .sa_flags = (int) (SA_RESETHAND | SA_ONSTACK |
                                                 SA_NODEFER) };

  sigaltstack (&stack, NULL);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction (numbers[i], &action, NULL);
}
#else
static void
watch_signals (void)
{
}

/* Looking for leaks needs what a sandbox forbids. */
const char *__asan_default_options (void);

const char *
__asan_default_options (void)
{
  return "detect_leaks=0";
}
#endif

#endif
