/* SPDX-License-Identifier: MIT */
#include "skriptnd/lower/im-sknd-initial.h"

#include <math.h>

ImSkndItem
im_sknd_get_identity (ImSkndAssign assign, ImSkndBase base)
{
  gboolean is_least = assign == IM_SKND_ASSIGN_MAXIMUM;
  gboolean is_real = base == IM_SKND_BASE_REAL;
  ImSkndItem item = { 0 };

  if (assign == IM_SKND_ASSIGN_AND)
    item.boolean = TRUE;
  else if (assign == IM_SKND_ASSIGN_MULTIPLY && is_real)
    item.real = 1;
  else if (assign == IM_SKND_ASSIGN_MULTIPLY)
    item.integer = 1;
  else if (assign != IM_SKND_ASSIGN_MINIMUM && !is_least)
    item.integer = 0;
  else if (is_real)
    item.real = is_least ? -(double) INFINITY : (double) INFINITY;
  else
    item.integer = is_least ? G_MININT64 : G_MAXINT64;

  return item;
}

const ImKernelNode *
im_sknd_get_initial (const ImSkndProgram *program, ImSkndAssign assign, ImSkndBase base)
{
  ImSkndTerm term = { .item = im_sknd_get_identity (assign, base) };

  if (assign == IM_SKND_ASSIGN || assign == IM_SKND_ASSIGN_ADD ||
      assign == IM_SKND_ASSIGN_OR)
    return NULL;

  return im_sknd_term_get_node (&program->numbers, base, &term);
}
