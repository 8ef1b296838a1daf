/* SPDX-License-Identifier: MIT */
#include "lab/im-formula-lab.h"

#include <string.h>

#include "kernel/im-formula-run.h"
#include "lab/im-formula-guess.h"

#define NAME         "formula"
#define MAX_ELEMENTS 1000000 /* of a buffer that is computed */
#define MAX_ROWS     16
#define MAX_COLUMNS  16

/* What is said of the parameters, or NULL where nothing is; errors stand at the inputs.
 */
static const ImTileInput **
read_inputs (ImFormulaLab *lab, const ImFormulaQuestion *question, gboolean *is_fine)
{
  const ImTileInput **given = im_arena_new0 (lab->arena, const ImTileInput *,
                                             lab->n_inputs + 1);

  for (guint i = 0; i < lab->n_inputs; i++)
    {
      const ImTileParameter *parameter = &lab->function->parameters[i];
      const char *text = question->inputs == NULL
                             ? NULL
                             : g_hash_table_lookup (question->inputs, parameter->name);
      ImTileInput *input = im_arena_new0 (lab->arena, ImTileInput, 1);
      g_autoptr (GError) error = NULL;

      lab->inputs[i].name = parameter->name;
      if (text == NULL || *text == '\0')
        continue;
      lab->inputs[i].text = im_arena_strdup (lab->arena, text);
      given[i] = input;
      if (im_tile_input_read (text, parameter->kind, lab->arena, input, &error))
        continue;
      lab->inputs[i].error = im_arena_strdup (lab->arena, error->message);
      *is_fine = FALSE;
    }

  return given;
}

static gboolean
has_errors (const ImDiagnostics *diagnostics)
{
  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0;
}

/* Tries one guess; what is wrong goes into @diagnostics. */
static gboolean
elaborate (ImFormulaLab *lab, ImTileInput *inputs, ImDiagnostics *diagnostics)
{
  g_autofree ImTileArgument *arguments = g_new0 (ImTileArgument, lab->n_inputs + 1);

  for (guint i = 0; i < lab->n_inputs; i++)
    arguments[i] = inputs[i].argument;
  lab->formula = im_tile_elaborate (lab->file, lab->function, arguments, lab->arena,
                                    diagnostics);
  if (lab->formula == NULL)
    return FALSE;
  lab->nests = im_tile_find_loops (lab->file, lab->formula, lab->arena, diagnostics);
  if (lab->nests != NULL)
    return TRUE;
  g_clear_pointer (&lab->formula, im_formula_free);

  return FALSE;
}

static void
fill_inputs (ImFormulaLab *lab,
             const ImTileInput **given,
             guint guess,
             ImTileInput *inputs,
             const char **texts)
{
  const char **guessed = im_formula_guess (lab->file, lab->function, given, guess,
                                           lab->arena);

  for (guint i = 0; i < lab->n_inputs; i++)
    {
      texts[i] = given[i] != NULL ? lab->inputs[i].text : guessed[i];
      if (given[i] != NULL)
        inputs[i] = *given[i];
      else
        im_tile_input_read (texts[i], lab->function->parameters[i].kind, lab->arena,
                            &inputs[i], NULL);
    }
}

static void
take_texts (ImFormulaLab *lab, const char **texts)
{
  for (guint i = 0; i < lab->n_inputs; i++)
    lab->inputs[i].text = texts[i];
}

/* The first guess that works; if none does, what is wrong with the first one. */
static ImTileInput *
find_inputs (ImFormulaLab *lab, const ImTileInput **given)
{
  ImTileInput *inputs = im_arena_new0 (lab->arena, ImTileInput, lab->n_inputs + 1);
  g_autofree const char **texts = g_new0 (const char *, lab->n_inputs + 1);
  g_autoptr (ImDiagnostics) first = im_diagnostics_new ();

  for (guint guess = 0; guess < IM_FORMULA_N_GUESSES; guess++)
    {
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
      gboolean is_fine;

      fill_inputs (lab, given, guess, inputs, texts);
      is_fine = elaborate (lab, inputs, diagnostics);
      if (guess == 0)
        im_diagnostics_append (first, diagnostics);
      if (guess == 0 || is_fine)
        take_texts (lab, texts);
      if (is_fine)
        {
          im_diagnostics_append (lab->diagnostics, diagnostics);
          return inputs;
        }
    }
  im_diagnostics_append (lab->diagnostics, first);

  return NULL;
}

/* 1, 2, 3 and so on, in numbers that every type has. */
static ImArray *
fill_tensor (ImFormulaLab *lab, const ImTileArgument *argument)
{
  ImArray *array = im_array_new (lab->arena, argument->dtype, &argument->shape, NULL);

  for (gsize i = 0; array != NULL && i < array->count; i++)
    {
      double element = (double) (i % 100) + 1;

      im_array_store (array, i, 1, &element);
    }
  lab->are_filled = TRUE;

  return array;
}

static gboolean
is_small (const ImFormulaLab *lab)
{
  double sum = 0;

  for (guint i = 0; i < lab->formula->buffers->len; i++)
    {
      const ImKernelBuffer *buffer = im_formula_get_buffer (lab->formula, i);
      gint32 n_elements = 0;

      if (!im_shape_product (&buffer->shape, 0, buffer->shape.rank, &n_elements, NULL) ||
          n_elements > MAX_ELEMENTS)
        return FALSE;
    }
  for (guint i = 0; i < lab->nests->len; i++)
    {
      double count = 0;

      im_loop_nest_count (g_ptr_array_index (lab->nests, i), &count);
      sum += count;
    }

  return sum <= IM_FORMULA_LAB_MAX_POINTS;
}

static ImArray **
make_arrays (ImFormulaLab *lab, const ImTileInput *inputs)
{
  guint n = lab->formula->buffers->len, next = 0;
  ImArray **arrays = im_arena_new0 (lab->arena, ImArray *, n + 1);

  for (guint i = 0; i < lab->n_inputs; i++)
    if (inputs[i].argument.is_tensor)
      arrays[next++] = inputs[i].data != NULL ? (ImArray *) inputs[i].data
                                              : fill_tensor (lab, &inputs[i].argument);
  for (guint i = next; i < n; i++)
    {
      const ImKernelBuffer *buffer = im_formula_get_buffer (lab->formula, i);

      arrays[i] = im_array_new (lab->arena, buffer->dtype, &buffer->shape, NULL);
    }
  for (guint i = 0; i < n; i++)
    if (arrays[i] == NULL)
      return NULL;

  return arrays;
}

static void
compute (ImFormulaLab *lab, const ImTileInput *inputs)
{
  g_autofree gpointer *data = g_new0 (gpointer, lab->formula->buffers->len + 1);
  ImArray **arrays = is_small (lab) ? make_arrays (lab, inputs) : NULL;

  if (arrays == NULL)
    return;
  for (guint i = 0; i < lab->formula->buffers->len; i++)
    data[i] = arrays[i]->data;
  if (im_formula_run (lab->formula, lab->nests, data, NULL))
    lab->arrays = arrays;
}

ImFormulaLab *
im_formula_lab_new (const ImFormulaQuestion *question)
{
  ImFormulaLab *lab = g_new0 (ImFormulaLab, 1);
  g_autoptr (ImSource) source = im_source_new_for_string (NAME, question->text);
  const ImTileInput **given = NULL;
  ImTileInput *inputs = NULL;
  gboolean is_fine = TRUE;

  lab->arena = im_arena_new ();
  lab->diagnostics = im_diagnostics_new ();
  lab->file = im_tile_parse (source, lab->diagnostics);
  if (has_errors (lab->diagnostics))
    return lab;
  lab->function = question->function == NULL
                      ? NULL
                      : im_tile_file_find (lab->file, question->function);
  if (lab->function == NULL)
    lab->function = im_tile_file_find (lab->file, NULL);
  if (lab->function == NULL)
    return lab;
  lab->n_inputs = lab->function->n_parameters;
  lab->inputs = im_arena_new0 (lab->arena, ImFormulaInput, lab->n_inputs + 1);
  given = read_inputs (lab, question, &is_fine);
  if (is_fine)
    inputs = find_inputs (lab, given);
  lab->arguments = inputs;
  if (inputs != NULL)
    compute (lab, inputs);

  return lab;
}

void
im_formula_lab_free (ImFormulaLab *lab)
{
  if (lab == NULL)
    return;

  g_clear_pointer (&lab->nests, g_ptr_array_unref);
  g_clear_pointer (&lab->formula, im_formula_free);
  im_tile_file_free (lab->file);
  im_diagnostics_free (lab->diagnostics);
  im_arena_free (lab->arena);
  g_free (lab);
}

/* Numbers of a column end below each other. */
static void
append_rows (const ImArray *array, GString *out)
{
  gsize n_columns = array->shape.rank == 0 ? 1 : (gsize) array->shape.size[0];
  gsize n_rows = n_columns == 0 ? 0 : array->count / n_columns;
  g_autoptr (GString) number = g_string_new (NULL);
  gsize widths[MAX_COLUMNS] = { 0 };

  for (gsize row = 0; row < MIN (n_rows, MAX_ROWS); row++)
    for (gsize column = 0; column < MIN (n_columns, MAX_COLUMNS); column++)
      {
        g_string_truncate (number, 0);
        im_array_append_element (array, row * n_columns + column, number);
        widths[column] = MAX (widths[column], number->len);
      }
  for (gsize row = 0; row < MIN (n_rows, MAX_ROWS); row++)
    {
      for (gsize column = 0; column < MIN (n_columns, MAX_COLUMNS); column++)
        {
          g_string_truncate (number, 0);
          im_array_append_element (array, row * n_columns + column, number);
          g_string_append_printf (out, "%s%*s", column > 0 ? "  " : "",
                                  (int) widths[column], number->str);
        }
      g_string_append (out, n_columns > MAX_COLUMNS ? "  …\n" : "\n");
    }
  if (n_rows > MAX_ROWS)
    g_string_append (out, "…\n");
}

void
im_formula_lab_append_values (const ImFormulaLab *lab, GString *out)
{
  for (guint i = 0; i < lab->formula->outputs->len; i++)
    {
      guint number = g_array_index (lab->formula->outputs, guint, i);
      const ImKernelBuffer *buffer = im_formula_get_buffer (lab->formula, number);

      if (i > 0)
        g_string_append_c (out, '\n');
      if (lab->formula->outputs->len > 1)
        g_string_append_printf (out, "%s:\n", buffer->name);
      append_rows (lab->arrays[number], out);
    }
}
