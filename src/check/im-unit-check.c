/* SPDX-License-Identifier: MIT */
#include "check/im-unit-check.h"

#include <string.h>

#include "check/im-unit-check-private.h"
#include "evaluation/im-native.h"
#include "evaluation/im-unit-evaluation.h"
#include "fragment/im-prototype.h"
#include "lang/im-template.h"
#include "unit/im-unit-alias.h"
#include "unit/im-unit-operator.h"
#include "unit/im-unit-place.h"
#include "unit/im-unit-text.h"

/* Reports a name that does not exist, so that nothing else is said of it. */
static void
report_expr_error (ImUnitCheck *check,
                   ImSpan raw,
                   guint32 offset,
                   const ImExprError *error)
{
  ImSpan span = { error->span.start + offset, error->span.end + offset };
  guint32 start = im_unit_file_map (check->unit->file, raw, span).start;

  g_hash_table_add (check->told_names, GUINT_TO_POINTER (start + 1));
  im_unit_check_report_expr (check, IM_SEVERITY_ERROR, raw, offset, error);
}

/* Checks a tree whose text begins at @offset of the text at @raw. */
static void
check_tree (ImUnitCheck *check,
            const ImExpr *expr,
            const ImSymbols *symbols,
            ImSpan raw,
            guint32 offset)
{
  g_autoptr (GPtrArray) errors = g_ptr_array_new ();
  ImSpan span;

  im_expr_check_names (expr, symbols, check->arena, errors);
  for (guint i = 0; i < errors->len; i++)
    report_expr_error (check, raw, offset, g_ptr_array_index (errors, i));
  if (im_expr_mixes_and_or (expr, &span))
    {
      im_unit_check_report (
          check, IM_SEVERITY_HINT, "mixed-logical",
          im_unit_file_map (check->unit->file, raw,
                            (ImSpan){ span.start + offset, span.end + offset }),
          "“&&” and “||” have the same precedence and group from the left");
      im_diagnostics_note (check->diagnostics,
                           "put parentheses around what belongs together");
    }
}

static gboolean
is_call_of_names (const ImExpr *expr)
{
  return expr->kind == IM_EXPR_CALL && expr->spelling == IM_SPELLING_BARE;
}

/* Collects the expressions that call functions which are not of the language. */
static GHashTable *
collect_calls (const ImUnit *unit)
{
  GHashTable *calls = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].external != NULL)
      g_hash_table_add (calls, unit->parameters[i].external->call);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    for (guint j = 0; j < unit->sections[i].n_implementations; j++)
      g_hash_table_add (calls, unit->sections[i].implementations[j].call);

  return calls;
}

static void
check_expression (ImUnitCheck *check, const ImUnitExpr *expr)
{
  if (expr->expr == NULL)
    {
      report_expr_error (check, expr->raw, 0, expr->error);
      return;
    }
  if (!g_hash_table_contains (check->calls, expr))
    {
      check_tree (check, expr->expr, expr->symbols, expr->raw, 0);
      return;
    }

  if (!is_call_of_names (expr->expr))
    {
      im_unit_check_report (check, IM_SEVERITY_ERROR, "bad-call", expr->raw,
                            "a call has the form function(argument, …), found “%s”",
                            expr->text);
      return;
    }
  for (guint i = 0; i < expr->expr->n_operands; i++)
    check_tree (check, expr->expr->operands[i], expr->symbols, expr->raw, 0);
}

/* Finding what a name may have meant takes time, which thousands of them would add up. */
static void
check_expressions (ImUnitCheck *check)
{
  for (guint i = 0; i < check->unit->n_expressions; i++)
    {
      const ImUnitExpr *expr = check->unit->expressions[i];

      if (im_unit_check_is_full (check))
        {
          im_unit_check_report (
              check, IM_SEVERITY_ERROR, "too-many-problems", expr->raw,
              "expressions from here on are not checked, because those before have "
              "%d problems or more",
              IM_UNIT_CHECK_MAX_PROBLEMS);
          return;
        }
      check_expression (check, expr);
    }
}

static void
check_template (ImUnitCheck *check, const ImUnitText *message, const ImSymbols *symbols)
{
  gsize offset = 0;
  ImSpan span;

  while (message->text != NULL && im_template_next (message->text, &offset, &span))
    {
      const ImExprError *error;
      const ImExpr *expr = im_expr_parse (check->arena, message->text + span.start,
                                          (gssize) (span.end - span.start), symbols,
                                          &error);

      if (expr == NULL)
        report_expr_error (check, message->raw, span.start, error);
      else
        check_tree (check, expr, symbols, message->raw, span.start);
    }
}

static gboolean
parse_limit (ImUnitCheck *check, const ImUnitText *limit, double *number)
{
  if (limit->text == NULL)
    return FALSE;
  if (im_unit_parse_number (limit->text, number))
    return TRUE;

  im_unit_check_report (check, IM_SEVERITY_ERROR, "bad-number", limit->raw,
                        "the limit “%s” is no number", limit->text);
  return FALSE;
}

static void
check_number_option (ImUnitCheck *check, const ImOption *option, const ImValue *value)
{
  double number = value->kind == IM_VALUE_INT ? value->integer : value->real;
  double minimum, maximum;
  gboolean has_minimum = parse_limit (check, &option->minimum, &minimum);
  gboolean has_maximum = parse_limit (check, &option->maximum, &maximum);

  if (has_minimum && has_maximum && minimum > maximum)
    im_unit_check_report (check, IM_SEVERITY_ERROR, "option-range", option->minimum.raw,
                          "the smallest value %s is larger than the largest, %s",
                          option->minimum.text, option->maximum.text);
  else if ((has_minimum && number < minimum) || (has_maximum && number > maximum))
    im_unit_check_report (
        check, option->initial.text != NULL ? IM_SEVERITY_WARNING : IM_SEVERITY_HINT,
        "option-range",
        option->initial.text != NULL ? option->initial.raw : option->parameter->name.raw,
        "the default %s of “%s” is outside of its range %s to %s",
        option->initial.text == NULL ? "0" : option->initial.text,
        option->parameter->name.text, has_minimum ? option->minimum.text : "…",
        has_maximum ? option->maximum.text : "…");
  else
    return;
  im_diagnostics_set_subject (check->diagnostics,
                              (ImSubject){ .parameter = option->parameter->name.text });
}

static void
check_items (ImUnitCheck *check, const ImOption *option, const ImValue *value)
{
  gboolean found = option->n_items == 0 || option->initial.text == NULL;

  for (guint i = 0; i < option->n_items; i++)
    {
      const ImUnitText *text = &option->items[i].value;
      ImValue item;

      if (!im_unit_parse_option (option->parameter, text->text, check->arena, &item))
        im_unit_check_report (check, IM_SEVERITY_ERROR, "bad-default", text->raw,
                              "the choice “%s” is no %s", text->text,
                              im_parameter_kind_get_name (option->parameter->kind));
      else if (im_value_equal (&item, value))
        found = TRUE;
    }
  if (!found)
    im_unit_check_report (check, IM_SEVERITY_WARNING, "option-choice",
                          option->initial.raw,
                          "the default “%s” of “%s” is not among its choices",
                          option->initial.text, option->parameter->name.text);
}

static void
check_option (ImUnitCheck *check, const ImOption *option)
{
  ImValue value;

  if (!im_unit_parse_option (option->parameter, option->initial.text, check->arena,
                             &value))
    {
      im_unit_check_report (check, IM_SEVERITY_ERROR, "bad-default", option->initial.raw,
                            "the default “%s” of “%s” is no %s", option->initial.text,
                            option->parameter->name.text,
                            im_parameter_kind_get_name (option->parameter->kind));
      return;
    }
  if (value.kind == IM_VALUE_INT || value.kind == IM_VALUE_DOUBLE)
    check_number_option (check, option, &value);
  check_items (check, option, &value);
}

static void
check_native (ImUnitCheck *check, const char *class_name, const ImUnitExpr *call)
{
  if (call == NULL || call->expr == NULL || !is_call_of_names (call->expr) ||
      im_native_find (class_name, call->expr->name) != NULL)
    return;

  im_unit_check_report (
      check, IM_SEVERITY_WARNING, "no-native",
      im_unit_expr_get_span (check->unit, call, call->expr->name_span),
      "there is no replacement for the function %s of the .NET class %s",
      call->expr->name, class_name);
  im_diagnostics_note (check->diagnostics,
                       "the unit loads, but what needs this has no value");
}

/* What the editor can show an option as. */
static void
check_ui (ImUnitCheck *check, const ImOption *option)
{
  static const char *const names[] = { "TextBox", "Slider", "DropDown", "none" };
  const char *text = option->ui.text;

  for (guint i = 0; text != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (text, names[i]) == 0)
      return;
  if (text == NULL)
    return;

  im_unit_check_report (check, IM_SEVERITY_WARNING, "unknown-value", option->ui.raw,
                        "an option cannot be shown as “%s”", text);
  im_diagnostics_note (check->diagnostics, "ui is TextBox, Slider, DropDown or none");
}

static void
check_parameters (ImUnitCheck *check)
{
  for (guint i = 0; i < check->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &check->unit->parameters[i];

      if (parameter->option != NULL)
        {
          check_option (check, parameter->option);
          check_ui (check, parameter->option);
        }
      if (parameter->external != NULL)
        check_native (check, parameter->external->class_name, parameter->external->call);
    }
}

static void
check_condition_types (ImUnitCheck *check, const ImImplementation *implementation)
{
  for (guint i = 0; i < implementation->n_conditions; i++)
    {
      const ImUnitText *type = &implementation->conditions[i].type;
      ImDType dtype;

      if (type->text != NULL && !im_dtype_parse (type->text, strlen (type->text), &dtype))
        im_unit_check_report (check, IM_SEVERITY_ERROR, "unknown-type", type->raw,
                              "“%s” is no element type such as Float32", type->text);
    }
}

/* What the fragment's function takes must be what the call gives. */
static void
check_prototype (ImUnitCheck *check,
                 const ImImplementation *implementation,
                 const ImFragment *fragment)
{
  const ImUnitExpr *call = implementation->call;
  const ImPrototype *prototype;

  if (call == NULL || call->expr == NULL || !is_call_of_names (call->expr))
    return;

  prototype = im_fragment_find_prototype (fragment, call->expr->name, check->arena);
  if (prototype == NULL)
    im_unit_check_report (
        check, IM_SEVERITY_WARNING, "call-mismatch",
        im_unit_expr_get_span (check->unit, call, call->expr->name_span),
        "the fragment “%s” has no function “%s”", fragment->name, call->expr->name);
  else if (!im_prototype_takes (prototype, call->expr->n_operands))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_prototype_append_text (prototype, text);
      im_unit_check_report (check, IM_SEVERITY_WARNING, "call-mismatch", call->raw,
                            "the call has %u arguments, the function takes %u",
                            call->expr->n_operands, prototype->n_parameters);
      im_diagnostics_note (check->diagnostics, "it is declared as %s", text->str);
    }
}

static void
report_fragment_problem (ImUnitCheck *check,
                         const ImFragmentReference *reference,
                         const ImDiagnostic *problem)
{
  if (im_unit_check_report_missing (check, reference, problem))
    return;

  im_unit_check_report (check, problem->severity, problem->code, reference->span, "%s",
                        problem->message);
  im_diagnostics_set_subject (check->diagnostics, problem->subject);
  if (problem->note != NULL)
    im_diagnostics_note (check->diagnostics, "%s", problem->note);
}

/* What a fragment needs in turn. Problems of the reference itself are reported already.
 */
static void
check_closure (ImUnitCheck *check, ImFragmentSet *set, const ImFragmentRoot *root)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImFragmentClosure) closure = im_fragment_set_close (set, root, 1, problems);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (im_diagnostics_get (problems, i)->source != root->source)
      im_diagnostics_add_copy (check->diagnostics, im_diagnostics_get (problems, i));
  for (guint i = 0; i < closure->fragments->len; i++)
    im_unit_check_code (check, g_ptr_array_index (closure->fragments, i));
}

const ImFragment *
im_unit_check_reference (ImUnitCheck *check, const ImUnitText *text)
{
  ImFragmentSet *set = im_unit_library_get_fragments (check->library);
  ImFragmentRoot root = {
    .from_file = im_unit_file_get_path (check->unit->file),
    .source = check->source,
  };
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  const char *wrong = im_fragment_reference_parse (text->text, strlen (text->text),
                                                   check->arena, &root.reference);

  if (wrong != NULL)
    {
      im_unit_check_report (check, IM_SEVERITY_ERROR, "bad-fragment", text->raw, "%s",
                            wrong);
      return NULL;
    }

  root.reference.span = text->raw;
  const ImFragment *fragment = im_fragment_set_find (set, &root, problems);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    report_fragment_problem (check, &root.reference, im_diagnostics_get (problems, i));
  if (fragment != NULL)
    check_closure (check, set, &root);

  return fragment;
}

static void
check_fragment (ImUnitCheck *check, const ImImplementation *implementation)
{
  const ImFragment *fragment = im_unit_check_reference (check, &implementation->fragment);

  if (fragment != NULL)
    check_prototype (check, implementation, fragment);
}

/* Implementations of a language of which none is ever chosen, because one before them
 * always fits. Roots of the specification want exactly one that fits. */
static void
check_choice (ImUnitCheck *check, const ImSection *section)
{
  const ImImplementation *always[IM_LANGUAGE_UNKNOWN + 1] = { NULL };
  gboolean is_strict = check->unit->kind != IM_UNIT_UNIT;

  for (guint i = 0; i < section->n_implementations; i++)
    {
      const ImImplementation *implementation = &section->implementations[i];
      const ImImplementation *before = always[implementation->language];

      if (before == NULL && implementation->n_conditions == 0)
        always[implementation->language] = implementation;
      if (before == NULL || (is_strict && implementation->n_conditions > 0))
        continue;
      im_unit_check_report (
          check, is_strict ? IM_SEVERITY_ERROR : IM_SEVERITY_HINT,
          "ambiguous-implementation", im_unit_place_get_tag (implementation->element),
          is_strict ? "this implementation in %s and %s both fit always"
                    : "this implementation in %s is never used, because %s always fits",
          im_language_get_name (implementation->language),
          before->fragment.text == NULL ? "the one before it" : before->fragment.text);
    }
}

static gboolean
passes (const ImExpr *call, const char *name)
{
  for (guint i = 0; i < call->n_operands; i++)
    if (call->operands[i]->kind == IM_EXPR_NAME &&
        g_str_equal (call->operands[i]->name, name))
      return TRUE;

  return FALSE;
}

/* Outputs are memory that the function of a unit is given: one that gets none of them,
 * and maybe returns what it computes, leaves them at zero. */
static void
check_outputs (ImUnitCheck *check,
               ImSectionKind section,
               const ImImplementation *implementation)
{
  const ImUnit *unit = check->unit;
  const ImUnitExpr *call = implementation->call;
  const char *first = NULL;

  if (section != IM_SECTION_BODY || implementation->language == IM_LANGUAGE_UNKNOWN ||
      im_language_is_formula (implementation->language) || call == NULL ||
      call->expr == NULL || !is_call_of_names (call->expr))
    return;
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      if (parameter->kind == IM_PARAMETER_RETURN ||
          (parameter->kind == IM_PARAMETER_OUTPUT &&
           passes (call->expr, parameter->name.text)))
        return;
      if (parameter->kind == IM_PARAMETER_OUTPUT && first == NULL)
        first = parameter->name.text;
    }
  if (first == NULL)
    return;

  im_unit_check_report (check, IM_SEVERITY_WARNING, "no-output", call->raw,
                        "%s is given none of the outputs, so that “%s” stays zero",
                        call->expr->name, first);
  im_diagnostics_note (check->diagnostics,
                       "pass it, and let the function write into its elements");
}

/* What is wrong with an operator whatever its inputs are. */
static void
check_operation (ImUnitCheck *check)
{
  const ImUnitOperator *operation = check->unit->operation;
  g_autofree char *problem = NULL;
  const char *nearest = NULL;
  const ImSkndSignature *signature = im_sknd_package_find (
      operation->package, operation->module, operation->definition->name.text,
      check->diagnostics, &problem, &nearest);

  if (signature != NULL)
    im_sknd_package_check (operation->package, signature, check->diagnostics);
}

static void
check_implementation (ImUnitCheck *check,
                      ImSectionKind section,
                      const ImImplementation *implementation)
{
  check_outputs (check, section, implementation);
  check_condition_types (check, implementation);
  if (implementation->language == IM_LANGUAGE_FACTORY)
    check_native (check, implementation->class_name, implementation->call);
  else if (check->library != NULL && implementation->fragment.text != NULL &&
           *implementation->fragment.text != '\0' &&
           implementation->language == IM_LANGUAGE_TILE)
    im_unit_check_formula (check, implementation);
  else if (check->unit->operation != NULL)
    check_operation (check);
  else if (check->library != NULL && implementation->fragment.text != NULL &&
           *implementation->fragment.text != '\0')
    check_fragment (check, implementation);
}

static void
check_arguments (ImUnitCheck *check, const ImUnitNode *node, const ImUnit *used)
{
  for (guint i = 0; i < node->n_arguments; i++)
    {
      const ImUnitText *name = &node->arguments[i].parameter;
      const char *mapped = im_unit_alias_map (used, node->unit_id.text, name->text);

      if (mapped != NULL && im_unit_find_parameter (used, mapped) == NULL)
        {
          im_unit_check_report (check, IM_SEVERITY_ERROR, "dangling", name->raw,
                                "%s has no parameter “%s”", used->id.text, name->text);
          im_diagnostics_suggest (check->diagnostics, name->text,
                                  im_symbols_nearest (used->symbols, name->text));
        }
    }
}

static void
check_used_unit (ImUnitCheck *check, const ImUnitNode *node)
{
  const ImUnit *used;

  if (check->library == NULL || node->kind != IM_NODE_UNIT || *node->unit_id.text == '\0')
    return;
  used = im_unit_check_find_unit (check, node->unit_id.text);
  if (used != NULL)
    {
      check_arguments (check, node, used);
      return;
    }

  const char *nearest = im_unit_library_nearest (check->library, node->unit_id.text,
                                                 check->unit->id.text);
  im_unit_check_report (check, IM_SEVERITY_WARNING, "unknown-unit", node->unit_id.raw,
                        "the unit “%s” is in none of the folders that were searched",
                        node->unit_id.text);
  if (nearest != NULL)
    im_diagnostics_note (check->diagnostics, "the most similar one is “%s”", nearest);
  im_diagnostics_fix (check->diagnostics, node->unit_id.text, nearest);
}

static GHashTable *
collect_nodes (const ImUnit *unit)
{
  GHashTable *nodes = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = unit->n_nodes; i > 0; i--)
    if (unit->nodes[i - 1].id.text != NULL)
      g_hash_table_replace (nodes, (gpointer) unit->nodes[i - 1].id.text,
                            (gpointer) &unit->nodes[i - 1]);

  return nodes;
}

/* Whether a node has a port of that name: inputs and options have `value`, expressions
 * `output`. */
static gboolean
has_port (ImUnitCheck *check,
          const ImUnitNode *node,
          const char *name,
          gboolean is_source)
{
  const ImUnit *used;

  switch (node->kind)
    {
    case IM_NODE_INPUT:
    case IM_NODE_OPTION:
      return is_source && strcmp (name, "value") == 0;
    case IM_NODE_OUTPUT:
      return !is_source && strcmp (name, "value") == 0;
    case IM_NODE_EXPRESSION:
    case IM_NODE_ASSERT:
      if (is_source)
        return node->kind == IM_NODE_EXPRESSION &&
               g_ascii_strcasecmp (name, "output") == 0;
      for (guint i = 0; i < node->n_inputs; i++)
        if (strcmp (node->inputs[i].name.text, name) == 0)
          return TRUE;
      return FALSE;
    case IM_NODE_UNIT:
      used = check->library == NULL ? NULL
                                    : im_unit_check_find_unit (check, node->unit_id.text);
      return used == NULL || im_symbols_find (used->symbols, name) >= 0;
    case IM_NODE_UNKNOWN:
    default:
      return TRUE;
    }
}

static void
check_end (ImUnitCheck *check,
           const ImUnitText *id,
           const ImUnitText *port,
           gboolean is_source)
{
  const ImUnitNode *node;

  if (*id->text == '\0')
    return;
  node = g_hash_table_lookup (check->nodes, id->text);
  if (node == NULL)
    im_unit_check_report (check, IM_SEVERITY_ERROR, "dangling", id->raw,
                          "there is no node “%s”", id->text);
  else if (!has_port (check, node, port->text, is_source))
    im_unit_check_report (check, IM_SEVERITY_ERROR, "dangling", port->raw,
                          "the %s node “%s” has no %s “%s”",
                          im_node_kind_get_name (node->kind), id->text,
                          is_source ? "output" : "input", port->text);
}

static void
check_nodes (ImUnitCheck *check)
{
  const ImUnit *unit = check->unit;

  for (guint i = 0; i < unit->n_nodes; i++)
    {
      const ImUnitNode *node = &unit->nodes[i];

      check_used_unit (check, node);
      if (node->id.text != NULL && *node->id.text != '\0' &&
          g_hash_table_lookup (check->nodes, node->id.text) != node)
        im_unit_check_report (check, IM_SEVERITY_ERROR, "duplicate-node", node->id.raw,
                              "there is a node “%s” already", node->id.text);
    }
  for (guint i = 0; i < unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &unit->connections[i];

      check_end (check, &connection->source_node, &connection->source_parameter, TRUE);
      check_end (check, &connection->target_node, &connection->target_parameter, FALSE);
    }
}

static void
check_messages (ImUnitCheck *check)
{
  for (guint i = 0; i < check->unit->n_contracts; i++)
    check_template (check, &check->unit->contracts[i].message, check->unit->symbols);
  for (guint i = 0; i < check->unit->n_nodes; i++)
    for (guint j = 0; j < check->unit->nodes[i].n_tests; j++)
      {
        const ImContract *test = &check->unit->nodes[i].tests[j];

        check_template (check, &test->message, test->test->symbols);
      }
}

static void
check_sections (ImUnitCheck *check)
{
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      const ImSection *section = &check->unit->sections[i];

      for (guint j = 0; j < section->n_implementations; j++)
        check_implementation (check, (ImSectionKind) i, &section->implementations[j]);
      check_choice (check, section);
    }

  const ImXmlElement *body = check->unit->sections[IM_SECTION_BODY].element;
  if (body != NULL && im_unit_is_queue (check->unit))
    im_unit_check_report (check, IM_SEVERITY_WARNING, "unused-section",
                          im_unit_place_get_tag (body),
                          "a queue does not use <%s>: its work is in <Enqueue> and "
                          "<Dequeue>",
                          im_unit_place_get_name (body));
}

void
im_unit_check (const ImUnit *unit, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GHashTable) missing = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) calls = collect_calls (unit);
  g_autoptr (GHashTable) nodes = collect_nodes (unit);
  g_autoptr (GHashTable) told_names = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) told_code = g_hash_table_new (NULL, NULL);
  ImUnitCheck check = {
    .unit = unit,
    .library = library,
    .source = im_unit_file_get_source (unit->file),
    .arena = arena,
    .diagnostics = diagnostics,
    .n_before = im_diagnostics_get_count (diagnostics),
    .missing = missing,
    .calls = calls,
    .nodes = nodes,
    .told_names = told_names,
    .told_code = told_code,
  };

  im_unit_compile (unit);
  check_expressions (&check);
  check_messages (&check);
  im_unit_check_kinds (&check);
  im_unit_check_cycles (&check);
  check_parameters (&check);
  check_sections (&check);
  check_nodes (&check);
  im_unit_check_unused (&check);
  im_unit_check_description (&check);
  im_unit_evaluation_free (check.assumption);
}
