/* What `imaginet export` tells: memory, sizes for targets, the comparison, the files.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/cli-command.h"
#include "verify/im-bundle.h"

G_BEGIN_DECLS

/**
 * cli_export_show:
 * @context: the command
 * @bundle: the bundle; nothing was emitted if it has no emission
 * @test: what the test of the bundle is made of
 * @targets: (element-type ImBundleTarget): what was compiled
 *
 * Appends the result, as text or JSON.
 */
void cli_export_show (CliContext *context,
                      const ImBundle *bundle,
                      const ImBundleTest *test,
                      const GArray *targets);

G_END_DECLS
