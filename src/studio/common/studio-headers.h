/* What most files of this folder include, compiled once. Each file still names what it
 * needs.
 *
 * SPDX-License-Identifier: MIT
 */
#include <adwaita.h>
#include <gtksourceview/gtksource.h>
