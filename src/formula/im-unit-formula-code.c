/* SPDX-License-Identifier: MIT
 *
 * A formula as fragments: what its back ends write, with the lines that include other
 * files in the section for these. The Python of a formula returns arrays; the function
 * around it copies them to the memory that is given, as fragments have it.
 */
#include <string.h>

#include "formula/im-unit-formula-private.h"
#include "kernel/im-formula-c.h"
#include "kernel/im-formula-python.h"

static gboolean
is_include (const char *line)
{
  return g_str_has_prefix (line, "#include ") || g_str_has_prefix (line, "import ");
}

/* Both back ends begin with what they include. */
static void
append_fragment (const char *code, const char *name, GString *out)
{
  g_auto (GStrv) lines = g_strsplit (code, "\n", -1);

  g_string_append (out, "#pragma IMAGINET_INCLUDES_BEGIN\n");
  for (char **line = lines; *line != NULL; line++)
    if (is_include (*line))
      g_string_append_printf (out, "%s\n", *line);
  g_string_append_printf (out,
                          "#pragma IMAGINET_INCLUDES_END\n\n"
                          "#pragma IMAGINET_FRAGMENT_BEGIN \"%s\"\n",
                          name);
  for (char **line = lines; *line != NULL; line++)
    if (!is_include (*line) && (**line != '\0' || line[1] != NULL))
      g_string_append_printf (out, "%s\n", *line);
  g_string_append (out, "#pragma IMAGINET_FRAGMENT_END\n");
}

/* A function that the unit alone calls is none for the linker. */
static void
make_static (GString *code)
{
  const char *head = strstr (code->str, "\nvoid\n");

  g_string_insert (code, head - code->str + 1, "static ");
}

static void
append_names (const GPtrArray *names, const char *prefix, GString *out)
{
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : prefix,
                            (const char *) g_ptr_array_index (names, i));
}

/* The function that the unit calls, around that of the formula. */
static void
append_python_wrapper (const ImFormula *formula, const char *name, GString *out)
{
  guint n_inputs = 0;

  g_string_append_printf (out, "\n\ndef %s(*tensors):\n    inputs = []\n", name);
  for (guint i = 0; i < formula->buffers->len; i++)
    {
      const ImKernelBuffer *buffer = im_formula_get_buffer (formula, i);

      if (buffer->kind != IM_BUFFER_INPUT)
        continue;
      g_string_append_printf (
          out, "    inputs.append(np.asarray(tensors[%u], np.%s).reshape((", n_inputs++,
          im_dtype_get_info (buffer->dtype)->numpy_name);
      for (guint j = buffer->shape.rank; j-- > 0;)
        g_string_append_printf (out, "%d, ", buffer->shape.size[j]);
      g_string_append (out, ")))\n");
    }
  g_string_append_printf (
      out,
      "    for made, output in zip(values_of_%s(*inputs), tensors[%u:]):\n"
      "        output[...] = made.reshape(output.shape)\n",
      name, n_inputs);
}

static char *
dup_code (ImUnitFormula *self, const char *name, gboolean is_python)
{
  GString *code = g_string_new (NULL);
  ImFormula *formula = is_python ? self->formula : self->fused;
  const char *own = formula->name;

  if (is_python)
    {
      formula->name = im_arena_printf (self->arena, "values_of_%s", name);
      im_formula_append_python (formula, self->nests, code);
      append_python_wrapper (formula, name, code);
    }
  else
    {
      formula->name = name;
      im_formula_append_c (formula, self->fused_nests, code);
      make_static (code);
    }
  formula->name = own;

  return g_string_free (code, FALSE);
}

/* An implementation that calls a fragment which is in no folder. */
static void
make_implementation (ImUnitFormula *self,
                     ImImplementation *made,
                     const ImUnit *unit,
                     const char *name,
                     const char *call)
{
  gboolean is_python = made->language == IM_LANGUAGE_PYTHON;
  const char *file = im_source_get_name (self->source);
  g_autofree char *base = g_path_get_basename (file);
  const char *below = im_arena_printf (self->arena, "%s.%s", name,
                                       is_python ? "py" : "c");
  g_autofree char *path = g_strdup_printf ("%s/%s", file, below);
  g_autofree char *code = dup_code (self, name, is_python);
  g_autoptr (GString) text = g_string_new (NULL);
  ImUnitExpr *expr = im_arena_new0 (self->arena, ImUnitExpr, 1);

  append_fragment (code, name, text);
  made->code = im_source_new_for_string (path, text->str);
  made->fragment.text = im_arena_printf (self->arena, "%s/%s:%s", base, below, name);
  *expr = *self->implementation->call;
  expr->text = im_arena_strdup (self->arena, call);
  expr->expr = im_expr_parse (self->arena, expr->text, -1, unit->symbols, &expr->error);
  made->call = expr;
}

void
im_unit_formula_write (ImUnitFormula *self,
                       const ImUnit *unit,
                       const char *name,
                       const GPtrArray *inputs,
                       const GPtrArray *outputs)
{
  g_autoptr (GString) call = g_string_new (name);

  g_string_append_c (call, '(');
  append_names (inputs, "", call);
  append_names (outputs, inputs->len > 0 ? ", " : "", call);
  g_string_append_c (call, ')');
  self->c = self->python = *self->implementation;
  self->c.language = IM_LANGUAGE_C;
  self->python.language = IM_LANGUAGE_PYTHON;
  make_implementation (self, &self->c, unit, name, call->str);
  make_implementation (self, &self->python, unit, name, call->str);
}
