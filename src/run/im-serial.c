/* SPDX-License-Identifier: MIT
 *
 * The protocol is documented in serial.c, which is its other end.
 */
#include "run/im-serial.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/im-serial-port.h"
#include "run/im-host.h"
#include "run/im-run-error.h"
#include "run/im-trace.h"

#define FIRST      0xA5
#define SECOND     0x5A
#define VERSION    2
#define HEAD_BYTES 7 /* two marks, the kind and the length */
#define SUM_BYTES  2
#define MAX_BYTES  (1u << 24) /* of a message */
#define STEP_MS    100        /* from one look at the cancellable to the next */
#define HELLO_S    2          /* that a board may take to say what it is */
#define MAX_HELLOS 3          /* the first may be lost, when the port was just opened */

typedef struct
{
  const char *path;
  int descriptor;
  guint time_s;
  GCancellable *cancellable;
  GByteArray *content; /* of the message that came last */
  guint8 kind;         /* of it */
  GByteArray *trace;
  const ImPlan *plan;
  GArray *outputs; /* guint: ports of the program, as the board numbers them */
} Serial;

/* CRC-16/IBM-3740. Source: ITU-T V.41. */
static guint16
add_to_sum (guint16 sum, const guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      sum = (guint16) (sum ^ (guint) bytes[i] << 8);
      for (int bit = 0; bit < 8; bit++)
        sum = (guint16) ((sum & 0x8000) != 0 ? (guint) sum << 1 ^ 0x1021
                                             : (guint) sum << 1);
    }

  return sum;
}

static gboolean G_GNUC_PRINTF (3, 4)
    fail (const Serial *serial, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_RUN, "the board at %s %s", serial->path,
               text);
  return FALSE;
}

/* Waits until the port can be read or written. */
static gboolean
wait (const Serial *serial, short events, guint time_s, GError **error)
{
  gint64 end = g_get_monotonic_time () + time_s * G_USEC_PER_SEC;

  do
    {
      struct pollfd row = { .fd = serial->descriptor, .events = events };

      if (g_cancellable_set_error_if_cancelled (serial->cancellable, error))
        return FALSE;
      if (poll (&row, 1, STEP_MS) > 0 && (row.revents & events) != 0)
        return TRUE;
      if ((row.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
        return fail (serial, error, "is gone");
    }
  while (g_get_monotonic_time () < end);

  return fail (serial, error, "does not answer within %u seconds", time_s);
}

static gboolean
write_all (const Serial *serial, const GByteArray *bytes, GError **error)
{
  for (gsize done = 0; done < bytes->len;)
    {
      gssize n;

      if (!wait (serial, POLLOUT, serial->time_s, error))
        return FALSE;
      n = write (serial->descriptor, bytes->data + done, bytes->len - done);
      if (n < 0 && errno != EAGAIN && errno != EINTR)
        return fail (serial, error, "takes nothing: %s", g_strerror (errno));
      done += n > 0 ? (gsize) n : 0;
    }

  return TRUE;
}

static gboolean
read_all (const Serial *serial, guint8 *bytes, gsize count, guint time_s, GError **error)
{
  for (gsize done = 0; done < count;)
    {
      gssize n;

      if (!wait (serial, POLLIN, time_s, error))
        return FALSE;
      n = read (serial->descriptor, bytes + done, count - done);
      if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        return fail (serial, error, "is gone");
      done += n > 0 ? (gsize) n : 0;
    }

  return TRUE;
}

static guint32
load_word (const guint8 *bytes)
{
  guint32 word;

  memcpy (&word, bytes, sizeof word);
  return GUINT32_FROM_LE (word);
}

static void
append_word (GByteArray *out, guint32 word)
{
  word = GUINT32_TO_LE (word);
  g_byte_array_append (out, (const guint8 *) &word, sizeof word);
}

static gboolean
send (const Serial *serial, guint8 kind, const GByteArray *content, GError **error)
{
  static const guint8 marks[] = { FIRST, SECOND };
  g_autoptr (GByteArray) out = g_byte_array_new ();
  guint16 sum;

  g_byte_array_append (out, marks, sizeof marks);
  g_byte_array_append (out, &kind, 1);
  append_word (out, content == NULL ? 0 : content->len);
  if (content != NULL)
    g_byte_array_append (out, content->data, content->len);
  sum = GUINT16_TO_LE (add_to_sum (0xFFFF, out->data + 2, out->len - 2));
  g_byte_array_append (out, (const guint8 *) &sum, sizeof sum);

  return write_all (serial, out, error);
}

/* What is in front of a message, such as the greeting of a boot loader, is passed over.
 */
static gboolean
find_message (const Serial *serial, guint8 *head, guint time_s, GError **error)
{
  gint64 end = g_get_monotonic_time () + time_s * G_USEC_PER_SEC;
  guint8 before = 0;

  while (g_get_monotonic_time () < end)
    {
      guint8 byte;

      if (!read_all (serial, &byte, 1, time_s, error))
        return FALSE;
      if (before == FIRST && byte == SECOND)
        return read_all (serial, head + 2, HEAD_BYTES - 2, time_s, error);
      before = byte;
    }

  return fail (serial, error, "speaks another protocol");
}

static gboolean
receive (Serial *serial, guint time_s, GError **error)
{
  guint8 head[HEAD_BYTES] = { FIRST, SECOND }, end[SUM_BYTES];
  guint32 n_bytes;
  guint16 sum;

  if (!find_message (serial, head, time_s, error))
    return FALSE;
  serial->kind = head[2];
  n_bytes = load_word (head + 3);
  if (n_bytes > MAX_BYTES)
    return fail (serial, error, "sends a message of %u bytes, of at most %u", n_bytes,
                 MAX_BYTES);
  g_byte_array_set_size (serial->content, n_bytes);
  if (!read_all (serial, serial->content->data, n_bytes, time_s, error) ||
      !read_all (serial, end, sizeof end, time_s, error))
    return FALSE;
  sum = add_to_sum (0xFFFF, head + 2, HEAD_BYTES - 2);
  sum = add_to_sum (sum, serial->content->data, n_bytes);
  if (sum != (guint16) (end[0] | end[1] << 8))
    return fail (serial, error, "sends a message with a wrong check sum");
  if (serial->kind == 'E')
    return fail (serial, error, "does not understand what it got");

  return TRUE;
}

static gsize
count_bytes (const ImTensorType *type)
{
  gint32 count = 0;

  im_shape_product (&type->shape, 0, type->shape.rank, &count, NULL);
  return (gsize) count * im_dtype_get_info (type->dtype)->size_bytes;
}

/* The outputs as the test of a bundle numbers them: data before times. */
static GArray *
list_outputs (const ImProgram *program)
{
  GArray *outputs = g_array_new (FALSE, FALSE, sizeof (guint));

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_outputs; i++)
      if (program->outputs[i].tensor >= 0 &&
          (program->outputs[i].parameter->socket->is_time != FALSE) == is_time)
        g_array_append_val (outputs, i);

  return outputs;
}

static gsize
get_output_bytes (const Serial *serial, guint output)
{
  const ImProgram *program = serial->plan->program;
  guint port = g_array_index (serial->outputs, guint, output);

  return count_bytes (&program->tensors[program->outputs[port].tensor].type);
}

/* Whether the board takes and gives what the pipeline does. */
static gboolean
check_pipeline (const Serial *serial, const GArray *inputs, GError **error)
{
  const guint8 *bytes = serial->content->data;
  const char *unit = serial->plan->program->unit->id.text;
  guint n_inputs = inputs->len, n_outputs = serial->outputs->len;
  guint n_bytes = 3 + 4 * (n_inputs + n_outputs);
  gboolean is_same;

  if (serial->kind != 'H' || serial->content->len < 3)
    return fail (serial, error, "speaks another protocol");
  if (bytes[0] != VERSION)
    return fail (serial, error, "speaks version %u of the protocol; expected %u",
                 bytes[0], VERSION);
  is_same = bytes[1] == n_inputs && bytes[2] == n_outputs &&
            serial->content->len >= n_bytes;
  for (guint i = 0; is_same && i < n_inputs; i++)
    is_same = load_word (bytes + 3 + 4 * i) ==
              count_bytes (&g_array_index (inputs, ImInput, i).type);
  for (guint i = 0; is_same && i < n_outputs; i++)
    is_same = load_word (bytes + 3 + 4 * (n_inputs + i)) == get_output_bytes (serial, i);
  if (!is_same)
    return fail (serial, error,
                 "has another pipeline: its inputs or outputs are not those of %s", unit);
  if (serial->content->len - n_bytes != strlen (unit) ||
      memcmp (bytes + n_bytes, unit, strlen (unit)) != 0)
    {
      g_autofree char *other = g_utf8_make_valid ((const char *) bytes + n_bytes,
                                                  serial->content->len - n_bytes);

      return fail (serial, error, "has another pipeline: %s; expected %s", other, unit);
    }

  return TRUE;
}

static gboolean
say_hello (Serial *serial, GError **error)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (serial->plan->program);

  for (guint i = 0;; i++)
    {
      g_autoptr (GError) problem = NULL;

      if (!send (serial, 'H', NULL, error))
        return FALSE;
      if (receive (serial, HELLO_S, &problem))
        return check_pipeline (serial, inputs, error);
      if (i + 1 < MAX_HELLOS && g_error_matches (problem, IM_RUN_ERROR, IM_RUN_ERROR_RUN))
        continue;
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
}

static void
record (const Serial *serial,
        ImTraceKind kind,
        guint32 number,
        gint32 part,
        gconstpointer data,
        gsize size)
{
  const guint32 header[4] = { kind, number, (guint32) part, (guint32) size };

  g_byte_array_append (serial->trace, (const guint8 *) header, sizeof header);
  if (size > 0)
    g_byte_array_append (serial->trace, data, (guint) size);
}

/* Takes the results of a frame up to the status, and adds its cycles. */
static gboolean
take_results (Serial *serial, guint frame, guint64 *cycles, GError **error)
{
  while (receive (serial, serial->time_s, error))
    {
      const guint8 *bytes = serial->content->data;
      guint n_bytes = serial->content->len;

      if (serial->kind == 'S' && n_bytes == 8)
        {
          gint32 status = (gint32) load_word (bytes);

          *cycles += load_word (bytes + 4);
          return status >= 0 ||
                 fail (serial, error, "returns the status %d at frame %u", status, frame);
        }
      if (serial->kind != 'O' || n_bytes == 0 || bytes[0] >= serial->outputs->len ||
          n_bytes - 1 != get_output_bytes (serial, bytes[0]))
        return fail (serial, error, "sends what is no result");
      record (serial, IM_TRACE_OUTPUT, g_array_index (serial->outputs, guint, bytes[0]),
              0, bytes + 1, n_bytes - 1);
    }

  return FALSE;
}

static gboolean
run_frames (Serial *serial, guint number, const ImFrames *frames, GError **error)
{
  gsize frame_bytes = frames->n_frames == 0 ? 0 : frames->bytes->len / frames->n_frames;
  ImTraceCost cost = { .n_calls = frames->n_frames };

  record (serial, IM_TRACE_RUN, number, 0, NULL, 0);
  if (!send (serial, 'R', NULL, error) ||
      !take_results (serial, 0, &cost.instructions, error))
    return FALSE;
  for (guint i = 0; i < frames->n_frames; i++)
    {
      g_autoptr (GByteArray) content = g_byte_array_new ();

      append_word (content, i);
      g_byte_array_append (content, frames->bytes->data + i * frame_bytes,
                           (guint) frame_bytes);
      record (serial, IM_TRACE_FRAME, i, 0, NULL, 0);
      if (!send (serial, 'F', content, error) ||
          !take_results (serial, i, &cost.instructions, error))
        return FALSE;
    }
  record (serial, IM_TRACE_COST, IM_TRACE_COST_WHOLE, 0, &cost, sizeof cost);

  return TRUE;
}

/* Takes the speed off the end of a port, if it has one. */
static gboolean
read_port (const char *port, char **path, guint *baud, GError **error)
{
  const char *colon = strrchr (port, ':');
  guint64 number = IM_SERIAL_PORT_BAUD;

  *path = colon == NULL ? g_strdup (port) : g_strndup (port, (gsize) (colon - port));
  if (colon == NULL ||
      (g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT, &number, NULL) &&
       im_serial_port_has_speed ((guint) number)))
    {
      *baud = (guint) number;
      return TRUE;
    }

  g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_FILE,
               "the serial port %s cannot have “%s” bits per second; expected "
               "" IM_SERIAL_PORT_SPEEDS,
               *path, colon + 1);
  return FALSE;
}

static gboolean
open_port (Serial *serial, guint baud, GError **error)
{
  g_autoptr (GError) problem = NULL;

  serial->descriptor = im_serial_port_open (serial->path, baud, &problem);
  if (serial->descriptor >= 0)
    return TRUE;

  g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_FILE, "%s", problem->message);
  return FALSE;
}

GBytes *
im_serial_run (const char *port,
               const ImPlan *plan,
               ImFrames *const *runs,
               guint n_runs,
               guint time_s,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GArray) outputs = list_outputs (plan->program);
  g_autofree char *path = NULL;
  Serial serial = { .descriptor = -1,
                    .time_s = time_s,
                    .cancellable = cancellable,
                    .content = content,
                    .trace = trace,
                    .plan = plan,
                    .outputs = outputs };
  gboolean is_fine;
  guint baud;

  if (!read_port (port, &path, &baud, error))
    return NULL;
  serial.path = path;
  is_fine = open_port (&serial, baud, error) && say_hello (&serial, error);
  for (guint i = 0; is_fine && i < n_runs; i++)
    is_fine = run_frames (&serial, i, runs[i], error);
  if (serial.descriptor >= 0)
    close (serial.descriptor);
  if (!is_fine)
    return NULL;
  record (&serial, IM_TRACE_END, 0, 0, NULL, 0);

  return g_byte_array_free_to_bytes (g_steal_pointer (&trace));
}
