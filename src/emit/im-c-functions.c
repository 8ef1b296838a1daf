/* SPDX-License-Identifier: MIT
 *
 * The functions of the interface. Inputs run their source. Outputs are drawn: a queue
 * that has no data asks the domain in front of it for one window more, unless that one
 * has an output itself, so that no queue between two domains ever holds more than it
 * needs.
 */
#include <string.h>

#include "base/im-escape.h"
#include "emit/im-emit-c-private.h"
#include "emit/im-emit-names.h"

gboolean
im_c_emitter_is_function (const ImCEmitter *emitter)
{
  return im_plan_is_function (emitter->plan);
}

gboolean
im_c_emitter_any_has_status (ImCEmitter *emitter, ImCCalls calls)
{
  for (guint i = 0; i < calls.n_calls; i++)
    if (im_c_emitter_has_status (emitter, &calls.calls[i]))
      return TRUE;

  return FALSE;
}

void
im_c_emit_calls (ImCEmitter *emitter,
                 ImCCalls calls,
                 const char *result,
                 ImCWriter *writer)
{
  const char *last = NULL;

  for (guint i = 0; i < calls.n_calls; i++)
    {
      const char *path = im_c_emitter_get_instance (emitter, &calls.calls[i])->path;
      g_autofree char *comment = im_escape_dup (IM_ESCAPE_C_COMMENT, path);

      if (last == NULL || strcmp (last, path) != 0)
        im_c_writer_line (writer, "/* %s */", comment);
      im_c_emit_call (emitter, &calls.calls[i], result, writer);
      im_c_emit_trace (emitter, &calls.calls[i], writer);
      last = path;
    }
}

/* Queues that no output is behind are emptied where they are filled. */
static gboolean
has_side_domain (const ImCEmitter *emitter, guint domain)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_domains; i++)
    if (plan->domains[i].parent == (gint) domain && im_plan_is_side_domain (plan, i))
      return TRUE;

  return FALSE;
}

static void
emit_side_domains (ImCEmitter *emitter, guint domain, ImCWriter *writer)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_domains; i++)
    {
      if (plan->domains[i].parent != (gint) domain || !im_plan_is_side_domain (plan, i))
        continue;
      im_c_writer_line (writer, "status = %s_drain_%u();", emitter->prefix, i);
      im_c_writer_open (writer, "if (status < 0)");
      im_c_writer_line (writer, "return status;");
      im_c_writer_close (writer);
    }
}

/* A queue whose function returns nothing that can be below 0 always has room. */
static gboolean
is_asked (ImCEmitter *emitter, const ImPlanCall *room)
{
  return im_c_emitter_has_status (emitter, room);
}

const ImPlanCall *
im_c_emitter_find_room (ImCEmitter *emitter, guint number)
{
  const ImPlanDomain *domain = &emitter->plan->domains[number];

  return domain->n_rooms == 1 && is_asked (emitter, domain->rooms) ? domain->rooms : NULL;
}

/* Nothing may move before all of them were asked. */
static void
emit_rooms (ImCEmitter *emitter, guint number, ImCWriter *writer)
{
  const ImPlanDomain *domain = &emitter->plan->domains[number];

  for (guint i = 0; i < domain->n_rooms; i++)
    {
      const ImPlanCall *room = &domain->rooms[i];
      g_autofree char *path = im_escape_dup (
          IM_ESCAPE_C_COMMENT, im_c_emitter_get_instance (emitter, room)->path);

      if (!is_asked (emitter, room))
        continue;
      im_c_writer_line (writer, "/* Is there room in %s? */", path);
      im_c_writer_open (writer, "if (%s < 0)",
                        im_c_emitter_get_call_text (emitter, room));
      im_c_writer_line (writer, "return %s_RET_FULL;", emitter->prefix);
      im_c_writer_close (writer);
    }
}

/* The calls of a domain without the Dequeues that start it. */
static ImCCalls
get_calls (const ImCEmitter *emitter, guint number)
{
  const ImPlanDomain *domain = &emitter->plan->domains[number];

  return (ImCCalls){ domain->calls + domain->n_queues,
                     domain->n_calls - domain->n_queues };
}

static void
emit_copy (ImCEmitter *emitter, const ImPlanCopy *copy, ImCWriter *writer)
{
  im_c_writer_line (writer, "memcpy(%s, %s, %u);", emitter->buffer_names[copy->to],
                    emitter->buffer_names[copy->from],
                    emitter->plan->buffers[copy->from].size_bytes);
}

/* Copies outputs of a domain. */
static void
emit_copies (ImCEmitter *emitter, guint domain, ImCWriter *writer)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_copies; i++)
    if (plan->sink_of[plan->buffers[plan->copies[i].to].port] == (gint) domain)
      emit_copy (emitter, &plan->copies[i], writer);
}

/* Keeps the outputs of a source until they are fetched. */
static void
emit_holds (ImCEmitter *emitter, guint source, ImCWriter *writer)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_holds; i++)
    if (plan->source_of[plan->buffers[plan->holds[i].from].port] == source)
      emit_copy (emitter, &plan->holds[i], writer);
  if (plan->domains[source].waits >= 0)
    im_c_writer_line (writer, "*%s = 1;",
                      emitter->buffer_names[plan->domains[source].waits]);
}

static gboolean
is_read (const ImCEmitter *emitter, const ImCPort *port)
{
  const ImPlan *plan = emitter->plan;
  const ImPlanDomain *domain = &plan->domains[port->domain];

  for (guint i = 0; port->buffer >= 0 && i < domain->n_calls; i++)
    for (guint j = 0; j < domain->calls[i].n_arguments; j++)
      if (domain->calls[i].arguments[j].buffer == port->buffer)
        return TRUE;
  for (guint i = 0; im_c_emitter_is_function (emitter) && i < plan->n_copies; i++)
    if (plan->copies[i].from == port->buffer)
      return TRUE;
  for (guint i = 0; i < plan->n_holds; i++)
    if (plan->holds[i].from == port->buffer)
      return TRUE;

  return FALSE;
}

static void
emit_unread_inputs (ImCEmitter *emitter, const GArray *inputs, ImCWriter *writer)
{
  for (guint i = 0; i < inputs->len; i++)
    {
      const ImCPort *port = &g_array_index (inputs, ImCPort, i);

      if (!is_read (emitter, port))
        im_c_writer_line (writer, "(void) %s; /* nothing depends on it */",
                          port->parameter);
    }
}

void
im_c_open_function (ImCEmitter *emitter,
                    const char *name,
                    const GArray *inputs,
                    const GArray *outputs,
                    gboolean has_status,
                    ImCWriter *writer)
{
  g_autoptr (GString) parameters = g_string_new (NULL);

  im_c_append_parameters (inputs, outputs, parameters);
  im_c_writer_open (writer, "int %s_%s%s", emitter->prefix, name, parameters->str);
  if (has_status)
    {
      im_c_writer_line (writer, "int status;");
      im_c_writer_blank (writer);
    }
}

void
im_c_close_function (ImCEmitter *emitter, ImCWriter *writer)
{
  im_c_writer_line (writer, "return %s_RET_SUCCESS;", emitter->prefix);
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}

/* The function of a source: `enqueue`, or `compute` if that is all there is. */
static void
emit_source (ImCEmitter *emitter, guint source, ImCWriter *writer)
{
  gboolean is_function = im_c_emitter_is_function (emitter);
  gint waits = emitter->plan->domains[source].waits;
  ImCCalls calls = get_calls (emitter, source);
  g_autofree char *name = im_emit_dup_enqueue_name (emitter->plan, source);
  g_autoptr (GArray) inputs = im_c_emitter_list_ports (emitter->inputs, source);

  im_c_open_function (emitter, name, inputs, is_function ? emitter->outputs : NULL,
                      im_c_emitter_any_has_status (emitter, calls) ||
                          has_side_domain (emitter, source),
                      writer);
  emit_unread_inputs (emitter, inputs, writer);
  if (waits >= 0)
    {
      im_c_writer_line (writer, "/* Were the last results fetched? */");
      im_c_writer_open (writer, "if (*%s != 0)", emitter->buffer_names[waits]);
      im_c_writer_line (writer, "return %s_RET_FULL;", emitter->prefix);
      im_c_writer_close (writer);
    }
  emit_rooms (emitter, source, writer);
  im_c_emit_calls (emitter, calls, "status", writer);
  if (is_function)
    emit_copies (emitter, source, writer);
  emit_holds (emitter, source, writer);
  emit_side_domains (emitter, source, writer);
  im_c_close_function (emitter, writer);
}

/* The Dequeues of queues that run in lockstep with the first one: they have an output
 * now.
 */
static void
emit_followers (ImCEmitter *emitter, guint number, ImCWriter *writer)
{
  const ImPlanDomain *domain = &emitter->plan->domains[number];

  for (guint i = 1; i < domain->n_queues; i++)
    {
      const ImPlanCall *call = &domain->calls[i];
      g_autofree char *path = im_escape_dup (
          IM_ESCAPE_C_COMMENT, im_c_emitter_get_instance (emitter, call)->path);

      im_c_writer_line (writer, "/* %s has one, too */", path);
      if (im_c_emitter_has_status (emitter, call))
        {
          im_c_writer_open (writer, "if (%s < 0)",
                            im_c_emitter_get_call_text (emitter, call));
          im_c_writer_line (writer, "return %s_RET_ERROR;", emitter->prefix);
          im_c_writer_close (writer);
        }
      else
        im_c_emit_call (emitter, call, NULL, writer);
      im_c_emit_trace (emitter, call, writer);
    }
}

static void
emit_drain (ImCEmitter *emitter, guint number, ImCWriter *writer)
{
  const ImPlanCall *dequeue = &emitter->plan->domains[number].calls[0];
  gboolean repeats = im_c_emitter_has_status (emitter, dequeue);

  im_c_writer_line (writer, "/* Uses up what the queue of %s has. */",
                    im_c_emitter_get_instance (emitter, dequeue)->path);
  im_c_writer_open (writer, "static int %s_drain_%u(void)", emitter->prefix, number);
  im_c_writer_line (writer, "int status = %s_RET_SUCCESS;", emitter->prefix);
  im_c_writer_blank (writer);
  if (repeats)
    {
      im_c_writer_open (writer, "while ((status = %s) >= 0)",
                        im_c_emitter_get_call_text (emitter, dequeue));
      im_c_emit_trace (emitter, dequeue, writer);
      emit_followers (emitter, number, writer);
      im_c_emit_calls (emitter, get_calls (emitter, number), "status", writer);
      emit_side_domains (emitter, number, writer);
      im_c_writer_close (writer);
    }
  else
    {
      im_c_emit_call (emitter, dequeue, NULL, writer);
      im_c_emit_trace (emitter, dequeue, writer);
      emit_followers (emitter, number, writer);
      im_c_emit_calls (emitter, get_calls (emitter, number), "status", writer);
      emit_side_domains (emitter, number, writer);
    }
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "return status == %s_RET_NODATA ? %s_RET_SUCCESS : status;",
                    emitter->prefix, emitter->prefix);
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}

static void
emit_return_on_error (ImCWriter *writer)
{
  im_c_writer_open (writer, "if (status < 0)");
  im_c_writer_line (writer, "return status;");
  im_c_writer_close (writer);
}

static void
emit_advance_call (ImCEmitter *emitter, guint domain, ImCWriter *writer)
{
  im_c_writer_line (writer, "status = %s_advance_%u();", emitter->prefix, domain);
  emit_return_on_error (writer);
}

/* Takes a window from the queue of a domain. If it has none, the domain in front of it
 * goes on first, but not if it has outputs, which are to be asked for. */
static void
emit_dequeue (ImCEmitter *emitter, guint number, ImCWriter *writer)
{
  const ImPlanDomain *domain = &emitter->plan->domains[number];
  gboolean pulls = im_plan_is_pulled (emitter->plan, (guint) domain->parent);
  const ImPlanCall *call = &domain->calls[0];
  const char *text = im_c_emitter_get_call_text (emitter, call);
  g_autofree char *comment = im_escape_dup (
      IM_ESCAPE_C_COMMENT, im_c_emitter_get_instance (emitter, call)->path);

  im_c_writer_line (writer, "/* %s */", comment);
  if (!im_c_emitter_has_status (emitter, call))
    {
      if (pulls)
        emit_advance_call (emitter, (guint) domain->parent, writer);
      im_c_emit_call (emitter, call, NULL, writer);
    }
  else if (!pulls)
    im_c_emit_call (emitter, call, "status", writer);
  else
    {
      im_c_writer_open (writer, "while ((status = %s) == %s_RET_NODATA)", text,
                        emitter->prefix);
      emit_advance_call (emitter, (guint) domain->parent, writer);
      im_c_writer_close (writer);
      emit_return_on_error (writer);
    }
  im_c_emit_trace (emitter, call, writer);
  emit_followers (emitter, number, writer);
}

static void
emit_advance (ImCEmitter *emitter, guint number, ImCWriter *writer)
{
  im_c_writer_line (writer, "/* Computes one window and passes it to the next queue. */");
  im_c_writer_open (writer, "static int %s_advance_%u(void)", emitter->prefix, number);
  im_c_writer_line (writer, "int status;");
  im_c_writer_blank (writer);
  emit_rooms (emitter, number, writer);
  emit_dequeue (emitter, number, writer);
  im_c_emit_calls (emitter, get_calls (emitter, number), "status", writer);
  emit_side_domains (emitter, number, writer);
  im_c_close_function (emitter, writer);
}

static void
emit_fetch (ImCEmitter *emitter, guint source, ImCWriter *writer)
{
  const char *waits = emitter->buffer_names[emitter->plan->domains[source].waits];

  im_c_writer_open (writer, "if (*%s == 0)", waits);
  im_c_writer_line (writer, "return %s_RET_NODATA;", emitter->prefix);
  im_c_writer_close (writer);
  emit_copies (emitter, source, writer);
  im_c_writer_line (writer, "*%s = 0;", waits);
}

/* Whether a function that begins with the Dequeues of a domain needs a status. */
static gboolean
needs_status (ImCEmitter *emitter, guint number)
{
  const ImPlanDomain *domain = &emitter->plan->domains[number];
  ImCCalls rest = get_calls (emitter, number);

  return im_plan_is_pulled (emitter->plan, (guint) domain->parent) ||
         im_c_emitter_has_status (emitter, domain->calls) ||
         im_c_emitter_any_has_status (emitter, rest) || has_side_domain (emitter, number);
}

/* The function that gives the outputs of a domain. */
static void
emit_sink (ImCEmitter *emitter, guint sink, ImCWriter *writer)
{
  guint number = emitter->plan->sinks[sink];
  gboolean is_source = number < emitter->plan->n_sources;
  g_autofree char *name = im_emit_dup_dequeue_name (emitter->plan, sink);
  g_autoptr (GArray) outputs = im_c_emitter_list_ports (emitter->outputs, number);

  im_c_open_function (emitter, name, NULL, outputs,
                      !is_source && needs_status (emitter, number), writer);
  if (is_source)
    emit_fetch (emitter, number, writer);
  else
    {
      emit_rooms (emitter, number, writer);
      emit_dequeue (emitter, number, writer);
      im_c_emit_calls (emitter, get_calls (emitter, number), "status", writer);
      emit_copies (emitter, number, writer);
      emit_side_domains (emitter, number, writer);
    }
  im_c_close_function (emitter, writer);
}

void
im_c_emit_functions (ImCEmitter *emitter, ImCWriter *writer)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = plan->n_domains; i-- > plan->n_sources;)
    if (im_plan_is_side_domain (plan, i))
      emit_drain (emitter, i, writer);
  im_c_emit_init (emitter, writer);
  for (guint i = 0; i < plan->n_sources; i++)
    {
      emit_source (emitter, i, writer);
      if (!im_c_emitter_is_function (emitter))
        im_c_emit_enqueue_block (emitter, i, writer);
    }
  for (guint i = plan->n_sources; i < plan->n_domains; i++)
    if (im_plan_is_pulled (plan, i))
      emit_advance (emitter, i, writer);
  for (guint i = 0; !im_c_emitter_is_function (emitter) && i < plan->n_sinks; i++)
    emit_sink (emitter, i, writer);
  im_c_emit_soft_reset (emitter, writer);
  im_c_emit_finalize (emitter, writer);
}
