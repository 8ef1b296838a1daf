/* What may stand at the cursor of an expression: parameters in scope, functions, members.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

#define IM_COMPLETION_MAX 60 /* nobody reads more */

/**
 * ImCompletionItem:
 * @name: the name
 * @insert: what takes the place of the word; of a function with its parenthesis
 * @detail: what it is: `Option`, or the signature of a function
 * @documentation: (nullable): a sentence
 */
typedef struct
{
  char *name;
  char *insert;
  char *detail;
  char *documentation;
} ImCompletionItem;

/* Frees an item of a list. */
void im_completion_item_free (gpointer item);

/**
 * im_completion_list:
 * @scope: (nullable): the parameters that the expression may use
 * @evaluation: (nullable): their values; they tell which members a value has
 * @text: an expression
 * @cursor: a byte in it
 * @start: (out): where the word begins that the cursor is at the end of
 *
 * Lists what begins like the word in front of the cursor, without regard to case. Behind
 * a dot these are members of what stands in front of it. Inside of a number or text, and
 * behind a word that is complete, there is nothing.
 *
 * Returns: (element-type ImCompletionItem): parameters first, each part in alphabetical
 *   order
 */
GPtrArray *im_completion_list (const ImUnit *scope,
                               ImUnitEvaluation *evaluation,
                               const char *text,
                               gsize cursor,
                               gsize *start);

G_END_DECLS
