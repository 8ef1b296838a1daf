/* Plans: in which order what is called, and where every byte lies.
 *
 * A program falls apart into rate domains at its queues. Sources are the domains that run
 * once per input and end by filling queues; inputs of different rates have a source each.
 * Each queue starts a domain that runs once per window. Domains with outputs are sinks.
 * All buffers lie in one arena, shared where their lifetimes allow; states lie in
 * another; constants in flash.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"

G_BEGIN_DECLS

typedef struct _ImPlan ImPlan;

/**
 * ImStorage:
 * @IM_STORAGE_INPUT: the caller's memory, read
 * @IM_STORAGE_OUTPUT: the caller's memory, written
 * @IM_STORAGE_ARENA: shared by buffers that are not alive at the same time
 * @IM_STORAGE_STATE: lives from call to call
 * @IM_STORAGE_CONSTANT: read-only, in flash
 */
typedef enum
{
  IM_STORAGE_INPUT,
  IM_STORAGE_OUTPUT,
  IM_STORAGE_ARENA,
  IM_STORAGE_STATE,
  IM_STORAGE_CONSTANT,
} ImStorage;

/**
 * ImPlanBuffer:
 * @name: the tensor, or the instance and parameter, such as `window.state`
 * @storage: where it lies
 * @dtype: element type
 * @shape: axis sizes
 * @size_bytes: its bytes
 * @align_bytes: its alignment, a power of two
 * @offset: of ARENA and STATE: where it starts
 * @first_call: of ARENA: number of the first call that uses it
 * @last_call: of ARENA: number of the last call that uses it
 * @tensor: of a tensor: its number in the program, else -1
 * @port: of INPUT and OUTPUT: number of the program's input or output
 * @constant: (nullable): of CONSTANT: the content
 */
typedef struct
{
  const char *name;
  ImStorage storage;
  ImDType dtype;
  ImShape shape;
  guint32 size_bytes;
  guint32 align_bytes;
  guint32 offset;
  guint first_call;
  guint last_call;
  gint tensor;
  guint port;
  const ImArray *constant;
} ImPlanBuffer;

/**
 * ImPlanArgument:
 * @buffer: number of a buffer, or -1
 * @value: if there is no buffer: null, or a number, bool or string
 * @parameter: (nullable): the parameter that the argument names
 */
typedef struct
{
  gint buffer;
  ImValue value;
  const ImParameter *parameter;
} ImPlanArgument;

/**
 * ImPlanCall:
 * @instance: number of the instance
 * @section: which of its sections
 * @implementation: the chosen one
 * @function: the function that is called
 * @arguments: in the order of the call
 * @n_arguments: their number
 */
typedef struct
{
  guint instance;
  ImSectionKind section;
  const ImImplementation *implementation;
  const char *function;
  const ImPlanArgument *arguments;
  guint n_arguments;
} ImPlanCall;

/**
 * ImPlanDomain:
 * @queue: number of the first instance whose Dequeue starts it, or -1 for a source
 * @n_queues: how many queues start it; those behind the first one run in lockstep with
 * it: they have an output whenever it has one
 * @parent: number of the domain that fills its queues, or -1
 * @waits: of a source whose outputs wait until they are fetched, because there are other
 * domains with outputs or inputs: number of the buffer of an integer that is 1 while they
 * do; else -1
 * @rooms: the CanEnqueue of the queues that it fills and that outputs are behind
 * @n_rooms: their number
 * @calls: in order; the first ones are the Dequeues of its queues
 * @n_calls: their number
 *
 * Calls that run equally often. They run only if all of @rooms say that there is room, so
 * that what is refused leaves no trace.
 */
typedef struct
{
  gint queue;
  guint n_queues;
  gint parent;
  gint waits;
  const ImPlanCall *rooms;
  guint n_rooms;
  const ImPlanCall *calls;
  guint n_calls;
} ImPlanDomain;

/**
 * ImPlanCopy:
 * @from: number of a buffer
 * @to: number of a buffer with storage OUTPUT, or of one that waits
 *
 * An output that is an input, a state or another output is copied at the end of its
 * domain, or when it is fetched.
 */
typedef struct
{
  gint from;
  gint to;
} ImPlanCopy;

/**
 * ImPlan:
 * @program: what it plans
 * @language: of the calls
 * @domains: first those that read inputs; each behind the one that fills its queues
 * @n_domains: their number
 * @n_sources: how many domains read inputs; they are the first ones
 * @source_of: of each input of the program: its source
 * @sinks: numbers of the domains with outputs, from the first one on
 * @n_sinks: their number
 * @sink_of: of each output of the program: its domain, -1 if nothing is connected
 * @holds: copies of inputs that are outputs and wait until they are fetched
 * @n_holds: their number
 * @copies: outputs to copy
 * @n_copies: their number
 * @init: calls of all Init sections
 * @n_init: their number
 * @soft_reset: calls of all SoftReset sections
 * @n_soft_reset: their number
 * @finalize: calls of all Destructor sections
 * @n_finalize: their number
 * @buffers: all buffers
 * @n_buffers: their number
 * @arena_bytes: size of the arena
 * @bound_bytes: the largest sum of bytes that are alive at once in it
 * @state_bytes: size of the state
 * @constant_bytes: size of all constants
 */
struct _ImPlan
{
  const ImProgram *program;
  ImLanguage language;
  const ImPlanDomain *domains;
  guint n_domains;
  guint n_sources;
  const guint *source_of;
  const guint *sinks;
  guint n_sinks;
  const gint *sink_of;
  const ImPlanCopy *holds;
  guint n_holds;
  const ImPlanCopy *copies;
  guint n_copies;
  const ImPlanCall *init;
  guint n_init;
  const ImPlanCall *soft_reset;
  guint n_soft_reset;
  const ImPlanCall *finalize;
  guint n_finalize;
  const ImPlanBuffer *buffers;
  guint n_buffers;
  guint64 arena_bytes;
  guint64 bound_bytes;
  guint64 state_bytes;
  guint64 constant_bytes;
  /*< private >*/
  gatomicrefcount references;
  ImArena *arena;
};

/**
 * im_plan_new:
 * @program: a program without errors; the plan holds it
 * @language: IM_LANGUAGE_C or IM_LANGUAGE_PYTHON
 * @diagnostics: where problems go
 *
 * Plans a program. Only what a chosen call names is allocated. Codes: `no-implementation`
 * (a unit has none in the language), `mixed-rates` (a unit reads from domains that do not
 * run together), `not-computed` (an output that nothing writes), `argument` (an argument
 * of a call has no value), `memory` (more than 2 GiB), `unknown-size` (a size of an input
 * is not known), and for C the warning `no-room-test` (layers with a state move before a
 * queue, which cannot say whether it has room).
 *
 * Returns: (nullable): a new plan, or NULL if there is an error
 */
ImPlan *im_plan_new (const ImProgram *program,
                     ImLanguage language,
                     ImDiagnostics *diagnostics);

/**
 * im_plan_new_to_run:
 * @program: as for im_plan_new()
 * @diagnostics: where problems go: those of C if there is no plan
 *
 * Plans a program that runs on this machine: in C, or, if nothing but code in C is
 * missing, in Python. Where neither will do, a note says what has only C.
 *
 * Returns: (nullable): a new plan of IM_LANGUAGE_C or IM_LANGUAGE_PYTHON
 */
ImPlan *im_plan_new_to_run (const ImProgram *program, ImDiagnostics *diagnostics);

/**
 * im_plan_is_makeshift:
 * @plan: a plan of im_plan_new_to_run()
 *
 * Returns: whether it is in Python though each layer may have C, which does not fit these
 *   inputs and options
 */
gboolean im_plan_is_makeshift (const ImPlan *plan);

/* A plan is counted and does not change, so threads share it. */
ImPlan *im_plan_ref (ImPlan *plan);
void im_plan_unref (ImPlan *plan);

/**
 * im_plan_has_soft_reset:
 * @plan: a plan
 * @instance: number of an instance
 *
 * Returns: whether a unit says how it forgets its data; the others get zeros and their
 *   Init again
 */
gboolean im_plan_has_soft_reset (const ImPlan *plan, guint instance);

/**
 * im_plan_is_reset_by_unit:
 * @plan: a plan
 * @buffer: number of a buffer with storage STATE
 *
 * Returns: whether it belongs to a unit with a soft reset, which is then left to do it
 */
gboolean im_plan_is_reset_by_unit (const ImPlan *plan, guint buffer);

/**
 * im_plan_is_function:
 * @plan: a plan
 *
 * Returns: whether one function can compute all outputs from all inputs, since nothing is
 *   collected in between
 */
gboolean im_plan_is_function (const ImPlan *plan);

/**
 * im_plan_get_pace:
 * @plan: a plan
 * @source: number of a source
 * @num: (out): how many frames it gets
 * @den: (out): while the fastest source gets so many
 *
 * Tells in which order tests give frames to sources: each frame n of the fastest one
 * comes with one of this source if n * @num % @den < @num. Both are 1 where a rate is not
 * known.
 */
void im_plan_get_pace (const ImPlan *plan, guint source, guint64 *num, guint64 *den);

/* The source that what a domain runs on comes from. */
guint im_plan_find_source (const ImPlan *plan, guint domain);

/**
 * im_plan_is_pulled:
 * @plan: a plan
 * @domain: number of a domain
 *
 * Returns: whether it runs when a domain behind it needs a window: it reads no inputs,
 * and has no output of its own that could be asked for
 */
gboolean im_plan_is_pulled (const ImPlan *plan, guint domain);

/**
 * im_plan_is_side_domain:
 * @plan: a plan
 * @domain: number of a domain
 *
 * Returns: whether no output is behind it; its queue is then emptied where it is filled,
 *   and always has room
 */
gboolean im_plan_is_side_domain (const ImPlan *plan, guint domain);

/**
 * im_plan_append_argument:
 * @plan: a plan
 * @argument: an argument of one of its calls
 * @out: where to append
 *
 * Appends the name of the buffer, or the value.
 */
void im_plan_append_argument (const ImPlan *plan,
                              const ImPlanArgument *argument,
                              GString *out);

/**
 * im_storage_get_name:
 * @storage: a kind of memory
 *
 * Returns: `input`, `output`, `arena`, `state` or `constant`
 */
const char *im_storage_get_name (ImStorage storage);

/**
 * im_plan_append_text:
 * @plan: a plan
 * @out: where to append
 *
 * Appends domains with their calls, buffers with lifetimes and offsets, and the sums.
 */
void im_plan_append_text (const ImPlan *plan, GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImPlan, im_plan_unref)

G_END_DECLS
