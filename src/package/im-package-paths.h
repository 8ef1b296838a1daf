/* Files of units that go to other paths, and the references between files that follow
 * them: `../Gain/gain.h:gain` in a unit file, `#include "../Gain/gain.h"` and `import
 * gain` in its code.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "package/im-package-rename.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

typedef struct _ImPackagePaths ImPackagePaths;

/**
 * im_package_paths_new:
 * @folders: folders with units, NULL-terminated
 * @library: the units in them; it must outlive the result
 * @id: the id of a unit in them
 *
 * Begins without any file that goes elsewhere.
 */
ImPackagePaths *im_package_paths_new (const char *const *folders,
                                      ImUnitLibrary *library,
                                      const char *id);

void im_package_paths_free (ImPackagePaths *paths);

/**
 * im_package_paths_rename:
 * @paths: where files lie
 * @id: the id that the unit gets
 * @error: return location for an [error@Im.PackageRenameError]: NAME if there is such a
 *   file already
 *
 * Gives files that are named after the unit the names that follow from the other id: unit
 * files, code and pictures, `Gain.imunit`, `gain.h` and `gain_q.h` of `Own.Gain`, and
 * arrays that units read by their whole name, `System.readArray("gain.npy")`. They lie
 * beside the unit file; if that is the only one of its folder, also below it, and the
 * folder `Gain` goes with them, unless a link or a repository is in it.
 *
 * Returns: whether all of them can be called so
 */
gboolean im_package_paths_rename (ImPackagePaths *paths, const char *id, GError **error);

/**
 * im_package_paths_move:
 * @paths: where files lie
 * @folder: the folder that the unit is in from then on, in one of those with units
 * @error: return location for an [error@Im.PackageRenameError]
 *
 * Moves all files of the folder of the unit, or those that are named after it if there
 * are other units in its folder.
 *
 * Returns: whether they can be moved
 */
gboolean im_package_paths_move (ImPackagePaths *paths,
                                const char *folder,
                                GError **error);

/**
 * im_package_paths_find:
 * @paths: where files lie
 * @path: the path of a file
 *
 * Returns: (nullable) (transfer full): where it goes, as the folders were given, or NULL
 *   if it stays
 */
char *im_package_paths_find (ImPackagePaths *paths, const char *path);

/* The files that go elsewhere, sorted: (transfer full) (element-type filename). */
GPtrArray *im_package_paths_list (ImPackagePaths *paths);

/**
 * im_package_paths_follow:
 * @paths: where files lie
 * @path: the path of a file
 * @reference: what it says of another file: a path from it, or `[Own.Gain]/` and a path
 * from the folder of that unit, with or without `:` and the name of a fragment
 *
 * Returns: (nullable) (transfer full): what it is to say, or NULL if that is the same
 */
char *im_package_paths_follow (ImPackagePaths *paths,
                               const char *path,
                               const char *reference);

/* The same for all references of a file of code, of Python also its imports and strings
 * that are paths of arrays. */
GBytes *im_package_paths_follow_code (ImPackagePaths *paths,
                                      const char *path,
                                      GBytes *bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImPackagePaths, im_package_paths_free)

G_END_DECLS
