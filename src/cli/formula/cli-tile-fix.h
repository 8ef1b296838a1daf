/* The text of formulas with the fixes of its problems.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"

G_BEGIN_DECLS

/**
 * cli_tile_fix:
 * @source: a text
 * @diagnostics: problems of it
 *
 * Of fixes that overlap only the last one in the text is made.
 *
 * Returns: (transfer full): the text with the fixes
 */
GBytes *cli_tile_fix (ImSource *source, const ImDiagnostics *diagnostics);

G_END_DECLS
