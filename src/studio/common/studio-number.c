/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-number.h"

#include <math.h>

#include "base/im-text.h"
#include "unit/im-unit-text.h"

#define SMALL_RANGE                                                                  \
  100                 /* of whole numbers: every one can be reached with the pointer \
                       */
#define MAX_DIGITS 15 /* of what a spin button rounds to */

static double
get_limit (const ImUnitText *text, double otherwise)
{
  double number = otherwise;

  if (text->text != NULL)
    im_unit_parse_number (text->text, &number);

  return number;
}

static gboolean
is_int (const ImOption *option)
{
  return option->parameter->kind == IM_PARAMETER_INT;
}

static gboolean
get_range (const ImOption *option, double *minimum, double *maximum)
{
  double limit = is_int (option) ? G_MAXINT32 : G_MAXDOUBLE;

  *minimum = get_limit (&option->minimum, -limit);
  *maximum = get_limit (&option->maximum, limit);

  return *minimum > -limit && *maximum < limit;
}

/* A tenth of the order of magnitude of the default, of sliders a hundredth of the range.
 */
static double
get_step (const ImOption *option, gboolean is_finite, double range)
{
  double initial = get_limit (&option->initial, 0);

  if (is_int (option))
    return 1;
  if (is_finite && range > 0 && studio_number_wants_slider (option))
    return pow (10, floor (log10 (range)) - 2);

  return initial == 0 ? 0.1 : pow (10, floor (log10 (fabs (initial))) - 1);
}

GtkAdjustment *
studio_number_new_adjustment (const ImOption *option)
{
  double minimum, maximum;
  gboolean is_finite = get_range (option, &minimum, &maximum);
  double step = get_step (option, is_finite, maximum - minimum);

  return gtk_adjustment_new (CLAMP (0, minimum, maximum), minimum, maximum, step,
                             10 * step, 0);
}

gboolean
studio_number_wants_slider (const ImOption *option)
{
  double minimum, maximum;
  const char *ui = option->ui.text;

  if (!get_range (option, &minimum, &maximum) || maximum <= minimum)
    return FALSE;
  if (ui != NULL)
    return g_ascii_strcasecmp (ui, "slider") == 0;

  return !is_int (option) || maximum - minimum <= SMALL_RANGE;
}

static gboolean
read_number (GtkSpinButton *spin, double *number)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (spin));
  gint32 integer;

  if (!GPOINTER_TO_INT (g_object_get_data (G_OBJECT (spin), "is-int")))
    return im_unit_parse_number (text, number);
  if (!im_unit_parse_int (text, &integer))
    return FALSE;
  *number = integer;

  return TRUE;
}

static gint
input_cb (GtkSpinButton *spin, double *number, gpointer data)
{
  return read_number (spin, number) ? TRUE : GTK_INPUT_ERROR;
}

/* What is being typed stays as it was typed. */
static gboolean
output_cb (GtkSpinButton *spin, gpointer data)
{
  double number = gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin));
  g_autoptr (GString) text = g_string_new (NULL);
  double shown;

  if (read_number (spin, &shown) && shown == number)
    return TRUE;
  im_text_append_double (text, number);
  gtk_editable_set_text (GTK_EDITABLE (spin), text->str);

  return TRUE;
}

static void
typed_cb (GtkEditable *editable, gpointer data)
{
  GtkSpinButton *spin = GTK_SPIN_BUTTON (editable);
  GtkAdjustment *adjustment = gtk_spin_button_get_adjustment (spin);
  double number;

  if ((gtk_widget_get_state_flags (GTK_WIDGET (spin)) & GTK_STATE_FLAG_FOCUS_WITHIN) !=
          0 &&
      read_number (spin, &number) && number >= gtk_adjustment_get_lower (adjustment) &&
      number <= gtk_adjustment_get_upper (adjustment))
    gtk_adjustment_set_value (adjustment, number);
}

/* Whoever scrolls a panel does not want to change the numbers on the way. */
static void
ignore_wheel (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

GtkWidget *
studio_number_new_spin (GtkAdjustment *adjustment, gboolean takes_ints)
{
  GtkWidget *spin = gtk_spin_button_new (NULL, 0, 0);

  g_object_set_data (G_OBJECT (spin), "is-int", GINT_TO_POINTER (takes_ints));
  g_signal_connect (spin, "input", G_CALLBACK (input_cb), NULL);
  g_signal_connect (spin, "output", G_CALLBACK (output_cb), NULL);
  g_signal_connect (spin, "changed", G_CALLBACK (typed_cb), NULL);
  gtk_spin_button_configure (GTK_SPIN_BUTTON (spin), adjustment, 0,
                             takes_ints ? 0 : MAX_DIGITS);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 8);
  ignore_wheel (spin);

  return spin;
}

GtkWidget *
studio_number_new_scale (GtkAdjustment *adjustment, gboolean takes_ints)
{
  GtkWidget *scale = gtk_scale_new (GTK_ORIENTATION_HORIZONTAL, adjustment);

  gtk_scale_set_draw_value (GTK_SCALE (scale), FALSE);
  gtk_range_set_round_digits (
      GTK_RANGE (scale),
      takes_ints ? 0
                 : MAX (0, -(gint) floor (
                               log10 (gtk_adjustment_get_step_increment (adjustment)))));
  gtk_widget_set_hexpand (scale, TRUE);
  ignore_wheel (scale);

  return scale;
}
