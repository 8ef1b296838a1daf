/* A row for one shape: its name, a field, what cannot be read in it, and perhaps a button
 * that takes the row away.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_OPERAND_ROW (studio_operand_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioOperandRow,
                      studio_operand_row,
                      STUDIO,
                      OPERAND_ROW,
                      AdwPreferencesRow)

/**
 * studio_operand_row_new:
 * @mnemonic: what stands before the field, with `_` before the letter of its key
 *
 * The signal `changed` says that the text has changed, `removed` that the button was
 * pressed.
 *
 * Returns: a row
 */
GtkWidget *studio_operand_row_new (const char *mnemonic);

const char *studio_operand_row_get_text (StudioOperandRow *row);
void studio_operand_row_set_text (StudioOperandRow *row, const char *text);

/**
 * studio_operand_row_set_error:
 * @row: a row
 * @error: (nullable): why the text cannot be read, NULL if it can
 */
void studio_operand_row_set_error (StudioOperandRow *row, const char *error);

void studio_operand_row_set_removable (StudioOperandRow *row, gboolean is_removable);

G_END_DECLS
