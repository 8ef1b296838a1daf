/* Tables that units keep in flash: windows, the filter bank on the mel scale, and the
 * factors of transforms.
 *
 * Windows and filter banks replace the functions of the same purpose that unit files call
 * in a library of the original tool.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-array.h"

G_BEGIN_DECLS

typedef enum
{
  IM_WINDOW_HANN,     /* 0.5 - 0.5 cos */
  IM_WINDOW_HAMMING,  /* 0.54 - 0.46 cos */
  IM_WINDOW_BLACKMAN, /* 0.42 - 0.5 cos + 0.08 cos of the double angle */
} ImWindow;

/**
 * im_table_window:
 * @arena: where the table lives
 * @window: which window
 * @dtype: element type: a float or Q type
 * @size: number of elements, >= 0
 * @symmetric: whether the last element mirrors the first (filter design) instead of
 * following the period (spectral analysis)
 * @error: return location for an [error@Im.ArrayError]: SIZE or VALUE
 *
 * Computes a window, `[size]`; a size of 1 gives 1. Q types round to nearest and
 * saturate. Source: Harris, "On the use of windows for harmonic analysis with the DFT",
 * 1978; the two forms as in scipy.signal.windows with sym.
 *
 * Returns: (nullable): the table, or NULL
 */
ImArray *im_table_window (ImArena *arena,
                          ImWindow window,
                          ImDType dtype,
                          gint32 size,
                          gboolean symmetric,
                          GError **error);

/**
 * im_table_mel_points:
 * @arena: where the table lives
 * @low_hz: lower end of the lowest filter, >= 0
 * @high_hz: upper end of the highest filter, > @low_hz, at most half of @rate_hz
 * @n_filters: number of filters, >= 1
 * @spectrum_size: bins of the one-sided spectrum, n_fft / 2 + 1, >= 2
 * @rate_hz: sample rate, > 0
 * @error: return location for an [error@Im.ArrayError]: VALUE
 *
 * Computes the bin where each triangular filter begins, peaks and ends: `int16[n_filters
 * + 2]`, equally spaced on the mel scale 2595 log10(1 + f / 700), bin = floor((n_fft + 1)
 * f / rate) with n_fft = 2 (spectrum_size - 1).
 *
 * Returns: (nullable): the table, or NULL
 */
ImArray *im_table_mel_points (ImArena *arena,
                              double low_hz,
                              double high_hz,
                              gint32 n_filters,
                              gint32 spectrum_size,
                              double rate_hz,
                              GError **error);

/**
 * im_table_band_points:
 * @arena: where the table lives
 * @edges: the frequencies between bands in hertz, rising: floats, `[n + 1]` for n bands
 * @spectrum_size: bins of the one-sided spectrum, n_fft / 2 + 1, from 2 to 32767
 * @rate_hz: sample rate, > 0; the edges are from 0 to half of it
 * @error: return location for an [error@Im.ArrayError]: SHAPE of the edges, VALUE
 *
 * Computes the bins where bands begin: `int16[n + 1]`. Band k has the bins points[k] to
 * points[k + 1] - 1, whose frequencies m * rate / n_fft are at least edges[k] and below
 * edges[k + 1]; the last band also has a bin at its upper edge. It has none if the points
 * are equal.
 *
 * Returns: (nullable): the table, or NULL
 */
ImArray *im_table_band_points (ImArena *arena,
                               const ImArray *edges,
                               gint32 spectrum_size,
                               double rate_hz,
                               GError **error);

/**
 * im_table_mel_weights:
 * @arena: where the table lives
 * @dtype: element type: a float or Q type
 * @points: `int16[n + 2]`, bins from 0, not decreasing, n >= 1
 * @error: return location for an [error@Im.ArrayError]: SHAPE or VALUE
 *
 * Computes the weights of all filters one after the other: a filter that begins at bin a,
 * peaks at b and ends at c has (b - a + 1) rising weights i / (b - a) for i = 0 .. b - a
 * and (c - b) falling ones 1 - i / (c - b) for i = 1 .. c - b; where b = a the one rising
 * weight is 1. Each is rounded once, from double into the element type.
 *
 * Returns: (nullable): the table, or NULL
 */
ImArray *im_table_mel_weights (ImArena *arena,
                               ImDType dtype,
                               const ImArray *points,
                               GError **error);

/**
 * im_table_twiddles:
 * @arena: where the table lives
 * @dtype: element type: a float or Q type
 * @period: steps of a turn, >= 1, or any if @count is 0
 * @count: number of angles, >= 0
 * @factors: multiples of each angle, >= 1
 * @error: return location for an [error@Im.ArrayError]: SIZE or VALUE
 *
 * Computes the factors of a Fourier transform in the order in which a pass uses them:
 * `[count, factors, 2]`, where [i, j] is the pair cos, sin of the angle 2 pi i (j + 1) /
 * period. At eighths of a turn they are exact or equal. Source: Cooley and Tukey 1965.
 *
 * Returns: (nullable): the table, or NULL
 */
ImArray *im_table_twiddles (ImArena *arena,
                            ImDType dtype,
                            gint32 period,
                            gint32 count,
                            gint32 factors,
                            GError **error);

/**
 * im_table_dct_matrix:
 * @arena: where the table lives
 * @dtype: element type: a float or Q type
 * @size: n, elements that are transformed, >= 1
 * @rows: number of coefficients, 0 to @size
 * @columns: number of elements whose weights are wanted, 0 to @size
 * @orthonormal: whether rows have length 1; else the factor is 2
 * @error: return location for an [error@Im.ArrayError]: SIZE or VALUE
 *
 * Computes the top left part of the matrix of the cosine transform of type 2, `[rows,
 * columns]`: [m, k] is s cos (pi (2 k + 1) m / (2 n)) with s = sqrt (2 / n), in row 0
 * sqrt (1 / n), or s = 2. The right half of a row is its left half mirrored, in odd rows
 * negated. Source: Ahmed, Natarajan and Rao 1974; the two scales as in scipy.fft.dct with
 * norm.
 *
 * Returns: (nullable): the table, or NULL
 */
ImArray *im_table_dct_matrix (ImArena *arena,
                              ImDType dtype,
                              gint32 size,
                              gint32 rows,
                              gint32 columns,
                              gboolean orthonormal,
                              GError **error);

G_END_DECLS
