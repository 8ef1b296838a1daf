/* SPDX-License-Identifier: MIT */
#include "tensor/im-filter-table.h"

#include <complex.h>
#include <math.h>

#include "base/im-text.h"

#define MAX_ORDER 64

/* A section (b[0] s^2 + b[1] s + b[2]) / (s^2 + a1 s + a0), s = (z - 1) / (z + 1). */
typedef struct
{
  double b[3];
  double a1, a0;
} Section;

G_GNUC_PRINTF (2, 3)
static ImArray *
fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (
      error, g_error_new_valist (IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE, format, args));
  va_end (args);

  return NULL;
}

static ImArray *
new_table (ImArena *arena, ImDType dtype, gint32 n_sections, GError **error)
{
  ImShape shape = { .rank = 2, .size = { IM_FILTER_FACTORS, n_sections } };

  if (!im_dtype_is_float (dtype))
    return fail (error, "the factors of a filter are floats, found %s",
                 im_dtype_get_info (dtype)->name);

  return im_array_new (arena, dtype, &shape, error);
}

static void
store_section (ImArray *table, gsize index, const Section *section)
{
  double g = sqrt (section->a0), f0 = 1.0 / (1.0 + section->a1 + section->a0);
  double factors[IM_FILTER_FACTORS] = {
    f0,
    g * f0,
    section->a0 * f0,
    section->b[0],
    (section->b[1] - section->b[0] * section->a1) / g,
    section->b[2] / section->a0 - section->b[0],
  };

  im_array_store (table, index * IM_FILTER_FACTORS, IM_FILTER_FACTORS, factors);
}

/* A pole of the low-pass filter with the cutoff 1: number 0 is the most damped one. */
static double complex
prototype_pole (gint32 order, gint32 number)
{
  gint32 turn = order % 2 == 0 ? 2 * number + 1 : 2 * number;
  double angle = G_PI * turn / (2.0 * order);

  return -cos (angle) + sin (angle) * (double complex) I;
}

/* The low-pass or high-pass filter: both ends of the @cutoff, which is tan(pi f / rate).
 * A section of first order is expanded by s + 1, a pole at z = 0. */
static void
store_one_ended (ImArray *table, gint32 order, double cutoff, gboolean is_high_pass)
{
  for (gint32 i = 0; i < (order + 1) / 2; i++)
    {
      double t = cutoff, damping = -2.0 * creal (prototype_pole (order, i));
      gboolean is_first_order = order % 2 == 1 && i == 0;
      Section section = { { 0, 0, t * t }, damping * t, t * t };

      if (is_high_pass)
        section = (Section){ { 1, 0, 0 }, damping * t, t * t };
      if (is_first_order && is_high_pass)
        section = (Section){ { 1, 1, 0 }, 1 + t, t };
      else if (is_first_order)
        section = (Section){ { 0, t, t }, 1 + t, t };
      store_section (table, (gsize) i, &section);
    }
}

/* s^2 or 1 / (s^2 + a1 s + a0) with the gain 1 at the @centre: |product| of all sections
 * is 1 there, as it must be, and their phases cancel. */
static void
store_end (ImArray *table,
           gint32 index,
           double complex root,
           double centre,
           gboolean is_low)
{
  Section section = { { 0, 0, 0 }, -2.0 * creal (root), creal (root * conj (root)) };
  double gain = hypot (section.a0 - centre * centre, section.a1 * centre);

  section.b[is_low ? 0 : 2] = is_low ? gain / (centre * centre) : gain;
  store_section (table, (gsize) index, &section);
}

/* Each pole p of the low-pass filter becomes the two roots of
 * s^2 - p (high - low) s + low high: the larger one for the upper end, without zeros, the
 * smaller one for the lower end, with two zeros at 0. So no section amplifies what
 * another one attenuates, however wide the band is. */
static void
store_band_pass (ImArray *table, gint32 order, double low, double high)
{
  double centre = sqrt (low * high);
  gint32 index = 0;

  for (gint32 i = 0; i < (order + 1) / 2; i++)
    {
      double complex b = prototype_pole (order, i) * (high - low) / 2;
      double complex delta = csqrt (b * b - low * high);
      double complex larger = creal (b * conj (delta)) >= 0 ? b + delta : b - delta;

      if (order % 2 == 1 && i == 0)
        {
          Section section = { { 0, high - low, 0 }, high - low, low * high };

          store_section (table, (gsize) index++, &section);
          continue;
        }
      store_end (table, index++, low * high / larger, centre, TRUE);
      store_end (table, index++, larger, centre, FALSE);
    }
}

ImArray *
im_filter_table_butterworth (ImArena *arena,
                             ImDType dtype,
                             gint32 order,
                             double low_hz,
                             double high_hz,
                             double rate_hz,
                             GError **error)
{
  if (order < 1 || order > MAX_ORDER)
    return fail (error, "the order of a filter is 1 to %d, found %d", MAX_ORDER, order);
  if (!(low_hz >= 0 && low_hz < high_hz && high_hz <= rate_hz / 2 && isfinite (rate_hz)))
    {
      g_autoptr (GString) text = g_string_new ("a pass band goes up from 0 Hz or more to "
                                               "at most half the rate, found ");

      im_text_append_double (text, low_hz);
      g_string_append (text, " Hz to ");
      im_text_append_double (text, high_hz);
      g_string_append (text, " Hz at the rate ");
      im_text_append_double (text, rate_hz);
      return fail (error, "%s Hz", text->str);
    }

  gboolean is_low_pass = low_hz <= 0, is_high_pass = high_hz >= rate_hz / 2;
  if (is_low_pass && is_high_pass)
    return fail (error,
                 "a pass band from 0 Hz to half the rate leaves nothing to filter");

  double low = tan (G_PI * low_hz / rate_hz), high = tan (G_PI * high_hz / rate_hz);
  gboolean is_band_pass = !is_low_pass && !is_high_pass;
  ImArray *table = new_table (arena, dtype, is_band_pass ? order : (order + 1) / 2,
                              error);
  if (table == NULL)
    return NULL;

  if (is_band_pass)
    store_band_pass (table, order, low, high);
  else
    store_one_ended (table, order, is_low_pass ? high : low, is_high_pass);

  return table;
}

/* With z = (1 + s) / (1 - s): c[0] + c[1] / z + c[2] / z^2 times (1 + s)^2. */
static void
transform (double c[3])
{
  double b2 = c[0] - c[1] + c[2], b1 = 2 * (c[0] - c[2]), b0 = c[0] + c[1] + c[2];

  c[0] = b2;
  c[1] = b1;
  c[2] = b0;
}

/* FALSE if the section b[0], b[1], b[2], a[0], a[1], a[2] in s is not stable. */
static gboolean
normalize (const double c[6], Section *section)
{
  const double *b = c, *a = c + 3;

  *section = (Section){ { b[0] / a[0], b[1] / a[0], b[2] / a[0] },
                        a[1] / a[0],
                        a[2] / a[0] };

  return isfinite (section->b[0]) && isfinite (section->b[1]) &&
         isfinite (section->b[2]) && isfinite (section->a1) && isfinite (section->a0) &&
         section->a1 > 0 && section->a0 > 0;
}

static ImArray *
make_table (ImArena *arena,
            ImDType dtype,
            const ImArray *sections,
            gboolean is_digital,
            GError **error)
{
  gsize n_sections = sections->count / 6;

  if (sections->count % 6 != 0)
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                   "a section has 6 coefficients, found %" G_GSIZE_FORMAT
                   " coefficients in all",
                   sections->count);
      return NULL;
    }

  ImArray *table = new_table (arena, dtype, (gint32) n_sections, error);
  for (gsize i = 0; table != NULL && i < n_sections; i++)
    {
      Section section;
      double c[6];

      im_array_load (sections, 6 * i, 6, c);
      if (is_digital)
        {
          transform (c);
          transform (c + 3);
        }
      if (!normalize (c, &section))
        return fail (error,
                     "section %" G_GSIZE_FORMAT " is not stable: its coefficients are to "
                     "be finite, and its poles %s",
                     i + 1,
                     is_digital ? "inside of the unit circle"
                                : "left of the imaginary axis");
      store_section (table, i, &section);
    }

  return table;
}

ImArray *
im_filter_table_analog (ImArena *arena,
                        ImDType dtype,
                        const ImArray *sections,
                        GError **error)
{
  return make_table (arena, dtype, sections, FALSE, error);
}

ImArray *
im_filter_table_digital (ImArena *arena,
                         ImDType dtype,
                         const ImArray *sections,
                         GError **error)
{
  return make_table (arena, dtype, sections, TRUE, error);
}
