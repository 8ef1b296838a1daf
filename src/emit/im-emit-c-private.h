/* What the parts of the C back end share: the plan with the names that its parts get in
 * C.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "base/im-diagnostics.h"
#include "emit/im-backend.h"
#include "emit/im-c-names.h"
#include "emit/im-c-symbols.h"
#include "emit/im-c-writer.h"
#include "emit/im-emit-c.h"
#include "fragment/im-prototype.h"

G_BEGIN_DECLS

/**
 * ImCPort:
 * @port: the input or output of the program
 * @number: its number there
 * @domain: the source or sink that it belongs to
 * @is_input: which of both
 * @is_time: whether it carries time stamps
 * @type: what is known of its tensor
 * @buffer: number of its buffer, or -1 for an input that nothing reads
 * @macro: its part of the macros, such as `DATA_IN`
 * @parameter: the parameter of the functions, such as `data_in`
 */
typedef struct
{
  const ImProgramPort *port;
  guint number;
  guint domain;
  gboolean is_input;
  gboolean is_time;
  const ImTensorType *type;
  gint buffer;
  const char *macro;
  const char *parameter;
} ImCPort;

typedef struct _ImCItem ImCItem;

/**
 * ImCRename:
 * @name: a name in the text of a fragment
 * @emitted: what it is called in the emitted code
 */
typedef struct
{
  const char *name;
  const char *emitted;
} ImCRename;

/**
 * ImCItem:
 * @fragment: the fragment
 * @label: see ImEmitFragment
 * @text: its text, templates replaced
 * @is_header: whether it goes into the header
 * @symbols: (element-type ImCSymbol): what it defines
 * @emitted: of each symbol: its name in the emitted code
 * @needs: (element-type ImCItem): what it depends on, directly or not
 * @number: in a group, from 1; 0 without a group
 */
struct _ImCItem
{
  const ImFragment *fragment;
  const char *label;
  const char *text;
  gboolean is_header;
  GArray *symbols;
  const char **emitted;
  GPtrArray *needs;
  guint number;
};

/**
 * ImCCallee:
 * @name: what the function is called in the emitted code
 * @prototype: (nullable): its prototype, if one was found
 */
typedef struct
{
  const char *name;
  const ImPrototype *prototype;
} ImCCallee;

/**
 * ImCJob:
 * @plan: what is emitted
 * @library: where the fragments are
 * @diagnostics: where problems go
 * @arena: where all that is made lives
 * @prefix: see ImEmitOptions
 * @name: see ImEmitOptions
 * @traces: see ImEmitOptions
 * @failed: whether there was an error
 *
 * What is asked for. Phases compute one value each from it and from values before.
 */
typedef struct
{
  const ImPlan *plan;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  ImArena *arena;
  const char *prefix;
  const char *name;
  gboolean traces;
  gboolean failed;
} ImCJob;

/**
 * ImCPorts:
 * @inputs: (element-type ImCPort): data before times
 * @outputs: (element-type ImCPort): data before times
 */
typedef struct
{
  GArray *inputs;
  GArray *outputs;
} ImCPorts;

/**
 * ImCCode:
 * @items: (element-type ImCItem): in the order of the emitted file
 * @includes: (element-type utf8): the lines, each once
 * @header_includes: (element-type utf8): those that the header needs
 * @packages: (element-type utf8): see ImEmission
 * @symbol_checks: (element-type ImFragmentSymbolCheck): each once
 * @callees: (element-type ImCItem): from ImPlanCall
 * @prototypes: (element-type ImPrototype): from places in the lists of emitted names of
 *   items: what is known of that function; NULL if nothing is. Filled by look-ups
 *
 * The code of packages that calls need.
 */
typedef struct
{
  GPtrArray *items;
  GPtrArray *includes;
  GPtrArray *header_includes;
  GPtrArray *packages;
  GPtrArray *symbol_checks;
  GHashTable *callees;
  GHashTable *prototypes;
} ImCCode;

/**
 * ImCTexts:
 * @names: (element-type utf8): from strings too long for a literal: what they are called
 * @order: (element-type utf8): these strings, in the order of the emitted file
 */
typedef struct
{
  GHashTable *names;
  GPtrArray *order;
} ImCTexts;

/**
 * ImCEmitter:
 * @job: what is asked for
 * @ports: what the caller passes
 * @code: what the calls need
 * @support: lines in front of the fragments: what these take for granted
 * @buffer_names: of each buffer of the plan: what it is called
 * @texts: long strings
 * @call_texts: (element-type utf8): from ImPlanCall: the call as an expression. Filled by
 * look-ups
 * @emission: the result
 *
 * The values of all phases, from which lines are written.
 */
typedef struct
{
  ImCJob *job;
  ImCPorts ports;
  ImCCode code;
  const char *support;
  const char **buffer_names;
  ImCTexts texts;
  GHashTable *call_texts;
  ImEmission *emission;
} ImCEmitter;

/**
 * im_c_report:
 * @job: what is asked for
 * @severity: how bad it is
 * @code: a static string
 * @call: (nullable): the call that it is about
 * @subject: what it is about besides; its node is that of @call
 * @format: the message
 *
 * Reports a problem at a call, or at the unit that is emitted. A fragment that several
 * calls need has its problems with each of them; they are reported once.
 */
void im_c_report (ImCJob *job,
                  ImSeverity severity,
                  const char *code,
                  const ImPlanCall *call,
                  ImSubject subject,
                  const char *format,
                  ...) G_GNUC_PRINTF (6, 7);

ImCPorts im_c_find_ports (const ImPlan *plan, ImArena *arena);

/**
 * im_c_collect_code:
 * @job: what is asked for; missing fragments are reported
 *
 * Returns: (transfer full): the fragments that the calls need, in their order, without
 *   names yet: see im_c_code_clear()
 */
ImCCode im_c_collect_code (ImCJob *job);
void im_c_code_clear (ImCCode *code);

/* Decides what the symbols of all items are called, and checks those that must be there
 * once. */
void im_c_name_symbols (ImCJob *job, const ImCCode *code);

/**
 * im_c_find_support:
 * @job: what is asked for
 * @code: (inout): fragments; includes and packages that they use without saying so are
 * added, and headers that will not be there are dropped
 *
 * Returns: lines that define what the fragments take for granted
 */
const char *im_c_find_support (const ImCJob *job, ImCCode *code);

/**
 * im_c_join_group:
 * @group: (nullable): see ImEmitOptions
 * @code: items whose symbols have names; in a group they get numbers
 *
 * Returns: the part that the source belongs to, 0 without a group
 */
guint im_c_join_group (ImEmitGroup *group, const ImCCode *code);

const char **im_c_name_buffers (const ImCJob *job,
                                const ImCPorts *ports,
                                ImCNames *names);
ImCTexts im_c_name_texts (const ImCJob *job, ImCNames *names);

/* Appends an ImEmitUnit for each unit of the program. */
void im_c_describe_units (const ImCJob *job, const ImCCode *code, GArray *units);

void im_c_emit_banner (ImCEmitter *emitter, GString *out);
void im_c_emit_header (ImCEmitter *emitter, ImCWriter *writer);
void im_c_emit_compat (ImCEmitter *emitter, ImCWriter *writer);
void im_c_emit_includes (ImCEmitter *emitter, ImCWriter *writer);
void im_c_emit_fragments (ImCEmitter *emitter, gboolean is_header, ImCWriter *writer);
void im_c_open_shared_item (const ImCItem *item, ImCWriter *writer);
void im_c_close_shared_item (const ImCItem *item, ImCWriter *writer);
void im_c_emit_memory (ImCEmitter *emitter, ImCWriter *writer);
void im_c_emit_texts (ImCEmitter *emitter, ImCWriter *writer);

/**
 * im_c_append_text:
 * @emitter: an emitter, whose texts are named
 * @text: the value of an argument that is too long for a literal
 * @type: (nullable): the C type of the parameter
 * @out: where to append
 *
 * Appends what stands for a long string.
 */
void im_c_append_text (ImCEmitter *emitter,
                       const char *text,
                       const char *type,
                       GString *out);

/**
 * im_c_for_each_call:
 * @plan: a plan
 * @func: (scope call): called for each
 * @data: for @func
 *
 * Walks all calls in the order of their use: outputs, inputs, end, restart, start.
 */
void im_c_for_each_call (const ImPlan *plan,
                         void (*func) (const ImPlanCall *call, gpointer data),
                         gpointer data);

/**
 * im_c_emitter_find_callee:
 * @emitter: an emitter whose symbols have names
 * @call: a call
 *
 * Returns: the function that is called
 */
ImCCallee im_c_emitter_find_callee (ImCEmitter *emitter, const ImPlanCall *call);

/* The row of C. What its calls are made of: names and arguments, as the prototypes want
 * them. */
extern const ImBackend im_c_backend;
const char *im_c_get_function (gpointer emitter, const ImPlanCall *call);
void im_c_append_buffer (gpointer emitter,
                         const ImPlanCall *call,
                         guint index,
                         GString *out);
void im_c_append_value (gpointer emitter,
                        const ImPlanCall *call,
                        guint index,
                        GString *out);

/**
 * im_c_emit_call:
 * @emitter: an emitter
 * @call: a call
 * @result: (nullable): the variable that gets the status of a call that has one
 * @writer: where to write
 *
 * Writes a call, and behind it a return for a negative status if there is @result.
 */
void im_c_emit_call (ImCEmitter *emitter,
                     const ImPlanCall *call,
                     const char *result,
                     ImCWriter *writer);

/* Appends what announces a call of a traced source, and a comma. */
void im_c_append_enter (ImCEmitter *emitter, const ImPlanCall *call, GString *out);

/* Tells what a call may write and wrote, if traces are wanted. */
void im_c_emit_trace (ImCEmitter *emitter, const ImPlanCall *call, ImCWriter *writer);

/**
 * im_c_emitter_get_call_text:
 * @emitter: an emitter
 * @call: a call
 *
 * Writes a call as an expression. What is wrong with it is reported once.
 *
 * Returns: the call
 */
const char *im_c_emitter_get_call_text (ImCEmitter *emitter, const ImPlanCall *call);

/**
 * im_c_emitter_dup_scaled_text:
 * @emitter: an emitter
 * @call: a call
 * @scaled: one of its arguments
 *
 * Writes a call as an expression in which an argument is multiplied by `piece`.
 *
 * Returns: the call
 */
char *im_c_emitter_dup_scaled_text (ImCEmitter *emitter,
                                    const ImPlanCall *call,
                                    const ImPlanArgument *scaled);

/**
 * im_c_emitter_has_status:
 * @emitter: an emitter
 * @call: a call
 *
 * Returns: whether the function returns an integer, which is a status
 */
gboolean im_c_emitter_has_status (ImCEmitter *emitter, const ImPlanCall *call);

/* The ports of a domain, to be freed. */
GArray *im_c_list_ports (const GArray *ports, guint domain);

/* Bytes around each block of memory: 0 unless traces are wanted. */
guint im_c_get_guard_bytes (const ImCJob *job);

const ImInstance *im_c_get_instance (const ImPlan *plan, const ImPlanCall *call);

/**
 * im_c_append_parameters:
 * @inputs: (nullable) (element-type ImCPort): the inputs that are taken
 * @outputs: (nullable) (element-type ImCPort): the outputs that are given
 * @out: where to append
 *
 * Appends the parameters of a function, `void` if there are none.
 */
void im_c_append_parameters (const GArray *inputs, const GArray *outputs, GString *out);

/* The same for inputs and `int frames`. */
void im_c_append_block_parameters (const GArray *inputs, GString *out);

G_END_DECLS
