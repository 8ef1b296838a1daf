/* SPDX-License-Identifier: MIT */
#include "formula/im-unit-formula.h"

#include <gio/gio.h>
#include <string.h>

#include "formula/im-unit-formula-private.h"
#include "kernel/im-formula-fuse.h"

#define MAX_ARGUMENTS    32
#define MAX_NAME_BYTES   60
#define MAX_LIST_NUMBERS IM_SHAPE_MAX_RANK

static void
fail (ImDiagnostics *diagnostics,
      const ImUnit *unit,
      const char *code,
      ImSpan span,
      const char *detail,
      const char *message)
{
  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, code,
                      im_unit_file_get_source (unit->file), span, "%s", message);
  im_diagnostics_set_subject (diagnostics, (ImSubject){ .detail = detail });
}

static gboolean
is_not_found (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ||
         g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

static ImSource *
load (const ImUnit *unit,
      const ImImplementation *implementation,
      const ImFragmentReference *reference,
      ImUnitLibrary *library,
      ImDiagnostics *diagnostics)
{
  const ImUnit *owner = reference->unit_id == NULL
                            ? unit
                            : im_unit_library_find (library, reference->unit_id);
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;
  ImSource *source = NULL;

  if (owner != NULL)
    source = im_unit_library_load_code (library, im_unit_file_get_path (owner->file),
                                        reference->file, &error);
  if (source != NULL)
    return source;

  if (owner == NULL)
    message = g_strdup_printf ("there is no unit “%s”", reference->unit_id);
  else if (is_not_found (error))
    message = g_strdup_printf ("there is no file “%s”", reference->file);
  else
    message = g_strdup_printf ("“%s” cannot be read: %s", reference->file,
                               error->message);
  fail (diagnostics, unit,
        owner == NULL || is_not_found (error) ? "missing-fragment" : "unreadable-file",
        implementation->fragment.raw, reference->file, message);

  return NULL;
}

static void
fail_function (const ImUnit *unit,
               const ImImplementation *implementation,
               const ImTileFile *file,
               const ImFragmentReference *reference,
               ImDiagnostics *diagnostics)
{
  g_autofree char *message = g_strdup_printf ("“%s” has no function “%s”",
                                              reference->file, reference->name);
  g_autoptr (GString) names = g_string_new (NULL);

  fail (diagnostics, unit, "unknown-fragment", implementation->fragment.raw,
        reference->name, message);
  if (file->spelling == IM_TILE_COMPACT && file->functions->len == 1)
    {
      im_diagnostics_note (diagnostics, "its function has no name: it is called as the "
                                        "file, without what is behind the point");
      return;
    }
  for (guint i = 0; i < file->functions->len; i++)
    g_string_append_printf (
        names, "%s%s", i > 0 ? ", " : "",
        ((const ImTileFunction *) g_ptr_array_index (file->functions, i))->name);
  im_diagnostics_note (diagnostics, "it has %s", names->str);
}

/* A file of the compact form has one function, which has no name: that of the file stands
 * for it. */
static const ImTileFunction *
find_function (const ImTileFile *file, const ImFragmentReference *reference)
{
  g_autofree char *stem = g_path_get_basename (reference->file);
  char *point = strrchr (stem, '.');

  if (point != NULL)
    *point = '\0';
  if (file->spelling == IM_TILE_COMPACT && file->functions->len == 1)
    return strcmp (stem, reference->name) == 0 ? im_tile_file_find (file, NULL) : NULL;

  return im_tile_file_find (file, reference->name);
}

static gboolean
check_call (const ImUnit *unit,
            const ImImplementation *implementation,
            const ImTileFunction *function,
            const char *name,
            ImDiagnostics *diagnostics)
{
  const ImExpr *call = implementation->call == NULL ? NULL : implementation->call->expr;
  g_autofree char *message = NULL;

  if (call == NULL)
    return FALSE;
  if (call->kind != IM_EXPR_CALL || call->n_operands > MAX_ARGUMENTS)
    message = g_strdup_printf ("expected a call with at most %d arguments, such as "
                               "%s(input)",
                               MAX_ARGUMENTS, name);
  else if (strcmp (call->name, name) != 0)
    message = g_strdup_printf ("the function of the formula is “%s”, not “%s”", name,
                               call->name);
  else if (call->n_operands != function->n_parameters)
    message = g_strdup_printf ("the call has %u arguments, the formula takes %u",
                               call->n_operands, function->n_parameters);
  if (message == NULL)
    return TRUE;

  fail (diagnostics, unit, "call-mismatch", implementation->call->raw, name, message);
  return FALSE;
}

ImTileFile *
im_unit_formula_read (const ImUnit *unit,
                      const ImImplementation *implementation,
                      ImUnitLibrary *library,
                      const ImTileFunction **function,
                      ImDiagnostics *diagnostics)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImSource) source = NULL;
  g_autoptr (ImTileFile) file = NULL;
  const char *text = implementation->fragment.text;
  const char *wrong = NULL;
  ImFragmentReference reference = { 0 };
  guint n_errors = im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR);

  wrong = text == NULL
              ? "expected a file and a function, such as conv.tile:conv_1d"
              : im_fragment_reference_parse (text, strlen (text), arena, &reference);
  if (wrong == NULL && reference.file == NULL)
    wrong = "expected a file and a function, such as conv.tile:conv_1d";
  if (wrong != NULL)
    {
      fail (diagnostics, unit, "bad-fragment", implementation->fragment.raw, text, wrong);
      return NULL;
    }
  source = load (unit, implementation, &reference, library, diagnostics);
  if (source == NULL)
    return NULL;

  file = im_tile_parse (source, diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > n_errors)
    return NULL;
  *function = find_function (file, &reference);
  if (*function == NULL)
    fail_function (unit, implementation, file, &reference, diagnostics);

  return *function != NULL &&
                 check_call (unit, implementation, *function, reference.name, diagnostics)
             ? g_steal_pointer (&file)
             : NULL;
}

/* What is being made. */
typedef struct
{
  ImUnitEvaluation *evaluation;
  const ImUnit *unit;
  const ImImplementation *implementation;
  ImDiagnostics *diagnostics;
  ImArena *arena;
  ImTileArgument *arguments; /* of each parameter */
  GPtrArray *inputs;
  GPtrArray *outputs;
  GString *name;
  gboolean is_unknown;
  gboolean has_failed;
} Maker;

static void
fail_call (Maker *maker,
           const char *code,
           ImSpan span,
           const char *detail,
           const char *message)
{
  fail (maker->diagnostics, maker->unit, code, span, detail, message);
  maker->has_failed = TRUE;
}

static gboolean
is_computed (ImDType dtype)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  return info->family == IM_DTYPE_FAMILY_FLOAT ? info->size_bytes >= 4
                                               : info->family == IM_DTYPE_FAMILY_INT ||
                                                     info->family == IM_DTYPE_FAMILY_UINT;
}

static gboolean
is_known (const ImShape *shape)
{
  for (guint i = 0; i < shape->rank; i++)
    if (shape->size[i] < 1)
      return FALSE;

  return TRUE;
}

/* `f32` for Float32 */
static void
append_dtype (Maker *maker, ImDType dtype)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  g_string_append_printf (maker->name, "_%c%u", *info->numpy_name, 8 * info->size_bytes);
}

/* The name says all that the code depends on besides the text of the formula. */
static void
append_type (Maker *maker, ImDType dtype, const ImShape *shape)
{
  append_dtype (maker, dtype);
  for (guint i = shape->rank; i-- > 0;)
    g_string_append_printf (maker->name, "%c%d", i + 1 == shape->rank ? '_' : 'x',
                            shape->size[i]);
}

static void
append_number (Maker *maker, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (text, sizeof text, number);
  g_strdelimit (text, "-", 'm');
  g_strdelimit (text, ".+", 'p');
  g_string_append_printf (maker->name, "_%s", text);
}

static void
take_tensor (Maker *maker,
             const ImExpr *expr,
             ImSpan span,
             ImDType dtype,
             const ImShape *shape,
             ImTileArgument *argument)
{
  if (expr->kind != IM_EXPR_NAME)
    fail_call (maker, "argument", span, NULL,
               "a tensor is passed by the name of its socket, as in conv_1d(input)");
  else if (!is_computed (dtype))
    {
      g_autofree char *message = g_strdup_printf (
          "“%s” has elements of the type %s; formulas compute Float32, Float64, and "
          "Int8 to UInt64",
          expr->name, im_dtype_get_info (dtype)->name);

      fail_call (maker, "element-type", span, expr->name, message);
    }
  else if (!is_known (shape))
    maker->is_unknown = TRUE;
  else
    {
      *argument = (ImTileArgument){ .is_tensor = TRUE, .dtype = dtype, .shape = *shape };
      g_ptr_array_add (maker->inputs, (gpointer) expr->name);
      append_type (maker, dtype, shape);
    }
}

static void
take_numbers (Maker *maker,
              const double *numbers,
              guint n,
              gboolean is_list,
              ImTileArgument *argument)
{
  double *copy = im_arena_new0 (maker->arena, double, n + 1);

  for (guint i = 0; i < n; i++)
    {
      copy[i] = numbers[i];
      append_number (maker, numbers[i]);
    }
  *argument = (ImTileArgument){ .is_list = is_list, .n_numbers = n, .numbers = copy };
}

static void
take_shape (Maker *maker, const ImShape *shape, ImTileArgument *argument)
{
  double numbers[IM_SHAPE_MAX_RANK];

  if (!is_known (shape))
    {
      maker->is_unknown = TRUE;
      return;
    }
  for (guint i = 0; i < shape->rank; i++)
    numbers[i] = shape->size[shape->rank - 1 - i];
  take_numbers (maker, numbers, shape->rank, TRUE, argument);
}

static void
take_value (Maker *maker,
            const ImExpr *expr,
            ImSpan span,
            const ImValue *value,
            ImTileArgument *argument)
{
  g_autofree char *message = NULL;
  double number;

  switch (value->kind)
    {
    case IM_VALUE_TENSOR:
      take_tensor (maker, expr, span, value->tensor->dtype, &value->tensor->shape,
                   argument);
      return;
    case IM_VALUE_ARRAY:
      take_tensor (maker, expr, span, value->array->dtype, &value->array->shape,
                   argument);
      return;
    case IM_VALUE_SHAPE:
      take_shape (maker, value->shape, argument);
      return;
    case IM_VALUE_BOOL:
    case IM_VALUE_INT:
    case IM_VALUE_DOUBLE:
      number = value->kind == IM_VALUE_DOUBLE ? value->real
               : value->kind == IM_VALUE_INT  ? value->integer
                                              : value->boolean;
      take_numbers (maker, &number, 1, FALSE, argument);
      return;
    case IM_VALUE_UNKNOWN:
      maker->is_unknown = TRUE;
      return;
    case IM_VALUE_NULL:
    case IM_VALUE_STRING:
    case IM_VALUE_DTYPE:
    case IM_VALUE_BROADCAST:
    case IM_VALUE_BUFFER:
    case IM_N_VALUE_KINDS:
    default:
      message = g_strdup_printf ("a formula takes tensors, constant tables, numbers and "
                                 "shapes, not %s",
                                 im_value_kind_get_phrase (value->kind));
      fail_call (maker, "argument", span, NULL, message);
    }
}

static void
take_arguments (Maker *maker)
{
  const ImUnitExpr *call = maker->implementation->call;

  for (guint i = 0; i < call->expr->n_operands; i++)
    {
      const ImExpr *operand = call->expr->operands[i];
      ImSpan span = im_unit_expr_get_span (maker->unit, call, operand->span);
      const ImExprError *error = NULL;
      ImValue value;

      if (im_eval (operand, im_unit_evaluation_get_environment (maker->evaluation),
                   &value, &error))
        take_value (maker, operand, span, &value, &maker->arguments[i]);
      else
        fail_call (maker, "argument", span, NULL,
                   (error->cause != NULL ? error->cause : error)->message);
    }
}

/* The outputs that the unit declares and that have a value. */
static void
take_outputs (Maker *maker, ImTensorType *declared)
{
  for (guint i = 0; i < maker->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &maker->unit->parameters[i];
      ImValue value;

      if (parameter->kind != IM_PARAMETER_OUTPUT ||
          !im_unit_evaluation_get_value (maker->evaluation, parameter, &value, NULL) ||
          value.kind == IM_VALUE_NULL)
        continue;
      if (value.kind != IM_VALUE_TENSOR || !is_known (&value.tensor->shape) ||
          maker->outputs->len == MAX_ARGUMENTS)
        {
          maker->is_unknown = TRUE;
          return;
        }
      declared[maker->outputs->len] = *value.tensor;
      g_ptr_array_add (maker->outputs, (gpointer) parameter->name.text);
      append_dtype (maker, value.tensor->dtype);
    }
}

static void
fail_output (Maker *maker,
             guint number,
             const ImKernelBuffer *buffer,
             const ImTensorType *declared,
             const char *reason)
{
  const char *name = g_ptr_array_index (maker->outputs, number);
  const ImParameter *parameter = im_unit_find_parameter (maker->unit, name);
  g_autoptr (GString) made = g_string_new (im_dtype_get_info (buffer->dtype)->name);
  g_autoptr (GString) wanted = g_string_new (im_dtype_get_info (declared->dtype)->name);
  g_autofree char *message = NULL;

  im_shape_append_text (&buffer->shape, made);
  im_shape_append_text (&declared->shape, wanted);
  message = g_strdup_printf ("the formula gives %s for “%s”, which is declared as %s: %s",
                             made->str, name, wanted->str, reason);
  fail_call (maker, "output-mismatch", parameter->name.raw, name, message);
}

static void
check_output (Maker *maker,
              guint number,
              const ImKernelBuffer *buffer,
              const ImTensorType *declared)
{
  g_autofree char *reason = NULL;

  if (buffer->dtype != declared->dtype)
    reason = g_strdup ("the element types differ");
  else if (buffer->shape.rank != declared->shape.rank)
    reason = g_strdup_printf ("the rank is %u instead of %u", buffer->shape.rank,
                              declared->shape.rank);
  for (guint i = 0; reason == NULL && i < buffer->shape.rank; i++)
    if (buffer->shape.size[i] != declared->shape.size[i])
      reason = g_strdup_printf ("axis %u has %d elements instead of %d", i,
                                buffer->shape.size[i], declared->shape.size[i]);
  if (reason != NULL)
    fail_output (maker, number, buffer, declared, reason);
}

static void
check_outputs (Maker *maker, const ImFormula *formula, const ImTensorType *declared)
{
  g_autofree char *message = NULL;

  if (formula->outputs->len != maker->outputs->len)
    {
      message = g_strdup_printf ("the formula gives %u outputs, the unit declares %u",
                                 formula->outputs->len, maker->outputs->len);
      fail_call (maker, "output-mismatch", maker->implementation->call->raw, NULL,
                 message);
      return;
    }
  for (guint i = 0; i < formula->outputs->len; i++)
    check_output (
        maker, i,
        im_formula_get_buffer (formula, g_array_index (formula->outputs, guint, i)),
        &declared[i]);
}

/* Problems of the file become problems of the unit, because a pipeline shows that. */
static void
append_problems (Maker *maker, const ImDiagnostics *problems)
{
  ImSource *own = im_unit_file_get_source (maker->unit->file);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);
      g_autofree char *message = NULL, *file = NULL;
      guint line, column;

      if (problem->severity != IM_SEVERITY_ERROR)
        continue;
      maker->has_failed = TRUE;
      if (problem->source == own)
        {
          im_diagnostics_add_copy (maker->diagnostics, problem);
          continue;
        }
      im_diagnostic_locate (problem, &line, &column);
      file = g_path_get_basename (im_source_get_name (problem->source));
      message = g_strdup_printf ("%s:%u:%u: %s", file, line, column, problem->message);
      fail (maker->diagnostics, maker->unit, problem->code,
            maker->implementation->fragment.raw, NULL, message);
      if (problem->note != NULL)
        im_diagnostics_note (maker->diagnostics, "%s", problem->note);
    }
}

/* The kernels as they are emitted, and the fragments that hold them. */
static void
finish (Maker *maker, ImUnitFormula *self)
{
  if (maker->name->len > MAX_NAME_BYTES)
    {
      guint hash = g_str_hash (maker->name->str);

      g_string_truncate (maker->name, MAX_NAME_BYTES - 9);
      g_string_append_printf (maker->name, "_%08x", hash);
    }
  self->fused = im_formula_fuse (self->formula, self->nests, self->arena,
                                 &self->fused_nests);
  im_unit_formula_find_places (self, maker->unit, maker->inputs, maker->outputs);
  im_unit_formula_write (self, maker->unit,
                         im_arena_strdup (self->arena, maker->name->str), maker->inputs,
                         maker->outputs);
}

static void
make (Maker *maker, ImUnitFormula *self)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImTensorType declared[MAX_ARGUMENTS];
  ImDType types[MAX_ARGUMENTS];

  g_string_append (maker->name, maker->implementation->call->expr->name);
  take_arguments (maker);
  take_outputs (maker, declared);
  if (maker->has_failed || maker->is_unknown)
    return;
  for (guint i = 0; i < maker->outputs->len; i++)
    types[i] = declared[i].dtype;

  self->formula = im_tile_elaborate (self->file, self->function, self->arguments,
                                     self->arena, problems);
  append_problems (maker, problems);
  if (self->formula == NULL)
    return;
  self->formula->name = maker->implementation->call->expr->name;
  if (self->formula->outputs->len == maker->outputs->len)
    im_unit_formula_set_types (self->formula, self->arena, types);
  check_outputs (maker, self->formula, declared);
  if (maker->has_failed)
    return;

  g_autoptr (ImDiagnostics) of_loops = im_diagnostics_new ();
  self->nests = im_tile_find_loops (self->file, self->formula, self->arena, of_loops);
  append_problems (maker, of_loops);
  if (self->nests != NULL)
    finish (maker, self);
}

/* The tensors of an operator are its sockets, in the order in which it declares them. */
static void
make_operation (Maker *maker, ImUnitFormula *self)
{
  const ImUnitOperation *operation = im_unit_evaluation_get_operation (maker->evaluation);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImTensorType declared[MAX_ARGUMENTS];

  if (operation->instance == NULL)
    return;
  im_unit_formula_name_operation (maker->evaluation, maker->name);
  for (guint i = 0; i < maker->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &maker->unit->parameters[i];
      ImValue value;

      if (parameter->kind != IM_PARAMETER_INPUT ||
          maker->unit->operation->parts[i].role == IM_OPERATOR_VARIABLE ||
          !im_unit_evaluation_get_value (maker->evaluation, parameter, &value, NULL) ||
          value.kind != IM_VALUE_TENSOR)
        continue;
      maker->is_unknown |= !is_known (&value.tensor->shape);
      g_ptr_array_add (maker->inputs, (gpointer) parameter->name.text);
      append_type (maker, value.tensor->dtype, &value.tensor->shape);
    }
  take_outputs (maker, declared);
  if (maker->is_unknown)
    return;
  im_unit_formula_lower (self, maker->evaluation, operation, maker->inputs, problems);
  append_problems (maker, problems);
  if (self->nests != NULL && !maker->has_failed)
    finish (maker, self);
}

/* The formula that computes in C, or else in Python. */
static const ImImplementation *
choose (ImUnitEvaluation *evaluation)
{
  static const ImLanguage languages[] = { IM_LANGUAGE_C, IM_LANGUAGE_PYTHON };

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      const ImImplementation *chosen =
          im_unit_evaluation_choose (evaluation, IM_SECTION_BODY, languages[i]).chosen;

      if (chosen != NULL && im_language_is_formula (chosen->language))
        return chosen;
    }

  return NULL;
}

static gboolean
has_formula (const ImUnit *unit)
{
  const ImSection *body = &unit->sections[IM_SECTION_BODY];

  for (guint i = 0; i < body->n_implementations; i++)
    if (im_language_is_formula (body->implementations[i].language))
      return TRUE;

  return FALSE;
}

ImUnitFormula *
im_unit_formula_new (ImUnitEvaluation *evaluation,
                     ImUnitLibrary *library,
                     ImDiagnostics *diagnostics)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  const ImImplementation *implementation = has_formula (unit) ? choose (evaluation)
                                                              : NULL;
  g_autoptr (ImUnitFormula) self = NULL;
  g_autoptr (ImDiagnostics) problems = NULL;
  g_autoptr (GPtrArray) inputs = NULL, outputs = NULL;
  g_autoptr (GString) name = NULL;

  if (implementation == NULL)
    return NULL;

  self = g_new0 (ImUnitFormula, 1);
  self->implementation = implementation;
  self->arena = im_arena_new ();
  problems = im_diagnostics_new ();
  inputs = g_ptr_array_new ();
  outputs = g_ptr_array_new ();
  name = g_string_new (NULL);

  Maker maker = { .evaluation = evaluation,
                  .unit = unit,
                  .implementation = implementation,
                  .diagnostics = diagnostics,
                  .arena = self->arena,
                  .arguments = im_arena_new0 (self->arena, ImTileArgument, MAX_ARGUMENTS),
                  .inputs = inputs,
                  .outputs = outputs,
                  .name = name };
  self->arguments = maker.arguments;
  if (unit->operation != NULL)
    {
      self->source = unit->operation->module->source;
      make_operation (&maker, self);
      return self->fused != NULL ? g_steal_pointer (&self) : NULL;
    }
  self->file = im_unit_formula_read (unit, implementation, library, &self->function,
                                     problems);
  append_problems (&maker, problems);
  if (self->file != NULL)
    {
      self->source = self->file->source;
      make (&maker, self);
    }

  return self->nests != NULL ? g_steal_pointer (&self) : NULL;
}

void
im_unit_formula_free (ImUnitFormula *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->c.code, im_source_unref);
  g_clear_pointer (&self->python.code, im_source_unref);
  g_clear_pointer (&self->fused_nests, g_ptr_array_unref);
  g_clear_pointer (&self->fused, im_formula_free);
  g_clear_pointer (&self->nests, g_ptr_array_unref);
  g_clear_pointer (&self->formula, im_formula_free);
  g_clear_pointer (&self->file, im_tile_file_free);
  im_arena_free (self->arena);
  g_free (self);
}
