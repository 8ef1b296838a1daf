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
 * @input: a recording, or a session; of several inputs that of the first
 * @words: (array zero-terminated=1): all of them, as cli_feed_new() takes them
 * @name: what tells it from others: its path below the folder that all have in common,
 *   without what the last dot begins unless that is what tells it
 * @output: the file of its result
 * @problem: (nullable): which inputs have no recording of that name
 */
typedef struct
{
  char *input;
  char **words;
  char *name;
  char *output;
  char *problem;
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
 * Words that begin with the name of an input, `acc=top/acc`, are for that input alone.
 * Recordings of several inputs that have the same name, each below the folder of its
 * input, go in together. A file that is named itself goes in with each of them.
 *
 * Returns: (nullable) (element-type CliRecordingFile): at least one, sorted folder by
 * folder
 */
GPtrArray *cli_recordings_find (const char *const *words,
                                const char *folder,
                                const char *format,
                                GError **error);

G_END_DECLS
