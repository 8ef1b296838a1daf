/* SPDX-License-Identifier: MIT */
#include "capture/im-capture-devices.h"

#include <string.h>

#ifdef IM_HAS_ALSA
#include <alsa/asoundlib.h>
#endif

#define TTY_FOLDER "/sys/class/tty"

static void
free_device (gpointer data)
{
  ImCaptureDevice *device = data;

  g_free (device->name);
  g_free (device->text);
  g_free (device);
}

static void
add (GPtrArray *devices, const char *prefix, const char *name, const char *text)
{
  ImCaptureDevice *device = g_new0 (ImCaptureDevice, 1);

  device->name = g_strconcat (prefix, name, NULL);
  device->text = g_strdelimit (g_strstrip (g_strdup (text == NULL ? "" : text)), "\n",
                               ' ');
  g_ptr_array_add (devices, device);
}

#ifdef IM_HAS_ALSA

gboolean
im_capture_has_microphones (void)
{
  return TRUE;
}

static void
be_quiet (const char *file,
          int line,
          const char *function,
          int number,
          const char *text,
          ...)
{
}

/* Of each card the device that converts; what has no card if it can be opened. */
static gboolean
is_microphone (const char *name)
{
  snd_pcm_t *pcm;

  if (strcmp (name, "null") == 0)
    return FALSE;
  if (strstr (name, "CARD=") != NULL)
    return g_str_has_prefix (name, "plughw:");
  if (snd_pcm_open (&pcm, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK) < 0)
    return FALSE;
  snd_pcm_close (pcm);

  return TRUE;
}

static gint
compare_usual (gconstpointer a, gconstpointer b)
{
  const ImCaptureDevice *one = *(ImCaptureDevice *const *) a;
  const ImCaptureDevice *other = *(ImCaptureDevice *const *) b;

  return (strcmp (other->name, "microphone:default") == 0) -
         (strcmp (one->name, "microphone:default") == 0);
}

GPtrArray *
im_capture_list_microphones (void)
{
  GPtrArray *devices = g_ptr_array_new_with_free_func (free_device);
  void **hints = NULL;

  snd_lib_error_set_handler (be_quiet);
  if (snd_device_name_hint (-1, "pcm", &hints) < 0)
    return devices;
  for (void **hint = hints; *hint != NULL; hint++)
    {
      char *name = snd_device_name_get_hint (*hint, "NAME");
      char *text = snd_device_name_get_hint (*hint, "DESC");
      char *way = snd_device_name_get_hint (*hint, "IOID");

      if (name != NULL && g_strcmp0 (way, "Output") != 0 && is_microphone (name))
        add (devices, "microphone:", name, text);
      free (name);
      free (text);
      free (way);
    }
  snd_device_name_free_hint (hints);
  g_ptr_array_sort (devices, compare_usual);

  return devices;
}

#else

gboolean
im_capture_has_microphones (void)
{
  return FALSE;
}

GPtrArray *
im_capture_list_microphones (void)
{
  return g_ptr_array_new_with_free_func (free_device);
}

#endif

static char *
read_text (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? g_strstrip (text) : NULL;
}

/* What a device on USB says that it is, above the interface that is its port. */
static char *
dup_product (const char *tty)
{
  static const char *const places[] = { "device/../product", "device/../../product" };
  g_autofree char *folder = g_build_filename (TTY_FOLDER, tty, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      char *text = read_text (folder, places[i]);

      if (text != NULL)
        return text;
    }

  return NULL;
}

/* Ports of a PC that are not there have the type 0, virtual terminals no device. */
static gboolean
is_port (const char *tty)
{
  g_autofree char *folder = g_build_filename (TTY_FOLDER, tty, NULL);
  g_autofree char *device = g_build_filename (folder, "device", NULL);
  g_autofree char *type = read_text (folder, "type");

  return g_file_test (device, G_FILE_TEST_EXISTS) && g_strcmp0 (type, "0") != 0 &&
         strcmp (tty, "console") != 0;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(ImCaptureDevice *const *) a)->name,
                 (*(ImCaptureDevice *const *) b)->name);
}

GPtrArray *
im_capture_list_ports (void)
{
  GPtrArray *devices = g_ptr_array_new_with_free_func (free_device);
  g_autoptr (GDir) folder = g_dir_open (TTY_FOLDER, 0, NULL);
  const char *tty;

  while (folder != NULL && (tty = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/dev", tty, NULL);
      g_autofree char *text = NULL;

      if (!is_port (tty) || !g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      text = dup_product (tty);
      add (devices, "serial:", path, text);
    }
  g_ptr_array_sort (devices, compare_names);

  return devices;
}
