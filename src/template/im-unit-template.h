/* Templates: packages with a small unit that works, to begin a new one with. Each has C,
 * its twin in Python, contracts and examples, and passes the comparison as it is.
 *
 * They lie in `templates` below IMAGINET_DATA_PATH if that is set, or else where the
 * program is installed to, or else in the source tree.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImUnitTemplate:
 * @name: what it is called on the command line, such as `element-wise`
 * @title: what it is called on the screen, to be translated
 * @summary: what units of its kind compute, to be translated
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *summary;
} ImUnitTemplate;

/**
 * im_unit_template_get_all:
 * @n: (out): their number
 *
 * Returns: the templates, simple ones first
 */
const ImUnitTemplate *im_unit_template_get_all (guint *n);

/* Returns: (nullable): the template of that name */
const ImUnitTemplate *im_unit_template_find (const char *name);

/**
 * im_unit_template_write:
 * @template: a template
 * @id: what the unit is called
 * @parent: the folder that the folder of the package is made in
 * @error: return location for a [error@Gio.IOErrorEnum]: INVALID_ARGUMENT (the unit
 *   cannot be called so), EXISTS (@parent has something of this name); a
 *   [error@GLib.FileError], if the template cannot be read; an
 *   [error@Im.ArtifactsError]
 *
 * Makes a folder with the files of a new package. It is there as a whole or not at all,
 * and nothing is replaced. Files are named after the last name of @id, and functions
 * after all of it, so that they meet no others in firmware.
 *
 * Returns: (transfer full) (nullable): the path of the unit file
 */
char *im_unit_template_write (const ImUnitTemplate *template,
                              const char *id,
                              const char *parent,
                              GError **error);

G_END_DECLS
