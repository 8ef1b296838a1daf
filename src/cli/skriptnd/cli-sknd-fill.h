/* Inputs of a graph that are not given: as the graph declares them, as large as allowed.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/skriptnd/cli-sknd-call.h"

G_BEGIN_DECLS

/**
 * cli_sknd_fill_inputs:
 * @call: a call of a graph whose attributes have been read
 *
 * Adds a tensor without elements for each input that is declared with a shape which
 * attributes and bounds tell.
 */
void cli_sknd_fill_inputs (CliSkndCall *call);

G_END_DECLS
