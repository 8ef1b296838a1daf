/* SPDX-License-Identifier: MIT
 *
 * Two pipes that have names lie in the work folder, so that the program finds them
 * whatever confines it. One thread waits for its end, one feeds it, and the caller reads
 * what it gives.
 */
#include "run/im-flow-pipes.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/im-flow.h"

#define POLL_MS    50
#define PIPE_BYTES (1 << 20) /* that are under way, if the system allows it */

typedef struct
{
  const char *const *argv;
  const ImProcessLimits *limits;
  int frames;   /* where they are written */
  int records;  /* where they are read */
  gint is_over; /* atomic: the program has ended */
  ImProcessResult result;
  GError *error; /* why it could not be run */
} Pipes;

static gpointer
run_program (gpointer data)
{
  Pipes *self = data;

  im_process_run (self->argv, self->limits, &self->result, &self->error);
  g_atomic_int_set (&self->is_over, TRUE);

  return NULL;
}

static gboolean
write_bytes (gpointer data, const guint8 *bytes, gsize length)
{
  Pipes *self = data;

  while (length > 0)
    {
      gssize n = write (self->frames, bytes, length);
      struct pollfd wait = { .fd = self->frames, .events = POLLOUT };

      if (g_atomic_int_get (&self->is_over))
        return FALSE;
      if (n > 0)
        {
          bytes += n;
          length -= (gsize) n;
        }
      else if (errno == EAGAIN)
        poll (&wait, 1, POLL_MS);
      else if (errno != EINTR)
        return FALSE;
    }

  return TRUE;
}

/* What is in a pipe that nobody has opened yet is lost when it is closed. */
static void
finish (gpointer data)
{
  Pipes *self = data;
  int n_bytes = 0;

  while (!g_atomic_int_get (&self->is_over) &&
         ioctl (self->frames, FIONREAD, &n_bytes) == 0 && n_bytes > 0)
    g_usleep (1000);
  close (self->frames);
}

static gssize
read_bytes (gpointer data, guint8 *bytes, gsize length)
{
  Pipes *self = data;
  gboolean was_over = g_atomic_int_get (&self->is_over);
  struct pollfd wait = { .fd = self->records, .events = POLLIN };
  gssize n;

  poll (&wait, 1, was_over ? 0 : POLL_MS);
  n = read (self->records, bytes, length);

  return n > 0 ? n : was_over ? -1 : 0;
}

/* What still writes there ends by that. */
static void
stop (gpointer data)
{
  close (((Pipes *) data)->records);
}

/* Both ends are open from the start, so that nobody waits for the other. */
static int
open_pipe (const ImWorkFolder *folder, const char *name, int flags, GError **error)
{
  g_autofree char *path = im_work_folder_dup_path (folder, name);
  int descriptor = -1;

  g_unlink (path);
  if (mkfifo (path, 0600) == 0)
    descriptor = g_open (path, flags | O_NONBLOCK | O_CLOEXEC, 0);
  if (descriptor < 0)
    g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno),
                 "no pipe “%s”: %s", path, g_strerror (errno));
  else
    fcntl (descriptor, F_SETPIPE_SZ, PIPE_BYTES);

  return descriptor;
}

static gboolean
pass (Pipes *self, const char *name, const ImHostStream *stream, GError **error)
{
  static const ImFlowWay way = { write_bytes, finish, read_bytes, stop };
  const ImFlow flow = { &way, self, stream, name, 0 };
  GThread *program = g_thread_new ("program", run_program, self);
  ImFlowEnd end;
  gboolean is_fine = im_flow_pass (&flow, &end, error);

  g_thread_join (program);
  if (is_fine && self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      is_fine = FALSE;
    }
  is_fine = is_fine && im_flow_judge (&flow, &end, &self->result, self->limits, error);
  im_flow_end_clear (&end);

  return is_fine;
}

gboolean
im_flow_pipes_run (const char *const *argv,
                   const ImWorkFolder *folder,
                   const ImProcessLimits *limits,
                   const char *name,
                   const ImHostStream *stream,
                   GError **error)
{
  Pipes self = { .argv = argv, .limits = limits };
  gboolean is_fine;

  self.frames = open_pipe (folder, IM_FLOW_FRAMES_PIPE, O_RDWR, error);
  if (self.frames < 0)
    return FALSE;
  self.records = open_pipe (folder, IM_FLOW_RECORDS_PIPE, O_RDONLY, error);
  if (self.records < 0)
    {
      close (self.frames);
      return FALSE;
    }
  is_fine = pass (&self, name, stream, error);
  im_process_result_clear (&self.result);
  g_clear_error (&self.error);

  return is_fine;
}
