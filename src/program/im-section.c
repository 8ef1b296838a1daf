/* SPDX-License-Identifier: MIT
 *
 * A unit is in the section if a link leads from the first pipe to it, over any others,
 * and from it to the second. Links that come from outside become inputs: their type is
 * what the unit that reads them was given.
 */
#include "program/im-section.h"

#include <string.h>

#include "base/im-text.h"
#include "program/im-program-private.h"
#include "unit/im-unit-project.h"
#include "unit/im-unit-write.h"

typedef struct
{
  gint node; /* -1 for all */
  const char *port;
} Pipe;

typedef struct
{
  const ImProgram *program;
  const ImGraph *graph;
  ImDiagnostics *diagnostics;
  Pipe from, to;
  gboolean *is_behind; /* by number: reads what flows in @from */
  gboolean *is_inside;
  GPtrArray *inputs;  /* ImGraphLink: the first from each pipe outside */
  GPtrArray *outputs; /* ImGraphLink */
  GString *nodes;
  GString *connections;
  guint n_units;
} Section;

static void G_GNUC_PRINTF (2, 3) report (Section *self, const char *format, ...)
{
  const ImUnit *unit = self->program->unit;
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add_for_file (self->diagnostics, IM_SEVERITY_ERROR, "section",
                               im_unit_file_get_path (unit->file), "%s", message);
}

/* The first thing that flows out of a node. */
static const char *
find_first_port (const ImGraphNode *node)
{
  if (node->kind == IM_NODE_UNKNOWN)
    {
      for (guint i = 0; i < node->declaration->n_ports; i++)
        if (node->declaration->ports[i].is_output)
          return node->declaration->ports[i].name.text;
      return NULL;
    }
  if (node->kind != IM_NODE_UNIT || node->unit == NULL)
    return node->kind == IM_NODE_INPUT ? "value" : NULL;
  for (guint i = 0; i < node->unit->n_parameters; i++)
    if (node->unit->parameters[i].kind == IM_PARAMETER_OUTPUT ||
        node->unit->parameters[i].kind == IM_PARAMETER_RETURN)
      return node->unit->parameters[i].name.text;

  return NULL;
}

static gboolean
has_port (const ImGraphNode *node, const char *port)
{
  const ImParameter *parameter;

  if (node->kind == IM_NODE_UNKNOWN)
    return im_unit_node_find_port (node->declaration, port, TRUE, NULL) != NULL;
  if (node->kind != IM_NODE_UNIT || node->unit == NULL)
    return node->kind == IM_NODE_INPUT && strcmp (port, "value") == 0;
  parameter = im_unit_find_parameter (node->unit, port);

  return parameter != NULL && (parameter->kind == IM_PARAMETER_OUTPUT ||
                               parameter->kind == IM_PARAMETER_RETURN);
}

static void
report_no_node (Section *self, const char *text, const char *name)
{
  g_autofree const char **names = g_new0 (const char *, self->graph->n_nodes + 1);
  guint n = 0;
  const char *nearest;

  for (guint i = 0; i < self->graph->n_nodes; i++)
    if (find_first_port (self->graph->nodes[i]) != NULL)
      names[n++] = self->graph->nodes[i]->name;
  nearest = im_text_nearest (name, names, n);
  report (self, "there is no node “%s” that gives something%s%s%s", text,
          nearest == NULL ? "" : "; did you mean “", nearest == NULL ? "" : nearest,
          nearest == NULL ? "" : "”?");
}

/* Names of nodes may have dots, so the whole text is tried first. */
static gboolean
parse_pipe (Section *self, const char *text, Pipe *pipe)
{
  const char *dot = text == NULL ? NULL : strrchr (text, '.');
  g_autofree char *name = dot == NULL ? NULL : g_strndup (text, (gsize) (dot - text));

  *pipe = (Pipe){ .node = -1 };
  if (text == NULL)
    return TRUE;
  pipe->node = im_graph_find_node (self->graph, text);
  if (pipe->node < 0 && name != NULL)
    {
      pipe->node = im_graph_find_node (self->graph, name);
      pipe->port = dot + 1;
    }
  if (pipe->node < 0)
    {
      report_no_node (self, text, name == NULL ? text : name);
      return FALSE;
    }
  if (pipe->port == NULL)
    pipe->port = find_first_port (self->graph->nodes[pipe->node]);
  if (pipe->port != NULL && has_port (self->graph->nodes[pipe->node], pipe->port))
    return TRUE;

  report (self, "nothing flows out of “%s”", text);
  return FALSE;
}

static gboolean
is_pipe (const Pipe *pipe, const ImGraphLink *link)
{
  return pipe->node == (gint) link->source && strcmp (pipe->port, link->source_port) == 0;
}

static const ImGraphNode *
get_node (const Section *self, guint position)
{
  return self->graph->nodes[im_graph_get_order (self->graph)[position]];
}

static void
mark_behind (Section *self)
{
  for (guint i = 0; i < self->graph->n_nodes; i++)
    {
      const ImGraphNode *node = get_node (self, i);

      self->is_behind[node->number] = self->from.node < 0 && node->kind == IM_NODE_UNIT;
      for (guint k = 0; k < node->n_links; k++)
        if (is_pipe (&self->from, &node->links[k]) ||
            self->is_behind[node->links[k].source])
          self->is_behind[node->number] = TRUE;
    }
}

/* Whether a unit is needed, because of what is behind it or because it gives the pipe
 * itself. */
static void
mark_inside (Section *self)
{
  g_autofree gboolean *is_needed = g_new0 (gboolean, self->graph->n_nodes);

  if (self->to.node >= 0)
    is_needed[self->to.node] = TRUE;
  for (guint i = self->graph->n_nodes; i-- > 0;)
    {
      const ImGraphNode *node = get_node (self, i);

      is_needed[node->number] |= self->to.node < 0;
      self->is_inside[node->number] = is_needed[node->number] &&
                                      self->is_behind[node->number] &&
                                      node->kind == IM_NODE_UNIT && node->unit != NULL;
      self->n_units += self->is_inside[node->number];
      for (guint k = 0; is_needed[node->number] && k < node->n_links; k++)
        is_needed[node->links[k].source] = TRUE;
    }
}

/* What a unit was given at an input, or for an option. */
static gboolean
get_given (const Section *self, const ImGraphNode *node, const char *name, ImValue *value)
{
  ImUnitEvaluation *evaluation = im_program_find_evaluation (self->program, node->name);
  const ImParameter *parameter = im_unit_find_parameter (node->unit, name);

  return evaluation != NULL && parameter != NULL &&
         im_unit_evaluation_get_value (evaluation, parameter, value, NULL);
}

/* Whether an option is not as it would be in any other place. */
static gboolean
is_set (const ImGraphNode *node, const ImParameter *parameter)
{
  if (parameter->option->fitting != NULL)
    return TRUE;
  for (guint i = 0; i < node->n_settings; i++)
    if (strcmp (node->settings[i].parameter, parameter->name.text) == 0)
      return TRUE;
  for (guint i = 0; i < node->n_links; i++)
    if (strcmp (node->links[i].target_port, parameter->name.text) == 0)
      return TRUE;

  return FALSE;
}

static void
append_options (Section *self, const ImGraphNode *node)
{
  static const char *const elements[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INT] = "Int32Argument",       [IM_PARAMETER_DOUBLE] = "DoubleArgument",
    [IM_PARAMETER_BOOL] = "BoolArgument",       [IM_PARAMETER_STRING] = "StringArgument",
    [IM_PARAMETER_SHAPE] = "ShapeArgument",     [IM_PARAMETER_FILE] = "StringArgument",
    [IM_PARAMETER_DIRECTORY] = "StringArgument"
  };

  for (guint i = 0; i < node->unit->n_parameters; i++)
    {
      const ImParameter *option = &node->unit->parameters[i];
      g_autoptr (GString) text = g_string_new (NULL);
      ImValue value;

      if (!im_parameter_is_option (option) || !is_set (node, option) ||
          !get_given (self, node, option->name.text, &value))
        continue;
      if (value.kind == IM_VALUE_DOUBLE)
        im_text_append_double (text, value.real);
      else
        im_value_append_display (&value, text);
      g_string_append_printf (self->nodes, "        <%s", elements[option->kind]);
      im_unit_write_attribute (self->nodes, "param", option->name.text);
      g_string_append_c (self->nodes, '>');
      im_unit_write_content (self->nodes, text->str);
      g_string_append_printf (self->nodes, "</%s>\n", elements[option->kind]);
    }
}

/* Whether it is known what a unit computes, which is so if nothing is wrong with it. */
static gboolean
check_unit (Section *self, const ImGraphNode *node)
{
  if (!node->is_enabled || im_program_find_evaluation (self->program, node->name) != NULL)
    return TRUE;

  report (self, "what “%s” computes is not known", node->name);
  return FALSE;
}

static void
append_place (Section *self, guint column, guint row)
{
  g_string_append_printf (self->nodes, " x=\"%u\" y=\"%u\" enabled=\"true\"",
                          40 + 420 * column, 120 + 140 * row);
}

static void
append_unit (Section *self, const ImGraphNode *node, guint column)
{
  g_string_append (self->nodes, "      <UnitNode");
  im_unit_write_attribute (self->nodes, "id", node->name);
  append_place (self, column, 0);
  if (!node->is_enabled)
    {
      g_string_truncate (self->nodes, self->nodes->len - strlen (" enabled=\"true\""));
      im_unit_write_attribute (self->nodes, "enabled", "false");
    }
  im_unit_write_attribute (self->nodes, "unit", node->unit->id.text);
  g_string_append (self->nodes, ">\n");
  append_options (self, node);
  g_string_append (self->nodes, "      </UnitNode>\n");
}

static void
append_connection (Section *self,
                   const char *source,
                   const char *source_port,
                   const char *target,
                   const char *target_port)
{
  GString *out = self->connections;

  g_string_append (out, "      <Connection>\n        <Source");
  im_unit_write_attribute (out, "node", source);
  im_unit_write_attribute (out, "param", source_port);
  g_string_append (out, " />\n        <Target");
  im_unit_write_attribute (out, "node", target);
  im_unit_write_attribute (out, "param", target_port);
  g_string_append (out, " />\n      </Connection>\n");
}

/* A node that gives an input of a unit its array, and the link from there. */
static gboolean
append_array (Section *self, const ImGraphNode *node, const char *input, guint column)
{
  g_autofree char *text = im_section_dup_array_text (self->program, node, input);
  g_autofree char *id = g_strdup_printf ("%s_%s", node->name, input);

  if (text == NULL)
    {
      report (self,
              "the array at “%s.%s” is too large to be written out; give it to the layer "
              "as System.readArray(), without names of parameters",
              node->name, input);
      return FALSE;
    }
  g_string_append (self->nodes, "      <ExpressionNode");
  im_unit_write_attribute (self->nodes, "id", id);
  append_place (self, column, 1);
  g_string_append (self->nodes,
                   ">\n        <Expression type=\"Array\" output=\"Output\">");
  im_unit_write_content (self->nodes, text);
  g_string_append (self->nodes, "</Expression>\n      </ExpressionNode>\n");
  append_connection (self, id, "output", node->name, input);

  return TRUE;
}

static gboolean
append_arrays (Section *self, const ImGraphNode *node, guint column)
{
  for (guint i = 0; i < node->unit->n_parameters; i++)
    {
      const char *name = node->unit->parameters[i].name.text;

      if (im_program_find_constant (self->program, node->name, name) != NULL &&
          !append_array (self, node, name, column))
        return FALSE;
    }

  return TRUE;
}

/* The number of the pipe of a link among those of a list; it is added if it is new. */
static guint
find_end (GPtrArray *ends, const ImGraphLink *link)
{
  for (guint i = 0; i < ends->len; i++)
    {
      const ImGraphLink *other = g_ptr_array_index (ends, i);

      if (other->source == link->source &&
          strcmp (other->source_port, link->source_port) == 0)
        return i;
    }
  g_ptr_array_add (ends, (gpointer) link);

  return ends->len - 1;
}

static char *
dup_end_name (const char *word, guint number)
{
  return number == 0 ? g_strdup (word) : g_strdup_printf ("%s_%u", word, number + 1);
}

static gboolean
append_input (Section *self, guint number)
{
  const ImGraphLink *link = g_ptr_array_index (self->inputs, number);
  const ImGraphNode *source = self->graph->nodes[link->source];
  g_autofree char *name = dup_end_name ("input", number);
  g_autofree char *node = g_strconcat ("in_", name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  const ImTensorType *type;
  ImValue value;

  if (!get_given (self, self->graph->nodes[link->target], link->target_port, &value) ||
      value.kind != IM_VALUE_TENSOR)
    {
      report (self, "the type of what flows out of “%s” is not known", source->name);
      return FALSE;
    }
  type = value.tensor;
  g_string_append (self->nodes, "      <TensorInputNode");
  im_unit_write_attribute (self->nodes, "id", node);
  append_place (self, 0, number);
  im_unit_write_attribute (self->nodes, "name", source->name);
  im_unit_write_attribute (self->nodes, "param", name);
  im_unit_write_attribute (self->nodes, "im:type",
                           im_dtype_get_info (type->dtype)->system_name);
  im_shape_append_text (&type->shape, text);
  im_unit_write_attribute (self->nodes, "im:shape", text->str);
  if (type->rate_hz > 0)
    {
      g_string_truncate (text, 0);
      im_text_append_double (text, type->rate_hz);
      im_unit_write_attribute (self->nodes, "im:rate", text->str);
    }
  g_string_append (self->nodes, " />\n");
  if (type->shape.axes != NULL)
    im_diagnostics_add_for_file (
        self->diagnostics, IM_SEVERITY_WARNING, "section-samples",
        im_unit_file_get_path (self->program->unit->file),
        "what flows out of “%s” has samples of a known rate along an axis; an input has "
        "not, so a unit behind it that asks for that rate gives something else",
        source->name);

  return TRUE;
}

static void
append_output (Section *self, guint number, guint column)
{
  const ImGraphLink *link = g_ptr_array_index (self->outputs, number);
  const ImGraphNode *source = self->graph->nodes[link->source];
  g_autofree char *name = dup_end_name ("output", number);
  g_autofree char *node = g_strconcat ("out_", name, NULL);

  g_string_append (self->nodes, "      <TensorOutputNode");
  im_unit_write_attribute (self->nodes, "id", node);
  append_place (self, column, number);
  im_unit_write_attribute (self->nodes, "name", source->name);
  im_unit_write_attribute (self->nodes, "param", name);
  g_string_append (self->nodes, " />\n");
  append_connection (self, source->name, link->source_port, node, "value");
}

/* Whether a link carries a tensor, not the value of an option or nothing. */
static gboolean
is_tensor (const Section *self, const ImGraphNode *node, const ImGraphLink *link)
{
  const ImParameter *parameter = im_unit_find_parameter (node->unit, link->target_port);
  ImValue value;

  return parameter != NULL && parameter->kind == IM_PARAMETER_INPUT &&
         im_program_find_constant (self->program, node->name, link->target_port) ==
             NULL &&
         (!get_given (self, node, link->target_port, &value) ||
          value.kind == IM_VALUE_TENSOR);
}

static void
connect_unit (Section *self, const ImGraphNode *node)
{
  for (guint k = 0; k < node->n_links; k++)
    {
      const ImGraphLink *link = &node->links[k];
      const ImGraphNode *source = self->graph->nodes[link->source];
      g_autofree char *name = NULL, *input = NULL;

      if (!is_tensor (self, node, link))
        continue;
      if (self->is_inside[link->source] && !is_pipe (&self->from, link))
        {
          append_connection (self, source->name, link->source_port, node->name,
                             link->target_port);
          continue;
        }
      name = dup_end_name ("input", find_end (self->inputs, link));
      input = g_strconcat ("in_", name, NULL);
      append_connection (self, input, "value", node->name, link->target_port);
    }
}

/* The pipe that is asked for is first among the inputs. */
static void
find_ends (Section *self, ImGraphLink *to)
{
  for (guint i = 0; i < self->graph->n_nodes; i++)
    {
      const ImGraphNode *node = get_node (self, i);

      for (guint k = 0; k < node->n_links; k++)
        {
          const ImGraphLink *link = &node->links[k];

          if (self->is_inside[node->number] && is_pipe (&self->from, link))
            find_end (self->inputs, link);
          if (self->to.node < 0 && self->is_inside[link->source] &&
              (node->kind == IM_NODE_OUTPUT || node->kind == IM_NODE_UNKNOWN))
            find_end (self->outputs, link);
        }
    }
  if (self->to.node < 0)
    return;
  *to = (ImGraphLink){ .source = (guint) self->to.node, .source_port = self->to.port };
  g_ptr_array_add (self->outputs, to);
}

static gboolean
fill (Section *self, ImGraphLink *to)
{
  guint column = 1;

  find_ends (self, to);
  for (guint i = 0; i < self->graph->n_nodes; i++)
    if (self->is_inside[get_node (self, i)->number])
      {
        if (!check_unit (self, get_node (self, i)))
          return FALSE;
        connect_unit (self, get_node (self, i));
      }
  for (guint i = 0; i < self->inputs->len; i++)
    if (!append_input (self, i))
      return FALSE;
  for (guint i = 0; i < self->graph->n_nodes; i++)
    if (self->is_inside[get_node (self, i)->number])
      {
        append_unit (self, get_node (self, i), column);
        if (!append_arrays (self, get_node (self, i), column++))
          return FALSE;
      }
  for (guint i = 0; i < self->outputs->len; i++)
    append_output (self, i, column);

  return TRUE;
}

static GBytes *
write_text (const Section *self, const char *from, const char *to)
{
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n"
                               "<Imaginet xmlns:im=\"" IM_UNIT_NAMESPACE "\">\n"
                               "  <Compound");
  g_autofree char *id = g_strconcat (self->program->unit->id.text, ".Section", NULL);
  g_autofree char *name = g_strdup_printf ("%s%s%s", from == NULL ? "" : from,
                                           from != NULL && to != NULL ? " – " : "",
                                           to == NULL ? "" : to);

  im_unit_write_attribute (out, "unit", id);
  g_string_append (out, ">\n    <DisplayName>");
  im_unit_write_content (out, name);
  g_string_append_printf (out,
                          "</DisplayName>\n    <DisplayPath>/Pipelines</DisplayPath>\n\n"
                          "    <Nodes>\n%s    </Nodes>\n\n    <Connections>\n%s"
                          "    </Connections>\n  </Compound>\n</Imaginet>\n",
                          self->nodes->str, self->connections->str);

  return g_string_free_to_bytes (out);
}

static void
section_init (Section *self, const ImProgram *program, ImDiagnostics *diagnostics)
{
  const ImGraph *graph = program->graph;

  *self = (Section){
    .program = program,
    .graph = graph,
    .diagnostics = diagnostics,
    .from = { .node = -1 },
    .to = { .node = -1 },
    .is_behind = g_new0 (gboolean, graph->n_nodes + 1),
    .is_inside = g_new0 (gboolean, graph->n_nodes + 1),
    .inputs = g_ptr_array_new (),
    .outputs = g_ptr_array_new (),
    .nodes = g_string_new (NULL),
    .connections = g_string_new (NULL),
  };
}

static void
section_clear (Section *self)
{
  g_free (self->is_behind);
  g_free (self->is_inside);
  g_ptr_array_unref (self->inputs);
  g_ptr_array_unref (self->outputs);
  g_string_free (self->nodes, TRUE);
  g_string_free (self->connections, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Section, section_clear)

/* Finds what is between two pipes. */
static gboolean
find_nodes (Section *self, const char *from, const char *to)
{
  if (im_graph_get_order (self->graph) == NULL || !parse_pipe (self, from, &self->from) ||
      !parse_pipe (self, to, &self->to))
    return FALSE;
  mark_behind (self);
  mark_inside (self);
  if (self->n_units > 0 && (self->to.node < 0 || self->is_inside[self->to.node]))
    return TRUE;

  report (self, "nothing is computed from “%s” to “%s”", from == NULL ? "" : from,
          to == NULL ? "" : to);
  return FALSE;
}

GBytes *
im_section_write (const ImProgram *program,
                  const char *from,
                  const char *to,
                  ImDiagnostics *diagnostics)
{
  g_auto (Section) self;
  ImGraphLink end;

  section_init (&self, program, diagnostics);

  return find_nodes (&self, from, to) && fill (&self, &end) ? write_text (&self, from, to)
                                                            : NULL;
}

/* Marks what is between the pipes, and all that it needs. */
static void
mark_wanted (const Section *self, gboolean *is_wanted)
{
  if (self->to.node >= 0)
    is_wanted[self->to.node] = TRUE;
  for (guint i = self->graph->n_nodes; i-- > 0;)
    {
      const ImGraphNode *node = get_node (self, i);

      is_wanted[node->number] |= self->to.node < 0 && self->is_behind[node->number];
      for (guint k = 0; is_wanted[node->number] && k < node->n_links; k++)
        is_wanted[node->links[k].source] = TRUE;
    }
}

/* Takes what is wrong elsewhere out of the problems of a pipeline. Where there is no such
 * section that is told in addition. Returns FALSE if errors are left. */
static gboolean
keep_own_problems (const ImProgram *program,
                   const char *from,
                   const char *to,
                   ImDiagnostics *problems)
{
  g_autoptr (ImDiagnostics) own = im_diagnostics_new (), rest = im_diagnostics_new ();
  g_auto (Section) self;
  g_autofree gboolean *is_wanted = g_new0 (gboolean, program->graph->n_nodes + 1);
  guint n;

  section_init (&self, program, problems);
  if (!find_nodes (&self, from, to))
    return FALSE;
  mark_wanted (&self, is_wanted);
  im_program_select_problems (program, is_wanted, problems, own, rest);
  im_diagnostics_swap (problems, own);
  n = im_diagnostics_count (rest, IM_SEVERITY_ERROR);
  if (n > 0)
    im_diagnostics_add_for_file (
        problems, IM_SEVERITY_HINT, "section-rest",
        im_unit_file_get_path (program->unit->file),
        "the rest of %s has %u %s, which this part does not need", program->unit->id.text,
        n, n == 1 ? "error" : "errors");

  return im_diagnostics_count (problems, IM_SEVERITY_ERROR) == 0;
}

ImProgram *
im_section_elaborate (const ImProgram *program,
                      ImUnitLibrary *library,
                      const char *from,
                      const char *to,
                      ImDiagnostics *diagnostics)
{
  const char *path = im_unit_file_get_path (program->unit->file);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *place = g_build_filename (folder, "section.imunit", NULL);
  g_autoptr (GBytes) bytes = keep_own_problems (program, from, to, diagnostics)
                                 ? im_section_write (program, from, to, diagnostics)
                                 : NULL;
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = bytes == NULL
                                    ? NULL
                                    : im_unit_file_parse (bytes, place, ignored);
  g_autoptr (ImUnitLibrary) over = file == NULL
                                       ? NULL
                                       : im_unit_library_new_over (library, file);

  return file == NULL ? NULL
                      : im_program_elaborate (im_unit_file_get_unit (file, 0), over, NULL,
                                              0, diagnostics);
}

/* What the pipeline gives, NULL if that is not known. */
static const ImTensorType *
get_output (const ImProgram *program)
{
  return program->n_outputs == 0 || program->outputs[0].tensor < 0
             ? NULL
             : &program->tensors[program->outputs[0].tensor].type;
}

GBytes *
im_section_extract (const ImProgram *program,
                    gboolean is_section,
                    ImDiagnostics *diagnostics)
{
  const ImUnit *unit = program->unit;

  if (is_section)
    return g_bytes_ref (im_unit_file_get_bytes (unit->file));
  if (unit->is_preprocessor)
    return im_unit_project_write (unit, get_output (program));

  im_diagnostics_add_for_file (
      diagnostics, IM_SEVERITY_ERROR, "no-project", im_unit_file_get_path (unit->file),
      "it is no project; its units are in .imunit files already");
  return NULL;
}

static void
clear_pipe (gpointer data)
{
  g_free (((ImSectionPipe *) data)->text);
}

/* Of what has only one output the name says enough. */
static void
add_pipe (GArray *pipes, const ImGraphNode *node, const char *port)
{
  ImSectionPipe pipe = { .node = node->number, .port = port };

  pipe.text = node->kind == IM_NODE_INPUT ? g_strdup (node->name)
                                          : g_strconcat (node->name, ".", port, NULL);
  g_array_append_val (pipes, pipe);
}

static GArray *
new_pipes (void)
{
  GArray *pipes = g_array_new (FALSE, FALSE, sizeof (ImSectionPipe));

  g_array_set_clear_func (pipes, clear_pipe);
  return pipes;
}

static gboolean
is_listed (const GArray *pipes, const Pipe *pipe)
{
  for (guint i = 0; i < pipes->len; i++)
    {
      const ImSectionPipe *other = &g_array_index (pipes, ImSectionPipe, i);

      if ((gint) other->node == pipe->node && strcmp (other->port, pipe->port) == 0)
        return TRUE;
    }

  return FALSE;
}

GArray *
im_section_list_starts (const ImProgram *program)
{
  const ImGraph *graph = program->graph;
  const guint *order = im_graph_get_order (graph);
  GArray *pipes = new_pipes ();

  for (guint i = 0; order != NULL && i < graph->n_nodes; i++)
    {
      const ImGraphNode *node = graph->nodes[order[i]];

      for (guint k = 0; node->kind == IM_NODE_UNIT && k < node->n_links; k++)
        {
          const ImGraphLink *link = &node->links[k];
          const Pipe pipe = { (gint) link->source, link->source_port };

          if (!is_listed (pipes, &pipe))
            add_pipe (pipes, graph->nodes[link->source], link->source_port);
        }
    }

  return pipes;
}

GArray *
im_section_list_ends (const ImProgram *program, const char *from)
{
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_auto (Section) self;
  GArray *pipes = new_pipes ();

  section_init (&self, program, ignored);
  if (im_graph_get_order (self.graph) == NULL || !parse_pipe (&self, from, &self.from))
    return pipes;
  mark_behind (&self);
  for (guint i = 0; i < self.graph->n_nodes; i++)
    {
      const ImGraphNode *node = get_node (&self, i);

      if (!self.is_behind[node->number] || node->kind != IM_NODE_UNIT ||
          node->unit == NULL)
        continue;
      for (guint k = 0; k < node->unit->n_parameters; k++)
        if (node->unit->parameters[k].kind == IM_PARAMETER_OUTPUT ||
            node->unit->parameters[k].kind == IM_PARAMETER_RETURN)
          add_pipe (pipes, node, node->unit->parameters[k].name.text);
    }

  return pipes;
}
