/* Code fragments: the named parts of a .c, .h or .py file that units are made of.
 *
 * A file is scanned once, line by line, for `#pragma IMAGINET_…` directives; everything
 * else is text that passes through untouched. The result is immutable and says which
 * bytes belong to which fragment and what each fragment needs: includes, other fragments,
 * code packages, symbols. It says nothing about whether those exist; im-fragment-set.h
 * resolves them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"

G_BEGIN_DECLS

#define IM_FRAGMENT_MAX_FILE_BYTES (4 * 1024 * 1024)
#define IM_FRAGMENT_MAX_NAME_BYTES 256
#define IM_FRAGMENT_MAX_PROBLEMS   100 /* reported for one file */

/**
 * ImFragmentLanguage:
 * @IM_FRAGMENT_LANGUAGE_C: a .c file, and any file with another extension
 * @IM_FRAGMENT_LANGUAGE_HEADER: a .h file
 * @IM_FRAGMENT_LANGUAGE_PYTHON: a .py file
 */
typedef enum
{
  IM_FRAGMENT_LANGUAGE_C,
  IM_FRAGMENT_LANGUAGE_HEADER,
  IM_FRAGMENT_LANGUAGE_PYTHON,
} ImFragmentLanguage;

/**
 * ImFragmentIncludeKind:
 * @IM_FRAGMENT_INCLUDE_SYSTEM: `#include <name>`
 * @IM_FRAGMENT_INCLUDE_LOCAL: `#include "name"`
 * @IM_FRAGMENT_INCLUDE_IMPORT: a Python import statement
 */
typedef enum
{
  IM_FRAGMENT_INCLUDE_SYSTEM,
  IM_FRAGMENT_INCLUDE_LOCAL,
  IM_FRAGMENT_INCLUDE_IMPORT,
} ImFragmentIncludeKind;

/**
 * ImFragmentInclude:
 * @kind: which kind of line
 * @text: the line to emit, on one line, without comments, single-spaced
 * @name: the file between the quotes or brackets, or the first module that is imported
 * @span: the statement in the file
 */
typedef struct
{
  ImFragmentIncludeKind kind;
  const char *text;
  const char *name;
  ImSpan span;
} ImFragmentInclude;

/**
 * ImFragmentReferenceKind:
 * @IM_FRAGMENT_REFERENCE_SAME_FILE: `name`
 * @IM_FRAGMENT_REFERENCE_FILE: `path/file.h:name`, the path relative to the file it is in
 * @IM_FRAGMENT_REFERENCE_UNIT: `[Unit.Id]/path/file.h:name`, relative to the unit's
 * folder
 */
typedef enum
{
  IM_FRAGMENT_REFERENCE_SAME_FILE,
  IM_FRAGMENT_REFERENCE_FILE,
  IM_FRAGMENT_REFERENCE_UNIT,
} ImFragmentReferenceKind;

/**
 * ImFragmentReference:
 * @kind: which form it has
 * @unit_id: (nullable): the unit, for @IM_FRAGMENT_REFERENCE_UNIT
 * @file: (nullable): the relative path with `/` between folders, or NULL for the same
 * file
 * @name: the fragment
 * @span: the text of the reference, without quotes
 */
typedef struct
{
  ImFragmentReferenceKind kind;
  const char *unit_id;
  const char *file;
  const char *name;
  ImSpan span;
} ImFragmentReference;

/**
 * ImFragmentName:
 * @name: a name
 * @span: where it stands
 *
 * A code package or a template variable.
 */
typedef struct
{
  const char *name;
  ImSpan span;
} ImFragmentName;

/**
 * ImFragmentSymbolCheck:
 * @symbol: the identifier that must not clash
 * @is_global: TRUE for GLOBAL (one owner in the whole program), FALSE for LOCAL (one in a
 *   translation unit)
 * @message: what to tell the user when it does
 * @span: the arguments of the directive
 */
typedef struct
{
  const char *symbol;
  gboolean is_global;
  const char *message;
  ImSpan span;
} ImFragmentSymbolCheck;

/**
 * ImFragmentTest:
 * @file: the file that holds the test, relative
 * @function: its function
 * @span: the argument, without quotes
 */
typedef struct
{
  const char *file;
  const char *function;
  ImSpan span;
} ImFragmentTest;

/**
 * ImFragmentNeeds:
 *
 * What one fragment, or every fragment of a file, needs besides its own text; each list
 * in the order of the file.
 */
typedef struct
{
  const ImFragmentInclude *includes;
  const ImFragmentReference *dependencies;
  const ImFragmentName *packages;
  const ImFragmentSymbolCheck *symbol_checks;
  const ImFragmentTest *tests;
  guint n_includes;
  guint n_dependencies;
  guint n_packages;
  guint n_symbol_checks;
  guint n_tests;
} ImFragmentNeeds;

/**
 * ImFragment:
 * @file: the file it is in
 * @index: its place in the file, from 0
 * @name: its name
 * @name_span: the name without its quotes
 * @span: from the first byte of the BEGIN line to behind the END line
 * @is_header: whether it belongs into the emitted header (`FRAGMENT_BEGIN_HEADER`)
 * @needs: what it needs itself; what its file needs comes on top
 * @pieces: (array length=n_pieces): its text: runs of whole lines, without directives and
 *   includes sections
 * @templates: (array length=n_templates): each `{{NAME}}` of the text; the span covers
 *   the braces
 */
struct _ImFragment
{
  const ImFragmentFile *file;
  guint index;
  const char *name;
  ImSpan name_span;
  ImSpan span;
  gboolean is_header;
  ImFragmentNeeds needs;
  const ImSpan *pieces;
  guint n_pieces;
  const ImFragmentName *templates;
  guint n_templates;
};

/**
 * ImFragmentFile:
 * @source: the text
 * @language: by the extension of the name
 * @is_refused: the text was not scanned (too large, or not text); it has no fragments
 * @needs: what every fragment of the file needs
 * @fragments: (array length=n_fragments): in the order of the file
 */
struct _ImFragmentFile
{
  ImSource *source;
  ImFragmentLanguage language;
  gboolean is_refused;
  ImFragmentNeeds needs;
  const ImFragment *fragments;
  guint n_fragments;
  /*< private >*/
  ImArena *arena;
  GHashTable *by_name; /* name → index + 1 of the first of that name */
};

/**
 * im_fragment_language_for_name:
 * @name: a file name
 *
 * Returns: the language that the extension of @name stands for, in any case
 */
ImFragmentLanguage im_fragment_language_for_name (const char *name);

/**
 * im_fragment_file_parse:
 * @source: the text, a reference is taken
 * @diagnostics: where problems go
 *
 * Scans a file in time linear in its size.
 *
 * A directive is a line whose first words are `#pragma` (once or twice, blanks allowed on
 * both sides of `#`) and a name that starts with `IMAGINET_`. A comment may follow it.
 * Whatever is wrong is reported with one of these codes, and the scan goes on:
 *
 * - `file-too-large`: more than `IM_FRAGMENT_MAX_FILE_BYTES`; not scanned
 * - `nul-byte`: the file is not text; not scanned
 * - `unknown-pragma`: no such directive
 * - `fragment-nested`, `fragment-not-open`, `fragment-not-closed`: BEGIN and END do not
 *   pair up
 * - `fragment-end-mismatch` (warning): `…_BEGIN_HEADER` ended by `…_END`, or the reverse
 * - `includes-nested`, `includes-not-open`, `includes-not-closed`: the same for includes
 * - `includes-ignored-line` (warning): a line of an includes section that is no include
 * - `unquoted-name`, `empty-name`, `missing-argument`, `unterminated-string`,
 *   `malformed-name`: the argument
 * - `duplicate-fragment`: a second fragment of the same name in the file
 * - `malformed-dependency`, `malformed-test`, `malformed-symbol-check`
 * - `trailing-text` (warning): more text behind a directive than it takes
 * - `too-many-problems`: the rest of the problems is not reported
 *
 * Source: spec "Code Fragments" for the directives, the unit library for the rest.
 *
 * Returns: (not nullable): the file
 */
ImFragmentFile *im_fragment_file_parse (ImSource *source, ImDiagnostics *diagnostics);

void im_fragment_file_free (ImFragmentFile *file);

/**
 * im_fragment_file_find:
 * @file: a file
 * @name: the name of a fragment
 *
 * Returns: (nullable): the first fragment of that name
 */
const ImFragment *im_fragment_file_find (const ImFragmentFile *file, const char *name);

/**
 * im_fragment_append_body:
 * @fragment: a fragment
 * @out: where to append
 *
 * Appends the text of a fragment. Every line, also the last one, ends with LF.
 */
void im_fragment_append_body (const ImFragment *fragment, GString *out);

/**
 * im_fragment_reference_parse:
 * @text: at least @length bytes, such as `[Unit.Id]/max.h:max_f32`
 * @length: number of bytes
 * @arena: where the strings of @reference live
 * @reference: (out): the reference with a span from 0; untouched on failure
 *
 * Splits a reference, as it stands in a dependency or in a `fragment` attribute.
 *
 * Returns: (nullable): NULL, or what is wrong with it
 */
const char *im_fragment_reference_parse (const char *text,
                                         gsize length,
                                         ImArena *arena,
                                         ImFragmentReference *reference);

/**
 * im_fragment_test_find:
 * @test: a test
 * @text: that of its file
 *
 * Returns: where the name of its function first stands in front of a parenthesis, or -1
 */
gssize im_fragment_test_find (const ImFragmentTest *test, const char *text);

/**
 * im_fragment_file_print:
 * @file: a file
 * @out: where to append
 *
 * Appends everything that was found, in a stable form for people and golden tests.
 */
void im_fragment_file_print (const ImFragmentFile *file, GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFragmentFile, im_fragment_file_free)

G_END_DECLS
