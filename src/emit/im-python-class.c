/* SPDX-License-Identifier: MIT
 *
 * Routines as methods of a class. What they do is decided in im-routine.c; here it
 * becomes text.
 */
#include "base/im-escape.h"
#include "emit/im-python-private.h"
#include "emit/im-routine.h"

typedef struct
{
  ImPythonEmitter *emitter;
  const ImRoutine *routine;
} Printer;

/* Writes a call. What runs once per tensor returns nothing; all else may return a status.
 */
static void
print_bare_call (const Printer *printer, const ImPlanCall *call, gboolean may_fail)
{
  ImPythonEmitter *emitter = printer->emitter;
  g_autoptr (GString) arguments = g_string_new (NULL);

  for (guint i = 0; i < call->n_arguments; i++)
    {
      const ImPlanArgument *argument = &call->arguments[i];

      g_string_append (arguments, i > 0 ? ", " : "");
      if (argument->buffer >= 0)
        g_string_append_printf (arguments, "self.%s",
                                im_python_get_argument_name (emitter, call, argument));
      else if (!im_python_append_value (&argument->value, arguments))
        im_python_fail (emitter, "argument", call,
                        "argument %u of %s is %s, which has no literal in Python", i + 1,
                        call->function, im_value_kind_get_phrase (argument->value.kind));
    }
  im_c_writer_line (&emitter->writer, "%s%s(%s)", may_fail ? "status = " : "",
                    im_python_get_function (emitter, call), arguments->str);
}

/* Tells whoever traces the module what a call has computed. */
static void
print_trace (const Printer *printer, const ImPlanCall *call)
{
  ImPythonEmitter *emitter = printer->emitter;

  for (guint i = 0; emitter->traces && i < call->n_arguments; i++)
    {
      const ImPlanArgument *argument = &call->arguments[i];

      if (argument->buffer >= 0 && argument->parameter != NULL &&
          argument->parameter->kind == IM_PARAMETER_OUTPUT)
        im_c_writer_line (&emitter->writer, "_computed(%d, self.%s)",
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
            (ports[i].parameter->is_time != FALSE) == is_time &&
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
print_return (const Printer *printer, const char *result)
{
  gboolean is_tuple = printer->routine->gives_outputs;

  printer->emitter->writer.depth++;
  im_c_writer_line (&printer->emitter->writer, is_tuple ? "return (%s,)" : "return %s",
                    result);
  printer->emitter->writer.depth--;
}

static void
print_return_on_failure (const Printer *printer, const char *result)
{
  im_c_writer_line (&printer->emitter->writer, "if _failed(status):");
  print_return (printer, result);
}

static void
print_clear (const Printer *printer, const ImStep *step)
{
  if (step->buffer < 0)
    im_python_emit_memory (printer->emitter, FALSE);
  else
    im_python_emit_buffer (printer->emitter, (guint) step->buffer);
}

static void
print_take (const Printer *printer, const ImStep *step)
{
  const char *name = printer->emitter->buffer_names[step->buffer];

  im_c_writer_line (&printer->emitter->writer,
                    "self.%s[...] = np.reshape(%s, self.%s.shape)", name, name, name);
}

static void
print_test (const Printer *printer, const ImStep *step)
{
  im_c_writer_line (&printer->emitter->writer,
                    "if self.%s %s 0:", printer->emitter->buffer_names[step->buffer],
                    step->value != 0 ? "!=" : "==");
  print_return (printer, step->result == IM_RESULT_FULL ? "_FULL" : "_NO_DATA");
}

static void
print_set (const Printer *printer, const ImStep *step)
{
  im_c_writer_line (&printer->emitter->writer, "self.%s[...] = %d",
                    printer->emitter->buffer_names[step->buffer], step->value);
}

static void
print_copy (const Printer *printer, const ImStep *step)
{
  const char **names = printer->emitter->buffer_names;

  im_c_writer_line (&printer->emitter->writer, "self.%s[...] = self.%s", names[step->to],
                    names[step->buffer]);
}

static void
print_room (const Printer *printer, const ImStep *step)
{
  print_bare_call (printer, step->call, step->may_fail);
  print_return_on_failure (printer, "_FULL");
}

static void
print_call (const Printer *printer, const ImStep *step)
{
  print_bare_call (printer, step->call, step->may_fail);
  if (step->may_fail)
    print_return_on_failure (printer, "status");
  print_trace (printer, step->call);
}

static void
print_run (const Printer *printer, const ImStep *step)
{
  im_c_writer_line (&printer->emitter->writer, "status = self._%s()",
                    step->routine->name);
  print_return_on_failure (printer, "status");
}

static void
print_dequeue (const Printer *printer, const ImStep *step)
{
  ImCWriter *writer = &printer->emitter->writer;

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
print_follow (const Printer *printer, const ImStep *step)
{
  print_bare_call (printer, step->call, step->may_fail);
  print_return_on_failure (printer, "_ERROR");
  print_trace (printer, step->call);
}

static void
print_continue (const Printer *printer, const ImStep *step)
{
  im_c_writer_line (&printer->emitter->writer, "return self.%s()", step->routine->name);
}

static void print_steps (const Printer *printer, const ImStep *steps, guint n_steps);

static void
print_drain (const Printer *printer, const ImStep *step)
{
  ImCWriter *writer = &printer->emitter->writer;

  im_c_writer_line (writer, "while True:");
  writer->depth++;
  print_bare_call (printer, step->call, step->may_fail);
  print_return_on_failure (printer, "0 if status == _NO_DATA else status");
  print_trace (printer, step->call);
  print_steps (printer, step->steps, step->n_steps);
  writer->depth--;
}

/* The rules have no blocks: Python takes frames one by one. */
static void (*const step_printers[IM_N_STEP_KINDS]) (const Printer *printer,
                                                     const ImStep *step) = {
  [IM_STEP_CLEAR] = print_clear,       [IM_STEP_TAKE] = print_take,
  [IM_STEP_TEST] = print_test,         [IM_STEP_SET] = print_set,
  [IM_STEP_COPY] = print_copy,         [IM_STEP_ROOM] = print_room,
  [IM_STEP_CALL] = print_call,         [IM_STEP_DEQUEUE] = print_dequeue,
  [IM_STEP_FOLLOW] = print_follow,     [IM_STEP_RUN] = print_run,
  [IM_STEP_CONTINUE] = print_continue, [IM_STEP_DRAIN] = print_drain,
};

static void
print_steps (const Printer *printer, const ImStep *steps, guint n_steps)
{
  for (guint i = 0; i < n_steps; i++)
    step_printers[steps[i].kind](printer, &steps[i]);
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
print_routine (const Printer *printer)
{
  ImPythonEmitter *emitter = printer->emitter;
  const ImRoutine *routine = printer->routine;
  guint domain = (guint) MAX (routine->domain, 0);
  g_autofree char *result = routine->gives_outputs ? dup_outputs (emitter, domain)
                                                   : g_strdup ("0");
  g_autoptr (GString) name = g_string_new (im_routine_is_static (routine) ? "_" : "");

  g_string_append_printf (name, "%s(self", routine->name);
  if (routine->takes_inputs)
    for_each_port (emitter, IM_STORAGE_INPUT, domain, append_parameter, name);
  open_method (emitter, name->str, get_documentation (routine));
  print_steps (printer, routine->steps, routine->n_steps);
  if (!has_return (routine))
    im_c_writer_line (&emitter->writer, "return %s", result);
  emitter->writer.depth--;
}

/* First what begins and ends, as a reader of a class expects. */
static void
print_routines (ImPythonEmitter *emitter, const ImRoutines *routines)
{
  static const ImRoutineKind order[] = {
    IM_ROUTINE_INIT,   IM_ROUTINE_SOFT_RESET, IM_ROUTINE_FINALIZE, IM_ROUTINE_DRAIN,
    IM_ROUTINE_SOURCE, IM_ROUTINE_ADVANCE,    IM_ROUTINE_SINK,
  };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    for (guint j = 0; j < routines->n; j++)
      if (routines->list[j].kind == order[i])
        {
          Printer printer = { emitter, &routines->list[j] };

          print_routine (&printer);
        }
}

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

void
im_python_emit_class (ImPythonEmitter *emitter)
{
  const ImRoutineRules rules = { .may_fail = may_fail, .ends_with_status = TRUE };
  ImRoutines routines = im_routines_new (emitter->plan, &rules, emitter->arena);
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
  print_routines (emitter, &routines);
  writer->depth--;
}
