/* SPDX-License-Identifier: MIT
 *
 * There is never more than one toast, and no queue. When a toast comes while another one
 * goes, and is closed at once, libadwaita 1.2 frees it before the end of the animation
 * that shows it, which then reads freed memory. And nobody wants to see “Saved” four
 * times in a row.
 */
#include "studio/studio-toast.h"

#define SHOWN_MS 8000

typedef struct
{
  AdwToastOverlay *overlay;
  AdwToast *toast; /* of the overlay, until it is hidden; or NULL */
  gboolean is_open;
  gboolean is_wanted; /* when the toast that hides is gone, the next one is shown */
  guint timeout;
  char *text;
  char *label;
  char *action;
} Shown;

static void gone_cb (gpointer data, GObject *toast);

static void
free_shown (gpointer data)
{
  Shown *shown = data;

  if (shown->toast != NULL)
    {
      g_signal_handlers_disconnect_by_data (shown->toast, shown);
      g_object_weak_unref (G_OBJECT (shown->toast), gone_cb, shown);
    }
  g_clear_handle_id (&shown->timeout, g_source_remove);
  g_free (shown->text);
  g_free (shown->label);
  g_free (shown->action);
  g_free (shown);
}

static void
set_content (const Shown *shown)
{
  g_autofree char *title = g_markup_escape_text (shown->text, -1);

  adw_toast_set_title (shown->toast, title);
  adw_toast_set_button_label (shown->toast, shown->label);
  adw_toast_set_action_name (shown->toast, shown->action);
}

static void
dismissed_cb (Shown *shown)
{
  shown->is_open = FALSE;
  g_clear_handle_id (&shown->timeout, g_source_remove);
}

static gboolean
close_cb (gpointer data)
{
  Shown *shown = data;

  shown->timeout = 0;
  adw_toast_dismiss (shown->toast);

  return G_SOURCE_REMOVE;
}

static void
wait_to_close (Shown *shown)
{
  g_clear_handle_id (&shown->timeout, g_source_remove);
  shown->timeout = g_timeout_add (SHOWN_MS, close_cb, shown);
}

static gboolean
open_cb (gpointer data)
{
  Shown *shown = data;

  shown->timeout = 0;
  shown->is_wanted = FALSE;
  shown->is_open = TRUE;
  shown->toast = adw_toast_new ("");
  adw_toast_set_timeout (shown->toast, 0);
  set_content (shown);
  g_signal_connect_swapped (shown->toast, "dismissed", G_CALLBACK (dismissed_cb), shown);
  g_object_weak_ref (G_OBJECT (shown->toast), gone_cb, shown);
  adw_toast_overlay_add_toast (shown->overlay, shown->toast);
  wait_to_close (shown);

  return G_SOURCE_REMOVE;
}

static void
gone_cb (gpointer data, GObject *toast)
{
  Shown *shown = data;

  shown->toast = NULL;
  if (shown->is_wanted)
    shown->timeout = g_idle_add (open_cb, shown);
}

static Shown *
get_shown (AdwToastOverlay *overlay)
{
  Shown *shown = g_object_get_data (G_OBJECT (overlay), "studio-toast");

  if (shown == NULL)
    {
      shown = g_new0 (Shown, 1);
      shown->overlay = overlay;
      g_object_set_data_full (G_OBJECT (overlay), "studio-toast", shown, free_shown);
    }

  return shown;
}

void
studio_toast_show_with_button (AdwToastOverlay *overlay,
                               const char *text,
                               const char *label,
                               const char *action)
{
  Shown *shown;

  g_return_if_fail (ADW_IS_TOAST_OVERLAY (overlay));

  shown = get_shown (overlay);
  g_free (shown->text);
  g_free (shown->label);
  g_free (shown->action);
  shown->text = g_strdup (text);
  shown->label = g_strdup (label);
  shown->action = g_strdup (action);
  if (shown->is_open)
    {
      set_content (shown);
      wait_to_close (shown);
    }
  else if (shown->toast != NULL)
    shown->is_wanted = TRUE;
  else if (shown->timeout == 0)
    open_cb (shown);
}

void
studio_toast_show (AdwToastOverlay *overlay, const char *text)
{
  studio_toast_show_with_button (overlay, text, NULL, NULL);
}
