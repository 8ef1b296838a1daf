/* SPDX-License-Identifier: MIT */
#include "document/im-history.h"

typedef struct
{
  GBytes *bytes;
  char *name;
  char *gesture;
  gint64 time_us;
} Step;

struct _ImHistory
{
  GArray *steps; /* Step; the first one is the text at the beginning */
  guint current;
  GBytes *saved;
};

static void
clear_step (gpointer data)
{
  Step *step = data;

  g_bytes_unref (step->bytes);
  g_free (step->name);
  g_free (step->gesture);
}

static Step *
get_step (const ImHistory *history, guint index)
{
  return &g_array_index (history->steps, Step, index);
}

static void
append_step (ImHistory *history,
             GBytes *bytes,
             const char *name,
             const char *gesture,
             gint64 now)
{
  Step step = { g_bytes_ref (bytes), g_strdup (name), g_strdup (gesture), now };

  g_array_append_val (history->steps, step);
  history->current = history->steps->len - 1;
}

ImHistory *
im_history_new (GBytes *bytes)
{
  ImHistory *history = g_new0 (ImHistory, 1);

  history->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_array_set_clear_func (history->steps, clear_step);
  history->saved = g_bytes_ref (bytes);
  append_step (history, bytes, NULL, NULL, 0);

  return history;
}

void
im_history_free (ImHistory *history)
{
  if (history == NULL)
    return;

  g_array_unref (history->steps);
  g_clear_pointer (&history->saved, g_bytes_unref);
  g_free (history);
}

static gboolean
continues_gesture (const ImHistory *history, const char *gesture, gint64 now_us)
{
  const Step *step = get_step (history, history->current);

  return gesture != NULL && g_strcmp0 (step->gesture, gesture) == 0 &&
         now_us - step->time_us <= IM_HISTORY_GESTURE_US &&
         !im_history_is_saved (history);
}

void
im_history_add (ImHistory *history,
                GBytes *bytes,
                const char *name,
                const char *gesture,
                gint64 now_us)
{
  guint kept = history->current + (continues_gesture (history, gesture, now_us) ? 0 : 1);

  g_array_set_size (history->steps, kept);
  append_step (history, bytes, name, gesture, now_us);
}

GBytes *
im_history_get_bytes (const ImHistory *history)
{
  return get_step (history, history->current)->bytes;
}

GBytes *
im_history_peek (const ImHistory *history, gint steps)
{
  gint index = (gint) history->current + steps;

  return index < 0 || index >= (gint) history->steps->len
             ? NULL
             : get_step (history, (guint) index)->bytes;
}

const char *
im_history_get_undo_name (const ImHistory *history)
{
  return history->current == 0 ? NULL : get_step (history, history->current)->name;
}

const char *
im_history_get_redo_name (const ImHistory *history)
{
  return history->current + 1 == history->steps->len
             ? NULL
             : get_step (history, history->current + 1)->name;
}

gboolean
im_history_undo (ImHistory *history)
{
  if (history->current == 0)
    return FALSE;

  history->current--;
  return TRUE;
}

gboolean
im_history_redo (ImHistory *history)
{
  if (history->current + 1 == history->steps->len)
    return FALSE;

  history->current++;
  return TRUE;
}

void
im_history_set_saved (ImHistory *history)
{
  im_history_set_saved_bytes (history, im_history_get_bytes (history));
}

void
im_history_set_saved_bytes (ImHistory *history, GBytes *bytes)
{
  g_clear_pointer (&history->saved, g_bytes_unref);
  history->saved = bytes == NULL ? NULL : g_bytes_ref (bytes);
}

gboolean
im_history_is_saved (const ImHistory *history)
{
  return im_history_is_saved_at (history, history->current);
}

guint
im_history_get_n_texts (const ImHistory *history)
{
  return history->steps->len;
}

guint
im_history_get_current (const ImHistory *history)
{
  return history->current;
}

const char *
im_history_get_name (const ImHistory *history, guint index)
{
  g_return_val_if_fail (index < history->steps->len, NULL);

  return get_step (history, index)->name;
}

gboolean
im_history_is_saved_at (const ImHistory *history, guint index)
{
  g_return_val_if_fail (index < history->steps->len, FALSE);

  return history->saved != NULL &&
         g_bytes_equal (history->saved, get_step (history, index)->bytes);
}

void
im_history_go_to (ImHistory *history, guint index)
{
  g_return_if_fail (index < history->steps->len);

  history->current = index;
}
