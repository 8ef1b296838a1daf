/* SPDX-License-Identifier: MIT
 *
 * Only the current text is kept as a whole, and one of each thousand as a place to start
 * from; all others follow from it by the changes in between.
 */
#include "document/edit/im-history.h"

#include <string.h>

#include "base/im-text.h"

#define STEPS_BETWEEN_TEXTS 1000

/* How a text differs from the one before it: @bytes has what was there, then what is. */
typedef struct
{
  guint64 id;
  gsize start;
  gsize n_old;
  gsize n_new;
  char *bytes;
  char *name;
  char *script;
  gsize first_script; /* bytes of it that began the gesture */
  char *gesture;
  gint64 time_us;
  GBytes *text; /* at some of them */
} Step;

struct _ImHistory
{
  GArray *steps; /* Step; the first one has no change */
  guint64 last_id;
  guint current;
  GBytes *bytes; /* of the current step */
  GBytes *saved;
  gint saved_index; /* the step that was saved, or -1 */
};

static void
clear_step (gpointer data)
{
  Step *step = data;

  g_clear_pointer (&step->text, g_bytes_unref);
  g_free (step->bytes);
  g_free (step->name);
  g_free (step->script);
  g_free (step->gesture);
}

static Step *
get_step (const ImHistory *history, guint index)
{
  return &g_array_index (history->steps, Step, index);
}

ImHistory *
im_history_new (GBytes *bytes)
{
  ImHistory *history = g_new0 (ImHistory, 1);
  Step first = { .text = g_bytes_ref (bytes) };

  history->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_array_set_clear_func (history->steps, clear_step);
  g_array_append_val (history->steps, first);
  history->bytes = g_bytes_ref (bytes);
  history->saved = g_bytes_ref (bytes);

  return history;
}

void
im_history_free (ImHistory *history)
{
  if (history == NULL)
    return;

  g_array_unref (history->steps);
  g_bytes_unref (history->bytes);
  g_clear_pointer (&history->saved, g_bytes_unref);
  g_free (history);
}

static void
find_change (GBytes *from, GBytes *to, Step *step)
{
  gsize from_size, to_size, n, n_end;
  const char *from_bytes = g_bytes_get_data (from, &from_size);
  const char *to_bytes = g_bytes_get_data (to, &to_size);

  n = MIN (from_size, to_size);
  step->start = n == 0 ? 0 : im_text_count_same (from_bytes, to_bytes, n);
  n -= step->start;
  n_end = n == 0 ? 0
                 : im_text_count_same_end (from_bytes + from_size, to_bytes + to_size, n);
  step->n_old = from_size - step->start - n_end;
  step->n_new = to_size - step->start - n_end;
  step->bytes = g_malloc (step->n_old + step->n_new);
  if (step->n_old > 0)
    memcpy (step->bytes, from_bytes + step->start, step->n_old);
  if (step->n_new > 0)
    memcpy (step->bytes + step->n_old, to_bytes + step->start, step->n_new);
}

static void
replace (GString *text, gsize start, gsize n_old, const char *bytes, gsize n_new)
{
  g_string_erase (text, (gssize) start, (gssize) n_old);
  g_string_insert_len (text, (gssize) start, bytes, (gssize) n_new);
}

/* Where to start from for the text of a step: the current one, or one that is kept. */
static guint
find_start (const ImHistory *history, guint index, GBytes **bytes)
{
  guint kept = index / STEPS_BETWEEN_TEXTS * STEPS_BETWEEN_TEXTS;
  guint distance = (guint) ABS ((gint) history->current - (gint) index);

  if (get_step (history, kept)->text == NULL || distance <= index - kept)
    kept = history->current;
  *bytes = kept == history->current ? history->bytes : get_step (history, kept)->text;

  return kept;
}

static GBytes *
dup_text (const ImHistory *history, guint index)
{
  GBytes *bytes;
  guint at = find_start (history, index, &bytes);
  GString *text;

  if (at == index)
    return g_bytes_ref (bytes);
  text = g_string_new_len (g_bytes_get_data (bytes, NULL),
                           (gssize) g_bytes_get_size (bytes));
  for (; at < index; at++)
    {
      const Step *step = get_step (history, at + 1);

      replace (text, step->start, step->n_old, step->bytes + step->n_old, step->n_new);
    }
  for (; at > index; at--)
    {
      const Step *step = get_step (history, at);

      replace (text, step->start, step->n_new, step->bytes, step->n_old);
    }

  return g_string_free_to_bytes (text);
}

static gboolean
continues_gesture (const ImHistory *history, const char *gesture, gint64 now_us)
{
  const Step *step = get_step (history, history->current);

  return gesture != NULL && g_strcmp0 (step->gesture, gesture) == 0 &&
         now_us - step->time_us <= IM_HISTORY_GESTURE_US &&
         !im_history_is_saved (history);
}

static gboolean
is_saved_text (const ImHistory *history, GBytes *bytes)
{
  return history->saved != NULL && g_bytes_equal (history->saved, bytes);
}

/* The edits of a step: of a gesture the first and the last, because what the first one
 * inserts is written otherwise than what the others change. */
static char *
join_scripts (const Step *before, const char *script, gsize *n_first)
{
  g_autofree char *first = before == NULL || before->script == NULL || script == NULL
                               ? NULL
                               : g_strndup (before->script, before->first_script);

  *n_first = script == NULL ? 0 : strlen (first == NULL ? script : first);

  return first == NULL || strcmp (first, script) == 0
             ? g_strdup (script)
             : g_strdup_printf ("%s\n%s", first, script);
}

void
im_history_add (ImHistory *history,
                GBytes *bytes,
                const char *name,
                const char *script,
                const char *gesture,
                gint64 now_us)
{
  gboolean continues = continues_gesture (history, gesture, now_us);
  guint kept = history->current + (continues ? 0 : 1);
  g_autoptr (GBytes) before = dup_text (history, kept - 1);
  Step step = { .name = g_strdup (name),
                .gesture = g_strdup (gesture),
                .time_us = now_us };

  step.id = continues ? get_step (history, kept)->id : ++history->last_id;
  step.script = join_scripts (continues ? get_step (history, kept) : NULL, script,
                              &step.first_script);
  find_change (before, bytes, &step);
  if (kept % STEPS_BETWEEN_TEXTS == 0)
    step.text = g_bytes_ref (bytes);
  g_array_set_size (history->steps, kept);
  g_array_append_val (history->steps, step);
  history->current = kept;
  g_bytes_unref (history->bytes);
  history->bytes = g_bytes_ref (bytes);
  if (is_saved_text (history, bytes))
    history->saved_index = (gint) kept;
  else if (history->saved_index >= (gint) kept)
    history->saved_index = -1;
}

GBytes *
im_history_get_bytes (const ImHistory *history)
{
  return history->bytes;
}

gboolean
im_history_has_text (const ImHistory *history, gint steps, GBytes *bytes)
{
  gint index = (gint) history->current + steps;
  g_autoptr (GBytes) text = NULL;

  if (index < 0 || index >= (gint) history->steps->len)
    return FALSE;
  text = dup_text (history, (guint) index);

  return g_bytes_equal (text, bytes);
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

  im_history_go_to (history, history->current - 1);
  return TRUE;
}

gboolean
im_history_redo (ImHistory *history)
{
  if (history->current + 1 == history->steps->len)
    return FALSE;

  im_history_go_to (history, history->current + 1);
  return TRUE;
}

void
im_history_set_saved (ImHistory *history)
{
  im_history_set_saved_bytes (history, history->bytes);
}

void
im_history_set_saved_bytes (ImHistory *history, GBytes *bytes)
{
  GBytes *saved = bytes == NULL ? NULL : g_bytes_ref (bytes);

  g_clear_pointer (&history->saved, g_bytes_unref);
  history->saved = saved;
  history->saved_index = is_saved_text (history, history->bytes) ? (gint) history->current
                                                                 : -1;
}

gboolean
im_history_is_saved (const ImHistory *history)
{
  return is_saved_text (history, history->bytes);
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

guint64
im_history_get_id (const ImHistory *history, guint index)
{
  g_return_val_if_fail (index < history->steps->len, 0);

  return get_step (history, index)->id;
}

const char *
im_history_get_script (const ImHistory *history, guint index)
{
  g_return_val_if_fail (index < history->steps->len, NULL);

  return get_step (history, index)->script;
}

gboolean
im_history_is_saved_at (const ImHistory *history, guint index)
{
  g_return_val_if_fail (index < history->steps->len, FALSE);

  return index == history->current ? im_history_is_saved (history)
                                   : (gint) index == history->saved_index;
}

void
im_history_go_to (ImHistory *history, guint index)
{
  GBytes *bytes;

  g_return_if_fail (index < history->steps->len);

  bytes = dup_text (history, index);
  g_bytes_unref (history->bytes);
  history->bytes = bytes;
  history->current = index;
}
