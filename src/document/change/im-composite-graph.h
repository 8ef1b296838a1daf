/* Composites as compounds: a stack of layers spelt as nodes and the links between them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * im_composite_graph_convert:
 * @bytes: the content of an .imunit file
 * @path: what messages call it
 * @library: where the units of layers are
 * @diagnostics: where problems go
 *
 * Makes a compound of each composite of a file. Its parameters and layers become nodes;
 * pipes, and arguments that name parameters, become connections. A computed value, and an
 * argument that is an expression, becomes an expression node, whose inputs are the names
 * in it; a contract becomes an assert node that asks for the opposite. Nodes stand in a
 * row, with what they need above them. All else in the file stays, byte for byte.
 *
 * What a compound cannot say is a warning of the code `not-in-dialect`, at its place. A
 * composite with an error, such as a unit that no folder has, stays as it is, which is
 * said by the problems of im_graph_load() and by such a warning.
 *
 * Codes of errors: those of im_unit_file_parse(), `xml-encoding`.
 *
 * Returns: (nullable): the file, or NULL if there is an error
 */
GBytes *im_composite_graph_convert (GBytes *bytes,
                                    const char *path,
                                    ImUnitLibrary *library,
                                    ImDiagnostics *diagnostics);

G_END_DECLS
