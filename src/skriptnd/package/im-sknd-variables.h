/* Which variables an operator has, and those that it calls, whatever it is called with.
 *
 * Source: NNEF 2.0, "Labelling operator invocations".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/package/im-sknd-package.h"

G_BEGIN_DECLS

/**
 * ImSkndScopedVariable:
 * @path: the labels of the calls that lead to it and its name, with dots between; of a
 * pack it is that of all its tensors
 * @file: where it is declared
 * @declaration: there
 * @span: in the operator, the declaration, or the call that leads to it
 */
typedef struct
{
  const char *path;
  const ImSkndFile *file;
  const ImSkndParameter *declaration;
  ImSpan span;
} ImSkndScopedVariable;

/**
 * im_sknd_package_list_variables:
 * @package: a package
 * @file: a module of it
 * @definition: an operator of @file
 * @limit: how many are wanted at most
 * @arena: for paths
 *
 * Looks at all branches; a loop has the variables of one turn. What is wrong with a call
 * is left out.
 *
 * Returns: (transfer full) (element-type ImSkndScopedVariable): its own variables, then
 * those of its calls, in the order of the text
 */
GArray *im_sknd_package_list_variables (ImSkndPackage *package,
                                        const ImSkndFile *file,
                                        const ImSkndDefinition *definition,
                                        guint limit,
                                        ImArena *arena);

G_END_DECLS
