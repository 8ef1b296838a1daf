/* SPDX-License-Identifier: MIT
 *
 * Only the current texts are kept as a whole, and those that are in the files; all others
 * follow from the current ones by the changes in between.
 */
#include "document/edit/im-history.h"

#include <string.h>

#include "base/im-text.h"
#include "document/edit/im-text-chunks.h"

/* How a text differs from the one before it: @bytes has what was there, then what is. */
typedef struct
{
  guint file;
  gsize start;
  gsize n_old;
  gsize n_new;
  char *bytes;
} Change;

typedef struct
{
  guint64 id;
  GArray *changes; /* Change, one of each file; NULL for the first step */
  char *name;
  char *script;
  gsize first_script; /* bytes of it that began the gesture */
  char *gesture;
  gint64 time_us;
} Step;

typedef struct
{
  char *name;
  GBytes *bytes; /* at the current step */
  GBytes *saved; /* NULL if there is no such file */
} File;

struct _ImHistory
{
  GArray *steps; /* Step */
  GArray *files; /* File; the first one is the document */
  guint64 last_id;
  guint current;
  gint saved_index; /* the step that was saved, or -1 */
};

static void
clear_change (gpointer data)
{
  g_free (((Change *) data)->bytes);
}

static void
clear_file (gpointer data)
{
  File *file = data;

  g_free (file->name);
  g_bytes_unref (file->bytes);
  g_clear_pointer (&file->saved, g_bytes_unref);
}

static void
clear_step (gpointer data)
{
  Step *step = data;

  g_clear_pointer (&step->changes, g_array_unref);
  g_free (step->name);
  g_free (step->script);
  g_free (step->gesture);
}

static Step *
get_step (const ImHistory *history, guint index)
{
  return &g_array_index (history->steps, Step, index);
}

static File *
get_file (const ImHistory *history, guint file)
{
  return &g_array_index (history->files, File, file);
}

ImHistory *
im_history_new (GBytes *bytes)
{
  ImHistory *history = g_new0 (ImHistory, 1);
  Step first = { 0 };

  history->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_array_set_clear_func (history->steps, clear_step);
  g_array_append_val (history->steps, first);
  history->files = g_array_new (FALSE, FALSE, sizeof (File));
  g_array_set_clear_func (history->files, clear_file);
  im_history_add_file (history, NULL, bytes, bytes);

  return history;
}

void
im_history_free (ImHistory *history)
{
  if (history == NULL)
    return;

  g_array_unref (history->steps);
  g_array_unref (history->files);
  g_free (history);
}

static void
find_change (GBytes *from, GBytes *to, Change *change)
{
  gsize from_size, to_size, n, n_end;
  const char *from_bytes = g_bytes_get_data (from, &from_size);
  const char *to_bytes = g_bytes_get_data (to, &to_size);

  n = MIN (from_size, to_size);
  change->start = n == 0 ? 0 : im_text_count_same (from_bytes, to_bytes, n);
  n -= change->start;
  n_end = n == 0 ? 0
                 : im_text_count_same_end (from_bytes + from_size, to_bytes + to_size, n);
  change->n_old = from_size - change->start - n_end;
  change->n_new = to_size - change->start - n_end;
  change->bytes = g_malloc (change->n_old + change->n_new);
  if (change->n_old > 0)
    memcpy (change->bytes, from_bytes + change->start, change->n_old);
  if (change->n_new > 0)
    memcpy (change->bytes + change->n_old, to_bytes + change->start, change->n_new);
}

/* What a step did to a file, or NULL. */
static const Change *
find_change_of (const Step *step, guint file)
{
  for (guint i = 0; step->changes != NULL && i < step->changes->len; i++)
    if (g_array_index (step->changes, Change, i).file == file)
      return &g_array_index (step->changes, Change, i);

  return NULL;
}

/* A part of a text, and what comes in its place. */
typedef struct
{
  gsize start;
  gsize n_old;
  const char *bytes;
  gsize n_new;
} Replacement;

static GBytes *
replace (GBytes *bytes, const Replacement *replacement)
{
  gsize n, n_all;
  const char *old = g_bytes_get_data (bytes, &n), *rest;
  char *text, *end;

  if (old == NULL)
    old = ""; /* of an empty text */
  n_all = n - replacement->n_old + replacement->n_new;
  text = g_malloc (n_all + 1);
  rest = old + replacement->start + replacement->n_old;
  end = mempcpy (text, old, replacement->start);
  end = mempcpy (end, replacement->bytes, replacement->n_new);
  memcpy (end, rest, n - (gsize) (rest - old));

  return g_bytes_new_take (text, n_all);
}

/* To the step before, which each new step asks for, it is one replacement. */
GBytes *
im_history_dup_text (const ImHistory *history, guint file, guint index)
{
  GBytes *bytes = get_file (history, file)->bytes;
  g_autoptr (ImTextChunks) text = NULL;

  for (guint at = history->current; at != index;)
    {
      gboolean is_forth = at < index;
      const Change *change = find_change_of (get_step (history, is_forth ? at + 1 : at),
                                             file);
      Replacement replacement;

      at = is_forth ? at + 1 : at - 1;
      if (change == NULL)
        continue;
      replacement = is_forth
                        ? (Replacement){ change->start, change->n_old,
                                         change->bytes + change->n_old, change->n_new }
                        : (Replacement){ change->start, change->n_new, change->bytes,
                                         change->n_old };
      if (text == NULL && at == index)
        return replace (bytes, &replacement);
      if (text == NULL)
        text = im_text_chunks_new (bytes);
      im_text_chunks_replace (text, replacement.start, replacement.n_old,
                              replacement.bytes, replacement.n_new);
    }

  return text == NULL ? g_bytes_ref (bytes) : im_text_chunks_dup_bytes (text);
}

static gboolean
continues_gesture (const ImHistory *history, const char *gesture, gint64 now_us)
{
  const Step *step = get_step (history, history->current);

  return gesture != NULL && g_strcmp0 (step->gesture, gesture) == 0 &&
         now_us - step->time_us <= IM_HISTORY_GESTURE_US &&
         !im_history_is_saved (history);
}

gboolean
im_history_is_file_saved (const ImHistory *history, guint file)
{
  const File *one = get_file (history, file);

  return one->saved != NULL && g_bytes_equal (one->saved, one->bytes);
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

static GBytes *
find_text (const ImHistoryText *texts, guint n_texts, guint file)
{
  for (guint i = 0; i < n_texts; i++)
    if (texts[i].file == file)
      return texts[i].bytes;

  return NULL;
}

/* How all files differ from the step before @index, once they have these texts. */
static GArray *
find_changes (const ImHistory *history,
              guint index,
              const ImHistoryText *texts,
              guint n_texts)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (Change));

  g_array_set_clear_func (changes, clear_change);
  for (guint i = 0; i < history->files->len; i++)
    {
      g_autoptr (GBytes) before = im_history_dup_text (history, i, index - 1);
      GBytes *text = find_text (texts, n_texts, i);
      Change change = { .file = i };

      if (text == NULL)
        text = get_file (history, i)->bytes;
      if (text == before || g_bytes_equal (text, before))
        continue;
      find_change (before, text, &change);
      g_array_append_val (changes, change);
    }

  return changes;
}

static void
set_bytes (GBytes **place, GBytes *bytes)
{
  GBytes *old = *place;

  *place = bytes == NULL ? NULL : g_bytes_ref (bytes);
  g_clear_pointer (&old, g_bytes_unref);
}

void
im_history_add_texts (ImHistory *history,
                      const ImHistoryText *texts,
                      guint n_texts,
                      const char *name,
                      const char *script,
                      const char *gesture,
                      gint64 now_us)
{
  gboolean continues = continues_gesture (history, gesture, now_us);
  guint kept = history->current + (continues ? 0 : 1);
  Step step = { .name = g_strdup (name),
                .gesture = g_strdup (gesture),
                .time_us = now_us };

  step.id = continues ? get_step (history, kept)->id : ++history->last_id;
  step.script = join_scripts (continues ? get_step (history, kept) : NULL, script,
                              &step.first_script);
  step.changes = find_changes (history, kept, texts, n_texts);
  for (guint i = 0; i < n_texts; i++)
    set_bytes (&get_file (history, texts[i].file)->bytes, texts[i].bytes);
  g_array_set_size (history->steps, kept);
  g_array_append_val (history->steps, step);
  history->current = kept;
  if (im_history_is_saved (history))
    history->saved_index = (gint) kept;
  else if (history->saved_index >= (gint) kept)
    history->saved_index = -1;
}

void
im_history_add (ImHistory *history,
                GBytes *bytes,
                const char *name,
                const char *script,
                const char *gesture,
                gint64 now_us)
{
  ImHistoryText text = { 0, bytes };

  im_history_add_texts (history, &text, 1, name, script, gesture, now_us);
}

guint
im_history_add_file (ImHistory *history, const char *name, GBytes *bytes, GBytes *saved)
{
  File file = { .name = g_strdup (name), .bytes = g_bytes_ref (bytes) };

  set_bytes (&file.saved, saved);
  g_array_append_val (history->files, file);

  return history->files->len - 1;
}

guint
im_history_get_n_files (const ImHistory *history)
{
  return history->files->len;
}

const char *
im_history_get_file_name (const ImHistory *history, guint file)
{
  g_return_val_if_fail (file < history->files->len, NULL);

  return get_file (history, file)->name;
}

GBytes *
im_history_get_file_bytes (const ImHistory *history, guint file)
{
  g_return_val_if_fail (file < history->files->len, NULL);

  return get_file (history, file)->bytes;
}

GBytes *
im_history_get_file_saved (const ImHistory *history, guint file)
{
  g_return_val_if_fail (file < history->files->len, NULL);

  return get_file (history, file)->saved;
}

GBytes *
im_history_get_bytes (const ImHistory *history)
{
  return get_file (history, 0)->bytes;
}

/* Whether steps from @first to @last are of one file alone. */
static gboolean
are_of (const ImHistory *history, guint first, guint last, guint file)
{
  for (guint i = first; i <= last; i++)
    {
      const GArray *changes = get_step (history, i)->changes;

      for (guint k = 0; k < changes->len; k++)
        if (g_array_index (changes, Change, k).file != file)
          return FALSE;
    }

  return TRUE;
}

gboolean
im_history_has_text (const ImHistory *history, gint steps, guint file, GBytes *bytes)
{
  gint current = (gint) history->current, index = current + steps;
  g_autoptr (GBytes) text = NULL;

  if (index < 0 || index >= (gint) history->steps->len ||
      !are_of (history, (guint) MIN (index, current) + 1, (guint) MAX (index, current),
               file))
    return FALSE;
  text = im_history_dup_text (history, file, (guint) index);

  return g_bytes_equal (text, bytes);
}

gint
im_history_find_file (const ImHistory *history, guint index)
{
  const GArray *changes = get_step (history, index)->changes;

  return changes == NULL || changes->len != 1
             ? -1
             : (gint) g_array_index (changes, Change, 0).file;
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
im_history_set_file_saved (ImHistory *history, guint file, GBytes *bytes)
{
  g_return_if_fail (file < history->files->len);

  set_bytes (&get_file (history, file)->saved, bytes);
  history->saved_index = im_history_is_saved (history) ? (gint) history->current : -1;
}

void
im_history_set_saved (ImHistory *history)
{
  for (guint i = 0; i < history->files->len; i++)
    im_history_set_file_saved (history, i, get_file (history, i)->bytes);
}

void
im_history_set_saved_bytes (ImHistory *history, GBytes *bytes)
{
  im_history_set_file_saved (history, 0, bytes);
}

gboolean
im_history_is_saved (const ImHistory *history)
{
  for (guint i = 0; i < history->files->len; i++)
    if (!im_history_is_file_saved (history, i))
      return FALSE;

  return TRUE;
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
  g_return_if_fail (index < history->steps->len);

  for (guint i = 0; i < history->files->len; i++)
    {
      g_autoptr (GBytes) bytes = im_history_dup_text (history, i, index);

      set_bytes (&get_file (history, i)->bytes, bytes);
    }
  history->current = index;
}
