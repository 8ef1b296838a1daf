/* Drafts: what a document is while it is not saved, kept in a file of its own.
 *
 * A draft says which file it belongs to, what that file was when the document was read or
 * saved, and the whole text, also of its code that is not saved. It is readable text as
 * well: some lines, an empty line, and the bytes of the files. Draft files may be damaged
 * like any other file.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define IM_DRAFT_ERROR (im_draft_error_quark ())

/**
 * ImDraftError:
 * @IM_DRAFT_ERROR_FORMAT: the file is no draft, or only a part of one
 */
typedef enum
{
  IM_DRAFT_ERROR_FORMAT,
} ImDraftError;

GQuark im_draft_error_quark (void);

/* A code file of the document: its path below the folder of that, and its text. */
typedef struct
{
  char *name;
  GBytes *bytes;
} ImDraftFile;

/**
 * ImDraft:
 * @file: (nullable): the file that it was read from or written to
 * @path: the file of the document
 * @base: (nullable): the SHA-256 of that file when it was read; NULL if there was none
 * @time_s: when it was made, in seconds since 1970
 * @bytes: the file as it would be saved
 * @editor_text: (nullable): the text of an editor that could not be read
 * @files: (element-type ImDraftFile): code that is not saved either
 */
typedef struct
{
  char *file;
  char *path;
  char *base;
  gint64 time_s;
  GBytes *bytes;
  char *editor_text;
  GArray *files;
} ImDraft;

/**
 * im_draft_new:
 * @path: the absolute path of the document
 * @base: (nullable): the bytes of its file
 * @bytes: the bytes that would be saved
 * @editor_text: (nullable): the text of an editor that could not be read
 *
 * Returns: a draft that is in no file yet
 */
ImDraft *im_draft_new (const char *path,
                       GBytes *base,
                       GBytes *bytes,
                       const char *editor_text);
void im_draft_free (ImDraft *draft);

/* Adds a code file by its path below the folder of the document. */
void im_draft_add_file (ImDraft *draft, const char *name, GBytes *bytes);

/**
 * im_draft_read:
 * @file: a file
 * @error: return location for an [error@Im.DraftError]: FORMAT, or an
 *   [error@Im.FileError]
 *
 * Returns: (nullable): the draft
 */
ImDraft *im_draft_read (const char *file, GError **error);

/**
 * im_draft_write:
 * @draft: a draft
 * @file: where to; what is there is replaced as a whole
 * @error: return location for an [error@Im.FileError]
 *
 * Returns: whether it was written
 */
gboolean im_draft_write (const ImDraft *draft, const char *file, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImDraft, im_draft_free)

G_END_DECLS
