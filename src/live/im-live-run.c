/* SPDX-License-Identifier: MIT
 *
 * One run of a plan: frames of recordings or of known pipes go in, what calls compute
 * becomes signals, with the times that it has in the whole of the pipeline.
 */
#include <math.h>

#include "live/im-live-private.h"
#include "run/im-host.h"
#include "verify/im-reference.h"

#define ROUNDING     1e-6 /* of frames */
#define LONG_TIME_S  (24 * 3600)
#define MEMORY_BYTES (4ull << 30)
#define FILE_BYTES   (1ull << 28)
#define KEEP_BYTES   ((gsize) 256 << 20) /* of the values of all pipes together */
#define BLOCK_BYTES  ((gsize) 256 << 20) /* of their blocks */
#define AT_ONCE      (1 << 18)           /* bytes of known values that go in at once */
#define MAX_TIMES    (1 << 22)           /* rows whose times are kept */

/* When what a value covers begins, in frames of the fastest source, which got as many
 * before @frame. A slower source gets a frame when its time begins, not when it ends. */
static double
find_begin (const ImLiveRun *run, guint domain, guint64 frame)
{
  double step = run->times[run->sources[domain]].step;
  double number = floor ((double) frame / step + ROUNDING);

  return (number + 1) * step - run->times[domain].span;
}

/* The middle of the first frames is where the first value lies. */
static ImSignal *
make_signal (ImLiveRun *run, guint tensor, guint domain, guint64 frame)
{
  const ImLiveTime *time = &run->times[domain];
  const ImProgramTensor *of = &run->values->program->tensors[tensor];
  double unit = run->recording->frame_s > 0 ? run->recording->frame_s : 1;
  const ImSignalFormat format = {
    .name = of->name,
    .type = of->type,
    .start_s = run->recording->start_s + find_begin (run, domain, frame) * unit,
    .step_s = run->recording->frame_s > 0 ? time->step * unit : 0,
    .span_s = time->span * unit,
    .keep_bytes = KEEP_BYTES / MAX (run->values->program->n_tensors, 1),
    .block_bytes = BLOCK_BYTES / MAX (run->values->program->n_tensors, 1),
  };
  ImSignal *signal = im_signal_new (&format);

  g_mutex_lock (&run->values->lock);
  run->values->signals[tensor] = signal;
  g_mutex_unlock (&run->values->lock);

  return signal;
}

/* When what a value covers begins, of a recording whose rows may not come evenly. */
static double
find_start (const ImLiveRun *run, guint domain, guint64 frame)
{
  const ImLiveRecording *recording = run->recording;
  double first = find_begin (run, domain, frame) * recording->rows_per_frame;

  return run->part == NULL
             ? im_host_frames_get_time (run->source,
                                        im_host_frames_get_fastest (run->source), first)
             : recording->row_times_s[(gsize) CLAMP (first, 0,
                                                     (double) recording->n_rows - 1)];
}

/* Values of a source come with its frames; of the other domains it is noted which frame
 * of the fastest source stands before each, once for all that a domain computes. */
static void
note_frame (ImLiveRun *run, guint tensor, guint domain, guint64 frame)
{
  if (domain < run->whole->n_sources)
    return;
  if (run->leads[domain] < 0)
    {
      run->leads[domain] = (gint) tensor;
      run->behind[domain] = g_array_new (FALSE, FALSE, sizeof (guint64));
    }
  if (run->leads[domain] == (gint) tensor)
    g_array_append_val (run->behind[domain], frame);
}

/* What a domain computes, or an input of it, that belongs to a frame. */
static void
append (ImLiveRun *run, guint tensor, guint64 frame, gconstpointer elements)
{
  guint domain = run->domains[tensor];
  ImSignal *signal = run->values->signals[tensor];
  gboolean is_even = !run->recording->has_times;
  double start;

  if (signal == NULL)
    signal = make_signal (run, tensor, domain, frame);
  note_frame (run, tensor, domain, frame);
  start = is_even ? 0 : find_start (run, domain, frame);
  im_signal_append (signal, elements, is_even ? NULL : &start, 1);
}

/* The frame of the fastest source that a value of the inputs of a part stands behind. */
static guint64
find_frame (const ImLiveRun *run, guint64 number)
{
  guint64 num, den;

  if (run->part == NULL)
    return number;
  if (run->part_frames != NULL)
    return g_array_index (run->part_frames, guint64, number);
  im_plan_get_pace (run->whole, run->part->domain, &num, &den);

  return (number * den + num - 1) / num;
}

static gboolean
watch (guint buffer,
       guint64 frame,
       gconstpointer elements,
       gsize size_bytes,
       gpointer data,
       GError **error)
{
  ImLiveRun *run = data;
  gint tensor = run->plan->buffers[buffer].tensor;

  if (tensor >= 0 && run->is_own[tensor])
    append (run, (guint) tensor, find_frame (run, frame), elements);

  return TRUE;
}

/* Of code in Python only what comes out is known: each value when its window is full. */
static gboolean
take_output (guint output,
             gconstpointer elements,
             gsize size_bytes,
             gpointer data,
             GError **error)
{
  ImLiveRun *run = data;
  gint tensor = run->values->program->outputs[output].tensor;
  guint domain = (guint) MAX (run->plan->sink_of[output], 0);
  const ImLiveTime *time = &run->times[domain];
  guint64 number;

  if (tensor < 0)
    return TRUE;
  number = run->values->signals[tensor] == NULL
               ? 0
               : im_signal_get_n_values (run->values->signals[tensor]);
  append (run, (guint) tensor,
          (guint64) MAX (time->span + (double) number * time->step - 1, 0), elements);

  return TRUE;
}

/* Many values of an input that comes with each frame, and alone. */
static gboolean
take_at_once (ImLiveRun *run, const GByteArray *bytes, guint n_frames)
{
  const ImProgram *program = run->values->program;
  gint only = -1;

  for (guint i = 0; i < program->n_inputs; i++)
    if (program->inputs[i].tensor >= 0)
      {
        if (only >= 0)
          return FALSE;
        only = program->inputs[i].tensor;
      }
  if (only < 0 || run->recording->has_times)
    return FALSE;
  if (run->values->signals[only] == NULL)
    make_signal (run, (guint) only, run->domains[only], run->n_frames);
  im_signal_append (run->values->signals[only], bytes->data, NULL, n_frames);

  return TRUE;
}

/* What goes in is not computed: it is taken from the frames. */
static void
take_frames (ImLiveRun *run, const GByteArray *bytes, guint n_frames)
{
  const ImProgram *program = run->values->program;
  gsize frame_bytes = bytes->len / n_frames, offset = 0;

  if (take_at_once (run, bytes, n_frames))
    return;
  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_inputs; i++)
      {
        const ImProgramPort *port = &program->inputs[i];
        guint64 num, den;
        ImInput input;

        if (port->tensor < 0 || (port->parameter->socket->is_time != FALSE) != is_time)
          continue;
        input.type = program->tensors[port->tensor].type;
        im_plan_get_pace (run->whole, run->whole->source_of[i], &num, &den);
        for (guint64 j = 0; j < n_frames; j++)
          if ((run->n_frames + j) * num % den < num)
            append (run, (guint) port->tensor, run->n_frames + j,
                    bytes->data + j * frame_bytes + offset);
        offset += im_inputs_get_frame_bytes (&input, 1);
      }
}

void
im_live_run_count_frames (ImLiveRun *run, guint64 n_frames)
{
  g_mutex_lock (&run->values->lock);
  run->values->n_frames_in = n_frames;
  g_mutex_unlock (&run->values->lock);
}

/* Frames of known values: those of each input, in the order of the emitted functions. */
static gssize
read_known (ImLiveRun *run, GByteArray *bytes)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (run->plan->program);
  const ImProgram *program = run->plan->program;
  gsize frame_bytes = 0, offset = 0, n;

  for (guint i = 0; i < inputs->len; i++)
    frame_bytes += im_inputs_get_frame_bytes (&g_array_index (inputs, ImInput, i), 1);
  n = MIN (run->n_part - run->n_frames, MAX (AT_ONCE / frame_bytes, 1));
  g_byte_array_set_size (bytes, (guint) (n * frame_bytes));
  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_inputs; i++)
      {
        const ImProgramPort *port = &program->inputs[i];
        ImSignal *signal = run->values->signals[port->tensor];
        ImInput input = { .type = program->tensors[port->tensor].type };
        gsize size = im_inputs_get_frame_bytes (&input, 1);

        if ((port->parameter->socket->is_time != FALSE) != is_time)
          continue;
        if (size == frame_bytes)
          im_signal_copy_kept (signal, run->n_frames, n, bytes->data);
        else
          for (gsize k = 0; k < n; k++)
            im_signal_copy_kept (signal, run->n_frames + k, 1,
                                 bytes->data + k * frame_bytes + offset);
        offset += size;
      }

  return (gssize) n;
}

static gssize
read_frames (GByteArray *bytes, gpointer data, GError **error)
{
  ImLiveRun *run = data;
  gssize n = run->part != NULL ? read_known (run, bytes)
                               : im_host_frames_read (run->source, bytes, error);

  if (n <= 0)
    return n;
  if (run->part == NULL)
    take_frames (run, bytes, (guint) n);
  run->n_frames += (guint64) n;
  if (run->is_last)
    im_live_run_count_frames (run, find_frame (run, run->n_frames - 1) + 1);

  return n;
}

/* Frames come as the rows of the recording of the fastest input. Whether those of one of
 * which only the beginning is known come evenly turns out later, unless no more is
 * wanted.
 */
static void
find_times (ImLiveRun *run)
{
  guint fastest = im_host_frames_get_fastest (run->source);
  const ImRecording *format = im_host_frames_get_format (run->source, fastest);
  ImLiveRecording *recording = run->recording = im_live_recording_new ();

  recording->rows_per_frame = im_host_frames_get_rows_per_frame (run->source, fastest);
  recording->n_rows = format->n_rows;
  recording->frame_s = format->rate_hz > 0 ? recording->rows_per_frame / format->rate_hz
                                           : 0;
  recording->start_s = im_host_frames_get_time (run->source, fastest, 0);
  recording->has_times = format->has_time && (format->is_irregular ||
                                              (format->is_open && run->max_frames == 0));
  recording->is_partial = run->max_frames > 0 &&
                          (double) recording->n_rows / recording->rows_per_frame >
                              (double) run->max_frames;
}

void
im_live_run_keep_times (ImLiveRun *run)
{
  ImLiveRecording *recording = run->recording;
  guint fastest = im_host_frames_get_fastest (run->source);
  gsize n_rows = (gsize) ((double) run->n_frames * recording->rows_per_frame);

  if (!recording->has_times || n_rows == 0 || n_rows > MAX_TIMES)
    return;
  recording->n_rows = n_rows;
  recording->row_times_s = g_new (double, n_rows);
  for (gsize i = 0; i < n_rows; i++)
    recording->row_times_s[i] = im_host_frames_get_time (run->source, fastest,
                                                         (double) i);
}

gboolean
im_live_run_open (ImLiveRun *run, GCancellable *cancellable, GError **error)
{
  g_clear_pointer (&run->recording, im_live_recording_unref);
  run->source = im_host_frames_open (run->whole, run->values->feed, run->max_frames,
                                     cancellable, error);
  if (run->source == NULL)
    return FALSE;
  find_times (run);
  im_host_frames_note_fit (run->source, run->recording->notes);

  return TRUE;
}

/* With a worker unless the code calls what that cannot compile. */
static gboolean
stream (ImLiveRun *run, ImHost *host, GError **error)
{
  const ImHostStream stream = { .read = read_frames, .watch = watch, .data = run };
  gboolean is_slow = run->digests != NULL && run->digests->needs_packages;
  ImWorker *worker = run->values->worker;
  g_autoptr (GError) problem = NULL;

  if (worker == NULL || is_slow || !im_host_prepare (host, worker, &problem))
    {
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      if (!im_host_compile (host, error))
        return FALSE;
    }

  return im_host_stream (host, &stream, error);
}

static gboolean
run_c (ImLiveRun *run,
       const ImWorkFolder *folder,
       const ImProcessLimits *limits,
       ImDiagnostics *diagnostics,
       GError **error)
{
  g_autoptr (ImHost) host = im_host_new (folder, limits);

  return im_host_add (host, run->plan, run->values->library, IM_HOST_WATCHED, diagnostics,
                      error) &&
         stream (run, host, error);
}

static gboolean
run_python (ImLiveRun *run,
            const ImWorkFolder *folder,
            const ImProcessLimits *limits,
            ImDiagnostics *diagnostics,
            GError **error)
{
  const ImHostStream stream = { .read = read_frames, .write = take_output, .data = run };

  return im_reference_stream (run->plan, run->values->library, folder, limits, &stream,
                              diagnostics, error);
}

static gboolean
run_in (ImLiveRun *run,
        const ImWorkFolder *folder,
        GCancellable *cancellable,
        ImDiagnostics *diagnostics,
        GError **error)
{
  const ImProcessLimits limits = {
    .folder = folder->path,
    .time_s = LONG_TIME_S,
    .memory_bytes = MEMORY_BYTES,
    .file_bytes = FILE_BYTES,
    .cancellable = cancellable,
  };

  return run->plan->language == IM_LANGUAGE_C
             ? run_c (run, folder, &limits, diagnostics, error)
             : run_python (run, folder, &limits, diagnostics, error);
}

gboolean
im_live_run_plan (ImLiveRun *run,
                  const ImPlan *plan,
                  GCancellable *cancellable,
                  ImDiagnostics *diagnostics,
                  GError **error)
{
  ImWorker *worker = plan->language == IM_LANGUAGE_C ? run->values->worker : NULL;
  const ImWorkFolder *shared = worker == NULL ? NULL : im_worker_lock (worker, error);
  g_auto (ImWorkFolder) own = { 0 };
  gboolean is_done;

  run->plan = plan;
  run->n_frames = 0;
  if (shared != NULL)
    {
      is_done = run_in (run, shared, cancellable, diagnostics, error);
      im_worker_unlock (worker);
      return is_done;
    }

  return worker == NULL && im_work_folder_open (&own, NULL, error) &&
         run_in (run, &own, cancellable, diagnostics, error);
}
