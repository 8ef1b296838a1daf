/* SPDX-License-Identifier: MIT
 *
 * Routines as methods of a class. What they do is decided in im-routine.c; here it
 * becomes text.
 */
#include "base/im-escape.h"
#include "emit/im-backend.h"
#include "emit/im-emit-python.h"
#include "emit/im-python-private.h"

static const char *
get_function (gpointer emitter, const ImPlanCall *call)
{
  return im_python_get_function (emitter, call);
}

static void
append_buffer (gpointer emitter, const ImPlanCall *call, guint index, GString *out)
{
  g_string_append_printf (
      out, "self.%s",
      im_python_get_argument_name (emitter, call, &call->arguments[index]));
}

static void
append_literal (gpointer emitter, const ImPlanCall *call, guint index, GString *out)
{
  const ImValue *value = &call->arguments[index].value;

  if (!im_python_append_value (value, out))
    im_python_fail (emitter, "argument", call,
                    "argument %u of %s is %s, which has no literal in Python", index + 1,
                    call->function, im_value_kind_get_phrase (value->kind));
}

static void
print_bare_call (const ImRoutinePrinter *printer,
                 const ImPlanCall *call,
                 gboolean may_fail)
{
  g_autoptr (GString) text = g_string_new (may_fail ? "status = " : "");

  im_backend_append_call (printer->backend, printer->emitter, call, NULL, text);
  im_c_writer_line (printer->writer, "%s", text->str);
}

/* Tells whoever traces the module what a call has computed. */
static void
print_trace (const ImRoutinePrinter *printer, const ImPlanCall *call)
{
  const ImPythonEmitter *emitter = printer->emitter;

  for (guint i = 0; emitter->traces && i < call->n_arguments; i++)
    {
      const ImPlanArgument *argument = &call->arguments[i];

      if (argument->buffer >= 0 && argument->parameter != NULL &&
          argument->parameter->kind == IM_PARAMETER_OUTPUT)
        im_c_writer_line (printer->writer, "_computed(%d, self.%s)",
                          emitter->plan->buffers[argument->buffer].tensor,
                          emitter->buffer_names[argument->buffer]);
    }
}

static gint
find_port_buffer (const ImPythonEmitter *emitter, ImStorage storage, guint port)
{
  for (guint i = 0; i < emitter->plan->n_buffers; i++)
    if (emitter->plan->buffers[i].storage == storage &&
        emitter->plan->buffers[i].port == port)
      return (gint) i;

  return -1;
}

typedef void (*PortFunc) (ImPythonEmitter *emitter,
                          const ImProgramPort *port,
                          gint buffer,
                          gpointer data);

/* The ports of a domain: data before times, and only what is connected. */
static void
for_each_port (ImPythonEmitter *emitter,
               ImStorage storage,
               guint domain,
               PortFunc func,
               gpointer data)
{
  const ImProgram *program = emitter->plan->program;
  gboolean is_input = storage == IM_STORAGE_INPUT;
  const ImProgramPort *ports = is_input ? program->inputs : program->outputs;
  guint n_ports = is_input ? program->n_inputs : program->n_outputs;

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < n_ports; i++)
      {
        gint buffer = find_port_buffer (emitter, storage, i);
        gint of = is_input ? (gint) emitter->plan->source_of[i]
                           : emitter->plan->sink_of[i];

        if (ports[i].tensor >= 0 && of == (gint) domain &&
            (ports[i].parameter->socket->is_time != FALSE) == is_time &&
            (is_input || buffer >= 0))
          func (emitter, &ports[i], buffer, data);
      }
}

static void
append_parameter (ImPythonEmitter *emitter,
                  const ImProgramPort *port,
                  gint buffer,
                  gpointer data)
{
  const char *name = buffer >= 0 ? emitter->buffer_names[buffer]
                                 : im_python_dup_member (emitter, port->name);

  g_string_append_printf (data, ", %s", name);
}

static void
append_output (ImPythonEmitter *emitter,
               const ImProgramPort *port,
               gint buffer,
               gpointer data)
{
  g_string_append_printf (data, ", self.%s.copy()", emitter->buffer_names[buffer]);
}

static char *
dup_outputs (ImPythonEmitter *emitter, guint domain)
{
  GString *result = g_string_new ("0");

  for_each_port (emitter, IM_STORAGE_OUTPUT, domain, append_output, result);
  if (result->len == 1)
    g_string_assign (result, "(0,)");

  return g_string_free (result, FALSE);
}

static void
print_return (const ImRoutinePrinter *printer, const char *result)
{
  gboolean is_tuple = printer->routine->gives_outputs;

  printer->writer->depth++;
  im_c_writer_line (printer->writer, is_tuple ? "return (%s,)" : "return %s", result);
  printer->writer->depth--;
}

static void
print_return_on_failure (const ImRoutinePrinter *printer, const char *result)
{
  im_c_writer_line (printer->writer, "if _failed(status):");
  print_return (printer, result);
}

static void
print_clear (const ImRoutinePrinter *printer, const ImStep *step)
{
  if (step->buffer < 0)
    im_python_emit_memory (printer->emitter, FALSE);
  else
    im_python_emit_buffer (printer->emitter, (guint) step->buffer);
}

static void
print_take (const ImRoutinePrinter *printer, const ImStep *step)
{
  const ImPythonEmitter *emitter = printer->emitter;
  const char *name = emitter->buffer_names[step->buffer];

  im_c_writer_line (printer->writer, "self.%s[...] = np.reshape(%s, self.%s.shape)", name,
                    name, name);
}

static void
print_test (const ImRoutinePrinter *printer, const ImStep *step)
{
  const ImPythonEmitter *emitter = printer->emitter;
  im_c_writer_line (printer->writer,
                    "if self.%s %s 0:", emitter->buffer_names[step->buffer],
                    step->value != 0 ? "!=" : "==");
  print_return (printer, step->result == IM_RESULT_FULL ? "_FULL" : "_NO_DATA");
}

static void
print_set (const ImRoutinePrinter *printer, const ImStep *step)
{
  const ImPythonEmitter *emitter = printer->emitter;
  im_c_writer_line (printer->writer, "self.%s[...] = %d",
                    emitter->buffer_names[step->buffer], step->value);
}

static void
print_copy (const ImRoutinePrinter *printer, const ImStep *step)
{
  const ImPythonEmitter *emitter = printer->emitter;
  const char **names = emitter->buffer_names;

  im_c_writer_line (printer->writer, "self.%s[...] = self.%s", names[step->to],
                    names[step->buffer]);
}

static void
print_room (const ImRoutinePrinter *printer, const ImStep *step)
{
  print_bare_call (printer, step->call, step->may_fail);
  print_return_on_failure (printer, "_FULL");
}

static void
print_call (const ImRoutinePrinter *printer, const ImStep *step)
{
  print_bare_call (printer, step->call, step->may_fail);
  if (step->may_fail)
    print_return_on_failure (printer, "status");
  print_trace (printer, step->call);
}

static void
print_run (const ImRoutinePrinter *printer, const ImStep *step)
{
  im_c_writer_line (printer->writer, "status = self._%s()", step->routine->name);
  print_return_on_failure (printer, "status");
}

static void
print_dequeue (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCWriter *writer = printer->writer;

  if (step->routine != NULL)
    {
      print_bare_call (printer, step->call, step->may_fail);
      im_c_writer_line (writer, "while status == _NO_DATA:");
      writer->depth++;
      print_run (printer, step);
      print_bare_call (printer, step->call, step->may_fail);
      writer->depth--;
      print_return_on_failure (printer, "status");
      print_trace (printer, step->call);
    }
  else
    print_call (printer, step);
}

static void
print_follow (const ImRoutinePrinter *printer, const ImStep *step)
{
  print_bare_call (printer, step->call, step->may_fail);
  print_return_on_failure (printer, "_ERROR");
  print_trace (printer, step->call);
}

static void
print_continue (const ImRoutinePrinter *printer, const ImStep *step)
{
  im_c_writer_line (printer->writer, "return self.%s()", step->routine->name);
}

static void
print_drain (const ImRoutinePrinter *printer, const ImStep *step)
{
  ImCWriter *writer = printer->writer;

  im_c_writer_line (writer, "while True:");
  writer->depth++;
  print_bare_call (printer, step->call, step->may_fail);
  print_return_on_failure (printer, "0 if status == _NO_DATA else status");
  print_trace (printer, step->call);
  im_backend_print_steps (printer, step->steps, step->n_steps);
  writer->depth--;
}

static const char *
get_documentation (const ImRoutine *routine)
{
  static const char *const texts[IM_N_ROUTINE_KINDS] = {
    [IM_ROUTINE_DRAIN] = "Uses up what a queue without an output has.",
    [IM_ROUTINE_INIT] = "Makes all memory anew and starts all units.",
    [IM_ROUTINE_SOURCE] = "Takes one frame and returns a status.",
    [IM_ROUTINE_ADVANCE] = "Computes one window and passes it to the next queue.",
    [IM_ROUTINE_SINK] = "Computes the next outputs: a status, then the arrays.",
    [IM_ROUTINE_SOFT_RESET] = "Forgets all data.",
    [IM_ROUTINE_FINALIZE] = "Ends all units.",
  };

  return routine->kind == IM_ROUTINE_SOURCE && routine->gives_outputs
             ? "Computes the outputs: a status, then the arrays."
             : texts[routine->kind];
}

static void
open_method (ImPythonEmitter *emitter, const char *name, const char *documentation)
{
  im_c_writer_blank (&emitter->writer);
  im_c_writer_line (&emitter->writer, "def %s):", name);
  emitter->writer.depth++;
  im_c_writer_line (&emitter->writer, "\"\"\"%s\"\"\"", documentation);
}

/* Whether the last step returns by itself. */
static gboolean
has_return (const ImRoutine *routine)
{
  ImStepKind last = routine->n_steps > 0 ? routine->steps[routine->n_steps - 1].kind
                                         : IM_STEP_CALL;

  return last == IM_STEP_DRAIN || last == IM_STEP_CONTINUE;
}

static void
open_routine (const ImRoutinePrinter *printer)
{
  const ImRoutine *routine = printer->routine;
  g_autoptr (GString) name = g_string_new (im_routine_is_static (routine) ? "_" : "");

  g_string_append_printf (name, "%s(self", routine->name);
  if (routine->takes_inputs)
    for_each_port (printer->emitter, IM_STORAGE_INPUT, (guint) routine->domain,
                   append_parameter, name);
  open_method (printer->emitter, name->str, get_documentation (routine));
}

static void
close_routine (const ImRoutinePrinter *printer)
{
  const ImRoutine *routine = printer->routine;
  g_autofree char *result = routine->gives_outputs
                                ? dup_outputs (printer->emitter, (guint) routine->domain)
                                : g_strdup ("0");

  if (!has_return (routine))
    im_c_writer_line (printer->writer, "return %s", result);
  printer->writer->depth--;
}

/* First what begins and ends, as a reader of a class expects. */
static const ImRoutineKind order[] = {
  IM_ROUTINE_INIT,   IM_ROUTINE_SOFT_RESET, IM_ROUTINE_FINALIZE, IM_ROUTINE_DRAIN,
  IM_ROUTINE_SOURCE, IM_ROUTINE_ADVANCE,    IM_ROUTINE_SINK,
};

/* Frames are taken one by one: the rules have no blocks. */
static const ImBackend python_backend = {
  .name = "Python",
  .order = order,
  .n_order = G_N_ELEMENTS (order),
  .get_function = get_function,
  .append_buffer = append_buffer,
  .append_literal = append_literal,
  .open = open_routine,
  .close = close_routine,
  .steps = {
    [IM_STEP_CLEAR] = print_clear,       [IM_STEP_TAKE] = print_take,
    [IM_STEP_TEST] = print_test,         [IM_STEP_SET] = print_set,
    [IM_STEP_COPY] = print_copy,         [IM_STEP_ROOM] = print_room,
    [IM_STEP_CALL] = print_call,         [IM_STEP_DEQUEUE] = print_dequeue,
    [IM_STEP_FOLLOW] = print_follow,     [IM_STEP_RUN] = print_run,
    [IM_STEP_CONTINUE] = print_continue, [IM_STEP_DRAIN] = print_drain,
  },
};

static void
emit_helpers (ImPythonEmitter *emitter)
{
  ImCWriter *writer = &emitter->writer;

  im_c_writer_blank (writer);
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "_NO_DATA = -1");
  im_c_writer_line (writer, "_ERROR = -2");
  im_c_writer_line (writer, "_FULL = -4");
  im_c_writer_blank (writer);
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "def _failed(status):");
  writer->depth++;
  im_c_writer_line (writer, "return status is not None and status < 0");
  writer->depth--;
  if (!emitter->traces)
    return;

  im_c_writer_blank (writer);
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "def _computed(tensor, array):");
  writer->depth++;
  im_c_writer_line (writer,
                    "\"\"\"Is told what each call computed, and may change it.\"\"\"");
  writer->depth--;
}

/* All but what computes a tensor may return a status, or None. */
static gboolean
may_fail (const ImPlanCall *call, gpointer data)
{
  return call->section != IM_SECTION_BODY;
}

ImRoutines
im_emit_python_list_routines (const ImPlan *plan, ImArena *arena)
{
  const ImRoutineRules rules = { .may_fail = may_fail, .ends_with_status = TRUE };

  return im_routines_new (plan, &rules, arena);
}

void
im_python_emit_class (ImPythonEmitter *emitter)
{
  ImRoutines routines = im_emit_python_list_routines (emitter->plan, emitter->arena);
  ImCWriter *writer = &emitter->writer;
  g_autofree char *id = im_escape_dup (IM_ESCAPE_PYTHON_STRING,
                                       emitter->plan->program->unit->id.text);

  emit_helpers (emitter);
  im_c_writer_blank (writer);
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "class Pipeline:");
  writer->depth++;
  im_c_writer_line (writer, "\"\"\"%s.\"\"\"", id);
  if (emitter->plan->constant_bytes > 0)
    im_c_writer_blank (writer);
  im_python_emit_memory (emitter, TRUE);
  open_method (emitter, "__init__(self", "Starts with empty queues.");
  im_c_writer_line (writer, "self.init()");
  writer->depth--;
  im_backend_print (&python_backend, emitter, &routines, writer);
  writer->depth--;
}
