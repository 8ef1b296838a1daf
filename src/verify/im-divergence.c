/* SPDX-License-Identifier: MIT */
#include "verify/im-divergence.h"

#include <string.h>

#include "fragment/im-fragment-set.h"
#include "run/im-footprint.h"
#include "unit/im-unit-library.h"

#define TIME_S       60
#define MEMORY_BYTES (4ull << 30)
#define FILE_BYTES   (1ull << 30)

static gboolean
is_different (const ImCompareLayer *layer, ImCompareData data)
{
  return layer->states[data] == IM_COMPARE_DIFFERENT;
}

static gint
find_first (const ImComparison *comparison)
{
  for (ImCompareData data = 0; data < IM_N_COMPARE_DATA; data++)
    for (guint i = 0; i < comparison->n_layers; i++)
      if (is_different (&comparison->layers[i], data))
        return (gint) i;

  return -1;
}

/* The same code gives the same problems in each build. */
static void
add_new (ImDiagnostics *all, const ImDiagnostics *problems)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (!im_diagnostics_has (all, im_diagnostics_get (problems, i)))
      im_diagnostics_add_copy (all, im_diagnostics_get (problems, i));
}

/* Without a plan there was no comparison either. */
static void
measure_size (ImDivergenceColumn *column,
              const ImProgram *program,
              ImUnitLibrary *library,
              const ImCompareOptions *options)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_C, problems);
  const ImProcessLimits limits = { .time_s = options->time_s > 0 ? options->time_s
                                                                 : TIME_S,
                                   .memory_bytes = MEMORY_BYTES,
                                   .file_bytes = FILE_BYTES,
                                   .cancellable = options->cancellable };

  column->has_size = plan != NULL &&
                     im_footprint_measure (plan, library, &column->build, &limits,
                                           &column->size, NULL, problems, &column->error);
}

static gboolean
has_other_bits (const ImComparison *comparison)
{
  guint64 n_elements,
      n_other = im_divergence_count_bits (&comparison->whole, &n_elements);

  for (guint i = 0; i < comparison->n_layers; i++)
    n_other += im_divergence_count_bits (&comparison->layers[i], &n_elements);

  return n_other > 0;
}

static ImComparison *
compare_build (const ImBuild *build,
               const ImCompareCase *pipeline,
               ImUnitLibrary *library,
               const ImCompareOptions *options,
               ImDiagnostics *problems,
               GError **error)
{
  ImCompareOptions own = *options;
  g_autofree char *folder = options->folder == NULL
                                ? NULL
                                : g_build_filename (options->folder, build->name, NULL);

  own.build = build;
  own.folder = folder;
  own.progress_data = (gpointer) build->name;

  return im_compare_run (pipeline, library, &own, problems, error);
}

/* Whether contraction is why bits are not those of the first build is found out by doing
 * without. */
static void
run_uncontracted (ImDivergenceColumn *column,
                  const ImCompareCase *pipeline,
                  ImUnitLibrary *library,
                  const ImCompareOptions *options)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImCompareOptions own = *options;
  ImBuild build = column->build;

  if (!build.contracts || options->base == NULL || column->comparison == NULL ||
      !has_other_bits (column->comparison))
    return;
  build.contracts = FALSE;
  own.folder = NULL;
  column->uncontracted = compare_build (&build, pipeline, library, &own, problems, NULL);
}

static void
run_column (ImDivergenceColumn *column,
            const ImCompareCase *pipeline,
            ImUnitLibrary *library,
            const ImCompareOptions *options,
            ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  if (im_build_check (&column->build, &column->error))
    column->comparison = compare_build (&column->build, pipeline, library, options,
                                        problems, &column->error);
  run_uncontracted (column, pipeline, library, options);
  if (column->comparison != NULL && im_build_is_emulated (&column->build))
    measure_size (column, pipeline->program, library, options);
  add_new (diagnostics, problems);
  if (column->comparison != NULL)
    column->first = find_first (column->comparison);
}

ImDivergence *
im_divergence_run (const ImCompareCase *pipeline,
                   ImUnitLibrary *library,
                   const ImBuild *builds,
                   guint n_builds,
                   const ImCompareOptions *options,
                   ImDiagnostics *diagnostics)
{
  ImDivergence *divergence = g_new0 (ImDivergence, 1);
  ImCompareOptions own = *options;

  own.keeps_trace = TRUE;
  for (guint i = 0; i < n_builds; i++)
    own.has_no_reset |= builds[i].port != NULL;
  divergence->unit_id = g_strdup (pipeline->program->unit->id.text);
  divergence->columns = g_new0 (ImDivergenceColumn, n_builds);
  divergence->n_columns = n_builds;
  for (guint i = 0; i < n_builds; i++)
    {
      divergence->columns[i].build = builds[i];
      divergence->columns[i].first = -1;
      run_column (&divergence->columns[i], pipeline, library, &own, diagnostics);
      if (i == 0 && divergence->columns[0].comparison != NULL)
        own.base = divergence->columns[0].comparison->trace;
      own.keeps_trace = FALSE;
    }

  return divergence;
}

const ImDivergenceColumn *
im_divergence_get_first (const ImDivergence *divergence)
{
  const ImDivergenceColumn *first = NULL;

  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImDivergenceColumn *column = &divergence->columns[i];

      if (column->first >= 0 && (first == NULL || column->first < first->first))
        first = column;
    }

  return first;
}

const ImCompareLayer *
im_divergence_get_layer (const ImDivergenceColumn *column)
{
  return column == NULL || column->first < 0 ? NULL
                                             : &column->comparison->layers[column->first];
}

const ImCompareSample *
im_divergence_get_sample (const ImDivergenceColumn *column,
                          guint layer,
                          const ImCompareSample *place)
{
  const ImCompareSample *sample = column->comparison == NULL ||
                                          layer >= column->comparison->n_layers
                                      ? NULL
                                      : column->comparison->layers[layer].sample;

  return sample != NULL && sample->frame == place->frame &&
                 strcmp (sample->run, place->run) == 0 &&
                 strcmp (sample->c.name, place->c.name) == 0 &&
                 sample->c.n_elements == place->c.n_elements
             ? sample
             : NULL;
}

guint64
im_divergence_count_bits (const ImCompareLayer *layer, guint64 *n_elements)
{
  guint64 n_other = 0;

  *n_elements = 0;
  for (guint i = 0; i < layer->n_outputs; i++)
    for (ImCompareData data = 0; data < IM_N_COMPARE_DATA; data++)
      {
        n_other += layer->outputs[i].from_base[data].n_different;
        *n_elements += layer->outputs[i].from_base[data].n_elements;
      }

  return n_other;
}

static const ImCompareLayer *
get_layer (const ImComparison *comparison, guint layer)
{
  return layer < comparison->n_layers ? &comparison->layers[layer] : &comparison->whole;
}

ImDivergenceCause
im_divergence_get_cause (const ImDivergenceColumn *column, guint layer)
{
  guint64 n_elements, n_other, n_without;

  if (column->comparison == NULL || !column->comparison->is_beside_base)
    return IM_DIVERGENCE_UNKNOWN;
  n_other = im_divergence_count_bits (get_layer (column->comparison, layer), &n_elements);
  if (n_other == 0)
    return IM_DIVERGENCE_SAME;
  if (column->uncontracted == NULL || !column->uncontracted->is_beside_base)
    return IM_DIVERGENCE_OTHER;
  n_without = im_divergence_count_bits (get_layer (column->uncontracted, layer),
                                        &n_elements);
  if (n_without == 0)
    return IM_DIVERGENCE_CONTRACTION;

  return n_without < n_other ? IM_DIVERGENCE_PARTLY : IM_DIVERGENCE_OTHER;
}

const char *
im_divergence_cause_get_name (ImDivergenceCause cause)
{
  static const char *const names[] = { "the same bits", "fused multiply-add",
                                       "fused multiply-add, and more",
                                       "not fused multiply-add", "not known" };

  return names[cause];
}

static const ImInstance *
find_instance (const ImProgram *program, const char *path)
{
  for (guint i = 0; i < program->n_instances; i++)
    if (strcmp (program->instances[i].path, path) == 0)
      return &program->instances[i];

  return NULL;
}

static const ImFragment *
find_fragment (const ImProgram *program,
               ImUnitLibrary *library,
               const char *path,
               ImLanguage language)
{
  static const ImSectionKind sections[] = { IM_SECTION_BODY, IM_SECTION_ENQUEUE,
                                            IM_SECTION_DEQUEUE };
  const ImInstance *instance = find_instance (program, path);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImImplementation *implementation = NULL;
  ImFragmentRoot root;

  for (guint i = 0;
       instance != NULL && implementation == NULL && i < G_N_ELEMENTS (sections); i++)
    implementation = im_instance_choose (instance, sections[i], language);
  if (implementation == NULL || implementation->code != NULL ||
      im_implementation_get_root (implementation, instance->unit, arena, &root) != NULL)
    return NULL;

  return im_fragment_set_find (im_unit_library_get_fragments (library), &root, problems);
}

char *
im_divergence_dup_code (const ImProgram *program,
                        ImUnitLibrary *library,
                        const char *path,
                        ImLanguage language)
{
  const ImFragment *fragment = find_fragment (program, library, path, language);
  guint line, column;

  if (fragment == NULL)
    return NULL;
  im_source_locate (fragment->file->source, fragment->span.start, &line, &column);

  return g_strdup_printf ("%s:%u (%s)", im_source_get_name (fragment->file->source), line,
                          fragment->name);
}

char *
im_divergence_dup_code_text (const ImProgram *program,
                             ImUnitLibrary *library,
                             const char *path,
                             ImLanguage language)
{
  const ImFragment *fragment = find_fragment (program, library, path, language);
  g_autoptr (GString) text = g_string_new (NULL);

  if (fragment == NULL)
    return NULL;
  im_fragment_append_body (fragment, text);

  return g_strdup (text->str);
}

void
im_divergence_free (ImDivergence *divergence)
{
  if (divergence == NULL)
    return;

  for (guint i = 0; i < divergence->n_columns; i++)
    {
      g_clear_pointer (&divergence->columns[i].comparison, im_comparison_free);
      g_clear_pointer (&divergence->columns[i].uncontracted, im_comparison_free);
      g_clear_error (&divergence->columns[i].error);
    }
  g_free (divergence->columns);
  g_free (divergence->unit_id);
  g_free (divergence);
}
