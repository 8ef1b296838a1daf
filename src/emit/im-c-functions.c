/* SPDX-License-Identifier: MIT
 *
 * The functions of the interface. Inputs run the first domain. Outputs are drawn: each
 * queue that has no data asks the domain in front of it for one window more, so that no
 * queue between two domains ever holds more than it needs.
 */
#include <string.h>

#include "base/im-escape.h"
#include "emit/im-emit-c-private.h"

gboolean
im_c_emitter_is_function (const ImCEmitter *emitter)
{
  return emitter->plan->n_chain <= 1;
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
gboolean
im_c_emitter_has_side_domain (const ImCEmitter *emitter, guint domain)
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
void
im_c_emit_rooms (ImCEmitter *emitter, guint number, ImCWriter *writer)
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
emit_copies (ImCEmitter *emitter, ImCWriter *writer)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_copies; i++)
    im_c_writer_line (writer, "memcpy(%s, %s, %u);",
                      emitter->buffer_names[plan->copies[i].to],
                      emitter->buffer_names[plan->copies[i].from],
                      plan->buffers[plan->copies[i].from].size_bytes);
}

static gboolean
is_read (const ImCEmitter *emitter, const ImCPort *port)
{
  const ImPlan *plan = emitter->plan;
  const ImPlanDomain *domain = &plan->domains[0];

  for (guint i = 0; port->buffer >= 0 && i < domain->n_calls; i++)
    for (guint j = 0; j < domain->calls[i].n_arguments; j++)
      if (domain->calls[i].arguments[j].buffer == port->buffer)
        return TRUE;
  for (guint i = 0; im_c_emitter_is_function (emitter) && i < plan->n_copies; i++)
    if (plan->copies[i].from == port->buffer)
      return TRUE;

  return FALSE;
}

static void
emit_unread_inputs (ImCEmitter *emitter, ImCWriter *writer)
{
  for (guint i = 0; i < emitter->inputs->len; i++)
    {
      const ImCPort *port = &g_array_index (emitter->inputs, ImCPort, i);

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

/* The function of the first domain: `enqueue`, or `compute` if it is all there is. */
static void
emit_first_domain (ImCEmitter *emitter, ImCWriter *writer)
{
  gboolean is_function = im_c_emitter_is_function (emitter);
  ImCCalls calls = get_calls (emitter, 0);

  im_c_open_function (emitter, is_function ? "compute" : "enqueue", emitter->inputs,
                      is_function ? emitter->outputs : NULL,
                      im_c_emitter_any_has_status (emitter, calls) ||
                          im_c_emitter_has_side_domain (emitter, 0),
                      writer);
  emit_unread_inputs (emitter, writer);
  im_c_emit_rooms (emitter, 0, writer);
  im_c_emit_calls (emitter, calls, "status", writer);
  if (is_function)
    emit_copies (emitter, writer);
  emit_side_domains (emitter, 0, writer);
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
emit_advance_call (ImCEmitter *emitter, guint position, ImCWriter *writer)
{
  im_c_writer_line (writer, "status = %s_advance_%u();", emitter->prefix, position - 1);
  emit_return_on_error (writer);
}

/* Takes a window from the queue at @position of the chain; if it has none, the domains in
 * front of it go on first. */
static void
emit_dequeue (ImCEmitter *emitter, guint position, ImCWriter *writer)
{
  guint number = emitter->plan->chain[position];
  const ImPlanCall *call = &emitter->plan->domains[number].calls[0];
  const char *text = im_c_emitter_get_call_text (emitter, call);
  g_autofree char *comment = im_escape_dup (
      IM_ESCAPE_C_COMMENT, im_c_emitter_get_instance (emitter, call)->path);

  im_c_writer_line (writer, "/* %s */", comment);
  if (!im_c_emitter_has_status (emitter, call))
    {
      if (position > 1)
        emit_advance_call (emitter, position, writer);
      im_c_emit_call (emitter, call, NULL, writer);
      im_c_emit_trace (emitter, call, writer);
      return;
    }
  if (position == 1)
    {
      im_c_emit_call (emitter, call, "status", writer);
      im_c_emit_trace (emitter, call, writer);
      return;
    }

  im_c_writer_open (writer, "while ((status = %s) == %s_RET_NODATA)", text,
                    emitter->prefix);
  emit_advance_call (emitter, position, writer);
  im_c_writer_close (writer);
  emit_return_on_error (writer);
  im_c_emit_trace (emitter, call, writer);
}

static void
emit_advance (ImCEmitter *emitter, guint position, ImCWriter *writer)
{
  guint number = emitter->plan->chain[position];

  im_c_writer_line (writer, "/* Computes one window and passes it to the next queue. */");
  im_c_writer_open (writer, "static int %s_advance_%u(void)", emitter->prefix, position);
  im_c_writer_line (writer, "int status;");
  im_c_writer_blank (writer);
  im_c_emit_rooms (emitter, number, writer);
  emit_dequeue (emitter, position, writer);
  emit_followers (emitter, number, writer);
  im_c_emit_calls (emitter, get_calls (emitter, number), "status", writer);
  emit_side_domains (emitter, number, writer);
  im_c_close_function (emitter, writer);
}

static void
emit_last_domain (ImCEmitter *emitter, ImCWriter *writer)
{
  guint position = emitter->plan->n_chain - 1;
  guint number = emitter->plan->chain[position];
  const ImPlanCall *dequeue = &emitter->plan->domains[number].calls[0];
  ImCCalls all = { dequeue, emitter->plan->domains[number].n_calls };

  im_c_open_function (emitter, "dequeue", NULL, emitter->outputs,
                      position > 1 || im_c_emitter_any_has_status (emitter, all) ||
                          im_c_emitter_has_side_domain (emitter, number),
                      writer);
  emit_dequeue (emitter, position, writer);
  emit_followers (emitter, number, writer);
  im_c_emit_calls (emitter, get_calls (emitter, number), "status", writer);
  emit_copies (emitter, writer);
  emit_side_domains (emitter, number, writer);
  im_c_close_function (emitter, writer);
}

void
im_c_emit_functions (ImCEmitter *emitter, ImCWriter *writer)
{
  const ImPlan *plan = emitter->plan;

  for (guint i = plan->n_domains; i-- > 1;)
    if (im_plan_is_side_domain (plan, i))
      emit_drain (emitter, i, writer);
  im_c_emit_init (emitter, writer);
  emit_first_domain (emitter, writer);
  if (!im_c_emitter_is_function (emitter))
    {
      im_c_emit_enqueue_block (emitter, writer);
      for (guint i = 1; i + 1 < plan->n_chain; i++)
        emit_advance (emitter, i, writer);
      emit_last_domain (emitter, writer);
    }
  im_c_emit_soft_reset (emitter, writer);
  im_c_emit_finalize (emitter, writer);
}
