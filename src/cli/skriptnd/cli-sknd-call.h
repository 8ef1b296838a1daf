/* A call of an operator on the command line: `--attrib NAME=EXPR` and `--input
 * NAME=VALUE`, bound to what it is called with.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/skriptnd/cli-sknd-tensor.h"
#include "cli/terminal/cli-command.h"
#include "skriptnd/package/im-sknd-package.h"

G_BEGIN_DECLS

/**
 * CliSkndCall:
 * @folder: (nullable): where the file is, and those of variables
 * @package: the files
 * @diagnostics: what is wrong
 * @arena: for values
 * @signature: the operator
 * @instance: what its names are
 * @attributes: (element-type ImSkndAttribute): what is given
 * @arguments: (element-type ImSkndArgument): what is given
 * @given: (element-type CliSkndTensor): the tensors of inputs
 * @variables: (element-type CliSkndTensor): those of variables
 * @data: (element-type ImArray): the elements of each tensor, one input after the other
 * in the order in which the operator declares them, or NULL if only its type is given;
 * those of no elements are left out
 * @real: what reals are computed in
 * @integer: what ints are computed in
 */
typedef struct
{
  char *folder;
  ImSkndPackage *package;
  ImDiagnostics *diagnostics;
  ImArena *arena;
  const ImSkndSignature *signature;
  ImSkndInstance *instance;
  GArray *attributes;
  GArray *arguments;
  GArray *given;
  GArray *variables;
  GPtrArray *data;
  ImDType real;
  ImDType integer;
} CliSkndCall;

/**
 * cli_sknd_call_open:
 * @call: (out): the call; clear it with cli_sknd_call_clear()
 * @options: `--graph` or `--operator`, `--attrib` and `--input`
 * @what: a file, the folder of a model, `-`, or an operator of the library, such as
 * `nn.conv`
 * @diagnostics: what is wrong
 *
 * Of a graph without any `--input` only the shapes are known: those that it declares.
 *
 * Returns: whether the operator is bound
 */
gboolean cli_sknd_call_open (CliSkndCall *call,
                             const CliOptions *options,
                             const char *what,
                             ImDiagnostics *diagnostics);

/* What elements are computed in. */
ImDType cli_sknd_call_get_dtype (const CliSkndCall *call, ImSkndBase base);

/* Elements as they are computed with. */
ImArray *cli_sknd_call_convert (const CliSkndCall *call, const CliSkndTensor *given);

void cli_sknd_call_clear (CliSkndCall *call);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliSkndCall, cli_sknd_call_clear)

G_END_DECLS
