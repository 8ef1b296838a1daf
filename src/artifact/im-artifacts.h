/* Artifacts: the files of an export, as paths and bytes, before anything is on disk.
 *
 * Emission makes artifacts and writes nothing. They come in the order of their paths, so
 * that the same pipeline gives the same list. A folder is replaced as a whole or not at
 * all, and only a folder that an export made.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

typedef struct _ImArtifacts ImArtifacts;

/* The file by which a folder is known to be an export, and the text in it that says so.
 */
#define IM_ARTIFACTS_MARKER_FILE "manifest.json"
#define IM_ARTIFACTS_MARKER_TEXT "\"generator\": \"imaginet\""

#define IM_ARTIFACTS_ERROR (im_artifacts_error_quark ())

/**
 * ImArtifactsError:
 * @IM_ARTIFACTS_ERROR_FOREIGN: the folder holds something that no export made
 * @IM_ARTIFACTS_ERROR_BAD: an archive is broken, or holds what is not unpacked
 * @IM_ARTIFACTS_ERROR_FAILED: the system reports a problem
 */
typedef enum
{
  IM_ARTIFACTS_ERROR_FOREIGN,
  IM_ARTIFACTS_ERROR_BAD,
  IM_ARTIFACTS_ERROR_FAILED,
} ImArtifactsError;

GQuark im_artifacts_error_quark (void);

/**
 * im_artifacts_new:
 *
 * Returns: an empty list
 */
ImArtifacts *im_artifacts_new (void);
void im_artifacts_free (ImArtifacts *artifacts);

/**
 * im_artifacts_add:
 * @artifacts: a list
 * @path: a relative path with `/` between folders, none of them `.` or `..`; not in the
 * list
 * @bytes: the content, a reference is taken
 *
 * Adds a file.
 */
void im_artifacts_add (ImArtifacts *artifacts, const char *path, GBytes *bytes);

/**
 * im_artifacts_add_text:
 * @artifacts: a list
 * @path: see im_artifacts_add()
 * @text: (transfer full): the content
 *
 * Adds a text file.
 */
void im_artifacts_add_text (ImArtifacts *artifacts, const char *path, GString *text);

guint im_artifacts_get_count (const ImArtifacts *artifacts);

/**
 * im_artifacts_get_path:
 * @artifacts: a list
 * @index: less than the count
 *
 * Returns: the path of a file; files are sorted by path
 */
const char *im_artifacts_get_path (const ImArtifacts *artifacts, guint index);
GBytes *im_artifacts_get_bytes (const ImArtifacts *artifacts, guint index);

/**
 * im_artifacts_find:
 * @artifacts: a list
 * @path: a path
 *
 * Returns: (nullable): the content of the file, or NULL if there is none
 */
GBytes *im_artifacts_find (const ImArtifacts *artifacts, const char *path);

/* What is packed and unpacked at most: a package has code and documentation, no
 * recordings of hours. */
#define IM_ARTIFACTS_MAX_FILES      5000
#define IM_ARTIFACTS_MAX_BYTES      (256 * 1024 * 1024) /* of all files, and of an archive */
#define IM_ARTIFACTS_MAX_PATH_BYTES 1000
#define IM_ARTIFACTS_MAX_DEPTH      32 /* folders inside each other */

/**
 * im_artifacts_check_path:
 * @path: a path, of bytes that nobody has looked at
 *
 * Finds out whether a file can be called so wherever somebody unpacks it: a relative path
 * of UTF-8 with `/` between folders, without `.`, `..`, empty names, control characters
 * and what file systems of Windows cannot take (`\\ : * ? " < > |`, a dot or a blank at
 * the end of a name).
 *
 * Returns: (nullable): what is wrong with it, behind “PATH: ”
 */
const char *im_artifacts_check_path (const char *path);

/**
 * ImArtifactsPlace:
 * @IM_ARTIFACTS_PLACE_FREE: there is nothing, or something empty
 * @IM_ARTIFACTS_PLACE_EXPORT: there is an earlier export
 * @IM_ARTIFACTS_PLACE_FOREIGN: there is something that no export made
 *
 * What is where an export shall go.
 */
typedef enum
{
  IM_ARTIFACTS_PLACE_FREE,
  IM_ARTIFACTS_PLACE_EXPORT,
  IM_ARTIFACTS_PLACE_FOREIGN,
} ImArtifactsPlace;

ImArtifactsPlace im_artifacts_look_at_folder (const char *folder);
ImArtifactsPlace im_artifacts_look_at_zip (const char *path);

/**
 * im_artifacts_check:
 * @path: where an export shall go
 * @is_zip: whether it is a ZIP file
 * @error: return location for an [error@Im.ArtifactsError]
 *
 * Tells early what im_artifacts_write() and im_artifacts_write_zip() would refuse: a
 * place with something foreign, or where nothing can be written.
 *
 * Returns: whether an export may go there
 */
gboolean im_artifacts_check (const char *path, gboolean is_zip, GError **error);

/**
 * im_artifacts_write:
 * @artifacts: a list
 * @folder: where to; folders around it are made if they are missing
 * @error: return location for an [error@Im.ArtifactsError]
 *
 * Writes all files into a new folder and puts it in the place of @folder. What is there
 * is replaced if it is empty, or an earlier export: one whose IM_ARTIFACTS_MARKER_FILE
 * has IM_ARTIFACTS_MARKER_TEXT. After an error @folder is what it was.
 *
 * Returns: TRUE if the files are there
 */
gboolean im_artifacts_write (const ImArtifacts *artifacts,
                             const char *folder,
                             GError **error);

/**
 * im_artifacts_write_zip:
 * @artifacts: a list
 * @folder: the folder that the files are in when somebody unpacks them
 * @path: where to; folders around it are made if they are missing
 * @error: return location for an [error@Im.ArtifactsError] or an [error@Im.FileError]
 *
 * Packs all files into one ZIP file. A file that is there is replaced if it is empty or
 * an earlier export. After an error it is what it was.
 *
 * Returns: TRUE if the file is there
 */
gboolean im_artifacts_write_zip (const ImArtifacts *artifacts,
                                 const char *folder,
                                 const char *path,
                                 GError **error);

/**
 * im_artifacts_pack:
 * @artifacts: a list
 * @folder: the folder that the files are in when somebody unpacks them
 * @error: return location for an [error@Im.ArtifactsError]: FAILED
 *
 * Packs all files into a ZIP archive. The same files give the same bytes, whatever the
 * time, the time zone and the language of the user are.
 *
 * Returns: (nullable): the archive
 */
GBytes *im_artifacts_pack (const ImArtifacts *artifacts,
                           const char *folder,
                           GError **error);

/**
 * im_artifacts_unpack:
 * @bytes: a ZIP archive of somebody we do not trust
 * @folder: (out): the folder that all its files are in
 * @error: return location for an [error@Im.ArtifactsError]: BAD
 *
 * Unpacks an archive in memory. Refuses, each with the name of the entry: paths that
 * im_artifacts_check_path() refuses, links and devices, a name that is there twice, also
 * if only in upper and lower case, a file that is a folder elsewhere, files beside the
 * one folder, encrypted entries, and more than the limits, however small the archive is.
 * Empty folders are left out.
 *
 * Returns: (nullable): the files, with paths below @folder
 */
ImArtifacts *im_artifacts_unpack (GBytes *bytes, char **folder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImArtifacts, im_artifacts_free)

G_END_DECLS
