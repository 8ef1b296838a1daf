/* Spectra for pictures: magnitudes of windows of a signal, in decibels.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ImSpectrum ImSpectrum;

/**
 * im_spectrum_new:
 * @size: numbers of a window, a power of two from 4 on
 *
 * Returns: what computes spectra of windows of this size
 */
ImSpectrum *im_spectrum_new (guint size);

/**
 * im_spectrum_compute:
 * @spectrum: a spectrum
 * @numbers: (array): as many as its size; NaN and infinities count as 0
 * @decibels: (out caller-allocates) (array): half as many levels, from frequency 0 to
 *   below half of the sample rate; a sine of amplitude 1 has 0 dB, at least
 *   IM_SPECTRUM_FLOOR
 *
 * Computes the spectrum of the numbers under a Hann window. Source: Cooley and Tukey, "An
 * Algorithm for the Machine Calculation of Complex Fourier Series", 1965.
 */
void im_spectrum_compute (ImSpectrum *spectrum, const double *numbers, double *decibels);

#define IM_SPECTRUM_FLOOR (-200.0)

void im_spectrum_free (ImSpectrum *spectrum);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSpectrum, im_spectrum_free)

G_END_DECLS
