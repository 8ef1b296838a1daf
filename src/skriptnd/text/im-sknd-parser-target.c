/* SPDX-License-Identifier: MIT
 *
 * Shapes, and what stands on the left of an assignment.
 */
#include "skriptnd/text/im-sknd-parser.h"

static gboolean
parse_extent (ImSkndParser *parser, ImSkndExtent *extent)
{
  guint32 start = im_sknd_parser_peek (parser)->span.start;

  extent->is_spread = im_sknd_parser_take (parser, "..");
  im_sknd_parser_skip_word (parser);
  if (!im_sknd_parser_take (parser, "~"))
    {
      extent->value = im_sknd_parser_expression (parser);
      if (extent->value == NULL)
        return FALSE;
    }
  if (im_sknd_parser_take (parser, "|"))
    {
      extent->bound = im_sknd_parser_expression (parser);
      if (extent->bound == NULL)
        return FALSE;
    }
  if (!im_sknd_parser_pack (parser, &extent->is_packed, &extent->length))
    return FALSE;
  extent->span = im_sknd_parser_span (parser, start);

  return TRUE;
}

gboolean
im_sknd_parser_shape (ImSkndParser *parser, ImSkndShape *shape)
{
  g_autoptr (GArray) extents = NULL;

  if (!im_sknd_parser_take (parser, "["))
    return TRUE;

  extents = g_array_new (FALSE, FALSE, sizeof (ImSkndExtent));
  shape->is_given = TRUE;
  while (!im_sknd_parser_is (parser, "]"))
    {
      ImSkndExtent extent = { 0 };

      if (!parse_extent (parser, &extent))
        return FALSE;
      g_array_append_val (extents, extent);
      if (!im_sknd_parser_take (parser, ","))
        break;
    }
  shape->extents = im_sknd_parser_keep (parser, extents, &shape->n);

  return im_sknd_parser_need (parser, "]");
}

/* Items up to what closes them. */
static gboolean
parse_items (ImSkndParser *parser, ImSkndTarget *target, const char *close)
{
  guint mark = parser->stack->len;

  do
    {
      const ImSkndTarget *item = im_sknd_parser_target (parser);

      if (item == NULL)
        return FALSE;
      g_ptr_array_add (parser->stack, (gpointer) item);
    }
  while (im_sknd_parser_take (parser, ","));
  target->items = (const ImSkndTarget **) im_sknd_parser_pop (parser, mark, &target->n);

  return im_sknd_parser_need (parser, close);
}

static gboolean
parse_named (ImSkndParser *parser, ImSkndTarget *target)
{
  target->name = im_sknd_parser_name (parser, "a name");
  if (target->name.text == NULL)
    return FALSE;
  if (!im_sknd_parser_take (parser, ":"))
    return TRUE;
  target->type = im_sknd_parser_type (parser);

  return target->type.text != NULL && im_sknd_parser_shape (parser, &target->shape);
}

const ImSkndTarget *
im_sknd_parser_target (ImSkndParser *parser)
{
  guint32 start = im_sknd_parser_peek (parser)->span.start;
  ImSkndTarget *target = im_arena_new0 (parser->file->arena, ImSkndTarget, 1);
  gboolean is_fine = im_sknd_parser_open (parser);

  if (im_sknd_parser_take (parser, "~"))
    target->kind = IM_SKND_TARGET_OMITTED;
  else if (im_sknd_parser_take (parser, "["))
    target->kind = IM_SKND_TARGET_LIST;
  else if (im_sknd_parser_take (parser, "("))
    target->kind = IM_SKND_TARGET_ZIP;

  if (is_fine && target->kind == IM_SKND_TARGET_LIST)
    is_fine = parse_items (parser, target, "]");
  else if (is_fine && target->kind == IM_SKND_TARGET_ZIP)
    is_fine = parse_items (parser, target, ")");
  else if (is_fine && target->kind == IM_SKND_TARGET_NAME)
    is_fine = parse_named (parser, target);
  im_sknd_parser_close (parser);
  if (!is_fine || !im_sknd_parser_pack (parser, &target->is_packed, &target->length))
    return NULL;
  target->span = im_sknd_parser_span (parser, start);

  return target;
}
