/* Boxes of mathematics: what stands on one baseline, beside, above and below each other.
 *
 * A box has a width, and reaches up and down from its baseline. Boxes are put together
 * into larger ones and drawn at last; they live in an arena. Large signs, fraction lines,
 * brackets, braces and roots are drawn as lines, so that they are the same with every
 * font.
 *
 * Source: Knuth, "The TeXbook", chapters 17 and 18 and appendix G, in a simple form.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

typedef struct _ImMathPiece ImMathPiece;

/**
 * ImMathBox:
 * @width: in pixels
 * @ascent: how far it reaches above its baseline
 * @descent: and below
 * @pieces: (nullable): what is drawn
 */
typedef struct
{
  double width;
  double ascent;
  double descent;
  ImMathPiece *pieces;
} ImMathBox;

typedef enum
{
  IM_MATH_LARGE,
  IM_MATH_SMALL, /* limits and subscripts */
} ImMathSize;

typedef enum
{
  IM_MATH_SUM,
  IM_MATH_PRODUCT,
} ImMathSign;

/* A word, number or sign, upright. */
ImMathBox im_math_text (ImMathSize size, const char *text, ImArena *arena);

/* The same with room on both sides, such as `=`. */
ImMathBox im_math_operator (ImMathSize size, const char *text, ImArena *arena);

/**
 * im_math_name:
 * @size: its size
 * @name: such as `I`, `k_x` or `x0`
 * @arena: for the box
 *
 * Returns: the name in italics; what stands behind its first `_`, and digits at its end,
 *   are a subscript
 */
ImMathBox im_math_name (ImMathSize size, const char *name, ImArena *arena);

/* Puts a box behind another one. */
void im_math_append (ImMathBox *box, ImMathBox next);

/* One above the other, with a line between. */
ImMathBox im_math_fraction (ImMathBox above, ImMathBox below, ImArena *arena);

/* Round brackets that are as high as what is in them. */
ImMathBox im_math_brackets (ImMathBox inside, ImArena *arena);

/* Straight lines on both sides. */
ImMathBox im_math_bars (ImMathBox inside, ImArena *arena);

ImMathBox im_math_root (ImMathBox inside, ImArena *arena);

/* A brace with two lines behind it. */
ImMathBox im_math_cases (ImMathBox first, ImMathBox second, ImArena *arena);

/* A large sum or product sign. */
ImMathBox im_math_sign (ImMathSign sign, ImArena *arena);

/* A box with a small one centred below it. */
ImMathBox im_math_limit (ImMathBox sign, ImMathBox below);

/* Draws a box that begins at a point of its baseline. */
void im_math_draw (const ImMathBox *box, ImScenePoint at, ImScene *scene);

G_END_DECLS
