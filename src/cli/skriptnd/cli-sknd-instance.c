/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-instance.h"

#include "cli/skriptnd/cli-sknd-call.h"

static void
append_output (const ImSkndArgument *output, GString *out)
{
  for (guint t = 0; t < output->n; t++)
    {
      ImSkndType type = { .base = output->base };

      g_string_append_printf (out, "%s: ", output->name);
      im_sknd_type_append (&type, out);
      im_sknd_tensor_append (&output->tensors[t], out);
      g_string_append_c (out, '\n');
    }
}

static void
append_instance (const ImSkndDefinition *definition,
                 const ImSkndInstance *instance,
                 GString *out)
{
  g_string_append_printf (out, "%s %s\n", definition->is_graph ? "graph" : "operator",
                          definition->name.text);
  for (guint i = 0; i < instance->names->len; i++)
    {
      const char *name = g_ptr_array_index (instance->names, i);
      const ImSkndSymbol *symbol = im_sknd_scope_find (&instance->scope, name);

      g_string_append_printf (out, "  %s: ", name);
      im_sknd_type_append (&symbol->type, out);
      g_string_append (out, " = ");
      im_sknd_value_append (symbol->value, out);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < instance->outputs->len; i++)
    append_output (&g_array_index (instance->outputs, ImSkndArgument, i), out);
}

void
cli_sknd_append_instance (const CliOptions *options,
                          const char *what,
                          ImDiagnostics *diagnostics,
                          GString *out)
{
  g_auto (CliSkndCall) call = { NULL };

  if (cli_sknd_call_open (&call, options, what, diagnostics))
    append_instance (call.signature->definition, call.instance, out);
}
