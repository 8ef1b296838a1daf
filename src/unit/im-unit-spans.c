/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-spans.h"

typedef struct
{
  ImSpanFunc visit;
  gpointer data;
} Visitor;

static void
visit_text (const Visitor *visitor, const ImUnitText *text)
{
  /* The model is const for all but its reader, which moves places. */
  visitor->visit ((ImSpan *) &text->raw, visitor->data);
}

static void
visit_arguments (const Visitor *visitor, const ImUnitArgument *arguments, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      visit_text (visitor, &arguments[i].parameter);
      visit_text (visitor, &arguments[i].literal);
    }
}

static void
visit_contracts (const Visitor *visitor, const ImContract *contracts, guint n)
{
  for (guint i = 0; i < n; i++)
    visit_text (visitor, &contracts[i].message);
}

static void
visit_declared (const Visitor *visitor, const ImUnitDeclared *declared)
{
  visit_text (visitor, &declared->type);
  visit_text (visitor, &declared->shape);
  visit_text (visitor, &declared->rate);
}

static void
visit_socket (const Visitor *visitor, const ImSocket *socket)
{
  visit_declared (visitor, &socket->declared);
  visit_declared (visitor, &socket->given);
}

static void
visit_option (const Visitor *visitor, const ImOption *option)
{
  visit_text (visitor, &option->initial);
  visit_text (visitor, &option->minimum);
  visit_text (visitor, &option->maximum);
  visit_text (visitor, &option->ui);
  for (guint i = 0; i < option->n_items; i++)
    visit_text (visitor, &option->items[i].value);
}

static void
visit_parameter (const Visitor *visitor, const ImParameter *parameter)
{
  visit_text (visitor, &parameter->name);
  if (parameter->socket != NULL)
    visit_socket (visitor, parameter->socket);
  if (parameter->option != NULL)
    visit_option (visitor, parameter->option);
}

static void
visit_implementation (const Visitor *visitor, const ImImplementation *implementation)
{
  visit_text (visitor, &implementation->fragment);
  for (guint i = 0; i < implementation->n_conditions; i++)
    visit_text (visitor, &implementation->conditions[i].type);
}

static void
visit_markup (const Visitor *visitor, const ImUnitMarkup *markup)
{
  for (; markup != NULL; markup = markup->next)
    {
      visit_text (visitor, &markup->reference);
      visitor->visit ((ImSpan *) &markup->tag, visitor->data);
      visit_markup (visitor, markup->first_child);
    }
}

static void
visit_tensors (const Visitor *visitor, const ImUnitExampleTensor *tensors, guint n)
{
  for (guint i = 0; i < n; i++)
    visit_text (visitor, &tensors[i].name);
}

static void
visit_connection (const Visitor *visitor, const ImUnitConnection *connection)
{
  visit_text (visitor, &connection->source_node);
  visit_text (visitor, &connection->source_parameter);
  visit_text (visitor, &connection->target_node);
  visit_text (visitor, &connection->target_parameter);
}

void
im_unit_each_span (ImUnit *unit, ImSpanFunc visit, gpointer data)
{
  const Visitor visitor = { visit, data };

  visit_text (&visitor, &unit->id);
  for (guint i = 0; i < unit->n_expressions; i++)
    visit (&unit->expressions[i]->raw, data);
  visit_markup (&visitor, unit->description);
  for (guint i = 0; i < unit->n_parameters; i++)
    visit_parameter (&visitor, &unit->parameters[i]);
  visit_contracts (&visitor, unit->contracts, unit->n_contracts);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    for (guint k = 0; k < unit->sections[i].n_implementations; k++)
      visit_implementation (&visitor, &unit->sections[i].implementations[k]);
  for (guint i = 0; i < unit->n_connections; i++)
    visit_connection (&visitor, &unit->connections[i]);
  for (guint i = 0; i < unit->n_examples; i++)
    {
      const ImUnitExample *example = &unit->examples[i];

      visit_tensors (&visitor, example->inputs, example->n_inputs);
      visit_arguments (&visitor, example->arguments, example->n_arguments);
      visit_tensors (&visitor, example->outputs, example->n_outputs);
    }
}

void
im_unit_node_each_span (ImUnitNode *node, ImSpanFunc visit, gpointer data)
{
  const Visitor visitor = { visit, data };

  visit_text (&visitor, &node->id);
  visit_text (&visitor, &node->unit_id);
  visit_text (&visitor, &node->result_type);
  visit_arguments (&visitor, node->arguments, node->n_arguments);
  visit_contracts (&visitor, node->tests, node->n_tests);
  for (guint i = 0; i < node->n_inputs; i++)
    visit_text (&visitor, &node->inputs[i].name);
  for (guint i = 0; i < node->n_ports; i++)
    visit_text (&visitor, &node->ports[i].name);
}
