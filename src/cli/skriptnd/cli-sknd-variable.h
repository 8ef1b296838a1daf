/* The variables of a model: `<name>.dat` beside its text, or given by `--input`.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/skriptnd/cli-sknd-call.h"
#include "skriptnd/lower/im-sknd-lower.h"

G_BEGIN_DECLS

/**
 * cli_sknd_read_variables:
 * @call: a call, whose data get the elements of each variable that has some
 * @variables: (element-type ImSkndVariable): the variables
 *
 * A file is called by the labels that lead to a variable: `conv1.filter.dat`, or with the
 * graph, or with the module and the graph in front: `main.Net.conv1.filter.dat`.
 *
 * Returns: whether all are there, as they are declared
 */
gboolean cli_sknd_read_variables (CliSkndCall *call, const GPtrArray *variables);

G_END_DECLS
