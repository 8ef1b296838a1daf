/* SPDX-License-Identifier: MIT
 *
 * The layers of a composite, in place of it.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "document/change/im-document-compound.h"
#include "document/change/im-document-markup.h"

gboolean
im_document_expression_uses_names (const ImExpr *expr)
{
  gboolean uses = expr == NULL ||
                  (expr->kind == IM_EXPR_NAME && strcmp (expr->name, "System") != 0 &&
                   strcmp (expr->name, "Math") != 0);

  for (guint i = 0; expr != NULL && i < expr->n_operands && !uses; i++)
    uses = im_document_expression_uses_names (expr->operands[i]);

  return uses;
}

char *
im_document_dup_expression (const ImValue *value)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_auto (GStrv) sizes = NULL;

  switch ((int) value->kind)
    {
    case IM_VALUE_BOOL:
    case IM_VALUE_INT:
    case IM_VALUE_DOUBLE:
    case IM_VALUE_STRING:
      im_value_append_text (value, out);
      break;
    case IM_VALUE_SHAPE:
      im_value_append_display (value, out);
      sizes = g_strsplit (g_strdelimit (out->str, "[]", ' '), ",", -1);
      out->len = strlen (out->str);
      g_string_assign (out, "System.Shape(");
      for (guint i = 0; sizes[i] != NULL; i++)
        g_string_append_printf (out, "%s%s", i == 0 ? "" : ", ", g_strstrip (sizes[i]));
      g_string_append_c (out, ')');
      break;
    default:
      return NULL;
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

gboolean
im_document_get_known_value (ImUnitEvaluation *evaluation,
                             const ImParameter *parameter,
                             ImValue *value)
{
  return evaluation != NULL && parameter != NULL &&
         im_unit_evaluation_get_value (evaluation, parameter, value, NULL) &&
         (value->kind == IM_VALUE_TENSOR || im_value_is_known (value));
}

/* What an option of a composite is set to, as text of the pipeline around it. */
static char *
dup_given (const ImDocumentLayer *layer, const char *name)
{
  const ImParameter *option = im_unit_find_parameter (layer->unit, name);
  ImValue value;

  for (guint i = 0; i < layer->node->n_arguments; i++)
    if (strcmp (layer->node->arguments[i].parameter.text, name) == 0 &&
        layer->node->arguments[i].value != NULL)
      return g_strdup (layer->node->arguments[i].value->text);

  return im_document_get_known_value (layer->evaluation, option, &value)
             ? im_document_dup_expression (&value)
             : NULL;
}

/* What the array at an input inside of a composite is without the composite; NULL if it
 * is none, or too large to be written out. */
static char *
dup_unfolded_array (ImDocument *self,
                    const ImDocumentLayer *layer,
                    const char *path,
                    const ImParameter *input,
                    const ImUnitArgument *argument)
{
  const ImArray *array = im_program_find_constant (self->program, path, input->name.text);
  const ImExpr *expr = argument->value->expr;
  const ImParameter *around = expr == NULL || expr->kind != IM_EXPR_NAME
                                  ? NULL
                                  : im_unit_find_parameter (layer->unit, expr->name);
  GString *out = g_string_new ("System.parseArray(\"");

  if (expr != NULL && !im_document_expression_uses_names (expr))
    g_string_assign (out, argument->value->text);
  else if (around != NULL && around->kind == IM_PARAMETER_INPUT)
    {
      g_autofree char *given = dup_given (layer, expr->name);

      g_string_assign (out, given == NULL ? "" : given);
    }
  else if (array != NULL)
    {
      im_array_append_text (array, array->count, out);
      g_string_append (out, "\")");
    }

  return g_string_free (out,
                        array == NULL || out->len == 0 || out->len > IM_EXPR_MAX_BYTES);
}

/* What an argument inside of a composite is without the composite. */
static char *
dup_unfolded (ImDocument *self,
              const ImDocumentLayer *layer,
              const ImGraphNode *inner,
              const ImUnitArgument *argument)
{
  const ImParameter *option = im_unit_find_parameter (inner->unit,
                                                      argument->parameter.text);
  const ImExpr *expr = argument->value == NULL ? NULL : argument->value->expr;
  g_autofree char *path = g_strdup_printf ("%s/%s", layer->name, inner->name);
  ImUnitEvaluation *evaluation;
  ImValue value;

  if (option != NULL && option->kind == IM_PARAMETER_INPUT && argument->value != NULL)
    return dup_unfolded_array (self, layer, path, option, argument);
  if (option == NULL || !im_parameter_is_option (option) || argument->value == NULL)
    return NULL;
  if (expr != NULL && !im_document_expression_uses_names (expr))
    return g_strdup (argument->value->text);
  if (expr != NULL && expr->kind == IM_EXPR_NAME &&
      im_unit_find_parameter (layer->unit, expr->name) != NULL &&
      im_parameter_is_option (im_unit_find_parameter (layer->unit, expr->name)))
    return dup_given (layer, expr->name);
  evaluation = im_program_find_evaluation (self->program, path);

  return im_document_get_known_value (evaluation, option, &value)
             ? im_document_dup_expression (&value)
             : NULL;
}

static void
append_unfolded (ImDocument *self,
                 const ImDocumentLayer *layer,
                 const ImGraphNode *inner,
                 GString *out)
{
  g_autoptr (GString) arguments = g_string_new (NULL);
  g_autofree char *id = g_markup_escape_text (inner->unit_id, -1);
  const char *state = inner->is_enabled ? "" : " enabled=\"false\"";

  im_document_append_comments (arguments, im_unit_file_get_source (layer->unit->file),
                               inner->declaration->element, 1);
  for (guint i = 0; inner->unit != NULL && i < inner->declaration->n_arguments; i++)
    {
      const ImUnitArgument *argument = &inner->declaration->arguments[i];
      g_autofree char *text = dup_unfolded (self, layer, inner, argument);
      g_autofree char *markup = NULL;

      if (text == NULL)
        continue;
      markup = g_markup_printf_escaped ("<Argument param=\"%s\">%s</Argument>",
                                        argument->parameter.text, text);
      g_string_append_printf (arguments, "\t%s\n", markup);
    }
  if (arguments->len == 0)
    g_string_append_printf (out, "<Unit id=\"%s\"%s />\n", id, state);
  else
    g_string_append_printf (out, "<Unit id=\"%s\"%s>\n%s</Unit>\n", id, state,
                            arguments->str);
}

/* A composite of this file that nobody else uses goes with its layer. */
gboolean
im_document_is_used_elsewhere (ImDocument *self, const ImDocumentLayer *layer)
{
  if (layer->unit->file != self->file)
    return TRUE;
  for (guint i = 0; i < im_unit_file_get_count (self->file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (self->file, i);

      for (guint k = 0; k < unit->n_nodes; k++)
        if (&unit->nodes[k] != layer->node &&
            g_strcmp0 (unit->nodes[k].unit_id.text, layer->unit->id.text) == 0)
          return TRUE;
    }

  return FALSE;
}

gboolean
im_document_make_ungroup (ImDocument *self,
                          const ImEdit *edit,
                          ImDocumentChange *change,
                          GError **error)
{
  const ImDocumentLayer *layer;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GString) markup = g_string_new (NULL);
  ImGraph *inside;
  guint number, n = 0;

  if (im_document_is_free (self))
    return im_document_dissolve_compound (self, edit, change, error);
  if (!im_document_find_named_layer (self, edit->nodes[0], &number, error))
    return FALSE;
  layer = im_document_get_layer (self, number);
  if (self->unit->kind != IM_UNIT_COMPOSITE || self->unit->is_preprocessor ||
      layer->unit == NULL || layer->unit->kind != IM_UNIT_COMPOSITE)
    return im_document_refuse (error, layer->name,
                               _ ("only a composite in a stack can be ungrouped"));
  if (!im_program_is_known (self->program))
    return im_document_refuse (error, layer->name,
                               _ ("sizes of the input are not known; give them first"));

  inside = im_graph_load (layer->unit, self->library, problems);
  for (guint i = 0; i < inside->n_nodes; i++)
    if (inside->nodes[i]->kind == IM_NODE_UNIT)
      {
        append_unfolded (self, layer, inside->nodes[i], markup);
        n++;
      }
  im_graph_unref (inside);
  if (n == 0)
    return im_document_refuse (error, layer->name, _ ("the composite is empty"));

  g_string_truncate (markup, markup->len - 1);
  im_xml_edit_insert (change->xml, layer->node->element->parent, layer->node->element,
                      markup->str);
  im_xml_edit_remove (change->xml, layer->node->element);
  if (!im_document_is_used_elsewhere (self, layer))
    im_xml_edit_remove (change->xml, layer->unit->element);
  change->n_new = n;
  change->name = g_strdup_printf (_ ("Ungroup %s"), layer->name);

  return TRUE;
}
