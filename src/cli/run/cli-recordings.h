/* The recordings that are meant by files, folders and patterns, and where their results
 * go.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * CliRecordingFile:
 * @input: a recording, or a session
 * @output: the file of its result
 */
typedef struct
{
  char *input;
  char *output;
} CliRecordingFile;

/* Whether a word means more than one file: a folder, or a pattern that is no file. */
gboolean cli_recordings_are_many (const char *word);

/**
 * cli_recordings_find:
 * @words: (array zero-terminated=1): files, folders, or patterns with `*`, `?` and `[]`
 * @folder: where results go
 * @format: what their names end in
 * @error: return location for a [error@GLib.FileError]
 *
 * Finds the recordings of folders and all below them: files whose names end in .csv,
 * .npy, .wav, .data or .imsession. What is hidden is not looked at, nor what is in
 * @folder, nor what a session in the same folders names: its tracks are run with the
 * session. A file that is named itself is taken as it is.
 *
 * The result of `top/day/walk.csv` is `folder/day/walk.npz`, where top is the folder that
 * all words have in common; where two files differ by their suffix only, each keeps it.
 * It is refused to put results beside the recordings, since one could replace the other.
 *
 * Returns: (nullable) (element-type CliRecordingFile): at least one, sorted folder by
 * folder
 */
GPtrArray *cli_recordings_find (const char *const *words,
                                const char *folder,
                                const char *format,
                                GError **error);

G_END_DECLS
