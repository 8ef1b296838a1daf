/* SPDX-License-Identifier: MIT
 *
 * How one case is run, in C: its memory, and a function for a frame that reads the
 * inputs, calls the pipeline, and records what comes out.
 */
#include "run/im-host-private.h"

#include "emit/im-c-literals.h"
#include "emit/im-c-writer.h"
#include "emit/im-emit-c.h"
#include "emit/im-emit-names.h"
#include "run/im-trace.h"

GArray *
im_host_list_inputs (const ImProgram *program)
{
  GArray *inputs = g_array_new (FALSE, FALSE, sizeof (ImInput));

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_inputs; i++)
      {
        const ImProgramPort *port = &program->inputs[i];

        if (port->tensor < 0 || (port->parameter->socket->is_time != FALSE) != is_time)
          continue;

        ImInput input = {
          .name = port->name,
          .type = program->tensors[port->tensor].type,
          .is_time = is_time,
        };
        g_array_append_val (inputs, input);
      }

  return inputs;
}

#define BLOCK_FRAMES 256 /* that are read at once where nothing is traced */

typedef struct
{
  const ImPlan *plan;
  guint number;
  const char *prefix;
  ImHostKind kind;
  ImCWriter writer;
  guint n_blocks;     /* of memory */
  gint domain;        /* whose ports are wanted, -1 for all */
  GString *arguments; /* of a call */
} Case;

typedef struct
{
  guint number; /* of the port */
  gint domain;  /* its source or sink */
  gint buffer;  /* of the plan, or -1 */
  guint block;  /* of the case */
  const ImTensorType *type;
} Port;

static guint
count_bytes (const ImTensorType *type)
{
  gint32 count = 0;

  im_shape_product (&type->shape, 0, type->shape.rank, &count, NULL);
  return (guint) count * im_dtype_get_info (type->dtype)->size_bytes;
}

static gint
find_buffer (const ImPlan *plan, ImStorage storage, guint port)
{
  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].storage == storage && plan->buffers[i].port == port)
      return (gint) i;

  return -1;
}

static guint
count_static_blocks (const Case *self)
{
  return self->kind == IM_HOST_STREAMED
             ? 0
             : (self->plan->arena_bytes > 0) + (self->plan->state_bytes > 0);
}

/* Calls @func for the inputs or outputs that the emitted functions have, in their order.
 * Blocks are numbered: those of the source, inputs, outputs. */
static void
for_each_port (Case *self, gboolean is_input, void (*func) (Case *self, const Port *port))
{
  const ImProgram *program = self->plan->program;
  guint n_ports = is_input ? program->n_inputs : program->n_outputs;

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < n_ports; i++)
      {
        const ImProgramPort *port = is_input ? &program->inputs[i] : &program->outputs[i];
        gint buffer = find_buffer (self->plan,
                                   is_input ? IM_STORAGE_INPUT : IM_STORAGE_OUTPUT, i);

        if (port->tensor < 0 || (port->parameter->socket->is_time != FALSE) != is_time ||
            (!is_input && buffer < 0))
          continue;

        Port row = { i,
                     is_input ? (gint) self->plan->source_of[i] : self->plan->sink_of[i],
                     buffer, self->n_blocks++, &program->tensors[port->tensor].type };
        if (self->domain < 0 || row.domain == self->domain)
          func (self, &row);
      }
}

static void
for_each_input (Case *self, void (*func) (Case *self, const Port *port))
{
  self->n_blocks = count_static_blocks (self);
  for_each_port (self, TRUE, func);
}

static void
skip (Case *self, const Port *port)
{
}

static void
for_each_output (Case *self, void (*func) (Case *self, const Port *port))
{
  for_each_input (self, skip);
  for_each_port (self, FALSE, func);
}

static void
append_data (const Case *self, const Port *port, GString *out)
{
  g_string_append_printf (out, "blocks_%u[%u].data", self->number, port->block);
}

static void
append_argument (Case *self, const Port *port)
{
  g_string_append_printf (self->arguments, "%s(%s *) (void *) ",
                          self->arguments->len == 0 ? "" : ", ",
                          im_c_get_type_name (port->type->dtype));
  append_data (self, port, self->arguments);
}

/* A call of the pipeline: function and arguments, watched where all is traced. */
static char *
dup_call (Case *self, const char *function, gint source, gint sink)
{
  g_autoptr (GString) arguments = g_string_new (NULL);

  self->arguments = arguments;
  self->domain = source;
  if (source >= 0)
    for_each_input (self, append_argument);
  self->domain = sink;
  if (sink >= 0)
    for_each_output (self, append_argument);
  self->domain = -1;
  self->arguments = NULL;

  return g_strdup_printf (self->kind == IM_HOST_COMPARED
                              ? "host_end((host_begin(), %s_%s(%s)))"
                              : "%s_%s(%s)",
                          self->prefix, function, arguments->str);
}

static void
read_input (Case *self, const Port *port)
{
  guint bytes = count_bytes (port->type);
  g_autoptr (GString) data = g_string_new (NULL);

  append_data (self, port, data);
  im_c_writer_line (&self->writer, "if (host_read(%s, %u, 1) != 1)", data->str, bytes);
  im_c_writer_line (&self->writer, "    return 1;");
  if (self->kind == IM_HOST_COMPARED && port->buffer >= 0)
    im_c_writer_line (&self->writer, "host_record(TRACE_TENSOR, UINT32_MAX, %d, %s, %u);",
                      port->buffer, data->str, bytes);
}

static void
record_output (Case *self, const Port *port)
{
  g_autoptr (GString) data = g_string_new (NULL);

  if (self->kind == IM_HOST_WATCHED)
    return;
  append_data (self, port, data);
  im_c_writer_line (&self->writer, "host_record(TRACE_OUTPUT, %u, 0, %s, %u);",
                    port->number, data->str, count_bytes (port->type));
}

static void
emit_check (Case *self, const char *function)
{
  im_c_writer_open (&self->writer, "if (status < 0)");
  im_c_writer_line (&self->writer, "host_record(TRACE_STATUS, HOST_%s, status, NULL, 0);",
                    function);
  im_c_writer_line (&self->writer, "return status;");
  im_c_writer_close (&self->writer);
}

/* What a call leaves as it was is then no result by chance. */
static void
spoil_output (Case *self, const Port *port)
{
  g_autoptr (GString) data = g_string_new (NULL);

  append_data (self, port, data);
  im_c_writer_line (&self->writer, "host_spoil(%s, %u);", data->str,
                    count_bytes (port->type));
}

static void
spoil_outputs (Case *self)
{
  if (self->kind == IM_HOST_COMPARED)
    for_each_output (self, spoil_output);
}

static void
emit_compute (Case *self)
{
  g_autofree char *call = dup_call (self, "compute", 0, 0);

  spoil_outputs (self);
  im_c_writer_line (&self->writer, "status = %s;", call);
  emit_check (self, "COMPUTE");
  for_each_output (self, record_output);
}

/* Gives a source its inputs, in the frames that bring them. */
static void
emit_put (Case *self, guint source)
{
  ImCWriter *writer = &self->writer;
  g_autofree char *name = im_emit_dup_enqueue_name (self->plan, source);
  g_autofree char *call = dup_call (self, name, (gint) source, -1);
  guint64 num, den;

  im_plan_get_pace (self->plan, source, &num, &den);
  if (num == den)
    {
      im_c_writer_line (writer, "status = %s;", call);
      emit_check (self, "ENQUEUE");
      return;
    }

  im_c_writer_open (writer,
                    "if ((uint64_t) number * %" G_GUINT64_FORMAT "u %% %" G_GUINT64_FORMAT
                    "u < %" G_GUINT64_FORMAT "u)",
                    num, den, num);
  im_c_writer_line (writer, "status = %s;", call);
  emit_check (self, "ENQUEUE");
  im_c_writer_close (writer);
}

static void
emit_get (Case *self, guint sink)
{
  ImCWriter *writer = &self->writer;
  gint domain = (gint) self->plan->sinks[sink];
  g_autofree char *name = im_emit_dup_dequeue_name (self->plan, sink);
  g_autofree char *call = dup_call (self, name, -1, domain);

  self->domain = domain;
  spoil_outputs (self);
  self->domain = -1;
  im_c_writer_open (writer, "while ((status = %s) >= 0)", call);
  im_c_writer_line (writer, "is_taken = 1;");
  self->domain = domain;
  for_each_output (self, record_output);
  spoil_outputs (self);
  self->domain = -1;
  im_c_writer_close (writer);
  im_c_writer_open (writer, "if (status != %s_RET_NODATA && status != %s_RET_FULL)",
                    self->prefix, self->prefix);
  emit_check (self, "DEQUEUE");
  im_c_writer_close (writer);
}

/* All results behind a frame. One function may have to wait until others gave theirs. */
static void
emit_queue_calls (Case *self)
{
  ImCWriter *writer = &self->writer;

  for (guint i = 0; i < self->plan->n_sources; i++)
    emit_put (self, i);
  im_c_writer_open (writer, "do");
  im_c_writer_line (writer, "is_taken = 0;");
  for (guint i = 0; i < self->plan->n_sinks; i++)
    emit_get (self, i);
  writer->depth--;
  im_c_writer_line (writer, "} while (is_taken);");
}

/* Whether many frames are passed with one call, for speed. */
static gboolean
takes_blocks (const Case *self)
{
  const ImProgram *program = self->plan->program;
  guint n_inputs = 0;

  for (guint i = 0; i < program->n_inputs; i++)
    n_inputs += program->inputs[i].tensor >= 0;

  return self->kind == IM_HOST_STREAMED && !im_plan_is_function (self->plan) &&
         n_inputs == 1;
}

/* Passes on the frames that were read, as many at a time as there is room for, and takes
 * all results in between. */
static void
emit_block (Case *self, const Port *port)
{
  ImCWriter *writer = &self->writer;
  guint bytes = count_bytes (port->type);
  g_autofree char *name = im_emit_dup_enqueue_name (self->plan, 0);
  g_autoptr (GString) data = g_string_new (NULL);

  append_data (self, port, data);
  im_c_writer_line (writer, "int done = 0, is_taken = 1, any;");
  im_c_writer_line (writer, "int n = (int) host_read(%s, %u, %u);", data->str, bytes,
                    BLOCK_FRAMES);
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "(void) number;");
  im_c_writer_line (writer, "if (n == 0)");
  im_c_writer_line (writer, "    return 1;");
  im_c_writer_open (writer, "for (any = 1; done < n;)");
  im_c_writer_line (writer,
                    "status = %s_%s_block((%s *) (void *) (%s + (size_t) done * %u), "
                    "n - done);",
                    self->prefix, name, im_c_get_type_name (port->type->dtype), data->str,
                    bytes);
  im_c_writer_open (writer, "if (status < 0 && (status != %s_RET_FULL || !any))",
                    self->prefix);
  emit_check (self, "ENQUEUE");
  im_c_writer_close (writer);
  im_c_writer_line (writer, "done += status > 0 ? status : 0;");
  im_c_writer_line (writer, "any = 0;");
  im_c_writer_open (writer, "do");
  im_c_writer_line (writer, "is_taken = 0;");
  for (guint i = 0; i < self->plan->n_sinks; i++)
    emit_get (self, i);
  im_c_writer_line (writer, "any = any || is_taken;");
  writer->depth--;
  im_c_writer_line (writer, "} while (is_taken);");
  im_c_writer_close (writer);
  im_c_writer_line (writer, "return 0;");
}

static void
emit_frame (Case *self)
{
  ImCWriter *writer = &self->writer;

  im_c_writer_open (writer, "static int frame_%u(uint32_t number)", self->number);
  im_c_writer_line (writer, "int status;");
  if (takes_blocks (self))
    {
      for_each_input (self, emit_block);
      im_c_writer_close (writer);
      im_c_writer_blank (writer);
      return;
    }
  if (!im_plan_is_function (self->plan))
    im_c_writer_line (writer, "int is_taken;");
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "(void) number;");
  for_each_input (self, read_input);
  if (im_plan_is_function (self->plan))
    emit_compute (self);
  else
    emit_queue_calls (self);
  im_c_writer_line (writer, "return 0;");
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}

static void
emit_static_block (Case *self, const char *name, const char *section, guint64 bytes)
{
  if (bytes > 0)
    im_c_writer_line (&self->writer,
                      "{ \"%s\", %s_%s.bytes + GUARD_BYTES, %" G_GUINT64_FORMAT " },",
                      name, self->prefix, section, bytes);
}

static void
emit_input_block (Case *self, const Port *port)
{
  im_c_writer_line (&self->writer, "{ \"an input\", NULL, %u },",
                    count_bytes (port->type) * (takes_blocks (self) ? BLOCK_FRAMES : 1));
}

static void
emit_output_block (Case *self, const Port *port)
{
  im_c_writer_line (&self->writer, "{ \"an output\", NULL, %u },",
                    count_bytes (port->type));
}

static void
emit_blocks (Case *self)
{
  im_c_writer_open (&self->writer, "static HostBlock blocks_%u[] =", self->number);
  if (self->kind != IM_HOST_STREAMED)
    {
      emit_static_block (self, "the arena", "arena", self->plan->arena_bytes);
      emit_static_block (self, "the state", "state", self->plan->state_bytes);
    }
  for_each_input (self, emit_input_block);
  for_each_output (self, emit_output_block);
  im_c_writer_line (&self->writer, "{ NULL, NULL, 0 },");
  self->writer.depth--;
  im_c_writer_line (&self->writer, "};");
  im_c_writer_blank (&self->writer);
}

static void
emit_row (Case *self)
{
  ImCWriter *writer = &self->writer;

  im_c_writer_open (writer, "const HostCase host_case_%u =", self->number);
  im_c_writer_line (writer, "blocks_%u, %s_init, %s_soft_reset, frame_%u, %s_finalize,",
                    self->number, self->prefix, self->prefix, self->number, self->prefix);
  writer->depth--;
  im_c_writer_line (writer, "};");
  im_c_writer_blank (writer);
}

void
im_host_append_macros (const char *prefix, ImHostKind kind, GString *out)
{
  ImCWriter writer = { out, 0 };

  if (kind == IM_HOST_STREAMED)
    return;

  im_c_writer_line (&writer, "#define %s_ENTER(name) host_enter(name)", prefix);
  im_c_writer_line (&writer, "#define %s_MAY_WRITE(data, bytes) host_allow(data, bytes)",
                    prefix);
  im_c_writer_line (&writer, "#define %s_TRACE(call, buffer, data, bytes) \\", prefix);
  if (kind == IM_HOST_WATCHED)
    {
      im_c_writer_line (&writer, "    ((buffer) < 0 ? host_check() \\");
      im_c_writer_line (&writer,
                        "                  : host_watch(call, buffer, data, bytes))");
      return;
    }
  im_c_writer_line (&writer, "    ((buffer) < 0 ? host_check() : (void) 0, \\");
  im_c_writer_line (&writer, "     host_record((buffer) < 0 ? TRACE_CALL : TRACE_TENSOR, "
                             "call, buffer, data, bytes), \\");
  im_c_writer_line (&writer, "     (buffer) < 0 ? host_leave(call) : (void) 0)");
}

void
im_host_append_case (const ImPlan *plan,
                     guint number,
                     const char *prefix,
                     ImHostKind kind,
                     GString *out)
{
  Case self = { plan, number, prefix, kind, { out, 0 }, 0, -1, NULL };

  emit_blocks (&self);
  emit_frame (&self);
  emit_row (&self);
}
