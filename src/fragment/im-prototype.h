/* Function prototypes: what a fragment's function takes and returns.
 *
 * The scan is tolerant: it looks for one name followed by a parameter list and reads only
 * what a call needs to be checked and emitted. It is no C or Python parser, and text that
 * it does not understand is passed over.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "fragment/im-fragment.h"

G_BEGIN_DECLS

/**
 * ImPrototypeParameter:
 * @type: (nullable): the C type without name, `restrict` and storage words, in one
 *   spelling (`const float *`; an array is a pointer); for Python the annotation, if any
 * @name: (nullable): its name, if it has one
 * @default_value: (nullable): the text of a Python default value
 */
typedef struct
{
  const char *type;
  const char *name;
  const char *default_value;
} ImPrototypeParameter;

/**
 * ImPrototype:
 * @name: the function
 * @return_type: (nullable): the C type in the same spelling, or the Python annotation
 * @parameters: (array length=n_parameters): without the `...`, `*args` and `**kwargs`
 * @n_parameters: their number; 0 for `(void)` and `()`
 * @is_variadic: whether it takes further arguments
 * @name_span: the name in the file
 */
typedef struct
{
  const char *name;
  const char *return_type;
  const ImPrototypeParameter *parameters;
  guint n_parameters;
  gboolean is_variadic;
  ImSpan name_span;
} ImPrototype;

/**
 * im_fragment_find_prototype:
 * @fragment: a fragment
 * @function_name: (nullable): the function, or NULL for the one named like the fragment
 * @arena: where the result lives
 *
 * Finds a function of a fragment: the first definition at the top level of the text, or
 * the first declaration if none is defined. Comments, strings, preprocessor lines and
 * attributes are skipped. A name with templates, such as `add_{{T}}`, is that of each
 * function that some values make of it; the types of the prototype are then names of
 * templates where the text has templates.
 *
 * Returns: (nullable): its prototype, or NULL if the fragment has no such function
 */
const ImPrototype *im_fragment_find_prototype (const ImFragment *fragment,
                                               const char *function_name,
                                               ImArena *arena);

/**
 * ImFunction:
 * @prototype: what it takes and returns
 * @span: from its first word to behind its body or semicolon
 * @is_definition: whether it has a body
 * @is_static: whether it is seen in its file only
 */
typedef struct
{
  const ImPrototype *prototype;
  ImSpan span;
  gboolean is_definition;
  gboolean is_static;
} ImFunction;

/**
 * im_prototype_list:
 * @text: C
 * @length: its length in bytes
 * @arena: where prototypes live
 *
 * Lists the functions at the top level of a text, with or without fragments: definitions
 * and declarations, in the order of the text.
 *
 * Returns: (element-type ImFunction): the functions
 */
GArray *im_prototype_list (const char *text, guint32 length, ImArena *arena);

/**
 * im_prototype_takes:
 * @prototype: a prototype
 * @n_arguments: the number of arguments of a call
 *
 * Returns: whether such a call fits: defaults may be left out, a variadic function takes
 * more
 */
gboolean im_prototype_takes (const ImPrototype *prototype, guint n_arguments);

/**
 * im_prototype_append_text:
 * @prototype: a prototype
 * @out: where to append
 *
 * Appends a prototype on one line: `void max_f32 (const float *input, int d0)`.
 */
void im_prototype_append_text (const ImPrototype *prototype, GString *out);

G_END_DECLS
