/* The names that a piece of C text defines: functions, variables, types, constants of
 * enumerations, macros.
 *
 * The scan is tolerant, like that of prototypes: it reads what stands at the top level
 * and passes over what it does not understand.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * ImCSymbolKind:
 * @IM_C_SYMBOL_LOCAL: static, or a type or a constant: seen in one translation unit
 * @IM_C_SYMBOL_GLOBAL: a function or variable that the linker sees
 * @IM_C_SYMBOL_MACRO: a macro
 * @IM_C_SYMBOL_GUARDED_MACRO: a macro that is defined unless it is already
 */
typedef enum
{
  IM_C_SYMBOL_LOCAL,
  IM_C_SYMBOL_GLOBAL,
  IM_C_SYMBOL_MACRO,
  IM_C_SYMBOL_GUARDED_MACRO,
} ImCSymbolKind;

typedef struct
{
  const char *name;
  ImCSymbolKind kind;
} ImCSymbol;

/**
 * im_c_find_symbols:
 * @text: C text
 * @arena: where the names live
 * @symbols: (element-type ImCSymbol): where to append, in the order of the text, each
 * name once
 *
 * Lists what a text defines. A declaration of a function that is not defined does not
 * count.
 */
void im_c_find_symbols (const char *text, ImArena *arena, GArray *symbols);

/**
 * im_c_collect_words:
 * @text: C text
 * @words: (element-type utf8 utf8): a set that owns its strings
 *
 * Adds all identifiers and keywords that stand in the code and in the values of macros,
 * outside of comments and strings.
 */
void im_c_collect_words (const char *text, GHashTable *words);

G_END_DECLS
