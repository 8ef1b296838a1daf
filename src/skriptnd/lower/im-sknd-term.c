/* SPDX-License-Identifier: MIT */
#include "skriptnd/lower/im-sknd-term.h"

#include "skriptnd/lower/im-sknd-term-private.h"

ImDType
im_sknd_numbers_get (const ImSkndNumbers *numbers, ImSkndBase base)
{
  return base == IM_SKND_BASE_BOOL   ? IM_DTYPE_UINT8
         : base == IM_SKND_BASE_REAL ? numbers->real
                                     : numbers->integer;
}

ImSkndTerm *
im_sknd_terms_init (ImSkndTerms *terms,
                    ImArena *arena,
                    ImSkndBase base,
                    gboolean is_packed,
                    guint n)
{
  *terms = (ImSkndTerms){ .base = base, .is_packed = is_packed, .n = n };
  terms->terms = im_arena_new0 (arena, ImSkndTerm, n + 1);

  return terms->terms;
}

const ImSkndTerm *
im_sknd_terms_get (const ImSkndTerms *terms, guint index)
{
  return &terms->terms[terms->is_packed ? index : 0];
}

void
im_sknd_terms_set (ImSkndTerms *terms, ImArena *arena, const ImSkndValue *value)
{
  im_sknd_terms_init (terms, arena, value->base, value->is_packed, value->n);
  terms->is_null = value->is_null;
  for (guint i = 0; i < value->n; i++)
    terms->terms[i].item = value->items[i];
}

gboolean
im_sknd_terms_get_value (const ImSkndTerms *terms, ImArena *arena, ImSkndValue *value)
{
  ImSkndItem *items = im_sknd_value_init (value, arena, terms->base, terms->is_packed,
                                          terms->n);

  value->is_null = terms->is_null;
  for (guint i = 0; i < terms->n && !terms->is_null; i++)
    {
      if (terms->terms[i].kind != IM_SKND_TERM_CONSTANT)
        return FALSE;
      items[i] = terms->terms[i].item;
    }

  return TRUE;
}

ImSkndTerm
im_sknd_term_integer (gint64 integer)
{
  return (ImSkndTerm){ .item = { .integer = integer } };
}

/* Over all values of the indices; without limits where that does not fit. */
static void
bound_form (const ImSkndNumbers *numbers, ImSkndTerm *term)
{
  term->low = term->high = term->form->constant;
  for (guint i = 0; i < IM_KERNEL_MAX_INDICES; i++)
    {
      gint64 factor = term->form->factor[i], reach = 0;
      gint64 *end = factor < 0 ? &term->low : &term->high;

      if (factor == 0)
        continue;
      if (__builtin_mul_overflow (factor, numbers->last[i], &reach) ||
          __builtin_add_overflow (*end, reach, end))
        {
          term->low = IM_SKND_UNKNOWN_LOW;
          term->high = IM_SKND_UNKNOWN_HIGH;
          return;
        }
    }
}

ImSkndTerm
im_sknd_term_form (const ImSkndNumbers *numbers, const ImAffine *form)
{
  ImSkndTerm term = { .kind = IM_SKND_TERM_FORM };
  ImAffine *kept = NULL;

  if (im_affine_is_constant (form))
    return im_sknd_term_integer (form->constant);
  kept = im_arena_new0 (numbers->arena, ImAffine, 1);
  *kept = *form;
  term.form = kept;
  bound_form (numbers, &term);

  return term;
}

ImSkndTerm
im_sknd_term_node (const ImKernelNode *node)
{
  return (ImSkndTerm){ .kind = IM_SKND_TERM_NODE,
                       .node = node,
                       .low = IM_SKND_UNKNOWN_LOW,
                       .high = IM_SKND_UNKNOWN_HIGH };
}

gint64
im_sknd_term_low (const ImSkndTerm *term)
{
  return term->kind == IM_SKND_TERM_CONSTANT ? term->item.integer : term->low;
}

gint64
im_sknd_term_high (const ImSkndTerm *term)
{
  return term->kind == IM_SKND_TERM_CONSTANT ? term->item.integer : term->high;
}

gboolean
im_sknd_term_get_form (const ImSkndTerm *term, ImAffine *form)
{
  if (term->kind == IM_SKND_TERM_NODE)
    return FALSE;
  *form = term->kind == IM_SKND_TERM_FORM ? *term->form
                                          : im_affine_constant (term->item.integer);

  return TRUE;
}

const ImKernelNode *
im_sknd_node_new (const ImSkndNumbers *numbers,
                  ImKernelNodeKind kind,
                  ImDType dtype,
                  const ImKernelNode *a,
                  const ImKernelNode *b,
                  const ImKernelNode *c)
{
  ImKernelNode *node = im_arena_new0 (numbers->arena, ImKernelNode, 1);

  node->kind = kind;
  node->dtype = dtype;
  node->arguments[0] = a;
  node->arguments[1] = b;
  node->arguments[2] = c;

  return node;
}

const ImKernelNode *
im_sknd_node_constant (const ImSkndNumbers *numbers, ImDType dtype, double constant)
{
  ImKernelNode *node = im_arena_new0 (numbers->arena, ImKernelNode, 1);

  node->kind = IM_KERNEL_NODE_CONSTANT;
  node->dtype = dtype;
  node->constant = constant;

  return node;
}

static double
get_number (ImSkndBase base, ImSkndItem item)
{
  return base == IM_SKND_BASE_REAL   ? item.real
         : base == IM_SKND_BASE_BOOL ? (item.boolean ? 1 : 0)
                                     : (double) item.integer;
}

/* The extreme integers are those of the type that is computed in. */
static gint64
get_integer (const ImSkndNumbers *numbers, gint64 integer)
{
  const ImDTypeInfo *info = im_dtype_get_info (numbers->integer);

  if (info->size_bytes == 8 || (integer != G_MAXINT64 && integer != G_MININT64))
    return integer;

  return (gint64) (integer > 0 ? info->maximum : info->minimum);
}

/* Whether a double has all digits of an item. */
static gboolean
is_exact (ImSkndBase base, ImSkndItem item)
{
  return base != IM_SKND_BASE_INT ||
         (item.integer >= -((gint64) 1 << 53) && item.integer <= (gint64) 1 << 53);
}

const ImKernelNode *
im_sknd_term_get_node (const ImSkndNumbers *numbers,
                       ImSkndBase base,
                       const ImSkndTerm *term)
{
  ImDType dtype = im_sknd_numbers_get (numbers, base);
  ImKernelNode *node = NULL;
  ImAffine *form = NULL;

  if (term->kind == IM_SKND_TERM_NODE)
    return term->node;
  if (term->kind == IM_SKND_TERM_CONSTANT && is_exact (base, term->item))
    return im_sknd_node_constant (numbers, dtype, get_number (base, term->item));
  node = im_arena_new0 (numbers->arena, ImKernelNode, 1);
  node->kind = IM_KERNEL_NODE_INDEX;
  node->dtype = dtype;
  node->form = term->form;
  if (term->kind == IM_SKND_TERM_CONSTANT)
    {
      form = im_arena_new0 (numbers->arena, ImAffine, 1);
      *form = im_affine_constant (get_integer (numbers, term->item.integer));
      node->form = form;
    }

  return node;
}
