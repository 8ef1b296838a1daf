/* SPDX-License-Identifier: MIT
 *
 * Kernels that do the same with other buffers of the same sizes: one function in C. Each
 * kernel is written as if it were alone, with names of its own for its buffers; those
 * whose texts are equal are one.
 */
#include "kernel/im-formula-c-private.h"

/* The number that a buffer has in @alone, where it is added if it is not there. */
static guint
take_buffer (const ImFormulaCWriter *writer,
             guint buffer,
             GArray *numbers,
             ImFormula *alone,
             ImArena *arena)
{
  ImKernelBuffer *copy = NULL;

  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, guint, i) == buffer)
      return i;

  copy = im_arena_new0 (arena, ImKernelBuffer, 1);
  *copy = *im_formula_get_buffer (writer->formula, buffer);
  copy->kind = numbers->len == 0 ? IM_BUFFER_OUTPUT : IM_BUFFER_INPUT;
  copy->name = numbers->len == 0 ? "out" : im_arena_printf (arena, "in_%u", numbers->len);
  g_ptr_array_add (alone->buffers, copy);
  g_array_append_val (numbers, buffer);

  return numbers->len - 1;
}

static void
write_alone (ImFormulaCWriter *writer,
             const ImKernel *kernel,
             const ImLoopNest *nest,
             ImSharedKernel *shared)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImFormula) alone = im_formula_new (writer->formula->name);
  ImKernel *copy = im_arena_new0 (arena, ImKernel, 1);
  ImFormulaCWriter own = *writer;

  shared->buffers = g_array_new (FALSE, FALSE, sizeof (guint));
  *copy = *kernel;
  copy->output.buffer = take_buffer (writer, kernel->output.buffer, shared->buffers,
                                     alone, arena);
  for (guint i = 0; i < kernel->n_loads; i++)
    copy->loads[i].buffer = take_buffer (writer, kernel->loads[i].buffer, shared->buffers,
                                         alone, arena);
  if (kernel->default_buffer >= 0)
    copy->default_buffer = (gint) take_buffer (writer, (guint) kernel->default_buffer,
                                               shared->buffers, alone, arena);

  shared->text = g_string_new (" (");
  own.formula = alone;
  own.out = shared->text;
  for (guint i = 0; i < alone->buffers->len; i++)
    {
      g_string_append (own.out, i > 0 ? ", " : "");
      im_formula_c_append_parameter (im_formula_get_buffer (alone, i), own.out);
    }
  g_string_append (own.out, ")\n{\n");
  im_formula_c_append_kernel (&own, copy, nest);
  g_string_append (own.out, "}\n\n");
}

/* A name that nothing in the formula has. */
static char *
name_function (const ImFormulaCWriter *writer, guint number)
{
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean is_used = TRUE;

  im_formula_append_c_name (writer->formula->name, name);
  g_string_append_printf (name, "_kernel_%u", number);
  while (is_used)
    {
      is_used = FALSE;
      for (guint i = 0; i < writer->formula->buffers->len; i++)
        is_used |= g_str_equal (im_formula_get_buffer (writer->formula, i)->name,
                                name->str);
      if (is_used)
        g_string_append_c (name, '_');
    }

  return g_string_free (g_steal_pointer (&name), FALSE);
}

/* Functions for texts that several kernels have. */
static void
name_shared (const ImFormulaCWriter *writer,
             ImSharedKernel *shared,
             guint n,
             GString *out)
{
  guint n_functions = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = NULL;

      for (guint j = i + 1; j < n && shared[i].name == NULL; j++)
        if (g_string_equal (shared[i].text, shared[j].text))
          {
            if (name == NULL)
              {
                name = name_function (writer, ++n_functions);
                g_string_append_printf (out, "static void\n%s%s", name,
                                        shared[i].text->str);
              }
            shared[j].name = g_strdup (name);
          }
      if (name != NULL)
        shared[i].name = g_steal_pointer (&name);
    }
}

ImSharedKernel *
im_formula_c_share (ImFormulaCWriter *writer, const GPtrArray *nests, GString *out)
{
  ImSharedKernel *shared = g_new0 (ImSharedKernel, nests->len + 1);

  if (nests->len < 2)
    return shared;
  for (guint i = 0; i < nests->len; i++)
    write_alone (writer, g_ptr_array_index (writer->formula->kernels, i),
                 g_ptr_array_index (nests, i), &shared[i]);
  name_shared (writer, shared, nests->len, out);

  return shared;
}

void
im_formula_c_append_call (ImFormulaCWriter *writer,
                          const ImKernel *kernel,
                          const ImLoopNest *nest,
                          const ImSharedKernel *shared)
{
  im_formula_c_append_comment (writer, kernel, nest);
  im_formula_c_start_line (writer);
  g_string_append_printf (writer->out, "%s (", shared->name);
  for (guint i = 0; i < shared->buffers->len; i++)
    {
      g_string_append (writer->out, i > 0 ? ", " : "");
      im_formula_c_append_buffer (writer, g_array_index (shared->buffers, guint, i));
    }
  g_string_append (writer->out, ");\n");
}

void
im_formula_c_shared_free (ImSharedKernel *shared, guint n)
{
  for (guint i = 0; i < n && n > 1; i++)
    {
      g_free (shared[i].name);
      g_string_free (shared[i].text, TRUE);
      g_array_unref (shared[i].buffers);
    }
  g_free (shared);
}
