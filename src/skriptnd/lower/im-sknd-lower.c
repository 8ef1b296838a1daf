/* SPDX-License-Identifier: MIT */
#include "skriptnd/lower/im-sknd-lower.h"

#include <string.h>

#include "skriptnd/lower/im-sknd-compose.h"
#include "skriptnd/lower/im-sknd-output.h"

static const ImSkndArgument *
find_argument (const ImSkndArgument *arguments, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (arguments[i].name, name) == 0)
      return &arguments[i];

  return NULL;
}

static gboolean
set_inputs (ImSkndFrame *frame, const ImSkndArgument *arguments, guint n)
{
  const ImSkndBlock *block = frame->signature->definition->by_kind[IM_SKND_INPUT];

  for (guint i = 0; block != NULL && i < block->n; i++)
    {
      const ImSkndParameter *input = &block->statements[i]->parameter;
      const ImSkndArgument *argument = find_argument (arguments, n, input->name.text);

      if (argument == NULL
              ? !im_sknd_frame_set_default (frame, input)
              : !im_sknd_frame_add_tensors (frame, input, argument, IM_BUFFER_INPUT))
        return FALSE;
    }

  return TRUE;
}

/* `nn_conv`: the name alone may be that of a function of C, or of Python. */
static ImFormula *
new_formula (const ImSkndSignature *signature, ImArena *arena)
{
  g_autofree char *module = g_path_get_basename (
      im_source_get_name (signature->file->source));
  char *dot = strchr (module, '.');

  if (dot != NULL)
    *dot = '\0';
  g_strcanon (module, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS, '_');

  return im_formula_new (im_arena_printf (arena, "%s_%s",
                                          g_ascii_isdigit (*module) ? "module" : module,
                                          signature->definition->name.text));
}

gboolean
im_sknd_lower (ImSkndPackage *package,
               const ImSkndSignature *signature,
               ImSkndInstance *instance,
               guint n_arguments,
               const ImSkndArgument *arguments,
               ImDType real,
               ImDType integer,
               ImArena *arena,
               ImDiagnostics *diagnostics,
               ImSkndLowered *lowered)
{
  g_autoptr (GHashTable) tensors = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) locals = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) variables = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) started = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) beginnings = g_hash_table_new (NULL, NULL);
  ImSkndProgram program = { .package = package,
                            .formula = new_formula (signature, arena),
                            .nests = g_ptr_array_new (),
                            .numbers = { arena, real, integer, { 0 } },
                            .diagnostics = diagnostics,
                            .names = names,
                            .started = started,
                            .beginnings = beginnings,
                            .variables = variables,
                            .files = g_ptr_array_new () };
  ImSkndFrame frame = { .program = &program,
                        .signature = signature,
                        .instance = instance,
                        .tensors = tensors,
                        .locals = locals,
                        .path = "",
                        .long_path = "" };

  *lowered = (ImSkndLowered){ program.formula, program.nests, program.files };
  im_sknd_frame_reserve_outputs (&frame);
  if (im_sknd_package_check (package, signature, diagnostics) &&
      set_inputs (&frame, arguments, n_arguments) && im_sknd_frame_compute (&frame) &&
      im_sknd_frame_return_outputs (&frame))
    {
      lowered->has_update = program.has_update;
      return TRUE;
    }
  im_sknd_lowered_clear (lowered);

  return FALSE;
}

void
im_sknd_lowered_clear (ImSkndLowered *lowered)
{
  g_clear_pointer (&lowered->formula, im_formula_free);
  g_clear_pointer (&lowered->nests, g_ptr_array_unref);
  g_clear_pointer (&lowered->variables, g_ptr_array_unref);
}
