#pragma IMAGINET_FRAGMENT_BEGIN "present"
static inline void
present (const float *input, int axis, float *output)
{
  output[0] = input[axis];
}
#pragma IMAGINET_FRAGMENT_END
