/* SPDX-License-Identifier: MIT
 *
 * The variables of the Python package: what its ports are, and the calls of the C
 * interface, which differ from pipeline to pipeline. A frame gives inputs to each source
 * that is due; behind each all that comes out is taken, since one output may have to wait
 * for another.
 */
#include <string.h>

#include "base/im-escape.h"
#include "base/im-text.h"
#include "bundle/files/im-bundle-parts.h"
#include "emit/im-c-names.h"
#include "emit/im-c-writer.h"
#include "emit/im-emit-names.h"

#define NO_MEMORY "-1000" /* beside all that C returns */

/* A port of the program; those of the emission are in the same order. */
typedef struct
{
  const ImProgramPort *port;
  const ImTensorType *type;
  gboolean is_time;
} Port;

static GArray *
list_ports (const ImPlan *plan, gboolean is_input)
{
  const ImProgram *program = plan->program;
  const ImProgramPort *ports = is_input ? program->inputs : program->outputs;
  guint n_ports = is_input ? program->n_inputs : program->n_outputs;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Port));

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < n_ports; i++)
      {
        Port port = { .port = &ports[i], .is_time = is_time };

        if (ports[i].tensor < 0 ||
            (ports[i].parameter->socket->is_time != FALSE) != is_time)
          continue;
        port.type = &program->tensors[ports[i].tensor].type;
        g_array_append_val (list, port);
      }

  return list;
}

/* A number that is a float in Python, too. */
static void
append_float (double number, GString *out)
{
  gsize start = out->len;

  im_text_append_double (out, number);
  if (strpbrk (out->str + start, ".e") == NULL)
    g_string_append (out, ".0");
}

/* What ports are, as they stand in a tuple of Python. */
static char *
dup_ports (const GArray *ports)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < ports->len; i++)
    {
      const Port *port = &g_array_index (ports, Port, i);
      const ImShape *shape = &port->type->shape;

      g_string_append (out, "    Port(\"");
      im_escape_append (IM_ESCAPE_PYTHON_STRING, port->port->name, out);
      g_string_append (out, "\", (");
      for (guint axis = shape->rank; axis-- > 0;)
        g_string_append_printf (out, "%d%s", shape->size[axis],
                                shape->rank == 1 ? ","
                                : axis > 0       ? ", "
                                                 : "");
      g_string_append_printf (out, "), np.dtype('%s'), ",
                              im_dtype_get_info (port->type->dtype)->numpy_name);
      append_float (port->type->rate_hz, out);
      g_string_append_printf (out, ", %s),\n", port->is_time ? "True" : "False");
    }

  return g_string_free (out, FALSE);
}

static const ImEmitPort *
get_port (const ImEmission *emission, gboolean is_input, guint number)
{
  for (guint i = 0; i < emission->ports->len; i++)
    {
      const ImEmitPort *port = &g_array_index (emission->ports, ImEmitPort, i);

      if (port->is_input == is_input && number-- == 0)
        return port;
    }

  g_assert_not_reached ();
}

typedef struct
{
  const ImPlan *plan;
  const ImEmission *emission;
  guint n_inputs;
  guint n_outputs;
  ImCWriter writer;
} Calls;

/* The arguments of a function: where its inputs are given next, and its outputs. */
static char *
dup_arguments (const Calls *self, const char *function)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->n_inputs; i++)
    {
      const ImEmitPort *port = get_port (self->emission, TRUE, i);

      if (strcmp (port->function, function) == 0)
        g_string_append_printf (out, "%s(const %s *) (const void *) next[%u]",
                                out->len == 0 ? "" : ", ", port->type, i);
    }
  for (guint i = 0; i < self->n_outputs; i++)
    {
      const ImEmitPort *port = get_port (self->emission, FALSE, i);

      if (strcmp (port->function, function) == 0)
        g_string_append_printf (out, "%soutput_%u", out->len == 0 ? "" : ", ", i);
    }

  return g_string_free (out, FALSE);
}

static void
emit_memory (Calls *self)
{
  for (guint i = 0; i < self->n_outputs; i++)
    {
      const ImEmitPort *port = get_port (self->emission, FALSE, i);

      im_c_writer_line (&self->writer, "static %s output_%u[%s_%s_COUNT];", port->type, i,
                        self->emission->prefix, port->macro);
    }
  im_c_writer_blank (&self->writer);
}

static void
emit_keep (Calls *self, const char *function)
{
  for (guint i = 0; i < self->n_outputs; i++)
    {
      const ImEmitPort *port = get_port (self->emission, FALSE, i);

      if (strcmp (port->function, function) != 0)
        continue;
      im_c_writer_open (&self->writer, "if (!keep(%u, output_%u, sizeof output_%u))", i,
                        i, i);
      im_c_writer_line (&self->writer, "return NO_MEMORY;");
      im_c_writer_close (&self->writer);
    }
}

static void
emit_take (Calls *self)
{
  const char *prefix = self->emission->prefix;
  ImCWriter *writer = &self->writer;

  im_c_writer_line (writer, "/* Keeps all that comes out. */");
  im_c_writer_open (writer, "static int take(void)");
  im_c_writer_line (writer, "int status, taken;");
  im_c_writer_blank (writer);
  im_c_writer_open (writer, "do");
  im_c_writer_line (writer, "taken = 0;");
  for (guint i = 0; i < self->plan->n_sinks; i++)
    {
      g_autofree char *name = im_emit_dup_dequeue_name (self->plan, i);
      g_autofree char *arguments = dup_arguments (self, name);

      im_c_writer_open (writer, "while ((status = %s_%s(%s)) == %s_RET_SUCCESS)", prefix,
                        name, arguments, prefix);
      im_c_writer_line (writer, "taken = 1;");
      emit_keep (self, name);
      im_c_writer_close (writer);
      im_c_writer_open (writer, "if (status != %s_RET_NODATA && status != %s_RET_FULL)",
                        prefix, prefix);
      im_c_writer_line (writer, "return status;");
      im_c_writer_close (writer);
    }
  im_c_writer_close (writer);
  im_c_writer_line (writer, "while (taken);");
  im_c_writer_line (writer, "return 0;");
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}

/* Goes on to the next tensor of the inputs of a function. */
static void
emit_next (Calls *self, const char *function)
{
  for (guint i = 0; i < self->n_inputs; i++)
    {
      const ImEmitPort *port = get_port (self->emission, TRUE, i);

      if (strcmp (port->function, function) == 0)
        im_c_writer_line (&self->writer, "next[%u] += %s_%s_BYTES;", i,
                          self->emission->prefix, port->macro);
    }
}

static void
emit_source (Calls *self, guint source)
{
  const char *prefix = self->emission->prefix;
  ImCWriter *writer = &self->writer;
  g_autofree char *name = im_emit_dup_enqueue_name (self->plan, source);
  g_autofree char *arguments = dup_arguments (self, name);
  guint64 num, den;

  im_plan_get_pace (self->plan, source, &num, &den);
  if (num != den)
    im_c_writer_open (
        writer, "if (count_due(frame, 1, %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT "))",
        num, den);
  im_c_writer_line (writer, "status = %s_%s(%s);", prefix, name, arguments);
  im_c_writer_open (writer, "if (status != %s_RET_SUCCESS)", prefix);
  im_c_writer_line (writer, "return status;");
  im_c_writer_close (writer);
  emit_next (self, name);
  if (im_plan_is_function (self->plan))
    emit_keep (self, name);
  else
    {
      im_c_writer_open (writer, "if ((status = take()) != 0)");
      im_c_writer_line (writer, "return status;");
      im_c_writer_close (writer);
    }
  if (num != den)
    im_c_writer_close (writer);
}

static void
emit_give (Calls *self)
{
  ImCWriter *writer = &self->writer;

  im_c_writer_line (writer, "/* Gives one frame. */");
  im_c_writer_open (writer, "static int give(void)");
  im_c_writer_line (writer, "int status;");
  im_c_writer_blank (writer);
  for (guint i = 0; i < self->plan->n_sources; i++)
    emit_source (self, i);
  im_c_writer_line (writer, "return 0;");
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}

static gint
find_source (const Calls *self, guint input)
{
  for (guint i = 0; i < self->plan->n_sources; i++)
    {
      g_autofree char *name = im_emit_dup_enqueue_name (self->plan, i);

      if (strcmp (get_port (self->emission, TRUE, input)->function, name) == 0)
        return (gint) i;
    }

  return -1;
}

static void
get_pace (const Calls *self, guint input, guint64 *num, guint64 *den)
{
  gint source = find_source (self, input);

  *num = *den = 1;
  if (source >= 0)
    im_plan_get_pace (self->plan, (guint) source, num, den);
}

static void
emit_due (Calls *self)
{
  ImCWriter *writer = &self->writer;

  im_c_writer_line (writer,
                    "/* How many tensors of an input come with so many frames. */");
  im_c_writer_open (writer,
                    "PUBLIC int64_t pipeline_due(unsigned input, int64_t frames)");
  im_c_writer_line (writer, "(void) input;");
  for (guint i = 0; i < self->n_inputs; i++)
    {
      guint64 num, den;

      get_pace (self, i, &num, &den);
      if (num == den)
        continue;
      im_c_writer_open (writer, "if (input == %u)", i);
      im_c_writer_line (writer,
                        "return count_due(frame, frames, %" G_GUINT64_FORMAT
                        ", %" G_GUINT64_FORMAT ");",
                        num, den);
      im_c_writer_close (writer);
    }
  im_c_writer_line (writer, "return count_due(frame, frames, 1, 1);");
  im_c_writer_close (writer);
}

/* The first input that comes with each frame. */
static guint
find_fastest (const Calls *self)
{
  for (guint i = 0; i < self->n_inputs; i++)
    {
      guint64 num, den;

      get_pace (self, i, &num, &den);
      if (num == den)
        return i;
    }

  return 0;
}

/* The package and the distribution have the name of the files, as Python can spell it. */
static char *
dup_module (const ImEmission *emission)
{
  g_autofree char *identifier = im_c_dup_identifier (emission->name);
  g_autofree char *lower = g_ascii_strdown (identifier, -1);

  return im_text_is_python_keyword (lower) ? g_strconcat (lower, "_", NULL)
                                           : g_steal_pointer (&lower);
}

static void
set (GHashTable *variables, const char *name, char *value)
{
  g_hash_table_insert (variables, g_strdup (name), value);
}

void
im_bundle_add_python_variables (const ImPlan *plan,
                                const ImEmission *emission,
                                GHashTable *variables)
{
  g_autoptr (GArray) inputs = list_ports (plan, TRUE);
  g_autoptr (GArray) outputs = list_ports (plan, FALSE);
  Calls calls = { .plan = plan,
                  .emission = emission,
                  .n_inputs = inputs->len,
                  .n_outputs = outputs->len,
                  .writer = { .out = g_string_new (NULL) } };

  emit_memory (&calls);
  if (!im_plan_is_function (plan))
    emit_take (&calls);
  emit_give (&calls);
  emit_due (&calls);
  set (variables, "unitPython",
       im_escape_dup (IM_ESCAPE_PYTHON_STRING, plan->program->unit->id.text));
  set (variables, "unitJson",
       im_escape_dup (IM_ESCAPE_JSON, plan->program->unit->id.text));
  set (variables, "module", dup_module (emission));
  set (variables, "pythonInputs", dup_ports (inputs));
  set (variables, "pythonOutputs", dup_ports (outputs));
  set (variables, "pythonInputCount", g_strdup_printf ("%u", inputs->len));
  set (variables, "pythonOutputCount", g_strdup_printf ("%u", outputs->len));
  set (variables, "pythonFastest", g_strdup_printf ("%u", find_fastest (&calls)));
  set (variables, "pythonNoMemory", g_strdup (NO_MEMORY));
  set (variables, "pythonCalls", g_string_free (calls.writer.out, FALSE));
}
