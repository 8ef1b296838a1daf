/* SPDX-License-Identifier: MIT */
#include "verify/im-tolerance.h"

#include <math.h>

#include "verify/im-ulp.h"

/* Units in the last place of the tolerance of float32: 1e-5 / 2^-23. */
#define DEFAULT_RELATIVE 1e-5
#define DEFAULT_LARGEST  1e-6

#define FLOAT32_FRACTION_BITS 23

ImTolerance
im_tolerance_get_default (ImDType dtype)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);
  double scale = ldexp (1, FLOAT32_FRACTION_BITS - (int) info->fraction_bits);

  if (!im_dtype_is_float (dtype))
    return (ImTolerance){ .input_limit = (double) INFINITY };

  return (ImTolerance){
    .relative = DEFAULT_RELATIVE * scale,
    .of_largest = DEFAULT_LARGEST * scale,
    .absolute = info->normal,
    .input_limit = (double) INFINITY,
  };
}

ImTolerance
im_tolerance_get_usual (ImDType dtype, const ImUsualTolerance *usual)
{
  ImTolerance tolerance = im_tolerance_get_default (dtype);

  if (usual == NULL || !im_dtype_is_float (dtype))
    return tolerance;
  if (usual->relative > 0)
    {
      double factor = usual->relative / DEFAULT_RELATIVE;

      tolerance.of_largest *= factor;
      tolerance.relative *= factor;
    }
  tolerance.absolute = MAX (tolerance.absolute, usual->absolute);

  return tolerance;
}

ImTolerance
im_tolerance_from_number (double number, ImDType dtype)
{
  ImTolerance tolerance = im_tolerance_get_default (dtype);

  if (im_dtype_is_float (dtype))
    {
      tolerance.relative = number;
      tolerance.of_largest = number / 10;
    }
  else
    tolerance.steps = (guint64) MIN (number, 4294967295.0);

  return tolerance;
}

void
im_tolerance_append_text (const ImTolerance *tolerance, ImDType dtype, GString *out)
{
  const struct
  {
    double number;
    const char *of;
  } parts[] = {
    { tolerance->relative, " of the value" },
    { tolerance->of_largest, " of the largest" },
    { tolerance->of_inputs, " of the largest input" },
    { tolerance->absolute > im_dtype_get_info (dtype)->normal ? tolerance->absolute : 0,
      "" },
  };
  gboolean any = FALSE;

  if (!im_dtype_is_float (dtype))
    {
      g_string_append_printf (out, "%" G_GUINT64_FORMAT " %s", tolerance->steps,
                              tolerance->steps == 1 ? "step" : "steps");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].number > 0)
      {
        g_string_append_printf (out, "%s%.2g%s", any ? " and " : "", parts[i].number,
                                parts[i].of);
        any = TRUE;
      }
  if (!any)
    g_string_append_c (out, '0');
}

void
im_magnitudes_add (ImMagnitudes *magnitudes,
                   ImDType dtype,
                   gconstpointer elements,
                   gsize count)
{
  const guint8 *element = elements;
  gsize size = im_dtype_get_info (dtype)->size_bytes;

  if (!im_dtype_is_float (dtype))
    return;
  for (gsize i = 0; i < count; i++, element += size)
    {
      double value = fabs (im_ulp_load (dtype, element));

      if (!isfinite (value))
        magnitudes->is_special = TRUE;
      else
        magnitudes->largest = MAX (magnitudes->largest, value);
    }
}

void
im_magnitudes_join (ImMagnitudes *magnitudes, const ImMagnitudes *others)
{
  magnitudes->is_special = magnitudes->is_special || others->is_special;
  magnitudes->largest = MAX (magnitudes->largest, others->largest);
}

static double
find_largest (ImDType dtype, gconstpointer references, gsize count)
{
  ImMagnitudes magnitudes = { 0 };

  im_magnitudes_add (&magnitudes, dtype, references, count);
  return magnitudes.largest;
}

static void
note_distance (ImDifference *difference, double distance, double reference, guint64 ulp)
{
  difference->max_ulp = MAX (difference->max_ulp, ulp);
  difference->max_absolute = MAX (difference->max_absolute, distance);
  if (fabs (reference) > 0 && isfinite (reference))
    difference->max_relative = MAX (difference->max_relative,
                                    distance / fabs (reference));
  else if (isinf (distance))
    difference->max_relative = distance;
}

static void
note_power (ImDifference *difference, double value, double reference)
{
  if (!isfinite (value) || !isfinite (reference))
    return;
  difference->signal += reference * reference;
  difference->noise += (value - reference) * (value - reference);
}

static void
note_first (ImDifference *difference, gsize element, double value, double reference)
{
  if (difference->n_different++ > 0)
    return;
  difference->first_element = element;
  difference->first_value = value;
  difference->first_reference = reference;
}

/* Compares two floats that are not the same. */
static void
add_float (ImDifference *difference,
           gsize element,
           double value,
           double reference,
           guint64 ulp,
           double absolute,
           double allowed)
{
  gboolean is_finite = isfinite (value) && isfinite (reference);
  double distance = is_finite ? fabs (value - reference) : (double) INFINITY;

  if (distance <= absolute)
    return;
  if (!is_finite || distance > absolute + allowed)
    note_first (difference, element, value, reference);
  note_distance (difference, distance, reference, ulp);
}

static void
add_floats (ImDifference *difference,
            ImDType dtype,
            const guint8 *results,
            const guint8 *references,
            gsize count,
            const ImTolerance *tolerance,
            const ImMagnitudes *inputs)
{
  gsize size = im_dtype_get_info (dtype)->size_bytes;
  double of_tensor = tolerance->of_largest * find_largest (dtype, references, count) +
                     tolerance->of_inputs * inputs->largest;

  for (gsize i = 0; i < count; i++, results += size, references += size)
    {
      guint64 ulp = im_ulp_distance (dtype, results, references);
      double value = im_ulp_load (dtype, results);
      double reference = im_ulp_load (dtype, references);

      note_power (difference, value, reference);
      if (ulp == 0 || (inputs->is_special && !isfinite (value) && !isfinite (reference)))
        continue;
      add_float (difference, i, value, reference, ulp, tolerance->absolute,
                 tolerance->relative * fabs (reference) + of_tensor);
    }
}

static void
add_steps (ImDifference *difference,
           ImDType dtype,
           const guint8 *results,
           const guint8 *references,
           gsize count,
           const ImTolerance *tolerance)
{
  gsize size = im_dtype_get_info (dtype)->size_bytes;

  for (gsize i = 0; i < count; i++, results += size, references += size)
    {
      guint64 ulp = im_ulp_distance (dtype, results, references);
      double value = im_ulp_load (dtype, results);
      double reference = im_ulp_load (dtype, references);

      note_power (difference, value, reference);
      if (ulp == 0)
        continue;
      if (ulp > tolerance->steps)
        note_first (difference, i, value, reference);
      note_distance (difference, fabs (value - reference), reference, ulp);
    }
}

gboolean
im_difference_add (ImDifference *difference,
                   ImDType dtype,
                   gconstpointer results,
                   gconstpointer references,
                   gsize count,
                   const ImTolerance *tolerance,
                   const ImMagnitudes *inputs)
{
  guint64 n_before = difference->n_different;

  if (inputs->largest > tolerance->input_limit)
    {
      difference->n_beyond += count;
      return TRUE;
    }
  difference->n_elements += count;
  if (im_dtype_is_float (dtype))
    add_floats (difference, dtype, results, references, count, tolerance, inputs);
  else
    add_steps (difference, dtype, results, references, count, tolerance);

  return difference->n_different == n_before;
}

double
im_difference_get_decibels (const ImDifference *difference)
{
  return difference->noise > 0 ? 10 * log10 (difference->signal / difference->noise)
                               : (double) INFINITY;
}
