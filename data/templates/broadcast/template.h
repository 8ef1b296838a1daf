/* Two tensors mixed, the second one stretched to the shape of the first.
 *
 * a has the axes [left, group1, middle, group2, right], and b, which repeats along group1
 * and group2, has [left, middle, right].
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_f32"

// output may be a
static inline void
template_unit_f32 (const float *a,
                   const float *b,
                   float part,
                   int left,
                   int group1,
                   int middle,
                   int group2,
                   int right,
                   float *output)
{
  int i = 0;

  for (int x = 0; x < left; x++)
    for (int g = 0; g < group1; g++)
      for (int y = 0; y < middle; y++)
        for (int h = 0; h < group2; h++)
          for (int z = 0; z < right; z++, i++)
            output[i] = (1.0F - part) * a[i] + part * b[(x * middle + y) * right + z];
}
#pragma IMAGINET_FRAGMENT_END
