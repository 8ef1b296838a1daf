/* SPDX-License-Identifier: MIT */
#include "scene/track/im-spectrum.h"

#include <complex.h>
#include <math.h>

struct _ImSpectrum
{
  guint size;
  double *window;
  double complex *roots; /* exp(-2 pi i k / size), of half of the circle */
  double complex *values;
};

ImSpectrum *
im_spectrum_new (guint size)
{
  g_return_val_if_fail (size >= 4 && (size & (size - 1)) == 0, NULL);

  ImSpectrum *spectrum = g_new0 (ImSpectrum, 1);

  spectrum->size = size;
  spectrum->window = g_new (double, size);
  spectrum->roots = g_new (double complex, size / 2);
  spectrum->values = g_new (double complex, size);
  for (guint i = 0; i < size; i++)
    spectrum->window[i] = 0.5 - 0.5 * cos (2 * G_PI * i / size);
  for (guint i = 0; i < size / 2; i++)
    spectrum->roots[i] = cexp (-2 * G_PI * I * i / size);

  return spectrum;
}

void
im_spectrum_free (ImSpectrum *spectrum)
{
  g_free (spectrum->window);
  g_free (spectrum->roots);
  g_free (spectrum->values);
  g_free (spectrum);
}

/* Values in the order of their indices with the binary digits turned around. */
static void
load (ImSpectrum *spectrum, const double *numbers)
{
  for (guint i = 0, turned = 0; i < spectrum->size; i++)
    {
      guint bit = spectrum->size >> 1;

      spectrum->values[turned] = isfinite (numbers[i]) ? numbers[i] * spectrum->window[i]
                                                       : 0;
      for (; bit > 0 && (turned & bit) != 0; bit >>= 1)
        turned ^= bit;
      turned |= bit;
    }
}

/* Of finite numbers: that of C takes time to look for infinities. */
static inline double complex
multiply (double complex a, double complex b)
{
  return CMPLX (creal (a) * creal (b) - cimag (a) * cimag (b),
                creal (a) * cimag (b) + cimag (a) * creal (b));
}

static void
transform (ImSpectrum *spectrum)
{
  double complex *values = spectrum->values;

  for (guint half = 1; half < spectrum->size; half *= 2)
    {
      guint step = spectrum->size / (2 * half);

      for (guint first = 0; first < spectrum->size; first += 2 * half)
        for (guint i = 0; i < half; i++)
          {
            double complex a = values[first + i];
            double complex b = multiply (values[first + half + i],
                                         spectrum->roots[i * step]);

            values[first + i] = a + b;
            values[first + half + i] = a - b;
          }
    }
}

/* The mean of the window is 1/2, and a sine has half of its amplitude at each of two
 * frequencies. */
void
im_spectrum_compute (ImSpectrum *spectrum, const double *numbers, double *decibels)
{
  double scale = 4.0 / spectrum->size;

  load (spectrum, numbers);
  transform (spectrum);
  for (guint i = 0; i < spectrum->size / 2; i++)
    {
      double re = creal (spectrum->values[i]), im = cimag (spectrum->values[i]);

      decibels[i] = MAX (10 * log10 ((re * re + im * im) * scale * scale),
                         IM_SPECTRUM_FLOOR);
    }
}
