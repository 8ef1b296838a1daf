/* SPDX-License-Identifier: MIT
 *
 * What is said of a unit that was tried, in the terminal and in the window.
 */
#include <math.h>

#include "base/im-text.h"
#include "verify/im-tryout.h"

gboolean
im_tryout_is_fine (const ImTryout *tryout)
{
  gboolean is_fine = tryout->is_equal, any = FALSE;

  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    {
      any |= tryout->sides[i].has_run;
      is_fine &= tryout->sides[i].has_run || !tryout->sides[i].is_there;
    }

  return is_fine && any;
}

/* With as few digits as its type needs. */
static void
append_number (const ImTryoutOutput *output, double number, GString *out)
{
  if (output->type.dtype == IM_DTYPE_FLOAT32)
    im_text_append_float (out, (float) number);
  else
    im_text_append_double (out, number);
}

static void
append_difference (const ImTryoutOutput *output, GString *out)
{
  const ImDifference *difference = &output->difference;

  g_string_append_printf (
      out, "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " numbers differ by more than ",
      difference->n_different, difference->n_elements);
  im_tolerance_append_text (&output->tolerance, output->type.dtype, out);
  g_string_append_printf (out, ": number %" G_GSIZE_FORMAT " is ",
                          difference->first_element);
  append_number (output, difference->first_value, out);
  g_string_append (out, " in C and ");
  append_number (output, difference->first_reference, out);
  g_string_append (out, " in Python");
}

void
im_tryout_append_verdict (const ImTryout *tryout,
                          const ImTryoutOutput *output,
                          GString *out)
{
  const ImDifference *difference = &output->difference;
  const ImTryoutSide *c = &tryout->sides[IM_TRYOUT_C];
  const ImTryoutSide *python = &tryout->sides[IM_TRYOUT_PYTHON];

  if (!c->has_run || !python->has_run)
    g_string_append (out, c->has_run        ? "only C, nothing to compare with"
                          : python->has_run ? "only Python, nothing to compare with"
                                            : "no result");
  else if (!output->is_compared)
    g_string_append_printf (out, "C gives %u tensors, Python %u",
                            output->n_tensors[IM_TRYOUT_C],
                            output->n_tensors[IM_TRYOUT_PYTHON]);
  else if (difference->n_elements == 0)
    g_string_append (out, "no numbers: a window needs more frames");
  else if (difference->n_different > 0)
    append_difference (output, out);
  else
    {
      g_string_append (out, "C and Python agree within ");
      im_tolerance_append_text (&output->tolerance, output->type.dtype, out);
      g_string_append_printf (out, "; at most %.3g absolute and %.3g relative apart",
                              difference->max_absolute, difference->max_relative);
      if (difference->n_beyond > 0)
        g_string_append_printf (out,
                                "; %" G_GUINT64_FORMAT
                                " were not compared: the inputs are beyond those that "
                                "the unit is made for",
                                difference->n_beyond);
    }
}

void
im_tryout_append_time (double time_ns, GString *out)
{
  static const char *const units[] = { "ns", "µs", "ms", "s" };
  guint i = 0;

  for (; time_ns >= 1000 && i + 1 < G_N_ELEMENTS (units); i++)
    time_ns /= 1000;
  g_string_append_printf (out, "%.3g %s", time_ns, units[i]);
}

static char *
dup_number (const ImTryoutOutput *output, guint side, guint number)
{
  GString *text = g_string_new (NULL);

  if (number < output->n_numbers[side])
    append_number (output, output->numbers[side][number], text);

  return g_string_free (text, FALSE);
}

static char *
dup_difference (const ImTryoutOutput *output, guint number, gboolean is_relative)
{
  double reference, difference;

  if (!output->is_compared)
    return g_strdup ("");
  reference = output->numbers[IM_TRYOUT_PYTHON][number];
  difference = fabs (output->numbers[IM_TRYOUT_C][number] - reference);
  if (is_relative)
    difference = fabs (reference) > 0 ? difference / fabs (reference) : 0;

  return g_strdup_printf ("%.2g", difference);
}

static void
append_row (GString *out, char *const *cells, const glong *widths)
{
  for (guint i = 0; i < IM_TRYOUT_COLUMNS; i++)
    {
      glong blanks = widths[i] - g_utf8_strlen (cells[i], -1);

      g_string_append (out, cells[i]);
      for (glong j = 0; i + 1 < IM_TRYOUT_COLUMNS && j < blanks + 2; j++)
        g_string_append_c (out, ' ');
    }
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

void
im_tryout_append_table (const ImTryoutOutput *output,
                        const char *const titles[IM_TRYOUT_COLUMNS],
                        guint max_rows,
                        GString *out)
{
  guint n = MAX (output->n_numbers[IM_TRYOUT_C], output->n_numbers[IM_TRYOUT_PYTHON]);
  guint n_rows = n <= max_rows + 1 ? n : max_rows;
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  glong widths[IM_TRYOUT_COLUMNS] = { 0 };

  for (guint i = 0; i < IM_TRYOUT_COLUMNS; i++)
    g_ptr_array_add (cells, g_strdup (titles[i]));
  for (guint i = 0; i < n_rows; i++)
    {
      g_ptr_array_add (cells, g_strdup_printf ("%u", i));
      g_ptr_array_add (cells, dup_number (output, IM_TRYOUT_C, i));
      g_ptr_array_add (cells, dup_number (output, IM_TRYOUT_PYTHON, i));
      g_ptr_array_add (cells, dup_difference (output, i, FALSE));
      g_ptr_array_add (cells, dup_difference (output, i, TRUE));
    }
  for (guint i = 0; i < cells->len; i++)
    widths[i % IM_TRYOUT_COLUMNS] = MAX (widths[i % IM_TRYOUT_COLUMNS],
                                         g_utf8_strlen (cells->pdata[i], -1));
  for (guint i = 0; i < cells->len; i += IM_TRYOUT_COLUMNS)
    append_row (out, (char *const *) &cells->pdata[i], widths);
  if (n_rows < n)
    g_string_append_printf (out, "… %u\n", n);
}
