/* SPDX-License-Identifier: MIT
 *
 * What a kernel says of itself, and of an index that leads outside.
 */
#include <string.h>

#include "kernel/im-formula-c.h"
#include "kernel/im-formula-run.h"
#include "kernel/im-kernel-function.h"

#define N 4

/* `O[i : 4] := v, with v = 2*I[i + 1], if v > 3, from 7`, where the index is clamped or
 * not.
 */
typedef struct
{
  ImArena *arena;
  ImFormula *formula;
  GPtrArray *nests;
} Fixture;

static ImKernelNode *
new_node (Fixture *fixture,
          ImKernelNodeKind kind,
          ImDType dtype,
          const ImKernelNode *a,
          const ImKernelNode *b)
{
  ImKernelNode *node = im_arena_new0 (fixture->arena, ImKernelNode, 1);

  node->kind = kind;
  node->dtype = dtype;
  node->arguments[0] = a;
  node->arguments[1] = b;

  return node;
}

static ImKernelNode *
new_number (Fixture *fixture, double number)
{
  ImKernelNode *node = new_node (fixture, IM_KERNEL_NODE_CONSTANT, IM_DTYPE_INT32, NULL,
                                 NULL);

  node->constant = number;

  return node;
}

static void
add_buffer (Fixture *fixture, const char *name, ImBufferKind kind, ImDType dtype)
{
  ImKernelBuffer *buffer = im_arena_new0 (fixture->arena, ImKernelBuffer, 1);

  *buffer = (ImKernelBuffer){ name, kind, dtype, { .rank = 1, .size = { N } }, NULL };
  g_ptr_array_add (fixture->formula->buffers, buffer);
}

/* `i + 1`, or at most the last one. */
static const ImKernelNode *
new_next (Fixture *fixture, gboolean is_clamped)
{
  ImKernelNode *index = new_node (fixture, IM_KERNEL_NODE_INDEX, IM_DTYPE_INT32, NULL,
                                  NULL);
  ImKernelNode *call = NULL;
  ImAffine *form = im_arena_new0 (fixture->arena, ImAffine, 1);

  *form = im_affine_variable (0);
  form->constant = 1;
  index->form = form;
  if (!is_clamped)
    return index;
  call = new_node (fixture, IM_KERNEL_NODE_CALL, IM_DTYPE_INT32, index,
                   new_number (fixture, N - 1));
  call->function = im_kernel_function_find ("min", 3);

  return call;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  ImKernel *kernel = NULL;
  ImKernelNode *load = NULL, *local = NULL;
  GError *error = NULL;

  fixture->arena = im_arena_new ();
  fixture->formula = im_formula_new ("next");
  fixture->nests = g_ptr_array_new ();
  add_buffer (fixture, "I", IM_BUFFER_INPUT, IM_DTYPE_INT32);
  add_buffer (fixture, "O", IM_BUFFER_OUTPUT, IM_DTYPE_INT8);
  load = new_node (fixture, IM_KERNEL_NODE_LOAD, IM_DTYPE_INT32, NULL, NULL);
  local = new_node (fixture, IM_KERNEL_NODE_LOCAL, IM_DTYPE_INT32, NULL, NULL);
  kernel = im_arena_new0 (fixture->arena, ImKernel, 1);
  *kernel = (ImKernel){ .aggregation = IM_AGGREGATION_UPDATE,
                        .dtype = IM_DTYPE_INT32,
                        .saturates = TRUE,
                        .n_indices = 1,
                        .indices = { "i" },
                        .is_explicit = TRUE,
                        .n_loads = 1,
                        .n_locals = 1,
                        .default_buffer = -1,
                        .initial = new_number (fixture, 7) };
  kernel->output.buffer = 1;
  kernel->output.index[0] = im_affine_variable (0);
  kernel->loads[0].computed[0] = new_next (fixture, GPOINTER_TO_INT (data));
  kernel->locals[0] = (ImKernelLocal){ "v", new_node (fixture, IM_KERNEL_NODE_MULTIPLY,
                                                      IM_DTYPE_INT32, load,
                                                      new_number (fixture, 2)) };
  kernel->condition = new_node (fixture, IM_KERNEL_NODE_GREATER, IM_DTYPE_UINT8, local,
                                new_number (fixture, 3));
  kernel->value = local;
  g_ptr_array_add (fixture->formula->kernels, kernel);
  g_ptr_array_add (fixture->nests, (gpointer) im_loop_nest_new (kernel, fixture->formula,
                                                                fixture->arena, &error));
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  (void) data;
  g_ptr_array_unref (fixture->nests);
  im_formula_free (fixture->formula);
  im_arena_free (fixture->arena);
}

static gboolean
run (Fixture *fixture, gint8 *out, GError **error)
{
  gint32 in[N] = { 9, 1, 100, 2 };
  gpointer data[] = { in, out };

  return im_formula_run (fixture->formula, fixture->nests, data, error);
}

static void
test_run (Fixture *fixture, gconstpointer data)
{
  static const gint8 expected[N] = { 7, 127, 4, 4 };
  g_autoptr (GError) error = NULL;
  gint8 out[N];

  (void) data;
  g_assert_true (run (fixture, out, &error));
  g_assert_no_error (error);
  g_assert_cmpmem (out, sizeof out, expected, sizeof expected);
}

static void
test_outside (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  gint8 out[N];

  (void) data;
  g_assert_false (run (fixture, out, &error));
  g_assert_error (error, IM_FORMULA_ERROR, IM_FORMULA_ERROR_INDEX);
  g_assert_cmpstr (
      error->message, ==,
      "The index 4 of “I” lies outside of its axis 0 for i = 3; 0 to 3 would "
      "be allowed");
}

static void
test_text (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  (void) data;
  im_kernel_append_text (g_ptr_array_index (fixture->formula->kernels, 0),
                         fixture->formula, text);
  g_assert_cmpstr (text->str, ==,
                   "O[i : 4] = :(v), with v = I[min(i + 1, 3)] * 2, if v > 3, from 7, "
                   "saturated");
}

static void
test_c (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) code = g_string_new (NULL);

  (void) data;
  im_formula_append_c (fixture->formula, fixture->nests, code);
  g_assert_nonnull (strstr (code->str, "\n\n      if (v > 3)\n"
                                       "        O[i] = fit_int32_int8 (v);\n    }\n"));
}

/* Loops that someone wrote may have no turn: the elements are what they begin with. */
static void
test_empty (Fixture *fixture, gconstpointer data)
{
  static const gint8 expected[N] = { 7, 7, 7, 7 };
  ImKernel *kernel = g_ptr_array_index (fixture->formula->kernels, 0);
  g_autoptr (GError) error = NULL;
  gint8 out[N];

  (void) data;
  kernel->constraints[0].form = im_affine_variable (0);
  kernel->constraints[0].form.constant = -N;
  kernel->constraints[0].bound = 1;
  kernel->n_constraints = 1;
  fixture->nests->pdata[0] = (gpointer) im_loop_nest_new (kernel, fixture->formula,
                                                          fixture->arena, &error);
  g_assert_no_error (error);
  g_assert_true (run (fixture, out, &error));
  g_assert_cmpmem (out, sizeof out, expected, sizeof expected);

  kernel->is_explicit = FALSE;
  g_assert_null (im_loop_nest_new (kernel, fixture->formula, fixture->arena, &error));
  g_assert_error (error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_EMPTY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/kernel/run", Fixture, GINT_TO_POINTER (TRUE), set_up, test_run,
              tear_down);
  g_test_add ("/kernel/outside", Fixture, GINT_TO_POINTER (FALSE), set_up, test_outside,
              tear_down);
  g_test_add ("/kernel/text", Fixture, GINT_TO_POINTER (TRUE), set_up, test_text,
              tear_down);
  g_test_add ("/kernel/c", Fixture, GINT_TO_POINTER (TRUE), set_up, test_c, tear_down);
  g_test_add ("/kernel/empty", Fixture, GINT_TO_POINTER (TRUE), set_up, test_empty,
              tear_down);

  return g_test_run ();
}
