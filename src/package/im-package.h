/* A package as one file: a ZIP archive with units, their code, and `package.ini`, which
 * says whose it is and has the SHA-256 of every other file.
 *
 * `package.ini` has three kinds of groups. `[package]` has `name`, `version`, `licence`
 * (an SPDX expression), `licence-file` and `author`; an author may write it into the
 * folder of a package, with further keys, which stay. `[units]` has the file of each id.
 * `[file 1]` and so on have `path`, `bytes` and `sha256`. The last two are made when the
 * package is packed.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "artifact/im-artifacts.h"
#include "base/im-diagnostics.h"

G_BEGIN_DECLS

#define IM_PACKAGE_MANIFEST "package.ini"

#define IM_PACKAGE_ERROR (im_package_error_quark ())

/**
 * ImPackageError:
 * @IM_PACKAGE_ERROR_MANIFEST: there is no package.ini, or it is none of a package
 * @IM_PACKAGE_ERROR_CHANGED: a file is not what its hash says, is missing or was added
 * @IM_PACKAGE_ERROR_TAKEN: what is there is no package, so that it is not replaced
 */
typedef enum
{
  IM_PACKAGE_ERROR_MANIFEST,
  IM_PACKAGE_ERROR_CHANGED,
  IM_PACKAGE_ERROR_TAKEN,
} ImPackageError;

GQuark im_package_error_quark (void);

/**
 * ImPackageUnit:
 * @id: its id
 * @path: its file
 */
typedef struct
{
  char *id;
  char *path;
} ImPackageUnit;

/**
 * ImPackageNotes:
 * @name: (nullable): what it is called, and its folder when it is unpacked
 * @version: (nullable): of the package
 * @licence: (nullable): an SPDX expression, or words
 * @licence_file: (nullable): the file with its text
 * @author: (nullable): whoever made it
 *
 * What a package says of itself.
 */
typedef struct
{
  char *name;
  char *version;
  char *licence;
  char *licence_file;
  char *author;
} ImPackageNotes;

void im_package_notes_clear (ImPackageNotes *notes);

/**
 * im_package_notes_write:
 * @notes: what a package says of itself
 * @folder: the folder of the package
 * @error: return location for an [error@Im.FileError]
 *
 * Writes a new package.ini into a folder.
 *
 * Returns: whether it was written
 */
gboolean im_package_notes_write (const ImPackageNotes *notes,
                                 const char *folder,
                                 GError **error);

/**
 * ImPackage:
 * @notes: what it says of itself; it has a name
 * @units: (element-type ImPackageUnit): its units by id
 * @files: all its files, package.ini among them
 */
typedef struct
{
  ImPackageNotes notes;
  GPtrArray *units;
  ImArtifacts *files;
} ImPackage;

void im_package_free (ImPackage *package);

/**
 * im_package_collect:
 * @paths: (array zero-terminated=1): one folder with all that is in it, or files: units
 *   come with the code, images, arrays and units that they need, from where those lie
 * @given: what to say of it, before what its package.ini says
 * @except: (nullable): a file that is left out, such as an older archive
 * @diagnostics: where problems go
 *
 * Reads what is packed. Hidden files and what Python leaves in `__pycache__` are left
 * out; units that come along with the program are not packed. Without another word the
 * licence is that of the SPDX tags of all code, and the licence file is LICENSE, LICENCE
 * or COPYING. Codes: `file` (it cannot be read, is a link or no file, has a name that not
 * all systems take), `too-many-files`, `too-large`, `duplicate-unit`, `bad-name` of the
 * package, `manifest` (package.ini cannot be read), `missing-file` (a unit needs a file
 * that cannot be read), those of im_unit_file_read(); the warnings `no-units` and
 * `no-licence`.
 *
 * Returns: (nullable): the package, or NULL if there is an error
 */
ImPackage *im_package_collect (const char *const *paths,
                               const ImPackageNotes *given,
                               const char *except,
                               ImDiagnostics *diagnostics);

/**
 * im_package_read:
 * @path: an archive
 * @error: return location for an [error@Im.PackageError]: MANIFEST, CHANGED; an
 *   [error@Im.ArtifactsError] or an [error@Im.FileError]
 *
 * Reads an archive and compares every file with its hash.
 *
 * Returns: (nullable): the package
 */
ImPackage *im_package_read (const char *path, GError **error);

/**
 * im_package_write:
 * @package: a package
 * @path: where to
 * @error: return location for an [error@Im.PackageError]: TAKEN; an
 *   [error@Im.ArtifactsError] or an [error@Im.FileError]
 *
 * Writes the archive, as a whole or not at all. An older package, or an empty file, is
 * replaced, nothing else. The same files give the same bytes.
 *
 * Returns: whether it was written
 */
gboolean im_package_write (const ImPackage *package, const char *path, GError **error);

/**
 * im_package_unpack:
 * @package: a package
 * @folder: a folder that does not exist or is empty
 * @error: return location for an [error@Im.PackageError]: TAKEN; an
 *   [error@Im.ArtifactsError]
 *
 * Writes all files, as a whole or not at all.
 *
 * Returns: whether they were written
 */
gboolean im_package_unpack (const ImPackage *package, const char *folder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImPackage, im_package_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImPackageNotes, im_package_notes_clear)

G_END_DECLS
