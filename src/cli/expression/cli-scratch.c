/* SPDX-License-Identifier: MIT
 *
 * `imaginet scratch`: statements of TML, and what their values are.
 */
#include <string.h>

#include "base/im-arena.h"
#include "cli/input/cli-input.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "tml/im-scratch.h"

#define NAME "<statements>"

static ImSource *
read_source (const char *path, GError **error)
{
  GString *text = cli_input_read (path, IM_SCRATCH_MAX_BYTES, error);
  g_autoptr (GBytes) bytes = text == NULL ? NULL : g_string_free_to_bytes (text);

  if (bytes == NULL)
    return NULL;

  return im_source_new (strcmp (path, "-") == 0 ? NAME : path, bytes);
}

static void
write_scalar (ImJson *json, const ImScratchScalar *scalar, ImScalarType type)
{
  char text[8] = "";

  switch (type)
    {
    case IM_SCALAR_BOOL:
      im_json_bool (json, scalar->integer != 0);
      break;
    case IM_SCALAR_UINT:
    case IM_SCALAR_INT:
      im_json_int (json, scalar->integer);
      break;
    case IM_SCALAR_REAL:
      im_json_double (json, scalar->real);
      break;
    case IM_SCALAR_CHAR:
      g_unichar_to_utf8 ((gunichar) scalar->integer, text);
      im_json_string (json, text);
      break;
    case IM_SCALAR_STR:
    default:
      im_json_string (json, scalar->text);
    }
}

static const ImScratchScalar *write_elements (ImJson *json,
                                              const ImNestedType *type,
                                              const ImScratchScalar *elements);

/* Lists for the innermost @n_axes axes of a tensor. */
static const ImScratchScalar *
write_axes (ImJson *json,
            const ImNestedType *type,
            guint n_axes,
            const ImScratchScalar *elements)
{
  if (n_axes == 0)
    return write_elements (json, type->base, elements);

  im_json_open_array (json);
  for (gint64 i = 0; i < type->shape.size[n_axes - 1]; i++)
    elements = write_axes (json, type, n_axes - 1, elements);
  im_json_close_array (json);

  return elements;
}

/* Returns what stands behind the elements that are written. */
static const ImScratchScalar *
write_elements (ImJson *json, const ImNestedType *type, const ImScratchScalar *elements)
{
  if (type->base != NULL)
    return write_axes (json, type, type->shape.rank, elements);

  write_scalar (json, elements, type->scalar);

  return elements + 1;
}

static void
write_json (CliContext *context,
            const GPtrArray *results,
            const ImDiagnostics *diagnostics)
{
  ImJson json = { context->out };

  im_json_open_object (&json);
  im_json_name (&json, "results");
  im_json_open_rows (&json);
  for (guint i = 0; i < results->len; i++)
    {
      const ImScratchResult *result = g_ptr_array_index (results, i);
      g_autoptr (GString) type = g_string_new (NULL);

      im_nested_type_append_text (result->value.type, type);
      im_json_open_object (&json);
      im_json_member_string (&json, "name", result->name);
      im_json_member_string (&json, "type", type->str);
      im_json_name (&json, "value");
      write_elements (&json, result->value.type, result->value.elements);
      im_json_member_int (&json, "line", result->line);
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  cli_json_close (&json, diagnostics);
}

/* `c = [2, 3, 4]  tensor<int, 3>` */
static void
write_text (CliContext *context, const GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++)
    {
      const ImScratchResult *result = g_ptr_array_index (results, i);

      if (result->name != NULL)
        g_string_append_printf (context->out, "%s = ", result->name);
      im_scratch_value_append_text (&result->value, context->out);
      g_string_append (context->out, "  ");
      im_nested_type_append_text (result->value.type, context->out);
      g_string_append_c (context->out, '\n');
    }
}

CliExit
cli_scratch_run (CliContext *context)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ImSource) source = read_source (context->options->arguments[0], &error);

  if (source == NULL)
    return cli_output_failure (context, "cannot-read", "%s", error->message);

  im_scratch_run (source, arena, results, diagnostics);
  if (context->options->json)
    write_json (context, results, diagnostics);
  else
    write_text (context, results);

  return cli_output_diagnostics (context, diagnostics);
}
