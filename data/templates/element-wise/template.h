/* Each element multiplied with a gain. */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_f32"

// output may be input
static inline void
template_unit_f32 (const float *input, float gain, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = gain * input[i];
}
#pragma IMAGINET_FRAGMENT_END
