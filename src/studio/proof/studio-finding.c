/* SPDX-License-Identifier: MIT */
#include "studio/proof/studio-finding.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/state/im-document-code.h"
#include "scene/values/im-scene-values.h"
#include "studio/common/studio-scene-view.h"
#include "verify/im-ulp.h"

#define PICTURE_WIDTH 270
#define TEXT_CHARS    30 /* that a line asks for */

static GtkWidget *
append_text (GtkBox *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TEXT_CHARS);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (box, label);

  return label;
}

static double *
load (const ImCompareTensor *tensor)
{
  gsize size = im_dtype_get_info (tensor->type.dtype)->size_bytes;
  double *numbers = g_new (double, tensor->n_elements + 1);

  for (gsize i = 0; i < tensor->n_elements; i++)
    numbers[i] = im_ulp_load (tensor->type.dtype, tensor->elements + i * size);

  return numbers;
}

/* Of a single number there is no picture. */
static void
append_values (GtkBox *box, const ImValues *values)
{
  ImScene *scene = im_scene_values_new (values, PICTURE_WIDTH);
  GtkWidget *view;

  if (scene == NULL)
    return;
  view = studio_scene_view_new ();
  studio_scene_view_set_scene (STUDIO_SCENE_VIEW (view), scene);
  gtk_widget_set_halign (view, GTK_ALIGN_START);
  gtk_box_append (box, view);
}

static void
append_input (GtkBox *box, const ImCompareTensor *tensor)
{
  g_autofree double *numbers = load (tensor);
  /* Translators: %s is the name of an input */
  g_autofree char *title = g_strdup_printf (_ ("Input “%s”"), tensor->name);
  const ImValues values = { title, tensor->type.shape, { { tensor->name, numbers } }, 1 };

  if (tensor->n_elements > 0)
    append_values (box, &values);
}

/* Both outputs, and how far they are apart. */
static void
append_outputs (GtkBox *box, const ImCompareSample *sample)
{
  g_autofree double *c = load (&sample->c), *python = load (&sample->python);
  g_autofree char *title = g_strdup_printf (
      /* Translators: %s is the name of an output */
      _ ("Output “%s” in both languages"), sample->c.name);
  const ImValues values = { title,
                            sample->c.type.shape,
                            { { "C", c }, { "Python", python } },
                            2 };

  append_values (box, &values);
}

/* What is in the folder of the document is also in the code view. */
static GtkWidget *
new_link (StudioSession *session, const char *place)
{
  const char *colon = strrchr (place, ':');
  g_autofree char *path = g_strndup (place, (gsize) (colon - place));
  g_autofree char *file = im_document_find_code (studio_session_get_document (session),
                                                 path);
  guint line = (guint) g_ascii_strtoull (colon + 1, NULL, 10);
  GtkWidget *button;

  if (file == NULL)
    return NULL;
  button = gtk_button_new_with_label (_ ("Show in the Code"));
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "code.show-file");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "(suu)", file, line, 1u);

  return button;
}

static void
append_code (GtkBox *box, StudioSession *session, const char *path, ImLanguage language)
{
  StudioDivergence *divergence = studio_session_get_divergence (session);
  g_autofree char *place = studio_divergence_dup_place (divergence, path, language);
  g_autofree char *code = studio_divergence_dup_code (divergence, path, language);
  g_autofree char *title = NULL;
  GtkWidget *link;

  if (place == NULL)
    return;
  title = g_strdup_printf ("%s: %s", im_language_get_name (language), place);
  append_text (box, title, "caption-heading");
  link = new_link (session, place);
  if (link != NULL)
    gtk_box_append (box, link);
  append_text (box, code, "finding-code");
}

/* Why bits are not those of this machine, where they are not. */
static void
append_bits (GtkBox *box, const ImDivergenceColumn *column, guint layer)
{
  ImDivergenceCause cause = im_divergence_get_cause (column, layer);
  guint64 n_elements, n_other;
  g_autofree char *other = NULL, *all = NULL, *text = NULL;

  if (cause == IM_DIVERGENCE_SAME || cause == IM_DIVERGENCE_UNKNOWN)
    return;
  n_other = im_divergence_count_bits (&column->comparison->layers[layer], &n_elements);
  other = g_strdup_printf ("%" G_GUINT64_FORMAT, n_other);
  all = g_strdup_printf ("%" G_GUINT64_FORMAT, n_elements);
  text = g_strdup_printf (
      /* Translators: a build, two counts, and the cause */
      _ ("%s: %s of %s elements have other bits than on this machine: %s"),
      column->build.name, other, all, im_divergence_cause_get_name (cause));
  append_text (box, text, NULL);
}

static void
attach (GtkGrid *grid, const char *text, int column, int row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, row == 0 ? "dim-label" : "numeric");
  gtk_grid_attach (grid, label, column, row, 1, 1);
}

static GtkGrid *
new_grid (GtkBox *box)
{
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());

  gtk_grid_set_column_spacing (grid, 8);
  gtk_box_append (box, GTK_WIDGET (grid));

  return grid;
}

/* Of the other errors the unit says which they are. */
static GtkGrid *
new_errors (GtkBox *box)
{
  GtkGrid *grid = new_grid (box);
  GtkWidget *reference = gtk_label_new (_ ("what errors are measured from"));

  attach (grid, _ ("Absolute"), STUDIO_ERROR_ABSOLUTE + 1, 0);
  attach (grid, _ ("Relative"), STUDIO_ERROR_RELATIVE + 1, 0);
  attach (grid, "Python", 0, 1);
  gtk_label_set_xalign (GTK_LABEL (reference), 0);
  gtk_label_set_ellipsize (GTK_LABEL (reference), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (reference, "caption");
  gtk_widget_add_css_class (reference, "dim-label");
  gtk_grid_attach (grid, reference, 1, 1, STUDIO_N_ERRORS, 1);

  return grid;
}

static void
append_build (GtkGrid *grid, const char *build, const ImCompareLayer *layer, int row)
{
  attach (grid, build, 0, row);
  for (StudioErrorScale scale = 0; scale < STUDIO_N_ERRORS; scale++)
    {
      g_autofree char *text = studio_error_dup_text (layer, scale);

      attach (grid, text, (int) scale + 1, row);
    }
}

static double
get_number (const ImCompareTensor *tensor, gsize element)
{
  gsize size = im_dtype_get_info (tensor->type.dtype)->size_bytes;

  return im_ulp_load (tensor->type.dtype, tensor->elements + element * size);
}

static void
attach_number (GtkGrid *grid, double value, int column, int row)
{
  g_autofree char *text = g_strdup_printf ("%.7g", value);

  /* C libraries give a sign even to what is not a number. */
  attach (grid, isnan (value) ? "NaN" : text, column, row);
}

/* One element in Python and in all builds that were kept at the same place. */
static void
append_element (GtkBox *box,
                const ImDivergence *found,
                guint layer,
                const ImCompareSample *place)
{
  g_autofree char *element = g_strdup_printf ("%" G_GSIZE_FORMAT, place->element);
  g_autofree char *text = g_strdup_printf (
      /* Translators: the number of an element, an output, the number of a frame, and what
       * the frames are */
      _ ("Element %s of “%s” at frame %u of %s"), element, place->c.name, place->frame,
      place->run);
  double python = get_number (&place->python, place->element);
  GtkGrid *grid;

  append_text (box, text, "caption-heading");
  grid = new_grid (box);
  attach (grid, _ ("Value"), 1, 0);
  attach (grid, _ ("Difference"), 2, 0);
  attach (grid, "Python", 0, 1);
  attach_number (grid, python, 1, 1);
  for (guint i = 0; i < found->n_columns; i++)
    {
      const ImCompareSample *sample = im_divergence_get_sample (&found->columns[i], layer,
                                                                place);
      double c;

      if (sample == NULL)
        continue;
      c = get_number (&sample->c, place->element);
      attach (grid, found->columns[i].build.name, 0, (int) i + 2);
      attach_number (grid, c, 1, (int) i + 2);
      attach_number (grid, c - get_number (&sample->python, place->element), 2,
                     (int) i + 2);
    }
}

/* The layer in a build, NULL if that could not be compared. */
static const ImCompareLayer *
get_layer (const ImDivergenceColumn *column, guint number)
{
  return column->comparison == NULL || number >= column->comparison->n_layers
             ? NULL
             : &column->comparison->layers[number];
}

/* The first build in which it is out of tolerance, or else the first one. */
static const ImCompareLayer *
find_shown (const ImDivergence *found, guint number)
{
  const ImCompareLayer *shown = NULL;

  for (guint i = 0; i < found->n_columns; i++)
    {
      const ImCompareLayer *layer = get_layer (&found->columns[i], number);

      if (layer != NULL && im_compare_layer_get_state (layer) == IM_COMPARE_DIFFERENT)
        return layer;
      if (shown == NULL)
        shown = layer;
    }

  return shown;
}

GtkWidget *
studio_finding_new (StudioSession *session, guint number)
{
  const ImDivergence *found = studio_divergence_get_found (
      studio_session_get_divergence (session), NULL);
  const ImCompareLayer *shown = find_shown (found, number);
  GtkBox *box;
  GtkGrid *grid;

  g_return_val_if_fail (shown != NULL, NULL);

  box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  append_text (box, shown->path, "heading");
  grid = new_errors (box);
  for (guint i = 0; i < found->n_columns; i++)
    if (get_layer (&found->columns[i], number) != NULL)
      {
        append_build (grid, found->columns[i].build.name,
                      get_layer (&found->columns[i], number), (int) i + 2);
        append_bits (box, &found->columns[i], number);
      }
  if (shown->message != NULL)
    append_text (box, shown->message, NULL);
  if (shown->sample != NULL)
    {
      append_element (box, found, number, shown->sample);
      append_outputs (box, shown->sample);
      for (guint i = 0; i < shown->sample->n_inputs; i++)
        append_input (box, &shown->sample->inputs[i]);
    }
  append_code (box, session, shown->path, IM_LANGUAGE_C);
  append_code (box, session, shown->path, IM_LANGUAGE_PYTHON);

  return GTK_WIDGET (box);
}
