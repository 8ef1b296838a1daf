/* SPDX-License-Identifier: MIT */
#include "studio/unit/studio-unit-tryout-result.h"

#include <glib/gi18n.h>
#include <math.h>

#include "scene/values/im-scene-values.h"
#include "studio/common/studio-scene-view.h"

#define MAX_WIDTH 560 /* of a picture, in pixels */
#define MAX_ROWS  200 /* of numbers as text */
#define HEIGHT    220 /* of the text, in pixels, at most */

static const char *const names[IM_N_TRYOUT_SIDES] = { "C", "Python" };

/* What pictures of other tensors are made of. */
typedef struct
{
  char *name;
  ImShape shape;
  guint count;
  double width;
  double *numbers[IM_N_TRYOUT_SIDES];
  StudioSceneView *view;
} Picture;

static void
free_picture (gpointer data)
{
  Picture *picture = data;

  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    g_free (picture->numbers[i]);
  g_free (picture->name);
  g_free (picture);
}

static void
draw (Picture *picture, guint tensor)
{
  ImValues values = { .title = picture->name, .shape = picture->shape };

  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    if (picture->numbers[i] != NULL)
      values.series[values.n_series++] = (ImValueSeries){
        names[i], picture->numbers[i] + (gsize) tensor * picture->count
      };
  studio_scene_view_set_scene (picture->view,
                               im_scene_values_new (&values, picture->width));
}

static void
tensor_cb (GtkSpinButton *button, gpointer data)
{
  draw (data, (guint) gtk_spin_button_get_value_as_int (button) - 1);
}

/* How many tensors all languages gave that are kept. */
static guint
count_kept (const ImTryoutOutput *output)
{
  guint n = G_MAXUINT;

  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    if (output->numbers[i] != NULL)
      n = MIN (n, output->n_numbers[i] / MAX (output->count, 1));

  return n == G_MAXUINT ? 0 : n;
}

/* Which tensor is drawn. */
static GtkWidget *
new_chooser (Picture *picture, guint n_tensors)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("Picture of _Tensor"));
  GtkWidget *button = gtk_spin_button_new_with_range (1, n_tensors, 1);
  /* Translators: behind the number of a tensor: of how many. */
  g_autofree char *text = g_strdup_printf (_ ("of %u"), n_tensors);

  gtk_label_set_mnemonic_widget (GTK_LABEL (label), button);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), gtk_label_new (text));
  g_signal_connect (button, "value-changed", G_CALLBACK (tensor_cb), picture);

  return box;
}

/* Single numbers are drawn as they follow each other. */
static void
add_picture (GtkBox *box, const ImTryoutOutput *output, double width)
{
  guint n_tensors = count_kept (output);
  gboolean is_single = output->count == 1;
  Picture *picture = g_new0 (Picture, 1);

  picture->name = g_strdup (output->name);
  picture->width = fmin (width, MAX_WIDTH);
  picture->shape = is_single ? (ImShape){ 1, { (gint32) n_tensors } }
                             : output->type.shape;
  picture->count = is_single ? n_tensors : output->count;
  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    if (output->numbers[i] != NULL)
      picture->numbers[i] = g_memdup2 (output->numbers[i],
                                       output->n_numbers[i] * sizeof (double));
  g_object_set_data_full (G_OBJECT (box), "picture", picture, free_picture);
  if (n_tensors == 0 || picture->count < 2)
    return;

  picture->view = STUDIO_SCENE_VIEW (studio_scene_view_new ());
  gtk_widget_add_css_class (GTK_WIDGET (picture->view), "card");
  draw (picture, 0);
  if (!is_single && n_tensors > 1)
    gtk_box_append (box, new_chooser (picture, n_tensors));
  gtk_box_append (box, GTK_WIDGET (picture->view));
}

static GtkWidget *
new_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);

  return label;
}

static void
add_numbers (GtkBox *box, const ImTryoutOutput *output)
{
  static const char *const titles[IM_TRYOUT_COLUMNS] = { N_ ("Number"), "C", "Python",
                                                         N_ ("Absolute"),
                                                         N_ ("Relative") };
  const char *translated[IM_TRYOUT_COLUMNS];
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *label;
  int height;

  for (guint i = 0; i < IM_TRYOUT_COLUMNS; i++)
    translated[i] = _ (titles[i]);
  im_tryout_append_table (output, translated, MAX_ROWS, text);
  label = new_label (text->str, "monospace");
  gtk_label_set_wrap (GTK_LABEL (label), FALSE);
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_margin_bottom (label, 12);
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Numbers in C and Python"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
  gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller),
                                              MIN (height, HEIGHT));
  gtk_widget_add_css_class (scroller, "card");
  gtk_box_append (box, scroller);
}

/* Whether a verdict is good, or bad; one language alone is neither. */
static const char *
get_style (const ImTryout *tryout, const ImTryoutOutput *output)
{
  if (!tryout->sides[IM_TRYOUT_C].has_run || !tryout->sides[IM_TRYOUT_PYTHON].has_run)
    return "dim-label";

  return output->is_compared && output->difference.n_different == 0 ? "success" : "error";
}

GtkWidget *
studio_tryout_result_new (const ImTryout *tryout,
                          const ImTryoutOutput *output,
                          double width)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autoptr (GString) title = g_string_new (output->name);
  g_autoptr (GString) verdict = g_string_new (NULL);

  g_string_append (title, ": ");
  im_tensor_type_append_text (&output->type, title);
  im_tryout_append_verdict (tryout, output, verdict);
  gtk_box_append (GTK_BOX (box), new_label (title->str, "heading"));
  gtk_box_append (GTK_BOX (box), new_label (verdict->str, get_style (tryout, output)));
  add_picture (GTK_BOX (box), output, width);
  if (count_kept (output) > 0)
    add_numbers (GTK_BOX (box), output);

  return box;
}

char *
studio_tryout_dup_facts (const ImTryout *tryout)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    {
      const ImTryoutSide *side = &tryout->sides[i];
      g_autoptr (GString) time = g_string_new (NULL);

      if (!side->has_run || side->made_by == NULL)
        continue;
      im_tryout_append_time (side->time_ns, time);
      /* Translators: a language, a time such as 1.25 µs, and a compiler. */
      g_string_append_printf (out, _ ("%s: %s a frame on this machine, %s\n"), names[i],
                              time->str, side->made_by);
    }
  if (tryout->reference != NULL)
    /* Translators: the identifier of another unit. */
    g_string_append_printf (out, _ ("The Python is that of %s.\n"), tryout->reference);
  /* Translators: numbers of bytes. */
  g_string_append_printf (out, _ ("State %u bytes, scratch %u bytes"),
                          (guint) tryout->state_bytes, (guint) tryout->scratch_bytes);

  return g_string_free (out, FALSE);
}

char *
studio_tryout_dup_messages (const ImTryout *tryout)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < IM_N_TRYOUT_SIDES; i++)
    if (tryout->sides[i].message != NULL)
      g_string_append_printf (out, "%s%s: %s", out->len > 0 ? "\n" : "", names[i],
                              tryout->sides[i].message);
  if (out->len > 0)
    return g_string_free (out, FALSE);

  g_string_free (out, TRUE);
  return NULL;
}
