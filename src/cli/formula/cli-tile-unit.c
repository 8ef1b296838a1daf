/* SPDX-License-Identifier: MIT */
#include "cli/formula/cli-tile-unit.h"

#include <string.h>

#include "cli/terminal/cli-output.h"
#include "lab/im-formula-package.h"
#include "unit/im-unit-name.h"

/* `NAME=VALUE` texts as the lab takes them. */
static GHashTable *
dup_inputs (const CliOptions *options)
{
  GHashTable *inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; options->inputs != NULL && options->inputs[i] != NULL; i++)
    {
      const char *sign = strchr (options->inputs[i], '=');

      if (sign != NULL)
        g_hash_table_insert (
            inputs, g_strndup (options->inputs[i], (gsize) (sign - options->inputs[i])),
            g_strdup (sign + 1));
    }

  return inputs;
}

static CliExit
say_input_error (CliContext *context, const ImFormulaLab *lab)
{
  for (guint i = 0; i < lab->n_inputs; i++)
    if (lab->inputs[i].error != NULL)
      return cli_output_failure (context, "argument", "--input %s: %s",
                                 lab->inputs[i].name, lab->inputs[i].error);

  return cli_output_diagnostics (context, lab->diagnostics);
}

CliExit
cli_tile_write_unit (CliContext *context,
                     const ImTileFile *file,
                     ImDiagnostics *diagnostics)
{
  const CliOptions *options = context->options;
  g_autoptr (GHashTable) inputs = dup_inputs (options);
  const char *id = options->unit;
  g_autofree char *name = NULL, *description = NULL, *path = NULL;
  g_autoptr (ImFormulaLab) lab = NULL;
  g_autoptr (GError) error = NULL;

  if (id == NULL || options->output == NULL)
    return cli_output_usage (context, "a unit needs --unit, such as Own.MovingAverage, "
                                      "and --output, the folder to write it into");
  lab = im_formula_lab_new (&(ImFormulaQuestion){ im_source_get_text (file->source, NULL),
                                                  options->function, inputs });
  if (lab->formula == NULL)
    return say_input_error (context, lab);

  name = im_unit_name_dup_title (id);
  description = im_formula_package_dup_description (id);
  path = im_formula_package_write (&(ImFormulaPackage){ id, name, description }, lab,
                                   options->output, &error);
  if (path == NULL)
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (!context->options->json && !context->options->quiet)
    g_string_append_printf (context->out, "%s\n", path);

  return cli_output_diagnostics (context, diagnostics);
}
