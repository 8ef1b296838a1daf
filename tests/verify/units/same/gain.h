/* SPDX-License-Identifier: MIT-0 */
#pragma IMAGINET_FRAGMENT_BEGIN "twice"
static inline void
twice (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = 2.0f * input[i];
}
#pragma IMAGINET_FRAGMENT_END
