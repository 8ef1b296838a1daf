/* SPDX-License-Identifier: MIT */
#include "random-kernel.h"

#include <string.h>

#include "kernel/im-kernel-function.h"

/* What is chosen follows from the bytes; behind the last one each choice is the first. */
typedef struct
{
  RandomKernel *kernel;
  const guint8 *bytes;
  gsize size;
  gsize at;
  ImDType dtype; /* of values */
} Maker;

static guint
choose (Maker *maker, guint n)
{
  return maker->at < maker->size ? maker->bytes[maker->at++] % n : 0;
}

static ImKernelNode *
new_node (Maker *maker,
          ImKernelNodeKind kind,
          ImDType dtype,
          const ImKernelNode *a,
          const ImKernelNode *b,
          const ImKernelNode *c)
{
  ImKernelNode *node = im_arena_new0 (maker->kernel->arena, ImKernelNode, 1);

  node->kind = kind;
  node->dtype = dtype;
  node->arguments[0] = a;
  node->arguments[1] = b;
  node->arguments[2] = c;

  return node;
}

static ImKernelNode *
new_number (Maker *maker, gint64 number, ImDType dtype)
{
  ImKernelNode *node = new_node (maker, IM_KERNEL_NODE_CONSTANT, dtype, NULL, NULL, NULL);

  node->constant = (double) number;

  return node;
}

static ImKernelNode *
new_call (Maker *maker, const char *name, const ImKernelNode *a, const ImKernelNode *b)
{
  ImKernelNode *node = new_node (maker, IM_KERNEL_NODE_CALL, a->dtype, a, b, NULL);

  node->function = im_kernel_function_find (name, strlen (name));

  return node;
}

static ImAffine
new_form (Maker *maker, gboolean is_whole)
{
  static const gint64 factors[] = { 0, 1, -1, 0, 1, 2, 0, 1, 3, -2 };
  static const gint64 divisors[] = { 1, 1, 1, 1, 2, 3 };
  ImAffine form = im_affine_constant ((gint64) choose (maker, 6) - 2);
  gboolean is_constant = TRUE;

  for (guint i = 0; i < maker->kernel->kernel->n_indices; i++)
    {
      form.factor[i] = factors[choose (maker, G_N_ELEMENTS (factors))];
      is_constant &= form.factor[i] == 0;
    }
  if (!is_whole && !is_constant)
    form.divisor = divisors[choose (maker, G_N_ELEMENTS (divisors))];

  return form;
}

static ImKernelNode *
new_index (Maker *maker, ImDType dtype)
{
  ImKernelNode *node = new_node (maker, IM_KERNEL_NODE_INDEX, dtype, NULL, NULL, NULL);
  ImAffine *form = im_arena_new0 (maker->kernel->arena, ImAffine, 1);

  *form = new_form (maker, TRUE);
  node->form = form;

  return node;
}

/* A buffer of numbers from -4 to 4, or, if @limit is not 0, from 0 below it. */
static guint
add_buffer (Maker *maker,
            ImBufferKind kind,
            ImDType dtype,
            const ImShape *shape,
            guint limit)
{
  RandomKernel *self = maker->kernel;
  ImKernelBuffer *buffer = im_arena_new0 (self->arena, ImKernelBuffer, 1);
  guint number = self->formula->buffers->len;
  const ImDTypeInfo *info = im_dtype_get_info (dtype);
  guint seed = choose (maker, 256);
  gsize size = 0;

  *buffer = (ImKernelBuffer){ im_arena_printf (self->arena, "B%u", number), kind, dtype,
                              *shape, NULL };
  g_ptr_array_add (self->formula->buffers, buffer);
  size = random_kernel_get_size (self, number);
  self->data[number] = im_arena_alloc (self->arena, size + 8);
  for (gsize i = 0; i < size / info->size_bytes; i++)
    {
      gint64 value = (gint64) ((seed + 1) * (i + 3) * 2654435761u % 65521);

      value = limit > 0 ? value % limit : value % 9 - 4;
      if (info->set != NULL)
        info->set (self->data[number], i, value);
      else
        ((double *) self->data[number])[i] = (double) value;
    }
  buffer->data = kind == IM_BUFFER_TABLE ? self->data[number] : NULL;

  return number;
}

static guint
add_load (Maker *maker, guint buffer)
{
  ImKernel *kernel = maker->kernel->kernel;

  kernel->loads[kernel->n_loads].buffer = buffer;

  return kernel->n_loads++;
}

static ImKernelNode *
clamp (Maker *maker, const ImKernelNode *index, gint64 size)
{
  ImKernelNode *low = new_call (maker, "max", index,
                                new_number (maker, 0, IM_DTYPE_INT32));

  return new_call (maker, "min", low, new_number (maker, size - 1, IM_DTYPE_INT32));
}

/* 0 below, the last one above, or the other way round. */
static ImKernelNode *
remap (Maker *maker, const ImKernelNode *index, gint64 size)
{
  gboolean is_wrapped = choose (maker, 2) == 1;
  ImKernelNode *zero = new_number (maker, 0, IM_DTYPE_INT32);
  ImKernelNode *end = new_number (maker, size, IM_DTYPE_INT32);
  ImKernelNode *last = new_number (maker, size - 1, IM_DTYPE_INT32);
  ImKernelNode *is_low = new_node (maker, IM_KERNEL_NODE_LESS, IM_DTYPE_UINT8, index,
                                   zero, NULL);
  ImKernelNode *is_high = new_node (maker, IM_KERNEL_NODE_GREATER_EQUAL, IM_DTYPE_UINT8,
                                    index, end, NULL);
  ImKernelNode *high = new_node (maker, IM_KERNEL_NODE_SELECT, IM_DTYPE_INT32, is_high,
                                 is_wrapped ? zero : last, index);

  return new_node (maker, IM_KERNEL_NODE_SELECT, IM_DTYPE_INT32, is_low,
                   is_wrapped ? last : zero, high);
}

/* An index that is looked up: in a table, or in a tensor. */
static ImKernelNode *
look_up (Maker *maker, gint64 size)
{
  ImShape shape = { .rank = 1, .size = { (gint32) choose (maker, 5) + 1 } };
  ImKernelNode *node = new_node (maker, IM_KERNEL_NODE_LOAD, IM_DTYPE_INT32, NULL, NULL,
                                 NULL);
  guint buffer = add_buffer (maker,
                             choose (maker, 2) == 0 ? IM_BUFFER_INPUT : IM_BUFFER_TABLE,
                             IM_DTYPE_INT32, &shape, (guint) size);

  node->load = add_load (maker, buffer);
  maker->kernel->kernel->loads[node->load].computed[0] = clamp (
      maker, new_index (maker, IM_DTYPE_INT32), shape.size[0]);

  return node;
}

static ImKernelNode *
new_computed (Maker *maker, gint64 size)
{
  gboolean has_room = maker->kernel->formula->buffers->len + 3 <
                      RANDOM_KERNEL_MAX_BUFFERS;

  switch (choose (maker, 3))
    {
    case 0:
      return clamp (maker, new_index (maker, IM_DTYPE_INT32), size);
    case 1:
      return remap (maker, new_index (maker, IM_DTYPE_INT32), size);
    default:
      return has_room ? look_up (maker, size)
                      : new_node (maker, IM_KERNEL_NODE_MODULO, IM_DTYPE_INT32,
                                  new_index (maker, IM_DTYPE_INT32),
                                  new_number (maker, size, IM_DTYPE_INT32), NULL);
    }
}

static void
set_access (Maker *maker, ImKernelAccess *access, const ImShape *shape, guint rarity)
{
  for (guint i = 0; i < shape->rank; i++)
    if (choose (maker, rarity) == 1)
      access->computed[i] = new_computed (maker, shape->size[i]);
    else
      access->index[i] = new_form (maker, FALSE);
}

static ImShape
new_shape (Maker *maker, guint least)
{
  static const gint32 sizes[] = { 1, 2, 3, 4, 5, 6, 9, 12 };
  ImShape shape = { .rank = least + choose (maker, 3 - least) };

  for (guint i = 0; i < shape.rank; i++)
    shape.size[i] = sizes[choose (maker, maker->kernel->kernel->n_indices < 3 ? 8 : 6)];

  return shape;
}

static ImKernelNode *
new_load (Maker *maker, guint load)
{
  const ImKernelAccess *access = &maker->kernel->kernel->loads[load];
  const ImKernelBuffer *buffer = im_formula_get_buffer (maker->kernel->formula,
                                                        access->buffer);
  ImKernelNode *node = new_node (maker, IM_KERNEL_NODE_LOAD, buffer->dtype, NULL, NULL,
                                 NULL);

  node->load = load;

  return node;
}

static ImKernelNode *
new_leaf (Maker *maker, guint n_loads)
{
  const ImKernel *kernel = maker->kernel->kernel;

  switch (choose (maker, 4))
    {
    case 0:
    case 1:
      return new_load (maker, choose (maker, n_loads));
    case 2:
      if (kernel->n_locals > 0)
        {
          ImKernelNode *node = new_node (maker, IM_KERNEL_NODE_LOCAL,
                                         kernel->locals[0].value->dtype, NULL, NULL,
                                         NULL);

          return node;
        }
      return new_number (maker, (gint64) choose (maker, 5) - 2, maker->dtype);
    default:
      return new_index (maker, maker->dtype);
    }
}

static ImKernelNode *
new_comparison (Maker *maker, guint n_loads)
{
  return new_node (
      maker,
      IM_KERNEL_NODE_EQUAL + choose (maker, IM_KERNEL_NODE_SELECT - IM_KERNEL_NODE_EQUAL),
      IM_DTYPE_UINT8, new_leaf (maker, n_loads), new_leaf (maker, n_loads), NULL);
}

static ImKernelNode *
new_value (Maker *maker, guint n_loads, guint depth)
{
  static const char *const names[] = { "min", "max", "abs", "sign" };
  ImKernelNode *a = NULL, *b = NULL;
  guint kind = choose (maker, depth == 0 ? 1 : 9);

  if (kind < 2)
    return new_leaf (maker, n_loads);
  a = new_value (maker, n_loads, depth - 1);
  if (a->dtype != maker->dtype)
    a = new_node (maker, IM_KERNEL_NODE_CAST, maker->dtype, a, NULL, NULL);
  if (kind == 2)
    return new_node (maker, IM_KERNEL_NODE_NEGATE, maker->dtype, a, NULL, NULL);
  if (kind == 3)
    {
      gint64 divisor = (gint64) choose (maker, 3) + 2;

      return new_node (
          maker,
          choose (maker, 2) == 0 ? IM_KERNEL_NODE_FLOOR_DIVIDE : IM_KERNEL_NODE_MODULO,
          maker->dtype, a,
          new_number (maker, choose (maker, 2) == 0 ? divisor : -divisor, maker->dtype),
          NULL);
    }
  b = new_value (maker, n_loads, depth - 1);
  if (kind == 4)
    return new_node (maker, IM_KERNEL_NODE_SELECT, maker->dtype,
                     new_comparison (maker, n_loads), a, b);
  if (kind == 5)
    {
      guint name = choose (maker, G_N_ELEMENTS (names));

      return new_call (
          maker, names[name], a,
          name < 2 ? new_node (maker, IM_KERNEL_NODE_CAST, maker->dtype, b, NULL, NULL)
                   : NULL);
    }

  return new_node (maker, IM_KERNEL_NODE_ADD + kind - 6, maker->dtype, a, b, NULL);
}

/* Where the elements begin: 0, a constant, a default, or what they are. */
static void
set_start (Maker *maker, ImDType dtype, const ImShape *shape)
{
  ImKernel *kernel = maker->kernel->kernel;
  guint start = choose (maker, 6);

  kernel->default_buffer = -1;
  if (start == 1)
    kernel->initial = new_number (maker, choose (maker, 5), kernel->dtype);
  else if (start == 2)
    kernel->default_buffer = (gint) add_buffer (maker, IM_BUFFER_INPUT, dtype, shape, 0);
  else if (start == 3)
    kernel->default_buffer = (gint) maker->kernel->output;
}

/* Whether an access that is not computed has each index; otherwise they are loops. */
static gboolean
has_all_indices (const ImKernel *kernel, const ImFormula *formula)
{
  guint found = 0;

  for (guint i = 0; i <= kernel->n_loads; i++)
    {
      const ImKernelAccess *access = i == 0 ? &kernel->output : &kernel->loads[i - 1];
      guint rank = im_formula_get_buffer (formula, access->buffer)->shape.rank;

      for (guint j = 0; j < rank; j++)
        for (guint k = 0; k < kernel->n_indices && access->computed[j] == NULL; k++)
          if (access->index[j].factor[k] != 0)
            found |= 1u << k;
    }

  return found == (1u << kernel->n_indices) - 1;
}

static void
add_indices (Maker *maker)
{
  RandomKernel *self = maker->kernel;
  ImKernel *kernel = self->kernel;

  kernel->n_indices = choose (maker, 4) + 1;
  for (guint i = 0; i < kernel->n_indices; i++)
    {
      ImKernelConstraint *constraint = &kernel->constraints[kernel->n_constraints++];

      kernel->indices[i] = im_arena_printf (self->arena, "x%u", i);
      self->low[i] = choose (maker, 3) == 1 ? -(gint64) choose (maker, 4) : 0;
      self->count[i] = (gint64) choose (maker, kernel->n_indices < 3 ? 13 : 6) + 1;
      constraint->form = im_affine_variable (i);
      constraint->form.constant = -self->low[i];
      constraint->bound = self->count[i];
    }
}

static void
add_constraints (Maker *maker)
{
  ImKernel *kernel = maker->kernel->kernel;

  for (guint n = choose (maker, 6); n > 3; n--)
    {
      ImKernelConstraint *constraint = &kernel->constraints[kernel->n_constraints++];

      constraint->form = new_form (maker, FALSE);
      constraint->bound = choose (maker, 6) + 1;
    }
}

static void
add_values (Maker *maker, guint n_loads)
{
  ImKernel *kernel = maker->kernel->kernel;

  if (choose (maker, 4) == 1)
    {
      kernel->locals[0].value = new_value (maker, n_loads, 1);
      kernel->locals[0].name = "z";
      kernel->n_locals = 1;
    }
  if (choose (maker, 3) == 1)
    kernel->condition = new_comparison (maker, n_loads);
  kernel->value = new_value (maker, n_loads, 2);
  kernel->value = new_node (maker, IM_KERNEL_NODE_CAST, maker->dtype, kernel->value, NULL,
                            NULL);
}

static void
put_inputs_first (RandomKernel *self)
{
  GPtrArray *buffers = self->formula->buffers;
  ImKernel *kernel = self->kernel;
  guint place[RANDOM_KERNEL_MAX_BUFFERS], n = 0;
  gpointer before[RANDOM_KERNEL_MAX_BUFFERS], data[RANDOM_KERNEL_MAX_BUFFERS];

  memcpy (before, buffers->pdata, buffers->len * sizeof *before);
  memcpy (data, self->data, sizeof data);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < buffers->len; i++)
      if ((((const ImKernelBuffer *) before[i])->kind == IM_BUFFER_INPUT) == (pass == 0))
        {
          buffers->pdata[n] = before[i];
          self->data[n] = data[i];
          place[i] = n++;
        }
  self->output = kernel->output.buffer = place[self->output];
  for (guint i = 0; i < kernel->n_loads; i++)
    kernel->loads[i].buffer = place[kernel->loads[i].buffer];
  if (kernel->default_buffer >= 0)
    kernel->default_buffer = (gint) place[kernel->default_buffer];
}

RandomKernel *
random_kernel_new (const guint8 *bytes, gsize size)
{
  static const ImDType integers[] = { IM_DTYPE_INT32, IM_DTYPE_INT8, IM_DTYPE_INT16,
                                      IM_DTYPE_UINT8 };
  RandomKernel *self = g_new0 (RandomKernel, 1);
  Maker maker = { self, bytes, size, 0, IM_DTYPE_FLOAT64 };
  ImDType stored = IM_DTYPE_FLOAT64, read = IM_DTYPE_FLOAT64;
  ImKernel *kernel = NULL;
  ImShape shape;
  guint n_loads = 0;

  self->arena = im_arena_new ();
  self->formula = im_formula_new ("f");
  kernel = self->kernel = im_arena_new0 (self->arena, ImKernel, 1);
  add_indices (&maker);
  if (choose (&maker, 2) == 1)
    {
      maker.dtype = IM_DTYPE_INT32;
      read = integers[choose (&maker, 3)];
      stored = integers[choose (&maker, 4)];
      kernel->saturates = choose (&maker, 3) == 1;
    }
  kernel->dtype = maker.dtype;
  kernel->aggregation = choose (&maker, IM_N_AGGREGATIONS);
  shape = new_shape (&maker, 0);
  self->output = kernel->output.buffer = add_buffer (&maker, IM_BUFFER_OUTPUT, stored,
                                                     &shape, 0);
  n_loads = choose (&maker, 2) + 1;
  for (guint i = 0; i < n_loads; i++)
    {
      ImShape of_load = new_shape (&maker, 1);

      add_load (&maker, add_buffer (&maker, IM_BUFFER_INPUT, read, &of_load, 0));
    }
  if (kernel->aggregation == IM_AGGREGATION_UPDATE && choose (&maker, 2) == 1 &&
      kernel->dtype == IM_DTYPE_INT32)
    kernel->loads[n_loads - 1].buffer = self->output;
  set_access (&maker, &kernel->output, &shape, 10);
  for (guint i = 0; i < n_loads; i++)
    set_access (&maker, &kernel->loads[i],
                &im_formula_get_buffer (self->formula, kernel->loads[i].buffer)->shape,
                5);
  add_constraints (&maker);
  set_start (&maker, stored, &shape);
  add_values (&maker, n_loads);
  kernel->is_explicit = !has_all_indices (kernel, self->formula) ||
                        choose (&maker, 2) == 1;
  put_inputs_first (self);
  g_ptr_array_add (self->formula->kernels, kernel);
  g_array_append_val (self->formula->outputs, self->output);

  return self;
}

void
random_kernel_free (RandomKernel *self)
{
  im_formula_free (self->formula);
  im_arena_free (self->arena);
  g_free (self);
}

gsize
random_kernel_get_size (const RandomKernel *self, guint buffer)
{
  const ImKernelBuffer *of = im_formula_get_buffer (self->formula, buffer);
  gsize size = im_dtype_get_info (of->dtype)->size_bytes;

  for (guint i = 0; i < of->shape.rank; i++)
    size *= (gsize) of->shape.size[i];

  return size;
}

/* `L[i0, i1] = -I[i0, i1]` */
static void
add_negation (RandomKernel *self, guint from, guint to)
{
  const ImKernelBuffer *buffer = im_formula_get_buffer (self->formula, from);
  Maker maker = { .kernel = self };
  ImKernel *kernel = im_arena_new0 (self->arena, ImKernel, 1);
  ImKernelNode *load = new_node (&maker, IM_KERNEL_NODE_LOAD, buffer->dtype, NULL, NULL,
                                 NULL);

  kernel->dtype = buffer->dtype;
  kernel->n_indices = buffer->shape.rank;
  kernel->default_buffer = -1;
  kernel->output.buffer = to;
  kernel->n_loads = 1;
  kernel->loads[0].buffer = from;
  for (guint i = 0; i < buffer->shape.rank; i++)
    {
      kernel->indices[i] = im_arena_printf (self->arena, "i%u", i);
      kernel->output.index[i] = kernel->loads[0].index[i] = im_affine_variable (i);
    }
  kernel->value = new_node (&maker, IM_KERNEL_NODE_NEGATE, buffer->dtype, load, NULL,
                            NULL);
  g_ptr_array_insert (self->formula->kernels, 0, kernel);
}

gboolean
random_kernel_precede (RandomKernel *self)
{
  guint from = self->kernel->loads[0].buffer, to = self->formula->buffers->len;
  const ImKernelBuffer *buffer = im_formula_get_buffer (self->formula, from);
  const ImDTypeInfo *info = im_dtype_get_info (buffer->dtype);
  gsize size = random_kernel_get_size (self, from);
  ImKernelBuffer *local = im_arena_new0 (self->arena, ImKernelBuffer, 1);

  if (buffer->kind != IM_BUFFER_INPUT)
    return FALSE;
  *local = *buffer;
  local->name = "L";
  local->kind = IM_BUFFER_LOCAL;
  g_ptr_array_add (self->formula->buffers, local);
  self->data[to] = self->data[from];
  self->data[from] = im_arena_alloc0 (self->arena, size + 8);
  for (gsize i = 0; i < size / info->size_bytes; i++)
    if (info->set != NULL)
      info->set (self->data[from], i, -info->get (self->data[to], i));
    else
      ((double *) self->data[from])[i] = -((const double *) self->data[to])[i];
  for (guint i = 0; i < self->kernel->n_loads; i++)
    if (self->kernel->loads[i].buffer == from)
      self->kernel->loads[i].buffer = to;
  add_negation (self, from, to);

  return TRUE;
}
