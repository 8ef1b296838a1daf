/* SPDX-License-Identifier: MIT
 *
 * Every expression is evaluated in an environment in which sockets and options are of a
 * kind but have no value yet. What stays known all the same, such as a constant contract,
 * is known for every use of the unit.
 */
#include <string.h>

#include "check/im-unit-check-private.h"
#include "evaluation/im-native.h"
#include "evaluation/im-unit-evaluation.h"
#include "lang/im-template.h"
#include "unit/im-unit-alias.h"
#include "unit/im-unit-array.h"

#define KIND(kind) IM_KIND (IM_VALUE_##kind)
#define NUMBER     (KIND (INT) | KIND (DOUBLE))

/* What an expression is for. */
typedef struct
{
  const char *what;
  ImKinds kinds;        /* 0 if all will do */
  gboolean may_be_vain; /* it may be that nobody needs the value: what else is wrong with
                         * it than kinds is a warning */
} Role;

typedef struct
{
  ImUnitCheck *check;
  ImEnvironment environment; /* of the parameters */
  const ImParameter **by_slot;
  gboolean is_exhausted; /* nothing more can be evaluated */
} Kinds;

static ImKinds
get_option_kinds (const ImParameter *parameter)
{
  ImValueKind kind = im_unit_binding_kind (parameter);

  if (parameter->option != NULL && parameter->option->is_written)
    return KIND (BOOL) | KIND (INT) | KIND (DOUBLE) | KIND (STRING) | KIND (SHAPE);

  return kind == IM_VALUE_NULL     ? IM_KINDS_ANY
         : kind == IM_VALUE_DOUBLE ? KIND (DOUBLE)
                                   : IM_KIND (kind);
}

/* A hidden parameter is null where its condition is false. */
static gboolean
resolve_binding (ImEval *eval, const ImBinding *binding, ImValue *out)
{
  const ImUnitExpr *conditional = binding->parameter->conditional;
  ImValue condition = IM_BOOL (TRUE);

  *out = IM_UNKNOWN;
  if (conditional != NULL && conditional->expr != NULL &&
      !im_eval_nested (eval, conditional->expr, &condition))
    return FALSE;
  if (condition.kind == IM_VALUE_BOOL && !condition.boolean)
    {
      *out = IM_NULL;
      return TRUE;
    }
  if (binding->value == NULL || binding->value->expr == NULL)
    return TRUE;
  if (!im_eval_nested (eval, binding->value->expr, out))
    return FALSE;
  if (condition.kind != IM_VALUE_BOOL)
    *out = IM_UNKNOWN_OF (im_value_get_kinds (out) | KIND (NULL));

  return TRUE;
}

static gboolean
resolve (ImEval *eval, guint slot, ImValue *out)
{
  const Kinds *kinds = im_eval_get_environment (eval)->data;
  const ImParameter *parameter = kinds->by_slot[slot];
  const ImExternal *external;

  *out = IM_UNKNOWN;
  if (parameter == NULL)
    return TRUE;

  switch ((guint) parameter->kind)
    {
    case IM_PARAMETER_INPUT:
      *out = IM_UNKNOWN_OF (parameter->socket->is_optional ? KIND (TENSOR) | KIND (NULL)
                                                           : KIND (TENSOR));
      return TRUE;
    case IM_PARAMETER_OUTPUT:
      *out = IM_UNKNOWN_OF (parameter->conditional != NULL ? KIND (TENSOR) | KIND (NULL)
                                                           : KIND (TENSOR));
      return TRUE;
    case IM_PARAMETER_HANDLE:
      *out = IM_UNKNOWN_OF (KIND (BUFFER));
      return TRUE;
    case IM_PARAMETER_HIDDEN:
      return resolve_binding (eval, parameter->binding, out);
    case IM_PARAMETER_EXTERNAL:
      external = parameter->external;
      return external->call == NULL || external->call->expr == NULL ||
             im_native_call (eval, external->class_name, external->call->expr, out);
    default:
      if (im_parameter_is_option (parameter))
        *out = IM_UNKNOWN_OF (get_option_kinds (parameter));
      return TRUE;
    }
}

static void
set_up (Kinds *kinds, ImUnitCheck *check)
{
  const ImUnit *unit = check->unit;

  *kinds = (Kinds){ .check = check };
  im_environment_init (&kinds->environment, check->arena, unit->symbols);
  kinds->environment.resolve = resolve;
  kinds->environment.data = kinds;
  kinds->environment.read_array = im_unit_array_read;
  kinds->environment.files = unit->file;
  kinds->by_slot = im_arena_new0 (check->arena, const ImParameter *,
                                  im_symbols_get_count (unit->symbols));
  for (guint i = unit->n_parameters; i > 0; i--)
    kinds->by_slot[unit->parameters[i - 1].slot] = &unit->parameters[i - 1];
}

static ImSeverity
get_severity (const Role *role, ImExprErrorCode code)
{
  switch ((guint) code)
    {
    case IM_EXPR_ERROR_NEVER_EQUAL:
    case IM_EXPR_ERROR_SPACING:
      return IM_SEVERITY_HINT;
    case IM_EXPR_ERROR_ROUNDING:
      return IM_SEVERITY_WARNING;
    case IM_EXPR_ERROR_LIMIT:
    case IM_EXPR_ERROR_UNKNOWN_MEMBER:
    case IM_EXPR_ERROR_ARGUMENT_COUNT:
    case IM_EXPR_ERROR_ARGUMENT_TYPE:
    case IM_EXPR_ERROR_OPERAND_TYPE:
      return IM_SEVERITY_ERROR;
    default:
      return role->may_be_vain ? IM_SEVERITY_WARNING : IM_SEVERITY_ERROR;
    }
}

static gboolean
is_told (Kinds *kinds, ImSpan raw, guint32 offset, const ImExprError *error)
{
  ImSpan span = { error->span.start + offset, error->span.end + offset };

  span = im_unit_file_map (kinds->check->unit->file, raw, span);

  return error->code == IM_EXPR_ERROR_UNKNOWN_MEMBER &&
         g_hash_table_contains (kinds->check->told_names,
                                GUINT_TO_POINTER (span.start + 1));
}

/* Reports what is wrong inside of a tree. Returns whether nothing is. */
static gboolean
check_tree (Kinds *kinds,
            const ImExpr *expr,
            ImEnvironment *environment,
            ImSpan raw,
            guint32 offset,
            const Role *role,
            ImValue *value)
{
  g_autoptr (GPtrArray) errors = g_ptr_array_new ();
  gboolean is_fine = TRUE;

  if (kinds->is_exhausted)
    return FALSE;
  im_eval_check (expr, environment, errors, value);
  for (guint i = 0; i < errors->len && !im_unit_check_is_full (kinds->check); i++)
    {
      const ImExprError *error = g_ptr_array_index (errors, i);
      ImSeverity severity = get_severity (role, error->code);

      is_fine = is_fine && severity != IM_SEVERITY_ERROR;
      kinds->is_exhausted |= error->code == IM_EXPR_ERROR_LIMIT;
      if (!is_told (kinds, raw, offset, error))
        im_unit_check_report_expr (kinds->check, severity, raw, offset, error);
    }

  return is_fine;
}

/* What would be allowed instead. */
static void
add_advice (Kinds *kinds, ImKinds wanted, ImKinds found)
{
  const char *advice = NULL;

  if (wanted == KIND (DTYPE))
    advice = "a type is, for example, input.type or System.Float32";
  else if (wanted == KIND (SHAPE))
    advice = "a shape is, for example, input.shape or System.Shape(3)";
  else if (wanted == KIND (BOOL))
    advice = "a bool is, for example, input.shape.count == 1";
  else if (wanted == KIND (INT) && found == KIND (DOUBLE))
    advice = "a double becomes an int with .round, .floor, .ceil or .int";
  if (advice != NULL)
    im_diagnostics_note (kinds->check->diagnostics, "%s", advice);
}

/* Checks an expression and that it is of the kind that its place wants. Returns FALSE if
 * it has no value because of an error. */
static gboolean
check_in (Kinds *kinds,
          const ImUnitExpr *expr,
          ImEnvironment *environment,
          const Role *role,
          ImValue *value)
{
  *value = IM_UNKNOWN;
  if (expr == NULL || expr->expr == NULL || im_unit_check_is_full (kinds->check))
    return FALSE;
  if (!check_tree (kinds, expr->expr, environment, expr->raw, 0, role, value))
    return FALSE;

  ImKinds found = im_value_get_kinds (value), wanted = role->kinds;
  if ((wanted & KIND (DOUBLE)) != 0)
    wanted |= KIND (INT);
  if (wanted == 0 || (found & wanted) != 0)
    return TRUE;

  g_autoptr (GString) texts = g_string_new (NULL);
  im_kinds_append_text (role->kinds, TRUE, texts);
  g_string_append (texts, ", found ");
  im_kinds_append_text (found, TRUE, texts);
  im_unit_check_report (
      kinds->check, IM_SEVERITY_ERROR,
      im_expr_error_code_get_name (IM_EXPR_ERROR_OPERAND_TYPE),
      im_unit_expr_get_span (kinds->check->unit, expr, expr->expr->span), "%s is %s",
      role->what, texts->str);
  add_advice (kinds, role->kinds, found);

  return FALSE;
}

static void
check_expr (Kinds *kinds, const ImUnitExpr *expr, const Role *role)
{
  ImValue value;

  check_in (kinds, expr, &kinds->environment, role, &value);
}

static void
check_handle (Kinds *kinds, const ImHandle *handle)
{
  static const Role size = { "the size of a handle in bytes", KIND (INT), FALSE };
  static const Role type = { "the type of a handle", KIND (DTYPE), FALSE };
  ImValue value;

  if (check_in (kinds, handle->size, &kinds->environment, &size, &value) &&
      value.kind == IM_VALUE_INT && value.integer < 0)
    im_unit_check_report (kinds->check, IM_SEVERITY_ERROR, "value", handle->size->raw,
                          "the size of a handle in bytes is at least 0, found %d",
                          value.integer);
  check_expr (kinds, handle->type, &type);
}

/* What is said of an output. */
static void
check_socket (Kinds *kinds, const ImSocket *socket)
{
  static const Role type = { "the type of an output", KIND (DTYPE), FALSE };
  static const Role shape = { "the shape of an output", KIND (SHAPE), FALSE };
  static const Role rate = { "the rate of an output", KIND (DOUBLE), TRUE };
  static const Role shift = { "the shift of an output", KIND (INT), TRUE };
  static const Role scale = { "the scale of an output", KIND (DOUBLE), TRUE };
  static const Role offset = { "the offset of an output", KIND (DOUBLE), TRUE };
  static const Role window = { "the window of an output", KIND (DOUBLE), TRUE };
  static const Role samples = { "the sample rate of an output", KIND (DOUBLE), TRUE };

  check_expr (kinds, socket->type, &type);
  check_expr (kinds, socket->shape, &shape);
  check_expr (kinds, socket->rate, &rate);
  check_expr (kinds, socket->shift, &shift);
  check_expr (kinds, socket->scale, &scale);
  check_expr (kinds, socket->offset, &offset);
  check_expr (kinds, socket->window, &window);
  check_expr (kinds, socket->sample_rate, &samples);
}

static void
check_parameter (Kinds *kinds, const ImParameter *parameter)
{
  static const Role condition = { "the condition of a parameter", KIND (BOOL), FALSE };
  static const Role value = { "the value of a parameter", 0, TRUE };
  Role fitting = { "a default", get_option_kinds (parameter), TRUE };

  check_expr (kinds, parameter->conditional, &condition);
  if (parameter->socket != NULL)
    check_socket (kinds, parameter->socket);
  else if (parameter->handle != NULL)
    check_handle (kinds, parameter->handle);
  else if (parameter->binding != NULL)
    check_expr (kinds, parameter->binding->value, &value);
  else if (parameter->option != NULL)
    check_expr (kinds, parameter->option->fitting, &fitting);
}

/* The expressions in the braces of a message. */
static void
check_message (Kinds *kinds, const ImContract *contract, ImEnvironment *environment)
{
  static const Role part = { "a part of a message", 0, TRUE };
  const ImUnitText *message = &contract->message;
  gsize offset = 0;
  ImSpan span;

  while (message->text != NULL && im_template_next (message->text, &offset, &span))
    {
      const ImExpr *expr = im_expr_parse (kinds->check->arena, message->text + span.start,
                                          (gssize) (span.end - span.start),
                                          environment->symbols, NULL);
      ImValue value;

      if (expr != NULL)
        check_tree (kinds, expr, environment, message->raw, span.start, &part, &value);
    }
}

static void
check_contract (Kinds *kinds, const ImContract *contract, ImEnvironment *environment)
{
  static const Role role = { "the test of a contract", KIND (BOOL), FALSE };
  ImValue value;

  if (check_in (kinds, contract->test, environment, &role, &value) &&
      value.kind == IM_VALUE_BOOL && !value.boolean == !contract->fails_when)
    im_unit_check_report (
        kinds->check, IM_SEVERITY_WARNING, "never-holds", contract->test->raw,
        "this is %s whatever the inputs and options are, so %s",
        value.boolean ? "true" : "false",
        contract->is_advice ? "it always warns" : "nobody can use the unit");
  check_message (kinds, contract, environment);
}

static void
check_implementation (Kinds *kinds, const ImImplementation *implementation)
{
  static const Role condition = { "the condition of an implementation", KIND (BOOL),
                                  FALSE };
  static const Role argument = { "an argument of a call", 0, TRUE };
  const ImUnitExpr *call = implementation->call;

  for (guint i = 0; i < implementation->n_conditions; i++)
    if (implementation->conditions[i].kind == IM_CONDITION_EXPRESSION)
      check_expr (kinds, implementation->conditions[i].expression, &condition);
  if (call == NULL || call->expr == NULL || call->expr->kind != IM_EXPR_CALL)
    return;
  for (guint i = 0; i < call->expr->n_operands; i++)
    {
      ImValue value;

      if (!im_unit_check_is_full (kinds->check))
        check_tree (kinds, call->expr->operands[i], &kinds->environment, call->raw, 0,
                    &argument, &value);
    }
}

/* What a parameter of a unit takes in a composite; 0 if that is no matter of kinds, or,
 * of an input, told where the composite is elaborated. */
static ImKinds
get_argument_kinds (const ImParameter *parameter)
{
  return im_parameter_is_option (parameter) ? get_option_kinds (parameter) : 0;
}

static void
check_argument (Kinds *kinds,
                const ImUnitArgument *argument,
                const ImParameter *parameter)
{
  Role role = { NULL, get_argument_kinds (parameter), FALSE };
  ImValue value;

  role.what = im_arena_printf (kinds->check->arena, "the argument “%s”",
                               parameter->name.text);
  if (argument->value != NULL)
    check_expr (kinds, argument->value, &role);
  else if (im_parameter_is_option (parameter) &&
           !im_unit_parse_option (parameter, argument->literal.text, kinds->check->arena,
                                  &value))
    im_unit_check_report (
        kinds->check, IM_SEVERITY_ERROR, "bad-value", argument->literal.raw,
        "“%s” is no %s, as which “%s” is declared", argument->literal.text,
        im_parameter_kind_get_name (parameter->kind), parameter->name.text);
}

static void
check_arguments (Kinds *kinds, const ImUnitNode *node, const ImUnit *used)
{
  g_autoptr (GHashTable) given = g_hash_table_new (g_str_hash, g_str_equal);
  static const Role any = { "an argument", 0, FALSE };

  for (guint i = 0; i < node->n_arguments; i++)
    {
      const ImUnitArgument *argument = &node->arguments[i];
      const char *name = argument->parameter.text;
      const char *own = used == NULL ? NULL
                                     : im_unit_alias_map (used, node->unit_id.text, name);
      const ImParameter *parameter = own == NULL ? NULL
                                                 : im_unit_find_parameter (used, own);

      if (!g_hash_table_add (given, (gpointer) name))
        im_unit_check_report (kinds->check, IM_SEVERITY_ERROR, "duplicate-link",
                              argument->parameter.raw,
                              "the argument “%s” is given already", name);
      if (parameter != NULL)
        check_argument (kinds, argument, parameter);
      else if (argument->value != NULL)
        check_expr (kinds, argument->value, &any);
    }
}

/* What the name of a type in a compound stands for. */
static ImKinds
get_named_kinds (const char *type)
{
  static const struct
  {
    const char *type;
    ImKinds kinds;
  } rows[] = {
    { "Real", KIND (DOUBLE) },   { "Integer", KIND (INT) },  { "Shape", KIND (SHAPE) },
    { "Bool", KIND (BOOL) },     { "Boolean", KIND (BOOL) }, { "String", KIND (STRING) },
    { "Tensor", KIND (TENSOR) }, { "Array", KIND (ARRAY) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (rows[i].type, type) == 0)
      return rows[i].kinds;

  return 0;
}

/* The expressions of a compound know the inputs of their node only. */
static void
check_node (Kinds *kinds, const ImUnitNode *node)
{
  const ImUnitExpr *any = node->expression != NULL ? node->expression
                          : node->n_tests > 0      ? node->tests[0].test
                                                   : NULL;
  ImEnvironment environment;
  ImValue value;

  if (any == NULL)
    return;
  im_environment_init (&environment, kinds->check->arena, any->symbols);
  environment.read_array = im_unit_array_read;
  environment.files = kinds->check->unit->file;
  for (guint i = 0; i < node->n_inputs; i++)
    {
      gint slot = im_symbols_find (any->symbols, node->inputs[i].name.text);
      ImKinds named = get_named_kinds (node->inputs[i].type);

      if (slot >= 0)
        im_environment_set (&environment, (guint) slot,
                            named == 0 ? IM_UNKNOWN : IM_UNKNOWN_OF (named));
    }
  if (node->expression != NULL)
    {
      Role role = { "the result of an expression node",
                    get_named_kinds (node->result_type.text), FALSE };

      if (role.kinds == KIND (INT))
        role.kinds = NUMBER;
      check_in (kinds, node->expression, &environment, &role, &value);
    }
  for (guint i = 0; i < node->n_tests; i++)
    check_contract (kinds, &node->tests[i], &environment);
}

void
im_unit_check_kinds (ImUnitCheck *check)
{
  const ImUnit *unit = check->unit;
  Kinds kinds;

  set_up (&kinds, check);
  for (guint i = 0; i < unit->n_parameters; i++)
    check_parameter (&kinds, &unit->parameters[i]);
  for (guint i = 0; i < unit->n_contracts; i++)
    check_contract (&kinds, &unit->contracts[i], &kinds.environment);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    for (guint j = 0; j < unit->sections[i].n_implementations; j++)
      check_implementation (&kinds, &unit->sections[i].implementations[j]);
  for (guint i = 0; i < unit->n_nodes; i++)
    {
      const ImUnitNode *node = &unit->nodes[i];
      const ImUnit *used = check->library == NULL || node->kind != IM_NODE_UNIT
                               ? NULL
                               : im_unit_check_find_unit (check, node->unit_id.text);

      check_arguments (&kinds, node, used);
      check_node (&kinds, node);
    }
}
