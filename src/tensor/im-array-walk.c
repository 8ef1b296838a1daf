/* SPDX-License-Identifier: MIT */
#include "tensor/im-array-walk.h"

void
im_array_walk_init (ImArrayWalk *walk)
{
  *walk = (ImArrayWalk){ .n_axes = 1, .size = { 1 } };
}

void
im_array_walk_add_axis (ImArrayWalk *walk, gsize size, gsize step)
{
  guint last = walk->n_axes - 1;

  if (size == 1)
    return;

  if (walk->size[last] == 1)
    {
      walk->size[last] = size;
      walk->step[last] = step;
    }
  else if (step == walk->step[last] * walk->size[last])
    walk->size[last] *= size;
  else
    {
      g_return_if_fail (walk->n_axes < IM_SHAPE_MAX_RANK);
      walk->size[walk->n_axes] = size;
      walk->step[walk->n_axes] = step;
      walk->n_axes++;
    }
}

void
im_array_walk_init_stretched (ImArrayWalk *walk,
                              const ImShape *shape,
                              const ImShape *target)
{
  gsize step = 1;

  im_array_walk_init (walk);
  for (guint i = 0; i < target->rank; i++)
    {
      gsize own = i < shape->rank ? (gsize) shape->size[i] : 1;

      im_array_walk_add_axis (walk, (gsize) target->size[i], own == 1 ? 0 : step);
      step *= own;
    }
}

gsize
im_array_walk_next (ImArrayWalk *walk, gsize limit, gsize *start)
{
  gsize run = MIN (limit, walk->size[0] - walk->index[0]);

  *start = walk->position;
  walk->index[0] += run;
  walk->position += run * walk->step[0];
  for (guint i = 0; walk->index[i] == walk->size[i]; i++)
    {
      walk->position -= walk->size[i] * walk->step[i];
      walk->index[i] = 0;
      if (i + 1 == walk->n_axes)
        break;
      walk->index[i + 1]++;
      walk->position += walk->step[i + 1];
    }

  return run;
}
