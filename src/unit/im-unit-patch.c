/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-patch.h"

#include <string.h>

#include "unit/im-unit-file-private.h"
#include "unit/im-unit-reader.h"
#include "unit/im-unit-spans.h"
#include "xml/im-xml-patch.h"

/* What was replaced stays in memory until a file is read as a whole. */
#define MAX_PATCHES 1000

/* The element whose children are the nodes of a unit, NULL if there is none. */
static const ImXmlElement *
find_list (const ImUnit *unit)
{
  return unit->is_preprocessor ? NULL
         : unit->kind == IM_UNIT_COMPOSITE
             ? im_unit_reader_find (unit->element, "Stacked")
         : unit->kind == IM_UNIT_COMPOUND ? im_unit_reader_find (unit->element, "Nodes")
                                          : NULL;
}

static const ImXmlElement *
list_parents (guint i, gpointer data)
{
  return i == 0 ? find_list (data) : NULL;
}

/* Nodes of other programs depend on what they are connected to. */
static gboolean
has_unknown_nodes (const ImUnit *unit)
{
  for (guint i = 0; i < unit->n_nodes; i++)
    if (unit->nodes[i].kind == IM_NODE_UNKNOWN)
      return TRUE;

  return FALSE;
}

/* Which nodes the change is about. Returns FALSE if one is among them that is more than a
 * unit. */
static gboolean
find_nodes (const ImXmlPatch *change, ImUnitPatch *patch)
{
  const ImUnit *unit = patch->unit;
  guint end = unit->n_nodes;

  patch->first = 0;
  while (patch->first < unit->n_nodes &&
         unit->nodes[patch->first].element->span.end <= change->removed.start)
    patch->first++;
  while (end > patch->first &&
         unit->nodes[end - 1].element->span.start >= change->removed.end)
    end--;
  patch->n_removed = end - patch->first;
  for (guint i = patch->first; i < end; i++)
    if (unit->nodes[i].kind != IM_NODE_UNIT)
      return FALSE;

  return TRUE;
}

/* Reads what stands there now. */
static gboolean
read_nodes (ImUnitFile *file, const ImXmlPatch *change, ImUnitReader *reader)
{
  const ImXmlElement *root = im_xml_document_get_root (change->part);

  reader->document = change->part;
  reader->source = im_xml_document_get_source (change->part);
  if (reader->unit->kind == IM_UNIT_COMPOSITE)
    im_unit_reader_read_stacked (reader, root);
  else if (!im_unit_reader_read_unit_nodes (reader, root))
    return FALSE;

  return im_diagnostics_get_count (reader->diagnostics) == 0;
}

static guint
count_expressions (const ImUnitNode *nodes, guint n)
{
  guint n_expressions = 0;

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < nodes[i].n_arguments; k++)
      n_expressions += nodes[i].arguments[k].value != NULL;

  return n_expressions;
}

/* Whether an expression is read before those of a list of layers that begins at @start:
 * parameters come first, wherever they stand. */
static gboolean
is_read_before (const ImXmlElement *parameters, guint32 start, ImSpan place)
{
  return place.start < start ||
         (parameters != NULL && place.start >= parameters->content.start &&
          place.end <= parameters->content.end);
}

/* The first expression of the layers of a unit; where it would be if there is none,
 * behind those that are read before. */
static guint
find_expressions (const ImUnit *unit)
{
  const ImXmlElement *list = find_list (unit);
  const ImXmlElement *parameters = im_unit_reader_find (unit->element, "Parameters");
  guint i = 0;

  for (guint k = 0; k < unit->n_expressions; k++)
    {
      ImSpan place = unit->expressions[k]->raw;

      if (place.start >= list->content.start && place.end <= list->content.end)
        return k;
      if (is_read_before (parameters, list->content.start, place))
        i = k + 1;
    }

  return i;
}

/* Puts the expressions of new nodes where those of the old ones were: expressions have
 * the order of what they are of. Nodes of compounds that are units have none. */
static void
replace_expressions (ImUnitFile *file,
                     ImUnit *unit,
                     const ImUnitPatch *patch,
                     guint first_of_all,
                     const GPtrArray *added)
{
  guint first = first_of_all + count_expressions (unit->nodes, patch->first);
  guint last = first + count_expressions (&unit->nodes[patch->first], patch->n_removed);
  ImUnitExpr **exprs;

  if (unit->kind != IM_UNIT_COMPOSITE)
    return;
  if (last - first == added->len)
    {
      for (guint i = 0; i < added->len; i++)
        unit->expressions[first + i] = g_ptr_array_index (added, i);
      return;
    }

  exprs = im_arena_new0 (file->arena, ImUnitExpr *, unit->n_expressions + added->len);
  memcpy (exprs, unit->expressions, first * sizeof *exprs);
  for (guint i = 0; i < added->len; i++)
    exprs[first + i] = g_ptr_array_index (added, i);
  memcpy (exprs + first + added->len, unit->expressions + last,
          (unit->n_expressions - last) * sizeof *exprs);
  unit->expressions = exprs;
  unit->n_expressions += added->len - (last - first);
}

static void
replace_nodes (ImUnitFile *file,
               ImUnit *unit,
               const ImUnitPatch *patch,
               const ImUnitNode *added)
{
  guint n = unit->n_nodes - patch->n_removed + patch->n_added;
  guint end = patch->first + patch->n_removed;
  ImUnitNode *nodes = (ImUnitNode *) unit->nodes;

  if (n != unit->n_nodes)
    {
      nodes = im_arena_new0 (file->arena, ImUnitNode, n);
      memcpy (nodes, unit->nodes, patch->first * sizeof *nodes);
      memcpy (nodes + patch->first + patch->n_added, unit->nodes + end,
              (unit->n_nodes - end) * sizeof *nodes);
    }
  if (patch->n_added > 0)
    memcpy (nodes + patch->first, added, patch->n_added * sizeof *nodes);
  unit->nodes = nodes;
  unit->n_nodes = n;
}

static void
move_span (ImSpan *span, gpointer data)
{
  im_xml_patch_move (data, span);
}

/* Moves all places behind the change, while the model is still what it was. */
static void
move_places (ImUnitFile *file, const ImUnitPatch *patch, ImXmlPatch *change)
{
  for (guint i = 0; i < file->units->len && change->moved_by != 0; i++)
    {
      ImUnit *unit = g_ptr_array_index (file->units, i);
      guint behind = unit == patch->unit ? patch->first + patch->n_removed : 0;

      if (unit->element->span.end <= change->removed.start)
        continue;
      im_unit_each_span (unit, move_span, change);
      for (guint k = behind; k < unit->n_nodes; k++)
        im_unit_node_each_span ((ImUnitNode *) &unit->nodes[k], move_span, change);
    }
}

static void
parse_expressions (ImUnit *unit, const GPtrArray *added)
{
  for (guint i = 0; i < added->len && unit->expr_arena != NULL; i++)
    {
      ImUnitExpr *expr = g_ptr_array_index (added, i);

      expr->expr = im_expr_parse (unit->expr_arena, expr->text, -1, expr->symbols,
                                  &expr->error);
    }
}

gboolean
im_unit_file_patch (ImUnitFile *file,
                    GBytes *bytes,
                    const ImUnit *unit,
                    ImUnitPatch *patch)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (ImXmlPatch) change = NULL;
  ImUnit *changed = (ImUnit *) unit;
  guint first_expression;
  ImUnit now = *unit;
  ImUnitReader reader = {
    .arena = file->arena,
    .diagnostics = problems,
    .unit = &now,
    .symbols = unit->symbols,
    .expressions = added,
  };

  g_return_val_if_fail (unit->file == file, FALSE);
  if (!file->can_be_patched || file->n_patches >= MAX_PATCHES || has_unknown_nodes (unit))
    return FALSE;

  change = im_xml_patch_new (file->document, bytes, list_parents, changed);
  patch->unit = unit;
  now.nodes = NULL;
  now.n_nodes = 0;
  if (change == NULL || !find_nodes (change, patch) ||
      !read_nodes (file, change, &reader))
    return FALSE;

  patch->n_added = now.n_nodes;
  if (patch->n_removed == 1)
    patch->before = unit->nodes[patch->first];
  first_expression = find_expressions (unit);
  move_places (file, patch, change);
  parse_expressions (changed, added);
  replace_expressions (file, changed, patch, first_expression, added);
  replace_nodes (file, changed, patch, now.nodes);
  im_xml_patch_apply (g_steal_pointer (&change), file->document, bytes);
  file->n_patches++;

  return TRUE;
}
