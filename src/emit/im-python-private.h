/* What the parts of the Python back end share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "base/im-diagnostics.h"
#include "emit/im-c-writer.h"
#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * ImPythonView:
 * @tensor: its number in the program
 * @buffer: number of the buffer whose memory it is
 * @name: what it is called
 *
 * A tensor that is the memory of another one in another shape.
 */
typedef struct
{
  gint tensor;
  gint buffer;
  const char *name;
} ImPythonView;

/**
 * ImPythonEmitter:
 * @plan: the plan
 * @library: where the fragments are
 * @diagnostics: where problems go
 * @traces: whether the module tells what its calls compute
 * @failed: whether there was an error
 * @arena: where everything lives
 * @writer: where to write
 * @taken: names of members that are used
 * @buffer_names: of each buffer of the plan: what it is called
 * @is_handle: of each buffer of the plan: whether it is a dictionary
 * @views: (element-type ImPythonView): in order of use
 * @roots: (element-type ImFragmentRoot): of the calls, in the order of the module
 * @renames: the names of functions that are called otherwise: key is file and name
 */
typedef struct
{
  const ImPlan *plan;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  gboolean traces;
  gboolean failed;
  ImArena *arena;
  ImCWriter writer;
  GHashTable *taken;
  const char **buffer_names;
  gboolean *is_handle;
  GArray *views;
  GArray *roots;
  GHashTable *renames;
} ImPythonEmitter;

/* Reports an error at a call, or at the unit of the plan. */
void im_python_fail (ImPythonEmitter *emitter,
                     const char *code,
                     const ImPlanCall *call,
                     const char *format,
                     ...) G_GNUC_PRINTF (4, 5);

/* Calls @func for every call of the plan, in the order of the module. */
void im_python_for_each_call (ImPythonEmitter *emitter,
                              void (*func) (ImPythonEmitter *emitter,
                                            const ImPlanCall *call));

/**
 * im_python_name_memory:
 * @emitter: an emitter
 *
 * Gives buffers and views names like those of their layers.
 */
void im_python_name_memory (ImPythonEmitter *emitter);

/**
 * im_python_dup_member:
 * @emitter: an emitter
 * @text: any text
 *
 * Takes the free identifier that is most like @text.
 *
 * Returns: (transfer none): the identifier
 */
const char *im_python_dup_member (ImPythonEmitter *emitter, const char *text);

/**
 * im_python_emit_memory:
 * @emitter: an emitter
 * @storage_is_constant: TRUE for constants, which are members of the class, FALSE for the
 * rest, which is made anew by init
 *
 * Writes a line or more for each buffer.
 */
void im_python_emit_memory (ImPythonEmitter *emitter, gboolean storage_is_constant);

/* Writes the line that makes one buffer anew. */
void im_python_emit_buffer (ImPythonEmitter *emitter, guint number);

/**
 * im_python_get_argument_name:
 * @emitter: an emitter
 * @call: a call
 * @argument: an argument of it with a buffer
 *
 * Returns: the member that is passed: the buffer, or a view of it
 */
const char *im_python_get_argument_name (ImPythonEmitter *emitter,
                                         const ImPlanCall *call,
                                         const ImPlanArgument *argument);

/**
 * im_python_append_value:
 * @value: null, a bool, number, string, shape or element type
 * @out: where to append
 *
 * Appends a literal. Shapes become tuples, outermost axis first.
 *
 * Returns: FALSE if there is none; @out is untouched then
 */
gboolean im_python_append_value (const ImValue *value, GString *out);

/* Appends `(4, 3)`, outermost axis first. */
void im_python_append_shape (const ImShape *shape, GString *out);

/* The type of numpy, fixed-point types as their stored integers. */
const char *im_python_get_dtype (ImDType dtype);

/**
 * im_python_emit_fragments:
 * @emitter: an emitter
 *
 * Writes imports and fragments, and decides what functions are called.
 */
void im_python_emit_fragments (ImPythonEmitter *emitter);

/**
 * im_python_get_function:
 * @emitter: an emitter whose fragments are written
 * @call: a call
 *
 * Returns: the name of the function in the module
 */
const char *im_python_get_function (ImPythonEmitter *emitter, const ImPlanCall *call);

/* Writes the class. */
void im_python_emit_class (ImPythonEmitter *emitter);

G_END_DECLS
