/* The packages that lie beside the one of a file.
 *
 * A package is a folder with one unit file. Those of one author lie beside each other, or
 * in a tree whose folders are the parts of their ids: `Core.Window.Hann` in
 * `Core/Window/Hann`. Their units use each other and share code, so that a file of one
 * cannot be understood without the folder around it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

#define IM_UNIT_BESIDE_MAX_FOLDERS 1000 /* that are looked into */

/**
 * im_unit_library_add_tree:
 * @library: a library
 * @path: a unit file that is going to be added
 *
 * Lets the file use the code of the packages beside it, see im_unit_library_new_beside().
 */
void im_unit_library_add_tree (ImUnitLibrary *library, const char *path);

/**
 * im_unit_library_add_beside:
 * @library: a library that has the units of a file
 * @path: the file
 *
 * Adds the units of the packages beside the file, behind those that the library has.
 */
void im_unit_library_add_beside (ImUnitLibrary *library, const char *path);

/**
 * im_unit_library_new_beside:
 * @base: a library
 * @path: an .imunit file
 *
 * Makes a library that has the units in the folder of a file, operators of SkriptND among
 * them, in folders in it, and in the packages beside it, and behind them those of @base.
 * Code is read from all of the tree of packages. The home folder, those in it that are
 * for everything, such as that for downloads, the folder of temporary files, and folders
 * around these are no trees of packages, whatever lies in them; of them only the file's
 * own folder is looked into. Symbolic links are not followed, and files with problems are
 * left out.
 *
 * Returns: (transfer full): the library; @base if it has the file already, or if it is a
 *   file of operators
 */
ImUnitLibrary *im_unit_library_new_beside (ImUnitLibrary *base, const char *path);

G_END_DECLS
