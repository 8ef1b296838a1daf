/* What a bundle gets besides its sources: the test, libraries and images for targets, and
 * the report.
 *
 * They are made by running things, which `emit` does not do: the pipeline in C and in
 * Python, and compilers. Everything runs in other processes with limits, and a bundle
 * without what could not be made is still a bundle.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "emit/im-emit-c.h"
#include "run/im-image-size.h"
#include "run/im-target.h"
#include "verify/im-compare.h"

G_BEGIN_DECLS

/* A picture of the pipeline, which the report shows if the bundle has it. */
#define IM_BUNDLE_PICTURE "docs/pipeline.svg"

/**
 * ImBundle:
 * @plan: the plan of IM_LANGUAGE_C that was emitted
 * @library: where its units are
 * @emission: what became of it
 * @artifacts: the files, to which is added
 * @diagnostics: where problems go
 * @allows_different: whether a bundle that is not proven is what is wanted
 * @usual: how far results may be off about which their unit promises nothing
 * @progress: (nullable) (scope call): is told what is done next
 * @progress_data: for @progress
 * @cancellable: (nullable): stops everything
 *
 * A bundle that is being made.
 */
typedef struct
{
  const ImPlan *plan;
  ImUnitLibrary *library;
  const ImEmission *emission;
  ImArtifacts *artifacts;
  ImDiagnostics *diagnostics;
  gboolean allows_different;
  ImUsualTolerance usual;
  ImCompareProgressFunc progress;
  gpointer progress_data;
  GCancellable *cancellable;
} ImBundle;

/**
 * ImBundleTest:
 * @source: (nullable): who computed the results that are stored, NULL if none are
 * @n_frames: frames that are stored
 * @n_results: results that are stored
 * @comparison: (nullable): what the comparison found that they were taken from
 * @failure: (nullable): why the bundle is not proven
 */
typedef struct
{
  const char *source;
  guint n_frames;
  guint n_results;
  ImComparison *comparison;
  char *failure;
} ImBundleTest;

/**
 * im_bundle_add_test:
 * @bundle: a bundle
 * @recording: (nullable): what to run on; NULL for random frames and edge values
 * @seed: of the random frames
 * @test: (out): what was found; clear it with im_bundle_test_clear()
 * @error: return location for G_IO_ERROR_CANCELLED, a [error@GLib.FileError] or an
 *   [error@Im.RecordingError]
 *
 * Runs the pipeline in C and Python and adds the folder `test/`: a runner in C with the
 * frames and results, the Python reference if there is one, and what runs both here and
 * on emulated cores. Codes: `different` if C and Python differ; `no-reference` if the
 * Python of a layer could not run; `no-results` if they could not be compared, as without
 * a compiler: then the test has frames and no results. They are errors, and the bundle
 * gets the file NOT-PROVEN.txt that says why; or warnings if @bundle allows it.
 *
 * Returns: FALSE if there shall be no bundle
 */
gboolean im_bundle_add_test (const ImBundle *bundle,
                             const ImRecording *recording,
                             guint64 seed,
                             ImBundleTest *test,
                             GError **error);

void im_bundle_test_clear (ImBundleTest *test);

/**
 * ImBundleTarget:
 * @id: the target
 * @is_built: whether library and image are in the bundle
 * @compiler: (nullable): what compiled it, such as `arm-none-eabi-gcc 12.2.1`
 * @library: (nullable): path of the static library
 * @image: (nullable): path of the linked demo
 * @size: what the pipeline takes in the image, with all that it needs of other libraries
 */
typedef struct
{
  ImTargetId id;
  gboolean is_built;
  char *compiler;
  char *library;
  char *image;
  ImImageSize size;
} ImBundleTarget;

/**
 * im_bundle_add_targets:
 * @bundle: a bundle
 * @targets: bit mask of 1 << ImTargetId
 * @error: return location for G_IO_ERROR_CANCELLED or a [error@GLib.FileError]
 *
 * Compiles the source with the strictest warnings and adds `lib/TARGET/libNAME.a`,
 * `demo/TARGET/NAME.elf` and the source of the demo. The same source gives the same bytes
 * with the same compiler. Codes: `compiler-warning`, with the place in the fragment;
 * `no-compiler` for a target whose compiler is not there, a warning if @targets is
 * IM_TARGETS_ALL, else an error; `compiler-error` for one that fails.
 *
 * Returns: (nullable) (element-type ImBundleTarget): a row for each target, or NULL if
 *   there shall be no bundle
 */
GArray *im_bundle_add_targets (const ImBundle *bundle, guint targets, GError **error);

/**
 * im_bundle_add_report:
 * @bundle: a bundle
 * @test: what im_bundle_add_test() found
 * @targets: (element-type ImBundleTarget): what was compiled
 *
 * Adds `docs/report.html`, one page on all of the bundle: layers, memory, sizes, and how
 * far C and Python are apart.
 */
void im_bundle_add_report (const ImBundle *bundle,
                           const ImBundleTest *test,
                           const GArray *targets);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImBundleTest, im_bundle_test_clear)

G_END_DECLS
