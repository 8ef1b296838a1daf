/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-fill.h"

#include <string.h>

#include "skriptnd/value/im-sknd-evaluate.h"
#include "skriptnd/value/im-sknd-names.h"

#define MAX_TENSORS 1000 /* of one pack */

typedef struct
{
  CliSkndCall *call;
  ImSkndScope scope; /* attributes, and the names in shapes as large as allowed */
} Filler;

/* The value of an expression whose names are all known. */
static gboolean
evaluate (Filler *filler, const ImSkndExpr *expr, ImSkndValue *value)
{
  ImSkndEvaluation evaluation = { .scope = &filler->scope,
                                  .source = filler->call->signature->file->source,
                                  .arena = filler->call->arena,
                                  .diagnostics = filler->call->diagnostics };

  return expr != NULL && im_sknd_find_unknown (expr, &filler->scope) == NULL &&
         im_sknd_evaluate (&evaluation, expr, value) && !value->is_null;
}

static void
set (Filler *filler, const char *name, const ImSkndValue *value)
{
  ImSkndType type = { .base = value->base, .is_packed = value->is_packed };
  ImSkndValue *kept = im_arena_new0 (filler->call->arena, ImSkndValue, 1);

  *kept = *value;
  im_sknd_scope_add (&filler->scope, filler->call->arena, name, type)->value = kept;
}

static void
set_attributes (Filler *filler)
{
  const CliSkndCall *call = filler->call;
  const ImSkndBlock *block = call->signature->definition->by_kind[IM_SKND_ATTRIB];

  for (guint i = 0; i < call->attributes->len; i++)
    {
      const ImSkndAttribute *given = &g_array_index (call->attributes, ImSkndAttribute,
                                                     i);

      set (filler, given->name, given->value);
    }
  for (guint i = 0; block != NULL && i < block->n; i++)
    {
      const ImSkndParameter *attribute = &block->statements[i]->parameter;
      ImSkndValue value;

      if (im_sknd_scope_find (&filler->scope, attribute->name.text) == NULL &&
          evaluate (filler, attribute->value, &value))
        set (filler, attribute->name.text, &value);
    }
}

/* How many there are of something packed. */
static gboolean
get_count (Filler *filler, gboolean is_packed, const ImSkndExpr *length, guint *n)
{
  ImSkndValue value;

  *n = 1;
  if (!is_packed)
    return TRUE;
  if (!evaluate (filler, length, &value) || value.base != IM_SKND_BASE_INT ||
      value.items[0].integer < 0 || value.items[0].integer > MAX_TENSORS)
    return FALSE;
  *n = (guint) value.items[0].integer;

  return TRUE;
}

static gboolean
append_extent (Filler *filler, const ImSkndExtent *extent, GArray *extents)
{
  const ImSkndExpr *expr = extent->value;
  ImSkndValue value;
  guint n = 1;

  if (extent->bound != NULL &&
      (expr == NULL || im_sknd_find_unknown (expr, &filler->scope) != NULL))
    expr = extent->bound;
  if (!evaluate (filler, expr, &value) || value.base != IM_SKND_BASE_INT ||
      !get_count (filler, extent->is_packed && !value.is_packed, extent->length, &n))
    return FALSE;
  if (expr == extent->bound && extent->value != NULL &&
      extent->value->kind == IM_SKND_NAME)
    set (filler, extent->value->name, &value);
  for (guint i = 0; i < (value.is_packed ? value.n : n); i++)
    {
      gint64 found = im_sknd_value_get (&value, i).integer;

      if (found < 0)
        return FALSE;
      g_array_append_val (extents, found);
    }

  return extents->len <= IM_SKND_MAX_RANK;
}

/* What cannot be told is left to the binding, which says what is missing. */
static void
fill_input (Filler *filler, const ImSkndParameter *input)
{
  CliSkndCall *call = filler->call;
  g_autoptr (GArray) extents = g_array_new (FALSE, FALSE, sizeof (gint64));
  CliSkndTensor given = { .name = input->name.text };
  gint64 *kept = NULL;
  guint n = 0;

  for (guint i = 0; i < call->given->len; i++)
    if (strcmp (g_array_index (call->given, CliSkndTensor, i).name, given.name) == 0)
      return;
  if (!input->shape.is_given || !im_sknd_base_find (input->type.text, &given.base) ||
      !get_count (filler, input->is_packed, input->length, &n))
    return;
  for (guint i = 0; i < input->shape.n; i++)
    if (!append_extent (filler, &input->shape.extents[i], extents))
      return;
  kept = im_arena_new0 (call->arena, gint64, extents->len + 1);
  if (extents->len > 0)
    memcpy (kept, extents->data, extents->len * sizeof *kept);
  given.tensor = (ImSkndTensor){ extents->len, kept };
  for (guint i = 0; i < n; i++)
    g_array_append_val (call->given, given);
}

void
cli_sknd_fill_inputs (CliSkndCall *call)
{
  const ImSkndBlock *block = call->signature->definition->by_kind[IM_SKND_INPUT];
  Filler filler = { .call = call };

  im_sknd_scope_init (&filler.scope, NULL);
  set_attributes (&filler);
  for (guint i = 0; block != NULL && i < block->n; i++)
    if (!block->statements[i]->parameter.is_optional &&
        block->statements[i]->parameter.value == NULL)
      fill_input (&filler, &block->statements[i]->parameter);
  im_sknd_scope_clear (&filler.scope);
}
