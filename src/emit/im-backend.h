/* Back ends: how routines become text of a language.
 *
 * A back end is one row: how a block looks, what stands for functions, buffers and values
 * in a call, how a routine begins and ends, and the text of each kind of step. What the
 * steps do, and in which order, is decided in im-routine.h for all of them. The types of
 * elements are columns of the table of element types.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "emit/im-c-writer.h"
#include "emit/im-routine.h"

G_BEGIN_DECLS

typedef struct _ImBackend ImBackend;

/**
 * ImRoutinePrinter:
 * @backend: the row of the language
 * @emitter: of the back end: what it knows of the plan
 * @routines: all routines
 * @routine: the one that is printed
 * @writer: where to write
 */
typedef struct
{
  const ImBackend *backend;
  gpointer emitter;
  const ImRoutines *routines;
  const ImRoutine *routine;
  ImCWriter *writer;
} ImRoutinePrinter;

/**
 * ImBackend:
 * @name: the language
 * @order: (nullable): kinds of routines in the order in which they are printed; those
 * that are not in it are left out. NULL prints each behind those that it runs
 * @n_order: their number
 * @get_function: what the function of a call is called
 * @append_buffer: appends the argument @index of a call, a buffer
 * @append_literal: appends the argument @index of a call, a value
 * @open: writes the beginning of a routine
 * @close: writes its end
 * @steps: for each ImStepKind: writes such a step
 */
struct _ImBackend
{
  const char *name;
  const ImRoutineKind *order;
  guint n_order;
  const char *(*get_function) (gpointer emitter, const ImPlanCall *call);
  void (*append_buffer) (gpointer emitter,
                         const ImPlanCall *call,
                         guint index,
                         GString *out);
  void (*append_literal) (gpointer emitter,
                          const ImPlanCall *call,
                          guint index,
                          GString *out);
  void (*open) (const ImRoutinePrinter *printer);
  void (*close) (const ImRoutinePrinter *printer);
  void (*steps[IM_N_STEP_KINDS]) (const ImRoutinePrinter *printer, const ImStep *step);
};

/**
 * im_backend_append_call:
 * @backend: a back end
 * @emitter: what it knows
 * @call: a call
 * @scaled: (nullable): an argument that is multiplied by `piece`
 * @out: where to append
 *
 * Appends a call as an expression, such as `mean(window, 4, 3)`.
 */
void im_backend_append_call (const ImBackend *backend,
                             gpointer emitter,
                             const ImPlanCall *call,
                             const ImPlanArgument *scaled,
                             GString *out);

/**
 * im_backend_print:
 * @backend: a back end
 * @emitter: what it knows
 * @routines: what is printed
 * @writer: where to write
 */
void im_backend_print (const ImBackend *backend,
                       gpointer emitter,
                       const ImRoutines *routines,
                       ImCWriter *writer);

/* Writes steps that a step repeats. */
void im_backend_print_steps (const ImRoutinePrinter *printer,
                             const ImStep *steps,
                             guint n_steps);

G_END_DECLS
