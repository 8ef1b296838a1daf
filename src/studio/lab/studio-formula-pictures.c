/* SPDX-License-Identifier: MIT */
#include "studio/lab/studio-formula-pictures.h"

#include <adwaita.h>

#include "studio/common/studio-scene-view.h"

struct _StudioFormulaPictures
{
  GtkWidget parent_instance;

  GtkWidget *choices;
  AdwComboRow *kernel;
  GtkWidget *pair_row;
  GtkDropDown *across;
  GtkDropDown *upward;
  StudioSceneView *lattice;
  StudioSceneView *matrix;
  StudioSceneView *nest;

  gint pair[2];
  gboolean is_setting; /* fields are set, which nobody chose */
};

G_DEFINE_FINAL_TYPE (StudioFormulaPictures, studio_formula_pictures, GTK_TYPE_WIDGET)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* A new model lets a list be built anew. */
static gboolean
has_names (GObject *list, const char *const *names)
{
  g_autoptr (GListModel) model = NULL;
  guint n = g_strv_length ((char **) names);

  g_object_get (list, "model", &model, NULL);
  if (model == NULL || g_list_model_get_n_items (model) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), names[i]))
      return FALSE;

  return TRUE;
}

static void
set_names (GObject *list, const char *const *names, guint selected)
{
  if (!has_names (list, names))
    {
      g_autoptr (GtkStringList) model = gtk_string_list_new (names);

      g_object_set (list, "model", model, NULL);
    }
  g_object_set (list, "selected", selected, NULL);
}

static void
show_choices (StudioFormulaPictures *self,
              const ImFormula *formula,
              const StudioFormulaDrawing *drawing)
{
  const ImKernel *kernel = g_ptr_array_index (formula->kernels, drawing->kernel);
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (g_free);
  const char *indices[IM_KERNEL_MAX_INDICES + 1] = { NULL };

  for (guint i = 0; i < formula->kernels->len; i++)
    {
      const ImKernel *step = g_ptr_array_index (formula->kernels, i);

      g_ptr_array_add (
          steps,
          g_strdup_printf ("%u. %s", i + 1,
                           im_formula_get_buffer (formula, step->output.buffer)->name));
    }
  g_ptr_array_add (steps, NULL);
  for (guint i = 0; i < kernel->n_indices; i++)
    indices[i] = kernel->indices[i];
  self->is_setting = TRUE;
  set_names (G_OBJECT (self->kernel), (const char *const *) steps->pdata,
             drawing->kernel);
  set_names (G_OBJECT (self->across), indices, drawing->pair[0]);
  set_names (G_OBJECT (self->upward), indices, drawing->pair[1]);
  self->is_setting = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->kernel), steps->len > 2);
  gtk_widget_set_visible (self->pair_row, kernel->n_indices > 1);
  gtk_widget_set_visible (self->choices, steps->len > 2 || kernel->n_indices > 1);
}

static void
show_scene (StudioSceneView *view, ImScene **scene)
{
  gtk_widget_set_visible (GTK_WIDGET (view), *scene != NULL);
  studio_scene_view_set_scene (view, g_steal_pointer (scene));
}

void
studio_formula_pictures_show (StudioFormulaPictures *self,
                              const ImFormula *formula,
                              StudioFormulaDrawing *drawing)
{
  g_return_if_fail (STUDIO_IS_FORMULA_PICTURES (self));

  gtk_widget_set_visible (self->choices, formula->kernels->len > 0);
  if (formula->kernels->len > 0)
    show_choices (self, formula, drawing);
  show_scene (self->lattice, &drawing->lattice);
  show_scene (self->matrix, &drawing->matrix);
  show_scene (self->nest, &drawing->nest);
}

StudioFormulaChoice
studio_formula_pictures_get_choice (StudioFormulaPictures *self)
{
  return (StudioFormulaChoice){ adw_combo_row_get_selected (self->kernel),
                                { self->pair[0], self->pair[1] } };
}

void
studio_formula_pictures_forget_pair (StudioFormulaPictures *self)
{
  self->pair[0] = self->pair[1] = -1;
}

static void
kernel_cb (StudioFormulaPictures *self)
{
  if (self->is_setting)
    return;
  studio_formula_pictures_forget_pair (self);
  g_signal_emit (self, signals[CHOSEN], 0);
}

static void
pair_cb (StudioFormulaPictures *self)
{
  if (self->is_setting)
    return;
  self->pair[0] = (gint) gtk_drop_down_get_selected (self->across);
  self->pair[1] = (gint) gtk_drop_down_get_selected (self->upward);
  g_signal_emit (self, signals[CHOSEN], 0);
}

static void
studio_formula_pictures_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_formula_pictures_parent_class)->dispose (object);
}

static void
studio_formula_pictures_class_init (StudioFormulaPicturesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_formula_pictures_dispose;
  g_type_ensure (STUDIO_TYPE_SCENE_VIEW);

  /* Another kernel or pair of indices is chosen. */
  signals[CHOSEN] = g_signal_new ("chosen", STUDIO_TYPE_FORMULA_PICTURES,
                                  G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-formula-pictures.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaPictures, choices);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaPictures, kernel);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaPictures, pair_row);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaPictures, across);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaPictures, upward);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaPictures, lattice);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaPictures, matrix);
  gtk_widget_class_bind_template_child (widget_class, StudioFormulaPictures, nest);
  gtk_widget_class_bind_template_callback (widget_class, kernel_cb);
  gtk_widget_class_bind_template_callback (widget_class, pair_cb);
}

static void
studio_formula_pictures_init (StudioFormulaPictures *self)
{
  studio_formula_pictures_forget_pair (self);
  self->is_setting = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_setting = FALSE;
}
