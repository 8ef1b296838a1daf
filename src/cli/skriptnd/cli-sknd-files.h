/* Files of SkriptND that a command is given: a file, standard input, or all of a folder.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/text/im-sknd-tree.h"

G_BEGIN_DECLS

/**
 * cli_sknd_read:
 * @path: a file, or `-` for standard input
 * @error: return location for an error of reading
 *
 * Returns: (nullable): its text
 */
ImSource *cli_sknd_read (const char *path, GError **error);

/* What is done with each of the files that are found. */
typedef void (*CliSkndSourceFunc) (ImSource *source,
                                   gpointer data,
                                   ImDiagnostics *diagnostics);

/* Reads a file, `-`, or all `.sknd` files in a folder and below, sorted; one that cannot
 * be read is a problem, too. Returns their number. */
guint cli_sknd_read_all (const char *path,
                         CliSkndSourceFunc func,
                         gpointer data,
                         ImDiagnostics *diagnostics);

/* `main.sknd` of the folder of a model; any other path is that of a file. */
char *cli_sknd_dup_main (const char *path);

/* The name of the module in a file: `nn` of `nn.sknd`. */
char *cli_sknd_dup_module (const char *path);

G_END_DECLS
