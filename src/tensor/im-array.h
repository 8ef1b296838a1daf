/* Constant arrays: element type, shape and data, computed while a pipeline is elaborated
 * and stored in flash.
 *
 * An array is immutable once it is published. It and its data live in an arena.
 * Arithmetic is done in double, element by element, and stored in the element type:
 * floats rounded to nearest, integers rounded half to even and saturated. Elements of Q
 * types are stored integers that stand for real numbers (shift 0) and arithmetic is done
 * on these real numbers; elements of D types are taken as their stored integers.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-dtype.h"
#include "tensor/im-shape.h"

G_BEGIN_DECLS

/**
 * ImArray:
 * @dtype: element type
 * @shape: axis sizes
 * @count: number of elements, the product of the sizes
 * @data: @count elements in their C type, innermost axis contiguous, host byte order
 */
struct _ImArray
{
  ImDType dtype;
  ImShape shape;
  gsize count;
  void *data;
};

typedef enum
{
  IM_ARRAY_ADD,
  IM_ARRAY_SUBTRACT,
  IM_ARRAY_MULTIPLY,
  IM_ARRAY_DIVIDE,
} ImArrayOperator;

#define IM_ARRAY_MAX_ELEMENTS (8 * 1024 * 1024)

#define IM_ARRAY_ERROR (im_array_error_quark ())

/**
 * ImArrayError:
 * @IM_ARRAY_ERROR_SIZE: more than IM_ARRAY_MAX_ELEMENTS elements
 * @IM_ARRAY_ERROR_SHAPE: the shape does not fit the operation
 * @IM_ARRAY_ERROR_VALUE: an argument or element is outside of what is defined
 */
typedef enum
{
  IM_ARRAY_ERROR_SIZE,
  IM_ARRAY_ERROR_SHAPE,
  IM_ARRAY_ERROR_VALUE,
} ImArrayError;

GQuark im_array_error_quark (void);

/**
 * im_array_new:
 * @arena: where the array lives
 * @dtype: element type
 * @shape: axis sizes
 * @error: return location for an [error@Im.ArrayError]: SIZE, or an
 * [error@Im.ShapeError]: OVERFLOW
 *
 * Creates an array whose elements are zero, to be filled before anybody else sees it.
 *
 * Returns: (nullable): the array, or NULL
 */
ImArray *im_array_new (ImArena *arena,
                       ImDType dtype,
                       const ImShape *shape,
                       GError **error);

/**
 * im_array_load:
 * @array: an array
 * @start: first element
 * @count: number of elements, inside the array
 * @values: (out caller-allocates): @count numbers
 *
 * Reads elements as real numbers. 64-bit integers beyond 2^53 are rounded.
 */
void im_array_load (const ImArray *array, gsize start, gsize count, double *values);

/**
 * im_array_store:
 * @array: an array that is not published yet
 * @start: first element
 * @count: number of elements, inside the array
 * @values: @count numbers
 *
 * Writes elements: rounded to the element type, integers half to even and saturated, NaN
 * as 0 in integers.
 */
void im_array_store (ImArray *array, gsize start, gsize count, const double *values);

/**
 * im_array_append_element:
 * @array: an array
 * @index: an element
 * @out: where to append
 *
 * Appends the text of one element that reads back to the same value: stored integers for
 * integers, Q and D types, for floats as few digits as the element type needs.
 */
void im_array_append_element (const ImArray *array, gsize index, GString *out);

/**
 * im_array_combine:
 * @arena: where the result lives
 * @op: an operator
 * @a: an array
 * @b: an array whose shape broadcasts with that of @a
 * @error: return location for an [error@Im.ArrayError]: SIZE, or VALUE where integers are
 * divided by 0; or an [error@Im.ShapeError]: BROADCAST or OVERFLOW
 *
 * Computes a op b element by element with two-sided broadcasting. The element type of the
 * result is
 *
 * - of two types of one family the wider one, whatever the order;
 * - of two families the type of the operand whose family comes first in: floats, Q, D;
 *   its width does not change, so float16 with int32 is float16;
 * - of a signed and an unsigned integer the narrowest signed type that holds the values
 *   of both: int8 with uint8 is int16, int32 with uint8 is int32; int64 where none does.
 *
 * Division by zero gives infinities and NaN in floats, is an error in integers, as it is
 * of single numbers, and saturates in fixed point (0 / 0 is 0). Source: specification,
 * Operators.
 *
 * Returns: (nullable): the result, without descriptions of its axes, or NULL
 */
ImArray *im_array_combine (ImArena *arena,
                           ImArrayOperator op,
                           const ImArray *a,
                           const ImArray *b,
                           GError **error);

/**
 * im_array_combine_number:
 * @arena: where the result lives
 * @op: an operator
 * @a: an array
 * @b: a number
 * @number_first: whether to compute b op a instead of a op b
 * @error: return location for an [error@Im.ArrayError]: SIZE
 *
 * Computes a op b for every element. The result has the shape and element type of @a.
 *
 * Returns: (nullable): the result, or NULL
 */
ImArray *im_array_combine_number (ImArena *arena,
                                  ImArrayOperator op,
                                  const ImArray *a,
                                  double b,
                                  gboolean number_first,
                                  GError **error);

typedef double (*ImArrayMapFunc) (double x, double parameter);

/**
 * im_array_map:
 * @arena: where the result lives
 * @array: an array
 * @func: (scope call): a function of one element
 * @parameter: second argument of @func
 * @error: return location for an [error@Im.ArrayError]: SIZE
 *
 * Computes func(element) for every element. The result has the shape and element type of
 * @array.
 *
 * Returns: (nullable): the result, or NULL
 */
ImArray *im_array_map (ImArena *arena,
                       const ImArray *array,
                       ImArrayMapFunc func,
                       double parameter,
                       GError **error);

/**
 * im_array_convert:
 * @arena: where the result lives
 * @array: an array
 * @dtype: another element type
 * @error: return location for an [error@Im.ArrayError]: VALUE or SIZE
 *
 * The same numbers in another element type. Floats are rounded to nearest. Integers are
 * stored integers, also those of fixed-point types of the same width, and must be in the
 * range of the type; Q types take floats from -1 to 1. Anything else would be another
 * number, and fails with the first such element.
 *
 * Returns: (nullable): the result, @array itself if it is of the type
 */
const ImArray *im_array_convert (ImArena *arena,
                                 const ImArray *array,
                                 ImDType dtype,
                                 GError **error);

/**
 * im_array_reshape:
 * @arena: where the result lives
 * @array: an array
 * @shape: a shape of the same number of elements
 * @error: return location for an [error@Im.ArrayError]: SHAPE, or an
 * [error@Im.ShapeError]: OVERFLOW
 *
 * The same elements in the same order under another shape. The data is shared.
 *
 * Returns: (nullable): the result, or NULL
 */
ImArray *im_array_reshape (ImArena *arena,
                           const ImArray *array,
                           const ImShape *shape,
                           GError **error);

/**
 * im_array_transpose:
 * @arena: where the result lives
 * @array: an array of rank r
 * @axes: r different axes, -r to r - 1, outermost of the result first;
 *   (r-1, .., 1, 0) changes nothing
 * @n_axes: must be r
 * @error: return location for an [error@Im.ArrayError]: SHAPE, or an
 * [error@Im.ShapeError]: AXIS
 *
 * Reorders the axes with their descriptions: axis k from the left of the result is axis
 * @axes[k] of @array.
 *
 * Returns: (nullable): the result, or NULL
 */
ImArray *im_array_transpose (ImArena *arena,
                             const ImArray *array,
                             const gint *axes,
                             guint n_axes,
                             GError **error);

/**
 * im_array_parse:
 * @arena: where the array lives
 * @text: such as `float32[2,2]{1, 2, 3, 4.5}`
 * @error: return location for an [error@Im.ArrayError]: SHAPE, SIZE or VALUE, or an
 * [error@Im.ShapeError]: SYNTAX, RANK, SIZE or OVERFLOW
 *
 * Reads an array: element type and shape, then as many numbers in braces as the shape has
 * elements, outermost axis slowest. Numbers of integer and fixed-point types are stored
 * integers; all must be in the range of the type. Floats may be `NaN`, `Infinity` and
 * `-Infinity`.
 *
 * Returns: (nullable): the array, or NULL
 */
ImArray *im_array_parse (ImArena *arena, const char *text, GError **error);

/**
 * im_array_parse_list:
 * @arena: where the array lives
 * @dtype: element type
 * @text: such as `0.25, 0.5, 0.25` or `[1 2 3]`
 * @error: return location for an [error@Im.ArrayError]: SIZE or VALUE
 *
 * Reads numbers that users write: separated by commas or blanks, in brackets of any kind
 * or none; an empty text has none. Numbers of integers and D types are stored integers in
 * the range of the type. Those of Q types are real numbers from -1 to 1, which are
 * rounded and saturated.
 *
 * Returns: (nullable): the array, `[n]`, or NULL
 */
ImArray *im_array_parse_list (ImArena *arena,
                              ImDType dtype,
                              const char *text,
                              GError **error);

/**
 * im_array_append_text:
 * @array: an array
 * @max_elements: after so many elements `…` stands for the rest
 * @out: where to append
 *
 * Appends the text that im_array_parse() reads.
 */
void im_array_append_text (const ImArray *array, gsize max_elements, GString *out);

G_END_DECLS
