#pragma IMAGINET_INCLUDES_BEGIN
#include <stddef.h>
#pragma IMAGINET_INCLUDES_END

// Only for editors: text outside of fragments is not emitted.
#include "detail/mean.c"

#pragma IMAGINET_FRAGMENT_BEGIN "remove_mean_f32"
#pragma IMAGINET_DEPENDENCY "detail/mean.c:mean_f32"

// Subtracts from each element the mean along the middle axis of [d2, d1, d0].
static inline void remove_mean_f32(const float* restrict input, int d0, int d1, int d2, float* restrict output)
{
	for (int k = 0; k < d2; k++)
		for (int i = 0; i < d0; i++) {
			const int offset = k * d0 * d1 + i;
			const float mean = mean_f32(input + offset, d0, d1);
			for (int j = 0; j < d1; j++)
				output[offset + j * d0] = input[offset + j * d0] - mean;
		}
}
#pragma IMAGINET_FRAGMENT_END
