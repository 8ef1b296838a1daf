/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-facts.h"

#include <glib/gi18n.h>

#include "studio/common/studio-text.h"

static void
fact_free (StudioFact *fact)
{
  g_free (fact->title);
  g_free (fact->detail);
  g_free (fact->formula);
  g_free (fact);
}

StudioFact *
studio_facts_add (GPtrArray *facts, StudioFactMark mark, const char *title)
{
  StudioFact *fact = g_new0 (StudioFact, 1);

  fact->mark = mark;
  fact->title = g_strdup (title);
  g_ptr_array_add (facts, fact);

  return fact;
}

GPtrArray *
studio_facts_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) fact_free);
}

/* Takes the text of what a socket has. */
static StudioFact *
add_socket (GPtrArray *facts, const ImParameter *socket, char *type)
{
  StudioFact *fact = studio_facts_add (facts, STUDIO_FACT_PLAIN, socket->text);

  if (type != NULL && !g_str_equal (type, "null"))
    fact->detail = type;
  else
    {
      fact->detail = g_strdup (type == NULL ? _ ("Not known") : _ ("Not connected"));
      g_free (type);
    }

  return fact;
}

static gboolean
is_socket (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT ||
         parameter->kind == IM_PARAMETER_OUTPUT || parameter->kind == IM_PARAMETER_RETURN;
}

/* The rules of an output that has no type yet. */
static char *
dup_rules (const ImSocket *socket)
{
  g_autoptr (GString) rules = g_string_new (NULL);

  if (socket->type != NULL)
    g_string_append_printf (rules, "type = %s", socket->type->text);
  if (socket->shape != NULL)
    g_string_append_printf (rules, "%sshape = %s", rules->len > 0 ? "\n" : "",
                            socket->shape->text);

  return rules->len == 0 ? NULL : g_string_free (g_steal_pointer (&rules), FALSE);
}

/* Takes the text of what a socket has. */
static void
add_known (GPtrArray *facts, const ImParameter *socket, char *type)
{
  gboolean is_known = type != NULL;
  StudioFact *fact = add_socket (facts, socket, type);

  fact->formula = is_known ? NULL : dup_rules (socket->socket);
}

GPtrArray *
studio_facts_of_sockets (const ImUnit *unit, ImUnitEvaluation *evaluation)
{
  GPtrArray *facts = studio_facts_new ();

  for (guint i = 0; i < unit->n_parameters; i++)
    if (is_socket (&unit->parameters[i]))
      add_known (facts, &unit->parameters[i],
                 studio_text_dup_parameter (evaluation, &unit->parameters[i]));

  return facts;
}

GPtrArray *
studio_facts_of_layer (ImDocument *document, guint number)
{
  const ImDocumentLayer *layer = im_document_get_layer (document, number);
  const ImProgram *program = im_document_get_program (document);
  guint node = im_document_find_node (document, number);
  GPtrArray *facts = studio_facts_new ();

  for (guint i = 0; i < layer->unit->n_parameters; i++)
    {
      const ImParameter *socket = &layer->unit->parameters[i];

      if (is_socket (socket))
        add_known (
            facts, socket,
            layer->evaluation != NULL
                ? studio_text_dup_socket (program, layer->name, layer->evaluation, socket)
                : studio_text_dup_passed (document, node, socket));
    }

  return facts;
}

static void
add_ports (GPtrArray *facts,
           const ImProgram *program,
           const ImProgramPort *ports,
           guint n_ports)
{
  for (guint i = 0; i < n_ports; i++)
    {
      const ImProgramPort *port = &ports[i];
      const ImProgramTensor *tensor = port->tensor < 0 ? NULL
                                                       : &program->tensors[port->tensor];

      add_socket (
          facts, port->parameter,
          tensor == NULL
              ? NULL
              : studio_text_dup_type (
                    &tensor->type, tensor->parameter != NULL &&
                                       tensor->parameter->socket->rate_is_approximate));
    }
}

GPtrArray *
studio_facts_of_program (const ImProgram *program)
{
  GPtrArray *facts = studio_facts_new ();

  add_ports (facts, program, program->inputs, program->n_inputs);
  add_ports (facts, program, program->outputs, program->n_outputs);

  return facts;
}

static const char *
get_message (const ImExprError *error)
{
  return error->cause != NULL ? error->cause->message : error->message;
}

/* Appends `stride = 500, window_shape.flat = 400`. */
static void
append_parts (GString *out, const char *text, const ImExplainPart *parts, guint n_parts)
{
  for (guint i = 0; i < n_parts; i++)
    {
      g_string_append_printf (out, "%s%.*s = ", i > 0 ? ", " : "",
                              (int) (parts[i].span.end - parts[i].span.start),
                              text + parts[i].span.start);
      if (parts[i].error != NULL)
        g_string_append_c (out, '?');
      else
        im_value_append_display (&parts[i].value, out);
    }
}

static void
add_contract (GPtrArray *facts, ImUnitEvaluation *evaluation, const ImContract *contract)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (ImExplainPart));
  g_autoptr (GString) formula = g_string_new (contract->test->text);
  ImContractResult result = im_unit_evaluation_check_contract (evaluation, contract);
  StudioFact *fact = studio_facts_add (facts,
                                       result.holds ? STUDIO_FACT_GOOD
                                       : result.is_unknown || result.error != NULL
                                           ? STUDIO_FACT_OFF
                                           : STUDIO_FACT_BAD,
                                       result.message != NULL ? result.message
                                       : result.holds         ? contract->test->text
                                       : result.is_unknown    ? _ ("Not known yet")
                                                              : _ ("Cannot be tested"));

  if (contract->test->expr != NULL)
    im_explain (contract->test->expr, contract->test->text,
                im_unit_evaluation_get_environment (evaluation), parts);
  if (result.holds)
    g_string_truncate (formula, 0);
  if (parts->len > 0)
    g_string_append (formula, formula->len > 0 ? "\n" : "");
  append_parts (formula, contract->test->text, (const ImExplainPart *) parts->data,
                parts->len);
  if (result.error != NULL)
    fact->detail = g_strdup (get_message (result.error));
  fact->formula = g_string_free (g_steal_pointer (&formula), FALSE);
}

/* What fails stands first, then what is not known. */
static gint
get_rank (const StudioFact *fact)
{
  return fact->mark == STUDIO_FACT_BAD ? 0 : fact->mark == STUDIO_FACT_OFF ? 1 : 2;
}

static gint
compare_marks (gconstpointer a, gconstpointer b)
{
  return get_rank (*(StudioFact *const *) a) - get_rank (*(StudioFact *const *) b);
}

GPtrArray *
studio_facts_of_contracts (const ImUnit *unit, ImUnitEvaluation *evaluation)
{
  GPtrArray *facts = studio_facts_new ();

  for (guint i = 0; evaluation != NULL && i < unit->n_contracts; i++)
    add_contract (facts, evaluation, &unit->contracts[i]);
  g_ptr_array_sort (facts, compare_marks);

  return facts;
}

static void
append_reason (GString *out, const ImConditionResult *condition)
{
  g_string_append_printf (out, "%s%s", out->len > 0 ? "\n" : "", condition->text);
  if (condition->error == NULL && condition->n_parts == 0)
    return;
  g_string_append (out, "\n  ");
  if (condition->error != NULL)
    g_string_append (out, get_message (condition->error));
  else
    append_parts (out, condition->condition->expression->text, condition->parts,
                  condition->n_parts);
}

static void
add_implementation (GPtrArray *facts,
                    ImSectionKind kind,
                    const ImSectionResult *section,
                    const ImImplementationResult *candidate)
{
  const ImImplementation *implementation = candidate->implementation;
  gboolean is_chosen = implementation == section->chosen;
  g_autoptr (GString) formula = g_string_new (NULL);
  StudioFact *fact = studio_facts_add (
      facts, is_chosen ? STUDIO_FACT_GOOD : STUDIO_FACT_OFF,
      implementation->fragment.text != NULL ? implementation->fragment.text
                                            : _ ("Without code"));

  if (is_chosen)
    fact->detail = kind == IM_SECTION_BODY
                       ? g_strdup (_ ("Used"))
                       /* Translators: a part of a unit, such as Init or Dequeue */
                       : g_strdup_printf (_ ("Used for %s"), im_section_get_name (kind));
  else if (section->is_unknown && (candidate->matches || candidate->is_unknown))
    fact->detail = g_strdup (_ ("Not known yet, because a size is not"));
  else if (candidate->matches)
    fact->detail = g_strdup (_ ("Fits too, but comes behind the one that is used"));
  else
    fact->detail = g_strdup (_ ("Not used, because it needs"));
  for (guint i = 0; i < candidate->n_conditions && !candidate->matches; i++)
    if (!candidate->conditions[i].holds)
      append_reason (formula, &candidate->conditions[i]);
  if (formula->len > 0)
    fact->formula = g_string_free (g_steal_pointer (&formula), FALSE);
}

/* What the section of a unit that has no C yet is run with. */
static void
add_only_python (GPtrArray *facts, ImUnitEvaluation *evaluation, ImSectionKind kind)
{
  ImSectionResult result = im_unit_evaluation_choose (evaluation, kind,
                                                      IM_LANGUAGE_PYTHON);
  StudioFact *fact;

  if (result.chosen == NULL || result.chosen->fragment.text == NULL)
    return;
  fact = studio_facts_add (facts, STUDIO_FACT_BAD, result.chosen->fragment.text);
  fact->detail = g_strdup (_ ("Only Python: runs here, cannot be exported yet"));
}

GPtrArray *
studio_facts_of_implementations (const ImUnit *unit, ImUnitEvaluation *evaluation)
{
  GPtrArray *facts = studio_facts_new ();

  for (guint i = 0; evaluation != NULL && i < IM_N_SECTIONS; i++)
    {
      ImSectionResult result = im_unit_evaluation_choose (evaluation, (ImSectionKind) i,
                                                          IM_LANGUAGE_C);

      for (guint k = 0; k < result.n_results; k++)
        add_implementation (facts, (ImSectionKind) i, &result, &result.results[k]);
      if (result.n_results == 0 &&
          !im_section_result_is_omitted (&result, (ImSectionKind) i))
        add_only_python (facts, evaluation, (ImSectionKind) i);
    }

  return facts;
}
