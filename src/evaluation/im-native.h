/* The functions of the original tool's libraries that unit files call by class and name.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-eval.h"

G_BEGIN_DECLS

/**
 * ImNative:
 * @class_name: the class without its namespace, such as `Hann`
 * @builtin: name, signature and function; its examples and source are empty
 * @n_outputs: how many arguments at the end name outputs
 */
typedef struct
{
  const char *class_name;
  ImBuiltin builtin;
  guint n_outputs;
} ImNative;

/**
 * im_native_find:
 * @class_name: the class as in the file, such as `Imaginet.Units.Signal.Hann.Hann`
 * @method: the function, such as `HannTableF32`
 *
 * Returns: (nullable): the replacement, or NULL if there is none
 */
const ImNative *im_native_find (const char *class_name, const char *method);

/**
 * im_native_call:
 * @eval: the running evaluation
 * @class_name: the class as in the file
 * @call: the call, parsed as an expression
 * @out: (out): the result: an array of a table, a tensor of a view
 *
 * Evaluates the arguments of a call, except for those that name outputs, and computes it.
 * Fails with UNSUPPORTED if there is no replacement.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_native_call (ImEval *eval,
                         const char *class_name,
                         const ImExpr *call,
                         ImValue *out);

G_END_DECLS
