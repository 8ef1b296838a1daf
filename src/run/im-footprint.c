/* SPDX-License-Identifier: MIT
 *
 * The linker keeps what it is told to need: the functions of the pipeline, and what they
 * call.
 */
#include "run/im-footprint.h"

#include <string.h>

#include "artifact/im-artifacts.h"
#include "emit/im-emit-c.h"
#include "emit/im-emit-names.h"
#include "run/im-code-package.h"
#include "run/im-emulator.h"
#include "run/im-host.h"
#include "run/im-run-error.h"
#include "run/im-run-files.h"
#include "run/im-toolchain.h"
#include "run/im-work-folder.h"

#define PREFIX "IMAI"
#define NAME   "pipeline"
#define MAIN   "main.c"

typedef struct
{
  const ImBuild *build;
  const ImWorkFolder *folder;
  ImProcessLimits limits;
  GPtrArray *sources; /* that start a program */
  gboolean needs_packages;
} Measure;

static void
need (GPtrArray *flags, const char *function)
{
  g_ptr_array_add (flags, g_strdup_printf ("-Wl,-u," PREFIX "_%s", function));
}

/* What firmware calls. */
static void
need_functions (const ImPlan *plan, GPtrArray *flags)
{
  need (flags, "init");
  if (im_plan_is_function (plan))
    {
      need (flags, "compute");
      return;
    }
  for (guint i = 0; i < plan->n_sources; i++)
    {
      g_autofree char *name = im_emit_dup_enqueue_name (plan, i);

      need (flags, name);
    }
  for (guint i = 0; i < plan->n_sinks; i++)
    {
      g_autofree char *name = im_emit_dup_dequeue_name (plan, i);

      need (flags, name);
    }
}

/* Links what belongs to every program, and, with a plan, the pipeline. */
static gboolean
link_program (const Measure *measure,
              const ImPlan *plan,
              ImImageSize *size,
              GArray **symbols,
              GError **error)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  const char *program = plan == NULL ? "empty" : "full";
  g_auto (GStrv) words = im_emulator_dup_link_flags (measure->build);
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_extend (sources, measure->sources, NULL, NULL);
  if (plan != NULL)
    g_ptr_array_add (sources, (gpointer) NAME ".c");
  g_ptr_array_add (sources, NULL);
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (flags, g_strdup (words[i]));
  if (plan != NULL)
    need_functions (plan, flags);
  g_ptr_array_add (flags, NULL);
  if (!im_toolchain_compile (measure->build, (const char *const *) sources->pdata,
                             program, (const char *const *) flags->pdata,
                             plan != NULL && measure->needs_packages, &measure->limits,
                             error))
    return FALSE;

  g_autoptr (GBytes) image = im_work_folder_read (measure->folder, program);
  if (image != NULL && im_image_size_read (image, size))
    {
      *symbols = im_image_list_symbols (image);
      return TRUE;
    }
  g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE,
               "%s made no ELF program", measure->build->compiler);
  return FALSE;
}

static gboolean
write_sources (Measure *measure,
               const ImPlan *plan,
               ImUnitLibrary *library,
               ImDiagnostics *diagnostics,
               GError **error)
{
  static const char main[] = "int main (void) { return 0; }\n";
  const ImEmitOptions options = { .prefix = PREFIX, .name = NAME };
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (ImEmission) emission = im_emit_c (plan, library, &options, artifacts,
                                               diagnostics);

  if (emission == NULL)
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT, "there is no C of %s",
                   plan->program->unit->id.text);
      return FALSE;
    }
  measure->needs_packages = im_emission_needs (emission, IM_PACKAGE_CMSIS_DSP);

  return im_code_packages_check (measure->needs_packages, TRUE, error) &&
         im_run_files_write_artifacts (measure->folder, artifacts, error) &&
         im_emulator_write_startup (measure->build, measure->folder, measure->sources,
                                    error) &&
         im_work_folder_write (measure->folder, MAIN, main, sizeof main - 1, error);
}

/* Takes out what both programs have; others may have the same name. */
static void
subtract_symbols (GArray *symbols, const GArray *others)
{
  for (guint i = 0; i < others->len; i++)
    for (guint j = 0; j < symbols->len; j++)
      {
        const ImImageSymbol *symbol = &g_array_index (symbols, ImImageSymbol, j);
        const ImImageSymbol *other = &g_array_index (others, ImImageSymbol, i);

        if (symbol->bytes != other->bytes || strcmp (symbol->name, other->name) != 0)
          continue;
        g_array_remove_index (symbols, j);
        break;
      }
}

gboolean
im_footprint_measure (const ImPlan *plan,
                      ImUnitLibrary *library,
                      const ImBuild *build,
                      const ImProcessLimits *limits,
                      ImImageSize *size,
                      GArray **symbols,
                      ImDiagnostics *diagnostics,
                      GError **error)
{
  g_auto (ImWorkFolder) folder = { 0 };
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) full_symbols = NULL, empty_symbols = NULL;
  ImImageSize full, empty;
  Measure measure = { build, &folder, *limits, sources, FALSE };

  g_ptr_array_add (sources, g_strdup (MAIN));
  if (!im_work_folder_open (&folder, NULL, error))
    return FALSE;
  measure.limits.folder = folder.path;
  if (!write_sources (&measure, plan, library, diagnostics, error) ||
      !link_program (&measure, plan, &full, &full_symbols, error) ||
      !link_program (&measure, NULL, &empty, &empty_symbols, error))
    return FALSE;
  im_image_size_subtract (&full, &empty);
  subtract_symbols (full_symbols, empty_symbols);
  *size = full;
  if (symbols != NULL)
    *symbols = g_steal_pointer (&full_symbols);

  return TRUE;
}
