/* Divergence: one pipeline in several builds, each layer beside its Python, so that the
 * first layer that is wrong shows, wherever it is compiled. Python always runs, too: it
 * is what errors of all builds are measured from.
 *
 * Each build runs on the same frames. A layer's Python gets what the layer got in that
 * build, so that what is wrong in front of it does not count against it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "run/im-build.h"
#include "run/im-image-size.h"
#include "verify/im-compare.h"

G_BEGIN_DECLS

/* What the reference of all builds is called among them. */
#define IM_DIVERGENCE_REFERENCE "python"

/**
 * ImDivergenceCause:
 * @IM_DIVERGENCE_SAME: all bits are those of the first build
 * @IM_DIVERGENCE_CONTRACTION: without contraction they are: products and sums that are
 * rounded once explain all
 * @IM_DIVERGENCE_PARTLY: without contraction fewer elements differ
 * @IM_DIVERGENCE_OTHER: contraction explains nothing: functions of the C library, or what
 * an optimization may change
 * @IM_DIVERGENCE_UNKNOWN: there is nothing to compare with
 *
 * Why a build does not compute the same bits as the first one.
 */
typedef enum
{
  IM_DIVERGENCE_SAME,
  IM_DIVERGENCE_CONTRACTION,
  IM_DIVERGENCE_PARTLY,
  IM_DIVERGENCE_OTHER,
  IM_DIVERGENCE_UNKNOWN,
} ImDivergenceCause;

/**
 * ImDivergenceColumn:
 * @build: what the C was compiled with and for
 * @comparison: (nullable): what was found, layer by layer
 * @uncontracted: (nullable): the same without contraction, if the bits are not those of
 * the first build
 * @error: (nullable): why there is none: as of im_compare_run(), and if the compiler or
 * emulator is not installed NO_COMPILER with the Debian package
 * @has_size: whether @size is known: of emulated cores
 * @size: flash and RAM that the pipeline takes there, see im_footprint_measure()
 * @first: the number of the first layer that is out of tolerance, on ordinary data if on
 * that any is; -1 if none is
 */
typedef struct
{
  ImBuild build;
  ImComparison *comparison;
  ImComparison *uncontracted;
  GError *error;
  gboolean has_size;
  ImImageSize size;
  gint first;
} ImDivergenceColumn;

/**
 * ImDivergence:
 * @unit_id: the pipeline
 * @columns: one for each build, in the order they were asked for
 * @n_columns: their number
 *
 * All comparisons have the same layers, in the order in which they run.
 */
typedef struct
{
  char *unit_id;
  ImDivergenceColumn *columns;
  guint n_columns;
} ImDivergence;

/**
 * im_divergence_run:
 * @pipeline: a pipeline
 * @library: where its units are
 * @builds: (array length=n_builds): what to compile with and for
 * @n_builds: their number
 * @options: what is chosen, but for the build; with a folder each build has one in it
 * @diagnostics: where problems of the emitted code go, each once
 *
 * Compares all builds with Python, one after the other.
 *
 * Returns: what was found
 */
ImDivergence *im_divergence_run (const ImCompareCase *pipeline,
                                 ImUnitLibrary *library,
                                 const ImBuild *builds,
                                 guint n_builds,
                                 const ImCompareOptions *options,
                                 ImDiagnostics *diagnostics);

/**
 * im_divergence_get_first:
 * @divergence: a divergence
 *
 * Returns: (nullable): the column whose first layer out of tolerance runs first; the
 * first one of several
 */
const ImDivergenceColumn *im_divergence_get_first (const ImDivergence *divergence);

/**
 * im_divergence_get_layer:
 * @column: (nullable): a column
 *
 * Returns: (nullable): its first layer that is out of tolerance
 */
const ImCompareLayer *im_divergence_get_layer (const ImDivergenceColumn *column);

/**
 * im_divergence_get_sample:
 * @column: a column
 * @layer: the number of a layer
 * @place: a result of the layer in another build, or in this one
 *
 * Returns: (nullable): what the layer computed at the same place, if that was kept
 */
const ImCompareSample *im_divergence_get_sample (const ImDivergenceColumn *column,
                                                 guint layer,
                                                 const ImCompareSample *place);

/**
 * im_divergence_count_bits:
 * @layer: a layer, or the whole pipeline
 * @n_elements: (out): of all outputs, on all data, that were compared with the first
 * build
 *
 * Returns: how many of them have other bits
 */
guint64 im_divergence_count_bits (const ImCompareLayer *layer, guint64 *n_elements);

/**
 * im_divergence_get_cause:
 * @column: a column
 * @layer: the number of a layer, or that of layers for the whole pipeline
 *
 * Says why the bits of a layer are not those of the first build. It may have got others.
 *
 * Returns: the cause
 */
ImDivergenceCause im_divergence_get_cause (const ImDivergenceColumn *column, guint layer);

/* The cause in words, such as `fused multiply-add`. */
const char *im_divergence_cause_get_name (ImDivergenceCause cause);

/**
 * im_divergence_dup_code:
 * @program: the pipeline
 * @library: where its units are
 * @path: a layer
 * @language: IM_LANGUAGE_C or IM_LANGUAGE_PYTHON
 *
 * Returns: (nullable): where the code of the layer is, such as
 *   `/units/Test/gain.h:12 (gain_f32)`, or NULL if it has none in a file
 */
char *im_divergence_dup_code (const ImProgram *program,
                              ImUnitLibrary *library,
                              const char *path,
                              ImLanguage language);

/* The text of the same code. */
char *im_divergence_dup_code_text (const ImProgram *program,
                                   ImUnitLibrary *library,
                                   const char *path,
                                   ImLanguage language);

void im_divergence_free (ImDivergence *divergence);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImDivergence, im_divergence_free)

G_END_DECLS
