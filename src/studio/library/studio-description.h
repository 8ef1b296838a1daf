/* The description of a unit as blocks that can be laid out.
 *
 * A description is mixed content: paragraphs with words in other styles, headers, images
 * and code. Here it becomes a list of blocks in the order of the file. Paragraphs that
 * state an equation below a header “Formula” are formulas.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

/**
 * StudioBlockKind:
 * @STUDIO_BLOCK_HEADER: a title; plain text
 * @STUDIO_BLOCK_PARAGRAPH: Pango markup
 * @STUDIO_BLOCK_FORMULA: Pango markup
 * @STUDIO_BLOCK_IMAGE: the path of a file as the unit gives it
 * @STUDIO_BLOCK_CODE: the name of a fragment, such as `max.py:max_py`
 */
typedef enum
{
  STUDIO_BLOCK_HEADER,
  STUDIO_BLOCK_PARAGRAPH,
  STUDIO_BLOCK_FORMULA,
  STUDIO_BLOCK_IMAGE,
  STUDIO_BLOCK_CODE,
} StudioBlockKind;

typedef struct
{
  StudioBlockKind kind;
  char *text;
} StudioBlock;

void studio_block_free (StudioBlock *block);

/**
 * studio_description_list_blocks:
 * @unit: a unit
 *
 * Returns: (transfer full) (element-type StudioBlock): the blocks of its description,
 *   none if it has none
 */
GPtrArray *studio_description_list_blocks (const ImUnit *unit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioBlock, studio_block_free)

G_END_DECLS
