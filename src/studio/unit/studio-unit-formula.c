/* SPDX-License-Identifier: MIT */
#include "studio/unit/studio-unit-formula.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "evaluation/im-unit-operation.h"
#include "formula/im-unit-formula.h"
#include "kernel/im-formula-c.h"
#include "kernel/im-formula-python.h"
#include "studio/common/studio-code-page.h"
#include "studio/common/studio-scene-view.h"
#include "studio/lab/studio-formula-lab.h"
#include "studio/lab/studio-formula-pictures.h"
#include "tile/im-tile-input.h"

#define WIDTH 560 /* of mathematics, in pixels: what a page has at most */

struct _StudioUnitFormula
{
  GtkWidget parent_instance;

  GtkWidget *lab;
  GtkLabel *symbols;
  StudioSceneView *mathematics;
  GtkLabel *problem;
  GtkStackPage *text_page;
  GtkStackPage *c_page;
  GtkStackPage *python_page;
  StudioCodePage *text;
  StudioCodePage *c;
  StudioCodePage *python;
  StudioFormulaPictures *pictures;

  ImUnitFormula *formula; /* NULL if nothing follows */
  ImSource *source;       /* the file of the formula, NULL if it cannot be read */
  char *title;            /* of the unit */
};

G_DEFINE_FINAL_TYPE (StudioUnitFormula, studio_unit_formula, GTK_TYPE_WIDGET)

static const ImImplementation *
find_implementation (const ImUnit *unit)
{
  const ImSection *body = &unit->sections[IM_SECTION_BODY];

  for (guint i = 0; i < body->n_implementations; i++)
    if (im_language_is_formula (body->implementations[i].language))
      return &body->implementations[i];

  return NULL;
}

gboolean
studio_unit_has_formula (const ImUnit *unit)
{
  return find_implementation (unit) != NULL;
}

/* The file as it is, also if there is no formula in it. */
static ImSource *
load_source (const ImUnit *unit, ImUnitLibrary *library)
{
  const ImImplementation *implementation = find_implementation (unit);
  const char *text = implementation == NULL ? NULL : implementation->fragment.text;
  g_autoptr (ImArena) arena = im_arena_new ();
  ImFragmentReference reference = { 0 };
  const ImUnit *owner = unit;

  if (unit->operation != NULL)
    return im_source_ref (unit->operation->module->source);
  if (text == NULL ||
      im_fragment_reference_parse (text, strlen (text), arena, &reference) != NULL ||
      reference.file == NULL)
    return NULL;
  if (reference.unit_id != NULL)
    owner = im_unit_library_find (library, reference.unit_id);

  return owner == NULL
             ? NULL
             : im_unit_library_load_code (library, im_unit_file_get_path (owner->file),
                                          reference.file, NULL);
}

static char *
dup_definition (const ImUnit *unit)
{
  const ImUnitOperator *operation = unit->operation;
  const char *text = im_source_get_text (operation->module->source, NULL);
  ImSpan span = operation->definition->span;

  return g_strndup (text + span.start, span.end - span.start);
}

/* Of a file of operators only the one that it is about. */
static void
show_source (StudioUnitFormula *self, const ImUnit *unit)
{
  g_autofree char *name = NULL;
  g_autofree char *definition = NULL;

  if (self->source == NULL)
    {
      studio_code_page_say (self->text, _ ("No Formula"),
                            _ ("The file of the formula cannot be read."));
      return;
    }
  name = g_path_get_basename (im_source_get_name (self->source));
  gtk_stack_page_set_title (self->text_page, name);
  definition = unit->operation == NULL ? NULL : dup_definition (unit);
  studio_code_page_set_language (self->text, definition == NULL ? "c" : "skriptnd",
                                 _ ("File of the formula"));
  studio_code_page_set_text (self->text, definition != NULL
                                             ? definition
                                             : im_source_get_text (self->source, NULL));
}

static void
draw (StudioUnitFormula *self)
{
  StudioFormulaChoice choice = studio_formula_pictures_get_choice (self->pictures);
  StudioFormulaDrawing drawing;

  if (self->formula == NULL)
    return;
  studio_formula_drawing_init (&drawing, self->formula->formula, self->formula->nests,
                               &choice, WIDTH);
  studio_scene_view_set_scene (self->mathematics, g_steal_pointer (&drawing.mathematics));
  studio_formula_pictures_show (self->pictures, self->formula->formula, &drawing);
  studio_formula_drawing_clear (&drawing);
}

/* The names in it are those of the formula; firmware adds types and sizes to them. */
static void
show_codes (StudioUnitFormula *self)
{
  const ImUnitFormula *formula = self->formula;
  g_autoptr (GString) c = g_string_new (NULL);
  g_autoptr (GString) python = g_string_new (NULL);

  im_formula_append_c (formula->fused, formula->fused_nests, c);
  im_formula_append_python (formula->formula, formula->nests, python);
  studio_code_page_set_text (self->c, c->str);
  studio_code_page_set_text (self->python, python->str);
}

/* Why nothing follows. */
static void
show_problems (StudioUnitFormula *self, const ImDiagnostics *problems)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                            im_diagnostics_get (problems, i)->message);
  if (text->len == 0)
    g_string_append (text, _ ("With these inputs the formula is not used, or a size is "
                              "not known yet."));
  gtk_label_set_label (self->problem, text->str);
}

/* What the names in the shapes of an operator stand for. */
static void
show_symbols (StudioUnitFormula *self, ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  g_autoptr (GString) text = g_string_new (NULL);

  if (unit->operation != NULL)
    im_unit_operation_append_symbols (im_unit_evaluation_get_operation (evaluation), unit,
                                      text);
  gtk_label_set_label (self->symbols, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->symbols), text->len > 0);
}

void
studio_unit_formula_update (StudioUnitFormula *self,
                            ImUnitEvaluation *evaluation,
                            ImUnitLibrary *library)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  gboolean is_known;

  g_return_if_fail (STUDIO_IS_UNIT_FORMULA (self));

  im_unit_library_add_border (library, im_unit_file_get_path (unit->file));
  g_clear_pointer (&self->formula, im_unit_formula_free);
  g_clear_pointer (&self->source, im_source_unref);
  g_free (self->title);
  self->title = g_strdup (unit->display_name);
  self->source = load_source (unit, library);
  self->formula = im_unit_formula_new (evaluation, library, problems);
  is_known = self->formula != NULL;
  show_source (self, unit);
  show_symbols (self, evaluation);
  if (is_known)
    {
      show_codes (self);
      draw (self);
    }
  else
    show_problems (self, problems);
  gtk_widget_set_visible (GTK_WIDGET (self->mathematics), is_known);
  gtk_widget_set_visible (GTK_WIDGET (self->pictures), is_known);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), !is_known);
  gtk_stack_page_set_visible (self->c_page, is_known);
  gtk_stack_page_set_visible (self->python_page, is_known);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "formula.open-lab",
                                 self->source != NULL && unit->operation == NULL);
  gtk_widget_set_visible (self->lab, unit->operation == NULL);
}

/* What the call of the unit gives to each parameter. */
static GHashTable *
dup_inputs (const ImUnitFormula *formula)
{
  GHashTable *inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; formula != NULL && i < formula->function->n_parameters; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_tile_argument_append_text (&formula->arguments[i], text);
      g_hash_table_insert (inputs, g_strdup (formula->function->parameters[i].name),
                           g_string_free (g_steal_pointer (&text), FALSE));
    }

  return inputs;
}

static void
open_lab_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioUnitFormula *self = STUDIO_UNIT_FORMULA (widget);
  g_autoptr (GHashTable) inputs = dup_inputs (self->formula);
  StudioFormulaOrigin origin = {
    .title = self->title,
    .path = im_source_get_name (self->source),
    .text = im_source_get_text (self->source, NULL),
    .function = self->formula == NULL ? NULL : self->formula->function->name,
    .inputs = inputs,
  };

  studio_formula_lab_present (GTK_WINDOW (gtk_widget_get_root (widget)), &origin);
}

static void
studio_unit_formula_dispose (GObject *object)
{
  StudioUnitFormula *self = STUDIO_UNIT_FORMULA (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  g_clear_pointer (&child, gtk_widget_unparent);
  g_clear_pointer (&self->formula, im_unit_formula_free);
  g_clear_pointer (&self->source, im_source_unref);
  g_clear_pointer (&self->title, g_free);
  G_OBJECT_CLASS (studio_unit_formula_parent_class)->dispose (object);
}

static void
studio_unit_formula_class_init (StudioUnitFormulaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_unit_formula_dispose;
  g_type_ensure (STUDIO_TYPE_SCENE_VIEW);
  g_type_ensure (STUDIO_TYPE_CODE_PAGE);
  g_type_ensure (STUDIO_TYPE_FORMULA_PICTURES);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-unit-formula.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, lab);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, symbols);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, mathematics);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, problem);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, text_page);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, c_page);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, python_page);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, text);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, c);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, python);
  gtk_widget_class_bind_template_child (widget_class, StudioUnitFormula, pictures);
  gtk_widget_class_bind_template_callback (widget_class, draw);
  gtk_widget_class_install_action (widget_class, "formula.open-lab", NULL,
                                   open_lab_action);
}

static void
studio_unit_formula_init (StudioUnitFormula *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_code_page_set_language (self->text, "c", _ ("File of the formula"));
  studio_code_page_set_language (self->c, "c", _ ("C code of the formula"));
  studio_code_page_set_language (self->python, "python3", _ ("Python of the formula"));
}

GtkWidget *
studio_unit_formula_new (void)
{
  return g_object_new (STUDIO_TYPE_UNIT_FORMULA, NULL);
}
