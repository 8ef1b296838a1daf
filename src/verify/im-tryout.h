/* A unit tried out: what its C and its Python make of the same frames, side by side.
 *
 * Both run as in a comparison, in other processes with limits, but what they compute is
 * kept. Where only one of them is there, or one of them fails, the other one is shown.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "base/im-diagnostics.h"
#include "program/im-program.h"
#include "recording/im-inputs.h"
#include "unit/im-unit-library.h"
#include "verify/im-tolerance.h"

G_BEGIN_DECLS

#define IM_TRYOUT_MAX_NUMBERS 65536 /* that are kept of an output */
#define IM_TRYOUT_MAX_FRAMES  10000

/* The languages. */
enum
{
  IM_TRYOUT_C,
  IM_TRYOUT_PYTHON,
  IM_N_TRYOUT_SIDES,
};

/**
 * ImTryoutSide:
 * @is_there: whether there is code, also of a unit that stands in
 * @has_run: whether it came to its end
 * @message: (nullable): why it did not, or why there is none; it names the function that
 * was at work
 * @made_by: (nullable): what it was timed with, such as `gcc 12.2.0`
 * @time_ns: what a frame took on the average, without the guards around calls; 0 if it is
 * not known
 *
 * One language.
 */
typedef struct
{
  gboolean is_there;
  gboolean has_run;
  char *message;
  char *made_by;
  double time_ns;
} ImTryoutSide;

/**
 * ImTryoutOutput:
 * @name: the output
 * @type: element type and shape
 * @count: numbers in a tensor of it
 * @numbers: (array length=n_numbers): of each language the tensors, one behind the other;
 * NULL where it gave none
 * @n_numbers: their number, at most IM_TRYOUT_MAX_NUMBERS
 * @n_tensors: how many tensors each language gave, more than are kept if they are many
 * @is_compared: whether both languages gave it, and equally many
 * @tolerance: how far C may be from Python
 * @difference: how far it is
 */
typedef struct
{
  char *name;
  ImTensorType type;
  guint count;
  double *numbers[IM_N_TRYOUT_SIDES];
  guint n_numbers[IM_N_TRYOUT_SIDES];
  guint n_tensors[IM_N_TRYOUT_SIDES];
  gboolean is_compared;
  ImTolerance tolerance;
  ImDifference difference;
} ImTryoutOutput;

/**
 * ImTryout:
 * @sides: of each language
 * @reference: (nullable): the unit whose Python stands in, since this one has none
 * @outputs: (array length=n_outputs): what the unit gives
 * @n_outputs: their number
 * @n_frames: how many frames it was given
 * @state_bytes: of C: what lives from call to call; the same for Python where there is no
 * C
 * @scratch_bytes: of C: what is needed during a call
 * @is_equal: whether all that is compared is within its tolerance
 */
typedef struct
{
  ImTryoutSide sides[IM_N_TRYOUT_SIDES];
  char *reference;
  ImTryoutOutput *outputs;
  guint n_outputs;
  guint n_frames;
  guint64 state_bytes;
  guint64 scratch_bytes;
  gboolean is_equal;
} ImTryout;

/**
 * im_tryout_run:
 * @program: a unit with inputs and options, without errors
 * @library: where its units are
 * @frames: what it is given, as im_host_list_inputs() lists its inputs
 * @time_s: seconds that each language may take, 0 for 10
 * @cancellable: (nullable): ends it
 * @diagnostics: where problems of the unit and its code go
 * @error: return location for an [error@Im.TrustError], an [error@Im.RunError] EMIT if
 *   there is code in no language, a [error@GLib.FileError] or G_IO_ERROR_CANCELLED
 *
 * May be called in any thread.
 *
 * Returns: (nullable): what came of it
 */
ImTryout *im_tryout_run (const ImProgram *program,
                         ImUnitLibrary *library,
                         ImFrames *frames,
                         guint time_s,
                         GCancellable *cancellable,
                         ImDiagnostics *diagnostics,
                         GError **error);

void im_tryout_free (ImTryout *tryout);

/* Whether the languages that are there have come to their end, one at least, and do not
 * differ. */
gboolean im_tryout_is_fine (const ImTryout *tryout);

/**
 * im_tryout_append_verdict:
 * @tryout: what came of it
 * @output: one of its outputs
 * @out: where to append
 *
 * Appends what is to be said of an output, such as `C and Python agree within 1 step;
 * at most 0 absolute and 0 relative apart`.
 */
void im_tryout_append_verdict (const ImTryout *tryout,
                               const ImTryoutOutput *output,
                               GString *out);

#define IM_TRYOUT_COLUMNS 5

/**
 * im_tryout_append_table:
 * @output: an output with numbers
 * @titles: of the columns: which number, in C, in Python, the absolute and the relative
 * difference
 * @max_rows: how many numbers are told at most
 * @out: where to append
 *
 * Appends the numbers of both languages, a line for each, in columns for letters of one
 * width. Where there are more, the last line says how many.
 */
void im_tryout_append_table (const ImTryoutOutput *output,
                             const char *const titles[IM_TRYOUT_COLUMNS],
                             guint max_rows,
                             GString *out);

/**
 * im_tryout_append_time:
 * @time_ns: a time
 * @out: where to append
 *
 * Appends a time with three digits and its unit, such as `1.25 µs`.
 */
void im_tryout_append_time (double time_ns, GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImTryout, im_tryout_free)

G_END_DECLS
