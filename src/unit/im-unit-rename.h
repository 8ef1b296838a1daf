/* Other names for units and their parameters, with all uses of them in a file: in nodes,
 * connections, arguments, expressions, messages, examples and references to code.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"
#include "xml/im-xml-edit.h"

G_BEGIN_DECLS

/**
 * im_unit_rename:
 * @edit: an edit of @file
 * @file: a file
 * @old: an id
 * @id: the id that takes its place
 *
 * Renames units of the file that are called @old, and all uses of such a unit.
 */
void im_unit_rename (ImXmlEdit *edit,
                     const ImUnitFile *file,
                     const char *old,
                     const char *id);

/**
 * im_unit_rename_parameter:
 * @edit: an edit of the file of @unit
 * @unit: a unit
 * @old: the name of one of its parameters
 * @name: the name that takes its place; no other parameter has it
 *
 * Renames a parameter in its unit.
 */
void im_unit_rename_parameter (ImXmlEdit *edit,
                               const ImUnit *unit,
                               const char *old,
                               const char *name);

/**
 * im_unit_rename_in_users:
 * @edit: an edit of @file
 * @file: a file
 * @id: the id of a unit
 * @old: what one of its parameters was called
 * @name: what it is called
 *
 * Renames a parameter where the units of a file use its unit.
 */
void im_unit_rename_in_users (ImXmlEdit *edit,
                              const ImUnitFile *file,
                              const char *id,
                              const char *old,
                              const char *name);

/**
 * ImUnitFollow:
 * @reference: what a file says of another one, such as `../Gain/gain.h:gain`
 * @data: for the function
 *
 * Returns: (nullable) (transfer full): what it is to say, or NULL if that is the same
 */
typedef char *(*ImUnitFollow) (const char *reference, gpointer data);

/**
 * im_unit_file_follow:
 * @file: a file
 * @follow: where the code and the pictures are that it names
 * @data: for @follow
 * @error: return location for an [error@Im.XmlEditError]
 *
 * Returns: (nullable): the file with other references to files
 */
GBytes *im_unit_file_follow (const ImUnitFile *file,
                             ImUnitFollow follow,
                             gpointer data,
                             GError **error);

/**
 * im_unit_file_rename:
 * @file: a file
 * @id: the id of a unit
 * @parameter: (nullable): one of its parameters, NULL for the unit itself
 * @name: the name that takes its place
 * @error: return location for an [error@Im.XmlEditError]
 *
 * Makes all changes of the functions above that concern a file.
 *
 * Returns: (nullable): the file as it is then
 */
GBytes *im_unit_file_rename (const ImUnitFile *file,
                             const char *id,
                             const char *parameter,
                             const char *name,
                             GError **error);

G_END_DECLS
