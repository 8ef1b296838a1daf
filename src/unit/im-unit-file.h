/* A file of units: its text, what it declares, and what is wrong with it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/package/im-sknd-package.h"
#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * im_unit_file_read:
 * @path: a file
 * @diagnostics: where problems go
 *
 * Reads an .imunit file of either dialect, or the operators of an .sknd file. A file that
 * is no XML, or not of this format, gives NULL and at least one error. Elements and
 * attributes that are not known are kept in the document and reported as warnings. Codes:
 * those of im_xml_document_parse() and im_unit_file_parse(), and `file` for a file that
 * cannot be read.
 *
 * Returns: (nullable): the file, or NULL
 */
ImUnitFile *im_unit_file_read (const char *path, ImDiagnostics *diagnostics);

/**
 * im_unit_file_parse:
 * @bytes: the content of an .imunit file
 * @path: what messages call it, and where its fragments are looked for
 * @diagnostics: where problems go
 *
 * Like im_unit_file_read() for a text in memory. All operators of an .sknd file are
 * checked; what is wrong with one is no reason to refuse the file. Codes of XML:
 * `format` (the root is not Imaginet, or holds no unit), `missing-attribute`,
 * `missing-element`, `empty-name`, `bad-name`, `duplicate-parameter`, `bad-boolean`,
 * `bad-number`, and the warnings `unknown-element`, `unknown-attribute`, `ignored-text`.
 *
 * Returns: (nullable): the file, or NULL
 */
ImUnitFile *im_unit_file_parse (GBytes *bytes,
                                const char *path,
                                ImDiagnostics *diagnostics);

/**
 * im_unit_file_new_of_operators:
 * @package: a package of SkriptND
 * @module: a file of it
 * @path: what messages call it
 * @name: its name as a module, such as `nn`
 * @diagnostics: gets an error of code `format` if it has text that no unit can have
 *
 * Makes units of the operators of a file that others may use.
 *
 * Returns: (nullable): the file, or NULL if it has none
 */
ImUnitFile *im_unit_file_new_of_operators (ImSkndPackage *package,
                                           const ImSkndFile *module,
                                           const char *path,
                                           const char *name,
                                           ImDiagnostics *diagnostics);

/**
 * im_unit_file_ref:
 * @file: a file
 *
 * A file is counted: whoever uses a unit of it holds the file, which outlives its library
 * then. Other threads may use it if it never changes: if it is of a library, or of a
 * program that they hold.
 *
 * Returns: (transfer full): the file
 */
ImUnitFile *im_unit_file_ref (const ImUnitFile *file);

void im_unit_file_unref (ImUnitFile *file);

const char *im_unit_file_get_path (const ImUnitFile *file);

/**
 * im_unit_file_get_problem:
 * @file: a file
 *
 * Returns: (nullable): the first error that was found when it was read, with its place,
 * for those who use a unit of it and did not see the messages
 */
const char *im_unit_file_get_problem (const ImUnitFile *file);

/* The file as it was read, which is also the file to write. */
GBytes *im_unit_file_get_bytes (const ImUnitFile *file);

/* Its elements; NULL of a file of operators. */
ImXmlDocument *im_unit_file_get_document (const ImUnitFile *file);
ImSource *im_unit_file_get_source (const ImUnitFile *file);

guint im_unit_file_get_count (const ImUnitFile *file);
const ImUnit *im_unit_file_get_unit (const ImUnitFile *file, guint index);

/**
 * im_unit_file_get_main_unit:
 * @file: a file
 *
 * Returns: (nullable): the unit that a file is mostly about: its last composite or
 *   compound, or else its last unit; of a project its own preprocessor, or else that of
 *   its first model
 */
const ImUnit *im_unit_file_get_main_unit (const ImUnitFile *file);

/**
 * im_unit_file_find_unit:
 * @file: a file
 * @id: the id of a unit
 *
 * Returns: (nullable): the first unit of the file with that id
 */
const ImUnit *im_unit_file_find_unit (const ImUnitFile *file, const char *id);

/**
 * im_unit_file_list_pipelines:
 * @file: a file
 *
 * Returns: (transfer container) (element-type ImUnit): its composites and compounds, of a
 *   project its preprocessors, in the order of the file; all its units if it has none
 */
GPtrArray *im_unit_file_list_pipelines (const ImUnitFile *file);

/**
 * im_unit_file_map:
 * @file: a file
 * @raw: where a text stands in the file
 * @span: a part of the decoded text
 *
 * Returns: where that part stands in the file
 */
ImSpan im_unit_file_map (const ImUnitFile *file, ImSpan raw, ImSpan span);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImUnitFile, im_unit_file_unref)

G_END_DECLS
