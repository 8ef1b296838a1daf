/* Random edits of a document, for a test with a fixed seed and for a fuzzer: both take
 * their choices from bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * RandomEdits:
 * @data: (array length=length): the choices
 * @length: their number
 * @next: the first one that was not used
 * @saves: whether the document may be saved, to its file and beside it
 *
 * Bytes that choices are taken from; behind the end they are 0.
 */
typedef struct
{
  const guint8 *data;
  gsize length;
  gsize next;
  gboolean saves;
} RandomEdits;

/**
 * random_edits_step:
 * @edits: choices
 * @document: a document
 *
 * Makes one edit, or several as one step; undoes, redoes, goes to a step, saves, or goes
 * into a layer or out of it.
 * Asserts that an edit that is refused leaves the text and its history alone.
 *
 * Returns: FALSE when all choices are used
 */
gboolean random_edits_step (RandomEdits *edits, ImDocument *document);

/**
 * random_edits_check_opens:
 * @document: a document
 * @library: where its units are
 *
 * Asserts that its text can be opened, and that all that follows from it is the same
 * then, with the place of everything: what a text means must not depend on how it came
 * about.
 */
void random_edits_check_opens (ImDocument *document, ImUnitLibrary *library);

/**
 * random_edits_check_history:
 * @document: a document
 * @original: the text that it began with
 *
 * Asserts that undoing everything gives the first text, that redoing everything gives
 * the last one, and so does the script of all edits.
 */
void random_edits_check_history (ImDocument *document, GBytes *original);

G_END_DECLS
