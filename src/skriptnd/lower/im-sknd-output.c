/* SPDX-License-Identifier: MIT */
#include "skriptnd/lower/im-sknd-output.h"

#include "skriptnd/lower/im-sknd-operands.h"
#include "skriptnd/lower/im-sknd-statement.h"

static const ImSkndBlock *
get_block (const ImSkndFrame *frame, ImSkndBlockKind kind)
{
  static const ImSkndBlock empty = { .n = 0 };
  const ImSkndBlock *block = frame->signature->definition->by_kind[kind];

  return block != NULL ? block : &empty;
}

static char *
name_item (const char *name, gboolean is_packed, guint i)
{
  return is_packed ? g_strdup_printf ("%s_%u", name, i) : g_strdup (name);
}

gboolean
im_sknd_frame_add_tensors (ImSkndFrame *frame,
                           const ImSkndParameter *parameter,
                           const ImSkndArgument *argument,
                           ImBufferKind kind)
{
  ImSkndProgram *program = frame->program;
  ImSkndOperands operands = { argument->base, FALSE, parameter->is_packed, argument->n };

  operands.items = im_arena_new0 (program->numbers.arena, ImSkndOperand, argument->n + 1);
  for (guint i = 0; i < argument->n; i++)
    {
      g_autofree char *name = name_item (parameter->name.text, parameter->is_packed, i);
      const ImSkndTensor *tensor = &argument->tensors[i];

      if (!im_sknd_frame_check_tensor (frame, name, tensor, parameter->name.span))
        return FALSE;
      operands.items[i] = (ImSkndOperand){ .tensor = im_sknd_tensor_copy (
                                               tensor, program->numbers.arena),
                                           .buffer = IM_SKND_EMPTY_TENSOR };
      if (im_sknd_tensor_count (tensor) == 0)
        continue;
      operands.items[i].buffer = (gint) im_sknd_program_add_buffer (
          program, name, kind, argument->base, tensor);
    }
  im_sknd_frame_set (frame, parameter->name.text, &operands);

  return TRUE;
}

static ImSkndBase
get_base (const ImSkndFrame *frame, const ImSkndParameter *parameter)
{
  const ImSkndSymbol *generic = im_sknd_scope_find (&frame->instance->scope,
                                                    parameter->type.text);
  ImSkndBase base = generic != NULL ? generic->type.base : IM_SKND_BASE_OPEN;

  im_sknd_base_find (parameter->type.text, &base);

  return base;
}

/* The shape that an input without a value has been bound to. */
static ImSkndTensor
find_shape (const ImSkndFrame *frame, const char *name)
{
  g_autofree char *member = g_strconcat (name, ".shape", NULL);
  const ImSkndSymbol *symbol = im_sknd_scope_find (&frame->instance->scope, member);
  ImSkndTensor tensor = { 0, NULL };
  gint64 *extents = NULL;

  if (symbol == NULL || symbol->value == NULL || symbol->value->is_null)
    return tensor;
  extents = im_arena_new0 (frame->program->numbers.arena, gint64, symbol->value->n + 1);
  for (guint i = 0; i < symbol->value->n; i++)
    extents[i] = symbol->value->items[i].integer;

  return (ImSkndTensor){ symbol->value->n, extents };
}

gboolean
im_sknd_frame_set_default (ImSkndFrame *frame, const ImSkndParameter *input)
{
  ImSkndOperands operands = { get_base (frame, input), TRUE, input->is_packed };
  ImSkndTerms terms;

  if (input->value != NULL)
    {
      if (!im_sknd_frame_evaluate (frame, input->value, &terms))
        return FALSE;
      operands.is_null = terms.is_null;
      operands.n = terms.n;
      operands.items = im_arena_new0 (frame->program->numbers.arena, ImSkndOperand,
                                      terms.n + 1);
      for (guint i = 0; i < terms.n; i++)
        {
          operands.items[i] = (ImSkndOperand){ .buffer = IM_SKND_UNIFORM_TENSOR,
                                               .value = terms.terms[i].item };
          if (!input->is_packed)
            operands.items[i].tensor = find_shape (frame, input->name.text);
        }
    }
  im_sknd_frame_set (frame, input->name.text, &operands);

  return TRUE;
}

/* The element at one place after the other, the last index fastest. */
static gboolean
evaluate_elements (ImSkndFrame *frame,
                   const ImSkndParameter *constant,
                   ImSkndBase base,
                   const ImSkndTensor *tensor,
                   ImSkndValue *value)
{
  gsize count = im_sknd_tensor_count (tensor);
  ImSkndItem *items = im_sknd_value_init (value, frame->program->numbers.arena, base,
                                          TRUE, (guint) count);
  g_autofree ImSkndTerms *limits = g_new0 (ImSkndTerms, constant->n_bounds + 1);
  guint n_axes = 0;

  for (guint i = 0; i < constant->n_bounds; i++)
    {
      if (!im_sknd_frame_evaluate (frame, constant->bounds[i].limit, &limits[i]))
        return FALSE;
      n_axes += limits[i].n;
    }
  if (n_axes != tensor->rank)
    return im_sknd_frame_fail (frame, "shape", constant->value->span,
                               "Expected %u indices, found %u", tensor->rank, n_axes);
  for (gsize at = 0; at < count; at++)
    {
      gsize rest = at;
      ImSkndTerms terms;
      ImSkndLoops loops;
      gboolean is_fine = FALSE;

      im_sknd_loops_init (&loops, frame, NULL);
      for (guint i = constant->n_bounds, axis = tensor->rank; i-- > 0;)
        {
          ImSkndTerms *index = im_arena_new0 (frame->program->numbers.arena, ImSkndTerms,
                                              1);

          im_sknd_terms_init (index, frame->program->numbers.arena, IM_SKND_BASE_INT,
                              limits[i].is_packed, limits[i].n);
          for (guint j = limits[i].n; j-- > 0;)
            {
              gint64 extent = tensor->extents[--axis];

              index->terms[j] = im_sknd_term_integer ((gint64) (rest % (gsize) extent));
              rest /= (gsize) extent;
            }
          g_hash_table_insert (loops.terms, (gpointer) constant->bounds[i].name.text,
                               index);
        }
      is_fine = im_sknd_loops_evaluate (&loops, constant->value, &terms);
      im_sknd_loops_clear (&loops);
      if (!is_fine)
        return FALSE;
      if (terms.is_null || terms.is_packed || terms.base != base ||
          terms.terms[0].kind != IM_SKND_TERM_CONSTANT)
        return im_sknd_frame_fail (frame, "type", constant->value->span,
                                   "Expected one value of the type of “%s”",
                                   constant->name.text);
      items[at] = terms.terms[0].item;
    }

  return TRUE;
}

/* One number, a flat list, or a formula of the place. */
static gboolean
evaluate_constant (ImSkndFrame *frame,
                   const ImSkndParameter *constant,
                   ImSkndBase base,
                   const ImSkndTensor *tensor,
                   ImSkndValue *value)
{
  ImSkndTerms terms;

  if (constant->n_bounds > 0)
    return evaluate_elements (frame, constant, base, tensor, value);
  if (!im_sknd_frame_evaluate (frame, constant->value, &terms) ||
      !im_sknd_terms_get_value (&terms, frame->program->numbers.arena, value))
    return FALSE;
  if (value->is_null || (value->base != base && value->n > 0))
    return im_sknd_frame_fail (frame, "type", constant->value->span,
                               "Expected a value of the type of “%s”",
                               constant->name.text);
  if (constant->is_packed)
    return TRUE;
  if (value->is_packed && value->n != im_sknd_tensor_count (tensor))
    return im_sknd_frame_fail (
        frame, "shape", constant->value->span,
        "“%s” has %" G_GSIZE_FORMAT " elements, but %u values are given",
        constant->name.text, im_sknd_tensor_count (tensor), value->n);

  return TRUE;
}

static gboolean
set_constant (ImSkndFrame *frame,
              const ImSkndParameter *constant,
              const ImSkndArgument *argument)
{
  ImSkndProgram *program = frame->program;
  ImSkndOperands operands = { argument->base, FALSE, constant->is_packed, argument->n };

  operands.items = im_arena_new0 (program->numbers.arena, ImSkndOperand, argument->n + 1);
  for (guint i = 0; i < argument->n; i++)
    {
      const ImSkndTensor *tensor = &argument->tensors[i];
      ImSkndOperand *operand = &operands.items[i];
      ImSkndValue value;

      if (!im_sknd_frame_check_tensor (frame, constant->name.text, tensor,
                                       constant->name.span) ||
          !evaluate_constant (frame, constant, argument->base, tensor, &value))
        return FALSE;
      *operand = (ImSkndOperand){ im_sknd_tensor_copy (tensor, program->numbers.arena),
                                  IM_SKND_UNIFORM_TENSOR, value.items[0] };
      if (constant->is_packed && constant->n_bounds == 0)
        {
          if (!value.is_packed || value.n != argument->n)
            return im_sknd_frame_fail (frame, "shape", constant->value->span,
                                       "Expected a list of %u values, one for each "
                                       "tensor of “%s”",
                                       argument->n, constant->name.text);
          operand->value = value.items[i];
        }
      else if (value.is_packed)
        operand->buffer = (gint) im_sknd_program_add_table (program, &value, tensor);
    }
  im_sknd_frame_set (frame, constant->name.text, &operands);

  return TRUE;
}

gboolean
im_sknd_frame_set_constants (ImSkndFrame *frame)
{
  const ImSkndBlock *constants = get_block (frame, IM_SKND_CONSTANTS);
  const ImSkndBlock *variables = get_block (frame, IM_SKND_VARIABLE);

  for (guint i = 0; i < constants->n; i++)
    if (!set_constant (frame, &constants->statements[i]->parameter,
                       &g_array_index (frame->instance->constants, ImSkndArgument, i)))
      return FALSE;
  for (guint i = 0; i < variables->n; i++)
    if (!im_sknd_frame_set_variable (
            frame, &variables->statements[i]->parameter,
            &g_array_index (frame->instance->variables, ImSkndArgument, i)))
      return FALSE;

  return TRUE;
}

gboolean
im_sknd_frame_add_outputs (ImSkndFrame *frame)
{
  const ImSkndBlock *block = get_block (frame, IM_SKND_OUTPUT);

  for (guint i = 0; i < block->n; i++)
    if (!im_sknd_frame_add_tensors (
            frame, &block->statements[i]->parameter,
            &g_array_index (frame->instance->outputs, ImSkndArgument, i),
            IM_BUFFER_LOCAL))
      return FALSE;

  return TRUE;
}

gboolean
im_sknd_frame_finish_outputs (ImSkndFrame *frame)
{
  const ImSkndBlock *block = get_block (frame, IM_SKND_OUTPUT);
  ImSkndItem zero = { 0 };

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndParameter *output = &block->statements[i]->parameter;
      const ImSkndOperands *operands = im_sknd_frame_find (frame, output->name.text);

      if (!im_sknd_frame_make_beginnings (frame, operands))
        return FALSE;
      for (guint j = 0; j < operands->n; j++)
        if (operands->items[j].buffer >= 0 &&
            !g_hash_table_contains (frame->program->started,
                                    GINT_TO_POINTER (operands->items[j].buffer)) &&
            !im_sknd_frame_fill (frame, &operands->items[j], operands->base, zero,
                                 output->name.span))
          return FALSE;
    }

  return TRUE;
}

static gboolean
check_shape (ImSkndFrame *frame,
             const ImSkndParameter *output,
             const ImSkndTensor *found,
             const ImSkndTensor *declared)
{
  g_autoptr (GString) a = g_string_new (NULL), b = g_string_new (NULL);

  if (im_sknd_tensor_is (found, declared))
    return TRUE;
  im_sknd_tensor_append (declared, a);
  im_sknd_tensor_append (found, b);

  return im_sknd_frame_fail (frame, "shape", output->name.span,
                             "“%s” is declared with the shape %s, but composed with %s",
                             output->name.text, a->str, b->str);
}

static gboolean
check_type (ImSkndFrame *frame,
            const ImSkndParameter *output,
            const ImSkndOperands *found,
            const ImSkndArgument *declared,
            gboolean is_open)
{
  ImSkndType a = { .base = declared->base }, b = { .base = found->base };
  g_autoptr (GString) wanted = g_string_new (NULL), given = g_string_new (NULL);

  if (found->n != declared->n && !is_open)
    return im_sknd_frame_fail (frame, "type", output->name.span,
                               "“%s” is declared as %u tensors, but composed with %u",
                               output->name.text, declared->n, found->n);
  if (found->base == declared->base)
    return TRUE;
  im_sknd_type_append (&a, wanted);
  im_sknd_type_append (&b, given);

  return im_sknd_frame_fail (frame, "type", output->name.span,
                             "“%s” is declared with elements of type %s, but composed "
                             "with %s",
                             output->name.text, wanted->str, given->str);
}

/* What a graph says of an output may be less than what is composed. */
static void
complete_output (ImSkndFrame *frame, guint i, const ImSkndOperands *found)
{
  ImSkndArgument *declared = &g_array_index (frame->instance->outputs, ImSkndArgument, i);
  ImSkndTensor *tensors = im_arena_new0 (frame->instance->arena, ImSkndTensor,
                                         found->n + 1);

  for (guint j = 0; j < found->n; j++)
    tensors[j] = found->items[j].tensor;
  declared->n = found->n;
  declared->tensors = tensors;
}

static gboolean
check_output (ImSkndFrame *frame,
              const ImSkndParameter *output,
              const ImSkndArgument *declared,
              const ImSkndOperands *found)
{
  gboolean is_graph = frame->signature->definition->is_graph;
  gboolean is_open = is_graph && output->is_packed && output->length == NULL;

  if (!check_type (frame, output, found, declared, is_open))
    return FALSE;
  for (guint j = 0; j < found->n && output->shape.is_given; j++)
    if (!check_shape (frame, output, &found->items[j].tensor,
                      &declared->tensors[is_open ? 0 : j]))
      return FALSE;

  return TRUE;
}

gboolean
im_sknd_frame_check_outputs (ImSkndFrame *frame)
{
  const ImSkndBlock *block = get_block (frame, IM_SKND_OUTPUT);

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndParameter *output = &block->statements[i]->parameter;
      const ImSkndOperands *found = im_sknd_frame_find (frame, output->name.text);

      if (found == NULL || found->is_null)
        return im_sknd_frame_fail (frame, "output", output->name.span,
                                   "The output “%s” is never assigned",
                                   output->name.text);
      if (!check_output (frame, output,
                         &g_array_index (frame->instance->outputs, ImSkndArgument, i),
                         found))
        return FALSE;
      complete_output (frame, i, found);
    }

  return TRUE;
}

/* The elements of a tensor that is no one else's. */
static gboolean
copy (ImSkndFrame *frame,
      const ImSkndParameter *output,
      ImSkndBase base,
      ImSkndOperand *operand)
{
  ImSkndOperand made = { operand->tensor, 0, { 0 } };
  g_autofree ImKernel *kernel = g_new0 (ImKernel, 1);
  ImSkndProgram *program = frame->program;
  ImKernelNode *node = NULL;

  made.buffer = (gint) im_sknd_program_add_buffer (
      program, output->name.text, IM_BUFFER_LOCAL, base, &operand->tensor);
  if (operand->buffer < 0)
    {
      ImSkndItem value = operand->value;

      *operand = made;
      return im_sknd_frame_fill (frame, operand, base, value, output->name.span);
    }

  kernel->aggregation = IM_AGGREGATION_SET;
  kernel->dtype = im_sknd_numbers_get (&program->numbers, base);
  kernel->is_explicit = TRUE;
  kernel->default_buffer = -1;
  kernel->output.buffer = (guint) made.buffer;
  kernel->n_indices = operand->tensor.rank;
  for (guint i = 0; i < operand->tensor.rank; i++)
    {
      kernel->indices[i] = im_arena_printf (program->numbers.arena, "i%u", i);
      kernel->output.index[operand->tensor.rank - 1 - i] = im_affine_variable (i);
    }
  kernel->loads[0] = kernel->output;
  kernel->loads[0].buffer = (guint) operand->buffer;
  kernel->n_loads = 1;
  node = (ImKernelNode *) im_sknd_node_new (&program->numbers, IM_KERNEL_NODE_LOAD,
                                            kernel->dtype, NULL, NULL, NULL);
  kernel->value = node;
  kernel->span = output->name.span;
  *operand = made;

  return im_sknd_frame_add_kernel (frame, kernel);
}

void
im_sknd_frame_reserve_outputs (ImSkndFrame *frame)
{
  const ImSkndBlock *block = get_block (frame, IM_SKND_OUTPUT);

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndParameter *output = &block->statements[i]->parameter;
      const ImSkndArgument *argument = &g_array_index (frame->instance->outputs,
                                                       ImSkndArgument, i);

      for (guint j = 0; j < argument->n; j++)
        {
          g_autofree char *name = name_item (output->name.text, output->is_packed, j);

          g_hash_table_add (frame->program->names,
                            im_arena_strdup (frame->program->numbers.arena, name));
        }
    }
}

gboolean
im_sknd_frame_return_outputs (ImSkndFrame *frame)
{
  const ImSkndBlock *block = get_block (frame, IM_SKND_OUTPUT);
  ImFormula *formula = frame->program->formula;

  for (guint i = 0; i < block->n; i++)
    {
      const ImSkndParameter *output = &block->statements[i]->parameter;
      const ImSkndOperands *operands = im_sknd_frame_find (frame, output->name.text);

      for (guint j = 0; j < operands->n; j++)
        {
          g_autofree char *name = name_item (output->name.text, output->is_packed, j);
          ImSkndOperand *operand = &operands->items[j];
          ImKernelBuffer *buffer = NULL;
          guint number = 0;

          if (operand->buffer == IM_SKND_EMPTY_TENSOR)
            continue;
          if ((operand->buffer < 0 ||
               im_formula_get_buffer (formula, (guint) operand->buffer)->kind !=
                   IM_BUFFER_LOCAL) &&
              !copy (frame, output, operands->base, operand))
            return FALSE;
          number = (guint) operand->buffer;
          buffer = g_ptr_array_index (formula->buffers, number);
          buffer->kind = IM_BUFFER_OUTPUT;
          buffer->name = im_arena_strdup (frame->program->numbers.arena, name);
          g_array_append_val (formula->outputs, number);
        }
    }

  return TRUE;
}
