/* SPDX-License-Identifier: MIT
 *
 * Routines as functions of C. What they do is decided in im-routine.c; here it becomes
 * text.
 */
#include "base/im-escape.h"
#include "emit/im-backend.h"
#include "emit/im-emit-c-private.h"

static char *
dup_path (const ImRoutinePrinter *printer, const ImPlanCall *call)
{
  ImCEmitter *emitter = printer->emitter;
  return im_escape_dup (IM_ESCAPE_C_COMMENT,
                        im_c_get_instance (emitter->job->plan, call)->path);
}

static void
print_return_on_error (const ImRoutinePrinter *printer)
{
  im_c_writer_open (printer->writer, "if (status < 0)");
  im_c_writer_line (printer->writer, "return status;");
  im_c_writer_close (printer->writer);
}

static void
print_clear (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  const ImPlan *plan = emitter->job->plan;
  const char *prefix = emitter->job->prefix;
  const ImPlanBuffer *buffer = step->buffer < 0 ? NULL : &plan->buffers[step->buffer];
  guint64 bytes = buffer == NULL ? plan->state_bytes : buffer->size_bytes;
  guint from = (buffer == NULL ? 0 : buffer->offset) +
               im_c_get_guard_bytes (emitter->job);

  if (bytes == 0)
    return;
  if (bytes == plan->state_bytes && from == 0)
    im_c_writer_line (printer->writer,
                      "memset(%s_state.bytes, 0, sizeof %s_state.bytes);", prefix,
                      prefix);
  else
    im_c_writer_line (printer->writer,
                      "memset(%s_state.bytes + %u, 0, %" G_GUINT64_FORMAT ");", prefix,
                      from, bytes);
}

/* Inputs are where the caller has them. */
static void
print_take (const ImRoutinePrinter *printer, const ImStep *step)
{
}

static const char *
get_result_name (ImRoutineResult result)
{
  return result == IM_RESULT_FULL ? "FULL" : "NODATA";
}

static void
print_test (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  if (step->value != 0)
    im_c_writer_line (printer->writer, "/* Were the last results fetched? */");
  im_c_writer_open (printer->writer, "if (*%s %s 0)", emitter->buffer_names[step->buffer],
                    step->value != 0 ? "!=" : "==");
  im_c_writer_line (printer->writer, "return %s_RET_%s;", emitter->job->prefix,
                    get_result_name (step->result));
  im_c_writer_close (printer->writer);
}

static void
print_set (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  im_c_writer_line (printer->writer, "*%s = %d;", emitter->buffer_names[step->buffer],
                    step->value);
}

static void
print_copy (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  const char **names = emitter->buffer_names;

  im_c_writer_line (printer->writer, "memcpy(%s, %s, %u);", names[step->to],
                    names[step->buffer],
                    emitter->job->plan->buffers[step->buffer].size_bytes);
}

static void
print_room (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  g_autofree char *path = dup_path (printer, step->call);

  im_c_writer_line (printer->writer, "/* Is there room in %s? */", path);
  im_c_writer_open (printer->writer, "if (%s < 0)",
                    im_c_emitter_get_call_text (emitter, step->call));
  im_c_writer_line (printer->writer, "return %s_RET_FULL;", emitter->job->prefix);
  im_c_writer_close (printer->writer);
}

/* A call behind which all goes on, unless its status is returned. */
static void
print_bare_call (const ImRoutinePrinter *printer,
                 const ImStep *step,
                 gboolean returns_status)
{
  ImCEmitter *emitter = printer->emitter;
  im_c_emit_call (emitter, step->call, returns_status ? "status" : NULL, printer->writer);
  im_c_emit_trace (emitter, step->call, printer->writer);
}

static void
print_call (const ImRoutinePrinter *printer, const ImStep *step)
{
  g_autofree char *path = dup_path (printer, step->call);

  im_c_writer_line (printer->writer, "/* %s */", path);
  print_bare_call (printer, step, step->may_fail);
}

static void
print_run (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  im_c_writer_line (printer->writer, "status = %s_%s();", emitter->job->prefix,
                    step->routine->name);
  print_return_on_error (printer);
}

static void
print_dequeue (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  g_autofree char *path = dup_path (printer, step->call);

  im_c_writer_line (printer->writer, "/* %s */", path);
  if (step->routine == NULL || !step->may_fail)
    {
      if (step->routine != NULL)
        print_run (printer, step);
      print_bare_call (printer, step, step->may_fail);
      return;
    }

  im_c_writer_open (printer->writer, "while ((status = %s) == %s_RET_NODATA)",
                    im_c_emitter_get_call_text (emitter, step->call),
                    emitter->job->prefix);
  print_run (printer, step);
  im_c_writer_close (printer->writer);
  print_return_on_error (printer);
  im_c_emit_trace (emitter, step->call, printer->writer);
}

static void
print_follow (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  g_autofree char *path = dup_path (printer, step->call);

  im_c_writer_line (printer->writer, "/* %s has one, too */", path);
  if (!step->may_fail)
    {
      print_bare_call (printer, step, FALSE);
      return;
    }

  im_c_writer_open (printer->writer, "if (%s < 0)",
                    im_c_emitter_get_call_text (emitter, step->call));
  im_c_writer_line (printer->writer, "return %s_RET_ERROR;", emitter->job->prefix);
  im_c_writer_close (printer->writer);
  im_c_emit_trace (emitter, step->call, printer->writer);
}

static void
print_continue (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  im_c_writer_line (printer->writer, "return %s_%s();", emitter->job->prefix,
                    step->routine->name);
}

static void
print_drain (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;

  if (step->may_fail)
    {
      im_c_writer_open (printer->writer, "while ((status = %s) >= 0)",
                        im_c_emitter_get_call_text (emitter, step->call));
      im_c_emit_trace (emitter, step->call, printer->writer);
    }
  else
    print_bare_call (printer, step, FALSE);
  im_backend_print_steps (printer, step->steps, step->n_steps);
  if (step->may_fail)
    im_c_writer_close (printer->writer);
  im_c_writer_blank (printer->writer);
  im_c_writer_line (printer->writer,
                    "return status == %s_RET_NODATA ? %s_RET_SUCCESS : status;",
                    emitter->job->prefix, emitter->job->prefix);
}

/* The inputs of a frame in a block. */
static char *
dup_frame_arguments (const ImRoutinePrinter *printer)
{
  ImCEmitter *emitter = printer->emitter;
  GString *out = g_string_new (NULL);
  g_autoptr (GArray) inputs = im_c_list_ports (emitter->ports.inputs,
                                               (guint) printer->routine->domain);

  for (guint i = 0; i < inputs->len; i++)
    {
      const ImCPort *port = &g_array_index (inputs, ImCPort, i);

      g_string_append_printf (out, "%s%s + (size_t) done * %s_%s_COUNT",
                              i == 0 ? "" : ", ", port->parameter, emitter->job->prefix,
                              port->macro);
    }

  return g_string_free (out, FALSE);
}

static void
print_frames (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  ImCWriter *writer = printer->writer;
  const char *prefix = emitter->job->prefix;
  g_autofree char *arguments = dup_frame_arguments (printer);

  im_c_writer_line (writer, "int done;");
  im_c_writer_blank (writer);
  im_c_writer_open (writer, "for (done = 0; done < frames; done++)");
  im_c_writer_line (writer, "const int status = %s_%s(%s);", prefix, step->routine->name,
                    arguments);
  im_c_writer_blank (writer);
  im_c_writer_open (writer, "if (status == %s_RET_FULL && done > 0)", prefix);
  im_c_writer_line (writer, "return done;");
  im_c_writer_close (writer);
  print_return_on_error (printer);
  im_c_writer_close (writer);
  im_c_writer_line (writer, "return done;");
}

static void
print_piece (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  g_autofree char *text = im_c_emitter_dup_scaled_text (emitter, step->call,
                                                        step->call_block);

  im_c_writer_line (printer->writer, "%s%s;", step->may_fail ? "status = " : "", text);
  if (step->may_fail)
    print_return_on_error (printer);
}

/* With few copies: a piece that finds no room is halved. */
static void
print_pieces (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCEmitter *emitter = printer->emitter;
  ImCWriter *writer = printer->writer;
  const char *prefix = emitter->job->prefix;
  g_autofree char *room = im_c_emitter_dup_scaled_text (emitter, step->room,
                                                        step->room_block);
  g_autoptr (GArray) inputs = im_c_list_ports (emitter->ports.inputs,
                                               (guint) printer->routine->domain);
  const ImCPort *port = &g_array_index (inputs, ImCPort, 0);
  gint32 most = G_MAXINT32 / step->call_block->value.integer;

  im_c_writer_line (writer, "int done = 0;");
  im_c_writer_line (writer, "int piece = frames < %d ? frames : %d;", most, most);
  if (step->may_fail)
    im_c_writer_line (writer, "int status;");
  im_c_writer_blank (writer);
  im_c_writer_line (writer,
                    "/* With few copies: a piece that finds no room is halved. */");
  im_c_writer_open (writer, "while (done < frames)");
  im_c_writer_open (writer, "if (%s < 0)", room);
  im_c_writer_open (writer, "if (piece == 1)");
  im_c_writer_line (writer, "return done > 0 ? done : %s_RET_FULL;", prefix);
  im_c_writer_close (writer);
  im_c_writer_line (writer, "piece /= 2;");
  im_c_writer_line (writer, "continue;");
  im_c_writer_close (writer);
  print_piece (printer, step);
  im_c_writer_line (writer, "done += piece;");
  im_c_writer_line (writer, "%s += (size_t) piece * %s_%s_COUNT;", port->parameter,
                    prefix, port->macro);
  im_c_writer_line (writer, "piece = piece < frames - done ? piece : frames - done;");
  im_c_writer_close (writer);
  im_c_writer_line (writer, "return done;");
}

static void
print_unread_inputs (const ImRoutinePrinter *printer, const GArray *inputs)
{
  for (guint i = 0; i < inputs->len; i++)
    {
      const ImCPort *port = &g_array_index (inputs, ImCPort, i);

      if (!im_routine_reads (printer->routine, port->buffer))
        im_c_writer_line (printer->writer, "(void) %s; /* nothing depends on it */",
                          port->parameter);
    }
}

static void
print_routine_comment (const ImRoutinePrinter *printer)
{
  ImCEmitter *emitter = printer->emitter;
  const ImRoutine *routine = printer->routine;

  if (routine->kind == IM_ROUTINE_DRAIN)
    im_c_writer_line (
        printer->writer, "/* Uses up what the queue of %s has. */",
        im_c_get_instance (emitter->job->plan, routine->steps[0].call)->path);
  else if (routine->kind == IM_ROUTINE_ADVANCE)
    im_c_writer_line (printer->writer,
                      "/* Computes one window and passes it to the next queue. */");
}

static void
open_function (const ImRoutinePrinter *printer,
               const GArray *inputs,
               const GArray *outputs)
{
  ImCEmitter *emitter = printer->emitter;
  const ImRoutine *routine = printer->routine;
  g_autoptr (GString) parameters = g_string_new (NULL);

  if (routine->kind == IM_ROUTINE_BLOCK)
    im_c_append_block_parameters (inputs, parameters);
  else
    im_c_append_parameters (inputs, outputs, parameters);
  im_c_writer_open (printer->writer, "%s%s %s_%s%s",
                    im_routine_is_static (routine) ? "static " : "",
                    routine->kind == IM_ROUTINE_FINALIZE ? "void" : "int",
                    emitter->job->prefix, routine->name, parameters->str);
}

/* A drain whose queue cannot say that it is empty ends with success. */
static void
print_status (const ImRoutinePrinter *printer)
{
  ImCEmitter *emitter = printer->emitter;
  const ImRoutine *routine = printer->routine;

  if (routine->kind == IM_ROUTINE_DRAIN)
    im_c_writer_line (printer->writer, "int status = %s_RET_SUCCESS;",
                      emitter->job->prefix);
  else if (im_routine_returns_status (routine))
    im_c_writer_line (printer->writer, "int status;");
  else
    return;
  im_c_writer_blank (printer->writer);
}

/* Whether the last step returns by itself. */
static gboolean
has_return (const ImRoutine *routine)
{
  return routine->kind == IM_ROUTINE_DRAIN || routine->kind == IM_ROUTINE_BLOCK ||
         (routine->n_steps > 0 &&
          routine->steps[routine->n_steps - 1].kind == IM_STEP_CONTINUE);
}

static void
open_routine (const ImRoutinePrinter *printer)
{
  ImCEmitter *emitter = printer->emitter;
  const ImRoutine *routine = printer->routine;
  guint domain = (guint) MAX (routine->domain, 0);
  g_autoptr (GArray) inputs = im_c_list_ports (emitter->ports.inputs, domain);
  g_autoptr (GArray) outputs = im_c_list_ports (emitter->ports.outputs, domain);

  if (routine != printer->routines->list)
    im_c_writer_blank (printer->writer);
  print_routine_comment (printer);
  open_function (printer, routine->takes_inputs ? inputs : NULL,
                 routine->gives_outputs ? outputs : NULL);
  print_status (printer);
  if (routine->kind == IM_ROUTINE_SOURCE)
    print_unread_inputs (printer, inputs);
}

static void
close_routine (const ImRoutinePrinter *printer)
{
  ImCEmitter *emitter = printer->emitter;
  const ImRoutine *routine = printer->routine;

  if (routine->kind != IM_ROUTINE_FINALIZE && !has_return (routine))
    im_c_writer_line (printer->writer, "return %s_RET_SUCCESS;", emitter->job->prefix);
  im_c_writer_close (printer->writer);
}

const ImBackend im_c_backend = {
  .name = "C",
  .get_function = im_c_get_function,
  .append_buffer = im_c_append_buffer,
  .append_literal = im_c_append_value,
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
