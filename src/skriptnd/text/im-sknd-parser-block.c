/* SPDX-License-Identifier: MIT
 *
 * The statements of each kind of block.
 */
#include "skriptnd/text/im-sknd-parser.h"

typedef struct
{
  const char *sign;
  const char *later;
} AssignRow;

static const AssignRow assigns[IM_SKND_N_ASSIGNS] = {
  [IM_SKND_ASSIGN] = { "=", NULL },           [IM_SKND_ASSIGN_UPDATE] = { ":=", NULL },
  [IM_SKND_ASSIGN_ADD] = { "+=", NULL },      [IM_SKND_ASSIGN_MULTIPLY] = { "*=", NULL },
  [IM_SKND_ASSIGN_AND] = { "&=", NULL },      [IM_SKND_ASSIGN_OR] = { "|=", NULL },
  [IM_SKND_ASSIGN_MINIMUM] = { "<=", "<?=" }, [IM_SKND_ASSIGN_MAXIMUM] = { ">=", ">?=" },
};

const char *
im_sknd_assign_get_sign (ImSkndAssign assign)
{
  return assigns[assign].sign;
}

static gboolean
parse_generic (ImSkndParser *parser, ImSkndGeneric *generic)
{
  generic->name = im_sknd_parser_name (parser, "the name of a type");
  if (generic->name.text == NULL || !im_sknd_parser_need (parser, ":"))
    return FALSE;
  generic->base = im_sknd_parser_type (parser);
  if (generic->base.text == NULL)
    return FALSE;
  if (!im_sknd_parser_take (parser, "="))
    return TRUE;
  generic->value = im_sknd_parser_type (parser);

  return generic->value.text != NULL;
}

/* `i < m, j < n`, each behind a comma. */
static gboolean
parse_bounds (ImSkndParser *parser, const ImSkndLoopBound **bounds, guint *n)
{
  g_autoptr (GArray) found = NULL;

  if (!im_sknd_parser_is (parser, ","))
    return TRUE;
  found = g_array_new (FALSE, FALSE, sizeof (ImSkndLoopBound));
  while (im_sknd_parser_take (parser, ","))
    {
      ImSkndLoopBound bound = { im_sknd_parser_name (parser, "an index"), NULL };

      if (bound.name.text == NULL || !im_sknd_parser_need (parser, "<"))
        return FALSE;
      bound.limit = im_sknd_parser_expression (parser);
      if (bound.limit == NULL)
        return FALSE;
      g_array_append_val (found, bound);
    }
  *bounds = im_sknd_parser_keep (parser, found, n);

  return TRUE;
}

static gboolean
parse_type (ImSkndParser *parser, ImSkndParameter *parameter)
{
  parameter->is_dynamic = im_sknd_parser_skip_word (parser);
  parameter->is_optional = im_sknd_parser_take (parser, "optional");
  parameter->is_dynamic |= im_sknd_parser_skip_word (parser);
  parameter->type = im_sknd_parser_type (parser);
  if (parameter->type.text == NULL)
    return FALSE;
  if (im_sknd_parser_take (parser, "^"))
    {
      if (!im_sknd_parser_need (parser, "("))
        return FALSE;
      parameter->rank = im_sknd_parser_name (parser, "a name for the rank");
      if (parameter->rank.text == NULL || !im_sknd_parser_need (parser, ")"))
        return FALSE;
    }

  return im_sknd_parser_shape (parser, &parameter->shape) &&
         im_sknd_parser_pack (parser, &parameter->is_packed, &parameter->length);
}

static gboolean
parse_parameter (ImSkndParser *parser, ImSkndParameter *parameter)
{
  parameter->name = im_sknd_parser_name (parser, "a name");
  if (parameter->name.text == NULL || !im_sknd_parser_need (parser, ":") ||
      !parse_type (parser, parameter))
    return FALSE;
  if (!im_sknd_parser_take (parser, "="))
    return TRUE;
  parameter->value = im_sknd_parser_expression (parser);

  return parameter->value != NULL &&
         parse_bounds (parser, &parameter->bounds, &parameter->n_bounds);
}

static gboolean
parse_using (ImSkndParser *parser, ImSkndUsing *using_)
{
  using_->target = im_sknd_parser_target (parser);
  if (using_->target == NULL || !im_sknd_parser_need (parser, "="))
    return FALSE;
  using_->value = im_sknd_parser_expression (parser);

  return using_->value != NULL;
}

static gboolean
parse_detail (ImSkndParser *parser, ImSkndDetail *detail)
{
  gboolean has_label = im_sknd_parser_peek (parser)->kind == IM_SKND_TOKEN_STRING;

  detail->value = im_sknd_parser_expression (parser);
  if (detail->value == NULL)
    return FALSE;
  if (!has_label || detail->value->kind != IM_SKND_STRING ||
      !im_sknd_parser_take (parser, ":"))
    return TRUE;
  detail->label = detail->value;
  detail->value = im_sknd_parser_expression (parser);

  return detail->value != NULL;
}

static gboolean
parse_assertion (ImSkndParser *parser, ImSkndAssertion *assertion)
{
  g_autoptr (GArray) details = g_array_new (FALSE, FALSE, sizeof (ImSkndDetail));

  assertion->condition = im_sknd_parser_expression (parser);
  if (assertion->condition == NULL)
    return FALSE;
  if (!im_sknd_parser_take (parser, ":"))
    return TRUE;
  assertion->message = im_sknd_parser_string (parser);
  if (assertion->message == NULL)
    return FALSE;
  while (im_sknd_parser_take (parser, ","))
    {
      ImSkndDetail detail = { NULL, NULL };

      if (!parse_detail (parser, &detail))
        return FALSE;
      g_array_append_val (details, detail);
    }
  assertion->details = im_sknd_parser_keep (parser, details, &assertion->n_details);

  return TRUE;
}

/* `unroll..(i -> n)` */
static gboolean
parse_unroll (ImSkndParser *parser, ImSkndLowering *lowering)
{
  if (!im_sknd_parser_take (parser, "unroll"))
    return TRUE;
  if (!im_sknd_parser_need (parser, "..") || !im_sknd_parser_need (parser, "("))
    return FALSE;
  lowering->unroll_name = im_sknd_parser_name (parser, "an index");
  if (lowering->unroll_name.text == NULL || !im_sknd_parser_need (parser, "->"))
    return FALSE;
  lowering->unroll_count = im_sknd_parser_expression (parser);

  return lowering->unroll_count != NULL && im_sknd_parser_need (parser, ")");
}

/* `z = e, w = f,` in front of the access; in the later dialect `with z = e, w = f:`. */
static gboolean
parse_locals (ImSkndParser *parser, ImSkndLowering *lowering)
{
  g_autoptr (GArray) locals = g_array_new (FALSE, FALSE, sizeof (ImSkndAssignment));
  gboolean is_later = im_sknd_parser_take (parser, "with"), is_done = FALSE;

  while (!is_done && im_sknd_parser_is_name (parser) &&
         im_sknd_parser_is_next (parser, "="))
    {
      ImSkndAssignment local = { im_sknd_parser_name (parser, "a name"), NULL };

      parser->next++;
      local.value = im_sknd_parser_expression (parser);
      if (local.value == NULL)
        return FALSE;
      g_array_append_val (locals, local);
      is_done = is_later && im_sknd_parser_take (parser, ":");
      if (!is_done && !im_sknd_parser_need (parser, ","))
        return FALSE;
    }
  lowering->locals = im_sknd_parser_keep (parser, locals, &lowering->n_locals);

  return TRUE;
}

static gboolean
parse_assign (ImSkndParser *parser, ImSkndAssign *assign)
{
  for (guint i = 0; i < IM_SKND_N_ASSIGNS; i++)
    if (im_sknd_parser_take (parser, assigns[i].sign) ||
        (assigns[i].later != NULL && im_sknd_parser_take (parser, assigns[i].later)))
      {
        *assign = i;
        return TRUE;
      }
  im_sknd_parser_expect (parser, "one of = := += *= &= |= <= >=");

  return FALSE;
}

static gboolean
parse_lowering (ImSkndParser *parser, ImSkndLowering *lowering)
{
  if (!parse_unroll (parser, lowering) || !parse_locals (parser, lowering))
    return FALSE;
  lowering->output = im_sknd_parser_access (parser);
  if (lowering->output == NULL || !parse_assign (parser, &lowering->assign))
    return FALSE;
  lowering->value = im_sknd_parser_expression (parser);
  if (lowering->value == NULL ||
      !parse_bounds (parser, &lowering->bounds, &lowering->n_bounds))
    return FALSE;
  if (!im_sknd_parser_take (parser, "|"))
    return TRUE;
  lowering->condition = im_sknd_parser_expression (parser);

  return lowering->condition != NULL;
}

static gboolean
parse_quantization (ImSkndParser *parser, ImSkndQuantization *quantization)
{
  quantization->name = im_sknd_parser_qualified (parser, "a tensor");
  if (quantization->name.text == NULL || !im_sknd_parser_need (parser, ":"))
    return FALSE;
  quantization->operation = im_sknd_parser_algorithm (parser);

  return quantization->operation != NULL;
}

static gboolean
parse_kind (ImSkndParser *parser, ImSkndBlockKind kind, ImSkndStatement *statement)
{
  switch ((guint) kind)
    {
    case IM_SKND_DTYPE:
      return parse_generic (parser, &statement->generic);
    case IM_SKND_USING:
      return parse_using (parser, &statement->using_);
    case IM_SKND_ASSERT:
      return parse_assertion (parser, &statement->assertion);
    case IM_SKND_LOWER:
      return parse_lowering (parser, &statement->lowering);
    case IM_SKND_QUANTIZE:
      return parse_quantization (parser, &statement->quantization);
    default:
      return parse_parameter (parser, &statement->parameter);
    }
}

gboolean
im_sknd_parser_statement (ImSkndParser *parser,
                          ImSkndBlockKind kind,
                          ImSkndStatement *statement)
{
  guint32 start = im_sknd_parser_peek (parser)->span.start;
  gboolean is_component = kind == IM_SKND_COMPOSE || kind == IM_SKND_UPDATE;
  gboolean is_fine = is_component
                         ? im_sknd_parser_component (parser, &statement->component)
                         : parse_kind (parser, kind, statement) &&
                               im_sknd_parser_need (parser, ";");

  statement->span = im_sknd_parser_span (parser, start);

  return is_fine;
}
