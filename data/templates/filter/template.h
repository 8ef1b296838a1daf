/* A low-pass filter of the first order for each channel. The state is the last outputs. */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_init"

static inline void
template_unit_init (void *state, int count)
{
  float *last = (float *) state;

  for (int i = 0; i < count; i++)
    last[i] = 0.0F;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_f32"

// output may be input
static inline void
template_unit_f32 (const float *input, void *state, float weight, int count, float *output)
{
  float *last = (float *) state;

  for (int i = 0; i < count; i++)
    {
      last[i] += weight * (input[i] - last[i]);
      output[i] = last[i];
    }
}
#pragma IMAGINET_FRAGMENT_END
