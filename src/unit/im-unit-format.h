/* The one layout of unit files.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"

G_BEGIN_DECLS

#define IM_UNIT_FORMAT_MAX_BYTES (16 * 1024 * 1024) /* size of a file */

/**
 * im_unit_format:
 * @bytes: the content of an .imunit file, of either dialect
 * @path: what messages call it
 * @diagnostics: where problems go
 *
 * Lays a file out: elements on lines of their own, indented by two blanks a level,
 * attributes with one blank between, at most one empty line in a row. All else stays:
 * order, texts, comments, encoding, kind of line ends. The result is read again and
 * compared with the file. What is wrong with the units in it is no reason to refuse it.
 * Codes: those of im_xml_document_parse(), `format` (it is no unit file),
 * `xml-encoding` (the file cannot be written in its encoding without changing other
 * bytes), `format-loss` (the layout would not mean the same).
 *
 * Returns: (nullable): the file to write, or NULL if there is an error
 */
GBytes *im_unit_format (GBytes *bytes, const char *path, ImDiagnostics *diagnostics);

G_END_DECLS
