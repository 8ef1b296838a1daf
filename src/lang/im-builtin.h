/* The functions and constants of the language.
 *
 * They are declared once, as data, in `stdlib/reference/`: name, signatures, meaning,
 * examples. The build turns that into the table behind these calls; a signature names the
 * C function that computes it. The table, `imaginet list builtins`, help, completion, the
 * reference page and the tests of every example come from the same rows.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-value.h"

G_BEGIN_DECLS

#define IM_BUILTIN_MAX_ARGS 24

/**
 * ImBuiltinOwner:
 *
 * What a function belongs to: the library objects Math and System, or the kind of value
 * that it is a member of. Operators are listed with the others but are not called by
 * name.
 */
typedef enum
{
  IM_OWNER_MATH,
  IM_OWNER_SYSTEM,
  IM_OWNER_STRING,
  IM_OWNER_DTYPE,
  IM_OWNER_SHAPE,
  IM_OWNER_BROADCAST,
  IM_OWNER_TENSOR,
  IM_OWNER_BUFFER,
  IM_OWNER_ARRAY,
  IM_OWNER_OPERATOR,
  IM_N_OWNERS,
} ImBuiltinOwner;

/**
 * ImSpelling:
 * @IM_SPELLING_STATIC: `Math.max(a, b)`, `System.Shape(3)`
 * @IM_SPELLING_BARE: `max(a, b)`
 * @IM_SPELLING_METHOD: `a.max(b)`
 */
typedef enum
{
  IM_SPELLING_STATIC = 1 << 0,
  IM_SPELLING_BARE = 1 << 1,
  IM_SPELLING_METHOD = 1 << 2,
} ImSpelling;

/**
 * ImBuiltinFunc:
 * @eval: the running evaluation: its arena, and where to report failure
 * @args: as many values as were written, the receiver of a method first; each matches its
 *   parameter, ints already promoted where the parameter is a double
 * @n_args: their number
 * @out: (out): the result
 *
 * Computes one signature.
 *
 * Returns: TRUE, or the result of im_eval_fail() and its like
 */
typedef gboolean (*ImBuiltinFunc) (ImEval *eval,
                                   const ImValue *args,
                                   guint n_args,
                                   ImValue *out);

/**
 * ImParameterSpec:
 * @name: as documented
 * @kinds: a double parameter takes ints too, promoted
 * @is_optional: whether it may be left out; all behind it then too
 * @is_repeated: whether it may be given again and again (the last one only)
 */
typedef struct
{
  const char *name;
  ImKinds kinds;
  gboolean is_optional;
  gboolean is_repeated;
} ImParameterSpec;

/**
 * ImSignature:
 * @text: as documented, such as `(a: int, b: int) -> int`; of members the receiver is
 * left out
 * @params: the parameters, the receiver of a member first
 * @n_params: their number
 * @result: what it can return
 * @func: computes it; NULL for operators
 */
typedef struct
{
  const char *text;
  const ImParameterSpec *params;
  guint n_params;
  ImKinds result;
  ImBuiltinFunc func;
} ImSignature;

/**
 * ImExample:
 * @expression: an expression
 * @value: its value as im_value_append_text() prints it, or NULL if it must fail
 * @error: (nullable): a part of the message with which it must fail
 */
typedef struct
{
  const char *expression;
  const char *value;
  const char *error;
} ImExample;

/**
 * ImBuiltin:
 * @name: the name, such as `max`, `Float32`, `+`
 * @owner: what it belongs to
 * @spellings: bit mask of ImSpelling
 * @is_constant: whether it is a named value, found in @constant, and not a function
 * @constant: that value
 * @signatures: the overloads
 * @n_signatures: their number, 0 for constants
 * @summary: what it computes: one or more sentences
 * @source: where the rule comes from
 * @examples: examples that run as tests
 * @n_examples: their number
 */
struct _ImBuiltin
{
  const char *name;
  ImBuiltinOwner owner;
  guint8 spellings;
  gboolean is_constant;
  ImValue constant;
  const ImSignature *signatures;
  guint n_signatures;
  const char *summary;
  const char *source;
  const ImExample *examples;
  guint n_examples;
};

/**
 * ImSample:
 * @name: a name that examples use
 * @text: the tensor that it stands for, as im_tensor_type_parse() reads it
 */
typedef struct
{
  const char *name;
  const char *text;
} ImSample;

/**
 * im_builtin_get_samples:
 * @n_samples: (out): their number
 *
 * Returns: the names that the examples of the table need
 */
const ImSample *im_builtin_get_samples (guint *n_samples);

/**
 * im_builtin_get_all:
 * @n_builtins: (out): their number
 *
 * Returns: the whole table, sorted by name (bytewise), then owner
 */
const ImBuiltin *im_builtin_get_all (guint *n_builtins);

/**
 * im_builtin_find:
 * @name: a name
 * @n_builtins: (out): how many owners have one of that name
 *
 * Returns: (nullable): the first row of that name; the others follow it
 */
const ImBuiltin *im_builtin_find (const char *name, guint *n_builtins);

/**
 * im_builtin_find_static:
 * @owner: IM_OWNER_MATH or IM_OWNER_SYSTEM
 * @name: a name
 *
 * Returns: (nullable): the row behind `Math.name` or `System.name`
 */
const ImBuiltin *im_builtin_find_static (ImBuiltinOwner owner, const char *name);

/**
 * im_builtin_owner_get_name:
 * @owner: an owner
 *
 * Returns: `Math`, `System`, `String`, `ValueType`, `Shape`, `ShapeBroadcast`, `Tensor`,
 *   `ArrayBuffer`, `Array`, `Operators`
 */
const char *im_builtin_owner_get_name (ImBuiltinOwner owner);

/**
 * im_builtin_call:
 * @eval: the running evaluation
 * @name: the name that is called
 * @candidates: (nullable): the rows of that name
 * @n_candidates: their number, 0 if there is nothing of that name
 * @spelling: how the call is written
 * @owner: the owner that was named, for IM_SPELLING_STATIC
 * @args: (inout): the arguments, receiver first; promoted in place
 * @n_args: their number, at most IM_BUILTIN_MAX_ARGS
 * @out: (out): the result
 *
 * Chooses the signature that fits with the fewest promotions from int to double, the
 * first of equals, and calls it. If none fits, reports what was expected: UNKNOWN_NAME,
 * UNKNOWN_MEMBER, ARGUMENT_COUNT or ARGUMENT_TYPE.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_builtin_call (ImEval *eval,
                          const char *name,
                          const ImBuiltin *candidates,
                          guint n_candidates,
                          ImSpelling spelling,
                          ImBuiltinOwner owner,
                          ImValue *args,
                          guint n_args,
                          ImValue *out);

/**
 * im_builtin_get_operator_result:
 * @name: an operator, such as `+`
 * @args: its operands, of which at least one is not known yet
 * @n_args: their number
 *
 * Returns: what the operator can return, 0 if it does not take such operands
 */
ImKinds im_builtin_get_operator_result (const char *name,
                                        const ImValue *args,
                                        guint n_args);

/**
 * im_builtin_nearest_member:
 * @spelling: how it is written
 * @owner: the owner that was named, for IM_SPELLING_STATIC
 * @receiver: (nullable): the receiver, for IM_SPELLING_METHOD
 * @name: a misspelt name
 *
 * Returns: (nullable): the most similar name that would be allowed there
 */
const char *im_builtin_nearest_member (ImSpelling spelling,
                                       ImBuiltinOwner owner,
                                       const ImValue *receiver,
                                       const char *name);

G_END_DECLS
