/* Values at compile time: null, one item, or a pack of them.
 *
 * A value that is not packed has one item. Integers have 64 bits; what does not fit is an
 * error, never another number.
 *
 * Source: NNEF 2.0, "Expressions".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-json.h"
#include "skriptnd/value/im-sknd-type.h"

G_BEGIN_DECLS

#define IM_SKND_MAX_ITEMS  1000000
#define IM_SKND_MAX_STRING (16 * 1024 * 1024)

typedef union
{
  gint64 integer;
  double real;
  gboolean boolean;
  const char *string;
} ImSkndItem;

struct _ImSkndValue
{
  ImSkndBase base;
  gboolean is_null;
  gboolean is_packed;
  guint n;
  const ImSkndItem *items;
};

/* A value with room for @n items in the arena. */
ImSkndItem *im_sknd_value_init (ImSkndValue *value,
                                ImArena *arena,
                                ImSkndBase base,
                                gboolean is_packed,
                                guint n);

/* The item at an index; of a value that is not packed always its one. */
ImSkndItem im_sknd_value_get (const ImSkndValue *value, guint index);

/* Less than, equal to or greater than 0, as @a is against @b. */
int im_sknd_item_compare (ImSkndBase base, ImSkndItem a, ImSkndItem b);

/* Whether two items are the same; NaN is none, not even itself. */
gboolean im_sknd_item_equal (ImSkndBase base, ImSkndItem a, ImSkndItem b);

/* Appends a value as the language writes it: `[1, 2]`, `2.0`, `'x'`, `null`. */
void im_sknd_value_append (const ImSkndValue *value, GString *out);

/* Appends a value as a string with braces does: reals to 6 digits, a string as it is. */
void im_sknd_value_append_format (const ImSkndValue *value, GString *out);

/* Writes a value: a pack as a list, null as null. */
void im_sknd_value_write_json (const ImSkndValue *value, ImJson *json);

/**
 * im_sknd_item_operate:
 * @operation: an operator of two operands that is no fold
 * @base: of the operands
 * @a: the left one
 * @b: the right one
 * @result: (out): of @base, or a bool of a comparison
 *
 * Computes with two items that are no strings; `/` rounds integers down, `\` up.
 *
 * Returns: (nullable): what is wrong, such as a division by 0, or NULL
 */
const char *im_sknd_item_operate (ImSkndOperator operation,
                                  ImSkndBase base,
                                  ImSkndItem a,
                                  ImSkndItem b,
                                  ImSkndItem *result);

/* `-a`, `!a`, `+a`. */
const char *im_sknd_item_negate (ImSkndOperator operation,
                                 ImSkndBase base,
                                 ImSkndItem a,
                                 ImSkndItem *result);

/* An item as one of another type, such as `int(2.7)`, which is 2. */
const char *im_sknd_item_cast (ImSkndBase from,
                               ImSkndBase to,
                               ImSkndItem a,
                               ImSkndItem *result);

/**
 * ImSkndBuiltin:
 * @name: such as `sqrt`
 * @takes_int: whether it takes integers, and gives them
 * @compute: of a real number
 */
typedef struct
{
  const char *name;
  gboolean takes_int;
  double (*compute) (double x);
} ImSkndBuiltin;

/* The function of that name, or NULL with the nearest one. */
const ImSkndBuiltin *im_sknd_builtin_find (const char *name, const char **nearest);

const char *im_sknd_builtin_call (const ImSkndBuiltin *builtin,
                                  ImSkndBase base,
                                  ImSkndItem a,
                                  ImSkndItem *result);

/* Whether the result of an operator is a bool whatever it compares. */
gboolean im_sknd_operator_compares (ImSkndOperator operation);

G_END_DECLS
