/* An operator for given attributes and shapes as a formula: its `@lower` as kernels, its
 * `@compose` as those of all that it calls.
 *
 * Source: NNEF 2.0, "Defining lower level computation", "Composition of operators".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"
#include "skriptnd/package/im-sknd-package.h"
#include "skriptnd/signature/im-sknd-instance.h"

G_BEGIN_DECLS

/**
 * ImSkndVariable:
 * @path: the labels of the calls that lead to it and its name, with dots between: what
 * its file is called
 * @long_path: the same with those labels that could be left out
 * @base: of its elements
 * @tensor: its shape
 * @buffer: the buffer of the formula that it is in, an input; -1 without elements
 * @source: where it is declared
 * @span: the declaration
 *
 * A tensor of `@variable`, whose elements are kept in a file beside the text.
 */
typedef struct
{
  const char *path;
  const char *long_path;
  ImSkndBase base;
  ImSkndTensor tensor;
  gint buffer;
  ImSource *source;
  ImSpan span;
} ImSkndVariable;

/**
 * ImSkndLowered:
 * @formula: what is computed; its inputs are the tensors of all inputs that are given, in
 * the order in which these are declared, then the variables; its outputs likewise
 * @nests: (element-type ImLoopNest): the loops of its kernels
 * @variables: (element-type ImSkndVariable): the variables, in the order of their buffers
 * @has_update: whether they would get new values behind a run; that is not computed, and
 * there is a warning of code `update`
 */
typedef struct
{
  ImFormula *formula;
  GPtrArray *nests;
  GPtrArray *variables;
  gboolean has_update;
} ImSkndLowered;

/**
 * im_sknd_lower:
 * @package: where the operators are that it calls
 * @signature: an operator
 * @instance: it, bound to its attributes and inputs
 * @n_arguments: how many inputs are given
 * @arguments: they
 * @real: what reals are computed in
 * @integer: what ints are computed in
 * @arena: for kernels and loops
 * @diagnostics: gets errors of codes `value`, `type`, `index`, `shape`, `label` and
 * `too-many`
 * @lowered: (out): the formula; clear it with im_sknd_lowered_clear()
 *
 * Returns: whether there is no error
 */
gboolean im_sknd_lower (ImSkndPackage *package,
                        const ImSkndSignature *signature,
                        ImSkndInstance *instance,
                        guint n_arguments,
                        const ImSkndArgument *arguments,
                        ImDType real,
                        ImDType integer,
                        ImArena *arena,
                        ImDiagnostics *diagnostics,
                        ImSkndLowered *lowered);

void im_sknd_lowered_clear (ImSkndLowered *lowered);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImSkndLowered, im_sknd_lowered_clear)

G_END_DECLS
