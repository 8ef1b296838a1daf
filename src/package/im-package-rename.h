/* Another name for a unit or a parameter, in all files of folders, or another folder for
 * a unit.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define IM_PACKAGE_RENAME_ERROR (im_package_rename_error_quark ())

/**
 * ImPackageRenameError:
 * @IM_PACKAGE_RENAME_ERROR_UNKNOWN: there is no such unit or parameter
 * @IM_PACKAGE_RENAME_ERROR_NAME: it cannot be called so, or something else is
 * @IM_PACKAGE_RENAME_ERROR_FILE: a file cannot be read, or could not be read afterwards
 */
typedef enum
{
  IM_PACKAGE_RENAME_ERROR_UNKNOWN,
  IM_PACKAGE_RENAME_ERROR_NAME,
  IM_PACKAGE_RENAME_ERROR_FILE,
} ImPackageRenameError;

GQuark im_package_rename_error_quark (void);

/**
 * ImRenamePlace:
 * @line: from 1
 * @before: the line as it is, without blanks around it
 * @after: as it is going to be
 */
typedef struct
{
  guint line;
  char *before;
  char *after;
} ImRenamePlace;

/**
 * ImRenameFile:
 * @path: a file
 * @new_path: (nullable): where it goes
 * @before: what it has
 * @after: what it is going to have
 * @places: (element-type ImRenamePlace): the lines that differ
 */
typedef struct
{
  char *path;
  char *new_path;
  GBytes *before;
  GBytes *after;
  GPtrArray *places;
} ImRenameFile;

/**
 * im_package_rename_new:
 * @folders: folders, NULL-terminated; one that is in another is looked at once
 * @id: the id of a unit in one of them
 * @parameter: (nullable): one of its parameters, NULL for the unit itself
 * @name: the name that takes its place
 * @error: return location for an [error@Im.PackageRenameError]
 *
 * Finds what changes: in unit files and projects all uses, in code files references to
 * code by the id. Files that are named after a unit get other names, see
 * im_package_paths_rename(), and so do all references to them. Hidden files are not
 * looked at. A unit file that cannot be read is refused, since it may have uses.
 *
 * Returns: (nullable) (element-type ImRenameFile): the files that change or go elsewhere
 */
GPtrArray *im_package_rename_new (const char *const *folders,
                                  const char *id,
                                  const char *parameter,
                                  const char *name,
                                  GError **error);

/**
 * im_package_move_new:
 * @folders: as for im_package_rename_new()
 * @id: the id of a unit in one of them
 * @folder: the folder that it is in from then on, which need not be there
 * @error: return location for an [error@Im.PackageRenameError]
 *
 * Finds which files of a unit go there, see im_package_paths_move(), and which references
 * to files change.
 *
 * Returns: (nullable) (element-type ImRenameFile): the files that change or go elsewhere
 */
GPtrArray *im_package_move_new (const char *const *folders,
                                const char *id,
                                const char *folder,
                                GError **error);

/**
 * im_package_rename_write:
 * @files: (element-type ImRenameFile): what im_package_rename_new() or
 * im_package_move_new() found
 * @error: return location for an [error@Im.FileError]
 *
 * Writes all files or none. The folder around them all has the journal meanwhile, see
 * im_file_write_group().
 *
 * Returns: whether they were written
 */
gboolean im_package_rename_write (const GPtrArray *files, GError **error);

G_END_DECLS
