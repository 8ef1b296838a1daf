/* SPDX-License-Identifier: MIT
 *
 * The input is what a kernel is made of. What its loops compute is what enumeration of
 * all sets of indices does.
 */
#include "fuzz.h"
#include "random-kernel.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (RandomKernel) kernel = random_kernel_new (data, size);
  const ImLoopNest *nest = NULL;
  char *problem = random_kernel_dup_problem (kernel, &nest);

  if (problem != NULL)
    g_error ("%s", problem);

  return 0;
}
