/* The names that an expression may use, each with a slot number.
 *
 * Parsing turns a name into its slot, so that evaluation looks nothing up. One table
 * serves all expressions of a unit and is filled before the first of them is parsed.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

ImSymbols *im_symbols_new (void);
void im_symbols_free (ImSymbols *symbols);

/**
 * im_symbols_add:
 * @symbols: a table
 * @name: a name, copied
 *
 * Adds a name, or finds the one that is there.
 *
 * Returns: its slot; slots count from 0 in the order of addition
 */
guint im_symbols_add (ImSymbols *symbols, const char *name);

/**
 * im_symbols_find:
 * @symbols: (nullable): a table; NULL has no names
 * @name: a name
 *
 * Returns: its slot, or -1
 */
gint im_symbols_find (const ImSymbols *symbols, const char *name);

guint im_symbols_get_count (const ImSymbols *symbols);
const char *im_symbols_get_name (const ImSymbols *symbols, guint slot);

/**
 * im_symbols_nearest:
 * @symbols: (nullable): a table
 * @name: a misspelt name
 *
 * Returns: (nullable): the name of @symbols, or of the language's own globals, that is
 * most like
 *   @name
 */
const char *im_symbols_nearest (const ImSymbols *symbols, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSymbols, im_symbols_free)

G_END_DECLS
