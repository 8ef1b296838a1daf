/* Values of the expression language.
 *
 * A value is two words and is passed by value. Strings, shapes, arrays and the like live
 * in the arena of the evaluation that made them, are immutable, and live as long as that
 * arena.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-array.h"
#include "tensor/im-broadcast.h"
#include "tensor/im-tensor-type.h"

G_BEGIN_DECLS

#define IM_STRING_MAX_BYTES (1024 * 1024) /* longest string that an expression makes */

/**
 * ImValueKind:
 * @IM_VALUE_NULL: nothing, such as a socket that is not connected
 * @IM_VALUE_BOOL: true or false
 * @IM_VALUE_INT: a signed integer of 32 bits
 * @IM_VALUE_DOUBLE: IEEE 754 double precision
 * @IM_VALUE_STRING: UTF-8 text
 * @IM_VALUE_DTYPE: an element type, System.ValueType
 * @IM_VALUE_SHAPE: System.Shape
 * @IM_VALUE_BROADCAST: System.ShapeBroadcast
 * @IM_VALUE_TENSOR: what is known of a tensor that flows through a socket
 * @IM_VALUE_BUFFER: memory to allocate, System.ArrayBuffer
 * @IM_VALUE_ARRAY: constant data, System.Array
 * @IM_VALUE_UNKNOWN: not known yet, because it depends on the size of an axis that is not
 */
typedef enum
{
  IM_VALUE_NULL,
  IM_VALUE_BOOL,
  IM_VALUE_INT,
  IM_VALUE_DOUBLE,
  IM_VALUE_STRING,
  IM_VALUE_DTYPE,
  IM_VALUE_SHAPE,
  IM_VALUE_BROADCAST,
  IM_VALUE_TENSOR,
  IM_VALUE_BUFFER,
  IM_VALUE_ARRAY,
  IM_VALUE_UNKNOWN,
  IM_N_VALUE_KINDS,
} ImValueKind;

/**
 * ImKinds:
 *
 * A set of kinds of value: bit mask of 1 << ImValueKind.
 */
typedef guint16 ImKinds;

#define IM_KIND(kind) ((ImKinds) (1u << (kind)))
#define IM_KINDS_ANY  ((ImKinds) ((1u << IM_VALUE_UNKNOWN) - 1))

/**
 * ImBuffer:
 * @dtype: element type
 * @shape: axis sizes
 * @is_static: whether the content lives from call to call (state memory) or only while
 * the unit runs (arena)
 * @align_bytes: alignment that was asked for, 0 for that of the element type
 * @constant: (nullable): the content, if the memory is read-only
 *
 * Memory that a unit asks for.
 */
typedef struct
{
  ImDType dtype;
  ImShape shape;
  gboolean is_static;
  guint align_bytes;
  const ImArray *constant;
} ImBuffer;

typedef struct
{
  ImValueKind kind;
  union
  {
    gboolean boolean;
    gint32 integer;
    double real;
    const char *string;
    ImDType dtype;
    const ImShape *shape;
    const ImBroadcast *broadcast;
    const ImTensorType *tensor;
    const ImBuffer *buffer;
    const ImArray *array;
    ImKinds kinds; /* of UNKNOWN: what it can be, 0 for anything */
  };
} ImValue;

#define IM_NULL          ((ImValue){ .kind = IM_VALUE_NULL })
#define IM_BOOL(b)       ((ImValue){ .kind = IM_VALUE_BOOL, .boolean = (b) })
#define IM_INT(i)        ((ImValue){ .kind = IM_VALUE_INT, .integer = (i) })
#define IM_DOUBLE(d)     ((ImValue){ .kind = IM_VALUE_DOUBLE, .real = (d) })
#define IM_STRING(s)     ((ImValue){ .kind = IM_VALUE_STRING, .string = (s) })
#define IM_DTYPE(t)      ((ImValue){ .kind = IM_VALUE_DTYPE, .dtype = (t) })
#define IM_SHAPE(s)      ((ImValue){ .kind = IM_VALUE_SHAPE, .shape = (s) })
#define IM_BROADCAST(b)  ((ImValue){ .kind = IM_VALUE_BROADCAST, .broadcast = (b) })
#define IM_TENSOR(t)     ((ImValue){ .kind = IM_VALUE_TENSOR, .tensor = (t) })
#define IM_BUFFER(b)     ((ImValue){ .kind = IM_VALUE_BUFFER, .buffer = (b) })
#define IM_ARRAY(a)      ((ImValue){ .kind = IM_VALUE_ARRAY, .array = (a) })
#define IM_UNKNOWN       ((ImValue){ .kind = IM_VALUE_UNKNOWN })
#define IM_UNKNOWN_OF(k) ((ImValue){ .kind = IM_VALUE_UNKNOWN, .kinds = (k) })

/**
 * im_value_kind_get_name:
 * @kind: a kind
 *
 * Returns: the name as in signatures: `null`, `bool`, `int`, `double`, `string`, `type`,
 * `shape`, `broadcast`, `tensor`, `buffer`, `array`, `unknown`
 */
const char *im_value_kind_get_name (ImValueKind kind);

/**
 * im_value_kind_get_phrase:
 * @kind: a kind
 *
 * Returns: the name with an article for messages, such as `an int`
 */
const char *im_value_kind_get_phrase (ImValueKind kind);

/**
 * im_value_get_kinds:
 * @value: a value
 *
 * Returns: the kind of the value, or all that it can have if it is not known yet
 */
ImKinds im_value_get_kinds (const ImValue *value);

/**
 * im_kinds_append_text:
 * @kinds: kinds
 * @phrase: whether to append them with an article
 * @out: where to append
 *
 * Appends kinds for a sentence, such as `int or double`, or `an int or a double`; `a
 * value that is not known yet` if it may be anything.
 */
void im_kinds_append_text (ImKinds kinds, gboolean phrase, GString *out);

/**
 * im_value_append_text:
 * @value: a value
 * @out: where to append
 *
 * Appends a text from which kind and value can be told: `62` is an int, `62.0` a double,
 * then
 * `"text"`, `Float32`, `shape[3,50]`, `broadcast left=1 group1=1 middle=2 group2=12
 * right=5`, `float32[3,50]@16000`, `buffer float32[3]`, `static buffer int8[12]`,
 * `float32[2]{0.5,1}`, `?`.
 */
void im_value_append_text (const ImValue *value, GString *out);

/**
 * im_value_append_display:
 * @value: a value
 * @out: where to append
 *
 * Appends a text for a sentence: like im_value_append_text(), but doubles in their
 * shortest form
 * (`62`), strings without quotes and shapes as `[3,50]`.
 */
void im_value_append_display (const ImValue *value, GString *out);

/**
 * im_value_equal:
 * @a: a value
 * @b: a value
 *
 * The `==` of the language: numbers by value across int and double, strings, types and
 * shapes by content (labels do not count), null only to null; values of different kinds
 * differ.
 */
gboolean im_value_equal (const ImValue *a, const ImValue *b);

/**
 * im_value_is_known:
 * @value: a value
 *
 * Returns: whether all of it is known, the sizes of its shape included
 */
gboolean im_value_is_known (const ImValue *value);

/**
 * im_value_may_equal:
 * @a: a value
 * @b: a value
 *
 * Returns: whether the values are equal for some values of what is not known
 */
gboolean im_value_may_equal (const ImValue *a, const ImValue *b);

/**
 * im_value_merge:
 * @arena: where the result lives
 * @a: a value
 * @b: a value
 *
 * What is known of a value that is one of two: what both are, or a shape of which the
 * sizes that differ are not known.
 *
 * Returns: the value
 */
ImValue im_value_merge (ImArena *arena, const ImValue *a, const ImValue *b);

/**
 * im_value_same:
 * @a: a value
 * @b: a value
 *
 * Whether two values are of the same kind and cannot be told apart: unlike `==`, NaN is
 * the same as NaN, 1 is not the same as 1.0, and labels count.
 */
gboolean im_value_same (const ImValue *a, const ImValue *b);

/**
 * im_value_copy:
 * @arena: where the copy lives
 * @value: a value
 *
 * Copies a value with all that it points to.
 *
 * Returns: the copy
 */
ImValue im_value_copy (ImArena *arena, const ImValue *value);

G_END_DECLS
