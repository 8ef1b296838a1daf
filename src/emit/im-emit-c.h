/* The C back end: a plan becomes a header and a source in ISO C99.
 *
 * The emitted code has no heap, no recursion and no input or output of its own. All that
 * the linker sees of it begins with a prefix, so that several exports link into one
 * program. The same plan gives the same bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "artifact/im-artifacts.h"
#include "emit/im-routine.h"
#include "plan/im-plan.h"

G_BEGIN_DECLS

#define IM_EMIT_DEFAULT_PREFIX "IMAI"

#define IM_PACKAGE_CMSIS_DSP "cmsis-dsp" /* its name as a code package */

/* Bytes that nobody may write, around the memory of traced sources. */
#define IM_EMIT_GUARD_BYTES 4096

/* Sources of several plans that one program includes: see [struct@Im.EmitOptions]. */
typedef struct _ImEmitGroup ImEmitGroup;

ImEmitGroup *im_emit_group_new (void);
void im_emit_group_free (ImEmitGroup *group);

/**
 * ImEmitOptions:
 * @prefix: (nullable): what all names begin with, an identifier; NULL is
 * IM_EMIT_DEFAULT_PREFIX
 * @name: (nullable): of the files, such as `model`; NULL is the last part of the unit's
 * id in lower case
 * @traces: whether the source tells what each call does, for tests: it uses macros that
 * must be defined before. `PREFIX_ENTER(name)` is an expression in front of each call;
 * behind it come `PREFIX_MAY_WRITE(pointer, bytes)` for all memory that the call may
 * write, `PREFIX_TRACE(call, buffer, pointer, bytes)` for each tensor that it wrote, and
 * the same with buffer -1. Its memory has IM_EMIT_GUARD_BYTES in front and behind. It is
 * written without the comment at its head, and units are not described
 * @group: (nullable): what was emitted before for the same program: what sources of one
 * part share is compiled once if a file includes them one behind the other. Each has its
 * own prefix and name
 */
typedef struct
{
  const char *prefix;
  const char *name;
  gboolean traces;
  ImEmitGroup *group;
} ImEmitOptions;

/**
 * ImEmitFragment:
 * @label: the fragment as from the unit that needs it, such as
 * `[Core.Math.Max]/max.h:max_f32`
 * @path: its file
 * @file_line: the line of the file that its text begins at, from 1
 * @line: the line of the emitted file that its text begins at, from 1
 * @n_lines: the number of its lines
 * @is_header: whether it is in the header
 *
 * Where the text of a fragment went, so that what a compiler says of it can be told by
 * fragment and line.
 */
typedef struct
{
  const char *label;
  const char *path;
  guint file_line;
  guint line;
  guint n_lines;
  gboolean is_header;
} ImEmitFragment;

/**
 * ImEmitUnit:
 * @id: the unit
 * @hash: the SHA-256 of its file and of all fragments that its calls need, in hexadecimal
 * @licence: (nullable): what the SPDX tags of its code say: all of it applies
 * @licence_is_expression: whether that is an expression of SPDX; else it is the texts
 */
typedef struct
{
  const char *id;
  const char *hash;
  const char *licence;
  gboolean licence_is_expression;
} ImEmitUnit;

/**
 * ImEmitPort:
 * @function: the function that takes or gives it, such as `enqueue` or `dequeue_features`
 * @is_input: whether it is an input
 * @is_time: whether it carries time stamps
 * @type: the type of its elements in C
 * @parameter: the parameter of the functions, such as `data_in`
 * @macro: its part of the macros, such as `DATA_IN`
 *
 * An input or output of the functions.
 */
typedef struct
{
  const char *function;
  gboolean is_input;
  gboolean is_time;
  const char *type;
  const char *parameter;
  const char *macro;
} ImEmitPort;

/**
 * ImEmission:
 * @prefix: what all names begin with
 * @name: of the files
 * @fragments: (element-type ImEmitFragment): in the order of the emitted file
 * @units: (element-type ImEmitUnit): in the order of the instances
 * @ports: (element-type ImEmitPort): inputs, then outputs, data before times
 * @packages: (element-type utf8): code packages that the fragments need
 * @routines: what the functions do, while the plan lives
 * @part: of a group, from 0: only sources of the same part may be in one file
 *
 * What became of a plan.
 */
typedef struct
{
  const char *prefix;
  const char *name;
  GArray *fragments;
  GArray *units;
  GArray *ports;
  GPtrArray *packages;
  ImRoutines routines;
  guint part;
  /*< private >*/
  ImArena *arena;
} ImEmission;

/**
 * im_emit_c:
 * @plan: a plan of IM_LANGUAGE_C
 * @library: where the fragments are
 * @options: what is chosen
 * @artifacts: where the files are added: `include/NAME.h`, `include/NAME_compat.h`,
 * `src/NAME.c`
 * @diagnostics: where problems go
 *
 * Emits a plan. Codes: those of im_fragment_set_close(), and `prefix` and `file-name` for
 * options that cannot be used, `bad-fragment` (no reference), `call-mismatch` (a function
 * that does not take such a call), `argument` (a value that has no literal),
 * `argument-range` (a value that the parameter cannot hold), `argument-fraction` (a
 * warning: an integer parameter gets a number with a fraction), `template` (a variable
 * that the unit does not have), `symbol-clash` (a symbol that must be there once).
 *
 * Returns: (nullable): what was emitted, or NULL if there is an error
 */
ImEmission *im_emit_c (const ImPlan *plan,
                       ImUnitLibrary *library,
                       const ImEmitOptions *options,
                       ImArtifacts *artifacts,
                       ImDiagnostics *diagnostics);

/**
 * im_emit_c_check:
 * @plan: a plan of IM_LANGUAGE_C
 * @library: where the fragments are
 * @diagnostics: where problems go
 *
 * Says what im_emit_c() would say with the usual names, and writes nothing.
 */
void im_emit_c_check (const ImPlan *plan,
                      ImUnitLibrary *library,
                      ImDiagnostics *diagnostics);

/**
 * im_emit_c_list_routines:
 * @plan: a plan of IM_LANGUAGE_C; it must outlive the routines
 * @library: where the fragments are
 * @arena: where the routines live
 * @diagnostics: where problems go: those of im_emit_c_check() but for arguments
 *
 * Returns: the routines that im_emit_c() prints
 */
ImRoutines im_emit_c_list_routines (const ImPlan *plan,
                                    ImUnitLibrary *library,
                                    ImArena *arena,
                                    ImDiagnostics *diagnostics);

/**
 * im_emit_get_call_number:
 * @plan: a plan
 * @call: one of its calls
 *
 * Returns: the number of the call in traces: calls are numbered in the order init,
 *   domains, soft reset, finalize
 */
guint im_emit_get_call_number (const ImPlan *plan, const ImPlanCall *call);

/* Whether the emitted code needs a code package. */
gboolean im_emission_needs (const ImEmission *emission, const char *package);
void im_emission_free (ImEmission *emission);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImEmission, im_emission_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImEmitGroup, im_emit_group_free)

G_END_DECLS
