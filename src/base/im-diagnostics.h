/* Problems found in the user's files: what, where, and what would be allowed.
 *
 * Lower layers append to a list and go on; only programs print. A diagnostic keeps the
 * text it points into alive.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-source.h"

G_BEGIN_DECLS

/**
 * ImSeverity:
 * @IM_SEVERITY_HINT: legal, but probably not what was meant
 * @IM_SEVERITY_WARNING: something is ignored, missing or doubtful
 * @IM_SEVERITY_ERROR: the file cannot do what it says
 */
typedef enum
{
  IM_SEVERITY_HINT,
  IM_SEVERITY_WARNING,
  IM_SEVERITY_ERROR,
} ImSeverity;

#define IM_N_SEVERITIES (IM_SEVERITY_ERROR + 1)

/**
 * ImSubject:
 * @node: (nullable): the path of the node in its program, such as `filter/gain`
 * @parameter: (nullable): the input, output, option or argument
 * @contract: the number from 1 of the contract or assert in its unit, or 0
 * @detail: (nullable): what else the message names, such as the value that was found, a
 *   file or a function; it tells problems of one code and place from each other
 *
 * What a problem is about. Whoever decides something by a problem looks at its code and
 * at this, never at the words of its message.
 */
typedef struct
{
  const char *node;
  const char *parameter;
  guint contract;
  const char *detail;
} ImSubject;

/**
 * ImDiagnostic:
 * @severity: how bad it is
 * @code: what kind of problem, stable, lower case with dashes, such as `unknown-element`
 * @source: (nullable): the text that @span is a part of, or NULL if the file has no text
 * @name: the file or text that the problem is in
 * @span: the bytes that are wrong
 * @subject: what it is about
 * @message: one sentence: what was expected and what was found
 * @note: (nullable): what would be allowed or what to do
 * @note_span: the bytes of @source that the note speaks of; empty if it is of none
 * @allowed: (nullable) (array zero-terminated=1): the names or values that may stand in
 * the place of the wrong one, if they are few enough to be listed
 * @fix: (nullable): what would stand in the place of @fix_span if the problem was solved
 * @fix_span: a part of @span
 */
struct _ImDiagnostic
{
  ImSeverity severity;
  const char *code;
  ImSource *source;
  const char *name;
  ImSpan span;
  ImSubject subject;
  const char *message;
  const char *note;
  ImSpan note_span;
  const char *const *allowed;
  const char *fix;
  ImSpan fix_span;
};

ImDiagnostics *im_diagnostics_new (void);
void im_diagnostics_free (ImDiagnostics *diagnostics);

/**
 * im_diagnostics_add:
 * @diagnostics: a list
 * @severity: how bad it is
 * @code: a static string
 * @source: the text, a reference is taken
 * @span: where in @source
 * @format: the message
 *
 * Appends a problem that has a place in a text.
 */
void im_diagnostics_add (ImDiagnostics *diagnostics,
                         ImSeverity severity,
                         const char *code,
                         ImSource *source,
                         ImSpan span,
                         const char *format,
                         ...) G_GNUC_PRINTF (6, 7);

/**
 * im_diagnostics_add_for_file:
 * @diagnostics: a list
 * @severity: how bad it is
 * @code: a static string
 * @name: the file, copied
 * @format: the message
 *
 * Appends a problem of a file as a whole, such as one that cannot be read.
 */
void im_diagnostics_add_for_file (ImDiagnostics *diagnostics,
                                  ImSeverity severity,
                                  const char *code,
                                  const char *name,
                                  const char *format,
                                  ...) G_GNUC_PRINTF (5, 6);

/**
 * im_diagnostics_note:
 * @diagnostics: a list that is not empty
 * @format: the note
 *
 * Sets the note of the last problem: what would be allowed, or what to do.
 */
void im_diagnostics_note (ImDiagnostics *diagnostics, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* The same, and where in the text of the problem the note speaks of. */
void im_diagnostics_note_at (ImDiagnostics *diagnostics,
                             ImSpan span,
                             const char *format,
                             ...) G_GNUC_PRINTF (3, 4);

/**
 * im_diagnostics_suggest:
 * @diagnostics: a list that is not empty
 * @name: what the last problem found
 * @nearest: (nullable): what was meant, most likely
 *
 * Notes of the last problem that @nearest may be meant, and fixes it.
 */
void im_diagnostics_suggest (ImDiagnostics *diagnostics,
                             const char *name,
                             const char *nearest);

/**
 * im_diagnostics_fix:
 * @diagnostics: a list that is not empty
 * @name: what the last problem found
 * @nearest: (nullable): what was meant, most likely
 *
 * Where @name stands exactly once in what is wrong, the fix is to write @nearest there.
 */
void im_diagnostics_fix (ImDiagnostics *diagnostics,
                         const char *name,
                         const char *nearest);

/* How many values are worth to be listed. */
#define IM_DIAGNOSTICS_MAX_ALLOWED 100

/**
 * im_diagnostics_allow:
 * @diagnostics: a list that is not empty
 * @values: what would be allowed
 * @n_values: their number; more than IM_DIAGNOSTICS_MAX_ALLOWED are left out
 *
 * Sets what could stand in the place of what the last problem found. It is for scripts;
 * people read the message and the note.
 */
void im_diagnostics_allow (ImDiagnostics *diagnostics,
                           const char *const *values,
                           guint n_values);

/**
 * im_diagnostics_set_subject:
 * @diagnostics: a list that is not empty
 * @subject: what the last problem is about, copied
 *
 * Sets the subject of the last problem, which has none when it is added.
 */
void im_diagnostics_set_subject (ImDiagnostics *diagnostics, ImSubject subject);

/**
 * im_diagnostics_add_copy:
 * @diagnostics: a list
 * @diagnostic: a problem of another list
 *
 * Appends a copy of a problem.
 */
void im_diagnostics_add_copy (ImDiagnostics *diagnostics, const ImDiagnostic *diagnostic);

/**
 * im_diagnostics_append:
 * @diagnostics: a list
 * @other: another list, unchanged
 *
 * Copies the problems of @other to the end of @diagnostics.
 */
void im_diagnostics_append (ImDiagnostics *diagnostics, const ImDiagnostics *other);

/**
 * im_diagnostics_swap:
 * @diagnostics: a list
 * @other: another list
 *
 * Lets each list have the problems that the other one had.
 */
void im_diagnostics_swap (ImDiagnostics *diagnostics, ImDiagnostics *other);

/**
 * im_diagnostics_sort:
 * @diagnostics: a list
 *
 * Sorts the problems of each text by their place. Texts stay in the order in which they
 * appear first; so do problems of one place.
 */
void im_diagnostics_sort (ImDiagnostics *diagnostics);

/**
 * im_diagnostics_has:
 * @diagnostics: a list
 * @problem: a problem, of this list or of another one
 *
 * Returns: whether the list has a problem that is im_diagnostic_equal() to @problem
 */
gboolean im_diagnostics_has (const ImDiagnostics *diagnostics,
                             const ImDiagnostic *problem);

guint im_diagnostics_get_count (const ImDiagnostics *diagnostics);
const ImDiagnostic *im_diagnostics_get (const ImDiagnostics *diagnostics, guint index);

/**
 * im_diagnostics_count:
 * @diagnostics: a list
 * @severity: a severity
 *
 * Returns: the number of problems of exactly this severity
 */
guint im_diagnostics_count (const ImDiagnostics *diagnostics, ImSeverity severity);

const char *im_severity_get_name (ImSeverity severity);

/**
 * im_diagnostic_is_about_same:
 * @a: a problem
 * @b: a problem
 *
 * Returns: whether both have the same code and subject, wherever they stand. An edit
 *   moves places; a problem that was there before it is found again by this.
 */
gboolean im_diagnostic_is_about_same (const ImDiagnostic *a, const ImDiagnostic *b);

/**
 * im_diagnostic_equal:
 * @a: a problem
 * @b: a problem
 *
 * Returns: whether both have the same code and subject at the same place
 */
gboolean im_diagnostic_equal (const ImDiagnostic *a, const ImDiagnostic *b);

/**
 * im_diagnostic_locate:
 * @diagnostic: a problem
 * @line: (out): the line from 1, or 0 if the problem has no place
 * @column: (out): the column in characters from 1, or 0
 *
 * Finds where a problem starts.
 */
void im_diagnostic_locate (const ImDiagnostic *diagnostic, guint *line, guint *column);

/**
 * im_diagnostic_print:
 * @diagnostic: a problem
 * @colour: whether to use terminal colours
 * @out: where to append
 *
 * Appends `file:line:column: error: message`, the source line with a caret below the
 * span, and the note. Lines longer than a terminal are cut to the part around the span.
 */
void im_diagnostic_print (const ImDiagnostic *diagnostic, gboolean colour, GString *out);

/* How many errors, warnings and hints of one file are printed. */
#define IM_DIAGNOSTICS_MAX_PRINTED 100

/**
 * im_diagnostics_print:
 * @diagnostics: a list
 * @colour: whether to use terminal colours
 * @out: where to append
 *
 * Prints the problems, what reads the same once, and of one file at most
 * IM_DIAGNOSTICS_MAX_PRINTED of each severity; a line at the end says how many there are
 * besides them.
 */
void im_diagnostics_print (const ImDiagnostics *diagnostics,
                           gboolean colour,
                           GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImDiagnostics, im_diagnostics_free)

G_END_DECLS
