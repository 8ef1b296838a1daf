/* The lines that matter to the fragment scanner: `#pragma IMAGINET_…` and its arguments.
 *
 * The search jumps from `#` to `#`, so text between directives costs next to nothing.
 * All offsets are absolute in the text, and no read goes past its length.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

typedef enum
{
  IM_PRAGMA_FRAGMENT_BEGIN,
  IM_PRAGMA_FRAGMENT_END,
  IM_PRAGMA_FRAGMENT_BEGIN_HEADER,
  IM_PRAGMA_FRAGMENT_END_HEADER,
  IM_PRAGMA_INCLUDES_BEGIN,
  IM_PRAGMA_INCLUDES_END,
  IM_PRAGMA_DEPENDENCY,
  IM_PRAGMA_PACKAGE,
  IM_PRAGMA_SYMBOL_CHECK,
  IM_PRAGMA_TEST,
  IM_PRAGMA_UNKNOWN,
} ImPragmaKind;

/**
 * ImPragma:
 * @kind: which directive
 * @line: the whole line with its line end
 * @span: from `#` to the last byte of the line that is not blank
 * @word: the name of the directive
 */
typedef struct
{
  ImPragmaKind kind;
  ImSpan line;
  ImSpan span;
  ImSpan word;
} ImPragma;

/**
 * ImPragmaScanner:
 * @text: the text
 * @start: the first byte behind byte order marks
 * @length: number of bytes of @text
 * @position: where the search goes on
 */
typedef struct
{
  const char *text;
  guint32 start;
  guint32 length;
  guint32 position;
} ImPragmaScanner;

typedef enum
{
  IM_ARGUMENT_QUOTED,       /* the span is the text between the quotes */
  IM_ARGUMENT_BARE,         /* a word without quotes */
  IM_ARGUMENT_UNTERMINATED, /* from the opening quote to the end of the line */
  IM_ARGUMENT_NONE,         /* nothing left but a comment */
} ImArgumentKind;

/**
 * im_pragma_scanner_init:
 * @scanner: (out): the scanner
 * @text: the text
 * @length: its length, below 4 GiB
 *
 * Starts at the first byte behind any number of byte order marks.
 */
void im_pragma_scanner_init (ImPragmaScanner *scanner, const char *text, gsize length);

/**
 * im_pragma_scanner_next:
 * @scanner: a scanner
 * @pragma: (out): the directive
 *
 * Finds the next line that is meant to be a directive of this format.
 *
 * Returns: FALSE at the end of the text
 */
gboolean im_pragma_scanner_next (ImPragmaScanner *scanner, ImPragma *pragma);

/**
 * im_pragma_read_argument:
 * @text: the text
 * @pragma: the directive
 * @position: (inout): where to read; moves behind the argument
 * @argument: (out): the argument
 *
 * Reads one argument. The first one is at `pragma->word.end`.
 */
ImArgumentKind im_pragma_read_argument (const char *text,
                                        const ImPragma *pragma,
                                        guint32 *position,
                                        ImSpan *argument);

/**
 * im_pragma_nearest:
 * @word: a misspelt directive
 *
 * Returns: (nullable): the directive that is most like it
 */
const char *im_pragma_nearest (const char *word);

G_END_DECLS
