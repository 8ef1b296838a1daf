/* Routines: what the functions of the emitted code do, step by step, before it is text.
 *
 * Which queue is asked for room, what goes on while a queue has no window, what a failure
 * leaves: all of it is decided here, once, and back ends print it, each in its language
 * (see im-backend.h). Inputs run their source. Outputs are drawn: a queue that has no
 * window asks the domain in front of it for one more, unless that one has an output
 * itself, so that no queue between two domains ever holds more than it needs. Queues that
 * no output is behind are emptied where they are filled.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"

G_BEGIN_DECLS

typedef struct _ImRoutine ImRoutine;
typedef struct _ImStep ImStep;

/**
 * ImRoutineKind:
 * @IM_ROUTINE_DRAIN: uses up what a queue has that no output is behind
 * @IM_ROUTINE_INIT: begins, and begins anew
 * @IM_ROUTINE_SOURCE: takes one frame of the inputs of a source; it also gives the
 * outputs of a plan that is one function
 * @IM_ROUTINE_BLOCK: takes many frames of a source and returns how many it took
 * @IM_ROUTINE_ADVANCE: computes one window of a domain and passes it to the next queue
 * @IM_ROUTINE_SINK: gives the next outputs of a domain
 * @IM_ROUTINE_SOFT_RESET: forgets all data
 * @IM_ROUTINE_FINALIZE: ends
 */
typedef enum
{
  IM_ROUTINE_DRAIN,
  IM_ROUTINE_INIT,
  IM_ROUTINE_SOURCE,
  IM_ROUTINE_BLOCK,
  IM_ROUTINE_ADVANCE,
  IM_ROUTINE_SINK,
  IM_ROUTINE_SOFT_RESET,
  IM_ROUTINE_FINALIZE,
  IM_N_ROUTINE_KINDS,
} ImRoutineKind;

/**
 * ImStepKind:
 * @IM_STEP_CLEAR: makes all state zero, or that of @buffer
 * @IM_STEP_TAKE: @buffer is an input that is there from now on
 * @IM_STEP_TEST: returns @result if the integer in @buffer is @value
 * @IM_STEP_SET: makes the integer in @buffer @value
 * @IM_STEP_COPY: copies @buffer to @to
 * @IM_STEP_ROOM: returns FULL if @call, a CanEnqueue, fails
 * @IM_STEP_CALL: runs @call
 * @IM_STEP_DEQUEUE: takes a window with @call; while the queue has none, @routine runs. A
 * call that cannot say that it has none has @routine run once in front of it
 * @IM_STEP_FOLLOW: takes a window of a queue in lockstep with the one before. Returns
 * ERROR if it has none
 * @IM_STEP_RUN: runs @routine
 * @IM_STEP_CONTINUE: runs @routine and returns what it returns
 * @IM_STEP_DRAIN: runs @steps for each window that @call takes; once if it cannot say
 * that there is none. Returns success behind the last window
 * @IM_STEP_FRAMES: runs @routine for each frame, until it fails. A routine that is FULL
 * ends it; with the first frame, FULL is returned
 * @IM_STEP_PIECES: passes as many frames at once to @call as @room has room for: the
 * arguments @call_block and @room_block are multiplied by their number
 */
typedef enum
{
  IM_STEP_CLEAR,
  IM_STEP_TAKE,
  IM_STEP_TEST,
  IM_STEP_SET,
  IM_STEP_COPY,
  IM_STEP_ROOM,
  IM_STEP_CALL,
  IM_STEP_DEQUEUE,
  IM_STEP_FOLLOW,
  IM_STEP_RUN,
  IM_STEP_CONTINUE,
  IM_STEP_DRAIN,
  IM_STEP_FRAMES,
  IM_STEP_PIECES,
  IM_N_STEP_KINDS,
} ImStepKind;

/**
 * ImRoutineResult:
 * @IM_RESULT_FULL: nothing was taken, because there is no room
 * @IM_RESULT_NO_DATA: there is nothing to give yet
 *
 * What a TEST returns.
 */
typedef enum
{
  IM_RESULT_FULL,
  IM_RESULT_NO_DATA,
} ImRoutineResult;

/**
 * ImStep:
 * @kind: what it does; it says which of the others it has
 * @call: the call of a unit
 * @may_fail: whether the status of @call is looked at: one below 0 is returned, or what
 * the kind says
 * @buffer: number of a buffer of the plan, or -1
 * @to: number of the buffer that is copied to
 * @value: 0 or 1
 * @result: what is returned
 * @routine: (nullable): the routine that runs; a status of it below 0 is returned
 * @room: the CanEnqueue of a PIECES
 * @call_block: the argument of @call that says how much a frame is
 * @room_block: that of @room
 * @steps: what is repeated
 * @n_steps: their number
 */
struct _ImStep
{
  ImStepKind kind;
  const ImPlanCall *call;
  gboolean may_fail;
  gint buffer;
  gint to;
  gint value;
  ImRoutineResult result;
  const ImRoutine *routine;
  const ImPlanCall *room;
  const ImPlanArgument *call_block;
  const ImPlanArgument *room_block;
  const ImStep *steps;
  guint n_steps;
};

/**
 * ImRoutine:
 * @kind: what it is for
 * @name: what it is called, such as `enqueue`, `dequeue_level` or `advance_2`
 * @domain: number of its domain, or -1
 * @takes_inputs: whether it takes the inputs of its domain, a source
 * @gives_outputs: whether it gives the outputs of its domain
 * @steps: what it does; behind the last one it returns success
 * @n_steps: their number
 */
struct _ImRoutine
{
  ImRoutineKind kind;
  const char *name;
  gint domain;
  gboolean takes_inputs;
  gboolean gives_outputs;
  const ImStep *steps;
  guint n_steps;
};

/**
 * ImRoutines:
 * @plan: what they run
 * @list: each behind those that it runs
 * @n: their number
 */
typedef struct
{
  const ImPlan *plan;
  const ImRoutine *list;
  guint n;
} ImRoutines;

/**
 * ImRoutineRules:
 * @may_fail: whether a call returns a status
 * @data: for @may_fail
 * @has_blocks: whether sources have a routine for many frames at once
 * @ends_with_status: whether `finalize` returns the status of a call that fails, instead
 * of going on
 *
 * What differs from language to language.
 */
typedef struct
{
  gboolean (*may_fail) (const ImPlanCall *call, gpointer data);
  gpointer data;
  gboolean has_blocks;
  gboolean ends_with_status;
} ImRoutineRules;

/**
 * im_routines_new:
 * @plan: a plan; it must outlive the routines
 * @rules: what holds in the language
 * @arena: where the routines live
 *
 * Decides what the functions of a plan do.
 */
ImRoutines im_routines_new (const ImPlan *plan,
                            const ImRoutineRules *rules,
                            ImArena *arena);

/**
 * im_routine_is_static:
 * @routine: a routine
 *
 * Returns: whether only other routines run it
 */
gboolean im_routine_is_static (const ImRoutine *routine);

/**
 * im_routine_reads:
 * @routine: a routine
 * @buffer: number of a buffer
 *
 * Returns: whether a step passes the buffer to a call, or copies it
 */
gboolean im_routine_reads (const ImRoutine *routine, gint buffer);

/**
 * im_routine_returns_status:
 * @routine: a routine
 *
 * Returns: whether a step returns the status of a call or of another routine
 */
gboolean im_routine_returns_status (const ImRoutine *routine);

/**
 * im_routines_append_text:
 * @routines: some routines
 * @prefix: what stands in front of their names, such as `IMAI_`, or nothing
 * @out: where to append
 *
 * Appends each routine with what it takes and gives, and a line for each step.
 */
void im_routines_append_text (const ImRoutines *routines,
                              const char *prefix,
                              GString *out);

G_END_DECLS
