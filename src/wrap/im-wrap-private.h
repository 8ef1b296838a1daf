/* A proposal, as its parts fill it: the prototype in C or Python, what calls tell, and
 * the files that are made of both.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "artifact/im-artifacts.h"
#include "base/im-arena.h"
#include "fragment/im-prototype.h"
#include "tensor/im-dtype.h"
#include "wrap/im-wrap.h"

G_BEGIN_DECLS

#define IM_WRAP_TIME_S       20
#define IM_WRAP_MEMORY_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define IM_WRAP_FILE_BYTES   (16 * 1024 * 1024)

/**
 * ImWrapRole:
 * @IM_WRAP_INPUT: a tensor that is read
 * @IM_WRAP_OUTPUT: a tensor that is written
 * @IM_WRAP_IN_PLACE: a tensor that is read and written
 * @IM_WRAP_STATE: memory that a call leaves to the next
 * @IM_WRAP_ELEMENT: one number of the input; the function is called for each
 * @IM_WRAP_COUNT: a number of elements, which follows from shapes
 * @IM_WRAP_OPTION: a number that the user chooses
 * @IM_WRAP_FIXED: it keeps its default value
 *
 * What a parameter of the function becomes.
 */
typedef enum
{
  IM_WRAP_INPUT,
  IM_WRAP_OUTPUT,
  IM_WRAP_IN_PLACE,
  IM_WRAP_STATE,
  IM_WRAP_ELEMENT,
  IM_WRAP_COUNT,
  IM_WRAP_OPTION,
  IM_WRAP_FIXED,
} ImWrapRole;

/**
 * ImWrapParameter:
 * @name: its name in the function
 * @role: what it becomes
 * @dtype: of tensors, the type of elements
 * @c_type: (nullable): of C, its type in the prototype
 * @tag: of an option, the element of the unit file
 * @value: of an option or a fixed one its default, of a count and of the bytes of a state
 *   an expression
 * @tensor: of a count, the index of the parameter whose elements it counts, or -1
 */
typedef struct
{
  const char *name;
  ImWrapRole role;
  ImDType dtype;
  const char *c_type;
  const char *tag;
  const char *value;
  gint tensor;
} ImWrapParameter;

/**
 * ImWrapOutput:
 * @name: its name in the unit
 * @type: an expression
 * @shape: an expression
 * @parameter: the index of the parameter that is written, or -1 if it is returned
 */
typedef struct
{
  const char *name;
  const char *type;
  const char *shape;
  gint parameter;
} ImWrapOutput;

/**
 * ImWrapContract:
 * @test: an expression
 * @error: what is said if it does not hold
 */
typedef struct
{
  const char *test;
  const char *error;
} ImWrapContract;

/**
 * ImWrapExample:
 * @name: an input, or an output
 * @shape: (nullable): of an input, such as `[2, 4]`
 * @values: its elements, with blanks between
 */
typedef struct
{
  const char *name;
  const char *shape;
  const char *values;
} ImWrapExample;

struct _ImWrap
{
  ImArena *arena;
  const char *id;       /* when it is written */
  const char *prefix;   /* of functions of the package, then */
  const char *path;     /* of the file that the function is in */
  const char *base;     /* its name */
  const char *function; /* its name */
  const char *signature;
  const char *code; /* without includes */
  gboolean is_python;
  GArray *parameters;     /* ImWrapParameter */
  GArray *outputs;        /* ImWrapOutput */
  GArray *contracts;      /* ImWrapContract */
  GArray *examples;       /* ImWrapExample, of one call */
  GPtrArray *includes;    /* lines */
  GPtrArray *headers;     /* paths of local headers, from the folder of the file */
  GPtrArray *notes;       /* NULL terminated when it is done */
  gboolean returns_value; /* of C: what it returns is the output */
  ImDType returned;
};

#define im_wrap_parameter(wrap, i) \
  (&g_array_index ((wrap)->parameters, ImWrapParameter, (i)))

G_GNUC_PRINTF (2, 3)
const char *im_wrap_printf (const ImWrap *wrap, const char *format, ...);

G_GNUC_PRINTF (2, 3)
void im_wrap_add_note (ImWrap *wrap, const char *format, ...);

void im_wrap_add_output (ImWrap *wrap,
                         const char *name,
                         const char *type,
                         const char *shape,
                         gint parameter);

void im_wrap_add_contract (ImWrap *wrap, const char *test, const char *error);

/* The first input, or NULL. */
const ImWrapParameter *im_wrap_get_input (const ImWrap *wrap);

/* The input that the output takes the shape of: one that is written in place, or the
 * first. */
const ImWrapParameter *im_wrap_get_whole (const ImWrap *wrap);

/* Whether a parameter is an input of the unit. */
gboolean im_wrap_is_input (const ImWrapParameter *parameter);

/* A name that no parameter has: @wanted, or with a number behind it. */
const char *im_wrap_find_free_name (const ImWrap *wrap, const char *wanted);

/* Reads a file of text, with line ends as `\n` and without byte order mark. */
char *im_wrap_read_text (const char *path, GError **error);

/**
 * im_wrap_find_function:
 * @names: (element-type utf8): the functions of a file
 * @wanted: (nullable): one of them; NULL if there is only one
 * @base: the name of the file
 * @error: return location for FUNCTION
 *
 * Returns: (nullable): the name among @names
 */
const char *im_wrap_find_function (const GPtrArray *names,
                                   const char *wanted,
                                   const char *base,
                                   GError **error);

/* The functions that C defines, but for main. */
GPtrArray *im_wrap_list_c (const char *path, GError **error);

/* The functions of a Python file; nothing of it runs. */
GPtrArray *im_wrap_list_python (const char *path, GError **error);

/* Reads the prototype and code of a function of C. */
gboolean im_wrap_read_c (ImWrap *wrap, const char *function, GError **error);

/**
 * im_wrap_read_code:
 * @wrap: the proposal
 * @text: the file
 * @functions: (element-type ImFunction): those of @text
 * @error: return location for FILE, UNSUITABLE
 *
 * Divides @text into includes and the rest, and finds the local headers.
 */
gboolean im_wrap_read_code (ImWrap *wrap,
                            const char *text,
                            const GArray *functions,
                            GError **error);

/**
 * im_wrap_probe_c:
 * @wrap: a proposal with roles as far as the prototype tells
 * @cancellable: (nullable): stops it
 * @error: return location for UNSUITABLE: what the function writes fits no shape
 *
 * Compiles and calls the function with several counts, to see how much it writes through
 * which pointer, and whether it reads what was there: outputs, their shapes and states
 * follow. Where it cannot be called, that is noted, and outputs are like the input.
 */
gboolean im_wrap_probe_c (ImWrap *wrap, GCancellable *cancellable, GError **error);

/**
 * im_wrap_call_python:
 * @wrap: a proposal
 * @function: (nullable): the function
 * @cancellable: (nullable): stops it
 * @error: return location for FUNCTION, UNSUITABLE, or an error of Python
 *
 * Reads the signature and calls the function with several shapes: inputs, options and
 * outputs follow.
 */
gboolean im_wrap_call_python (ImWrap *wrap,
                              const char *function,
                              GCancellable *cancellable,
                              GError **error);

/* The function that the unit calls, and its fragment: an adapter, or the one of the user.
 */
const char *im_wrap_find_entry (const ImWrap *wrap);

/* The call of it, in the order of the function of the user; an adapter has the outputs
 * behind. */
const char *im_wrap_make_call (const ImWrap *wrap);

/* The hidden value that counts what an adapter goes over, or NULL. */
const char *im_wrap_find_own_count (const ImWrap *wrap);

gboolean im_wrap_has_state (const ImWrap *wrap);

/* Code with fragments, and for C its twin. */
void im_wrap_add_sources (const ImWrap *wrap, ImArtifacts *files);

/* The text of the file of C, without directives: includes, code and adapter. */
GString *im_wrap_dup_plain_c (const ImWrap *wrap);

/* The unit file. */
void im_wrap_add_unit (const ImWrap *wrap, ImArtifacts *files, const char *name);

G_END_DECLS
