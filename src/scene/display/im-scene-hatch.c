/* SPDX-License-Identifier: MIT
 *
 * A line has the points (t, sum - t).
 */
#include "scene/display/im-scene-hatch.h"

#include <math.h>

typedef struct
{
  double left, top, right, bottom, radius;
} Area;

/* Moves an end of a line, @t, that is beyond a round corner onto it; FALSE if the line
 * misses the circle. */
static gboolean
cut_end (const Area *area, double sum, double direction, double *t)
{
  double r = area->radius, x = *t, y = sum - *t;
  double centre_x = CLAMP (x, area->left + r, area->right - r);
  double centre_y = CLAMP (y, area->top + r, area->bottom - r);
  double k, discriminant;

  if ((x - centre_x) * (x - centre_x) + (y - centre_y) * (y - centre_y) <= r * r)
    return TRUE;
  k = sum - centre_y;
  discriminant = (centre_x + k) * (centre_x + k) -
                 2 * (centre_x * centre_x + k * k - r * r);
  if (discriminant <= 0)
    return FALSE;
  *t = (centre_x + k + direction * sqrt (discriminant)) / 2;

  return TRUE;
}

void
im_scene_add_hatch (ImScene *scene,
                    ImSceneStyleId style,
                    ImScenePoint corner,
                    double width,
                    double height,
                    double radius)
{
  const Area area = { corner.x, corner.y, corner.x + width, corner.y + height, radius };
  double first = area.left + area.top, last = area.right + area.bottom;

  im_scene_begin_path (scene, style);
  for (double sum = first + IM_SCENE_HATCH_PITCH; sum < last; sum += IM_SCENE_HATCH_PITCH)
    {
      double from = MAX (area.left, sum - area.bottom);
      double to = MIN (area.right, sum - area.top);

      if (!cut_end (&area, sum, -1, &from) || !cut_end (&area, sum, 1, &to) || from >= to)
        continue;
      im_scene_move_to (scene, (ImScenePoint){ from, sum - from });
      im_scene_line_to (scene, (ImScenePoint){ to, sum - to });
    }
}
