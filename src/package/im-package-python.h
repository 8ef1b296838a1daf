/* Import statements of Python, and the paths in its strings, where files get other names.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImPythonFollow:
 * @module: a module as it is imported, such as `gain_q`, `filters.gain` or `..gain`
 * @data: what was given
 *
 * Returns: (nullable): as what it is to be imported, or NULL if that is the same
 */
typedef char *(*ImPythonFollow) (const char *module, gpointer data);

/**
 * im_package_python_follow_import:
 * @line: a line of code
 * @follow: how modules are imported from then on
 * @data: for @follow
 *
 * Follows modules that an import statement on one line names. What they are called in the
 * code behind it stays: `import gain` becomes `import louder as gain`. A module in a
 * package, `import filters.gain`, is known by all of that name and is left alone, unless
 * the statement gives it a name itself.
 *
 * Source: The Python Language Reference, "The import statement".
 *
 * Returns: (nullable) (transfer full): the line, or NULL if it stays as it is
 */
char *im_package_python_follow_import (const char *line,
                                       ImPythonFollow follow,
                                       gpointer data);

G_END_DECLS
