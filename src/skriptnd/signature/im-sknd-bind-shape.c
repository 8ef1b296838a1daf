/* SPDX-License-Identifier: MIT
 *
 * Shapes of inputs say what the names in them are; those of outputs follow from names.
 */
#include <string.h>

#include "skriptnd/signature/im-sknd-bind.h"

/* How many axes an extent stands for; a flexible one takes those that others leave. */
typedef struct
{
  guint count;
  gboolean is_flexible;
} Part;

static const ImSkndArgument *
find_argument (const ImSkndBinding *binding, const char *name)
{
  for (guint i = 0; i < binding->n_arguments; i++)
    if (strcmp (binding->arguments[i].name, name) == 0)
      return &binding->arguments[i];

  return NULL;
}

static gboolean
is_known (const ImSkndBinding *binding, const ImSkndExpr *expr)
{
  return im_sknd_find_unknown (expr, &binding->instance->scope) == NULL;
}

/* A length that is known: an int, a bool, or 0 for null. */
static gboolean
get_length (ImSkndBinding *binding, const ImSkndExpr *expr, guint *length)
{
  ImSkndValue value;
  gint64 found = 0;

  if (!im_sknd_bind_evaluate (binding, expr, &value))
    return FALSE;
  if (!value.is_null)
    found = value.base == IM_SKND_BASE_BOOL ? value.items[0].boolean
                                            : value.items[0].integer;
  if (found < 0 || found > IM_SKND_MAX_RANK)
    return im_sknd_signature_fail (
        binding->signature, binding->diagnostics, "shape", expr->span,
        "Expected a length from 0 to %d, found %" G_GINT64_FORMAT, IM_SKND_MAX_RANK,
        found);
  *length = (guint) found;

  return TRUE;
}

static gboolean
find_part (ImSkndBinding *binding, const ImSkndExtent *extent, Part *part)
{
  ImSkndValue value;

  *part = (Part){ 1, FALSE };
  if (extent->is_packed && extent->length != NULL && is_known (binding, extent->length))
    return get_length (binding, extent->length, &part->count);
  part->is_flexible = extent->is_packed;
  if (extent->value == NULL || extent->is_spread || !is_known (binding, extent->value))
    return TRUE;
  if (!im_sknd_bind_evaluate (binding, extent->value, &value))
    return FALSE;
  if (value.is_null || value.is_packed)
    *part = (Part){ value.is_null ? 0 : value.n, FALSE };

  return TRUE;
}

/* How many axes each extent stands for. */
static gboolean
find_parts (ImSkndBinding *binding, const ImSkndParameter *input, guint rank, Part *parts)
{
  guint sum = 0;
  Part *flexible = NULL;

  for (guint i = 0; i < input->shape.n; i++)
    {
      if (!find_part (binding, &input->shape.extents[i], &parts[i]))
        return FALSE;
      if (parts[i].is_flexible)
        flexible = &parts[i];
      else
        sum += parts[i].count;
    }
  if (sum > rank || (flexible == NULL && sum != rank))
    return im_sknd_signature_fail (
        binding->signature, binding->diagnostics, "shape", input->name.span,
        "Expected “%s” of rank %s%u, found rank %u", input->name.text,
        flexible != NULL ? "at least " : "", sum, rank);
  if (flexible != NULL)
    flexible->count = rank - sum;

  return TRUE;
}

gboolean
im_sknd_bind_int (ImSkndBinding *binding,
                  const ImSkndExpr *expr,
                  gint64 found,
                  const char *what)
{
  ImSkndAffine affine;
  ImSkndValue value;
  gint64 solved = 0;

  if (im_sknd_affine_find (expr, &binding->instance->scope, &affine))
    {
      const char *problem = im_sknd_affine_solve (&affine, found, &solved);

      if (problem != NULL)
        return im_sknd_signature_fail (binding->signature, binding->diagnostics, "shape",
                                       expr->span,
                                       "%s is %" G_GINT64_FORMAT ", so that “%s” %s",
                                       what, found, affine.name->name, problem);
      im_sknd_bind_set_int (binding, affine.name->name, solved);
      return TRUE;
    }
  if (!im_sknd_bind_evaluate (binding, expr, &value))
    return FALSE;
  if (value.is_null || value.base == IM_SKND_BASE_BOOL || value.items[0].integer == found)
    return TRUE;

  return im_sknd_signature_fail (
      binding->signature, binding->diagnostics, "shape", expr->span,
      "%s is %" G_GINT64_FORMAT ", but %" G_GINT64_FORMAT " is expected", what, found,
      value.items[0].integer);
}

/* Extents become a pack, or are what a pack says: of several axes from @axis on, or with
 * a @step of 0 of one axis of each tensor. */
static gboolean
bind_pack (ImSkndBinding *binding,
           const ImSkndExtent *extent,
           const gint64 *found,
           guint count,
           const char *name,
           guint axis,
           guint step)
{
  ImSkndAffine affine;
  ImSkndValue value;
  ImSkndItem *items = NULL;

  if (!im_sknd_affine_find (extent->value, &binding->instance->scope, &affine))
    {
      if (!im_sknd_bind_evaluate (binding, extent->value, &value))
        return FALSE;
      if (value.is_packed && value.n != count)
        return im_sknd_signature_fail (
            binding->signature, binding->diagnostics, "shape", extent->span,
            "From axis %u on “%s” has %u extents here, but %u are "
            "expected",
            axis, name, count, value.n);
      for (guint i = 0; i < count && !value.is_null; i++)
        if (im_sknd_value_get (&value, i).integer != found[i])
          return im_sknd_signature_fail (
              binding->signature, binding->diagnostics, "shape", extent->span,
              "Axis %u of “%s” is %" G_GINT64_FORMAT ", but %" G_GINT64_FORMAT
              " is expected",
              axis + step * i, name, found[i], im_sknd_value_get (&value, i).integer);
      return TRUE;
    }

  items = im_sknd_value_init (&value, binding->instance->arena, IM_SKND_BASE_INT, TRUE,
                              count);
  for (guint i = 0; i < count; i++)
    {
      const char *problem = im_sknd_affine_solve (&affine, found[i], &items[i].integer);

      if (problem != NULL)
        return im_sknd_signature_fail (
            binding->signature, binding->diagnostics, "shape", extent->span,
            "Axis %u of “%s” is %" G_GINT64_FORMAT ", so that “%s” %s", axis + step * i,
            name, found[i], affine.name->name, problem);
    }
  im_sknd_bind_set (binding, affine.name->name, &value);

  return TRUE;
}

/* The type that the definition gives a name: a conditional extent is no pack. */
static gboolean
is_conditional (const ImSkndBinding *binding, const ImSkndExtent *extent)
{
  const ImSkndSymbol *symbol = NULL;
  ImSkndAffine affine;

  if (extent->value == NULL ||
      !im_sknd_affine_find (extent->value, &binding->instance->scope, &affine))
    return FALSE;
  symbol = im_sknd_scope_find (&binding->signature->scope, affine.name->name);

  return extent->is_packed && symbol != NULL && !symbol->type.is_packed;
}

/* Its own extent of each tensor of a pack. */
static gboolean
bind_spread (ImSkndBinding *binding,
             const ImSkndExtent *extent,
             const ImSkndArgument *argument,
             guint axis)
{
  g_autofree gint64 *found = g_new0 (gint64, argument->n + 1);

  for (guint i = 0; i < argument->n; i++)
    found[i] = argument->tensors[i].extents[axis];

  return bind_pack (binding, extent, found, argument->n, argument->name, axis, 0);
}

/* `n|10`, `~|10` */
static gboolean
check_bound (ImSkndBinding *binding,
             const ImSkndExtent *extent,
             const ImSkndArgument *argument,
             guint axis,
             guint count)
{
  ImSkndValue bound;

  if (extent->bound == NULL)
    return TRUE;
  if (!im_sknd_bind_evaluate (binding, extent->bound, &bound))
    return FALSE;
  for (guint t = 0; t < argument->n && !bound.is_null; t++)
    for (guint i = 0; i < count; i++)
      {
        gint64 found = argument->tensors[t].extents[axis + i];
        gint64 high = im_sknd_value_get (&bound, MIN (i, bound.n - 1)).integer;

        if (found > high)
          return im_sknd_signature_fail (binding->signature, binding->diagnostics,
                                         "shape", extent->span,
                                         "Axis %u of “%s” is %" G_GINT64_FORMAT
                                         ", but at most %" G_GINT64_FORMAT " is allowed",
                                         axis + i, argument->name, found, high);
      }

  return TRUE;
}

static gboolean
bind_extent (ImSkndBinding *binding,
             const ImSkndExtent *extent,
             const ImSkndArgument *argument,
             guint axis,
             guint count)
{
  g_autofree char *what = g_strdup_printf ("Axis %u of “%s”", axis, argument->name);
  const gint64 *found = argument->n == 0 ? NULL : argument->tensors[0].extents + axis;
  ImSkndAffine affine;

  if (extent->length != NULL && extent->is_packed &&
      !im_sknd_bind_int (binding, extent->length, count, "The number of extents"))
    return FALSE;
  if (!check_bound (binding, extent, argument, axis, count))
    return FALSE;
  if (extent->value == NULL)
    return TRUE;
  if (extent->is_spread)
    return bind_spread (binding, extent, argument, axis);
  if (count == 0 && is_conditional (binding, extent) &&
      im_sknd_affine_find (extent->value, &binding->instance->scope, &affine))
    {
      im_sknd_bind_set_null (binding, affine.name->name);
      return TRUE;
    }
  if (!extent->is_packed || is_conditional (binding, extent))
    return count == 0 || im_sknd_bind_int (binding, extent->value, *found, what);

  return bind_pack (binding, extent, found, count, argument->name, axis, 1);
}

/* Extents that are not spread are those of all tensors of a pack. */
static gboolean
check_shared (ImSkndBinding *binding,
              const ImSkndParameter *input,
              const ImSkndArgument *argument,
              const Part *parts)
{
  for (guint t = 1; t < argument->n; t++)
    {
      guint axis = 0;

      if (argument->tensors[t].rank != argument->tensors[0].rank)
        return im_sknd_signature_fail (
            binding->signature, binding->diagnostics, "shape", input->name.span,
            "The tensors of “%s” have ranks %u and %u", input->name.text,
            argument->tensors[0].rank, argument->tensors[t].rank);
      for (guint i = 0; i < input->shape.n; i++)
        for (guint j = 0; j < parts[i].count; j++, axis++)
          if (!input->shape.extents[i].is_spread &&
              argument->tensors[t].extents[axis] != argument->tensors[0].extents[axis])
            return im_sknd_signature_fail (
                binding->signature, binding->diagnostics, "shape",
                input->shape.extents[i].span,
                "Axis %u of “%s” is %" G_GINT64_FORMAT
                " in tensor %u, but %" G_GINT64_FORMAT
                " in tensor 0; “..” in front of an extent gives each its own",
                axis, input->name.text, argument->tensors[t].extents[axis], t,
                argument->tensors[0].extents[axis]);
    }

  return TRUE;
}

static void
set_members (ImSkndBinding *binding,
             const ImSkndParameter *input,
             const ImSkndArgument *argument)
{
  ImArena *arena = binding->instance->arena;
  ImSkndValue shape;
  ImSkndItem *items = NULL;

  if (input->is_packed)
    {
      im_sknd_bind_set_int (binding, im_arena_printf (arena, "%s.size", argument->name),
                            argument->n);
      return;
    }
  items = im_sknd_value_init (&shape, arena, IM_SKND_BASE_INT, TRUE,
                              argument->tensors[0].rank);
  for (guint i = 0; i < shape.n; i++)
    items[i].integer = argument->tensors[0].extents[i];
  im_sknd_bind_set_int (binding, im_arena_printf (arena, "%s.rank", argument->name),
                        shape.n);
  im_sknd_bind_set (binding, im_arena_printf (arena, "%s.shape", argument->name), &shape);
}

gboolean
im_sknd_bind_input (ImSkndBinding *binding,
                    const ImSkndParameter *input,
                    const ImSkndArgument *argument)
{
  guint rank = argument->n == 0 ? 0 : argument->tensors[0].rank, axis = 0;
  g_autofree Part *parts = g_new0 (Part, input->shape.n + 1);

  if (!input->is_packed && argument->n != 1)
    return im_sknd_signature_fail (
        binding->signature, binding->diagnostics, "argument", input->name.span,
        "Expected one tensor for “%s”, found %u", input->name.text, argument->n);
  if (input->length != NULL &&
      !im_sknd_bind_int (binding, input->length, argument->n, "The number of tensors"))
    return FALSE;
  if (input->rank.text != NULL)
    im_sknd_bind_set_int (binding, input->rank.text, rank);
  if (input->shape.is_given && argument->n > 0 &&
      (!find_parts (binding, input, rank, parts) ||
       !check_shared (binding, input, argument, parts)))
    return FALSE;
  for (guint i = 0; i < input->shape.n && argument->n > 0; axis += parts[i].count, i++)
    if (!bind_extent (binding, &input->shape.extents[i], argument, axis, parts[i].count))
      return FALSE;
  set_members (binding, input, argument);

  return TRUE;
}

static void
set_null_names (ImSkndBinding *binding, const ImSkndExpr *expr)
{
  ImSkndAffine affine;

  if (expr != NULL && im_sknd_affine_find (expr, &binding->instance->scope, &affine))
    im_sknd_bind_set_null (binding, affine.name->name);
}

/* New names of an input that is not given are null. */
static void
skip_input (ImSkndBinding *binding, const ImSkndParameter *input)
{
  static const char *const members[] = { "rank", "shape", "size" };

  if (input->rank.text != NULL)
    im_sknd_bind_set_null (binding, input->rank.text);
  for (guint i = 0; i < input->shape.n; i++)
    {
      set_null_names (binding, input->shape.extents[i].length);
      set_null_names (binding, input->shape.extents[i].value);
    }
  set_null_names (binding, input->length);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (input->is_packed == (i == 2))
      im_sknd_bind_set_null (binding, im_arena_printf (binding->instance->arena, "%s.%s",
                                                       input->name.text, members[i]));
}

static gboolean
check_base (ImSkndBinding *binding,
            const ImSkndParameter *input,
            const ImSkndArgument *argument)
{
  const ImSkndSymbol *generic = im_sknd_scope_find (&binding->instance->scope,
                                                    input->type.text);
  ImSkndBase base = IM_SKND_BASE_OPEN;
  ImSkndType expected = { 0 }, found = { 0 };
  g_autoptr (GString) wanted = g_string_new (NULL), given = g_string_new (NULL);

  if (!im_sknd_base_find (input->type.text, &base) && generic != NULL)
    base = generic->type.base;
  if (base == argument->base)
    return TRUE;
  expected.base = base;
  found.base = argument->base;
  im_sknd_type_append (&expected, wanted);
  im_sknd_type_append (&found, given);

  return im_sknd_signature_fail (binding->signature, binding->diagnostics, "argument",
                                 input->type.span,
                                 "Input “%s” has elements of type %s, found %s",
                                 input->name.text, wanted->str, given->str);
}

/* `~|10`, or `n|10` with a name that a run says: as large as it can be. */
static gboolean
is_dynamic (const ImSkndBinding *binding, const ImSkndExtent *extent)
{
  return extent->value == NULL ||
         (extent->bound != NULL &&
          im_sknd_find_unknown (extent->value, &binding->instance->scope) != NULL);
}

/* `~`, `~ ..(3)` */
static gboolean
append_open_extents (ImSkndBinding *binding, const ImSkndExtent *extent, GArray *extents)
{
  gint64 any = IM_SKND_ANY_EXTENT;
  guint n = 1;

  if (extent->is_packed && extent->length == NULL)
    return im_sknd_signature_fail (
        binding->signature, binding->diagnostics, "shape", extent->span,
        "Expected a length behind “~ ..”, such as “~ ..(3)”; a "
        "shape that is not known at all is left out");
  if (extent->is_packed && !get_length (binding, extent->length, &n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    g_array_append_val (extents, any);

  return TRUE;
}

static gboolean
append_extent (ImSkndBinding *binding,
               const ImSkndExtent *extent,
               guint tensor,
               GArray *extents)
{
  const ImSkndExpr *expr = is_dynamic (binding, extent) ? extent->bound : extent->value;
  ImSkndValue value;
  guint n = 1;

  if (extent->value == NULL && binding->signature->definition->is_graph)
    return append_open_extents (binding, extent, extents);
  if (expr == NULL)
    return im_sknd_signature_fail (binding->signature, binding->diagnostics, "shape",
                                   extent->span, "The extent is known in a run only");
  if (!im_sknd_bind_evaluate (binding, expr, &value))
    return FALSE;
  if (value.is_null)
    return TRUE;
  if (extent->is_packed && extent->length != NULL &&
      !get_length (binding, extent->length, &n))
    return FALSE;
  if (extent->is_spread && tensor >= value.n)
    return im_sknd_signature_fail (
        binding->signature, binding->diagnostics, "shape", extent->span,
        "Expected an extent for each tensor, found %u in all", value.n);
  if (extent->is_packed && extent->length != NULL && value.is_packed && n != value.n)
    return im_sknd_signature_fail (binding->signature, binding->diagnostics, "shape",
                                   extent->span, "Expected %u extents, found %u", n,
                                   value.n);
  if (extent->is_packed && value.is_packed)
    n = value.n;
  for (guint i = 0; i < n; i++)
    {
      gint64 found = im_sknd_value_get (&value, extent->is_spread ? tensor : i).integer;

      if (found < 0)
        return im_sknd_signature_fail (binding->signature, binding->diagnostics, "shape",
                                       extent->span,
                                       "The extent would be %" G_GINT64_FORMAT, found);
      g_array_append_val (extents, found);
    }

  return TRUE;
}

/* The shape of one tensor of a pack, or of the only one. */
static gboolean
get_shape (ImSkndBinding *binding,
           const ImSkndShape *shape,
           guint tensor,
           ImSkndTensor *result)
{
  g_autoptr (GArray) extents = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 *kept = NULL;

  for (guint i = 0; i < shape->n; i++)
    if (!append_extent (binding, &shape->extents[i], tensor, extents))
      return FALSE;
  kept = im_arena_new0 (binding->instance->arena, gint64, extents->len + 1);
  if (extents->len > 0)
    memcpy (kept, extents->data, extents->len * sizeof *kept);
  *result = (ImSkndTensor){ extents->len, kept };

  return TRUE;
}

static gboolean
is_shape_known (const ImSkndBinding *binding, const ImSkndShape *shape)
{
  const ImSkndScope *scope = &binding->instance->scope;

  for (guint i = 0; i < shape->n; i++)
    {
      const ImSkndExtent *extent = &shape->extents[i];

      if (extent->value == NULL || im_sknd_find_unknown (extent->value, scope) != NULL ||
          (extent->length != NULL &&
           im_sknd_find_unknown (extent->length, scope) != NULL))
        return FALSE;
    }

  return TRUE;
}

gboolean
im_sknd_bind_shape (ImSkndBinding *binding,
                    const ImSkndShape *shape,
                    ImSkndTensor *tensor)
{
  return get_shape (binding, shape, 0, tensor);
}

gboolean
im_sknd_bind_inputs (ImSkndBinding *binding)
{
  for (guint i = 0; i < binding->signature->inputs->len; i++)
    {
      const ImSkndParameter *input = g_ptr_array_index (binding->signature->inputs, i);
      ImSkndTensor value = { 0, NULL };
      ImSkndArgument one = { input->name.text, IM_SKND_BASE_OPEN, 1, &value };
      const ImSkndArgument *argument = find_argument (binding, input->name.text);

      if (argument == NULL && input->is_optional)
        {
          skip_input (binding, input);
          continue;
        }
      if (argument == NULL && input->value == NULL)
        return im_sknd_signature_fail (binding->signature, binding->diagnostics,
                                       "argument", input->name.span,
                                       "Input “%s” is not given", input->name.text);
      if (argument != NULL && !check_base (binding, input, argument))
        return FALSE;
      /* A default value stands for a tensor that is full of it. */
      if (argument == NULL && is_shape_known (binding, &input->shape) &&
          !get_shape (binding, &input->shape, 0, &value))
        return FALSE;
      if (!im_sknd_bind_input (binding, input, argument != NULL ? argument : &one))
        return FALSE;
    }

  return TRUE;
}

/* Packs of extents have one for each tensor, and no more. */
static gboolean
check_spread (ImSkndBinding *binding, const ImSkndShape *shape, guint n)
{
  for (guint i = 0; i < shape->n; i++)
    {
      const ImSkndExtent *extent = &shape->extents[i];
      ImSkndValue value;

      if (!extent->is_spread || is_dynamic (binding, extent))
        continue;
      if (!im_sknd_bind_evaluate (binding, extent->value, &value))
        return FALSE;
      if (!value.is_null && value.n != n)
        return im_sknd_signature_fail (
            binding->signature, binding->diagnostics, "shape", extent->span,
            "Expected an extent for each of %u tensors, found %u", n, value.n);
    }

  return TRUE;
}

static gboolean
bind_output (ImSkndBinding *binding, const ImSkndParameter *output, GArray *results)
{
  ImArena *arena = binding->instance->arena;
  const ImSkndSymbol *generic = im_sknd_scope_find (&binding->instance->scope,
                                                    output->type.text);
  ImSkndArgument result = { output->name.text, IM_SKND_BASE_OPEN, 1, NULL };
  ImSkndTensor *tensors = NULL;

  if (!im_sknd_base_find (output->type.text, &result.base) && generic != NULL)
    result.base = generic->type.base;
  if (output->is_packed && output->length != NULL &&
      !get_length (binding, output->length, &result.n))
    return FALSE;
  tensors = im_arena_new0 (arena, ImSkndTensor, result.n + 1);
  for (guint t = 0; t < result.n; t++)
    if (!get_shape (binding, &output->shape, t, &tensors[t]))
      return FALSE;
  if (!check_spread (binding, &output->shape, result.n))
    return FALSE;
  result.tensors = tensors;
  g_array_append_val (results, result);

  return TRUE;
}

static gboolean
bind_block (ImSkndBinding *binding, ImSkndBlockKind kind, GArray *results)
{
  const ImSkndBlock *block = binding->signature->definition->by_kind[kind];

  for (guint i = 0; block != NULL && i < block->n; i++)
    if (!bind_output (binding, &block->statements[i]->parameter, results))
      return FALSE;

  return TRUE;
}

gboolean
im_sknd_bind_outputs (ImSkndBinding *binding)
{
  ImSkndInstance *instance = binding->instance;

  return bind_block (binding, IM_SKND_CONSTANTS, instance->constants) &&
         bind_block (binding, IM_SKND_VARIABLE, instance->variables) &&
         bind_block (binding, IM_SKND_OUTPUT, instance->outputs);
}
