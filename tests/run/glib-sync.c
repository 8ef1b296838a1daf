/* What GLib orders between threads, told to the thread sanitizer.
 *
 * GLib is not built with the sanitizer, which therefore sees its mutexes of pthread, but
 * not what its own atomics order: references that are counted, and what is done once.
 * These functions stand in front of those of GLib in the program and say so. Nothing is
 * suppressed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <dlfcn.h>
#include <glib.h>
#include <sanitizer/tsan_interface.h>

#define REAL(name) ((__typeof__ (&(name))) dlsym (RTLD_NEXT, #name))

gboolean (g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  gboolean is_last;

  __tsan_release (count);
  is_last = REAL (g_atomic_ref_count_dec) (count);
  if (is_last)
    __tsan_acquire (count);

  return is_last;
}

/* The box is cleared by the thread that lets go of it last. */
static __thread GDestroyNotify clear_box;

static void
acquire_and_clear (gpointer box)
{
  GDestroyNotify clear = clear_box;

  __tsan_acquire (box);
  if (clear != NULL)
    clear (box);
}

void (g_atomic_rc_box_release_full) (gpointer box, GDestroyNotify clear)
{
  GDestroyNotify outer = clear_box;

  clear_box = clear;
  __tsan_release (box);
  REAL (g_atomic_rc_box_release_full) (box, acquire_and_clear);
  clear_box = outer;
}

gboolean (g_once_init_enter) (volatile void *location)
{
  gboolean is_first = REAL (g_once_init_enter) (location);

  __tsan_acquire ((void *) location);

  return is_first;
}

void (g_once_init_leave) (volatile void *location, gsize result)
{
  __tsan_release ((void *) location);
  REAL (g_once_init_leave) (location, result);
}

void
g_bytes_unref (GBytes *bytes)
{
  if (bytes != NULL)
    {
      __tsan_release (bytes);
      REAL (g_bytes_unref) (bytes);
    }
}
