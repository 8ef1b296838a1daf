/* An operator for given attributes and shapes: what all its names are then.
 *
 * Source: NNEF 2.0, "Evaluation and binding during an actual invocation", "Interplay
 * between intermediate expressions and validity checks".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/signature/im-sknd-signature.h"
#include "skriptnd/signature/im-sknd-tensor.h"
#include "skriptnd/value/im-sknd-value.h"

G_BEGIN_DECLS

/**
 * ImSkndArgument:
 * @name: of an input, or of an output
 * @base: of its elements
 * @n: how many tensors there are; 1 of what is no pack
 * @tensors: they
 */
typedef struct
{
  const char *name;
  ImSkndBase base;
  guint n;
  const ImSkndTensor *tensors;
} ImSkndArgument;

/**
 * ImSkndAttribute:
 * @name: of an attribute
 * @type: of its value
 * @value: its value
 */
typedef struct
{
  const char *name;
  ImSkndType type;
  const ImSkndValue *value;
} ImSkndAttribute;

/**
 * ImSkndInstance:
 * @arena: where it lives
 * @scope: all names with their values
 * @names: (element-type utf8): the names in the order in which they became known
 * @outputs: (element-type ImSkndArgument): what comes out; of a graph as far as it says
 * that, until it is composed
 * @constants: (element-type ImSkndArgument): the shapes of constants
 * @variables: (element-type ImSkndArgument): those of variables
 */
typedef struct
{
  ImArena *arena;
  ImSkndScope scope;
  GPtrArray *names;
  GArray *outputs;
  GArray *constants;
  GArray *variables;
} ImSkndInstance;

/**
 * im_sknd_instantiate:
 * @signature: an operator
 * @n_types: how many types are given
 * @types: what generic types are, in the order in which they are declared; open where
 * something else tells it
 * @n_attributes: how many attributes are given
 * @attributes: they
 * @n_arguments: how many inputs are given
 * @arguments: they
 * @diagnostics: gets errors of codes `argument`, `shape`, `value` and `assert`
 *
 * Binds an operator to attributes and shapes, and checks its asserts.
 *
 * Returns: (transfer full) (nullable): NULL after an error
 */
ImSkndInstance *im_sknd_instantiate (const ImSkndSignature *signature,
                                     guint n_types,
                                     const ImSkndBase *types,
                                     guint n_attributes,
                                     const ImSkndAttribute *attributes,
                                     guint n_arguments,
                                     const ImSkndArgument *arguments,
                                     ImDiagnostics *diagnostics);

void im_sknd_instance_free (ImSkndInstance *instance);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSkndInstance, im_sknd_instance_free)

G_END_DECLS
