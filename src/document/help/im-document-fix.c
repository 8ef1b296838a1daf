/* SPDX-License-Identifier: MIT */
#include "document/help/im-document-fix.h"

#include <string.h>

#include "document/change/im-document-change.h"
#include "document/change/im-document-input.h"
#include "document/help/im-document-call.h"
#include "document/help/im-document-preview.h"
#include "document/help/im-option-search.h"
#include "document/state/im-document-code.h"
#include "document/state/im-document-value.h"

void
im_document_fix_free (ImDocumentFix *fix)
{
  g_free (fix->option);
  g_free (fix->text);
  g_free (fix->value);
  g_free (fix);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const ImDocumentFix *left = *(ImDocumentFix *const *) a;
  const ImDocumentFix *right = *(ImDocumentFix *const *) b;

  return (left->distance > right->distance) - (left->distance < right->distance);
}

/* The contract of a layer itself, not of what is inside of it, that a problem is about,
 * or NULL. */
static const ImContract *
find_contract (const ImDocumentLayer *layer, const ImDiagnostic *problem)
{
  guint number = problem->subject.contract;

  return number == 0 || number > layer->unit->n_contracts ||
                 g_strcmp0 (problem->subject.node, layer->name) != 0
             ? NULL
             : &layer->unit->contracts[number - 1];
}

/* Whether a problem can be solved by this option: a value that is out of its own range
 * only by that one. */
static gboolean
can_solve (const ImDiagnostic *problem, const ImParameter *option)
{
  return strcmp (problem->code, "contract") == 0 ||
         g_strcmp0 (problem->subject.parameter, option->name.text) == 0;
}

static void
add_fix (ImDocument *document,
         guint layer,
         const ImParameter *option,
         const ImContract *contract,
         GPtrArray *fixes)
{
  ImUnitEvaluation *evaluation = im_document_get_layer (document, layer)->evaluation;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  ImDocumentFix *fix;
  ImValue value;
  double distance;

  if (!im_option_search (evaluation, option, contract, arena, &value, &distance))
    return;
  im_value_append_display (&value, text);
  fix = g_new0 (ImDocumentFix, 1);
  fix->layer = layer;
  fix->option = g_strdup (option->name.text);
  fix->text = im_document_dup_value_text (document, &value);
  fix->value = g_string_free (g_steal_pointer (&text), FALSE);
  fix->distance = distance;
  g_ptr_array_add (fixes, fix);
}

static void
add_output_fix (ImDocument *document, const ImParameter *output, GPtrArray *fixes)
{
  const ImTensorType *given = im_document_get_given_type (document, output);
  GString *value;
  ImDocumentFix *fix;

  if (given == NULL || !im_shape_is_known (&given->shape))
    return;
  value = g_string_new (NULL);
  im_tensor_type_append_text (given, value);
  fix = g_new0 (ImDocumentFix, 1);
  fix->kind = IM_DOCUMENT_FIX_OUTPUT;
  fix->option = g_strdup (output->name.text);
  fix->value = g_string_free (value, FALSE);
  g_ptr_array_add (fixes, fix);
}

static void
add_remove_fix (const char *name, const char *shown, GPtrArray *fixes)
{
  ImDocumentFix *fix = g_new0 (ImDocumentFix, 1);

  fix->kind = IM_DOCUMENT_FIX_REMOVE;
  fix->option = g_strdup (name);
  fix->value = g_strdup (shown);
  g_ptr_array_add (fixes, fix);
}

/* The input of the whole that has no type, or NULL. */
static const ImParameter *
find_untyped_input (ImDocument *document, const ImDiagnostic *problem)
{
  const ImParameter *input = strcmp (problem->code, "input-type") != 0 ||
                                     problem->subject.parameter == NULL
                                 ? NULL
                                 : im_unit_find_parameter (
                                       im_document_get_unit (document),
                                       problem->subject.parameter);

  return input != NULL && input->kind == IM_PARAMETER_INPUT &&
                 input->socket->declared.type.text == NULL &&
                 problem->source ==
                     im_unit_file_get_source (im_document_get_file (document))
             ? input
             : NULL;
}

static void
add_input_fixes (ImDocument *document, const ImParameter *input, GPtrArray *fixes)
{
  ImDocumentFix *fix = g_new0 (ImDocumentFix, 1);

  fix->kind = IM_DOCUMENT_FIX_INPUT;
  fix->option = g_strdup (input->name.text);
  fix->value = im_document_dup_likely_type (document);
  g_ptr_array_add (fixes, fix);
  if (im_document_is_free (document) && !im_document_get_unit (document)->is_preprocessor)
    add_remove_fix (input->name.text, input->name.text, fixes);
}

/* An output of a graph that no pipe reaches, or NULL. */
static const ImGraphNode *
find_loose_output (ImDocument *document, const ImDiagnostic *problem)
{
  gint number = problem->subject.node == NULL ||
                        strcmp (problem->code, "not-connected") != 0
                    ? -1
                    : im_graph_find_node (im_document_get_graph (document),
                                          problem->subject.node);
  const ImGraphNode *node = number < 0
                                ? NULL
                                : im_document_get_node (document, (guint) number)->node;

  return node != NULL && node->kind == IM_NODE_OUTPUT &&
                 problem->source ==
                     im_unit_file_get_source (im_document_get_file (document)) &&
                 node->place->start == problem->span.start
             ? node
             : NULL;
}

/* The option of a pipeline that nothing uses, or NULL. */
static const ImParameter *
find_unused_option (ImDocument *document, const ImDiagnostic *problem)
{
  const ImParameter *option = strcmp (problem->code, "unused-option") != 0 ||
                                      problem->subject.parameter == NULL
                                  ? NULL
                                  : im_unit_find_parameter (
                                        im_document_get_unit (document),
                                        problem->subject.parameter);

  return option != NULL &&
                 problem->source ==
                     im_unit_file_get_source (im_document_get_file (document)) &&
                 option->name.raw.start == problem->span.start
             ? option
             : NULL;
}

/* What edits call an option: in a graph its node, because a node may have the name of
 * another one's option. */
static const char *
get_edited_name (ImDocument *document, const ImParameter *option)
{
  const ImGraph *graph = im_document_get_graph (document);

  for (guint i = 0; im_document_is_free (document) && i < graph->n_nodes; i++)
    if (im_document_get_node (document, i)->node->parameter == option)
      return im_document_get_node (document, i)->node->name;

  return option->name.text;
}

static void
add_queue_fix (ImDocument *document, guint layer, GPtrArray *fixes)
{
  g_autofree char *queue = im_document_dup_queue_behind (document, layer);
  ImDocumentFix *fix;

  if (queue == NULL)
    return;
  fix = g_new0 (ImDocumentFix, 1);
  fix->kind = IM_DOCUMENT_FIX_QUEUE;
  fix->layer = layer;
  fix->option = g_steal_pointer (&queue);
  g_ptr_array_add (fixes, fix);
}

/* The layer that gives a layer its data, or -1. */
static gint
find_source (ImDocument *document, guint layer)
{
  const ImGraphNode *node =
      im_document_get_node (document, im_document_find_node (document, layer))->node;

  for (guint i = 0; i < node->n_links; i++)
    {
      const ImParameter *input = im_unit_find_parameter (node->unit,
                                                         node->links[i].target_port);

      if (input != NULL && input->socket != NULL && !input->socket->is_time)
        return im_document_get_node (document, node->links[i].source)->layer;
    }

  return -1;
}

/* The shape with one axis more, of one element, in front of the others or behind them. */
static ImShape
add_axis (const ImShape *shape, gboolean is_outermost)
{
  ImShape larger = { .rank = shape->rank + 1 };

  for (guint i = 0; i < shape->rank; i++)
    larger.size[is_outermost ? i : i + 1] = shape->size[i];
  larger.size[is_outermost ? shape->rank : 0] = 1;

  return larger;
}

/* Whether the problem would be gone, and nothing else be wrong. */
static gboolean
solves (ImDocument *document,
        const ImDiagnostic *problem,
        guint layer,
        const char *option,
        const char *text)
{
  g_autoptr (ImDocument) preview = im_document_preview_argument (document, layer, option,
                                                                 text, NULL);

  return preview != NULL && !im_document_has_problem (preview, problem) &&
         im_document_preview_find_problem (document, preview) == NULL;
}

/* A unit that wants more axes than a window has: the window gets one of one element. */
static gboolean
add_axis_fix (ImDocument *document,
              const ImDiagnostic *problem,
              guint layer,
              const ImParameter *option,
              gboolean is_outermost,
              GPtrArray *fixes)
{
  ImUnitEvaluation *evaluation = im_document_get_layer (document, layer)->evaluation;
  ImValue value;
  ImShape shape;
  g_autofree char *text = NULL;
  GString *shown;
  ImDocumentFix *fix;

  if (!im_unit_evaluation_get_value (evaluation, option, &value, NULL) ||
      value.kind != IM_VALUE_SHAPE || value.shape->rank >= IM_SHAPE_MAX_RANK ||
      !im_shape_is_known (value.shape))
    return FALSE;
  shape = add_axis (value.shape, is_outermost);
  text = im_document_dup_value_text (document, &IM_SHAPE (&shape));
  if (!solves (document, problem, layer, option->name.text, text))
    return FALSE;
  shown = g_string_new (NULL);
  im_shape_append_text (&shape, shown);
  fix = g_new0 (ImDocumentFix, 1);
  fix->layer = layer;
  fix->option = g_strdup (option->name.text);
  fix->text = g_steal_pointer (&text);
  fix->value = g_string_free (shown, FALSE);
  g_ptr_array_add (fixes, fix);

  return TRUE;
}

static void
add_source_fix (ImDocument *document,
                const ImDiagnostic *problem,
                guint layer,
                GPtrArray *fixes)
{
  gint source = find_source (document, layer);
  const ImDocumentLayer *given = source < 0
                                     ? NULL
                                     : im_document_get_layer (document, (guint) source);

  if (given == NULL || given->unit == NULL || given->evaluation == NULL)
    return;
  for (guint i = 0; i < given->unit->n_parameters; i++)
    {
      const ImParameter *option = &given->unit->parameters[i];

      if (option->kind != IM_PARAMETER_SHAPE || !im_parameter_is_option (option) ||
          im_document_is_linked (document, (guint) source, option->name.text))
        continue;
      if (!add_axis_fix (document, problem, (guint) source, option, TRUE, fixes))
        add_axis_fix (document, problem, (guint) source, option, FALSE, fixes);
    }
}

GPtrArray *
im_document_find_fixes (ImDocument *document, const ImDiagnostic *problem)
{
  GPtrArray *fixes = g_ptr_array_new_with_free_func (
      (GDestroyNotify) im_document_fix_free);
  gint number = im_document_find_layer (document, problem);
  const ImDocumentLayer *layer = number < 0
                                     ? NULL
                                     : im_document_get_layer (document, (guint) number);
  gboolean is_contract = strcmp (problem->code, "contract") == 0;
  const ImContract *contract = NULL;
  const ImParameter *output = im_document_find_output (document, problem);
  const ImGraphNode *loose = find_loose_output (document, problem);
  const ImParameter *unused = find_unused_option (document, problem);

  if (output != NULL)
    add_output_fix (document, output, fixes);
  if (loose != NULL)
    add_remove_fix (loose->name, loose->name, fixes);
  if (unused != NULL)
    add_remove_fix (get_edited_name (document, unused), unused->name.text, fixes);
  if (find_untyped_input (document, problem) != NULL)
    add_input_fixes (document, find_untyped_input (document, problem), fixes);
  if (number >= 0 && strcmp (problem->code, "mixed-rates") == 0)
    add_queue_fix (document, (guint) number, fixes);
  im_document_add_call_fixes (document, problem, fixes);
  if (layer == NULL || layer->unit == NULL || layer->evaluation == NULL ||
      (!is_contract && strcmp (problem->code, "option-range") != 0))
    return fixes;
  if (is_contract && (contract = find_contract (layer, problem)) == NULL)
    return fixes;
  for (guint i = 0; i < layer->unit->n_parameters; i++)
    {
      const ImParameter *option = &layer->unit->parameters[i];

      if (im_parameter_is_option (option) && can_solve (problem, option) &&
          !im_document_is_linked (document, (guint) number, option->name.text))
        add_fix (document, (guint) number, option, contract, fixes);
    }
  if (contract != NULL && fixes->len == 0)
    add_source_fix (document, problem, (guint) number, fixes);
  g_ptr_array_sort (fixes, compare);
  if (fixes->len > IM_DOCUMENT_MAX_FIXES)
    g_ptr_array_set_size (fixes, IM_DOCUMENT_MAX_FIXES);

  return fixes;
}

gboolean
im_document_fix_is_of_whole (const ImDocumentFix *fix)
{
  return fix->kind != IM_DOCUMENT_FIX_OPTION && fix->kind != IM_DOCUMENT_FIX_QUEUE;
}

gboolean
im_document_apply_fix (ImDocument *document, const ImDocumentFix *fix, GError **error)
{
  const char *name = im_document_fix_is_of_whole (fix)
                         ? fix->option
                         : im_document_get_layer (document, fix->layer)->name;
  const ImEdit edits[] = {
    [IM_DOCUMENT_FIX_OPTION] = { .kind = IM_EDIT_SET,
                                 .target = { name, fix->option },
                                 .text = fix->text },
    [IM_DOCUMENT_FIX_INPUT] = { .kind = IM_EDIT_TYPE,
                                .nodes = &name,
                                .n_nodes = 1,
                                .text = fix->value },
    [IM_DOCUMENT_FIX_OUTPUT] = { .kind = IM_EDIT_DECLARE, .nodes = &name, .n_nodes = 1 },
    [IM_DOCUMENT_FIX_REMOVE] = { .kind = IM_EDIT_REMOVE, .nodes = &name, .n_nodes = 1 },
    [IM_DOCUMENT_FIX_QUEUE] = { .kind = IM_EDIT_REQUEUE, .nodes = &name, .n_nodes = 1 },
    [IM_DOCUMENT_FIX_CALL] = { .kind = IM_EDIT_ATTRIBUTE,
                               .element = fix->option,
                               .name = "call",
                               .text = fix->text },
  };

  if (fix->kind == IM_DOCUMENT_FIX_FUNCTION)
    return im_document_set_code (document, fix->option, fix->text, NULL, error);

  return im_document_apply (document, &edits[fix->kind], 1, error);
}
