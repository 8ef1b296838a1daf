#pragma IMAGINET_FRAGMENT_BEGIN "spectrum_f32"
#define RADIANS (2 * M_PI)
static inline void
spectrum_f32 (const float *input, float *table, float *output, int count)
{
  if (abs ((int) (table[0] - 1)) > 0)
    for (int i = 0; i < count; i++)
      table[i] = (float) cos (RADIANS * i / count);
  for (int k = 0; k <= count / 2; k++)
    {
      double re = 0, im = 0;
      for (int i = 0; i < count; i++)
        {
          re += (double) input[i] * table[(k * i) % count];
          im += (double) input[i] * table[(k * i + count - count / 4) % count];
        }
      output[k] = (float) (re * re + im * im);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectrum_cmsis_init"
#pragma IMAGINET_CODEPACKAGE_DEPENDENCY "cmsis-dsp"
static inline int
spectrum_cmsis_init (void *handle, int count)
{
  return arm_rfft_fast_init_f32 ((arm_rfft_fast_instance_f32 *) handle, count);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectrum_cmsis"
#pragma IMAGINET_CODEPACKAGE_DEPENDENCY "cmsis-dsp"
static inline void
spectrum_cmsis (float *input, void *handle, float *spectrum, float *output, int count)
{
  arm_rfft_fast_f32 ((arm_rfft_fast_instance_f32 *) handle, input, spectrum, 0);
  output[0] = spectrum[0] * spectrum[0];
  output[count / 2] = spectrum[1] * spectrum[1];
  arm_cmplx_mag_squared_f32 (spectrum + 2, output + 1, count / 2 - 1);
}
#pragma IMAGINET_FRAGMENT_END
