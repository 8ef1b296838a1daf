/* SPDX-License-Identifier: MIT */
#include "cli/cli-pipeline.h"

#include <string.h>

#include "cli/cli-library.h"
#include "cli/cli-output.h"
#include "cli/cli-text.h"

gboolean
cli_pipeline_is_file (const char *argument)
{
  return strchr (argument, '/') != NULL || g_str_has_suffix (argument, ".imunit") ||
         g_file_test (argument, G_FILE_TEST_EXISTS);
}

static gboolean
is_graph (const ImUnit *unit)
{
  return unit->kind == IM_UNIT_COMPOSITE || unit->kind == IM_UNIT_COMPOUND;
}

static const ImUnit *
choose_unit (const ImUnitFile *file)
{
  const ImUnit *chosen = NULL;

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);

      if (chosen == NULL || is_graph (unit) || !is_graph (chosen))
        chosen = unit;
    }

  return chosen;
}

const ImUnit *
cli_pipeline_find (CliContext *context,
                   const char *argument,
                   ImUnitLibrary *library,
                   ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  const ImUnitFile *file = NULL;
  const ImUnit *unit = NULL;

  if (cli_pipeline_is_file (argument))
    file = im_unit_library_add_file (library, argument, diagnostics);
  cli_library_add_roots (library, context->options, found);
  cli_library_select_bad_folders (found, diagnostics);
  if (file != NULL)
    unit = choose_unit (file);
  else if (!cli_pipeline_is_file (argument))
    unit = im_unit_library_find (library, argument);
  if (unit == NULL && im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    {
      g_autofree char *hint = cli_text_dup_hint (
          im_unit_library_nearest (library, argument));

      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "unknown-unit",
                                   argument, "there is no such unit%s", hint);
    }

  return unit;
}
