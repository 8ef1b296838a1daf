/* SPDX-License-Identifier: MIT */
#include "studio/inspector/studio-allowed-strip.h"

#include <math.h>

#include "document/help/im-option-trial.h"

#define N_SAMPLES 64 /* each evaluates the unit once: some microseconds */
#define HEIGHT    4
#define MARGIN    8 /* of a slider: half of its knob */

struct _StudioAllowedStrip
{
  GtkWidget parent_instance;

  gboolean holds[N_SAMPLES];
};

G_DEFINE_FINAL_TYPE (StudioAllowedStrip, studio_allowed_strip, GTK_TYPE_WIDGET)

static double
get_sample (GtkAdjustment *adjustment, gboolean is_int, guint index)
{
  double lower = gtk_adjustment_get_lower (adjustment);
  double range = gtk_adjustment_get_upper (adjustment) - lower;
  double number = lower + range * index / (N_SAMPLES - 1);

  return is_int ? round (number) : number;
}

void
studio_allowed_strip_sample (StudioAllowedStrip *self,
                             ImUnitEvaluation *evaluation,
                             const ImParameter *option,
                             GtkAdjustment *adjustment)
{
  g_autoptr (ImOptionTrial) trial = im_option_trial_new (evaluation, option);
  gboolean is_int = option->kind == IM_PARAMETER_INT;

  g_return_if_fail (STUDIO_IS_ALLOWED_STRIP (self));
  for (guint i = 0; i < N_SAMPLES; i++)
    {
      double number = get_sample (adjustment, is_int, i);
      ImValue value = is_int ? IM_INT ((gint32) number) : IM_DOUBLE (number);

      self->holds[i] = im_option_trial_holds (trial, &value, NULL);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
get_shown (StudioAllowedStrip *self, guint index, gboolean is_mirrored)
{
  return self->holds[is_mirrored ? N_SAMPLES - 1 - index : index];
}

static void
studio_allowed_strip_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioAllowedStrip *self = STUDIO_ALLOWED_STRIP (widget);
  gboolean is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  float step = (float) (gtk_widget_get_width (widget) - 2 * MARGIN) / N_SAMPLES;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  for (guint i = 0, n; i < N_SAMPLES; i += MAX (n, 1))
    {
      for (n = 0; i + n < N_SAMPLES && get_shown (self, i + n, is_mirrored);)
        n++;
      gtk_snapshot_append_color (
          snapshot, &color,
          &GRAPHENE_RECT_INIT (MARGIN + (float) i * step, 0, (float) n * step, HEIGHT));
    }
}

static void
studio_allowed_strip_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              gint for_size,
                              gint *minimum,
                              gint *natural,
                              gint *minimum_baseline,
                              gint *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : N_SAMPLES;
}

GtkWidget *
studio_allowed_strip_new (void)
{
  return g_object_new (STUDIO_TYPE_ALLOWED_STRIP, NULL);
}

static void
studio_allowed_strip_class_init (StudioAllowedStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = studio_allowed_strip_snapshot;
  widget_class->measure = studio_allowed_strip_measure;
  gtk_widget_class_set_css_name (widget_class, "allowed");
}

static void
studio_allowed_strip_init (StudioAllowedStrip *self)
{
}
