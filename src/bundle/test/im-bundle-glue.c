/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/im-escape.h"
#include "bundle/test/im-bundle-private.h"
#include "emit/im-c-literals.h"
#include "emit/im-c-writer.h"
#include "emit/im-emit-names.h"

#define MAX_BLOCK   61
#define BLOCK_BYTES 4096 /* of an input */

typedef struct
{
  const ImBundle *bundle;
  const ImVectors *vectors;
  ImCWriter writer;
} Glue;

/* How many frames the test gives at once. */
static guint
count_block (const ImVectors *vectors)
{
  gsize bytes = 1;

  for (guint i = 0; i < vectors->inputs->len; i++)
    bytes = MAX (
        bytes, im_vector_port_bytes (&g_array_index (vectors->inputs, ImVectorPort, i)));

  return (guint) CLAMP (BLOCK_BYTES / bytes, 1, MAX_BLOCK);
}

static void
emit_memory (Glue *glue, const GArray *ports, const char *kind, guint n_frames)
{
  for (guint i = 0; i < ports->len; i++)
    {
      const ImVectorPort *port = &g_array_index (ports, ImVectorPort, i);
      g_autofree char *name = im_escape_dup (IM_ESCAPE_C_COMMENT, port->name);
      g_autoptr (GString) type = g_string_new (NULL);

      im_tensor_type_append_text (&port->type, type);
      im_c_writer_line (&glue->writer, "/* %s: %s */", name, type->str);
      im_c_writer_line (&glue->writer,
                        "static union { unsigned char bytes[%" G_GSIZE_FORMAT
                        "]; int64_t integer; double number; } pipeline_%s_%u;",
                        n_frames * im_vector_port_bytes (port), kind, i);
    }
}

static void
append_arguments (const GArray *ports, const char *kind, guint function, GString *out)
{
  for (guint i = 0; i < ports->len; i++)
    {
      const ImVectorPort *port = &g_array_index (ports, ImVectorPort, i);

      if (port->function == function)
        g_string_append_printf (out, "%s(%s *) (void *) pipeline_%s_%u.bytes",
                                out->len == 0 ? "" : ", ",
                                im_c_get_type_name (port->type.dtype), kind, i);
    }
}

static void
emit_numbers (Glue *glue)
{
  const ImPlan *plan = glue->bundle->plan;
  const char *prefix = glue->bundle->emission->prefix;
  ImCWriter *writer = &glue->writer;
  g_autofree char *unit = im_escape_dup (IM_ESCAPE_C_STRING,
                                         plan->program->unit->id.text);

  im_c_writer_line (writer, "#define PIPELINE_NAME \"%s\"", glue->bundle->emission->name);
  im_c_writer_line (writer, "#define PIPELINE_UNIT \"%s\"", unit);
  im_c_writer_line (writer, "#define PIPELINE_HAS_QUEUE %d", !im_plan_is_function (plan));
  im_c_writer_line (writer, "#define PIPELINE_N_PUTS %uu", plan->n_sources);
  im_c_writer_line (writer, "#define PIPELINE_N_GETS %uu",
                    im_vectors_count_gets (glue->vectors));
  im_c_writer_line (writer, "#define PIPELINE_BLOCK %uu", count_block (glue->vectors));
  im_c_writer_line (writer, "#define PIPELINE_NODATA %s_RET_NODATA", prefix);
  im_c_writer_line (writer, "#define PIPELINE_FULL %s_RET_FULL", prefix);
  im_c_writer_blank (writer);
}

/* A function that calls one of several by its number. */
static void
emit_choice (Glue *glue,
             const char *head,
             guint n,
             char *(*dup_call) (Glue *glue, guint number))
{
  ImCWriter *writer = &glue->writer;

  im_c_writer_open (writer, "static inline int %s", head);
  if (strstr (head, "frame)") != NULL)
    im_c_writer_line (writer, "(void) frame;");
  if (n == 1)
    im_c_writer_line (writer, "(void) number;");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *call = dup_call (glue, i);

      if (i + 1 < n)
        {
          im_c_writer_open (writer, "if (number == %u)", i);
          im_c_writer_line (writer, "return %s;", call);
          im_c_writer_close (writer);
          continue;
        }
      im_c_writer_line (writer, "return %s;", call);
    }
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}

static char *
dup_put (Glue *glue, guint number)
{
  const ImPlan *plan = glue->bundle->plan;
  g_autofree char *name = im_emit_dup_enqueue_name (plan, number);
  g_autoptr (GString) arguments = g_string_new (NULL);

  append_arguments (glue->vectors->inputs, "input", number, arguments);
  if (im_plan_is_function (plan))
    append_arguments (glue->vectors->outputs, "output", 0, arguments);

  return g_strdup_printf ("%s_%s(%s)", glue->bundle->emission->prefix, name,
                          arguments->str);
}

static char *
dup_put_block (Glue *glue, guint number)
{
  g_autofree char *name = im_emit_dup_enqueue_name (glue->bundle->plan, number);
  g_autoptr (GString) arguments = g_string_new (NULL);

  append_arguments (glue->vectors->inputs, "input", number, arguments);

  return g_strdup_printf ("%s_%s_block(%s%sframes)", glue->bundle->emission->prefix, name,
                          arguments->str, arguments->len == 0 ? "" : ", ");
}

static char *
dup_get (Glue *glue, guint number)
{
  g_autofree char *name = im_emit_dup_dequeue_name (glue->bundle->plan, number);
  g_autoptr (GString) arguments = g_string_new (NULL);

  append_arguments (glue->vectors->outputs, "output", number, arguments);

  return g_strdup_printf ("%s_%s(%s)", glue->bundle->emission->prefix, name,
                          arguments->str);
}

static char *
dup_due (Glue *glue, guint number)
{
  guint64 num, den;

  im_plan_get_pace (glue->bundle->plan, number, &num, &den);
  if (num == den)
    return g_strdup ("1");

  return g_strdup_printf ("(uint64_t) frame * %" G_GUINT64_FORMAT
                          "u %% %" G_GUINT64_FORMAT "u < %" G_GUINT64_FORMAT "u",
                          num, den, num);
}

static void
emit_calls (Glue *glue)
{
  const ImPlan *plan = glue->bundle->plan;
  const char *prefix = glue->bundle->emission->prefix;
  ImCWriter *writer = &glue->writer;

  im_c_writer_line (writer, "#define pipeline_init() %s_init()", prefix);
  im_c_writer_line (writer, "#define pipeline_finalize() %s_finalize()", prefix);
  im_c_writer_blank (writer);
  im_c_writer_line (writer, "/* Gives inputs, one frame. */");
  emit_choice (glue, "pipeline_put(uint32_t number)", plan->n_sources, dup_put);
  if (!im_plan_is_function (plan))
    {
      im_c_writer_line (writer, "/* Gives inputs, some frames. */");
      emit_choice (glue, "pipeline_put_block(uint32_t number, int frames)",
                   plan->n_sources, dup_put_block);
      im_c_writer_line (writer, "/* Takes outputs. */");
      emit_choice (glue, "pipeline_get(uint32_t number)",
                   im_vectors_count_gets (glue->vectors), dup_get);
    }
  im_c_writer_line (writer,
                    "/* Whether these inputs come with a frame of the fastest ones. */");
  emit_choice (glue, "pipeline_is_due(uint32_t number, uint32_t frame)", plan->n_sources,
               dup_due);
}

/* The ports of one kind by their numbers. */
static void
emit_port_list (Glue *glue, const GArray *ports, const char *kind)
{
  ImCWriter *writer = &glue->writer;

  im_c_writer_open (writer, "static inline PipelinePort pipeline_%s(uint32_t number)",
                    kind);
  im_c_writer_line (writer, "PipelinePort port = { 0, 0, 0 };");
  im_c_writer_blank (writer);
  for (guint i = 0; i < ports->len; i++)
    {
      const ImVectorPort *port = &g_array_index (ports, ImVectorPort, i);

      im_c_writer_open (writer, "if (number == %u)", i);
      im_c_writer_line (writer, "port.function = %u;", port->function);
      im_c_writer_line (writer, "port.bytes = %" G_GSIZE_FORMAT ";",
                        im_vector_port_bytes (port));
      im_c_writer_line (writer, "port.data = pipeline_%s_%u.bytes;", kind, i);
      im_c_writer_close (writer);
    }
  im_c_writer_line (writer, "return port;");
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}

static void
emit_ports (Glue *glue)
{
  ImCWriter *writer = &glue->writer;

  im_c_writer_line (writer, "#define PIPELINE_N_INPUTS %uu", glue->vectors->inputs->len);
  im_c_writer_line (writer, "#define PIPELINE_N_OUTPUTS %uu",
                    glue->vectors->outputs->len);
  im_c_writer_blank (writer);
  im_c_writer_line (writer,
                    "/* Where a tensor is, and the function that takes or gives it. "
                    "*/");
  im_c_writer_line (writer, "typedef struct {");
  im_c_writer_line (writer, "    uint32_t function;");
  im_c_writer_line (writer, "    uint32_t bytes;");
  im_c_writer_line (writer, "    unsigned char *data;");
  im_c_writer_line (writer, "} PipelinePort;");
  im_c_writer_blank (writer);
  emit_port_list (glue, glue->vectors->inputs, "input");
  emit_port_list (glue, glue->vectors->outputs, "output");
}

static void
emit_fill (Glue *glue)
{
  ImCWriter *writer = &glue->writer;

  im_c_writer_line (writer, "/* Gives all inputs a pattern. */");
  im_c_writer_open (writer, "static inline void pipeline_fill(uint32_t frame)");
  for (guint i = 0; i < glue->vectors->inputs->len; i++)
    {
      const ImVectorPort *port = &g_array_index (glue->vectors->inputs, ImVectorPort, i);
      const char *type = im_c_get_type_name (port->type.dtype);
      gsize count = im_vector_port_count (port);

      im_c_writer_line (writer, "%s *input_%u = (%s *) (void *) pipeline_input_%u.bytes;",
                        type, i, type, i);
      im_c_writer_blank (writer);
      im_c_writer_line (writer, "for (uint32_t i = 0; i < %" G_GSIZE_FORMAT "u; i++)",
                        count);
      im_c_writer_line (
          writer, "    input_%u[i] = (%s) ((frame * %" G_GSIZE_FORMAT "u + i) %% 17u);",
          i, type, count);
    }
  im_c_writer_close (writer);
  im_c_writer_blank (writer);
}

static void
emit_sum (Glue *glue)
{
  ImCWriter *writer = &glue->writer;

  im_c_writer_line (writer, "/* A check sum of all outputs. */");
  im_c_writer_open (writer, "static inline uint32_t pipeline_sum(void)");
  im_c_writer_line (writer, "uint32_t sum = 0;");
  im_c_writer_blank (writer);
  for (guint i = 0; i < glue->vectors->outputs->len; i++)
    {
      im_c_writer_line (
          writer, "for (uint32_t i = 0; i < sizeof pipeline_output_%u.bytes; i++)", i);
      im_c_writer_line (writer, "    sum = sum * 31u + pipeline_output_%u.bytes[i];", i);
    }
  im_c_writer_line (writer, "return sum;");
  im_c_writer_close (writer);
}

void
im_bundle_add_glue (const ImBundle *bundle, const ImVectors *vectors)
{
  GString *out;

  if (im_artifacts_find (bundle->artifacts, "test/pipeline.h") != NULL)
    return;
  out = g_string_new ("/* How the test and the demo call the pipeline.\n *\n"
                      " * SPDX-License-Identifier: MIT-0\n */\n"
                      "#ifndef PIPELINE_NAME\n\n#include <stdint.h>\n\n");
  Glue glue = { bundle, vectors, { out, 0 } };

  g_string_append_printf (out, "#include \"%s.h\"\n\n", bundle->emission->name);
  emit_numbers (&glue);
  emit_memory (&glue, vectors->inputs, "input", count_block (vectors));
  emit_memory (&glue, vectors->outputs, "output", 1);
  im_c_writer_blank (&glue.writer);
  emit_calls (&glue);
  emit_ports (&glue);
  emit_fill (&glue);
  emit_sum (&glue);
  g_string_append (out, "\n#endif\n");
  im_artifacts_add_text (bundle->artifacts, "test/pipeline.h", out);
}
