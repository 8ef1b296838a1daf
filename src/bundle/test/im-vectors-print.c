/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/im-escape.h"
#include "base/im-json.h"
#include "base/im-text.h"
#include "bundle/test/im-vectors.h"
#include "emit/im-c-literals.h"
#include "emit/im-c-writer.h"
#include "emit/im-emit-names.h"

#define LINE_BYTES 24 /* elements of so many bytes stand in one line */

/* The bits of an element. */
static guint64
load_bits (const guint8 *element, guint size_bytes)
{
  guint64 wide;
  guint32 word;
  guint16 half;

  switch (size_bytes)
    {
    case 1:
      return *element;
    case 2:
      memcpy (&half, element, sizeof half);
      return half;
    case 4:
      memcpy (&word, element, sizeof word);
      return word;
    default:
      memcpy (&wide, element, sizeof wide);
      return wide;
    }
}

static void
append_elements (const ImVectorPort *port, GString *out)
{
  guint size = im_dtype_get_info (port->type.dtype)->size_bytes;
  guint n = port->bytes->len / size;
  const char *suffix = size == 8 ? "ull" : size == 4 ? "u" : "";

  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i % (LINE_BYTES / size) == 0 ? "\n    " : " ");
      g_string_append_printf (out, "0x%" G_GINT64_MODIFIER "x%s,",
                              load_bits (port->bytes->data + i * size, size), suffix);
    }
  /* An array has at least one element. */
  if (n == 0)
    g_string_append (out, "\n    0");
}

static void
append_array (const ImVectorPort *port, const char *prefix, guint number, GString *out)
{
  guint bits = 8 * im_dtype_get_info (port->type.dtype)->size_bytes;
  g_autoptr (GString) type = g_string_new (NULL);

  im_tensor_type_append_text (&port->type, type);
  g_string_append (out, "/* ");
  im_escape_append (IM_ESCAPE_C_COMMENT, port->name, out);
  g_string_append_printf (out, ": %s */\nstatic const uint%u_t %s_%u[] = {", type->str,
                          bits, prefix, number);
  append_elements (port, out);
  g_string_append (out, "\n};\n\n");
}

static const char *
get_family (ImDType dtype)
{
  ImDTypeFamily family = im_dtype_get_info (dtype)->family;

  return family == IM_DTYPE_FAMILY_FLOAT  ? "FAMILY_FLOAT"
         : family == IM_DTYPE_FAMILY_UINT ? "FAMILY_UNSIGNED"
                                          : "FAMILY_SIGNED";
}

/* Family, bytes of an element, elements. */
static void
append_type (const ImVectorPort *port, GString *out)
{
  g_string_append_printf (
      out, "{ %s, %u, %" G_GSIZE_FORMAT " }", get_family (port->type.dtype),
      im_dtype_get_info (port->type.dtype)->size_bytes, im_vector_port_count (port));
}

static void
append_inputs (const ImVectors *vectors, GString *out)
{
  for (guint i = 0; i < vectors->inputs->len; i++)
    append_array (&g_array_index (vectors->inputs, ImVectorPort, i), "frames", i, out);
  g_string_append (out, "static const Input inputs[] = {\n");
  for (guint i = 0; i < vectors->inputs->len; i++)
    {
      g_string_append (out, "    { ");
      append_type (&g_array_index (vectors->inputs, ImVectorPort, i), out);
      g_string_append_printf (out, ", %u, frames_%u, pipeline_input_%u.bytes },\n",
                              g_array_index (vectors->inputs, ImVectorPort, i).function,
                              i, i);
    }
  g_string_append_printf (out, "};\nstatic const uint32_t n_inputs = %u;\n\n",
                          vectors->inputs->len);
}

static void
append_output (const ImVectorPort *port, guint number, GString *out)
{
  const ImTolerance *tolerance = &port->tolerance;
  const double numbers[] = { tolerance->relative, tolerance->of_largest,
                             tolerance->of_inputs, tolerance->absolute,
                             (double) tolerance->steps };

  g_string_append (out, "    { ");
  im_c_append_string (port->name, out);
  g_string_append (out, ", ");
  append_type (port, out);
  g_string_append_printf (out, ", %u, expected_%u, pipeline_output_%u.bytes,\n      { ",
                          port->function, number, number);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_string_append (out, i == 0 ? "" : ", ");
      im_c_append_double (numbers[i], out);
    }
  g_string_append (out, " } },\n");
}

static void
append_outputs (const ImVectors *vectors, GString *out)
{
  for (guint i = 0; i < vectors->outputs->len; i++)
    append_array (&g_array_index (vectors->outputs, ImVectorPort, i), "expected", i, out);
  g_string_append (out, "static const Output outputs[] = {\n");
  for (guint i = 0; i < vectors->outputs->len; i++)
    append_output (&g_array_index (vectors->outputs, ImVectorPort, i), i, out);
  g_string_append_printf (out, "};\nstatic const uint32_t n_outputs = %u;\n\n",
                          vectors->outputs->len);
}

static void
append_runs (const ImVectors *vectors, GString *out)
{
  g_string_append (out, "static const Run runs[] = {\n");
  for (guint i = 0; i < vectors->runs->len; i++)
    {
      const ImVectorRun *run = &g_array_index (vectors->runs, ImVectorRun, i);

      g_string_append_printf (out, "    { \"%s\", %u },\n", run->name, run->n_frames);
    }
  if (vectors->runs->len == 0)
    g_string_append (out, "    { \"none\", 0 },\n");
  g_string_append_printf (out, "};\nstatic const uint32_t n_runs = %u;\n\n",
                          vectors->runs->len);
}

/* The frame behind which each result comes, and the function that gives it. */
static void
append_results (const ImVectors *vectors, GString *out)
{
  g_string_append (out, "static const Result results[] = {");
  for (guint i = 0; i < vectors->results->len; i++)
    {
      const ImVectorResult *result = &g_array_index (vectors->results, ImVectorResult, i);

      g_string_append_printf (out, "%s{ %u, %u, %u },", i % 6 == 0 ? "\n    " : " ",
                              result->run, result->frame, result->function);
    }
  if (vectors->results->len == 0)
    g_string_append (out, "\n    { 0, 0, 0 },");
  g_string_append_printf (out, "\n};\nstatic const uint32_t n_results = %u;\n",
                          vectors->results->len);
}

void
im_vectors_append_header (const ImVectors *vectors, GString *out)
{
  g_string_append (out, "/* What the test runs on, and what must come of it.\n *\n");
  if (vectors->source == NULL)
    g_string_append (out, " * No results are stored: compare.py computes them.\n");
  else
    g_string_append_printf (out, " * The results are those of %s.\n", vectors->source);
  g_string_append (out, " * Elements are written as their bits.\n *\n"
                        " * SPDX-License-Identifier: MIT-0\n */\n");
  g_string_append_printf (out, "#define VECTORS_SOURCE \"%s\"\n",
                          vectors->source == NULL ? "nobody" : vectors->source);
  g_string_append_printf (out, "#define VECTORS_HAVE_STATE %d\n\n", vectors->has_state);
  append_inputs (vectors, out);
  append_outputs (vectors, out);
  append_runs (vectors, out);
  append_results (vectors, out);
}

/* Fixed-point types are their stored integers. */
static void
write_type (ImJson *json, const ImVectorPort *port)
{
  const ImDTypeInfo *info = im_dtype_get_info (port->type.dtype);
  const char *family = info->family == IM_DTYPE_FAMILY_FLOAT  ? "float"
                       : info->family == IM_DTYPE_FAMILY_UINT ? "uint"
                                                              : "int";
  g_autofree char *name = g_strdup_printf ("%s%u", family, 8 * info->size_bytes);

  im_json_member_string (json, "name", port->name);
  im_json_member_string (json, "type", name);
  im_json_member_array (json, "shape");
  for (guint i = port->type.shape.rank; i > 0; i--)
    im_json_int (json, port->type.shape.size[i - 1]);
  im_json_close_array (json);
}

/* The ports of a function, by their numbers here. */
static void
write_ports (ImJson *json, const char *name, const GArray *ports, guint function)
{
  im_json_member_array (json, name);
  for (guint i = 0; i < ports->len; i++)
    if (g_array_index (ports, ImVectorPort, i).function == function)
      im_json_int (json, i);
  im_json_close_array (json);
}

static void
write_functions (ImJson *json, const ImVectors *vectors)
{
  const ImPlan *plan = vectors->plan;

  im_json_member_array (json, "puts");
  for (guint i = 0; i < plan->n_sources; i++)
    {
      g_autofree char *name = im_emit_dup_enqueue_name (plan, i);
      guint64 num, den;

      im_plan_get_pace (plan, i, &num, &den);
      im_json_open_object (json);
      im_json_member_string (json, "function", name);
      write_ports (json, "inputs", vectors->inputs, i);
      im_json_member_int (json, "num", (gint64) num);
      im_json_member_int (json, "den", (gint64) den);
      im_json_close_object (json);
    }
  im_json_close_array (json);
  im_json_member_array (json, "gets");
  for (guint i = 0; i < im_vectors_count_gets (vectors); i++)
    {
      g_autofree char *name = im_emit_dup_dequeue_name (plan, i);

      im_json_open_object (json);
      im_json_member_string (json, "function", name);
      write_ports (json, "outputs", vectors->outputs, i);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

/* Null if any value is near enough. */
static void
write_limit (ImJson *json, const char *name, double limit)
{
  if (isfinite (limit))
    im_json_member_double (json, name, limit);
  else
    im_json_member_null (json, name);
}

void
im_vectors_append_json (const ImVectors *vectors, GString *out)
{
  ImJson json = { .out = out, .has_lines = TRUE };

  im_json_open_object (&json);
  im_json_member_string (&json, "source",
                         vectors->source == NULL ? "nobody" : vectors->source);
  im_json_member_int (&json, "has_state", vectors->has_state);
  write_functions (&json, vectors);
  im_json_member_array (&json, "runs");
  for (guint i = 0; i < vectors->runs->len; i++)
    {
      const ImVectorRun *run = &g_array_index (vectors->runs, ImVectorRun, i);

      im_json_open_object (&json);
      im_json_member_string (&json, "name", run->name);
      im_json_member_int (&json, "frames", run->n_frames);
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  im_json_member_array (&json, "inputs");
  for (guint i = 0; i < vectors->inputs->len; i++)
    {
      im_json_open_object (&json);
      write_type (&json, &g_array_index (vectors->inputs, ImVectorPort, i));
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  im_json_member_array (&json, "outputs");
  for (guint i = 0; i < vectors->outputs->len; i++)
    {
      const ImVectorPort *port = &g_array_index (vectors->outputs, ImVectorPort, i);

      im_json_open_object (&json);
      write_type (&json, port);
      write_limit (&json, "relative", port->tolerance.relative);
      write_limit (&json, "of_largest", port->tolerance.of_largest);
      write_limit (&json, "of_inputs", port->tolerance.of_inputs);
      write_limit (&json, "absolute", port->tolerance.absolute);
      im_json_member_int (&json, "steps", (gint64) port->tolerance.steps);
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  im_json_close_object (&json);
}
