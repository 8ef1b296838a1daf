/* Affine forms of whole-numbered variables: (sum of factor * variable + constant) /
 * divisor.
 *
 * All arithmetic is exact; what does not fit in 64 bits is refused, never wrapped.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/* More than any formula has. */
#define IM_AFFINE_MAX_VARIABLES 16

/**
 * ImAffine:
 * @factor: one for each variable
 * @constant: what is added
 * @divisor: at least 1; the form stands in lowest terms
 */
typedef struct
{
  gint64 factor[IM_AFFINE_MAX_VARIABLES];
  gint64 constant;
  gint64 divisor;
} ImAffine;

/* The form that is @constant everywhere. */
ImAffine im_affine_constant (gint64 constant);

/* The form that is one variable. */
ImAffine im_affine_variable (guint variable);

/* Whether no variable takes part. */
gboolean im_affine_is_constant (const ImAffine *form);

/**
 * im_affine_get_only:
 * @form: a form
 * @variable: (out): the variable; untouched if there is not one
 *
 * Returns: whether exactly one variable takes part
 */
gboolean im_affine_get_only (const ImAffine *form, guint *variable);

/**
 * im_affine_add:
 * @a: a form
 * @b: a form
 * @factor: what @b is multiplied by
 * @sum: (out): @a + @factor * @b; may be one of the two
 *
 * Returns: whether it fits
 */
gboolean im_affine_add (const ImAffine *a,
                        const ImAffine *b,
                        gint64 factor,
                        ImAffine *sum);

/**
 * im_affine_scale:
 * @form: a form
 * @factor: what it is multiplied by
 * @divisor: what it is divided by, not 0
 * @scaled: (out): the product, exact; may be @form
 *
 * Returns: whether it fits
 */
gboolean im_affine_scale (const ImAffine *form,
                          gint64 factor,
                          gint64 divisor,
                          ImAffine *scaled);

/**
 * im_affine_evaluate:
 * @form: a form of divisor 1
 * @values: of its variables
 * @n_values: how many there are; no others take part
 *
 * Returns: its value; the caller has seen to it that it fits
 */
static inline gint64
im_affine_evaluate (const ImAffine *form, const gint64 *values, guint n_values)
{
  gint64 sum = form->constant;

  for (guint i = 0; i < n_values; i++)
    sum += form->factor[i] * values[i];

  return sum;
}

/**
 * im_affine_append_text:
 * @form: a form
 * @names: of the variables
 * @divide: what stands for a division, such as ` / `
 * @out: where to append
 *
 * Appends `2*i + j - 1` or `(i - 1)/2`.
 */
void im_affine_append_text (const ImAffine *form,
                            const char *const *names,
                            const char *divide,
                            GString *out);

/* Division that rounds down and up; the divisor is positive. */
gint64 im_floor_divide (gint64 number, gint64 divisor);
gint64 im_ceil_divide (gint64 number, gint64 divisor);

/* The greatest common divisor, not negative; of 0 and 0 it is 0. */
gint64 im_greatest_divisor (gint64 a, gint64 b);

G_END_DECLS
