/* SPDX-License-Identifier: MIT
 *
 * Nodes of graphs that are no units: devices, tracks that show or store what flows, lists
 * of labels, nodes of programs that load a model. They are kept as they are. Where
 * something flows from one of them into a unit, that is an input of the compound, and
 * where something flows from a unit into one of them, that is an output; a connection
 * between two of them is only shown.
 */
#include <string.h>

#include "base/im-text.h"
#include "unit/im-unit-reader.h"

typedef struct
{
  const char *port;
  ImSpan raw;
  gboolean is_output;
  gboolean is_needed; /* the other end is a unit, or another node that computes */
} End;

struct _ImUnitForeign
{
  GHashTable *ends; /* id of a node to a GArray of End */
  guint n_ends;
};

static gboolean
is_word (const char *name, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (strcmp (words[i], name) == 0)
      return TRUE;

  return FALSE;
}

gboolean
im_unit_reader_is_foreign (const ImXmlElement *node)
{
  static const char *const computing[] = { "UnitNode",
                                           "TensorInputNode",
                                           "TensorOutputNode",
                                           "DoubleOptionNode",
                                           "Int32OptionNode",
                                           "BoolOptionNode",
                                           "StringOptionNode",
                                           "ShapeOptionNode",
                                           "ExpressionNode",
                                           "AssertNode",
                                           NULL };
  ImUnitText unit = im_unit_reader_get_text (node, "unit");

  return !is_word (node->name, computing) ||
         (strcmp (node->name, "UnitNode") == 0 && unit.text != NULL &&
          g_str_has_prefix (unit.text, "ImagimobStudio."));
}

static void
add_end (ImUnitForeign *foreign,
         const ImXmlElement *end,
         const ImXmlElement *other,
         gboolean is_output)
{
  ImUnitText id = im_unit_reader_get_text (end, "node");
  ImUnitText other_id = im_unit_reader_get_text (other, "node");
  ImUnitText port = im_unit_reader_get_text (end, "param");
  GArray *ends = id.text == NULL ? NULL : g_hash_table_lookup (foreign->ends, id.text);
  End added = { port.text, port.raw, is_output, FALSE };

  if (ends == NULL || port.text == NULL || *port.text == '\0' || other_id.text == NULL)
    return;
  added.is_needed = !g_hash_table_contains (foreign->ends, other_id.text);
  for (guint i = 0; i < ends->len; i++)
    {
      End *known = &g_array_index (ends, End, i);

      if (known->is_output == is_output && strcmp (known->port, port.text) == 0)
        {
          known->is_needed |= added.is_needed;
          return;
        }
    }
  g_array_append_val (ends, added);
  foreign->n_ends++;
}

ImUnitForeign *
im_unit_reader_find_foreign (const ImXmlElement *nodes)
{
  ImUnitForeign *foreign = g_new0 (ImUnitForeign, 1);
  const ImXmlElement *list = im_unit_reader_find (nodes->parent, "Connections");

  foreign->ends = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                         (GDestroyNotify) g_array_unref);
  for (const ImXmlElement *node = im_unit_reader_first (nodes); node != NULL;
       node = im_unit_reader_next (node))
    {
      ImUnitText id = im_unit_reader_get_text (node, "id");

      if (id.text != NULL && im_unit_reader_is_foreign (node))
        g_hash_table_insert (foreign->ends, (gpointer) id.text,
                             g_array_new (FALSE, FALSE, sizeof (End)));
    }
  if (list == NULL || g_hash_table_size (foreign->ends) == 0)
    return foreign;
  for (const ImXmlElement *connection = im_unit_reader_first (list); connection != NULL;
       connection = im_unit_reader_next (connection))
    {
      const ImXmlElement *source = im_unit_reader_find (connection, "Source");
      const ImXmlElement *target = im_unit_reader_find (connection, "Target");

      if (source == NULL || target == NULL)
        continue;
      add_end (foreign, source, target, TRUE);
      add_end (foreign, target, source, FALSE);
    }

  return foreign;
}

void
im_unit_foreign_free (ImUnitForeign *foreign)
{
  if (foreign == NULL)
    return;

  g_hash_table_unref (foreign->ends);
  g_free (foreign);
}

guint
im_unit_foreign_count_ports (const ImUnitForeign *foreign)
{
  return foreign->n_ends;
}

/* What a node is, in words: `LabelListNode` is a label list, the unit
 * `ImagimobStudio.Modules.DataTrack` a data track. */
static const char *
describe (ImUnitReader *reader, const ImXmlElement *element)
{
  ImUnitText unit = im_unit_reader_get_text (element, "unit");
  const char *name = unit.text == NULL ? element->name : unit.text;
  g_autoptr (GString) words = g_string_new (NULL);

  for (const char *c = im_text_get_last_part (name); *c != '\0'; c++)
    {
      if (words->len > 0 && g_ascii_isupper (*c) && g_ascii_islower (c[-1]))
        g_string_append_c (words, ' ');
      g_string_append_c (words, *c);
    }
  if (g_str_has_suffix (words->str, " Node"))
    g_string_truncate (words, words->len - strlen (" Node"));

  return im_unit_reader_show_text (reader, im_arena_strdup (reader->arena, words->str));
}

/* A name for expressions and for C: that of the node, or else its id, with the port if
 * there are several, and with a number if it is taken. */
static const char *
name_parameter (ImUnitReader *reader, const char *label, const char *port)
{
  g_autofree char *name = g_strdup (label);
  const char *free_name;

  g_strcanon (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_", '_');
  if (!g_ascii_isalpha (*name))
    free_name = im_arena_printf (reader->arena, "node_%s%s%s", name,
                                 port == NULL ? "" : "_", port == NULL ? "" : port);
  else
    free_name = im_arena_printf (reader->arena, "%s%s%s", name, port == NULL ? "" : "_",
                                 port == NULL ? "" : port);
  for (guint i = 2; im_symbols_find (reader->symbols, free_name) >= 0; i++)
    free_name = im_arena_printf (reader->arena, "%s_%u", name, i);

  return free_name;
}

/* What an attribute may be called as. */
static const char *
name_port (ImUnitReader *reader, const char *port)
{
  char *name = im_arena_strdup (reader->arena, port);

  return g_strcanon (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-", '_');
}

static const ImParameter *
add_parameter (ImUnitReader *reader,
               ImUnitNode *node,
               gboolean has_name,
               const End *end,
               gboolean is_only)
{
  ImUnit *unit = reader->unit;
  ImParameter *parameter = (ImParameter *) &unit->parameters[unit->n_parameters++];
  const char *label = has_name ? node->label : node->id.text;
  ImSocket *socket;

  *parameter = (ImParameter){
    .kind = end->is_output ? IM_PARAMETER_INPUT : IM_PARAMETER_OUTPUT,
    .element = node->element,
    .name = { name_parameter (reader, label, is_only ? NULL : end->port), node->id.raw },
    .text = has_name ? label
                     : im_arena_printf (reader->arena, "%s (%s)", node->label, label),
  };
  socket = im_unit_reader_add_socket (reader, parameter);
  socket->port = is_only ? NULL : name_port (reader, end->port);
  if (!is_only)
    parameter->text = im_arena_printf (reader->arena, "%s · %s", parameter->text,
                                       end->port);
  if (end->is_output)
    im_unit_reader_read_declared (node->element, socket);
  im_unit_reader_claim_name (reader, parameter);

  return parameter;
}

static void
add_port (ImUnitNode *node, ImUnitText name, gboolean is_output, const ImParameter *of)
{
  ImUnitPort *ports = (ImUnitPort *) node->ports;

  if (im_unit_node_find_port (node, name.text, is_output, NULL) == NULL)
    ports[node->n_ports++] = (ImUnitPort){ name, is_output, of };
}

/* The ports that the node says it has: <Input> and <Output> that carry tensors. */
static void
read_declared_ports (const ImXmlElement *element, ImUnitNode *node)
{
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    {
      gboolean is_output = strcmp (child->name, "Output") == 0;
      ImUnitText name = im_unit_reader_get_text (child, "param");
      ImUnitText type = im_unit_reader_get_text (child, "type");

      if ((is_output || strcmp (child->name, "Input") == 0) && name.text != NULL &&
          g_strcmp0 (type.text, "Tensor") == 0)
        add_port (node, name, is_output, NULL);
    }
}

void
im_unit_reader_read_foreign (ImUnitReader *reader,
                             const ImUnitForeign *foreign,
                             const ImXmlElement *element,
                             ImUnitNode *node)
{
  GArray *ends = node->id.text == NULL
                     ? NULL
                     : g_hash_table_lookup (foreign->ends, node->id.text);
  guint n = ends == NULL ? 0 : ends->len, n_needed = 0;
  ImUnitText label = im_unit_reader_get_text (element, "name");
  gboolean has_name = label.text != NULL && *label.text != '\0';

  node->label = has_name ? im_unit_reader_show_text (reader, label.text)
                         : describe (reader, element);
  node->unit_id = im_unit_reader_get_text (element, "unit");
  node->ports = im_arena_new0 (reader->arena, ImUnitPort,
                               n + im_unit_reader_count_children (element, NULL));
  for (guint i = 0; i < n; i++)
    n_needed += g_array_index (ends, End, i).is_needed;
  for (guint i = 0; i < n; i++)
    {
      const End *end = &g_array_index (ends, End, i);
      ImUnitText name = im_unit_reader_show_name (reader,
                                                  (ImUnitText){ end->port, end->raw });

      add_port (node, name, end->is_output,
                end->is_needed
                    ? add_parameter (reader, node, has_name, end, n_needed == 1)
                    : NULL);
    }
  read_declared_ports (element, node);
  /* A second node of that id is a mistake; the ports are those of the first. */
  if (ends != NULL)
    g_array_set_size (ends, 0);
}
