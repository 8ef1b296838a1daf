/* SPDX-License-Identifier: MIT
 *
 * Inputs in binding order: which names their shapes declare, and which these must know.
 */
#include "skriptnd/signature/im-sknd-signature-private.h"
#include "skriptnd/value/im-sknd-infer.h"
#include "skriptnd/value/im-sknd-names.h"

/* A length declares its name, or is made of names that there are. */
gboolean
im_sknd_check_length (ImSkndChecker *checker,
                      const ImSkndExpr *length,
                      gboolean is_optional)
{
  ImSkndScope *scope = &checker->signature->scope;
  ImSkndType type = { .base = IM_SKND_BASE_INT, .is_optional = is_optional }, found;
  ImSkndAffine affine;

  if (length == NULL)
    return TRUE;
  if (im_sknd_affine_find (length, scope, &affine))
    {
      im_sknd_scope_add (scope, checker->signature->arena, affine.name->name, type);
      return TRUE;
    }
  if (!im_sknd_infer (length, scope, checker->signature->file->source,
                      checker->diagnostics, &found))
    return FALSE;
  if (found.is_packed || found.is_tensor ||
      (found.base != IM_SKND_BASE_INT && found.base != IM_SKND_BASE_BOOL))
    return im_sknd_signature_fail (checker->signature, checker->diagnostics, "type",
                                   length->span, "Expected an int or a bool as a length");

  return TRUE;
}

/* Whether what @expr says is known, or says what one name is, which it then declares. */
static gboolean
can_bind (const ImSkndExpr *expr, ImSkndScope *names, ImArena *arena)
{
  ImSkndType type = { .base = IM_SKND_BASE_INT };
  ImSkndAffine affine;

  if (expr == NULL)
    return TRUE;
  if (im_sknd_affine_find (expr, names, &affine))
    {
      im_sknd_scope_add (names, arena, affine.name->name, type);
      return TRUE;
    }

  return im_sknd_find_unknown (expr, names) == NULL;
}

/* Whether a pack of extents is as long as what other ones leave. */
static gboolean
is_flexible (const ImSkndExtent *extent, const ImSkndScope *scope)
{
  return extent->is_packed && extent->value != NULL &&
         im_sknd_find_unknown (extent->value, scope) != NULL &&
         (extent->length == NULL || im_sknd_find_unknown (extent->length, scope) != NULL);
}

/* A length that may be null says none. */
static gboolean
is_length_sure (ImSkndChecker *checker,
                const ImSkndExpr *length,
                const ImSkndScope *scope)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImSkndType type = { 0 };

  return length == NULL || im_sknd_find_unknown (length, scope) != NULL ||
         !im_sknd_infer (length, scope, checker->signature->file->source, diagnostics,
                         &type) ||
         !type.is_optional;
}

/* At most one of the packs of extents is as long as what is left. */
static gboolean
is_bindable (ImSkndChecker *checker, const ImSkndParameter *input)
{
  g_auto (ImSkndScope) names = { NULL };
  guint n_flexible = 0;

  im_sknd_scope_init (&names, &checker->signature->scope);
  for (guint i = 0; i < input->shape.n; i++)
    {
      const ImSkndExtent *extent = &input->shape.extents[i];

      n_flexible += is_flexible (extent, &checker->signature->scope) ? 1 : 0;
      if (!can_bind (extent->length, &names, checker->signature->arena) ||
          !can_bind (extent->value, &names, checker->signature->arena) ||
          !is_length_sure (checker, extent->length, &checker->signature->scope))
        return FALSE;
    }

  return n_flexible <= 1 && can_bind (input->length, &names, checker->signature->arena);
}

/* The type of the name that an extent declares. */
static gboolean
get_extent_type (ImSkndChecker *checker,
                 const ImSkndParameter *input,
                 const ImSkndExtent *extent,
                 ImSkndType *type)
{
  ImSkndType length = { 0 };

  *type = (ImSkndType){ .base = IM_SKND_BASE_INT,
                        .is_optional = input->is_optional,
                        .is_packed = extent->is_packed || extent->is_spread };
  if (extent->length == NULL)
    return TRUE;
  if (!im_sknd_infer (extent->length, &checker->signature->scope,
                      checker->signature->file->source, checker->diagnostics, &length))
    return FALSE;
  if (length.base == IM_SKND_BASE_BOOL)
    {
      type->is_packed = FALSE;
      type->is_optional = TRUE;
    }

  return TRUE;
}

static gboolean
declare_extent (ImSkndChecker *checker,
                const ImSkndParameter *input,
                const ImSkndExtent *extent)
{
  ImSkndSignature *signature = checker->signature;
  ImSkndAffine affine;
  ImSkndType type, found;

  if (extent->is_spread && !input->is_packed)
    return im_sknd_signature_fail (
        checker->signature, checker->diagnostics, "type", extent->span,
        "“..” in front of an extent gives each tensor of a pack its own; "
        "“%s” is one tensor",
        input->name.text);
  if (extent->is_spread && extent->is_packed)
    return im_sknd_signature_fail (
        checker->signature, checker->diagnostics, "type", extent->span,
        "“..” stands in front of a single extent or behind a pack of them");
  if (!im_sknd_check_length (checker, extent->length, input->is_optional) ||
      !get_extent_type (checker, input, extent, &type))
    return FALSE;
  if (extent->value == NULL)
    return TRUE;
  if (im_sknd_affine_find (extent->value, &signature->scope, &affine))
    {
      im_sknd_scope_add (&signature->scope, signature->arena, affine.name->name, type);
      return TRUE;
    }
  if (!im_sknd_infer (extent->value, &signature->scope, signature->file->source,
                      checker->diagnostics, &found))
    return FALSE;
  if (found.base != IM_SKND_BASE_INT || found.is_tensor)
    return im_sknd_signature_fail (checker->signature, checker->diagnostics, "type",
                                   extent->value->span, "Expected an int as an extent");
  if (found.is_packed && !extent->is_packed && !extent->is_spread)
    return im_sknd_signature_fail (checker->signature, checker->diagnostics, "type",
                                   extent->value->span,
                                   "Expected “..” behind a pack of extents");

  return TRUE;
}

static gboolean
check_input (ImSkndChecker *checker, const ImSkndParameter *input)
{
  if (!input->shape.is_given && !checker->signature->definition->is_graph)
    return im_sknd_signature_fail (
        checker->signature, checker->diagnostics, "type", input->type.span,
        "Expected a shape behind the type; that of one value is []");
  if (input->is_optional && input->value != NULL)
    return im_sknd_signature_fail (
        checker->signature, checker->diagnostics, "type", input->value->span,
        "An optional input has no default: it is null if it is not given");

  return TRUE;
}

/* Whether a name in an extent may be null, which leaves the axis out. */
static gboolean
may_be_null (const ImSkndScope *scope, const ImSkndExpr *expr)
{
  const ImSkndSymbol *symbol = expr->kind == IM_SKND_NAME
                                   ? im_sknd_scope_find (scope, expr->name)
                                   : NULL;

  if (symbol != NULL && symbol->type.is_optional)
    return TRUE;
  for (guint i = 0; i < expr->n; i++)
    if (expr->operands[i] != NULL && may_be_null (scope, expr->operands[i]))
      return TRUE;

  return FALSE;
}

void
im_sknd_signature_set_rank (const ImSkndScope *scope, const ImSkndParameter *tensor)
{
  ImSkndSymbol *symbol = im_sknd_scope_find (scope, tensor->name.text);

  symbol->has_rank = tensor->shape.is_given;
  symbol->rank = tensor->shape.n;
  for (guint i = 0; i < tensor->shape.n; i++)
    {
      const ImSkndExtent *extent = &tensor->shape.extents[i];

      symbol->has_rank &= !extent->is_packed &&
                          (extent->value == NULL ||
                           (!tensor->is_optional && !may_be_null (scope, extent->value)));
    }
}

static gboolean
declare_input (ImSkndChecker *checker, const ImSkndParameter *input)
{
  ImSkndType rank = { .base = IM_SKND_BASE_INT, .is_optional = input->is_optional };
  gboolean is_fine = TRUE, is_right = FALSE;
  ImSkndType type;

  g_ptr_array_add (checker->signature->inputs, (gpointer) input);
  is_right = check_input (checker, input);
  is_right &= im_sknd_check_type (checker, input, TRUE, &type);
  if (input->rank.text != NULL)
    is_fine &= im_sknd_check_declare (checker, input->rank.text, input->rank.span, rank);
  for (guint i = 0; i < input->shape.n; i++)
    is_fine &= declare_extent (checker, input, &input->shape.extents[i]);
  is_fine &= im_sknd_check_length (checker, input->length, input->is_optional);
  is_fine &= im_sknd_check_declare (checker, input->name.text, input->name.span, type);
  im_sknd_signature_set_rank (&checker->signature->scope, input);
  if (!is_right)
    im_sknd_scope_find (&checker->signature->scope, input->name.text)->is_broken = TRUE;

  return is_fine && is_right;
}

/* The rank of the shape can be used in it: `T^(r)[s..(axis + r)]`. */
static void
promise_rank (ImSkndChecker *checker, const ImSkndParameter *input, ImSkndScope *names)
{
  ImSkndType rank = { .base = IM_SKND_BASE_INT };

  if (input->rank.text != NULL)
    im_sknd_scope_add (names, checker->signature->arena, input->rank.text, rank);
}

static gboolean
is_bound (const ImSkndChecker *checker, const ImSkndParameter *input)
{
  return g_ptr_array_find (checker->signature->inputs, input, NULL);
}

static gboolean
try_input (ImSkndChecker *checker, const ImSkndParameter *input, gboolean *is_found)
{
  g_auto (ImSkndScope) names = { NULL };
  ImSkndScope saved = checker->signature->scope;
  gboolean is_fine = FALSE;

  im_sknd_scope_init (&names, &saved);
  promise_rank (checker, input, &names);
  checker->signature->scope = names;
  is_fine = is_bindable (checker, input);
  checker->signature->scope = saved;
  *is_found |= is_fine;

  return !is_fine || declare_input (checker, input);
}

gboolean
im_sknd_check_inputs (ImSkndChecker *checker, gboolean *is_ordered)
{
  const ImSkndBlock *block = checker->signature->definition->by_kind[IM_SKND_INPUT];
  guint n = block == NULL ? 0 : block->n;
  gboolean is_fine = TRUE;

  for (guint is_optional = 0; is_optional < 2; is_optional++)
    for (gboolean is_found = TRUE; is_found;)
      {
        is_found = FALSE;
        for (guint i = 0; i < n; i++)
          {
            const ImSkndParameter *input = &block->statements[i]->parameter;

            if (!is_bound (checker, input) &&
                input->is_optional <= (gboolean) is_optional)
              is_fine &= try_input (checker, input, &is_found);
          }
      }

  *is_ordered = TRUE;
  for (guint i = 0; i < n; i++)
    if (!is_bound (checker, &block->statements[i]->parameter))
      {
        const ImSkndParameter *input = &block->statements[i]->parameter;

        im_sknd_signature_fail (
            checker->signature, checker->diagnostics, "order", input->name.span,
            "The shape of “%s” does not say what its names are", input->name.text);
        im_diagnostics_note (checker->diagnostics,
                             "An extent says what a name is as a * n + b with integers a "
                             "and b; one pack of extents at most may be as long as what "
                             "is left");
        *is_ordered = FALSE;
      }

  return is_fine && *is_ordered;
}

/* `x.shape`, `x.rank` and `x.size`, which no shape of an input may use. */
void
im_sknd_check_members (ImSkndChecker *checker)
{
  ImSkndSignature *signature = checker->signature;

  for (guint i = 0; i < signature->inputs->len; i++)
    {
      const ImSkndParameter *input = g_ptr_array_index (signature->inputs, i);
      ImSkndType type = { .base = IM_SKND_BASE_INT, .is_optional = input->is_optional };
      const char *name = input->name.text;

      if (input->is_packed)
        {
          im_sknd_scope_add (&signature->scope, signature->arena,
                             im_arena_printf (signature->arena, "%s.size", name), type);
          continue;
        }
      im_sknd_scope_add (&signature->scope, signature->arena,
                         im_arena_printf (signature->arena, "%s.rank", name), type);
      type.is_packed = TRUE;
      im_sknd_scope_add (&signature->scope, signature->arena,
                         im_arena_printf (signature->arena, "%s.shape", name), type);
    }
}
