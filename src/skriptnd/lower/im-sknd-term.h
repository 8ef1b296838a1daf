/* What expressions of `@lower` and `@compose` are for given attributes and shapes: items
 * that are known, affine forms of loop indices, or nodes of a kernel.
 *
 * Whatever can be computed is computed, so that of an expression only what depends on
 * elements and indices stays.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-kernel.h"
#include "skriptnd/value/im-sknd-value.h"

G_BEGIN_DECLS

typedef enum
{
  IM_SKND_TERM_CONSTANT,
  IM_SKND_TERM_FORM, /* of an int: affine in the indices of the kernel */
  IM_SKND_TERM_NODE,
} ImSkndTermKind;

typedef enum
{
  IM_SKND_UNGUARDED,
  IM_SKND_GUARDED,  /* |i| */
  IM_SKND_REMAPPED, /* |i <> lo : hi| */
} ImSkndGuard;

typedef struct _ImSkndFact ImSkndFact;
typedef struct _ImSkndTerm ImSkndTerm;

/* 0 <= @form, and what else holds. */
struct _ImSkndFact
{
  ImAffine form;
  const ImSkndFact *next;
};

/**
 * ImSkndTerm:
 * @kind: what is known of it
 * @item: of CONSTANT
 * @form: of FORM, of divisor 1
 * @node: of NODE
 * @low: of an int that is no constant: it is never less
 * @high: nor more
 * @guard: as an index, what becomes of it outside of the tensor
 * @below: of REMAPPED, what is taken instead of a negative index
 * @above: of REMAPPED, what is taken instead of one behind the last
 * @facts: (nullable): of a bool that is no constant, what follows if it is true
 * @is_exact: whether these facts, in turn, make it true
 */
struct _ImSkndTerm
{
  ImSkndTermKind kind;
  ImSkndItem item;
  const ImAffine *form;
  const ImKernelNode *node;
  gint64 low, high;
  ImSkndGuard guard;
  const ImSkndTerm *below, *above;
  const ImSkndFact *facts;
  gboolean is_exact;
};

/* Null, one term, or a pack of them; see ImSkndValue. The terms of an index may leave one
 * place free, behind @n_before of them. */
typedef struct
{
  ImSkndBase base;
  gboolean is_null;
  gboolean is_packed;
  guint n;
  guint n_before;
  ImSkndTerm *terms;
} ImSkndTerms;

/**
 * ImSkndNumbers:
 * @arena: for terms and nodes
 * @real: what a real is computed in
 * @integer: what an int is computed in
 * @last: the largest value of each index of the kernel; the least one is 0
 */
typedef struct
{
  ImArena *arena;
  ImDType real;
  ImDType integer;
  gint64 last[IM_KERNEL_MAX_INDICES];
} ImSkndNumbers;

/* The element type of a tensor: bools are uint8. */
ImDType im_sknd_numbers_get (const ImSkndNumbers *numbers, ImSkndBase base);

ImSkndTerm *im_sknd_terms_init (ImSkndTerms *terms,
                                ImArena *arena,
                                ImSkndBase base,
                                gboolean is_packed,
                                guint n);

/* The term at an index; of what is not packed always its one. */
const ImSkndTerm *im_sknd_terms_get (const ImSkndTerms *terms, guint index);

/* Terms that are known. */
void im_sknd_terms_set (ImSkndTerms *terms, ImArena *arena, const ImSkndValue *value);

/* Their value; FALSE if one of them is not known. */
gboolean im_sknd_terms_get_value (const ImSkndTerms *terms,
                                  ImArena *arena,
                                  ImSkndValue *value);

ImSkndTerm im_sknd_term_integer (gint64 integer);

/* An affine form, which is a constant if no index takes part. */
ImSkndTerm im_sknd_term_form (const ImSkndNumbers *numbers, const ImAffine *form);

ImSkndTerm im_sknd_term_node (const ImKernelNode *node);

/* The least and the largest value of an int. */
gint64 im_sknd_term_low (const ImSkndTerm *term);
gint64 im_sknd_term_high (const ImSkndTerm *term);

/* An int as an affine form, if it is one. */
gboolean im_sknd_term_get_form (const ImSkndTerm *term, ImAffine *form);

/* A term as a node of the type of its base. */
const ImKernelNode *im_sknd_term_get_node (const ImSkndNumbers *numbers,
                                           ImSkndBase base,
                                           const ImSkndTerm *term);

/**
 * im_sknd_term_operate:
 * @numbers: the types
 * @operation: an operator of two operands
 * @base: of both
 * @a: the left one
 * @b: the right one
 * @result: (out): of @base, or a bool of a comparison
 *
 * Returns: (nullable): what is wrong, or not supported yet
 */
const char *im_sknd_term_operate (const ImSkndNumbers *numbers,
                                  ImSkndOperator operation,
                                  ImSkndBase base,
                                  const ImSkndTerm *a,
                                  const ImSkndTerm *b,
                                  ImSkndTerm *result);

/* `-a`, `!a`, `+a`. */
const char *im_sknd_term_negate (const ImSkndNumbers *numbers,
                                 ImSkndOperator operation,
                                 ImSkndBase base,
                                 const ImSkndTerm *a,
                                 ImSkndTerm *result);

const char *im_sknd_term_cast (const ImSkndNumbers *numbers,
                               ImSkndBase from,
                               ImSkndBase to,
                               const ImSkndTerm *a,
                               ImSkndTerm *result);

const char *im_sknd_term_call (const ImSkndNumbers *numbers,
                               const ImSkndBuiltin *builtin,
                               ImSkndBase base,
                               const ImSkndTerm *a,
                               ImSkndTerm *result);

/* `condition ? a : b`, where the condition is a bool. */
void im_sknd_term_select (const ImSkndNumbers *numbers,
                          ImSkndBase base,
                          const ImSkndTerm *condition,
                          const ImSkndTerm *a,
                          const ImSkndTerm *b,
                          ImSkndTerm *result);

/* `a < b` as the operator gives it, and other nodes of given operands. */
const ImKernelNode *im_sknd_node_new (const ImSkndNumbers *numbers,
                                      ImKernelNodeKind kind,
                                      ImDType dtype,
                                      const ImKernelNode *a,
                                      const ImKernelNode *b,
                                      const ImKernelNode *c);

const ImKernelNode *im_sknd_node_constant (const ImSkndNumbers *numbers,
                                           ImDType dtype,
                                           double constant);

G_END_DECLS
