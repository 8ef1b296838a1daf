/* SPDX-License-Identifier: MIT
 *
 * The function of the formula is static; the one that is called around it takes inputs,
 * outputs and a workspace, in which it gives all else its place.
 */
#include "cli/skriptnd/cli-sknd-export.h"

#include <string.h>

#include "artifact/im-artifacts.h"
#include "base/im-json.h"
#include "cli/skriptnd/cli-sknd-call.h"
#include "cli/skriptnd/cli-sknd-fill.h"
#include "cli/skriptnd/cli-sknd-variable.h"
#include "cli/skriptnd/cli-sknd-workspace.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "kernel/im-formula-c.h"
#include "kernel/im-formula-fuse.h"

typedef struct
{
  CliSkndCall call;
  ImSkndLowered lowered;
  ImFormula *formula; /* fused, with variables as tables */
  GPtrArray *nests;
  CliSkndWorkspace workspace;
  const char *name;   /* of the function */
  GPtrArray *outputs; /* (element-type utf8): names of parameters, one each */
} Export;

static const char *
get_c_type (const ImKernelBuffer *buffer)
{
  return im_dtype_get_info (buffer->dtype)->c_name;
}

/* Elements of variables become those of tables. */
static void
embed_variables (Export *self)
{
  guint n_inputs = self->call.data->len, next = 0;
  const GPtrArray *variables = self->lowered.variables;

  for (guint i = 0; i < variables->len; i++)
    next += ((const ImSkndVariable *) g_ptr_array_index (variables, i))->buffer >= 0;
  next = n_inputs - next;
  for (guint i = 0; i < variables->len; i++)
    {
      const ImSkndVariable *variable = g_ptr_array_index (variables, i);
      ImKernelBuffer *buffer = NULL;

      if (variable->buffer < 0)
        continue;
      buffer = g_ptr_array_index (self->lowered.formula->buffers,
                                  (guint) variable->buffer);
      buffer->kind = IM_BUFFER_TABLE;
      buffer->data = ((ImArray *) g_ptr_array_index (self->call.data, next++))->data;
    }
}

/* Firmware runs again and again; what a variable gets for the next run would be lost. */
static gboolean
keeps_variables (const CliSkndCall *call, const ImSkndLowered *lowered)
{
  const ImSkndDefinition *definition = call->signature->definition;

  return !lowered->has_update ||
         im_sknd_signature_fail (
             call->signature, call->diagnostics, "update", definition->name.span,
             "“%s” cannot be exported: its variables get new values in "
             "@update, which is not computed",
             definition->name.text);
}

static gboolean
prepare (Export *self, const CliOptions *options, const char *what)
{
  CliSkndCall *call = &self->call;
  ImSkndLowered *lowered = &self->lowered;

  if (!cli_sknd_call_open (call, options, what, call->diagnostics) ||
      !im_sknd_lower (
          call->package, call->signature, call->instance, call->arguments->len,
          (const ImSkndArgument *) (gpointer) call->arguments->data, call->real,
          call->integer, call->arena, call->diagnostics, lowered) ||
      !keeps_variables (call, lowered) ||
      !cli_sknd_read_variables (call, lowered->variables))
    return FALSE;
  embed_variables (self);
  self->formula = im_formula_fuse (lowered->formula, lowered->nests, call->arena,
                                   &self->nests);
  cli_sknd_workspace_init (&self->workspace, self->formula);
  self->name = lowered->formula->name;
  self->formula->name = im_arena_printf (call->arena, "%s_kernels", self->name);

  return TRUE;
}

/* `y`, `ys_0`: what the tensors that come out are declared as. */
static void
name_outputs (Export *self)
{
  const GArray *outputs = self->call.instance->outputs;
  const ImSkndBlock *block = self->call.signature->definition->by_kind[IM_SKND_OUTPUT];

  for (guint i = 0; i < outputs->len; i++)
    {
      const ImSkndArgument *output = &g_array_index (outputs, ImSkndArgument, i);
      gboolean is_packed = block->statements[i]->parameter.is_packed;

      for (guint j = 0; j < output->n; j++)
        if (im_sknd_tensor_count (&output->tensors[j]) > 0)
          g_ptr_array_add (self->outputs, is_packed
                                              ? g_strdup_printf ("%s_%u", output->name, j)
                                              : g_strdup (output->name));
    }
}

static void
append_shape (const ImKernelBuffer *buffer, GString *out)
{
  g_string_append_c (out, '[');
  for (guint i = buffer->shape.rank; i-- > 0;)
    g_string_append_printf (out, "%d%s", buffer->shape.size[i], i > 0 ? ", " : "");
  g_string_append_c (out, ']');
}

typedef void (*PortFunc) (const ImKernelBuffer *buffer,
                          const char *name,
                          gboolean is_output,
                          guint number,
                          GString *out);

/* Inputs, then outputs, as the function takes them. */
static void
visit_ports (const Export *self, PortFunc func, GString *out)
{
  guint number = 0;

  for (guint i = 0; i < self->formula->buffers->len; i++)
    {
      const ImKernelBuffer *buffer = im_formula_get_buffer (self->formula, i);

      if (buffer->kind == IM_BUFFER_INPUT)
        func (buffer, buffer->name, FALSE, number++, out);
    }
  for (guint i = 0; i < self->formula->outputs->len; i++)
    func (im_formula_get_buffer (self->formula,
                                 g_array_index (self->formula->outputs, guint, i)),
          g_ptr_array_index (self->outputs, i), TRUE, number++, out);
}

static void
append_line (const ImKernelBuffer *buffer,
             const char *name,
             gboolean is_output,
             guint number,
             GString *out)
{
  (void) number;
  g_string_append_printf (out, " *   %-8s %s ", is_output ? "output" : "input", name);
  append_shape (buffer, out);
  g_string_append_printf (out, " of %s\n", get_c_type (buffer));
}

static void
append_parameter (const ImKernelBuffer *buffer,
                  const char *name,
                  gboolean is_output,
                  guint number,
                  GString *out)
{
  g_string_append_printf (out, "%s%s%s *", number > 0 ? ", " : "",
                          is_output ? "" : "const ", get_c_type (buffer));
  im_formula_append_c_name (name, out);
}

static void
append_prototype (const Export *self, GString *out)
{
  g_string_append (out, "void ");
  im_formula_append_c_name (self->name, out);
  g_string_append (out, " (");
  visit_ports (self, append_parameter, out);
  g_string_append (out, ", void *workspace_memory)");
}

static GString *
make_header (const Export *self)
{
  const ImSkndSignature *signature = self->call.signature;
  g_autofree char *guard = g_ascii_strup (self->name, -1);
  g_autofree char *file = g_path_get_basename (
      im_source_get_name (signature->file->source));
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "/* The graph “%s” of %s as C99, without a heap.\n *\n",
                          signature->definition->name.text, file);
  visit_ports (self, append_line, out);
  g_string_append_printf (
      out,
      " *\n * Tensors are stored row by row, the last axis fastest. The workspace is "
      "%s_WORKSPACE_BYTES\n"
      " * bytes that are aligned to 8; what is in them counts only during a call. "
      "Tensors must not\n"
      " * overlap each other or the workspace. Link with -lm.\n */\n"
      "#ifndef %s_H\n#define %s_H\n\n#include <stdint.h>\n\n"
      "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
      "#define %s_WORKSPACE_BYTES %" G_GSIZE_FORMAT "\n\n",
      guard, guard, guard, guard, MAX (self->workspace.size_bytes, 1));
  append_prototype (self, out);
  g_string_append (out, ";\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");

  return out;
}

/* The arguments of the static function, in the order in which it takes them. */
static void
append_call (const Export *self, GString *out)
{
  static const ImBufferKind order[] = { IM_BUFFER_INPUT, IM_BUFFER_OUTPUT,
                                        IM_BUFFER_LOCAL };
  guint n = 0;

  g_string_append (out, "  ");
  im_formula_append_c_name (self->formula->name, out);
  g_string_append (out, " (");
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    for (guint j = 0; j < self->formula->buffers->len; j++)
      {
        const ImKernelBuffer *buffer = im_formula_get_buffer (self->formula, j);

        if (buffer->kind != order[i])
          continue;
        g_string_append (out, n++ > 0 ? ",\n    " : "");
        if (buffer->kind == IM_BUFFER_INPUT)
          im_formula_append_c_name (buffer->name, out);
        for (guint k = 0; k < self->formula->outputs->len; k++)
          if (g_array_index (self->formula->outputs, guint, k) == j)
            im_formula_append_c_name (g_ptr_array_index (self->outputs, k), out);
        if (buffer->kind == IM_BUFFER_LOCAL)
          g_string_append_printf (out, "(%s *) (memory + %" G_GSIZE_FORMAT ") /* %s */",
                                  get_c_type (buffer), self->workspace.offsets[j],
                                  buffer->name);
      }
  g_string_append (out, ");\n");
}

static GString *
make_source (const Export *self)
{
  g_autofree char *head = g_strdup_printf ("\nvoid\n%s (", self->formula->name);
  GString *out = g_string_new (NULL);
  const char *found = NULL;

  g_string_append_printf (out, "#include \"%s.h\"\n\n", self->name);
  im_formula_append_c (self->formula, self->nests, out);
  found = strstr (out->str, head);
  if (found != NULL)
    g_string_insert (out, found - out->str + 1, "static ");
  g_string_append_c (out, '\n');
  append_prototype (self, out);
  g_string_append (out, "\n{\n");
  if (self->workspace.size_bytes > 0)
    g_string_append (out, "  uint8_t *memory = workspace_memory;\n\n");
  else
    g_string_append (out, "  (void) workspace_memory;\n");
  append_call (self, out);
  g_string_append (out, "}\n");

  return out;
}

static GString *
make_manifest (const Export *self)
{
  GString *out = g_string_new (NULL);
  ImJson json = { .out = out };

  im_json_open_object (&json);
  im_json_member_string (&json, "generator", "imaginet");
  im_json_member_string (&json, "graph", self->call.signature->definition->name.text);
  im_json_member_string (&json, "function", self->name);
  im_json_member_int (&json, "workspace_bytes", (gint64) self->workspace.size_bytes);
  im_json_close_object (&json);
  g_string_append_c (out, '\n');

  return out;
}

static CliExit
write_all (CliContext *context, const Export *self)
{
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autofree char *header = g_strconcat (self->name, ".h", NULL);
  g_autofree char *source = g_strconcat (self->name, ".c", NULL);
  g_autoptr (GError) error = NULL;

  im_artifacts_add_text (artifacts, IM_ARTIFACTS_MARKER_FILE, make_manifest (self));
  im_artifacts_add_text (artifacts, header, make_header (self));
  im_artifacts_add_text (artifacts, source, make_source (self));
  if (!im_artifacts_write (artifacts, context->options->output, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (context->options->json)
    {
      ImJson json = { .out = context->out };

      im_json_open_object (&json);
      im_json_member_string (&json, "folder", context->options->output);
      im_json_member_string (&json, "function", self->name);
      im_json_member_int (&json, "workspace_bytes", (gint64) self->workspace.size_bytes);
      cli_json_close (&json, self->call.diagnostics);
      return CLI_EXIT_FINE;
    }
  g_string_append_printf (
      context->out, "%s: %s and %s, a workspace of %" G_GSIZE_FORMAT " bytes\n",
      context->options->output, header, source, self->workspace.size_bytes);

  return cli_output_diagnostics (context, self->call.diagnostics);
}

CliExit
cli_sknd_export (CliContext *context, const char *what)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  Export self = { .call = { .diagnostics = diagnostics } };
  CliExit status = CLI_EXIT_PROBLEMS;

  if (context->options->output == NULL)
    return cli_output_usage (context, "expected --output with a folder");
  self.outputs = g_ptr_array_new_with_free_func (g_free);
  if (prepare (&self, context->options, what))
    {
      name_outputs (&self);
      status = write_all (context, &self);
    }
  else
    {
      status = cli_output_problems (context, diagnostics);
    }
  g_ptr_array_unref (self.outputs);
  cli_sknd_workspace_clear (&self.workspace);
  g_clear_pointer (&self.formula, im_formula_free);
  g_clear_pointer (&self.nests, g_ptr_array_unref);
  im_sknd_lowered_clear (&self.lowered);
  cli_sknd_call_clear (&self.call);

  return status;
}
