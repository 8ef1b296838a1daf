/* SPDX-License-Identifier: MIT */
#include "skriptnd/lower/im-sknd-tuple.h"

#include "skriptnd/lower/im-sknd-share.h"
#include "skriptnd/lower/im-sknd-statement.h"

/**
 * Tuple:
 * @loops: the statement
 * @outputs: what is written
 * @radix: how many values each digit has
 * @state: the number of all digits; less than 0 where nothing was written
 * @state_load: for each element of an output that the kernel reads, the state there, + 1
 */
typedef struct
{
  ImSkndLoops *loops;
  const ImSkndOperands *outputs;
  gint64 *radix;
  ImSkndOperand state;
  guint state_load[IM_KERNEL_MAX_LOADS];
} Tuple;

static const ImSkndNumbers *
get_numbers (const Tuple *tuple)
{
  return &tuple->loops->frame->program->numbers;
}

static const ImKernelNode *
operate (const Tuple *tuple,
         ImKernelNodeKind kind,
         const ImKernelNode *a,
         const ImKernelNode *b)
{
  const ImSkndNumbers *numbers = get_numbers (tuple);

  return im_sknd_node_new (numbers, kind,
                           kind == IM_KERNEL_NODE_LESS ||
                                   kind == IM_KERNEL_NODE_GREATER_EQUAL
                               ? IM_DTYPE_UINT8
                               : numbers->integer,
                           a, b, NULL);
}

static const ImKernelNode *
get_integer (const Tuple *tuple, gint64 integer)
{
  ImSkndTerm term = im_sknd_term_integer (integer);

  return im_sknd_term_get_node (get_numbers (tuple), IM_SKND_BASE_INT, &term);
}

/* One digit of a state. */
static const ImKernelNode *
decode (const Tuple *tuple, const ImKernelNode *state, guint digit)
{
  gint64 below = 1;

  for (guint i = digit + 1; i < tuple->outputs->n; i++)
    below *= tuple->radix[i];
  state = operate (tuple, IM_KERNEL_NODE_FLOOR_DIVIDE, state, get_integer (tuple, below));

  return operate (tuple, IM_KERNEL_NODE_MODULO, state,
                  get_integer (tuple, tuple->radix[digit]));
}

static gboolean
encode (Tuple *tuple, const ImSkndTerms *value, const ImSkndExpr *expr, ImSkndTerm *code)
{
  ImSkndFrame *frame = tuple->loops->frame;
  gint64 all = 1;

  *code = im_sknd_term_integer (0);
  for (guint i = 0; i < value->n; i++)
    {
      const ImSkndTerm *digit = &value->terms[i];
      ImSkndTerm radix;

      if (value->base != IM_SKND_BASE_INT || digit->kind == IM_SKND_TERM_NODE ||
          im_sknd_term_low (digit) < 0 || im_sknd_term_high (digit) >= G_MAXINT32 ||
          __builtin_mul_overflow (all, im_sknd_term_high (digit) + 1, &all) ||
          all > G_MAXINT32)
        return im_sknd_frame_fail (frame, "value", expr->span,
                                   "Not supported yet: several outputs of “:=” whose "
                                   "values are no indices");
      tuple->radix[i] = im_sknd_term_high (digit) + 1;
      radix = im_sknd_term_integer (tuple->radix[i]);
      im_sknd_term_operate (get_numbers (tuple), IM_SKND_MULTIPLY, IM_SKND_BASE_INT, code,
                            &radix, code);
      im_sknd_term_operate (get_numbers (tuple), IM_SKND_ADD, IM_SKND_BASE_INT, code,
                            digit, code);
    }

  return TRUE;
}

static const ImKernelNode *
load (const Tuple *tuple, guint number)
{
  ImKernelNode *node = (ImKernelNode *) im_sknd_node_new (
      get_numbers (tuple), IM_KERNEL_NODE_LOAD, get_numbers (tuple)->integer, NULL, NULL,
      NULL);

  node->load = number;

  return node;
}

/* Which output a buffer is, or the number of outputs. */
static guint
find_output (const Tuple *tuple, guint buffer)
{
  for (guint i = 0; i < tuple->outputs->n; i++)
    if (tuple->outputs->items[i].buffer == (gint) buffer)
      return i;

  return tuple->outputs->n;
}

/* What is read of an output is its digit, where there is a state. */
static const ImKernelNode *
rewrite (const Tuple *tuple, const ImKernel *kernel, const ImKernelNode *node)
{
  ImKernelNode *copy = NULL;

  if (node == NULL)
    return NULL;
  if (node->kind == IM_KERNEL_NODE_LOAD && tuple->state_load[node->load] > 0)
    {
      guint digit = find_output (tuple, kernel->loads[node->load].buffer);
      const ImKernelNode *state = load (tuple, tuple->state_load[node->load] - 1);

      return im_sknd_node_new (
          get_numbers (tuple), IM_KERNEL_NODE_SELECT, node->dtype,
          operate (tuple, IM_KERNEL_NODE_LESS, state, get_integer (tuple, 0)), node,
          decode (tuple, state, digit));
    }
  copy = im_arena_new0 (get_numbers (tuple)->arena, ImKernelNode, 1);
  *copy = *node;
  for (guint i = 0; i < G_N_ELEMENTS (copy->arguments); i++)
    copy->arguments[i] = rewrite (tuple, kernel, node->arguments[i]);

  return copy;
}

static gboolean
read_state (Tuple *tuple, ImKernel *kernel, const ImSkndExpr *expr)
{
  guint n = kernel->n_loads;

  for (guint i = 0; i < n; i++)
    {
      if (find_output (tuple, kernel->loads[i].buffer) == tuple->outputs->n)
        continue;
      if (kernel->n_loads == IM_KERNEL_MAX_LOADS)
        return im_sknd_frame_fail (tuple->loops->frame, "too-many", expr->span,
                                   "Not supported yet: a statement that reads more than "
                                   "%d elements",
                                   IM_KERNEL_MAX_LOADS);
      kernel->loads[kernel->n_loads] = kernel->loads[i];
      kernel->loads[kernel->n_loads].buffer = (guint) tuple->state.buffer;
      tuple->state_load[i] = ++kernel->n_loads;
    }
  for (guint i = 0; i < kernel->n_loads; i++)
    for (guint j = 0; j < IM_SHAPE_MAX_RANK; j++)
      kernel->loads[i].computed[j] = rewrite (tuple, kernel,
                                              kernel->loads[i].computed[j]);
  kernel->condition = rewrite (tuple, kernel, kernel->condition);

  return TRUE;
}

static gboolean
update_state (Tuple *tuple,
              const ImSkndExpr *expr,
              const ImSkndTerms *index,
              const ImSkndTerm *code,
              ImSpan span)
{
  const ImSkndNumbers *numbers = get_numbers (tuple);
  g_autofree ImKernel *kernel = g_new0 (ImKernel, 1);
  ImSkndLoops loops = *tuple->loops;

  loops.kernel = kernel;
  *kernel = *tuple->loops->kernel;
  if (!im_sknd_loops_access (&loops, expr, &tuple->state, index, &kernel->output) ||
      !im_sknd_loops_take_condition (&loops, span) || !read_state (tuple, kernel, expr))
    return FALSE;
  kernel->aggregation = IM_AGGREGATION_UPDATE;
  kernel->dtype = numbers->integer;
  kernel->is_explicit = TRUE;
  kernel->value = im_sknd_term_get_node (numbers, IM_SKND_BASE_INT, code);
  kernel->default_buffer = -1;
  kernel->initial = im_sknd_node_constant (numbers, numbers->integer, -1);
  kernel->span = span;
  im_sknd_kernel_share (kernel, numbers, loops.names);
  im_sknd_kernel_drop_loads (kernel);

  return im_sknd_frame_add_statement (loops.frame, kernel);
}

/* Each element that has a state gets its digit. */
static gboolean
write_digit (Tuple *tuple, guint digit, ImSpan span)
{
  const ImSkndNumbers *numbers = get_numbers (tuple);
  const ImSkndOperand *output = &tuple->outputs->items[digit];
  g_autofree ImKernel *kernel = g_new0 (ImKernel, 1);

  kernel->aggregation = IM_AGGREGATION_SET;
  kernel->dtype = numbers->integer;
  kernel->is_explicit = TRUE;
  kernel->default_buffer = output->buffer;
  kernel->n_indices = output->tensor.rank;
  for (guint i = 0; i < output->tensor.rank; i++)
    {
      kernel->indices[i] = im_arena_printf (numbers->arena, "i%u", i);
      kernel->output.index[output->tensor.rank - 1 - i] = im_affine_variable (i);
    }
  kernel->output.buffer = (guint) output->buffer;
  kernel->loads[0] = kernel->output;
  kernel->loads[0].buffer = (guint) tuple->state.buffer;
  kernel->n_loads = 1;
  kernel->value = decode (tuple, load (tuple, 0), digit);
  kernel->condition = operate (tuple, IM_KERNEL_NODE_GREATER_EQUAL, load (tuple, 0),
                               get_integer (tuple, 0));
  kernel->span = span;

  return im_sknd_frame_add_statement (tuple->loops->frame, kernel);
}

static gboolean
are_alike (const ImSkndOperands *outputs)
{
  for (guint i = 1; i < outputs->n; i++)
    if (!im_sknd_tensor_is (&outputs->items[i].tensor, &outputs->items[0].tensor))
      return FALSE;

  return TRUE;
}

gboolean
im_sknd_tuple_write (ImSkndLoops *loops,
                     const ImSkndExpr *expr,
                     const ImSkndOperands *outputs,
                     const ImSkndTerms *index,
                     const ImSkndTerms *value,
                     ImSpan span)
{
  ImSkndFrame *frame = loops->frame;
  g_autofree gint64 *radix = g_new0 (gint64, outputs->n + 1);
  Tuple tuple = { loops, outputs, radix, { outputs->items[0].tensor, 0, { 0 } }, { 0 } };
  ImSkndTerm code;

  if (outputs->items[0].buffer < 0)
    return TRUE;
  for (guint i = 0; i < outputs->n; i++)
    if (!g_hash_table_contains (frame->program->started,
                                GINT_TO_POINTER (outputs->items[i].buffer)))
      return im_sknd_frame_fail (frame, "value", expr->span,
                                 "“:=” needs an output that “=” has written before");
  if (!are_alike (outputs))
    return im_sknd_frame_fail (frame, "shape", expr->span,
                               "Expected outputs of one shape");
  if (!encode (&tuple, value, expr, &code))
    return FALSE;
  tuple.state.buffer = (gint) im_sknd_program_add_buffer (
      frame->program, "state", IM_BUFFER_LOCAL, IM_SKND_BASE_INT, &tuple.state.tensor);
  if (!update_state (&tuple, expr, index, &code, span))
    return FALSE;
  for (guint i = 0; i < outputs->n; i++)
    if (!write_digit (&tuple, i, span))
      return FALSE;

  return TRUE;
}
