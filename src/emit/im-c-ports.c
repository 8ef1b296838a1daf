/* SPDX-License-Identifier: MIT
 *
 * What the caller passes: `data_in`, `time_in`, `data_out`, `time_out`; where there are
 * several of a sort, each with the name of its socket instead.
 */
#include <string.h>

#include "emit/im-c-literals.h"
#include "emit/im-emit-c-private.h"

static gboolean
is_time (const ImSocket *socket)
{
  return socket->is_time || g_strcmp0 (socket->pipe, "time") == 0;
}

static gint
find_buffer (const ImPlan *plan, gboolean is_input, guint number)
{
  ImStorage storage = is_input ? IM_STORAGE_INPUT : IM_STORAGE_OUTPUT;

  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == storage && plan->buffers[i].port == number)
      return (gint) i;

  return -1;
}

/* Whether the socket takes part: it is connected, and an output is computed. */
static gboolean
make_port (const ImPlan *plan, gboolean is_input, guint number, ImCPort *port)
{
  const ImProgram *program = plan->program;
  const ImProgramPort *source = is_input ? &program->inputs[number]
                                         : &program->outputs[number];

  *port = (ImCPort){
    .port = source,
    .number = number,
    .domain = is_input ? plan->source_of[number] : (guint) MAX (plan->sink_of[number], 0),
    .is_input = is_input,
    .is_time = is_time (source->parameter->socket),
    .buffer = find_buffer (plan, is_input, number),
  };
  if (source->tensor < 0 || (!is_input && port->buffer < 0))
    return FALSE;
  port->type = &program->tensors[source->tensor].type;

  return TRUE;
}

static guint
count_like (const GArray *ports, const ImCPort *port)
{
  guint n = 0;

  for (guint i = 0; i < ports->len; i++)
    n += g_array_index (ports, ImCPort, i).is_time == port->is_time;

  return n;
}

static void
name_ports (ImArena *arena, GArray *ports, ImCNames *parameters, ImCNames *macros)
{
  for (guint i = 0; i < ports->len; i++)
    {
      ImCPort *port = &g_array_index (ports, ImCPort, i);
      const char *subject = count_like (ports, port) > 1 ? port->port->name
                            : port->is_time              ? "time"
                                                         : "data";
      g_autofree char *wanted = g_strdup_printf ("%s_%s", subject,
                                                 port->is_input ? "in" : "out");
      g_autofree char *upper = g_ascii_strup (wanted, -1);

      port->parameter = im_arena_strdup (arena, im_c_names_add (parameters, wanted));
      port->macro = im_arena_strdup (arena, im_c_names_add (macros, upper));
    }
}

ImCPorts
im_c_find_ports (const ImPlan *plan, ImArena *arena)
{
  const ImProgram *program = plan->program;
  g_autoptr (ImCNames) parameters = im_c_names_new ();
  g_autoptr (ImCNames) macros = im_c_names_new ();
  ImCPorts ports = {
    .inputs = g_array_new (FALSE, FALSE, sizeof (ImCPort)),
    .outputs = g_array_new (FALSE, FALSE, sizeof (ImCPort)),
  };
  ImCPort port;

  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < program->n_inputs; i++)
        if (make_port (plan, TRUE, i, &port) && port.is_time == (pass == 1))
          g_array_append_val (ports.inputs, port);
      for (guint i = 0; i < program->n_outputs; i++)
        if (make_port (plan, FALSE, i, &port) && port.is_time == (pass == 1))
          g_array_append_val (ports.outputs, port);
    }
  name_ports (arena, ports.inputs, parameters, macros);
  name_ports (arena, ports.outputs, parameters, macros);

  return ports;
}

static void
append_list (const GArray *ports, GString *out)
{
  for (guint i = 0; ports != NULL && i < ports->len; i++)
    {
      const ImCPort *port = &g_array_index (ports, ImCPort, i);

      g_string_append_printf (out, "%s%s%s *%s",
                              out->str[out->len - 1] == '(' ? "" : ", ",
                              port->is_input ? "const " : "",
                              im_c_get_type_name (port->type->dtype), port->parameter);
    }
}

void
im_c_append_parameters (const GArray *inputs, const GArray *outputs, GString *out)
{
  g_string_append_c (out, '(');
  append_list (inputs, out);
  append_list (outputs, out);
  g_string_append (out, out->str[out->len - 1] == '(' ? "void)" : ")");
}

void
im_c_append_block_parameters (const GArray *inputs, GString *out)
{
  g_string_append_c (out, '(');
  append_list (inputs, out);
  g_string_append_printf (out, "%sint frames)",
                          out->str[out->len - 1] == '(' ? "" : ", ");
}

GArray *
im_c_list_ports (const GArray *ports, guint domain)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ImCPort));

  for (guint i = 0; i < ports->len; i++)
    if (g_array_index (ports, ImCPort, i).domain == domain)
      g_array_append_val (list, g_array_index (ports, ImCPort, i));

  return list;
}
