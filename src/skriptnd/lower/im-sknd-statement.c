/* SPDX-License-Identifier: MIT
 *
 * A statement of `@lower` as kernels. Its indices become loops; one that says which
 * tensor of a pack is meant, or which of several lengths, has to be known, so that the
 * statement is made once for each of its values.
 *
 * All statements of an output go on from what those before have left.
 */
#include "skriptnd/lower/im-sknd-statement.h"

#include "skriptnd/lower/im-sknd-initial.h"
#include "skriptnd/lower/im-sknd-operands.h"
#include "skriptnd/lower/im-sknd-share.h"
#include "skriptnd/lower/im-sknd-tuple.h"

#define MAX_BOUNDS      32
#define MAX_REPETITIONS 100000

/**
 * Attempt:
 * @frame: where the statement is
 * @lowering: the statement
 * @span: its place
 * @repetition: of an unrolled statement, which one
 * @unrolled: bits of the bounds whose indices are known
 * @values: what these are
 * @limits: how far the others go, or -1
 * @owners: the bound of each index of the kernel
 * @has_warned: whether it is said that elements are left out
 */
typedef struct
{
  ImSkndFrame *frame;
  const ImSkndLowering *lowering;
  ImSpan span;
  gint64 repetition;
  guint32 unrolled;
  gint64 values[MAX_BOUNDS];
  gint64 limits[MAX_BOUNDS];
  guint owners[IM_KERNEL_MAX_INDICES];
  gboolean *has_warned;
} Attempt;

void
im_sknd_loops_init (ImSkndLoops *loops, ImSkndFrame *frame, ImKernel *kernel)
{
  *loops = (ImSkndLoops){ .frame = frame, .kernel = kernel };
  im_sknd_scope_init (&loops->scope, &frame->instance->scope);
  loops->terms = g_hash_table_new (g_str_hash, g_str_equal);
  loops->names = g_hash_table_new (NULL, NULL);
  loops->condition.item.boolean = TRUE;
  loops->evaluation = (ImSkndEvaluation){ &loops->scope, frame->signature->file->source,
                                          frame->program->numbers.arena,
                                          frame->program->diagnostics };
}

void
im_sknd_loops_clear (ImSkndLoops *loops)
{
  im_sknd_scope_clear (&loops->scope);
  g_hash_table_unref (loops->terms);
  g_hash_table_unref (loops->names);
}

static void
set_int (ImSkndLoops *loops, const char *name, gint64 integer)
{
  ImArena *arena = loops->evaluation.arena;
  ImSkndType type = { .base = IM_SKND_BASE_INT };
  ImSkndValue *value = im_arena_new0 (arena, ImSkndValue, 1);

  im_sknd_value_init (value, arena, IM_SKND_BASE_INT, FALSE, 1)->integer = integer;
  im_sknd_scope_add (&loops->scope, arena, name, type)->value = value;
}

static void
set_terms (ImSkndLoops *loops, const char *name, const ImSkndTerms *terms)
{
  ImSkndTerms *kept = im_arena_new0 (loops->evaluation.arena, ImSkndTerms, 1);

  *kept = *terms;
  g_hash_table_insert (loops->terms, (gpointer) name, kept);
}

static gboolean
add_constraint (ImSkndLoops *loops, const ImAffine *form, gint64 bound, ImSpan span)
{
  ImKernel *kernel = loops->kernel;

  if (kernel->n_constraints == IM_KERNEL_MAX_CONSTRAINTS)
    return im_sknd_frame_fail (loops->frame, "too-many", span,
                               "Not supported yet: more than %d bounds of a statement",
                               IM_KERNEL_MAX_CONSTRAINTS);
  kernel->constraints[kernel->n_constraints++] = (ImKernelConstraint){ *form, bound };

  return TRUE;
}

/* A statement that nothing is computed by. */
static gboolean
set_empty (ImSkndLoops *loops, ImSpan span)
{
  ImAffine never = im_affine_constant (-1);

  return add_constraint (loops, &never, 1, span);
}

/* An index that stays below a limit, which may be a form of those before it. */
static gboolean
add_index (ImSkndLoops *loops,
           Attempt *attempt,
           guint number,
           const char *name,
           const ImSkndTerm *limit,
           ImSkndTerm *index)
{
  ImSkndNumbers *numbers = &loops->frame->program->numbers;
  ImKernel *kernel = loops->kernel;
  guint variable = kernel->n_indices;
  ImSpan span = attempt->lowering->bounds[number].name.span;
  gint64 high = im_sknd_term_high (limit);
  ImAffine form, rest;

  *index = im_sknd_term_integer (0);
  if (!im_sknd_term_get_form (limit, &form))
    return im_sknd_frame_fail (loops->frame, "value", span,
                               "Not supported yet: an index below what only a run "
                               "knows, or below no form of the indices before it");
  if (high <= 0)
    {
      loops->is_empty = TRUE;
      return TRUE;
    }
  if (high == 1 && limit->kind == IM_SKND_TERM_CONSTANT)
    return TRUE;
  if (variable == IM_KERNEL_MAX_INDICES)
    return im_sknd_frame_fail (loops->frame, "too-many", span,
                               "Not supported yet: a statement with more than %d indices",
                               IM_KERNEL_MAX_INDICES);
  kernel->indices[kernel->n_indices++] = name;
  attempt->owners[variable] = number;
  numbers->last[variable] = high - 1;
  rest = form;
  form = im_affine_variable (variable);
  *index = im_sknd_term_form (numbers, &form);
  if (!add_constraint (loops, &form, high, span))
    return FALSE;
  if (limit->kind == IM_SKND_TERM_CONSTANT)
    return TRUE;
  rest.constant--;

  return im_affine_add (&rest, &form, -1, &rest) &&
         add_constraint (loops, &rest, high, span);
}

static const char *
name_index (ImSkndLoops *loops, const char *name, gboolean is_packed, guint i)
{
  return is_packed ? im_arena_printf (loops->evaluation.arena, "%s%u", name, i)
                   : im_arena_strdup (loops->evaluation.arena, name);
}

static gboolean
set_bound (ImSkndLoops *loops, Attempt *attempt, guint number)
{
  const ImSkndLoopBound *bound = &attempt->lowering->bounds[number];
  ImSkndTerms limit, index;

  gboolean is_fine = FALSE;

  loops->needs_numbers = TRUE;
  is_fine = im_sknd_loops_evaluate (loops, bound->limit, &limit);
  loops->needs_numbers = FALSE;
  if (!is_fine)
    return FALSE;
  if (limit.is_null || limit.base != IM_SKND_BASE_INT)
    {
      if (limit.n > 0 || limit.is_null)
        return im_sknd_frame_fail (loops->frame, "type", bound->limit->span,
                                   "Expected an int, or a pack of ints, above “%s”",
                                   bound->name.text);
      limit.base = IM_SKND_BASE_INT;
    }
  attempt->limits[number] = -1;
  if (!limit.is_packed && limit.terms[0].kind == IM_SKND_TERM_CONSTANT)
    attempt->limits[number] = limit.terms[0].item.integer;
  im_sknd_terms_init (&index, loops->evaluation.arena, IM_SKND_BASE_INT, limit.is_packed,
                      limit.n);
  for (guint i = 0; i < limit.n; i++)
    {
      const char *name = name_index (loops, bound->name.text, limit.is_packed, i);

      if ((attempt->unrolled >> number & 1) != 0)
        index.terms[i] = im_sknd_term_integer (attempt->values[number]);
      else if (!add_index (loops, attempt, number, name, &limit.terms[i],
                           &index.terms[i]))
        return FALSE;
    }
  set_terms (loops, bound->name.text, &index);

  return TRUE;
}

static gboolean
set_bounds (ImSkndLoops *loops, Attempt *attempt)
{
  const ImSkndLowering *lowering = attempt->lowering;

  if (lowering->unroll_name.text != NULL)
    set_int (loops, lowering->unroll_name.text, attempt->repetition);
  if (lowering->n_bounds > MAX_BOUNDS)
    return im_sknd_frame_fail (loops->frame, "too-many", attempt->span,
                               "Not supported yet: a statement with more than %d bounds",
                               MAX_BOUNDS);
  for (guint i = 0; i < lowering->n_bounds; i++)
    if (!set_bound (loops, attempt, i))
      return FALSE;

  return TRUE;
}

/* What a local is computed of is there, unless an index in bars may leave it out. */
static void
name_terms (ImSkndLoops *loops, const char *name, const ImSkndTerms *terms)
{
  for (guint i = 0; i < terms->n && !terms->is_null; i++)
    if (terms->terms[i].kind == IM_SKND_TERM_NODE)
      g_hash_table_insert (loops->names, (gpointer) terms->terms[i].node,
                           (gpointer) name_index (loops, name, terms->is_packed, i));
}

static gboolean
set_locals (ImSkndLoops *loops, const ImSkndLowering *lowering)
{
  for (guint i = 0; i < lowering->n_locals; i++)
    {
      const ImKernelNode *condition = loops->condition.node;
      ImSkndTerms terms;

      if (!im_sknd_loops_evaluate (loops, lowering->locals[i].value, &terms))
        return FALSE;
      set_terms (loops, lowering->locals[i].name.text, &terms);
      if (loops->condition.node == condition)
        name_terms (loops, lowering->locals[i].name.text, &terms);
    }

  return TRUE;
}

/* The condition of the statement holds for all that is computed. */
static gboolean
set_condition (ImSkndLoops *loops, const ImSkndExpr *expr, gboolean *is_null)
{
  ImSkndTerms condition;

  *is_null = FALSE;
  if (expr == NULL)
    return TRUE;
  if (!im_sknd_loops_evaluate (loops, expr, &condition))
    return FALSE;
  *is_null = condition.is_null;
  if (condition.is_null)
    return TRUE;
  if (condition.is_packed || condition.base != IM_SKND_BASE_BOOL)
    return im_sknd_frame_fail (loops->frame, "type", expr->span,
                               "Expected one bool behind “|”");
  loops->condition = condition.terms[0];
  loops->given = condition.terms[0].facts;

  return TRUE;
}

gboolean
im_sknd_loops_take_condition (ImSkndLoops *loops, ImSpan span)
{
  const ImSkndTerm *condition = &loops->condition;
  const ImSkndNumbers *numbers = &loops->frame->program->numbers;

  if (condition->kind == IM_SKND_TERM_CONSTANT)
    return condition->item.boolean || set_empty (loops, span);
  if (!condition->is_exact)
    {
      loops->kernel->condition = condition->node;
      return TRUE;
    }
  for (const ImSkndFact *fact = condition->facts; fact != NULL; fact = fact->next)
    {
      ImSkndTerm term = im_sknd_term_form (numbers, &fact->form);
      gint64 high = im_sknd_term_high (&term);

      if (!add_constraint (loops, &fact->form, high < G_MAXINT64 ? high + 1 : high, span))
        return FALSE;
    }

  return TRUE;
}

static const ImAggregation aggregations[IM_SKND_N_ASSIGNS] = {
  [IM_SKND_ASSIGN] = IM_AGGREGATION_SET,
  [IM_SKND_ASSIGN_UPDATE] = IM_AGGREGATION_UPDATE,
  [IM_SKND_ASSIGN_ADD] = IM_AGGREGATION_SUM,
  [IM_SKND_ASSIGN_MULTIPLY] = IM_AGGREGATION_PRODUCT,
  [IM_SKND_ASSIGN_AND] = IM_AGGREGATION_AND,
  [IM_SKND_ASSIGN_OR] = IM_AGGREGATION_OR,
  [IM_SKND_ASSIGN_MINIMUM] = IM_AGGREGATION_MINIMUM,
  [IM_SKND_ASSIGN_MAXIMUM] = IM_AGGREGATION_MAXIMUM,
};

static gboolean
is_started (const ImSkndProgram *program, guint buffer)
{
  return g_hash_table_contains (program->started, GUINT_TO_POINTER (buffer));
}

static gboolean
check_value (Attempt *attempt, const ImSkndOperands *outputs, const ImSkndTerms *value)
{
  const ImSkndExpr *expr = attempt->lowering->value;

  if (value->base != outputs->base && value->n > 0)
    {
      g_autoptr (GString) wanted = g_string_new (NULL), found = g_string_new (NULL);
      ImSkndType a = { .base = outputs->base }, b = { .base = value->base };

      im_sknd_type_append (&a, wanted);
      im_sknd_type_append (&b, found);
      return im_sknd_frame_fail (attempt->frame, "type", expr->span,
                                 "Expected a value of type %s, found %s", wanted->str,
                                 found->str);
    }
  if (value->is_packed && (!outputs->is_packed || value->n != outputs->n))
    return im_sknd_frame_fail (attempt->frame, "value", expr->span,
                               "Expected %u values, found %u", outputs->n, value->n);

  return TRUE;
}

/* What accumulates leaves terms out without a word; what assigns leaves elements out. */
static void
warn_of_skips (const ImSkndLoops *loops, Attempt *attempt, ImSkndBase base)
{
  if (attempt->lowering->assign != IM_SKND_ASSIGN || loops->skips == NULL ||
      *attempt->has_warned)
    return;
  *attempt->has_warned = TRUE;
  im_diagnostics_add (
      loops->frame->program->diagnostics, IM_SEVERITY_WARNING, "skipped",
      loops->frame->signature->file->source, loops->skips->span,
      "Where the index in bars lies outside, “=” assigns nothing, and the "
      "element is %s",
      base == IM_SKND_BASE_BOOL ? "false" : "0");
  im_sknd_frame_note (loops->frame);
}

/* One kernel for each tensor that is written. */
static gboolean
write_outputs (ImSkndLoops *loops,
               Attempt *attempt,
               const ImSkndOperands *outputs,
               const ImSkndTerms *value)
{
  const ImSkndLowering *lowering = attempt->lowering;
  ImSkndProgram *program = loops->frame->program;
  ImSkndTerms index, several;
  guint rank = outputs->n > 0 ? outputs->items[0].tensor.rank : 0;
  gboolean is_tuple = outputs->is_packed && outputs->n > 1 &&
                      lowering->assign == IM_SKND_ASSIGN_UPDATE;

  if (!check_value (attempt, outputs, value) ||
      !im_sknd_loops_evaluate_indices (loops, lowering->output, rank, &index, &several))
    return FALSE;
  if (several.is_packed || outputs->choice != NULL)
    return im_sknd_frame_fail (loops->frame, "index", lowering->output->span,
                               "Expected one element of an output, or of each of a pack");
  if (is_tuple)
    return im_sknd_tuple_write (loops, lowering->output, outputs, &index, value,
                                attempt->span);
  warn_of_skips (loops, attempt, outputs->base);
  for (guint i = 0; i < outputs->n; i++)
    {
      const ImSkndOperand *output = &outputs->items[i];
      ImKernel kernel;
      ImSkndLoops one = *loops;

      one.kernel = &kernel;
      kernel = *loops->kernel;
      if (!im_sknd_loops_access (&one, lowering->output, output, &index, &kernel.output))
        return FALSE;
      if (output->buffer < 0)
        continue;
      if (!im_sknd_loops_take_condition (&one, attempt->span))
        return FALSE;
      kernel.aggregation = aggregations[lowering->assign];
      kernel.dtype = im_sknd_numbers_get (&program->numbers, outputs->base);
      kernel.is_explicit = TRUE;
      kernel.value = im_sknd_term_get_node (&program->numbers, outputs->base,
                                            im_sknd_terms_get (value, i));
      kernel.default_buffer = -1;
      if (is_started (program, (guint) output->buffer))
        kernel.default_buffer = output->buffer;
      else if (lowering->assign == IM_SKND_ASSIGN_UPDATE)
        return im_sknd_frame_fail (loops->frame, "value", lowering->output->span,
                                   "“:=” needs an output that “=” has written before");
      else
        kernel.initial = im_sknd_get_initial (program, lowering->assign, outputs->base);
      kernel.span = attempt->span;
      im_sknd_kernel_share (&kernel, &program->numbers, loops->names);
      im_sknd_kernel_drop_loads (&kernel);
      if (!im_sknd_frame_add_statement (loops->frame, &kernel))
        return FALSE;
    }

  return TRUE;
}

/* Without a value for any element all are what they begin with. */
static gboolean
start_outputs (ImSkndLoops *loops, Attempt *attempt, const ImSkndOperands *outputs)
{
  ImSkndProgram *program = loops->frame->program;

  for (guint i = 0; i < outputs->n; i++)
    {
      ImSkndItem item = im_sknd_get_identity (attempt->lowering->assign, outputs->base);

      if (outputs->items[i].buffer >= 0 &&
          !is_started (program, (guint) outputs->items[i].buffer) &&
          !im_sknd_frame_fill (loops->frame, &outputs->items[i], outputs->base, item,
                               attempt->span))
        return FALSE;
    }

  return TRUE;
}

static gboolean
make (ImSkndLoops *loops, Attempt *attempt)
{
  const ImSkndLowering *lowering = attempt->lowering;
  ImSkndOperands outputs;
  ImSkndTerms value = { .is_null = TRUE };
  gboolean is_fine = FALSE, is_null = FALSE;

  if (!set_bounds (loops, attempt))
    return FALSE;
  if (!loops->is_empty &&
      (!set_locals (loops, lowering) ||
       !set_condition (loops, lowering->condition, &is_null) ||
       (!is_null && !im_sknd_loops_evaluate (loops, lowering->value, &value))))
    return FALSE;
  if (!loops->is_empty && value.is_null)
    return TRUE;
  if (lowering->output->kind != IM_SKND_INDEX ||
      !im_sknd_loops_find_tensors (loops, lowering->output->operands[0], &outputs,
                                   &is_fine))
    return im_sknd_frame_fail (loops->frame, "type", lowering->output->span,
                               "Expected an element of an output");
  if (!is_fine)
    return FALSE;

  return loops->is_empty ? start_outputs (loops, attempt, &outputs)
                         : write_outputs (loops, attempt, &outputs, &value);
}

/* Which bound has to be known, if one has, and can be; or the number of bounds. */
static guint
find_wanted (const Attempt *attempt, guint wanted)
{
  for (guint i = 0; i < IM_KERNEL_MAX_INDICES; i++)
    if ((wanted >> i & 1) != 0 && attempt->limits[attempt->owners[i]] >= 0)
      return attempt->owners[i];

  return attempt->lowering->n_bounds;
}

static gboolean
try (Attempt *attempt)
{
  ImSkndProgram *program = attempt->frame->program;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImDiagnostics *outer = program->diagnostics;
  guint n_buffers = program->formula->buffers->len, bound = 0;
  g_autofree ImKernel *kernel = g_new0 (ImKernel, 1);
  ImSkndLoops loops;
  gboolean is_fine = FALSE;

  program->diagnostics = diagnostics;
  im_sknd_loops_init (&loops, attempt->frame, kernel);
  is_fine = make (&loops, attempt);
  im_sknd_loops_clear (&loops);
  program->diagnostics = outer;
  bound = is_fine ? attempt->lowering->n_bounds : find_wanted (attempt, loops.wanted);
  if (is_fine || bound == attempt->lowering->n_bounds)
    {
      im_diagnostics_append (outer, diagnostics);
      return is_fine;
    }

  g_ptr_array_set_size (program->formula->buffers, (gint) n_buffers);
  for (gint64 i = 0, n = attempt->limits[bound]; i < n; i++)
    {
      Attempt one = *attempt;

      one.unrolled |= 1u << bound;
      one.values[bound] = i;
      if (!try (&one))
        return FALSE;
    }

  return TRUE;
}

static gboolean
get_repetitions (ImSkndFrame *frame, const ImSkndLowering *lowering, gint64 *n)
{
  ImSkndTerms terms;

  *n = 1;
  if (lowering->unroll_count == NULL)
    return TRUE;
  if (!im_sknd_frame_evaluate (frame, lowering->unroll_count, &terms))
    return FALSE;
  if (terms.is_null || terms.is_packed || terms.base != IM_SKND_BASE_INT)
    return im_sknd_frame_fail (frame, "type", lowering->unroll_count->span,
                               "Expected an int behind “->”");
  *n = terms.terms[0].item.integer;

  return (*n >= 0 && *n <= MAX_REPETITIONS) ||
         im_sknd_frame_fail (frame, "value", lowering->unroll_count->span,
                             "Expected a count of statements from 0 to %d, found "
                             "%" G_GINT64_FORMAT,
                             MAX_REPETITIONS, *n);
}

static gboolean
lower (ImSkndFrame *frame, const ImSkndStatement *statement)
{
  const ImSkndLowering *lowering = &statement->lowering;
  gboolean has_warned = FALSE;
  gint64 n = 0;

  if (!get_repetitions (frame, lowering, &n))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    {
      Attempt attempt = { frame, lowering, statement->span, i,
                          .has_warned = &has_warned };

      if (!try (&attempt))
        return FALSE;
    }

  return TRUE;
}

gboolean
im_sknd_frame_lower (ImSkndFrame *frame, const ImSkndBlock *block)
{
  for (guint i = 0; i < block->n; i++)
    if (!lower (frame, block->statements[i]))
      return FALSE;

  return TRUE;
}
