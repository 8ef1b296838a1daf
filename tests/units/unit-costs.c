/* Passes the frames of an example to a unit and counts the instructions on an emulated
 * board; unit_costs.py writes driver.inc.
 *
 * qemu -icount shift=6 makes the counter of the board tick once in 64 ns * 25 MHz = 1.6
 * instructions. What the same loop takes without a unit is subtracted.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdint.h>

#include "unit.h"

#include "driver.inc"

#define COUNTER   (*(volatile uint32_t *) 0x40028018u) /* of the MPS2 FPGA, 25 MHz */
#define PRESCALER (*(volatile uint32_t *) 0x4002801Cu)

/* Writes a line with a number by semihosting, without the C library. */
static void
print (uint32_t number)
{
  char line[12] = { 0 };
  char *begin = line + sizeof line - 1;

  *--begin = '\n';
  do
    {
      *--begin = (char) ('0' + number % 10u);
      number /= 10u;
    }
  while (number != 0);

  register uint32_t operation __asm__("r0") = 4;
  register const char *text __asm__("r1") = begin;

  __asm__ volatile("bkpt 0xab" : "+r"(operation) : "r"(text) : "memory");
}

#ifdef DRAIN
static int
drain (void)
{
  while (DRAIN () == 0)
    ;
  return 0;
}
#endif

__attribute__ ((noinline)) static int
step (int i)
{
  return STEP (i);
}

__attribute__ ((noinline)) static int
nothing (int i)
{
  __asm__ volatile("" : : "r"(i) : "memory");
  return 0;
}

__attribute__ ((noinline)) static uint32_t
count (int (*function) (int))
{
  const uint32_t start = COUNTER;

  for (int repeat = 0; repeat < REPEATS; repeat++)
    for (int i = 0; i < FRAMES; i++)
      if (function (i) < 0)
        return 0;
  return COUNTER - start;
}

int
main (void)
{
  PRESCALER = 0;
  if (IMAI_init () != 0)
    return 1;
  for (int i = 0; i < FRAMES; i++)
    if (step (i) < 0)
      return 1;

  const uint32_t ticks = count (step);

  print (ticks - count (nothing));
  print (REPEATS * FRAMES);
  return 0;
}
