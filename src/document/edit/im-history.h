/* What can be undone: the texts that a document and its code files had, as changes from
 * one to the next, each with the name of the step that made it, and its edits.
 *
 * File 0 is the document. Code files are added when they are edited first; before that
 * they had the text that they are added with.
 *
 * A text is the bytes of the file, so undoing gives back exactly the bytes there were.
 * Steps of one gesture, such as turns of a slider, are one step.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define IM_HISTORY_GESTURE_US (1 * G_USEC_PER_SEC) /* between steps of one gesture */

typedef struct _ImHistory ImHistory;

/**
 * im_history_new:
 * @bytes: the first text
 *
 * Returns: a history without steps, whose text is saved
 */
ImHistory *im_history_new (GBytes *bytes);
void im_history_free (ImHistory *history);

/**
 * im_history_add:
 * @history: a history
 * @bytes: the text behind the step
 * @name: what the step did, such as `Set stride of SlidingWindow`
 * @script: (nullable): its edits, see im_edit_parse_script(); NULL for a text that was
 * typed
 * @gesture: (nullable): what a gesture is known by; a step with that of the step before,
 *   at most IM_HISTORY_GESTURE_US later, takes its place
 * @now_us: a monotonic time
 *
 * Adds a step behind the current one; what was undone is forgotten.
 */
void im_history_add (ImHistory *history,
                     GBytes *bytes,
                     const char *name,
                     const char *script,
                     const char *gesture,
                     gint64 now_us);

/* A file and its text. */
typedef struct
{
  guint file;
  GBytes *bytes;
} ImHistoryText;

/* The same for several files: those that are not among @texts stay what they are. */
void im_history_add_texts (ImHistory *history,
                           const ImHistoryText *texts,
                           guint n_texts,
                           const char *name,
                           const char *script,
                           const char *gesture,
                           gint64 now_us);

GBytes *im_history_get_bytes (const ImHistory *history);

/**
 * im_history_add_file:
 * @history: a history
 * @name: what it is called
 * @bytes: its text at all steps so far
 * @saved: (nullable): what is in the file; NULL if there is none
 *
 * Returns: the number of the file
 */
guint im_history_add_file (ImHistory *history,
                           const char *name,
                           GBytes *bytes,
                           GBytes *saved);

guint im_history_get_n_files (const ImHistory *history);
const char *im_history_get_file_name (const ImHistory *history, guint file);
GBytes *im_history_get_file_bytes (const ImHistory *history, guint file);

/* What the file has on the disk, or NULL. */
GBytes *im_history_get_file_saved (const ImHistory *history, guint file);
void im_history_set_file_saved (ImHistory *history, guint file, GBytes *bytes);
gboolean im_history_is_file_saved (const ImHistory *history, guint file);

/**
 * im_history_has_text:
 * @history: a history
 * @steps: how far from the current texts, negative for earlier ones
 * @file: a file
 * @bytes: a text
 *
 * Returns: whether there is a step, where the file has the text @bytes and all others
 *   have those that they have now
 */
gboolean im_history_has_text (const ImHistory *history,
                              gint steps,
                              guint file,
                              GBytes *bytes);

/**
 * im_history_get_undo_name:
 * @history: a history
 *
 * Returns: (nullable): the step that im_history_undo() takes back
 */
const char *im_history_get_undo_name (const ImHistory *history);
const char *im_history_get_redo_name (const ImHistory *history);

/**
 * im_history_undo:
 * @history: a history
 *
 * Returns: FALSE if there is nothing to undo
 */
gboolean im_history_undo (ImHistory *history);
gboolean im_history_redo (ImHistory *history);

/* Notes that the current texts are in the files. */
void im_history_set_saved (ImHistory *history);

/* Notes what else is in the file of the document; NULL if there is none. */
void im_history_set_saved_bytes (ImHistory *history, GBytes *bytes);
gboolean im_history_is_saved (const ImHistory *history);

/**
 * im_history_get_n_texts:
 * @history: a history
 *
 * Returns: how many texts can be gone to: one more than there are steps
 */
guint im_history_get_n_texts (const ImHistory *history);
guint im_history_get_current (const ImHistory *history);

/**
 * im_history_get_name:
 * @history: a history
 * @index: less than the number of texts
 *
 * Returns: (nullable): the step that led to a text; NULL for the first one
 */
const char *im_history_get_name (const ImHistory *history, guint index);

/* A number that a text keeps as long as it can be gone to, also while a gesture goes on;
 * those behind it have larger ones. */
guint64 im_history_get_id (const ImHistory *history, guint index);

/* The edits of the step that led to a text, or NULL. */
const char *im_history_get_script (const ImHistory *history, guint index);

/* The number of the file that a step changes; -1 if it changes several, or none. */
gint im_history_find_file (const ImHistory *history, guint index);

/* The text of a file behind a step. */
GBytes *im_history_dup_text (const ImHistory *history, guint file, guint index);

/* Whether the file has a text: of the current one whether its bytes are those of the
 * file, of another one whether it was saved last. */
gboolean im_history_is_saved_at (const ImHistory *history, guint index);
void im_history_go_to (ImHistory *history, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImHistory, im_history_free)

G_END_DECLS
