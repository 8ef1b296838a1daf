#pragma IMAGINET_FRAGMENT_BEGIN "mean_f32"
 
static inline float mean_f32(const float *restrict input, int step, int count)
{
	double sum = 0;
	for (int i = 0; i < count; i++)
		sum += input[i * step];
	return (float)(sum / count);
}
#pragma IMAGINET_FRAGMENT_END
