/* SPDX-License-Identifier: MIT
 *
 * The header: what is passed and how, as macros, and the functions. Shapes are written
 * outermost axis first, as everywhere else.
 */
#include <string.h>

#include "base/im-escape.h"
#include "emit/im-c-literals.h"
#include "emit/im-emit-c-private.h"
#include "emit/im-emit-names.h"

typedef struct
{
  const char *name;
  gint id; /* high digit: family, low digit: bytes */
  gint dtype;
} TypeId;

static const TypeId type_ids[] = {
  { "FLOAT16", 0x12, IM_DTYPE_FLOAT16 },
  { "FLOAT32", 0x14, IM_DTYPE_FLOAT32 },
  { "FLOAT64", 0x18, IM_DTYPE_FLOAT64 },
  { "INT8", 0x21, IM_DTYPE_INT8 },
  { "INT16", 0x22, IM_DTYPE_INT16 },
  { "INT32", 0x24, IM_DTYPE_INT32 },
  { "INT64", 0x28, IM_DTYPE_INT64 },
  { "Q7", 0x31, IM_DTYPE_Q7 },
  { "Q15", 0x32, IM_DTYPE_Q15 },
  { "Q31", 0x34, IM_DTYPE_Q31 },
  { "Q63", 0x38, IM_DTYPE_Q63 },
  { "BOOL", 0x41, -1 },
  { "STRING", 0x54, -1 },
  { "D8", 0x61, IM_DTYPE_D8 },
  { "D16", 0x62, IM_DTYPE_D16 },
  { "D32", 0x64, IM_DTYPE_D32 },
  { "UINT8", 0x71, IM_DTYPE_UINT8 },
  { "UINT16", 0x72, IM_DTYPE_UINT16 },
  { "UINT32", 0x74, IM_DTYPE_UINT32 },
  { "UINT64", 0x78, IM_DTYPE_UINT64 },
};

static const char *
get_type_id (ImDType dtype)
{
  for (guint i = 0; i < G_N_ELEMENTS (type_ids); i++)
    if (type_ids[i].dtype == (gint) dtype)
      return type_ids[i].name;

  g_return_val_if_reached (NULL);
}

static gint32
count_elements (const ImShape *shape)
{
  gint32 count = 1;

  for (guint i = 0; i < shape->rank; i++)
    count *= shape->size[i];

  return count;
}

/* A scalar is an array of one, because C has no empty initialisers. */
static void
append_shape (const ImShape *shape, GString *out)
{
  g_string_append_c (out, '{');
  for (guint i = shape->rank; i-- > 0;)
    g_string_append_printf (out, "%d%s", shape->size[i], i > 0 ? ", " : "");
  g_string_append (out, shape->rank == 0 ? "1}" : "}");
}

static void G_GNUC_PRINTF (5, 6) emit_port_macro (ImCEmitter *emitter,
                                                  const ImCPort *port,
                                                  const char *name,
                                                  ImCWriter *writer,
                                                  const char *format,
                                                  ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *value = g_strdup_vprintf (format, args);
  va_end (args);
  im_c_writer_line (writer, "#define %s_%s_%s %s", emitter->job->prefix, port->macro,
                    name, value);
}

static void
emit_port_real (ImCEmitter *emitter,
                const ImCPort *port,
                const char *name,
                double value,
                ImCWriter *writer)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_c_append_double (value, text);
  emit_port_macro (emitter, port, name, writer, value < 0 ? "(%s)" : "%s", text->str);
}

static void
emit_port_symbols (ImCEmitter *emitter, const ImCPort *port, ImCWriter *writer)
{
  const ImShape *shape = &port->type->shape;
  const char *labels = shape->axes == NULL || shape->rank == 0 ? NULL
                                                               : shape->axes[0].labels;
  g_autoptr (GString) list = g_string_new (NULL);
  g_auto (GStrv) parts = labels == NULL || *labels == '\0' ? NULL
                                                           : g_strsplit (labels, ",", -1);

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    {
      g_string_append (list, i == 0 ? "" : ", ");
      im_c_append_string (g_strstrip (parts[i]), list);
    }
  if (parts != NULL)
    emit_port_macro (emitter, port, "SYMBOLS", writer, "{%s}", list->str);
}

static void
emit_port (ImCEmitter *emitter, const ImCPort *port, ImCWriter *writer)
{
  const ImTensorType *type = port->type;
  const ImDTypeInfo *info = im_dtype_get_info (type->dtype);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) shape = g_string_new (NULL);
  gint32 count = count_elements (&type->shape);
  g_autofree char *name = im_escape_dup (IM_ESCAPE_C_COMMENT, port->port->name);

  im_tensor_type_append_text (type, text);
  append_shape (&type->shape, shape);
  im_c_writer_line (writer, "/* %s \"%s\": %s */", port->is_input ? "Input" : "Output",
                    name, text->str);
  emit_port_macro (emitter, port, "RANK", writer, "%u", type->shape.rank);
  emit_port_macro (emitter, port, "SHAPE", writer, "%s", shape->str);
  emit_port_macro (emitter, port, "COUNT", writer, "%d", count);
  emit_port_macro (emitter, port, "BYTES", writer, "%" G_GINT64_FORMAT,
                   (gint64) count * info->size_bytes);
  emit_port_macro (emitter, port, "TYPE", writer, "%s", im_c_get_type_name (type->dtype));
  emit_port_macro (emitter, port, "TYPE_ID", writer, "%s_TYPE_%s", emitter->job->prefix,
                   get_type_id (type->dtype));
  emit_port_macro (emitter, port, "SHIFT", writer, type->shift < 0 ? "(%d)" : "%d",
                   type->shift);
  emit_port_real (emitter, port, "SCALE", type->scale, writer);
  emit_port_real (emitter, port, "OFFSET", type->offset, writer);
  emit_port_real (emitter, port, "RATE", type->rate_hz, writer);
  emit_port_symbols (emitter, port, writer);
  im_c_writer_blank (writer);
}

static gboolean
has_time (const ImCEmitter *emitter)
{
  gboolean found = FALSE;

  for (guint i = 0; i < emitter->ports.inputs->len; i++)
    found = found || g_array_index (emitter->ports.inputs, ImCPort, i).is_time;
  for (guint i = 0; i < emitter->ports.outputs->len; i++)
    found = found || g_array_index (emitter->ports.outputs, ImCPort, i).is_time;

  return found;
}

/* Writes lines as one comment. */
static void
emit_comment (const char *text, ImCWriter *writer)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (i > 0 && *lines[i] == '\0')
      im_c_writer_blank (writer);
    else
      im_c_writer_line (writer, "%s %s%s", i == 0 ? "/*" : "  ", lines[i],
                        lines[i + 1] == NULL ? " */" : "");
}

static void
emit_codes (ImCEmitter *emitter, ImCWriter *writer)
{
  const char *prefix = emitter->job->prefix;
  const ImPlan *plan = emitter->job->plan;

  emit_comment (
      "What functions return; the comment of each says which. NODATA and FULL are\n"
      "no errors. Other negative codes are of units and mean the same as ERROR.",
      writer);
  im_c_writer_line (writer, "#define %s_RET_SUCCESS 0", prefix);
  im_c_writer_line (writer, "#define %s_RET_NODATA (-1)", prefix);
  im_c_writer_line (writer, "#define %s_RET_ERROR (-2)", prefix);
  im_c_writer_line (writer, "#define %s_RET_STREAMEND (-3)", prefix);
  im_c_writer_line (writer, "#define %s_RET_FULL (-4)", prefix);
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "/* Which functions there are. */");
  im_c_writer_line (writer, "#define %s_API_%s 1", prefix,
                    im_plan_is_function (emitter->job->plan)   ? "FUNCTION"
                    : plan->n_sources > 1 || plan->n_sinks > 1 ? "QUEUES"
                    : has_time (emitter)                       ? "QUEUE_TIME"
                                                               : "QUEUE");
  im_c_writer_blank (writer);
  im_c_writer_line (writer,
                    "/* Bytes of memory: shared, from call to call, constant. */");
  im_c_writer_line (writer, "#define %s_ARENA_BYTES %" G_GUINT64_FORMAT, prefix,
                    plan->arena_bytes);
  im_c_writer_line (writer, "#define %s_STATE_BYTES %" G_GUINT64_FORMAT, prefix,
                    plan->state_bytes);
  im_c_writer_line (writer, "#define %s_CONSTANT_BYTES %" G_GUINT64_FORMAT, prefix,
                    plan->constant_bytes);
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "/* Element types: family, then bytes. */");
  for (guint i = 0; i < G_N_ELEMENTS (type_ids); i++)
    im_c_writer_line (writer, "#define %s_TYPE_%s 0x%x", prefix, type_ids[i].name,
                      (guint) type_ids[i].id);
  im_c_writer_blank (writer);
}

static void
emit_prototype (ImCEmitter *emitter,
                const char *name,
                const GArray *inputs,
                const GArray *outputs,
                const char *comment,
                ImCWriter *writer)
{
  g_autoptr (GString) parameters = g_string_new (NULL);

  im_c_append_parameters (inputs, outputs, parameters);
  emit_comment (comment, writer);
  im_c_writer_line (writer, "int %s_%s%s;", emitter->job->prefix, name, parameters->str);
  im_c_writer_blank (writer);
}

static void
emit_source_prototypes (ImCEmitter *emitter, guint source, ImCWriter *writer)
{
  g_autofree char *name = im_emit_dup_enqueue_name (emitter->job->plan, source);
  g_autoptr (GArray) inputs = im_c_list_ports (emitter->ports.inputs, source);
  g_autoptr (GString) block = g_string_new (NULL);
  gboolean waits = emitter->job->plan->domains[source].waits >= 0;

  emit_prototype (
      emitter, name, inputs, NULL,
      waits
          ? "Takes one frame. Dequeue behind it until there is no data. Returns\n"
            "SUCCESS; FULL if results of the last frame were not fetched or a queue has\n"
            "no room: nothing was taken then, dequeue and give the same frame again; or\n"
            "ERROR."
          : "Takes one frame. Dequeue behind it until there is no data. Returns\n"
            "SUCCESS; FULL if a queue has no room: nothing was taken then, dequeue\n"
            "and give the same frame again; or ERROR.",
      writer);
  im_c_append_block_parameters (inputs, block);
  emit_comment (
      "Takes frames that stand one behind the other. Returns how many were taken,\n"
      "0 if there are none; FULL if there is no room for the first one; or ERROR.\n"
      "The rest can be given after dequeuing.",
      writer);
  im_c_writer_line (writer, "int %s_%s_block%s;", emitter->job->prefix, name, block->str);
  im_c_writer_blank (writer);
}

/* Whether a sink, or a domain that it pulls, fills queues that other outputs are behind.
 */
static gboolean
may_be_full (const ImPlan *plan, guint number)
{
  const ImPlanDomain *domain = &plan->domains[number];
  gboolean found = domain->n_rooms > 0;

  while (number >= plan->n_sources && im_plan_is_pulled (plan, (guint) domain->parent))
    {
      domain = &plan->domains[domain->parent];
      found = found || domain->n_rooms > 1;
    }

  return found;
}

/* The function of the sink that a sink gets its input from; NULL if a source fills it. */
static char *
dup_feeder (const ImPlan *plan, guint number)
{
  gint at = (gint) number;

  do
    at = plan->domains[at].parent;
  while (at >= 0 && im_plan_is_pulled (plan, (guint) at));
  for (guint i = 0; at >= (gint) plan->n_sources && i < plan->n_sinks; i++)
    if (plan->sinks[i] == (guint) at)
      return im_emit_dup_dequeue_name (plan, i);

  return NULL;
}

static void
emit_sink_prototype (ImCEmitter *emitter, guint sink, ImCWriter *writer)
{
  const ImPlan *plan = emitter->job->plan;
  guint number = plan->sinks[sink];
  g_autofree char *name = im_emit_dup_dequeue_name (plan, sink);
  g_autofree char *feeder = dup_feeder (plan, number);
  g_autoptr (GArray) outputs = im_c_list_ports (emitter->ports.outputs, number);
  g_autoptr (GString) comment = g_string_new (NULL);

  if (number < plan->n_sources)
    g_string_append (comment, "Gives the result of the last frame. Returns SUCCESS, or "
                              "NODATA if it was\n"
                              "given already.");
  else
    {
      g_string_append (comment,
                       "Computes one result. Returns SUCCESS; NODATA if there is "
                       "not enough\n");
      if (feeder == NULL)
        g_string_append (comment, "input yet; ");
      else
        g_string_append_printf (comment, "input yet, which comes from %s_%s;\n",
                                emitter->job->prefix, feeder);
      if (may_be_full (plan, number))
        g_string_append (comment, "FULL if another output has to be dequeued first;\n");
      g_string_append (comment, "STREAMEND or ERROR.");
    }
  emit_prototype (emitter, name, NULL, outputs, comment->str, writer);
}

static void
emit_queue_prototypes (ImCEmitter *emitter, ImCWriter *writer)
{
  for (guint i = 0; i < emitter->job->plan->n_sources; i++)
    emit_source_prototypes (emitter, i, writer);
  for (guint i = 0; i < emitter->job->plan->n_sinks; i++)
    emit_sink_prototype (emitter, i, writer);
}

static void
emit_prototypes (ImCEmitter *emitter, ImCWriter *writer)
{
  emit_comment (
      "All functions share one memory: only one of them may run at a time. An\n"
      "interrupt or another thread must not call one while another one runs. Where\n"
      "an interrupt brings the frames, let it collect them for the main loop, or\n"
      "lock it out during the calls there.\n\n"
      "Inputs are only read, and only during the call. Outputs must not overlap\n"
      "inputs or one another, and hold results only if SUCCESS is returned.\n"
      "Pointers are aligned as their type needs.",
      writer);
  im_c_writer_blank (writer);
  emit_prototype (emitter, "init", NULL, NULL,
                  "Begins; call it first. Afterwards it begins anew. Returns SUCCESS or "
                  "ERROR.",
                  writer);
  if (im_plan_is_function (emitter->job->plan))
    emit_prototype (emitter, "compute", emitter->ports.inputs, emitter->ports.outputs,
                    "Computes the outputs of one input. Returns SUCCESS, STREAMEND or "
                    "ERROR.",
                    writer);
  else
    emit_queue_prototypes (emitter, writer);
  emit_prototype (emitter, "soft_reset", NULL, NULL,
                  "Forgets all inputs, but keeps what does not depend on them. Returns\n"
                  "SUCCESS or ERROR.",
                  writer);
  im_c_writer_line (writer, "/* Ends; nothing but init may follow. */");
  im_c_writer_line (writer, "void %s_finalize(void);", emitter->job->prefix);
  im_c_writer_blank (writer);
}

static char *
dup_guard (const ImCEmitter *emitter, const char *suffix)
{
  g_autofree char *name = im_c_dup_identifier (emitter->job->name);
  g_autofree char *joined = g_strdup_printf ("%s_%s_%s", emitter->job->prefix, name,
                                             suffix);

  return g_ascii_strup (joined, -1);
}

static void
open_guard (ImCEmitter *emitter, const char *suffix, ImCWriter *writer)
{
  g_autofree char *guard = dup_guard (emitter, suffix);

  im_c_writer_line (writer, "#ifndef %s", guard);
  im_c_writer_line (writer, "#define %s", guard);
  im_c_writer_blank (writer);
}

void
im_c_emit_header (ImCEmitter *emitter, ImCWriter *writer)
{
  open_guard (emitter, "H", writer);
  im_c_writer_line (writer, "#include <stdint.h>");
  for (guint i = 0; i < emitter->code.header_includes->len; i++)
    if (strcmp (g_ptr_array_index (emitter->code.header_includes, i),
                "#include <stdint.h>") != 0)
      im_c_writer_line (writer, "%s",
                        (char *) g_ptr_array_index (emitter->code.header_includes, i));
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "#ifdef __cplusplus");
  im_c_writer_line (writer, "extern \"C\" {");
  im_c_writer_line (writer, "#endif");
  im_c_writer_blank (writer);
  emit_codes (emitter, writer);
  for (guint i = 0; i < emitter->ports.inputs->len; i++)
    emit_port (emitter, &g_array_index (emitter->ports.inputs, ImCPort, i), writer);
  for (guint i = 0; i < emitter->ports.outputs->len; i++)
    emit_port (emitter, &g_array_index (emitter->ports.outputs, ImCPort, i), writer);
  im_c_emit_fragments (emitter, TRUE, writer);
  emit_prototypes (emitter, writer);
  im_c_writer_line (writer, "#ifdef __cplusplus");
  im_c_writer_line (writer, "}");
  im_c_writer_line (writer, "#endif");
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "#endif");
}

/* Macros of the older interface: names that changed, and all names with its prefix. */
static void
emit_alias (ImCEmitter *emitter, const char *name, ImCWriter *writer)
{
  if (strcmp (emitter->job->prefix, IM_EMIT_DEFAULT_PREFIX) != 0)
    im_c_writer_line (writer, "#define %s_%s %s_%s", IM_EMIT_DEFAULT_PREFIX, name,
                      emitter->job->prefix, name);
}

static void
emit_port_aliases (ImCEmitter *emitter, const ImCPort *port, ImCWriter *writer)
{
  static const char *const names[] = { "RANK",    "SHAPE", "COUNT", "BYTES",  "TYPE",
                                       "TYPE_ID", "SHIFT", "SCALE", "OFFSET", "RATE" };
  ImDTypeFamily family = im_dtype_get_info (port->type->dtype)->family;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s_%s", port->macro, names[i]);

      emit_alias (emitter, name, writer);
    }
  im_c_writer_line (writer, "#define %s_%s_IS_QUANTIZED %d", IM_EMIT_DEFAULT_PREFIX,
                    port->macro,
                    family == IM_DTYPE_FAMILY_Q || family == IM_DTYPE_FAMILY_D);
}

static void
emit_function_aliases (ImCEmitter *emitter, ImCWriter *writer)
{
  gboolean is_function = im_plan_is_function (emitter->job->plan);

  emit_alias (emitter, "init", writer);
  emit_alias (emitter, "soft_reset", writer);
  emit_alias (emitter, "finalize", writer);
  for (guint i = 0; i < emitter->job->plan->n_sources; i++)
    {
      g_autofree char *name = im_emit_dup_enqueue_name (emitter->job->plan, i);

      emit_alias (emitter, name, writer);
    }
  for (guint i = 0; !is_function && i < emitter->job->plan->n_sinks; i++)
    {
      g_autofree char *name = im_emit_dup_dequeue_name (emitter->job->plan, i);

      emit_alias (emitter, name, writer);
    }
  im_c_writer_line (writer, "#define %s_Init %s_init", IM_EMIT_DEFAULT_PREFIX,
                    emitter->job->prefix);
  im_c_writer_blank (writer);
}

void
im_c_emit_compat (ImCEmitter *emitter, ImCWriter *writer)
{
  static const char *const codes[] = { "SUCCESS", "NODATA", "ERROR", "STREAMEND",
                                       "FULL" };

  open_guard (emitter, "COMPAT_H", writer);
  im_c_writer_line (writer, "#include \"%s.h\"", emitter->job->name);
  im_c_writer_blank (writer);
  emit_function_aliases (emitter, writer);
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      g_autofree char *name = g_strconcat ("RET_", codes[i], NULL);

      emit_alias (emitter, name, writer);
    }
  im_c_writer_line (writer, "#define %s_RET_NOMEM %s_RET_FULL", IM_EMIT_DEFAULT_PREFIX,
                    emitter->job->prefix);
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    im_c_writer_line (writer, "#define IPWIN_RET_%s %s_RET_%s", codes[i],
                      emitter->job->prefix, codes[i]);
  im_c_writer_blank (writer);
  for (guint i = 0; i < G_N_ELEMENTS (type_ids); i++)
    im_c_writer_line (writer, "#define IMAGINET_TYPES_%s %s_TYPE_%s", type_ids[i].name,
                      emitter->job->prefix, type_ids[i].name);
  im_c_writer_blank (writer);
  for (guint i = 0; i < emitter->ports.inputs->len; i++)
    emit_port_aliases (emitter, &g_array_index (emitter->ports.inputs, ImCPort, i),
                       writer);
  for (guint i = 0; i < emitter->ports.outputs->len; i++)
    emit_port_aliases (emitter, &g_array_index (emitter->ports.outputs, ImCPort, i),
                       writer);
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "#endif");
}
