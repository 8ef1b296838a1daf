/* SPDX-License-Identifier: MIT */
#include "cli/input/cli-capture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "capture/im-capture.h"
#include "cli/terminal/cli-interrupt.h"
#include "run/im-host.h"

/* What stands behind `NAME=`, or all of it. */
static const char *
skip_name (const char *text)
{
  const char *sign = strpbrk (text, "=:");

  return sign != NULL && *sign == '=' ? sign + 1 : text;
}

gboolean
cli_capture_is_wanted (const CliOptions *options)
{
  for (guint i = 0; options->recordings != NULL && options->recordings[i] != NULL; i++)
    if (im_capture_is_name (skip_name (options->recordings[i])))
      return TRUE;

  return FALSE;
}

static gboolean
parse_seconds (const char *text, double *seconds)
{
  char *end;

  *seconds = 0;
  if (text == NULL)
    return TRUE;
  *seconds = g_ascii_strtod (text, &end);

  return end != text && *end == '\0' && isfinite (*seconds) && *seconds > 0;
}

gboolean
cli_capture_check (const CliOptions *options, GError **error)
{
  const char *given = options->seconds != NULL ? "seconds"
                      : options->save != NULL  ? "save"
                      : options->baud != NULL  ? "baud"
                                               : NULL;
  double seconds;

  if (given != NULL && !cli_capture_is_wanted (options))
    g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                 "--%s is for --input microphone: or serial:PORT, which are recorded",
                 given);
  else if (!parse_seconds (options->seconds, &seconds))
    g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                 "--seconds takes a number above 0, found “%s”", options->seconds);
  else
    return TRUE;

  return FALSE;
}

static ImCapture *
find (const CliCapture *self, const char *name)
{
  for (guint i = 0; i < self->captures->len; i++)
    {
      ImCapture *capture = g_ptr_array_index (self->captures, i);

      if (strcmp (im_capture_get_name (capture), name) == 0)
        return capture;
    }

  return NULL;
}

static const ImInput *
find_input (const GArray *inputs, const char *name)
{
  if (name == NULL)
    return im_inputs_find_data ((const ImInput *) (gpointer) inputs->data, inputs->len);
  for (guint i = 0; i < inputs->len; i++)
    if (strcmp (g_array_index (inputs, ImInput, i).name, name) == 0)
      return &g_array_index (inputs, ImInput, i);

  return NULL;
}

/* Where it is recorded: where it is kept, or in a folder that goes. */
static char *
dup_path (CliCapture *self, const CliOptions *options, const char *name, GError **error)
{
  const char *suffix = im_capture_get_suffix (name);
  g_autofree char *file = g_strdup_printf ("capture%u%s", self->captures->len + 1,
                                           suffix);

  if (options->save != NULL && self->captures->len > 0)
    {
      g_set_error (
          error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
          "--save keeps the recording of one microphone or serial port, here are "
          "several");
      return NULL;
    }
  if (options->save != NULL && !g_str_has_suffix (options->save, suffix))
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                   "--save: the recording of %s is a file whose name ends in %s, found "
                   "“%s”",
                   name, suffix, options->save);
      return NULL;
    }
  if (options->save != NULL)
    return g_strdup (options->save);
  if (self->folder == NULL)
    self->folder = g_dir_make_tmp ("imaginet-XXXXXX", error);

  return self->folder == NULL ? NULL : g_build_filename (self->folder, file, NULL);
}

static void
stop_cb (gpointer data)
{
  const GPtrArray *captures = data;

  for (guint i = 0; i < captures->len; i++)
    im_capture_request_stop (g_ptr_array_index (captures, i));
}

static gboolean
wait_for_all (CliCapture *self, GError **error)
{
  for (guint i = 0; i < self->captures->len; i++)
    {
      ImCapture *capture = g_ptr_array_index (self->captures, i);
      g_autofree char *line = g_strdup_printf ("waiting for the first row of %s",
                                               im_capture_get_name (capture));
      gboolean is_there;

      cli_interrupt_show (line);
      is_there = im_capture_wait (capture, cli_interrupt_watch (), error);
      cli_interrupt_show (NULL);
      if (!is_there)
        return FALSE;
    }

  return TRUE;
}

gboolean
cli_capture_begin (CliCapture *self,
                   const CliOptions *options,
                   const ImProgram *program,
                   ImFeed *feed,
                   GError **error)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  double seconds = 0;

  parse_seconds (options->seconds, &seconds);
  self->captures = g_ptr_array_new_with_free_func ((GDestroyNotify) im_capture_free);
  for (const ImFeed *one = feed; one != NULL; one = one->next)
    {
      g_autofree char *path = NULL;
      ImCapture *capture;

      if (!im_capture_is_name (one->path) || find (self, one->path) != NULL)
        continue;
      path = dup_path (self, options, one->path, error);
      if (path == NULL)
        return FALSE;
      cli_interrupt_watch ();
      capture = im_capture_start (one, find_input (inputs, one->input), path, seconds,
                                  error);
      if (capture == NULL)
        return FALSE;
      g_ptr_array_add (self->captures, capture);
    }
  if (self->captures->len > 0)
    cli_interrupt_end_gently (stop_cb, self->captures);
  if (!wait_for_all (self, error))
    return FALSE;
  for (guint i = 0; i < self->captures->len; i++)
    im_capture_set_feed (g_ptr_array_index (self->captures, i), feed);

  return TRUE;
}

void
cli_capture_finish (CliCapture *self, ImDiagnostics *diagnostics)
{
  for (guint i = 0; self->captures != NULL && i < self->captures->len; i++)
    {
      im_capture_stop (g_ptr_array_index (self->captures, i));
      im_capture_note (g_ptr_array_index (self->captures, i), diagnostics);
    }
}

void
cli_capture_clear (CliCapture *self)
{
  cli_interrupt_end_gently (NULL, NULL);
  for (guint i = 0; self->captures != NULL && i < self->captures->len; i++)
    {
      ImCapture *capture = g_ptr_array_index (self->captures, i);

      im_capture_stop (capture);
      if (self->folder != NULL)
        g_unlink (im_capture_get_path (capture));
    }
  g_clear_pointer (&self->captures, g_ptr_array_unref);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_clear_pointer (&self->folder, g_free);
}
