/* SPDX-License-Identifier: MIT
 *
 * The class that a program uses. A domain is a run of calls; queues connect them.
 */
#include "base/im-escape.h"
#include "emit/im-emit-names.h"
#include "emit/im-python-private.h"
#include "unit/im-unit-library.h"

static gboolean
has_queue (const ImPythonEmitter *emitter)
{
  return !im_plan_is_function (emitter->plan);
}

/* What runs once per tensor returns nothing; all else may return a status. */
static gboolean
may_fail (const ImPlanCall *call)
{
  return call->section != IM_SECTION_BODY;
}

static void
emit_call (ImPythonEmitter *emitter, const ImPlanCall *call)
{
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
  im_c_writer_line (&emitter->writer, "%s%s(%s)", may_fail (call) ? "status = " : "",
                    im_python_get_function (emitter, call), arguments->str);
}

/* Tells whoever traces the module what a call has computed. */
static void
emit_trace (ImPythonEmitter *emitter, const ImPlanCall *call)
{
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

static void
emit_return_on_failure (ImPythonEmitter *emitter, const char *result)
{
  im_c_writer_line (&emitter->writer, "if _failed(status):");
  emitter->writer.depth++;
  im_c_writer_line (&emitter->writer, "return %s", result);
  emitter->writer.depth--;
}

static void
emit_calls (ImPythonEmitter *emitter,
            const ImPlanCall *calls,
            guint n_calls,
            const char *failure)
{
  for (guint i = 0; i < n_calls; i++)
    {
      emit_call (emitter, &calls[i]);
      if (may_fail (&calls[i]))
        emit_return_on_failure (emitter, failure);
      emit_trace (emitter, &calls[i]);
    }
}

/* Nothing may move before all queues that a domain fills were asked for room. */
static void
emit_rooms (ImPythonEmitter *emitter, const ImPlanDomain *domain, const char *full)
{
  for (guint i = 0; i < domain->n_rooms; i++)
    {
      emit_call (emitter, &domain->rooms[i]);
      emit_return_on_failure (emitter, full);
    }
}

static void
open_function (ImPythonEmitter *emitter, const char *name, const char *documentation)
{
  im_c_writer_blank (&emitter->writer);
  im_c_writer_line (&emitter->writer, "def %s:", name);
  emitter->writer.depth++;
  im_c_writer_line (&emitter->writer, "\"\"\"%s\"\"\"", documentation);
}

static void
close_function (ImPythonEmitter *emitter, const char *result)
{
  im_c_writer_line (&emitter->writer, "return %s", result);
  emitter->writer.depth--;
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
emit_input (ImPythonEmitter *emitter,
            const ImProgramPort *port,
            gint buffer,
            gpointer data)
{
  const char *name = buffer >= 0 ? emitter->buffer_names[buffer] : NULL;

  if (name != NULL)
    im_c_writer_line (&emitter->writer, "self.%s[...] = np.reshape(%s, self.%s.shape)",
                      name, name, name);
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
emit_copy (ImPythonEmitter *emitter, const ImPlanCopy *copy)
{
  im_c_writer_line (&emitter->writer, "self.%s[...] = self.%s",
                    emitter->buffer_names[copy->to], emitter->buffer_names[copy->from]);
}

static void
emit_copies (ImPythonEmitter *emitter, guint domain)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_copies; i++)
    if (plan->sink_of[plan->buffers[plan->copies[i].to].port] == (gint) domain)
      emit_copy (emitter, &plan->copies[i]);
}

/* Keeps the outputs of a source until they are fetched. */
static void
emit_holds (ImPythonEmitter *emitter, guint source)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_holds; i++)
    if (plan->source_of[plan->buffers[plan->holds[i].from].port] == source)
      emit_copy (emitter, &plan->holds[i]);
  if (plan->domains[source].waits >= 0)
    im_c_writer_line (&emitter->writer, "self.%s[...] = 1",
                      emitter->buffer_names[plan->domains[source].waits]);
}

/* Leaves a function while the outputs of a source wait, or while they do not. */
static void
emit_return_on_waits (ImPythonEmitter *emitter,
                      guint source,
                      gboolean waits,
                      const char *result)
{
  im_c_writer_line (&emitter->writer, "if self.%s %s 0:",
                    emitter->buffer_names[emitter->plan->domains[source].waits],
                    waits ? "!=" : "==");
  emitter->writer.depth++;
  im_c_writer_line (&emitter->writer, "return %s", result);
  emitter->writer.depth--;
}

/* The windows of queues that run in lockstep with the first one, and what follows. */
static void
emit_rest (ImPythonEmitter *emitter, const ImPlanDomain *domain, gboolean is_tuple)
{
  const char *failure = is_tuple ? "(status,)" : "status";

  for (guint i = 1; i < domain->n_queues; i++)
    {
      emit_call (emitter, &domain->calls[i]);
      emit_return_on_failure (emitter, is_tuple ? "(_ERROR,)" : "_ERROR");
      emit_trace (emitter, &domain->calls[i]);
    }
  emit_calls (emitter, domain->calls + domain->n_queues,
              domain->n_calls - domain->n_queues, failure);
}

/* Takes a window from the queue of a domain, as in C: if it has none, the domain in front
 * of it goes on first. */
static void
emit_dequeue_call (ImPythonEmitter *emitter, guint number, const char *failure)
{
  const ImPlan *plan = emitter->plan;
  const ImPlanDomain *domain = &plan->domains[number];
  ImCWriter *writer = &emitter->writer;

  emit_call (emitter, &domain->calls[0]);
  if (im_plan_is_pulled (plan, (guint) domain->parent))
    {
      im_c_writer_line (writer, "while status == _NO_DATA:");
      writer->depth++;
      im_c_writer_line (writer, "status = self._advance_%d()", domain->parent);
      emit_return_on_failure (emitter, failure);
      emit_call (emitter, &domain->calls[0]);
      writer->depth--;
    }
  emit_return_on_failure (emitter, failure);
  emit_trace (emitter, &domain->calls[0]);
}

/* Queues that no output is behind are emptied where they are filled. */
static void
emit_side_drains (ImPythonEmitter *emitter, guint domain, const char *failure)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_domains; i++)
    if (plan->domains[i].parent == (gint) domain && im_plan_is_side_domain (plan, i))
      {
        im_c_writer_line (&emitter->writer, "status = self._drain_%u()", i);
        emit_return_on_failure (emitter, failure);
      }
}

static void
emit_source (ImPythonEmitter *emitter, guint source)
{
  const ImPlanDomain *domain = &emitter->plan->domains[source];
  gboolean is_compute = !has_queue (emitter);
  const char *failure = is_compute ? "(status,)" : "status";
  g_autofree char *function = im_emit_dup_enqueue_name (emitter->plan, source);
  g_autoptr (GString) name = g_string_new (function);

  g_string_append (name, "(self");
  for_each_port (emitter, IM_STORAGE_INPUT, source, append_parameter, name);
  g_string_append_c (name, ')');
  open_function (emitter, name->str,
                 is_compute ? "Computes the outputs: a status, then the arrays."
                            : "Takes one frame and returns a status.");
  if (domain->waits >= 0)
    emit_return_on_waits (emitter, source, TRUE, "_FULL");
  for_each_port (emitter, IM_STORAGE_INPUT, source, emit_input, NULL);
  emit_rooms (emitter, domain, "_FULL");
  emit_calls (emitter, domain->calls, domain->n_calls, failure);
  emit_holds (emitter, source);
  emit_side_drains (emitter, source, failure);
  if (is_compute)
    {
      g_autofree char *outputs = dup_outputs (emitter, source);

      emit_copies (emitter, source);
      close_function (emitter, outputs);
    }
  else
    close_function (emitter, "0");
}

static void
emit_drain (ImPythonEmitter *emitter, guint number)
{
  const ImPlanDomain *domain = &emitter->plan->domains[number];
  g_autofree char *name = g_strdup_printf ("_drain_%u(self)", number);

  open_function (emitter, name, "Uses up what a queue without an output has.");
  im_c_writer_line (&emitter->writer, "while True:");
  emitter->writer.depth++;
  emit_call (emitter, &domain->calls[0]);
  emit_return_on_failure (emitter, "0 if status == _NO_DATA else status");
  emit_trace (emitter, &domain->calls[0]);
  emit_rest (emitter, domain, FALSE);
  emit_side_drains (emitter, number, "status");
  emitter->writer.depth -= 2;
}

static void
emit_advance (ImPythonEmitter *emitter, guint number)
{
  const ImPlanDomain *domain = &emitter->plan->domains[number];
  g_autofree char *name = g_strdup_printf ("_advance_%u(self)", number);

  open_function (emitter, name, "Computes one window and passes it to the next queue.");
  emit_rooms (emitter, domain, "_FULL");
  emit_dequeue_call (emitter, number, "status");
  emit_rest (emitter, domain, FALSE);
  emit_side_drains (emitter, number, "status");
  close_function (emitter, "0");
}

static void
emit_sink (ImPythonEmitter *emitter, guint sink)
{
  const ImPlan *plan = emitter->plan;
  guint number = plan->sinks[sink];
  const ImPlanDomain *domain = &plan->domains[number];
  g_autofree char *outputs = dup_outputs (emitter, number);
  g_autofree char *function = im_emit_dup_dequeue_name (plan, sink);
  g_autofree char *name = g_strconcat (function, "(self)", NULL);

  open_function (emitter, name, "Computes the next outputs: a status, then the arrays.");
  if (number < plan->n_sources)
    {
      emit_return_on_waits (emitter, number, FALSE, "(_NO_DATA,)");
      emit_copies (emitter, number);
      im_c_writer_line (&emitter->writer, "self.%s[...] = 0",
                        emitter->buffer_names[domain->waits]);
    }
  else
    {
      emit_rooms (emitter, domain, "(_FULL,)");
      emit_dequeue_call (emitter, number, "(status,)");
      emit_rest (emitter, domain, TRUE);
      emit_copies (emitter, number);
      emit_side_drains (emitter, number, "(status,)");
    }
  close_function (emitter, outputs);
}

/* As in C: units that say how they start anew do so; the others get new memory and their
 * Init again. */
static void
emit_soft_reset (ImPythonEmitter *emitter)
{
  const ImPlan *plan = emitter->plan;

  open_function (emitter, "soft_reset(self)", "Forgets all data.");
  if (plan->n_soft_reset == 0)
    {
      close_function (emitter, "self.init()");
      return;
    }

  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == IM_STORAGE_STATE &&
        !im_plan_is_reset_by_unit (plan, i))
      im_python_emit_buffer (emitter, i);
  for (guint i = 0; i < plan->n_init; i++)
    if (!im_plan_has_soft_reset (plan, plan->init[i].instance))
      emit_calls (emitter, &plan->init[i], 1, "status");
  emit_calls (emitter, plan->soft_reset, plan->n_soft_reset, "status");
  close_function (emitter, "0");
}

static void
emit_life_cycle (ImPythonEmitter *emitter)
{
  const ImPlan *plan = emitter->plan;

  open_function (emitter, "__init__(self)", "Starts with empty queues.");
  im_c_writer_line (&emitter->writer, "self.init()");
  emitter->writer.depth--;

  open_function (emitter, "init(self)", "Makes all memory anew and starts all units.");
  im_python_emit_memory (emitter, FALSE);
  emit_calls (emitter, plan->init, plan->n_init, "status");
  close_function (emitter, "0");

  emit_soft_reset (emitter);

  open_function (emitter, "finalize(self)", "Ends all units.");
  emit_calls (emitter, plan->finalize, plan->n_finalize, "status");
  close_function (emitter, "0");
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

void
im_python_emit_class (ImPythonEmitter *emitter)
{
  ImCWriter *writer = &emitter->writer;
  const ImPlan *plan = emitter->plan;
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
  emit_life_cycle (emitter);
  for (guint i = plan->n_domains; i-- > plan->n_sources;)
    if (im_plan_is_side_domain (plan, i))
      emit_drain (emitter, i);
  for (guint i = 0; i < plan->n_sources; i++)
    emit_source (emitter, i);
  for (guint i = plan->n_sources; i < plan->n_domains; i++)
    if (im_plan_is_pulled (plan, i))
      emit_advance (emitter, i);
  for (guint i = 0; has_queue (emitter) && i < plan->n_sinks; i++)
    emit_sink (emitter, i);
  writer->depth--;
}
