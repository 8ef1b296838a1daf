/* SPDX-License-Identifier: MIT */
#include "evaluation/im-unit-operation.h"

#include <string.h>

#include "evaluation/im-unit-evaluation-private.h"
#include "skriptnd/value/im-sknd-compute.h"

/* An operator while it is bound. */
typedef struct
{
  ImUnitEvaluation *evaluation;
  const ImUnitOperator *operation;
  ImUnitOperation *self;
  GArray *attributes;
  GArray *types;    /* ImSkndBase, open where something else tells it */
  ImDType found[2]; /* of reals and of ints */
  gboolean has_found[2];
  gboolean has_failed;
} Binder;

static void G_GNUC_PRINTF (3, 4)
    fail (Binder *binder, const ImParameter *parameter, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (binder->self->problems, IM_SEVERITY_ERROR, "argument",
                      binder->operation->module->source, parameter->name.raw, "%s",
                      message);
  im_diagnostics_set_subject (binder->self->problems,
                              (ImSubject){ .parameter = parameter->name.text });
  binder->has_failed = TRUE;
}

/* What is wrong with an option, in its own words; it stands behind @skipped bytes. */
static void
fail_option (Binder *binder,
             const ImParameter *parameter,
             const ImDiagnostics *problems,
             guint32 skipped)
{
  const ImDiagnostic *problem = im_diagnostics_get (problems, 0);
  ImUnitOperationSlip slip = { parameter,
                               { problem->span.start + skipped,
                                 problem->span.end + skipped } };

  fail (binder, parameter, "“%s”: %s", parameter->name.text, problem->message);
  g_array_append_val (binder->self->slips, slip);
}

static void
add_attribute (Binder *binder,
               const ImUnitOperatorPart *part,
               ImSkndType type,
               const ImSkndValue *value)
{
  ImSkndAttribute attribute = { part->name.text, type, value };

  g_array_append_val (binder->attributes, attribute);
}

/* A value that is written in the language; an empty one is not given. */
static void
take_written (Binder *binder,
              const ImParameter *parameter,
              const ImUnitOperatorPart *part,
              const char *text)
{
  ImArena *arena = binder->evaluation->arena;
  ImSkndValue *value = im_arena_new0 (arena, ImSkndValue, 1);
  const char *begin = text + strspn (text, " \t\r\n");
  g_autofree char *stripped = g_strchomp (g_strdup (begin));
  g_autoptr (ImSource) source = im_source_new_for_string (part->name.text, stripped);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_auto (ImSkndScope) scope;
  ImSkndType type;

  im_sknd_scope_init (&scope, NULL);
  if (*stripped == '\0')
    return;
  if (im_sknd_compute (source, &scope, arena, problems, &type, value))
    add_attribute (binder, part, type, value);
  else
    fail_option (binder, parameter, problems, (guint32) (begin - text));
}

static void
take_plain (Binder *binder, const ImUnitOperatorPart *part, const ImValue *given)
{
  ImArena *arena = binder->evaluation->arena;
  ImSkndValue *value = im_arena_new0 (arena, ImSkndValue, 1);
  ImSkndType type = { .base = given->kind == IM_VALUE_INT      ? IM_SKND_BASE_INT
                              : given->kind == IM_VALUE_DOUBLE ? IM_SKND_BASE_REAL
                              : given->kind == IM_VALUE_BOOL   ? IM_SKND_BASE_BOOL
                                                               : IM_SKND_BASE_STR };
  ImSkndItem *item = im_sknd_value_init (value, arena, type.base, FALSE, 1);

  if (given->kind == IM_VALUE_INT)
    item->integer = given->integer;
  else if (given->kind == IM_VALUE_DOUBLE)
    item->real = given->real;
  else if (given->kind == IM_VALUE_BOOL)
    item->boolean = given->boolean;
  else
    item->string = given->string;
  add_attribute (binder, part, type, value);
}

static void
take_option (Binder *binder, const ImParameter *parameter, const ImUnitOperatorPart *part)
{
  const ImExprError *error = NULL;
  ImValue value;

  if (parameter->option->is_written &&
      !im_unit_evaluation_is_given (binder->evaluation, parameter))
    return;
  if (!im_unit_evaluation_get_value (binder->evaluation, parameter, &value, &error))
    fail (binder, parameter, "%s", error->message);
  else if (value.kind == IM_VALUE_UNKNOWN)
    binder->self->is_unknown = TRUE;
  else if (value.kind == IM_VALUE_STRING && *value.string == '\0' &&
           part->declaration->value == NULL)
    return;
  else if (parameter->option->is_written)
    take_written (binder, parameter, part, value.string);
  else
    take_plain (binder, part, &value);
}

/* What the language calls elements of a type, of a tensor that is declared as @declared.
 */
static gboolean
find_base (const Binder *binder, ImDType dtype, const char *declared, ImSkndBase *base)
{
  const ImSkndSymbol *generic = im_sknd_scope_find (&binder->self->signature->scope,
                                                    declared);
  ImSkndBase wanted = IM_SKND_BASE_OPEN;

  im_sknd_base_find (declared, &wanted);
  if (dtype == IM_DTYPE_FLOAT32 || dtype == IM_DTYPE_FLOAT64)
    *base = IM_SKND_BASE_REAL;
  else if (dtype == IM_DTYPE_INT32 || dtype == IM_DTYPE_INT64)
    *base = IM_SKND_BASE_INT;
  else if (dtype == IM_DTYPE_UINT8 &&
           (wanted == IM_SKND_BASE_BOOL ||
            (generic != NULL && generic->type.generic_class == IM_SKND_CLASS_TYPE)))
    *base = IM_SKND_BASE_BOOL;
  else
    return FALSE;

  return wanted == IM_SKND_BASE_OPEN || wanted == *base;
}

static void
fail_type (Binder *binder,
           const ImParameter *parameter,
           const ImUnitOperatorPart *part,
           ImDType dtype)
{
  static const char *const taken[] = {
    [IM_SKND_BASE_INT] = "Int32 or Int64",
    [IM_SKND_BASE_REAL] = "Float32 or Float64",
    [IM_SKND_BASE_BOOL] = "UInt8, which stands for bool",
  };
  ImSkndBase wanted = IM_SKND_BASE_OPEN;
  const char *allowed = im_sknd_base_find (part->declaration->type.text, &wanted)
                            ? taken[wanted]
                            : "Float32, Float64, Int32 or Int64";

  fail (binder, parameter, "“%s” of %s is %s, found %s; Core.Math.Cast converts it",
        parameter->name.text, binder->evaluation->unit->id.text, allowed,
        im_dtype_get_info (dtype)->system_name);
}

/* All reals are of one type, and all ints. */
static void
take_type (Binder *binder, const ImParameter *parameter, ImSkndBase base, ImDType dtype)
{
  guint kind = base == IM_SKND_BASE_REAL ? 0 : 1;

  if (base == IM_SKND_BASE_BOOL)
    return;
  if (binder->has_found[kind] && binder->found[kind] != dtype)
    fail (binder, parameter,
          "“%s” is %s, and an input before it %s; all %s of an operator are of one type",
          parameter->name.text, im_dtype_get_info (dtype)->system_name,
          im_dtype_get_info (binder->found[kind])->system_name,
          kind == 0 ? "reals" : "ints");
  binder->found[kind] = dtype;
  binder->has_found[kind] = TRUE;
}

static void
add_tensor (Binder *binder,
            const ImUnitOperatorPart *part,
            ImSkndBase base,
            const ImShape *shape)
{
  ImArena *arena = binder->evaluation->arena;
  GArray *arguments = binder->self->arguments;
  ImSkndArgument *last = arguments->len == 0 ? NULL
                                             : &g_array_index (arguments, ImSkndArgument,
                                                               arguments->len - 1);

  if (last == NULL || strcmp (last->name, part->name.text) != 0)
    {
      ImSkndArgument argument = { part->name.text, base, 0,
                                  im_arena_new0 (arena, ImSkndTensor,
                                                 IM_UNIT_OPERATOR_MAX_PACK) };

      g_array_append_val (arguments, argument);
      last = &g_array_index (arguments, ImSkndArgument, arguments->len - 1);
    }
  ((ImSkndTensor *) last->tensors)[last->n++] = im_sknd_tensor_new (shape, arena);
}

static void
take_input (Binder *binder, const ImParameter *parameter, const ImUnitOperatorPart *part)
{
  const ImTensorType *type = NULL;
  ImSkndBase base;
  ImValue value;

  if (!im_unit_evaluation_get_value (binder->evaluation, parameter, &value, NULL))
    return;
  if (value.kind == IM_VALUE_UNKNOWN)
    binder->self->is_unknown = TRUE;
  if (value.kind == IM_VALUE_NULL && !parameter->socket->is_optional)
    fail (binder, parameter, "the input “%s” is not connected", parameter->name.text);
  if (value.kind != IM_VALUE_TENSOR)
    return;

  type = value.tensor;
  for (guint i = 0; i < type->shape.rank; i++)
    binder->self->is_unknown |= type->shape.size[i] < 0;
  if (!find_base (binder, type->dtype, part->declaration->type.text, &base))
    {
      fail_type (binder, parameter, part, type->dtype);
      return;
    }
  take_type (binder, parameter, base, type->dtype);
  add_tensor (binder, part, base, &type->shape);
}

static void
take_generic (Binder *binder,
              const ImParameter *parameter,
              const ImUnitOperatorPart *part)
{
  ImSkndBase base = IM_SKND_BASE_OPEN;
  ImValue value;

  if (!im_unit_evaluation_get_value (binder->evaluation, parameter, &value, NULL) ||
      value.kind != IM_VALUE_STRING)
    return;
  if (!im_sknd_base_find (value.string, &base) || base == IM_SKND_BASE_STR)
    fail (binder, parameter, "“%s” is int, real or bool, found “%s”",
          parameter->name.text, value.string);
  while (binder->types->len <= part->number)
    {
      ImSkndBase open = IM_SKND_BASE_OPEN;

      g_array_append_val (binder->types, open);
    }
  g_array_index (binder->types, ImSkndBase, part->number) = base;
}

static const ImSkndSignature *
find_signature (Binder *binder)
{
  const ImUnitOperator *operation = binder->operation;
  ImDiagnostics *problems = binder->self->problems;
  g_autofree char *problem = NULL;
  const char *nearest = NULL;
  const ImSkndSignature *signature = im_sknd_package_find (
      operation->package, operation->module, operation->definition->name.text, problems,
      &problem, &nearest);

  return signature != NULL &&
                 im_sknd_package_check (operation->package, signature, problems)
             ? signature
             : NULL;
}

static void
take_parameters (Binder *binder)
{
  const ImUnit *unit = binder->evaluation->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImUnitOperatorPart *part = &unit->operation->parts[i];

      if (part->role == IM_OPERATOR_ATTRIBUTE)
        take_option (binder, &unit->parameters[i], part);
      else if (part->role == IM_OPERATOR_INPUT)
        take_input (binder, &unit->parameters[i], part);
      else if (part->role == IM_OPERATOR_TYPE)
        take_generic (binder, &unit->parameters[i], part);
    }
}

const ImUnitOperation *
im_unit_evaluation_get_operation (ImUnitEvaluation *evaluation)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&evaluation->lock);
  ImUnitOperation *self = evaluation->operation;
  g_autoptr (GArray) attributes = NULL, types = NULL;

  if (self != NULL)
    return self;
  attributes = g_array_new (FALSE, FALSE, sizeof (ImSkndAttribute));
  types = g_array_new (FALSE, FALSE, sizeof (ImSkndBase));
  evaluation->operation = self = im_arena_new0 (evaluation->arena, ImUnitOperation, 1);
  self->problems = im_diagnostics_new ();
  self->arguments = g_array_new (FALSE, FALSE, sizeof (ImSkndArgument));
  self->slips = g_array_new (FALSE, FALSE, sizeof (ImUnitOperationSlip));
  Binder binder = { evaluation, evaluation->unit->operation, self, attributes, types };

  self->signature = find_signature (&binder);
  if (self->signature == NULL)
    return self;
  take_parameters (&binder);
  self->real = binder.has_found[0] ? binder.found[0] : IM_DTYPE_FLOAT32;
  self->integer = binder.has_found[1] ? binder.found[1] : IM_DTYPE_INT32;
  if (!binder.has_failed && !self->is_unknown)
    self->instance = im_sknd_instantiate (
        self->signature, types->len, (const ImSkndBase *) (gpointer) types->data,
        attributes->len, (const ImSkndAttribute *) (gpointer) attributes->data,
        self->arguments->len, (const ImSkndArgument *) (gpointer) self->arguments->data,
        self->problems);

  return self;
}

void
im_unit_operation_clear (ImUnitOperation *operation)
{
  g_clear_pointer (&operation->instance, im_sknd_instance_free);
  g_clear_pointer (&operation->arguments, g_array_unref);
  g_clear_pointer (&operation->problems, im_diagnostics_free);
  g_clear_pointer (&operation->slips, g_array_unref);
}

const ImSpan *
im_unit_operation_find_slip (const ImUnitOperation *operation, const char *option)
{
  for (guint i = 0; i < operation->slips->len; i++)
    {
      const ImUnitOperationSlip *slip = &g_array_index (operation->slips,
                                                        ImUnitOperationSlip, i);

      if (strcmp (slip->option->name.text, option) == 0)
        return &slip->span;
    }

  return NULL;
}

/* Collects the attribute that an expression names. Returns FALSE if it names several. */
static gboolean
collect_attribute (const ImSkndBlock *attributes,
                   const ImSkndExpr *expr,
                   const char **found)
{
  for (guint i = 0; expr->kind == IM_SKND_NAME && i < attributes->n; i++)
    {
      const char *name = attributes->statements[i]->parameter.name.text;

      if (strcmp (name, expr->name) != 0)
        continue;
      if (*found != NULL && *found != name)
        return FALSE;
      *found = name;
    }
  for (guint i = 0; i < expr->n; i++)
    if (expr->operands[i] != NULL &&
        !collect_attribute (attributes, expr->operands[i], found))
      return FALSE;

  return TRUE;
}

const char *
im_unit_operation_find_asserted (const ImUnit *unit, guint number)
{
  const ImSkndDefinition *definition = unit->operation->definition;
  const ImSkndBlock *attributes = definition->by_kind[IM_SKND_ATTRIB];
  const ImSkndBlock *asserts = definition->by_kind[IM_SKND_ASSERT];
  const char *found = NULL;

  return attributes != NULL && asserts != NULL && number < asserts->n &&
                 collect_attribute (
                     attributes, asserts->statements[number]->assertion.condition, &found)
             ? found
             : NULL;
}

/* The problem of an assert stands where its condition does. */
static const ImDiagnostic *
find_problem (const ImUnitOperation *operation, const ImUnit *unit, ImSpan span)
{
  for (guint i = 0; i < im_diagnostics_get_count (operation->problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (operation->problems, i);

      if (problem->source == unit->operation->module->source &&
          problem->span.start == span.start && problem->span.end == span.end)
        return problem;
    }

  return NULL;
}

ImContractResult
im_unit_operation_check_assert (ImUnitEvaluation *evaluation, const ImContract *contract)
{
  const ImUnitOperation *operation = im_unit_evaluation_get_operation (evaluation);
  const ImDiagnostic *problem = find_problem (operation, evaluation->unit,
                                              contract->test->raw);
  ImContractResult result = { .contract = contract };

  result.holds = operation->instance != NULL;
  result.is_unknown = !result.holds && problem == NULL;
  result.message = problem == NULL ? NULL : problem->message;

  return result;
}

static const ImSkndArgument *
find_argument (const GArray *arguments, const char *name)
{
  for (guint i = 0; i < arguments->len; i++)
    if (strcmp (g_array_index (arguments, ImSkndArgument, i).name, name) == 0)
      return &g_array_index (arguments, ImSkndArgument, i);

  return NULL;
}

const char *
im_unit_operation_find_output (const ImUnitOperation *operation,
                               const ImUnitOperatorPart *part,
                               ImTensorType *type)
{
  const ImSkndArgument *output = find_argument (operation->instance->outputs,
                                                part->name.text);
  const ImSkndTensor *tensor = NULL;

  if (output == NULL || part->number >= output->n)
    return "";
  if (output->n > IM_UNIT_OPERATOR_MAX_PACK)
    return part->number > 0
               ? ""
               : "the operator gives more tensors than the " G_STRINGIFY (
                     IM_UNIT_OPERATOR_MAX_PACK) " sockets that a unit has for a pack; "
                                                "choose options that give fewer";
  tensor = &output->tensors[part->number];
  if (tensor->rank > IM_SHAPE_MAX_RANK)
    return "a tensor has more axes than a unit can have";
  type->dtype = output->base == IM_SKND_BASE_BOOL   ? IM_DTYPE_UINT8
                : output->base == IM_SKND_BASE_REAL ? operation->real
                                                    : operation->integer;

  return im_sknd_tensor_get_shape (tensor, &type->shape)
             ? NULL
             : "an axis has more elements than a unit can have";
}
