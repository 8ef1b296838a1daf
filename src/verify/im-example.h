/* The examples of a unit, run in C and in Python.
 *
 * An example states what goes in and what is expected. It is emitted, compiled and run as
 * a pipeline of its own, in another process with limits; then the Python reference gets
 * the same. Each must give as many numbers as are expected, and each number must be as
 * near as the unit promises, or as the example says.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "base/im-diagnostics.h"
#include "unit/im-unit-library.h"
#include "verify/im-compare.h"

G_BEGIN_DECLS

/**
 * ImExampleResult:
 * @state: EQUAL to what is expected, DIFFERENT, NO_TWIN, NOT_RUN, or of C NO_C if each
 * unit has Python
 * @message: (nullable): why it is not equal
 *
 * What one language made of an example.
 */
typedef struct
{
  ImCompareState state;
  char *message;
} ImExampleResult;

/**
 * ImExampleReport:
 * @unit: the unit
 * @example: the example
 * @number: its number, from 1
 * @c: what C gave
 * @python: what Python gave
 */
typedef struct
{
  const ImUnit *unit;
  const ImUnitExample *example;
  guint number;
  ImExampleResult c;
  ImExampleResult python;
} ImExampleReport;

/**
 * ImExampleCase:
 * @unit: a unit
 * @number: of an example, from 1
 */
typedef struct
{
  const ImUnit *unit;
  guint number;
} ImExampleCase;

/**
 * ImExampleBatch:
 *
 * Examples that are run at once, at little more cost than one: they share a program in C
 * and a process of Python.
 */
typedef struct _ImExampleBatch ImExampleBatch;

/**
 * im_example_batch_new:
 * @examples: (array length=n_examples): the examples
 * @n_examples: their number
 * @library: where the units of their nodes are
 * @time_s: seconds that each may take in each language, 0 for 60
 * @cancellable: (nullable): stops it
 * @error: return location for a [error@GLib.FileError]
 *
 * Emits the code of examples. What is wrong with one of them is its result.
 *
 * Returns: (nullable): a batch
 */
ImExampleBatch *im_example_batch_new (const ImExampleCase *examples,
                                      guint n_examples,
                                      ImUnitLibrary *library,
                                      guint time_s,
                                      GCancellable *cancellable,
                                      GError **error);

/**
 * im_example_batch_run:
 * @batch: a batch
 *
 * Compiles and runs. This may be done by another thread than the one that made the batch,
 * while that one makes the next.
 */
void im_example_batch_run (ImExampleBatch *batch);

/**
 * im_example_batch_take:
 * @batch: a batch that was run
 * @number: of an example in the batch, from 0, each once
 * @diagnostics: where problems of the example and of the emitted code go
 * @error: return location for an [error@Im.RunError], an [error@Im.ToolchainError] or
 *   G_IO_ERROR_CANCELLED
 *
 * Returns: (nullable): what came out; NULL if there is no program of it
 */
ImExampleReport *im_example_batch_take (ImExampleBatch *batch,
                                        guint number,
                                        ImDiagnostics *diagnostics,
                                        GError **error);

void im_example_batch_free (ImExampleBatch *batch);

/* Whether both languages gave what is expected, or Python if there is no C yet. */
gboolean im_example_report_is_fine (const ImExampleReport *report);

void im_example_report_free (ImExampleReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImExampleBatch, im_example_batch_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImExampleReport, im_example_report_free)

G_END_DECLS
