/* SPDX-License-Identifier: MIT
 *
 * Routines in words, for golden tests, `imaginet dump` and the report: a row like those
 * of the languages.
 */
#include "emit/im-backend.h"

typedef struct
{
  const ImPlan *plan;
  const char *prefix;
} TextEmitter;

static const char *
get_function (gpointer emitter, const ImPlanCall *call)
{
  return call->function;
}

static void
append_argument (gpointer data, const ImPlanCall *call, guint index, GString *out)
{
  const TextEmitter *emitter = data;

  im_plan_append_argument (emitter->plan, &call->arguments[index], out);
}

/* Writes `call LAYER: CALL` and what comes of a failure. */
static void
print_step (const ImRoutinePrinter *printer,
            const ImStep *step,
            const char *verb,
            const char *failure)
{
  const TextEmitter *emitter = printer->emitter;
  g_autoptr (GString) text = g_string_new (NULL);

  im_backend_append_call (printer->backend, printer->emitter, step->call, NULL, text);
  im_c_writer_line (printer->writer, "%s %s: %s%s", verb,
                    emitter->plan->program->instances[step->call->instance].path,
                    text->str, step->may_fail ? failure : "");
}

static const char *
get_name (const ImRoutinePrinter *printer, gint buffer)
{
  const TextEmitter *emitter = printer->emitter;

  return emitter->plan->buffers[buffer].name;
}

static void
print_clear (const ImRoutinePrinter *printer, const ImStep *step)
{
  if (step->buffer < 0)
    im_c_writer_line (printer->writer, "clear all state");
  else
    im_c_writer_line (printer->writer, "clear %s", get_name (printer, step->buffer));
}

static void
print_take (const ImRoutinePrinter *printer, const ImStep *step)
{
  im_c_writer_line (printer->writer, "take %s", get_name (printer, step->buffer));
}

static void
print_test (const ImRoutinePrinter *printer, const ImStep *step)
{
  im_c_writer_line (printer->writer, "if %s is %d, return %s",
                    get_name (printer, step->buffer), step->value,
                    step->result == IM_RESULT_FULL ? "FULL" : "NODATA");
}

static void
print_set (const ImRoutinePrinter *printer, const ImStep *step)
{
  im_c_writer_line (printer->writer, "set %s to %d", get_name (printer, step->buffer),
                    step->value);
}

static void
print_copy (const ImRoutinePrinter *printer, const ImStep *step)
{
  const TextEmitter *emitter = printer->emitter;
  const ImPlanBuffer *to = &emitter->plan->buffers[step->to];

  if (to->storage == IM_STORAGE_OUTPUT)
    im_c_writer_line (printer->writer, "copy %s to the output %s",
                      get_name (printer, step->buffer),
                      emitter->plan->program->outputs[to->port].name);
  else
    im_c_writer_line (printer->writer, "copy %s to %s", get_name (printer, step->buffer),
                      to->name);
}

static void
print_room (const ImRoutinePrinter *printer, const ImStep *step)
{
  print_step (printer, step, "ask for room in", ", or return FULL");
}

static void
print_call (const ImRoutinePrinter *printer, const ImStep *step)
{
  print_step (printer, step, "call", ", or return its status");
}

static void
print_dequeue (const ImRoutinePrinter *printer, const ImStep *step)
{
  const TextEmitter *emitter = printer->emitter;

  if (step->routine != NULL && !step->may_fail)
    im_c_writer_line (printer->writer, "run %s%s, or return its status", emitter->prefix,
                      step->routine->name);
  print_step (printer, step, "take a window of", ", or return its status");
  if (step->routine == NULL || !step->may_fail)
    return;

  printer->writer->depth++;
  im_c_writer_line (printer->writer, "while it has none: run %s%s, or return its status",
                    emitter->prefix, step->routine->name);
  printer->writer->depth--;
}

static void
print_follow (const ImRoutinePrinter *printer, const ImStep *step)
{
  print_step (printer, step, "take a window of", ", or return ERROR");
}

static void
print_run (const ImRoutinePrinter *printer, const ImStep *step)
{
  const TextEmitter *emitter = printer->emitter;

  im_c_writer_line (printer->writer, "run %s%s, or return its status", emitter->prefix,
                    step->routine->name);
}

static void
print_continue (const ImRoutinePrinter *printer, const ImStep *step)
{
  const TextEmitter *emitter = printer->emitter;

  im_c_writer_line (printer->writer, "do as %s%s", emitter->prefix, step->routine->name);
}

static void
print_drain (const ImRoutinePrinter *printer, const ImStep *step)
{
  print_step (printer, step, step->may_fail ? "for each window of" : "take a window of",
              "");
  printer->writer->depth++;
  im_backend_print_steps (printer, step->steps, step->n_steps);
  printer->writer->depth--;
}

static void
print_frames (const ImRoutinePrinter *printer, const ImStep *step)
{
  const TextEmitter *emitter = printer->emitter;

  im_c_writer_line (printer->writer, "for each frame: run %s%s, until it is FULL",
                    emitter->prefix, step->routine->name);
}

static void
print_pieces (const ImRoutinePrinter *printer, const ImStep *step)
{
  const TextEmitter *emitter = printer->emitter;
  const char *path = emitter->plan->program->instances[step->call->instance].path;
  g_autoptr (GString) room = g_string_new (NULL);
  g_autoptr (GString) call = g_string_new (NULL);

  im_backend_append_call (printer->backend, printer->emitter, step->room,
                          step->room_block, room);
  im_backend_append_call (printer->backend, printer->emitter, step->call,
                          step->call_block, call);
  im_c_writer_line (printer->writer, "for each piece, of as many frames as there is room "
                                     "for:");
  printer->writer->depth++;
  im_c_writer_line (printer->writer, "ask for room in %s: %s, or halve the piece", path,
                    room->str);
  im_c_writer_line (printer->writer, "call %s: %s%s", path, call->str,
                    step->may_fail ? ", or return its status" : "");
  printer->writer->depth--;
}

/* Names of the inputs that a routine takes, or of the outputs that it gives. */
static char *
dup_ports (const ImRoutinePrinter *printer, gboolean is_input)
{
  const TextEmitter *emitter = printer->emitter;
  const ImPlan *plan = emitter->plan;
  guint n_ports = is_input ? plan->program->n_inputs : plan->program->n_outputs;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n_ports; i++)
    {
      const ImProgramPort *port = is_input ? &plan->program->inputs[i]
                                           : &plan->program->outputs[i];
      gint domain = is_input ? (gint) plan->source_of[i] : plan->sink_of[i];

      if (port->tensor >= 0 && domain == printer->routine->domain)
        g_string_append_printf (out, "%s%s", out->len == 0 ? "" : ", ", port->name);
    }

  return g_string_free (out, FALSE);
}

static void
open_routine (const ImRoutinePrinter *printer)
{
  const TextEmitter *emitter = printer->emitter;
  const ImRoutine *routine = printer->routine;
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *inputs = dup_ports (printer, TRUE);
  g_autofree char *outputs = dup_ports (printer, FALSE);

  g_string_append_printf (line, "%s%s%s", im_routine_is_static (routine) ? "static " : "",
                          emitter->prefix, routine->name);
  if (routine->takes_inputs && *inputs != '\0')
    g_string_append_printf (line, " takes %s", inputs);
  if (routine->gives_outputs && *outputs != '\0')
    g_string_append_printf (line, " gives %s", outputs);
  im_c_writer_line (printer->writer, "%s", line->str);
  printer->writer->depth++;
}

static void
close_routine (const ImRoutinePrinter *printer)
{
  if (printer->routine->n_steps == 0)
    im_c_writer_line (printer->writer, "nothing");
  printer->writer->depth--;
}

static const ImBackend text_backend = {
  .name = "text",
  .get_function = get_function,
  .append_buffer = append_argument,
  .append_literal = append_argument,
  .open = open_routine,
  .close = close_routine,
  .steps = {
    [IM_STEP_CLEAR] = print_clear,       [IM_STEP_TAKE] = print_take,
    [IM_STEP_TEST] = print_test,         [IM_STEP_SET] = print_set,
    [IM_STEP_COPY] = print_copy,         [IM_STEP_ROOM] = print_room,
    [IM_STEP_CALL] = print_call,         [IM_STEP_DEQUEUE] = print_dequeue,
    [IM_STEP_FOLLOW] = print_follow,     [IM_STEP_RUN] = print_run,
    [IM_STEP_CONTINUE] = print_continue, [IM_STEP_DRAIN] = print_drain,
    [IM_STEP_FRAMES] = print_frames,     [IM_STEP_PIECES] = print_pieces,
  },
};

void
im_routines_append_text (const ImRoutines *routines, const char *prefix, GString *out)
{
  TextEmitter emitter = { routines->plan, prefix };
  ImCWriter writer = { out, 0 };

  im_backend_print (&text_backend, &emitter, routines, &writer);
}
