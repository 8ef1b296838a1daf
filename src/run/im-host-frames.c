/* SPDX-License-Identifier: MIT */
#include "run/im-host-frames.h"

#include <math.h>
#include <string.h>

#include "recording/im-frame-source.h"
#include "recording/im-recording-fit.h"
#include "run/im-host.h"

#define BYTES_AT_ONCE (1 << 18)

/* One recording: the input that it goes to, and the times that come with that. */
typedef struct
{
  GArray *inputs;  /* ImInput; the first one is that of the recording */
  GArray *offsets; /* gsize, of each in a frame of all */
  guint source;
  guint64 num, den; /* its pace */
  gboolean is_aligned;
  ImFrameSource *frames;
  GByteArray *bytes; /* those of its frames that were read last */
  guint64 first;     /* of them */
  gsize n;           /* of them */
} Part;

struct _ImHostFrames
{
  const ImPlan *plan;
  GPtrArray *parts; /* Part, in the order of the inputs */
  gsize frame_bytes;
  guint64 next; /* of the fastest source */
  guint64 max_frames;
  gboolean is_read;     /* until the first recording ended */
  gboolean has_lengths; /* it was said which one is the shortest */
};

static void
part_free (gpointer data)
{
  Part *part = data;

  g_clear_pointer (&part->frames, im_frame_source_free);
  g_array_unref (part->inputs);
  g_array_unref (part->offsets);
  g_byte_array_unref (part->bytes);
  g_free (part);
}

static const ImInput *
get_input (const Part *part)
{
  return &g_array_index (part->inputs, ImInput, 0);
}

static guint
find_source (const ImPlan *plan, const ImInput *input)
{
  for (guint i = 0; i < plan->program->n_inputs; i++)
    if (strcmp (plan->program->inputs[i].name, input->name) == 0)
      return plan->source_of[i];

  return 0;
}

/* The first part of a source, or of all if it has only times; there is one. */
static Part *
find_part (const ImHostFrames *self, guint source)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = g_ptr_array_index (self->parts, i);

      if (part->source == source)
        return part;
    }

  return g_ptr_array_index (self->parts, 0);
}

static Part *
add_part (ImHostFrames *self, guint source)
{
  Part *part = g_new0 (Part, 1);

  part->inputs = g_array_new (FALSE, FALSE, sizeof (ImInput));
  part->offsets = g_array_new (FALSE, FALSE, sizeof (gsize));
  part->bytes = g_byte_array_new ();
  part->source = source;
  im_plan_get_pace (self->plan, source, &part->num, &part->den);
  g_ptr_array_add (self->parts, part);

  return part;
}

/* Data come before times in the list, so that these find their part. */
static void
find_parts (ImHostFrames *self)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (self->plan->program);

  for (guint i = 0; i < inputs->len; i++)
    {
      const ImInput *input = &g_array_index (inputs, ImInput, i);
      guint source = find_source (self->plan, input);

      if (!input->is_time || self->parts->len > 0)
        {
          Part *part = input->is_time ? find_part (self, source)
                                      : add_part (self, source);

          g_array_append_val (part->inputs, *input);
          g_array_append_val (part->offsets, self->frame_bytes);
        }
      self->frame_bytes += im_inputs_get_frame_bytes (input, 1);
    }
}

static char *
dup_names (const ImHostFrames *self)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < self->parts->len; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ",
                            get_input (g_ptr_array_index (self->parts, i))->name);

  return g_string_free (names, FALSE);
}

static gboolean
has_input (const ImHostFrames *self, const char *name)
{
  for (guint i = 0; i < self->parts->len; i++)
    if (g_strcmp0 (get_input (g_ptr_array_index (self->parts, i))->name, name) == 0)
      return TRUE;

  return FALSE;
}

/* Whether each recording is for an input that there is. */
static gboolean
check_feed (const ImHostFrames *self, const ImFeed *feed, GError **error)
{
  g_autofree char *names = dup_names (self);

  if (self->parts->len == 0)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
                   "%s: a recording goes to a pipeline with an input besides time, this "
                   "one has none",
                   feed->path);
      return FALSE;
    }
  for (const ImFeed *one = feed; one != NULL; one = one->next)
    {
      if (one->input == NULL ? self->parts->len == 1 : has_input (self, one->input))
        continue;
      if (one->input == NULL)
        g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
                     "%s: the pipeline takes %u recordings, one for each of its inputs "
                     "%s; expected the name of an input with each of them",
                     one->path, self->parts->len, names);
      else
        g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
                     "%s: the pipeline has no input “%s” that takes a recording; "
                     "expected one of %s",
                     one->path, one->input, names);
      return FALSE;
    }

  return TRUE;
}

static const ImFeed *
find_feed (const ImFeed *feed, const ImInput *input)
{
  for (; feed != NULL; feed = feed->next)
    if (feed->input == NULL || strcmp (feed->input, input->name) == 0)
      return feed;

  return NULL;
}

static gboolean
open_part (ImHostFrames *self,
           Part *part,
           const ImFeed *feed,
           GCancellable *cancellable,
           GError **error)
{
  const ImInput *input = get_input (part);
  const ImFeed *own = find_feed (feed, input);
  guint64 max_frames = self->max_frames == 0
                           ? 0
                           : (self->max_frames - 1) * part->num / part->den + 1;

  if (own == NULL)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
                   "the input “%s” has no recording; expected one for each input",
                   input->name);
      return FALSE;
    }

  ImRecordingOptions options = own->options;
  options.cancellable = cancellable;
  if (im_input_is_raw (input))
    options.flags |= IM_RECORDING_RAW_INTEGERS;
  part->is_aligned = options.is_aligned;
  part->frames = im_frame_source_open (own->path, &options, input, part->inputs->len,
                                       (guint) max_frames, error);

  return part->frames != NULL &&
         im_frame_source_skip (part->frames, options.skip_s, error);
}

/* Lets those that are to be aligned begin when the last of them begins. */
static gboolean
align (ImHostFrames *self, GError **error)
{
  double latest_s = -INFINITY;

  for (gint is_known = FALSE; is_known <= TRUE; is_known++)
    for (guint i = 0; i < self->parts->len; i++)
      {
        Part *part = g_ptr_array_index (self->parts, i);
        double start_s = im_frame_source_get_time (part->frames, 0);

        if (!part->is_aligned || !im_frame_source_get_format (part->frames)->has_time)
          continue;
        if (is_known && !im_frame_source_skip (part->frames, latest_s - start_s, error))
          return FALSE;
        latest_s = MAX (latest_s, start_s);
      }

  return TRUE;
}

ImHostFrames *
im_host_frames_open (const ImPlan *plan,
                     const ImFeed *feed,
                     guint max_frames,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (ImHostFrames) self = g_new0 (ImHostFrames, 1);

  self->plan = plan;
  self->max_frames = max_frames;
  self->parts = g_ptr_array_new_with_free_func (part_free);
  find_parts (self);
  if (!check_feed (self, feed, error))
    return NULL;
  for (guint i = 0; i < self->parts->len; i++)
    if (!open_part (self, g_ptr_array_index (self->parts, i), feed, cancellable, error))
      return NULL;

  return align (self, error) ? g_steal_pointer (&self) : NULL;
}

guint
im_host_frames_get_fastest (const ImHostFrames *self)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = g_ptr_array_index (self->parts, i);

      if (part->num == part->den)
        return part->source;
    }

  return 0;
}

const ImRecording *
im_host_frames_get_format (const ImHostFrames *self, guint source)
{
  return im_frame_source_get_format (find_part (self, source)->frames);
}

const ImInput *
im_host_frames_get_input (const ImHostFrames *self, guint source)
{
  return get_input (find_part (self, source));
}

static double
get_rows_per_frame (const Part *part)
{
  return (double) im_inputs_get_frame_elements (get_input (part)) /
         im_frame_source_get_format (part->frames)->n_channels;
}

double
im_host_frames_get_rows_per_frame (const ImHostFrames *self, guint source)
{
  return get_rows_per_frame (find_part (self, source));
}

static guint64
get_wanted (const Part *part, guint64 time)
{
  return time * part->num / part->den;
}

/* Whether a recording that grows has no frame yet for a time. */
static gboolean
would_wait (const ImHostFrames *self, guint64 time)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = g_ptr_array_index (self->parts, i);

      if (get_wanted (part, time) >= part->first + part->n &&
          im_frame_source_would_wait (part->frames))
        return TRUE;
    }

  return FALSE;
}

double
im_host_frames_get_time (const ImHostFrames *self, guint source, double row)
{
  return im_frame_source_get_time (find_part (self, source)->frames, row);
}

/* Puts what a part has at a time into a frame. Returns -1 with an error, 0 at its end. */
static gint
fill (Part *part, guint64 time, guint8 *frame, GError **error)
{
  guint64 wanted = get_wanted (part, time);
  gsize offset;

  while (wanted >= part->first + part->n)
    {
      gssize n = im_frame_source_read (part->frames, part->bytes, error);

      if (n <= 0)
        return (gint) n;
      part->first += part->n;
      part->n = (gsize) n;
    }
  offset = (wanted - part->first) * (part->bytes->len / part->n);
  for (guint i = 0; i < part->inputs->len; i++)
    {
      gsize size = im_inputs_get_frame_bytes (&g_array_index (part->inputs, ImInput, i),
                                              1);

      memcpy (frame + g_array_index (part->offsets, gsize, i), part->bytes->data + offset,
              size);
      offset += size;
    }

  return 1;
}

gssize
im_host_frames_read (ImHostFrames *self, GByteArray *bytes, GError **error)
{
  gsize at_once = MAX (BYTES_AT_ONCE / self->frame_bytes, 1), n = 0;

  if (self->parts->len == 1)
    return im_frame_source_read (((Part *) g_ptr_array_index (self->parts, 0))->frames,
                                 bytes, error);

  g_byte_array_set_size (bytes, (guint) (at_once * self->frame_bytes));
  for (gint is_there = 1; n < at_once; n++, self->next++)
    {
      if (n > 0 && would_wait (self, self->next))
        break;
      for (guint i = 0; i < self->parts->len && is_there > 0; i++)
        is_there = fill (g_ptr_array_index (self->parts, i), self->next,
                         bytes->data + n * self->frame_bytes, error);
      if (is_there < 0)
        return -1;
      if (is_there == 0 || (self->max_frames > 0 && self->next == self->max_frames))
        break;
    }
  g_byte_array_set_size (bytes, (guint) (n * self->frame_bytes));

  return (gssize) n;
}

/* How many frames of the fastest input a recording lasts, or at least. */
static gboolean
get_length (const Part *part, double *length)
{
  guint64 n_frames;
  gboolean is_known = im_frame_source_get_length (part->frames, &n_frames);

  *length = (double) n_frames * (double) part->den / (double) part->num;

  return is_known;
}

static char *
dup_length (const ImHostFrames *self, double frames)
{
  const ImInput *fastest = im_host_frames_get_input (self,
                                                     im_host_frames_get_fastest (self));

  return fastest->type.rate_hz > 0
             ? g_strdup_printf ("%.6g s", frames / fastest->type.rate_hz)
             : g_strdup_printf ("%.9g frames", frames);
}

/* What is left of a recording that is more than a frame longer than the shortest. */
static void
note_length (const ImHostFrames *self,
             const Part *part,
             const Part *shortest,
             ImDiagnostics *diagnostics)
{
  const char *path = im_frame_source_get_format (part->frames)->path;
  double slowest = MAX ((double) part->den / (double) part->num,
                        (double) shortest->den / (double) shortest->num);
  double end, length;
  gboolean is_known = get_length (part, &length);
  g_autofree char *end_text = NULL, *rest_text = NULL;

  get_length (shortest, &end);
  if (length - end <= slowest ||
      (self->max_frames > 0 && (double) self->max_frames <= end))
    return;

  end_text = dup_length (self, end);
  rest_text = is_known ? dup_length (self, length - end) : NULL;
  im_diagnostics_add_for_file (
      diagnostics, IM_SEVERITY_HINT, "recording-length",
      self->plan->program->unit->id.text,
      "%s, of the input “%s”, is the shortest recording: all ends with it, after %s; "
      "%s%s of %s, of the input “%s”, %s not used",
      im_frame_source_get_format (shortest->frames)->path, get_input (shortest)->name,
      end_text, is_known ? "the last " : "what follows", is_known ? rest_text : "", path,
      get_input (part)->name, is_known ? "are" : "is");
}

/* Nothing is said before it is known which recording is the shortest. */
static void
note_lengths (ImHostFrames *self, ImDiagnostics *diagnostics)
{
  const Part *shortest = NULL;
  double least = INFINITY;
  gboolean is_sure = TRUE;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = g_ptr_array_index (self->parts, i);
      double length;

      if (!get_length (part, &length))
        {
          is_sure = is_sure && self->is_read;
          continue;
        }
      if (length >= least)
        continue;
      least = length;
      shortest = part;
    }
  if (!is_sure || shortest == NULL || self->has_lengths)
    return;
  self->has_lengths = TRUE;
  for (guint i = 0; i < self->parts->len; i++)
    note_length (self, g_ptr_array_index (self->parts, i), shortest, diagnostics);
}

static void
note_start (const ImHostFrames *self,
            const Part *part,
            const Part *first,
            ImDiagnostics *diagnostics)
{
  const ImRecording *format = im_frame_source_get_format (part->frames);
  const ImRecording *other = im_frame_source_get_format (first->frames);
  double start_s = im_frame_source_get_time (part->frames, 0);
  double first_s = im_frame_source_get_time (first->frames, 0), step_s;

  if (!format->has_time || !other->has_time || !(format->rate_hz > 0) ||
      !(other->rate_hz > 0))
    return;
  step_s = MAX (get_rows_per_frame (part) / format->rate_hz,
                get_rows_per_frame (first) / other->rate_hz);
  if (fabs (start_s - first_s) <= step_s)
    return;

  im_diagnostics_add_for_file (
      diagnostics, IM_SEVERITY_WARNING, "recording-start",
      self->plan->program->unit->id.text,
      "%s begins at %.9g s, %s at %.9g s: their first rows go in together, as if they "
      "were recorded at the same time, unless both are read with align=yes",
      other->path, first_s, format->path, start_s);
}

void
im_host_frames_note_fit (ImHostFrames *self, ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < self->parts->len; i++)
    im_frame_source_note_fit (((Part *) g_ptr_array_index (self->parts, i))->frames,
                              self->plan->program->unit->id.text, diagnostics);
  note_lengths (self, diagnostics);
  for (guint i = 1; i < self->parts->len; i++)
    note_start (self, g_ptr_array_index (self->parts, i),
                g_ptr_array_index (self->parts, 0), diagnostics);
}

/* Looks whether there is more of the recordings that did not end first. */
static void
look_further (ImHostFrames *self)
{
  self->is_read = TRUE;
  for (guint i = 0; i < self->parts->len && self->parts->len > 1; i++)
    {
      Part *part = g_ptr_array_index (self->parts, i);
      double length;

      if (!get_length (part, &length))
        im_frame_source_read (part->frames, part->bytes, NULL);
    }
}

void
im_host_frames_note_rest (ImHostFrames *self, ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < self->parts->len; i++)
    im_frame_source_note_rest (((Part *) g_ptr_array_index (self->parts, i))->frames,
                               self->plan->program->unit->id.text, diagnostics);
  if (self->max_frames == 0 && !self->has_lengths)
    look_further (self);
  note_lengths (self, diagnostics);
}

void
im_host_frames_free (ImHostFrames *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->parts);
  g_free (self);
}
