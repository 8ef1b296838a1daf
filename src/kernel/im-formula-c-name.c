/* SPDX-License-Identifier: MIT
 *
 * Names of formulas in C.
 */
#include <string.h>

#include "kernel/im-formula-c-private.h"
#include "kernel/im-kernel-function.h"

static gboolean
is_taken (const char *name)
{
  static const char *const words[] = {
    "auto",     "break",    "case",     "char",     "const",    "continue", "default",
    "do",       "double",   "else",     "enum",     "extern",   "float",    "for",
    "goto",     "if",       "inline",   "int",      "long",     "register", "restrict",
    "return",   "short",    "signed",   "sizeof",   "static",   "struct",   "switch",
    "typedef",  "union",    "unsigned", "void",     "volatile", "while",    "sum",
    "product",  "minimum",  "maximum",  "value",    "is_found", "larger",   "smaller",
    "ceil_of",  "floor_of", "main",     "INFINITY", "NAN",      "NULL",     "y0",
    "y1",       "yn",       "j0",       "j1",       "jn",       "gamma",    "signgam",
    "all",      "any",      "int8_t",   "int16_t",  "int32_t",  "int64_t",  "uint8_t",
    "uint16_t", "uint32_t", "uint64_t", "size_t",   NULL
  };

  return g_strv_contains (words, name);
}

void
im_formula_append_c_name (const char *name, GString *out)
{
  g_autofree char *with_f = g_strndup (name, strlen (name) -
                                                 (g_str_has_suffix (name, "f") ? 1 : 0));

  g_string_append (out, name);
  if (is_taken (name) || im_kernel_function_find (name, strlen (name)) != NULL ||
      im_kernel_function_find (with_f, strlen (with_f)) != NULL)
    g_string_append_c (out, '_');
}

static gboolean
has_name (const ImFormulaCWriter *writer, const char *name, guint n_names)
{
  for (guint i = 0; i < n_names; i++)
    if (strcmp (writer->names[i], name) == 0)
      return TRUE;
  for (guint i = 0; i < IM_KERNEL_MAX_LOCALS && writer->locals[i] != NULL; i++)
    if (strcmp (writer->locals[i], name) == 0)
      return TRUE;
  for (guint i = 0; i < writer->formula->buffers->len; i++)
    {
      g_autoptr (GString) buffer = g_string_new (NULL);

      im_formula_append_c_name (im_formula_get_buffer (writer->formula, i)->name, buffer);
      if (strcmp (buffer->str, name) == 0)
        return TRUE;
    }

  return FALSE;
}

char *
im_formula_c_dup_name (const ImFormulaCWriter *writer, const char *name, guint n_names)
{
  GString *free_name = g_string_new (name);

  while (has_name (writer, free_name->str, n_names))
    g_string_append_c (free_name, '_');

  return g_string_free (free_name, FALSE);
}

static const char *const aggregate_names[IM_N_AGGREGATIONS] = {
  [IM_AGGREGATION_SET] = "value",       [IM_AGGREGATION_SUM] = "sum",
  [IM_AGGREGATION_PRODUCT] = "product", [IM_AGGREGATION_MINIMUM] = "minimum",
  [IM_AGGREGATION_MAXIMUM] = "maximum", [IM_AGGREGATION_AND] = "all",
  [IM_AGGREGATION_OR] = "any",          [IM_AGGREGATION_UPDATE] = "value",
};

static void
name_loops (ImFormulaCWriter *writer)
{
  for (guint i = 0; i < writer->nest->n_loops; i++)
    {
      g_autoptr (GString) name = g_string_new (NULL);

      im_formula_append_c_name (writer->nest->loops[i].name, name);
      writer->names[i] = im_formula_c_dup_name (writer, name->str, i);
    }
}

static void
name_locals (ImFormulaCWriter *writer)
{
  for (guint i = 0; i < writer->kernel->n_locals; i++)
    {
      g_autoptr (GString) name = g_string_new (NULL);

      im_formula_append_c_name (writer->kernel->locals[i].name, name);
      writer->locals[i] = im_formula_c_dup_name (writer, name->str,
                                                 writer->nest->n_loops);
    }
}

/* No buffer, loop or local has the name of an accumulator. */
static void
name_aggregate (ImFormulaCWriter *writer, const ImLoopTile *tile)
{
  GString *name = g_string_new (aggregate_names[writer->kernel->aggregation]);
  gboolean is_taken = TRUE;

  while (is_taken)
    {
      is_taken = FALSE;
      for (guint i = 0; i < MAX (tile->n_rows, tile->n_lanes) && !is_taken; i++)
        for (guint j = 0; j < tile->n_lanes && !is_taken; j++)
          {
            g_autofree char *one = g_strdup_printf ("%s_%u", name->str, i);
            g_autofree char *two = g_strdup_printf ("%s_%u_%u", name->str, i, j);

            is_taken = has_name (writer, one, writer->nest->n_loops) ||
                       has_name (writer, two, writer->nest->n_loops);
          }
      if (is_taken)
        g_string_append_c (name, '_');
    }
  writer->aggregate = g_string_free (name, FALSE);
}

void
im_formula_c_name_all (ImFormulaCWriter *writer, const ImLoopTile *tile)
{
  name_loops (writer);
  name_locals (writer);
  name_aggregate (writer, tile);
}
