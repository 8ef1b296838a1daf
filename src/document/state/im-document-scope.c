/* SPDX-License-Identifier: MIT
 *
 * The scope in a file: which composite is open, and with what it is given.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "document/state/im-document-private.h"

/* A unit of the file itself, which can be edited. */
static gboolean
can_enter (ImDocument *self, const ImUnit *unit)
{
  return unit != NULL && unit->file == self->file && im_unit_is_graph (unit);
}

static const ImUnit *
find_unit (ImDocument *self, const ImUnit *around, const char *layer)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImGraph *graph = im_graph_load (around, self->library, problems);
  gint number = im_graph_find_node (graph, layer);
  const ImUnit *unit = number < 0 ? NULL : graph->nodes[number]->unit;

  im_graph_unref (graph);
  return can_enter (self, unit) ? unit : NULL;
}

/* What inputs and options of the unit are where it stands. */
static GArray *
list_bindings (const ImUnit *unit, ImUnitEvaluation *evaluation)
{
  GArray *bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  for (guint i = 0; evaluation != NULL && i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImUnitBinding binding = { .name = parameter->name.text };

      if ((parameter->kind == IM_PARAMETER_INPUT || im_parameter_is_option (parameter)) &&
          im_unit_evaluation_get_value (evaluation, parameter, &binding.value, NULL))
        g_array_append_val (bindings, binding);
    }

  return bindings;
}

static ImProgram *
elaborate_inside (ImDocument *self, const ImProgram *previous, ImDiagnostics *problems)
{
  g_autofree char *path = NULL;
  g_autoptr (GArray) bindings = NULL;

  g_ptr_array_add (self->scope, NULL);
  path = g_strjoinv ("/", (char **) self->scope->pdata);
  g_ptr_array_set_size (self->scope, (gint) self->scope->len - 1);
  bindings = list_bindings (self->unit, im_program_find_evaluation (self->whole, path));

  return im_program_elaborate_again (previous, self->unit, self->library,
                                     (ImUnitBinding *) bindings->data, bindings->len,
                                     self->problems);
}

/* The graph behind a change of the main unit. */
static ImGraph *
change_graph (ImDocument *self,
              const ImProgram *previous,
              const ImUnitPatch *patch,
              ImDiagnostics *found)
{
  ImGraph *graph = NULL;

  if (patch->n_removed == 1 && patch->n_added == 1)
    graph = im_graph_renew (im_program_get_graph (previous), &patch->before,
                            &patch->unit->nodes[patch->first]);

  return graph != NULL ? graph : im_graph_load (patch->unit, self->library, found);
}

static void
elaborate_changed (ImDocument *self, const ImUnitPatch *patch)
{
  g_autoptr (ImProgram) previous = g_steal_pointer (&self->program);
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImGraph) graph = change_graph (self, previous, patch, found);

  self->program = im_program_elaborate_graph (previous, graph, self->library, NULL, 0,
                                              found);
  im_diagnostics_append (self->of_main, found);
  im_diagnostics_append (self->problems, found);
}

static void
elaborate_all (ImDocument *self)
{
  const ImUnit *main_unit = im_document_get_main_unit (self);
  g_autoptr (ImProgram) old_whole = g_steal_pointer (&self->whole);
  g_autoptr (ImProgram) old_program = g_steal_pointer (&self->program);
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();

  self->unit = main_unit;
  for (guint i = 0; i < self->scope->len; i++)
    {
      const ImUnit *unit = find_unit (self, self->unit,
                                      g_ptr_array_index (self->scope, i));

      if (unit == NULL)
        g_ptr_array_set_size (self->scope, (gint) i);
      else
        self->unit = unit;
    }
  if (self->scope->len == 0)
    {
      self->program = im_program_elaborate_again (
          old_whole == NULL ? old_program : old_whole, main_unit, self->library, NULL, 0,
          found);
      im_diagnostics_append (self->of_main, found);
      /* A unit that is no graph does not know what flows into it. */
      if (can_enter (self, main_unit))
        im_diagnostics_append (self->problems, found);
      return;
    }
  self->whole = im_program_elaborate_again (old_whole == NULL ? old_program : old_whole,
                                            main_unit, self->library, NULL, 0,
                                            self->of_main);
  self->program = elaborate_inside (self, old_whole == NULL ? NULL : old_program,
                                    self->problems);
}

void
im_document_elaborate (ImDocument *self, const ImUnitPatch *patch)
{
  if (patch != NULL)
    elaborate_changed (self, patch);
  else
    elaborate_all (self);
}

const ImUnit *
im_document_choose_main (ImDocument *self, const ImUnitFile *file)
{
  const ImUnit *unit = self->main_id == NULL
                           ? NULL
                           : im_unit_file_find_unit (file, self->main_id);

  if (unit == NULL && self->main_id != NULL &&
      self->main_index < im_unit_file_get_count (file))
    unit = im_unit_file_get_unit (file, self->main_index);

  return unit == NULL ? im_unit_file_get_main_unit (file) : unit;
}

const ImUnit *
im_document_get_main_unit (ImDocument *self)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  return im_document_choose_main (self, self->file);
}

gboolean
im_document_show_unit (ImDocument *self, const char *id)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);

  if (strcmp (im_document_get_main_unit (self)->id.text, id) == 0)
    return FALSE;
  for (guint i = 0; i < im_unit_file_get_count (self->file); i++)
    if (strcmp (im_unit_file_get_unit (self->file, i)->id.text, id) == 0)
      {
        g_free (self->main_id);
        self->main_id = g_strdup (id);
        self->main_index = i;
        self->has_told = FALSE;
        g_ptr_array_set_size (self->scope, 0);
        /* Nothing of another pipeline can be handed on. */
        g_clear_pointer (&self->program, im_program_unref);
        g_clear_pointer (&self->whole, im_program_unref);
        im_document_show_again (self);
        return TRUE;
      }

  return FALSE;
}

gboolean
im_document_enter (ImDocument *self, guint layer)
{
  const ImDocumentLayer *entered;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);
  entered = im_document_get_layer (self, layer);
  if (!can_enter (self, entered->unit))
    return FALSE;
  g_ptr_array_add (self->scope, g_strdup (entered->name));
  im_document_show_again (self);

  return TRUE;
}

void
im_document_leave (ImDocument *self, guint depth)
{
  g_return_if_fail (IM_IS_DOCUMENT (self));

  if (depth >= self->scope->len)
    return;
  g_ptr_array_set_size (self->scope, (gint) depth);
  im_document_show_again (self);
}

GArray *
im_document_list_scope (ImDocument *self)
{
  GArray *way = g_array_new (FALSE, FALSE, sizeof (gint));
  const ImUnit *unit = im_document_get_main_unit (self);

  for (guint i = 0; i < self->scope->len && unit != NULL; i++)
    {
      g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
      g_autoptr (ImGraph) graph = im_graph_load (unit, self->library, problems);
      gint number = im_graph_find_node (graph, g_ptr_array_index (self->scope, i));

      g_array_append_val (way, number);
      unit = number < 0 ? NULL : graph->nodes[number]->unit;
    }

  return way;
}

void
im_document_follow_scope (ImDocument *self, const GArray *way, GBytes *bytes)
{
  while (self->scope->len < way->len)
    {
      guint depth = self->scope->len;
      gint number = g_array_index (way, gint, depth);

      if (number < 0 || (guint) number >= self->graph->n_nodes)
        return;
      g_ptr_array_add (self->scope, g_strdup (self->graph->nodes[number]->name));
      im_document_read_text (self, bytes, NULL);
      if (self->scope->len == depth)
        return;
    }
}

gboolean
im_document_go_inside (ImDocument *self,
                       const char *const *nodes,
                       guint n_nodes,
                       GBytes *bytes,
                       GError **error)
{
  guint depth = self->scope->len;
  const char *missing;

  for (guint i = 0; i < n_nodes; i++)
    g_ptr_array_add (self->scope, g_strdup (nodes[i]));
  if (!im_document_read_text (self, bytes, error))
    return FALSE;
  if (self->scope->len == depth + n_nodes)
    return TRUE;
  /* It was cut in front of the first node that cannot be gone into. */
  missing = nodes[self->scope->len - depth];

  return im_document_refuse (
      error, missing,
      im_graph_find_node (self->graph, missing) < 0
          ? _ ("there is no such node")
          : _ ("it is no composite or compound of this file that could be gone into"));
}

void
im_document_go_outside (ImDocument *self, guint depth, GBytes *bytes)
{
  if (self->scope->len <= depth)
    return;
  g_ptr_array_set_size (self->scope, (gint) depth);
  im_document_read_text (self, bytes, NULL);
}

const char *const *
im_document_get_scope (ImDocument *self, guint *n)
{
  *n = self->scope->len;

  return (const char *const *) self->scope->pdata;
}
