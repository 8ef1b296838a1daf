/* What the parts of the fragment scanner share: the text, a place for results, and a
 * bounded number of problems.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "fragment/im-fragment-pragma.h"
#include "fragment/im-fragment.h"

G_BEGIN_DECLS

/**
 * ImFragmentReader:
 * @source: the text
 * @text: its bytes
 * @language: decides what comments and includes look like
 * @arena: where results live
 * @diagnostics: where problems go
 * @n_problems: how many were reported
 */
typedef struct
{
  ImSource *source;
  const char *text;
  ImFragmentLanguage language;
  ImArena *arena;
  ImDiagnostics *diagnostics;
  guint n_problems;
} ImFragmentReader;

/**
 * im_fragment_file_scan:
 * @file: a file with source, language, arena and an empty index
 * @length: number of bytes of its text, which has no NUL byte
 * @diagnostics: where problems go
 *
 * Fills in what im_fragment_file_parse() finds.
 */
void im_fragment_file_scan (ImFragmentFile *file,
                            gsize length,
                            ImDiagnostics *diagnostics);

/**
 * im_fragment_reader_report:
 *
 * Reports a problem, unless the file had too many.
 *
 * Returns: whether it was reported, so that a note may follow
 */
gboolean im_fragment_reader_report (ImFragmentReader *reader,
                                    ImSeverity severity,
                                    const char *code,
                                    ImSpan span,
                                    const char *format,
                                    ...) G_GNUC_PRINTF (5, 6);

/**
 * im_fragment_reader_excerpt:
 *
 * Copies the text of @span for a message: short, on one line, valid UTF-8.
 */
const char *im_fragment_reader_excerpt (ImFragmentReader *reader, ImSpan span);

/**
 * im_fragment_reader_line_of:
 *
 * Returns: the line of a byte, from 1
 */
guint im_fragment_reader_line_of (ImFragmentReader *reader, guint32 offset);

/**
 * im_fragment_text_is_valid:
 * @text: at least @length bytes
 * @length: number of bytes
 *
 * Returns: whether the text can be a name: UTF-8 without control or invisible characters,
 * and not longer than `IM_FRAGMENT_MAX_NAME_BYTES`
 */
gboolean im_fragment_text_is_valid (const char *text, gsize length);

/**
 * im_fragment_read_includes:
 * @region: the text between INCLUDES_BEGIN and INCLUDES_END
 * @quiet: whether to say nothing about lines that are no includes
 * @includes: (element-type ImFragmentInclude): where to append
 */
void im_fragment_read_includes (ImFragmentReader *reader,
                                ImSpan region,
                                gboolean quiet,
                                GArray *includes);

/**
 * im_fragment_read_name:
 * @name: (out): the name, as far as there is one
 *
 * Reads the one quoted argument of @pragma and reports what is wrong with it.
 *
 * Returns: whether @name can be used
 */
gboolean im_fragment_read_name (ImFragmentReader *reader,
                                const ImPragma *pragma,
                                ImFragmentName *name);

/* Reads the name of a package: reports `malformed-name` for one that programs cannot
 * take.
 */
gboolean im_fragment_read_package (ImFragmentReader *reader,
                                   const ImPragma *pragma,
                                   ImFragmentName *package);

gboolean im_fragment_read_dependency (ImFragmentReader *reader,
                                      const ImPragma *pragma,
                                      ImFragmentReference *reference);
gboolean im_fragment_read_test (ImFragmentReader *reader,
                                const ImPragma *pragma,
                                ImFragmentTest *test);
gboolean im_fragment_read_symbol_check (ImFragmentReader *reader,
                                        const ImPragma *pragma,
                                        ImFragmentSymbolCheck *check);

/**
 * im_fragment_expect_end:
 * @position: behind the last argument
 *
 * Reports text behind the arguments of a directive.
 */
void im_fragment_expect_end (ImFragmentReader *reader,
                             const ImPragma *pragma,
                             guint32 position);

G_END_DECLS
