/* SPDX-License-Identifier: MIT */
#include "skriptnd/package/im-sknd-body.h"

#include <string.h>

#include "skriptnd/value/im-sknd-names.h"

typedef struct
{
  const ImSkndSignature *signature;
  ImDiagnostics *diagnostics;
  ImSkndScope names; /* that have a bound, or are known */
  ImArena *arena;
} Checker;

static gboolean
fail (Checker *checker, ImSpan span, const char *message)
{
  im_diagnostics_add (checker->diagnostics, IM_SEVERITY_ERROR, "shape",
                      checker->signature->file->source, span, "%s", message);

  return FALSE;
}

static gboolean
check_extent (Checker *checker, const ImSkndExtent *extent)
{
  ImSkndType type = { .base = IM_SKND_BASE_INT };
  const ImSkndExpr *name = NULL;

  if (extent->is_packed &&
      (extent->length == NULL ||
       im_sknd_find_unknown (extent->length, &checker->names) != NULL))
    return fail (
        checker, extent->span,
        "The rank of an input of a graph is known: expected a length behind “..”");
  if (extent->value == NULL)
    return extent->bound != NULL ||
           fail (checker, extent->span,
                 "Expected an upper bound behind “~” of an input of a graph, such as "
                 "“~|10”");
  name = im_sknd_find_unknown (extent->value, &checker->names);
  if (name == NULL)
    return TRUE;
  if (extent->bound == NULL)
    return fail (checker, extent->span,
                 "Expected an upper bound behind a name in an input of a graph, such as "
                 "“n|10”");
  if (name->kind == IM_SKND_NAME)
    im_sknd_scope_add (&checker->names, checker->arena, name->name, type);

  return TRUE;
}

static gboolean
check_input (Checker *checker, const ImSkndParameter *input)
{
  if (!input->shape.is_given)
    return fail (checker, input->name.span,
                 "Expected a shape of an input of a graph, such as [3, ~|10]");
  if (input->is_packed && input->length == NULL)
    return fail (checker, input->name.span,
                 "Expected a length behind “..” of an input of a graph");
  for (guint i = 0; i < input->shape.n; i++)
    if (!check_extent (checker, &input->shape.extents[i]))
      return FALSE;

  return TRUE;
}

static void
add_attributes (Checker *checker)
{
  const ImSkndDefinition *definition = checker->signature->definition;
  const ImSkndBlock *block = definition->by_kind[IM_SKND_ATTRIB];
  ImSkndType type = { .base = IM_SKND_BASE_INT };

  for (guint i = 0; block != NULL && i < block->n; i++)
    im_sknd_scope_add (&checker->names, checker->arena,
                       block->statements[i]->parameter.name.text, type);
}

gboolean
im_sknd_graph_check (const ImSkndSignature *signature, ImDiagnostics *diagnostics)
{
  const ImSkndBlock *block = signature->definition->by_kind[IM_SKND_INPUT];
  g_autoptr (ImArena) arena = im_arena_new ();
  Checker checker = { .signature = signature,
                      .diagnostics = diagnostics,
                      .arena = arena };
  gboolean is_fine = TRUE;

  im_sknd_scope_init (&checker.names, NULL);
  add_attributes (&checker);
  for (guint i = 0; is_fine && block != NULL && i < block->n; i++)
    is_fine = check_input (&checker, &block->statements[i]->parameter);
  im_sknd_scope_clear (&checker.names);

  return is_fine;
}

static gboolean
calls (const ImSkndCallable *callable, const char *name)
{
  gboolean is_found = callable->kind == IM_SKND_CALLABLE_INVOKE &&
                      strcmp (callable->operation.text, name) == 0;

  for (guint i = 0; !is_found && i < callable->n_statements; i++)
    is_found = calls (callable->statements[i]->component.value, name);
  for (guint i = 0; !is_found && i < callable->n_parts; i++)
    is_found = calls (callable->parts[i], name);

  return is_found;
}

gboolean
im_sknd_graph_is_called (const ImSkndFile *file, const char *name)
{
  for (guint i = 0; i < file->n_definitions; i++)
    {
      const ImSkndBlock *block = file->definitions[i]->by_kind[IM_SKND_COMPOSE];

      for (guint j = 0; block != NULL && j < block->n; j++)
        if (calls (block->statements[j]->component.value, name))
          return TRUE;
    }

  return FALSE;
}
