/* SPDX-License-Identifier: MIT */
#include "random-named-edits.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"
#include "document/change/im-document-change.h"
#include "document/state/im-document-graph.h"
#include "unit/im-unit-frame.h"
#include "xml/im-xml.h"

#define MAX_NODES 3 /* that one edit names */

guint
random_edits_choose (RandomEdits *edits, guint n)
{
  guint8 byte = edits->next < edits->length ? edits->data[edits->next++] : 0;

  return n == 0 ? 0 : byte % n;
}

/* A single unit has a graph, too, but only its parameters can be edited. */
guint
random_edits_count_nodes (ImDocument *document)
{
  return document->nodes->len;
}

const char *
random_edits_choose_unit (RandomEdits *edits)
{
  static const char *const units[] = {
    "Core.Math.Abs", "Core.Math.Clip", "Core.Window.Hann", "Core.Queues.SlidingWindow",
    "Core.Math.Rms", "There.Is.None",
  };

  return units[random_edits_choose (edits, G_N_ELEMENTS (units))];
}

static const char *choose_parameter (RandomEdits *edits,
                                     ImDocument *document,
                                     ImArena *arena,
                                     gboolean is_option);

static const char *
choose_name (RandomEdits *edits, ImDocument *document, ImArena *arena)
{
  static const char *const others[] = { "There is none", "", "a.b", "-> \"x\\" };
  const ImGraph *graph = im_document_get_graph (document);
  guint n = random_edits_count_nodes (document);
  guint number = random_edits_choose (edits, n * 8 + 1) % (n + 1);

  if (n == 0 && random_edits_choose (edits, 4) > 0)
    return choose_parameter (edits, document, arena, TRUE);
  if (number == n)
    return others[random_edits_choose (edits, G_N_ELEMENTS (others))];

  return im_arena_strdup (arena, graph->nodes[number]->name);
}

static void
choose_names (RandomEdits *edits,
              ImDocument *document,
              ImArena *arena,
              guint max,
              ImEdit *edit)
{
  guint n = 1 + random_edits_choose (edits, max);
  const char **names = im_arena_alloc (arena, n * sizeof (char *));

  for (guint i = 0; i < n; i++)
    names[i] = choose_name (edits, document, arena);
  edit->nodes = names;
  edit->n_nodes = n;
}

static void
choose_places (RandomEdits *edits, ImArena *arena, guint n, ImEdit *edit)
{
  static const double numbers[] = { 0, -40, 1e6, 0.5, 1234.4, -1e300, 77, 2e6 };
  ImEditPlace *places = im_arena_alloc (arena, n * sizeof (ImEditPlace));

  for (guint i = 0; i < n; i++)
    {
      places[i].x = numbers[random_edits_choose (edits, G_N_ELEMENTS (numbers))];
      places[i].y = numbers[random_edits_choose (edits, G_N_ELEMENTS (numbers))];
    }
  edit->places = places;
}

/* The name of a parameter of any layer, or of the unit itself. */
static const char *
choose_parameter (RandomEdits *edits, ImDocument *document, ImArena *arena, gboolean own)
{
  static const char *const others[] = { "input", "output", "none such" };
  guint n_layers = im_document_get_n_layers (document);
  guint layer = random_edits_choose (edits, n_layers);
  const ImUnit *unit = own             ? im_document_get_unit (document)
                       : n_layers == 0 ? NULL
                                       : im_document_get_layer (document, layer)->unit;
  guint n = unit == NULL ? 0 : unit->n_parameters;
  guint number = random_edits_choose (edits, n + G_N_ELEMENTS (others));

  return number < n ? im_arena_strdup (arena, unit->parameters[number].name.text)
                    : others[number - n];
}

static ImEditPort
choose_port (RandomEdits *edits, ImDocument *document, ImArena *arena)
{
  guint n_layers = im_document_get_n_layers (document);
  guint layer = random_edits_choose (edits, n_layers);
  const ImDocumentLayer *chosen = n_layers == 0 ? NULL
                                                : im_document_get_layer (document, layer);

  if (chosen == NULL || chosen->unit == NULL || chosen->unit->n_parameters == 0)
    return (ImEditPort){ choose_name (edits, document, arena),
                         choose_parameter (edits, document, arena, FALSE) };
  layer = random_edits_choose (edits, chosen->unit->n_parameters);

  return (
      ImEditPort){ im_arena_strdup (arena, chosen->name),
                   im_arena_strdup (arena, chosen->unit->parameters[layer].name.text) };
}

static const char *
choose_text (RandomEdits *edits)
{
  static const char *const texts[] = {
    "1",    "",           "[400,1]",  "2 + width",      "a < b && \"c\"",
    " x ",  "two\nlines", "\\",       "float32[3]@100", "int16[2,2]",
    "]]>",  "\n",         "a\\\nb\t", "caf\xC3\xA9",    "float32[",
    "true", "Other",      "a.b c",
  };

  return texts[random_edits_choose (edits, G_N_ELEMENTS (texts))];
}

/* An element of the file: down from the root until a choice says to stay. */
static const ImXmlElement *
choose_element (RandomEdits *edits, ImDocument *document)
{
  const ImXmlDocument *xml = im_unit_file_get_document (im_document_get_file (document));
  const ImXmlElement *element = xml == NULL ? NULL : im_xml_document_get_root (xml);
  guint n = 1;

  while (element != NULL && element->first_child != NULL && n > 0)
    {
      n = random_edits_choose (edits, 16);
      if (n == 0)
        break;
      element = element->first_child;
      for (; n > 1 && element->next_sibling != NULL; n--)
        element = element->next_sibling;
      n = 1;
    }

  return element;
}

static void
choose_attribute (RandomEdits *edits, ImDocument *document, ImArena *arena, ImEdit *edit)
{
  static const char *const names[] = { "x",   "enabled", "name", "unit", "param",
                                       "min", "im:rate", "a b",  "1a",   "xmlns" };
  const ImXmlElement *element = choose_element (edits, document);
  g_autofree char *way = im_document_dup_way (element);
  guint n = element == NULL ? 0 : element->n_attributes;
  guint number = random_edits_choose (edits, n + G_N_ELEMENTS (names));

  edit->element = im_arena_strdup (arena, way);
  edit->name = number < n ? im_arena_strdup (arena, element->attributes[number].name)
                          : names[number - n];
  edit->text = random_edits_choose (edits, 4) == 0 ? NULL : choose_text (edits);
}

static void
choose_content (RandomEdits *edits, ImDocument *document, ImArena *arena, ImEdit *edit)
{
  static const char *const names[] = { "DisplayName", "Description", "DefaultValue",
                                       "None",        "a b",         "1a",
                                       "x/><y",       "Nodes",       "." };
  const ImXmlElement *element = choose_element (edits, document);
  g_autofree char *way = im_document_dup_way (element);
  guint number = random_edits_choose (edits, 2 * G_N_ELEMENTS (names));

  edit->element = im_arena_strdup (arena, way);
  if (number < G_N_ELEMENTS (names))
    edit->name = names[number];
  else
    edit->name = element == NULL || element->first_child == NULL
                     ? "Description"
                     : im_arena_strdup (arena, element->first_child->name);
  edit->text = choose_text (edits);
}

static void
choose_element_edit (RandomEdits *edits,
                     ImDocument *document,
                     ImArena *arena,
                     ImEdit *edit)
{
  static const char *const texts[] = {
    "<Contract true=\"input.rank == 1\" text=\"No {input.shape}\" />",
    "<Int32Option name=\"n\" default=\"1\" />\n<Hidden name=\"h\" value=\"n\" />",
    "<UnitNode id=\"new\" unit=\"Core.Math.Abs\" />",
    "<Unit unit=\"Core.Math.Rms\">\n\t<Int32 param=\"axis\">1</Int32>\n</Unit>",
    "<!-- only this -->",
    "<A></B>",
    "text",
    "",
  };
  const ImXmlElement *element = choose_element (edits, document);
  const ImXmlElement *before = random_edits_choose (edits, 4) == 0
                                   ? choose_element (edits, document)
                               : element == NULL ? NULL
                               : edit->kind == IM_EDIT_INSERT_ELEMENT
                                   ? element->first_child
                               : element->parent == NULL ? NULL
                                                         : element->parent->first_child;
  g_autofree char *way = im_document_dup_way (element);
  g_autofree char *other = im_document_dup_way (before);

  edit->element = im_arena_strdup (arena, way);
  if (before != NULL && edit->kind != IM_EDIT_REMOVE_ELEMENT)
    edit->before = im_arena_strdup (arena, other);
  if (edit->kind == IM_EDIT_INSERT_ELEMENT)
    edit->text = texts[random_edits_choose (edits, G_N_ELEMENTS (texts))];
}

/* Nodes of the document, or what others may have on the clipboard. */
static void
choose_paste (RandomEdits *edits, ImDocument *document, ImArena *arena, ImEdit *edit)
{
  static const char *const others[] = {
    "<Stacked><Unit unit=\"Core.Math.Abs\" /></Stacked>",
    "<Stacked></Stacked>",
    "<Compound><Nodes><UnitNode id=\"a\" x=\"1\" y=\"2\" unit=\"Core.Math.Abs\" />"
    "<UnitNode id=\"b\" x=\"900\" y=\"2\" unit=\"Core.Math.Rms\" /></Nodes>"
    "<Connections><Connection source=\"a\" sourcePort=\"output\" target=\"b\" "
    "targetPort=\"input\" /></Connections></Compound>",
    "<Nodes>",
    "no XML",
  };
  guint n_nodes = random_edits_count_nodes (document);
  guint nodes[2] = { random_edits_choose (edits, n_nodes),
                     random_edits_choose (edits, n_nodes) };
  guint number = random_edits_choose (edits, 2 * G_N_ELEMENTS (others));
  g_autofree char *copied = NULL;

  if (number >= G_N_ELEMENTS (others) && n_nodes > 0)
    copied = im_document_dup_nodes_text (document, nodes, nodes[0] == nodes[1] ? 1 : 2,
                                         NULL);
  edit->text = copied != NULL ? im_arena_strdup (arena, copied)
                              : others[number % G_N_ELEMENTS (others)];
  if (random_edits_choose (edits, 2) == 0)
    edit->before = choose_name (edits, document, arena);
  if (random_edits_choose (edits, 2) == 0)
    choose_places (edits, arena, 1, edit);
}

static void
choose_add (RandomEdits *edits, ImDocument *document, ImArena *arena, ImEdit *edit)
{
  edit->unit = random_edits_choose_unit (edits);
  if (random_edits_choose (edits, 2) == 0)
    choose_places (edits, arena, 1, edit);
  if (random_edits_choose (edits, 2) == 0)
    edit->target = choose_port (edits, document, arena);
}

static const char *
choose_new_name (RandomEdits *edits, ImDocument *document, ImArena *arena)
{
  static const char *const names[] = { "fresh", "half", "limit", "a_b",
                                       "1a",    "true", "a b" };
  guint number = random_edits_choose (edits, G_N_ELEMENTS (names) + 2);

  return number < G_N_ELEMENTS (names) ? names[number]
         : number == G_N_ELEMENTS (names)
             ? choose_name (edits, document, arena)
             : choose_parameter (edits, document, arena, TRUE);
}

/* A new input, output, option or expression, or a change of one. */
static void
choose_parameter_edit (RandomEdits *edits,
                       ImDocument *document,
                       ImArena *arena,
                       ImEdit *edit)
{
  static const char *const texts[] = {
    "1",     "-2.5",          "true",      "half * 2 + fresh", "input.shape.size(0)",
    "[2,3]", "float32[8]@10", "1, Two: 2", "a: Real, b",       "b, a: Integer",
    "shape"
  };
  const char **names = im_arena_alloc (arena, sizeof (char *));
  guint text = random_edits_choose (edits, G_N_ELEMENTS (texts) + 3);

  names[0] = choose_new_name (edits, document, arena);
  edit->nodes = names;
  edit->n_nodes = 1;
  if (edit->kind == IM_EDIT_OPTION)
    edit->name = im_edit_option_types[random_edits_choose (edits, 5)];
  if (edit->kind == IM_EDIT_CHANGE)
    edit->name = im_edit_properties[random_edits_choose (edits, 13)];
  else if (random_edits_choose (edits, 4) == 0)
    choose_places (edits, arena, 1, edit);
  if (edit->kind == IM_EDIT_OUTPUT)
    return;
  if (text < G_N_ELEMENTS (texts))
    edit->text = texts[text];
  else if (text == G_N_ELEMENTS (texts) || edit->kind == IM_EDIT_EXPRESSION)
    edit->text = choose_text (edits);
  else if (edit->kind == IM_EDIT_CHANGE && strcmp (edit->name, "type") == 0)
    edit->text = im_edit_option_types[random_edits_choose (edits, 5)];
}

/* What is computed from an option of the pipeline, or from the name of a node. */
static const char *
choose_expression (RandomEdits *edits, ImDocument *document, ImArena *arena)
{
  g_autofree char *text = g_strdup_printf (
      "%s * 2", random_edits_choose (edits, 3) == 0
                    ? choose_name (edits, document, arena)
                    : choose_parameter (edits, document, arena, TRUE));

  return im_arena_strdup (arena, text);
}

/* The name of a frame, or of anything else. */
static const char *
choose_frame (RandomEdits *edits, ImDocument *document, ImArena *arena)
{
  const ImUnit *unit = im_document_get_unit (document);
  guint number = random_edits_choose (edits, unit->n_frames + 3);

  return number < unit->n_frames    ? im_arena_strdup (arena, unit->frames[number].id)
         : number == unit->n_frames ? "Frame"
                                    : choose_new_name (edits, document, arena);
}

static void
choose_frame_edit (RandomEdits *edits, ImDocument *document, ImArena *arena, ImEdit *edit)
{
  static const char *const texts[] = { "Filter", "a & <b>", "", "blue", "mauve" };
  const char **names = im_arena_alloc (arena, sizeof (char *));
  guint text = random_edits_choose (edits, G_N_ELEMENTS (texts) + 2);

  names[0] = choose_frame (edits, document, arena);
  edit->nodes = names;
  edit->n_nodes = 1;
  if (edit->kind == IM_EDIT_CHANGE)
    edit->name = im_edit_properties[random_edits_choose (edits, 13)];
  else
    choose_places (edits, arena, 2, edit);
  if (text < G_N_ELEMENTS (texts))
    edit->text = texts[text];
  else if (text == G_N_ELEMENTS (texts))
    edit->text = choose_text (edits);
}

/* How the unit that nodes become is called, and what of them is set from outside. */
static void
choose_unit (RandomEdits *edits, ImDocument *document, ImArena *arena, ImEdit *edit)
{
  static const char *const ids[] = { "Own.New", "Own.New.Part", "Core.Math.Rms", "1a" };
  guint n_options = random_edits_choose (edits, 3);
  ImEditPort *options = im_arena_alloc (arena, 2 * sizeof (ImEditPort));

  if (edit->kind == IM_EDIT_EXTRACT || random_edits_choose (edits, 2) == 0)
    edit->unit = ids[random_edits_choose (edits, G_N_ELEMENTS (ids))];
  for (guint i = 0; i < n_options; i++)
    options[i] = choose_port (edits, document, arena);
  edit->options = n_options == 0 ? NULL : options;
  edit->n_options = n_options;
  if (random_edits_choose (edits, 2) == 0)
    edit->text = choose_text (edits);
}

/* Of nodes, some of which can be parameters or frames. */
static void
choose_nodes_edit (RandomEdits *edits, ImDocument *document, ImArena *arena, ImEdit *edit)
{
  choose_names (edits, document, arena, MAX_NODES, edit);
  if (edit->kind == IM_EDIT_REMOVE && random_edits_choose (edits, 4) == 0)
    ((const char **) edit->nodes)[0] = choose_parameter (edits, document, arena, TRUE);
  if ((edit->kind == IM_EDIT_REMOVE || edit->kind == IM_EDIT_PLACE) &&
      random_edits_choose (edits, 3) == 0)
    ((const char **) edit->nodes)[0] = choose_frame (edits, document, arena);
  if (edit->kind == IM_EDIT_PLACE)
    choose_places (edits, arena, edit->n_nodes, edit);
  if (edit->kind == IM_EDIT_GROUP || edit->kind == IM_EDIT_EXTRACT)
    choose_unit (edits, document, arena, edit);
}

ImEdit
random_edits_choose_edit (RandomEdits *edits, ImDocument *document, ImArena *arena)
{
  ImEdit edit = { .kind = (ImEditKind) random_edits_choose (edits, IM_N_EDITS) };

  switch (edit.kind)
    {
    case IM_EDIT_SET:
    case IM_EDIT_RESET:
      edit.target = choose_port (edits, document, arena);
      if (edit.kind == IM_EDIT_SET)
        edit.text = random_edits_choose (edits, 3) == 0
                        ? choose_expression (edits, document, arena)
                        : choose_text (edits);
      break;
    case IM_EDIT_INSERT:
      edit.unit = random_edits_choose_unit (edits);
      if (random_edits_choose (edits, 2) == 0)
        edit.before = choose_name (edits, document, arena);
      break;
    case IM_EDIT_ADD:
      choose_add (edits, document, arena, &edit);
      break;
    case IM_EDIT_ENABLE:
    case IM_EDIT_DISABLE:
    case IM_EDIT_REMOVE:
    case IM_EDIT_DISSOLVE:
    case IM_EDIT_ISOLATE:
    case IM_EDIT_GROUP:
    case IM_EDIT_EXTRACT:
    case IM_EDIT_PLACE:
      choose_nodes_edit (edits, document, arena, &edit);
      break;
    case IM_EDIT_MOVE:
    case IM_EDIT_UNGROUP:
    case IM_EDIT_REQUEUE:
    case IM_EDIT_RENAME:
    case IM_EDIT_RENAME_GROUP:
      choose_names (edits, document, arena, 1, &edit);
      if (edit.kind == IM_EDIT_MOVE && random_edits_choose (edits, 4) != 0)
        edit.before = choose_name (edits, document, arena);
      if (edit.kind == IM_EDIT_RENAME || edit.kind == IM_EDIT_RENAME_GROUP)
        edit.text = random_edits_choose (edits, 2) == 0
                        ? choose_text (edits)
                        : choose_name (edits, document, arena);
      break;
    case IM_EDIT_CONNECT:
      edit.source = choose_port (edits, document, arena);
      edit.target = choose_port (edits, document, arena);
      break;
    case IM_EDIT_DISCONNECT:
      edit.target = choose_port (edits, document, arena);
      break;
    case IM_EDIT_PASTE:
      choose_paste (edits, document, arena, &edit);
      break;
    case IM_EDIT_RENAME_PIPELINE:
      edit.text = choose_text (edits);
      break;
    case IM_EDIT_TYPE:
    case IM_EDIT_DECLARE:
    case IM_EDIT_RENAME_SOCKET:
      choose_names (edits, document, arena, 1, &edit);
      ((const char **) edit.nodes)[0] = choose_parameter (edits, document, arena, TRUE);
      edit.text = edit.kind != IM_EDIT_DECLARE ? choose_text (edits) : NULL;
      break;
    case IM_EDIT_INPUT:
    case IM_EDIT_OUTPUT:
    case IM_EDIT_OPTION:
    case IM_EDIT_EXPRESSION:
      choose_parameter_edit (edits, document, arena, &edit);
      break;
    case IM_EDIT_CHANGE:
      if (random_edits_choose (edits, 3) == 0)
        choose_frame_edit (edits, document, arena, &edit);
      else
        choose_parameter_edit (edits, document, arena, &edit);
      break;
    case IM_EDIT_FRAME:
      choose_frame_edit (edits, document, arena, &edit);
      break;
    case IM_EDIT_ATTRIBUTE:
      choose_attribute (edits, document, arena, &edit);
      break;
    case IM_EDIT_CONTENT:
    case IM_EDIT_CODE:
      choose_content (edits, document, arena, &edit);
      break;
    case IM_EDIT_INSERT_ELEMENT:
    case IM_EDIT_REMOVE_ELEMENT:
    case IM_EDIT_MOVE_ELEMENT:
      choose_element_edit (edits, document, arena, &edit);
      break;
    case IM_EDIT_LAYOUT:
    case IM_N_EDITS:
    default:
      break;
    }

  return edit;
}
