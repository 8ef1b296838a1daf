#pragma IMAGINET_INCLUDES_BEGIN
#include "arm_math.h"
#include "limits_of_levels.h"
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "levels_q15"
static inline void
levels_q15 (const q15_t *input, q15_t *output, int gain, int count)
{
  for (int i = 0; i < count; i++)
    output[i] = (q15_t) __SSAT (((q31_t) input[i] * gain) >> LEVEL_SHIFT, 16);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "levels_q31"
static inline void
levels_q31 (const q31_t *input, q31_t *output, int gain, int count)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i] == Q31_MAX
                    ? Q31_MAX
                    : clip_q63_to_q31 (((q63_t) input[i] * gain) >> LEVEL_SHIFT);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "levels_q7"
static inline void
levels_q7 (const q7_t *input, q7_t *output, int gain, int count)
{
  bool any = false;
  for (int i = 0; i < count; i++)
    {
      output[i] = clip_q31_to_q7 (__QADD ((input[i] * gain) >> LEVEL_SHIFT, 0) % INT_MAX);
      any = any || output[i] != 0;
    }
  (void) any;
}
#pragma IMAGINET_FRAGMENT_END
