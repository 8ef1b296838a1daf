/* SPDX-License-Identifier: MIT
 *
 * `imaginet tile`: formulas of Tile checked, run, explained, as C, and as units.
 */
#include <string.h>

#include "base/im-file.h"
#include "cli/formula/cli-formula-engine.h"
#include "cli/formula/cli-formula-explain.h"
#include "cli/formula/cli-tile-fix.h"
#include "cli/formula/cli-tile-input.h"
#include "cli/formula/cli-tile-unit.h"
#include "cli/input/cli-input.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "kernel/im-formula-c.h"
#include "kernel/im-formula-python.h"
#include "scene/formula/im-scene-formula.h"
#include "scene/formula/im-scene-mathematics.h"
#include "scene/output/im-scene-svg.h"
#include "tile/im-tile-print.h"

#define NAME "<formula>"

/**
 * Formula:
 * @context: the command
 * @file: what was read
 * @function: the function that is meant
 * @inputs: a value for each of its parameters
 * @formula: what it computes for them
 * @nests: the loops of its kernels
 */
typedef struct
{
  CliContext *context;
  ImDiagnostics *diagnostics;
  ImArena *arena;
  ImTileFile *file;
  const ImTileFunction *function;
  ImTileInput *inputs;
  ImFormula *formula;
  GPtrArray *nests;
} Formula;

static const ImDiagnostic *
find_error (const ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    if (im_diagnostics_get (diagnostics, i)->severity == IM_SEVERITY_ERROR)
      return im_diagnostics_get (diagnostics, i);

  return NULL;
}

/* The first error stands beside the verdict, as all of them do in the list. */
static CliExit
report_errors (Formula *formula)
{
  ImJson json = { .out = formula->context->out };
  const ImDiagnostic *error = find_error (formula->diagnostics);

  if (!formula->context->options->json)
    return cli_output_diagnostics (formula->context, formula->diagnostics);

  im_json_open_object (&json);
  im_json_member_string (&json, "verdict", "error");
  im_json_member_string (&json, "code", error->code);
  im_json_member_string (&json, "message", error->message);
  cli_json_span (&json, error->source, error->span);
  cli_json_close (&json, formula->diagnostics);

  return CLI_EXIT_PROBLEMS;
}

static CliExit
report_argument (Formula *formula, const GError *error)
{
  im_diagnostics_add_for_file (formula->diagnostics, IM_SEVERITY_ERROR, "argument",
                               im_source_get_name (formula->file->source), "%s",
                               error->message);

  return report_errors (formula);
}

static gboolean
read_file (Formula *formula, const char *path, GError **error)
{
  GString *text = cli_input_read (path, IM_TILE_MAX_BYTES, error);
  g_autoptr (GBytes) bytes = text == NULL ? NULL : g_string_free_to_bytes (text);

  if (bytes == NULL)
    return FALSE;

  g_autoptr (ImSource) source = im_source_new (strcmp (path, "-") == 0 ? NAME : path,
                                               bytes);

  formula->file = im_tile_parse (source, formula->diagnostics);

  return TRUE;
}

static void
formula_clear (Formula *formula)
{
  g_clear_pointer (&formula->nests, g_ptr_array_unref);
  g_clear_pointer (&formula->formula, im_formula_free);
  g_clear_pointer (&formula->file, im_tile_file_free);
  im_arena_free (formula->arena);
  im_diagnostics_free (formula->diagnostics);
}

/* Returns whether the formula is there; otherwise it is told why not. */
static gboolean
elaborate (Formula *formula, CliExit *status)
{
  const ImTileFunction *function = formula->function;
  g_autoptr (GError) error = NULL;
  g_autofree ImTileArgument *arguments = g_new0 (ImTileArgument,
                                                 function->n_parameters + 1);

  formula->inputs = cli_tile_input_read (formula->context->options, function,
                                         formula->arena, &error);
  if (formula->inputs == NULL)
    {
      *status = report_argument (formula, error);
      return FALSE;
    }
  for (guint i = 0; i < function->n_parameters; i++)
    arguments[i] = formula->inputs[i].argument;
  formula->formula = im_tile_elaborate (formula->file, function, arguments,
                                        formula->arena, formula->diagnostics);
  if (formula->formula != NULL)
    formula->nests = im_tile_find_loops (formula->file, formula->formula, formula->arena,
                                         formula->diagnostics);
  if (formula->nests != NULL)
    return TRUE;
  *status = report_errors (formula);

  return FALSE;
}

static gboolean
has_data (const Formula *formula)
{
  for (guint i = 0; i < formula->function->n_parameters; i++)
    if (formula->inputs[i].argument.is_tensor && formula->inputs[i].data == NULL)
      return FALSE;

  return TRUE;
}

static ImArray **
compute (Formula *formula, CliFormulaEngine engine, GError **error)
{
  guint n = formula->function->n_parameters, next = 0;
  g_autofree const ImArray **inputs = g_new0 (const ImArray *, n + 1);

  for (guint i = 0; i < n; i++)
    if (formula->inputs[i].argument.is_tensor)
      inputs[next++] = formula->inputs[i].data;

  return cli_formula_compute (engine, formula->formula, formula->nests, inputs,
                              formula->arena, error);
}

static void
write_json (Formula *formula, ImArray *const *arrays)
{
  ImJson json = { .out = formula->context->out };

  im_json_open_object (&json);
  im_json_member_string (&json, "verdict", "ok");
  im_json_member_array (&json, "outputs");
  for (guint i = 0; i < formula->formula->outputs->len; i++)
    {
      guint number = g_array_index (formula->formula->outputs, guint, i);
      const ImKernelBuffer *buffer = im_formula_get_buffer (formula->formula, number);

      im_json_open_object (&json);
      im_json_member_string (&json, "name", buffer->name);
      im_json_member_string (&json, "type", im_dtype_get_info (buffer->dtype)->name);
      im_json_member_array (&json, "shape");
      for (guint j = buffer->shape.rank; j-- > 0;)
        im_json_int (&json, buffer->shape.size[j]);
      im_json_close_array (&json);
      if (arrays != NULL)
        cli_formula_write_data (arrays[number], &json);
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  cli_json_close (&json, formula->diagnostics);
}

#define MAX_PRINTED 1000

/* `O = float32[3]{5, 7, 9}` */
static void
write_text (Formula *formula, ImArray *const *arrays)
{
  GString *out = formula->context->out;

  for (guint i = 0; i < formula->formula->outputs->len; i++)
    {
      guint number = g_array_index (formula->formula->outputs, guint, i);
      const ImKernelBuffer *buffer = im_formula_get_buffer (formula->formula, number);

      g_string_append_printf (out, "%s = ", buffer->name);
      if (arrays != NULL)
        {
          im_array_append_text (arrays[number], MAX_PRINTED, out);
        }
      else
        {
          g_string_append (out, im_dtype_get_info (buffer->dtype)->name);
          im_shape_append_text (&buffer->shape, out);
        }
      g_string_append_c (out, '\n');
    }
}

static CliExit
run (Formula *formula)
{
  g_autoptr (GError) error = NULL;
  CliFormulaEngine engine = cli_formula_find_engine (formula->context->options->engine);
  ImArray **arrays = NULL;
  CliExit status = CLI_EXIT_FINE;

  if (engine == NULL)
    return cli_output_usage (formula->context,
                             "--engine is interpreter, c or python, not “%s”",
                             formula->context->options->engine);
  if (!elaborate (formula, &status))
    return status;
  if (has_data (formula))
    {
      arrays = compute (formula, engine, &error);
      if (arrays == NULL)
        return report_argument (formula, error);
    }
  if (formula->context->options->json)
    write_json (formula, arrays);
  else
    write_text (formula, arrays);

  return cli_output_diagnostics (formula->context, formula->diagnostics);
}

#define PICTURE_WIDTH 720 /* pixels that a formula is broken at */

/* The formula as it would be written by hand. */
static void
append_mathematics (const ImFormula *formula, const GPtrArray *nests, GString *out)
{
  g_autoptr (ImScene) scene = im_scene_mathematics_new (formula, PICTURE_WIDTH);

  (void) nests;
  im_scene_append_svg (scene, IM_THEME_AUTO, out);
}

typedef void (*EmitFunc) (const ImFormula *formula, const GPtrArray *nests, GString *out);

static const struct
{
  const char *name;
  EmitFunc emit;
} languages[] = {
  { "c", cli_formula_append_c },
  { "numpy", im_formula_append_python },
  { "svg", append_mathematics },
};

static const struct
{
  const char *name;
  ImTileSpelling spelling;
} spellings[] = {
  { "tile", IM_TILE_COMPACT },
  { "cpp", IM_TILE_CPP },
  { "python", IM_TILE_PYTHON },
};

/* The functions in another spelling, for which no shapes are needed. */
static CliExit
emit_spelling (Formula *formula, ImTileSpelling spelling)
{
  if (!im_tile_convert (formula->file, spelling, formula->diagnostics))
    return report_errors (formula);
  im_tile_append_text (formula->file, formula->context->out);

  return cli_output_diagnostics (formula->context, formula->diagnostics);
}

static CliExit
emit (Formula *formula)
{
  const char *name = formula->context->options->language;
  EmitFunc func = NULL;
  CliExit status = CLI_EXIT_FINE;

  for (guint i = 0; i < G_N_ELEMENTS (spellings) && name != NULL; i++)
    if (strcmp (spellings[i].name, name) == 0)
      return emit_spelling (formula, spellings[i].spelling);
  for (guint i = 0; i < G_N_ELEMENTS (languages) && func == NULL; i++)
    if (name == NULL || strcmp (languages[i].name, name) == 0)
      func = languages[i].emit;
  if (func == NULL)
    return cli_output_usage (
        formula->context,
        "--language is c, numpy or svg, or a spelling of Tile, tile, "
        "cpp or python, not “%s”",
        name);
  if (!elaborate (formula, &status))
    return status;
  func (formula->formula, formula->nests, formula->context->out);

  return cli_output_diagnostics (formula->context, formula->diagnostics);
}

static gboolean
find_index (const ImKernel *kernel, const char *name, guint *index)
{
  for (*index = 0; *index < kernel->n_indices; (*index)++)
    if (strcmp (kernel->indices[*index], name) == 0)
      return TRUE;

  return FALSE;
}

/* The names of two indices, or of one. */
static gboolean
read_pair (const ImKernel *kernel, const char *text, guint pair[2])
{
  g_auto (GStrv) names = g_strsplit (text, ",", 3);
  guint n = g_strv_length (names);

  return (n == 1 || n == 2) && find_index (kernel, g_strstrip (names[0]), &pair[0]) &&
         find_index (kernel, g_strstrip (names[n - 1]), &pair[1]);
}

static CliExit
draw (Formula *formula)
{
  const CliOptions *options = formula->context->options;
  guint n = formula->nests->len, number = n - 1, pair[2] = { 0, 0 };
  g_autoptr (ImScene) scene = NULL;
  const ImKernel *kernel = NULL;

  if (options->kernel > 0)
    number = (guint) options->kernel - 1;
  if (number >= n)
    return cli_output_usage (formula->context, "there are steps 1 to %u, not %d", n,
                             options->kernel);
  kernel = g_ptr_array_index (formula->formula->kernels, number);
  if (options->indices != NULL && !read_pair (kernel, options->indices, pair))
    return cli_output_usage (formula->context,
                             "--indices takes one or two indices of step %u, not “%s”",
                             number + 1, options->indices);

  scene = im_scene_formula_new (formula->formula, formula->nests, number,
                                options->indices != NULL ? pair : NULL, IM_SHOW_FORMULA);
  im_scene_append_svg (scene, IM_THEME_AUTO, formula->context->out);

  return cli_output_diagnostics (formula->context, formula->diagnostics);
}

static CliExit
explain (Formula *formula)
{
  ImJson json = { .out = formula->context->out };
  CliExit status = CLI_EXIT_FINE;

  if (!elaborate (formula, &status))
    return status;
  if (formula->context->options->svg)
    return draw (formula);
  if (!formula->context->options->json)
    {
      cli_formula_explain_text (formula->formula, formula->nests, formula->context->out);
      return cli_output_diagnostics (formula->context, formula->diagnostics);
    }

  im_json_open_object (&json);
  im_json_member_string (&json, "verdict", "ok");
  cli_formula_explain_json (formula->formula, formula->nests, &json);
  cli_json_close (&json, formula->diagnostics);

  return CLI_EXIT_FINE;
}

/* Without values for the parameters only what is written is checked. */
static CliExit
judge (Formula *formula)
{
  CliExit status = CLI_EXIT_FINE;

  if (formula->context->options->inputs != NULL)
    {
      if (!elaborate (formula, &status))
        return status;
      if (formula->context->options->json)
        write_json (formula, NULL);
    }
  else if (formula->context->options->json)
    {
      ImJson json = { .out = formula->context->out };

      im_json_open_object (&json);
      im_json_member_string (&json, "verdict", "ok");
      cli_json_close (&json, formula->diagnostics);
    }

  return cli_output_diagnostics (formula->context, formula->diagnostics);
}

/* A file gets the fixed text; standard input is answered with it. */
static gboolean
write_fixes (const Formula *formula, GError **error)
{
  const char *path = formula->context->options->arguments[1];
  g_autoptr (GBytes) fixed = cli_tile_fix (formula->file->source, formula->diagnostics);
  g_autoptr (GBytes) read = NULL;
  gsize length = 0;
  const char *text = im_source_get_text (formula->file->source, &length);

  read = g_bytes_new (text, length);
  if (strcmp (path, "-") == 0)
    {
      text = g_bytes_get_data (fixed, &length);
      g_string_append_len (formula->context->out, text, (gssize) length);
      return TRUE;
    }

  return g_bytes_equal (fixed, read) ||
         im_file_write_atomically (path, fixed, read, error);
}

static CliExit
check (Formula *formula)
{
  const CliOptions *options = formula->context->options;
  CliExit status = CLI_EXIT_FINE;
  g_autoptr (GError) error = NULL;

  if (options->fix && options->json && strcmp (options->arguments[1], "-") == 0)
    return cli_output_usage (formula->context,
                             "--fix prints the text of standard input; --json prints "
                             "its fixes without it");
  status = judge (formula);
  if (options->fix && !write_fixes (formula, &error))
    return cli_output_failure (formula->context, "cannot-write", "%s", error->message);

  return status;
}

static CliExit
write_unit (Formula *formula)
{
  return cli_tile_write_unit (formula->context, formula->file, formula->diagnostics);
}

typedef struct
{
  const char *name;
  CliExit (*run) (Formula *formula);
} Action;

static const Action actions[] = {
  { "check", check },     { "run", run },         { "emit", emit },
  { "explain", explain }, { "unit", write_unit },
};

static const Action *
find_action (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (strcmp (actions[i].name, name) == 0)
      return &actions[i];

  return NULL;
}

static CliExit
act (Formula *formula, const Action *action, const char *path)
{
  const char *name = formula->context->options->function;
  g_autoptr (GError) error = NULL;

  if (!read_file (formula, path, &error))
    return cli_output_failure (formula->context, "cannot-read", "%s", error->message);
  if (find_error (formula->diagnostics) != NULL)
    {
      if (action->run == check && formula->context->options->fix &&
          !write_fixes (formula, &error))
        return cli_output_failure (formula->context, "cannot-write", "%s",
                                   error->message);
      return report_errors (formula);
    }
  formula->function = im_tile_file_find (formula->file, name);
  if (formula->function == NULL)
    return cli_output_failure (formula->context, "no-function", "%s has no function “%s”",
                               im_source_get_name (formula->file->source), name);

  return action->run (formula);
}

CliExit
cli_tile_run (CliContext *context)
{
  const Action *action = find_action (context->options->arguments[0]);
  Formula formula = { context, im_diagnostics_new (), im_arena_new () };
  CliExit status = CLI_EXIT_USAGE;

  if (action == NULL)
    status = cli_output_usage (context, "“%s” is not check, run, emit, explain or unit",
                               context->options->arguments[0]);
  else
    status = act (&formula, action, context->options->arguments[1]);
  formula_clear (&formula);

  return status;
}
