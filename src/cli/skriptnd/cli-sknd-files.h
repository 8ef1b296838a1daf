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

/**
 * cli_sknd_find:
 * @path: a file, a folder, or `-`
 *
 * Returns: (transfer full) (element-type utf8): @path, or if it is a folder the `.sknd`
 * files in it and below, sorted
 */
GPtrArray *cli_sknd_find (const char *path);

/* `main.sknd` of the folder of a model; any other path is that of a file. */
char *cli_sknd_dup_main (const char *path);

/* The name of the module in a file: `nn` of `nn.sknd`. */
char *cli_sknd_dup_module (const char *path);

G_END_DECLS
