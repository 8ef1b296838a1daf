/* SPDX-License-Identifier: MIT */
#include "recording/im-pcg.h"

#define MULTIPLIER 6364136223846793005u
#define INCREMENT  1442695040888963407u

void
im_pcg_init (ImPcg *pcg, guint64 seed)
{
  pcg->state = seed + INCREMENT;
  im_pcg_next (pcg);
}

guint32
im_pcg_next (ImPcg *pcg)
{
  guint64 state = pcg->state;
  guint32 mixed = (guint32) (((state >> 18) ^ state) >> 27);
  guint turn = (guint) (state >> 59);

  pcg->state = state * MULTIPLIER + INCREMENT;
  return mixed >> turn | mixed << (-turn & 31);
}

double
im_pcg_next_unit (ImPcg *pcg)
{
  return im_pcg_next (pcg) * 0x1p-32;
}
