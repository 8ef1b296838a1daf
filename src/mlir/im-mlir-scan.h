/* Where things begin and end in a text of MLIR.
 *
 * Dialects write their operations as they like, so that there is no grammar to follow.
 * What can be relied on is that brackets are balanced and how operations begin: with
 * results and `=`, with a name in quotes, or on a new line with a name that has a dot.
 * Pairs of brackets are found once for all, so that passing over them and looking ahead
 * cost nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImMlirScan:
 * @text: the whole text, of which offsets are
 * @p: what is read next
 * @end: of the part that is read
 * @pairs: of brackets of the part, made by im_mlir_scan_find_pairs(); the caller frees it
 * @is_line: whether the text is a single operation, of any name
 * @is_at_start: whether only blanks precede @p on its line
 * @mark: up to where lines are counted
 * @line: of @mark, from 1
 * @column: of @mark in characters, from 1
 */
typedef struct
{
  const char *text;
  const char *p;
  const char *end;
  GArray *pairs;
  gboolean is_line;
  gboolean is_at_start;
  const char *mark;
  guint line;
  guint column;
} ImMlirScan;

/* Counts lines and characters up to @p, which never goes back. */
void im_mlir_scan_locate (ImMlirScan *scan, const char *p);

/* Finds all pairs of brackets from the cursor to the end, in one pass. An angle closes
 * nothing but an angle, as that of `d0 >= 0` does, and brackets that are open within a
 * closed one are not closed. */
void im_mlir_scan_find_pairs (ImMlirScan *scan);

/* Passes over blanks and comments, from the cursor or from @p. */
void im_mlir_scan_skip (ImMlirScan *scan);
const char *im_mlir_scan_skip_from (const ImMlirScan *scan, const char *p);

/* Whether a character is there, before the end. */
gboolean im_mlir_scan_is_at (const ImMlirScan *scan, const char *p, char c);
gboolean im_mlir_scan_is_arrow (const ImMlirScan *scan, const char *p);
gboolean im_mlir_is_name (char c);

/* The ends of what begins at @p. */
const char *im_mlir_scan_find_line_end (const ImMlirScan *scan, const char *p);
const char *im_mlir_scan_skip_name (const ImMlirScan *scan, const char *p);
const char *im_mlir_scan_skip_string (const ImMlirScan *scan, const char *p);

/* Behind the bracket that closes the one at @p, NULL if there is none. */
const char *im_mlir_scan_skip_brackets (const ImMlirScan *scan, const char *p);

/* Behind `%a, %b:2`; @n is how many values these are, @values (nullable) their names. */
const char *im_mlir_scan_skip_values (const ImMlirScan *scan,
                                      const char *p,
                                      guint *n,
                                      GPtrArray *values);

/**
 * im_mlir_scan_begins:
 * @scan: a scan before its end
 * @behind: (out): where to go on if nothing begins here; the cursor if nothing was
 * looked at
 *
 * Returns: whether an operation, a block, an alias or the end of a region begins here
 */
gboolean im_mlir_scan_begins (const ImMlirScan *scan, const char **behind);

/* Whether the brace at @p opens a region, and not a list of attributes. */
gboolean im_mlir_scan_opens_region (const ImMlirScan *scan, const char *p);

G_END_DECLS
