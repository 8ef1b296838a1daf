/* Rows of the view of a unit: what is said of one thing, whether it is as it should be,
 * and fields to change it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * StudioUnitState:
 * @STUDIO_UNIT_STATE_NONE: nothing is known
 * @STUDIO_UNIT_STATE_GOOD: it holds, or is used
 * @STUDIO_UNIT_STATE_BAD: it fails
 * @STUDIO_UNIT_STATE_UNUSED: it is not used, which is no problem
 *
 * What the sign in front of a row says.
 */
typedef enum
{
  STUDIO_UNIT_STATE_NONE,
  STUDIO_UNIT_STATE_GOOD,
  STUDIO_UNIT_STATE_BAD,
  STUDIO_UNIT_STATE_UNUSED,
} StudioUnitState;

#define STUDIO_TYPE_UNIT_ROW (studio_unit_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioUnitRow, studio_unit_row, STUDIO, UNIT_ROW, AdwPreferencesRow)

/* Makes a row; a title of code is written in a monospaced font. */
StudioUnitRow *studio_unit_row_new (const char *title, gboolean is_code);

void studio_unit_row_set_title (StudioUnitRow *row, const char *title);

/* Sets the lines below the title; NULL or "" for none. */
void studio_unit_row_set_text (StudioUnitRow *row, const char *text);

/* Sets what stands at the end, such as a value. */
void studio_unit_row_set_value (StudioUnitRow *row, const char *value);

/* Sets why there is none; NULL for no problem. */
void studio_unit_row_set_problem (StudioUnitRow *row, const char *problem);

/* Sets the sign in front, and what it says to screen readers and in a tooltip. */
void studio_unit_row_set_state (StudioUnitRow *row,
                                StudioUnitState state,
                                const char *meaning);

/* Removes the buttons below the texts. */
void studio_unit_row_clear_buttons (StudioUnitRow *row);

/* Adds a button below the texts. */
void studio_unit_row_add_button (StudioUnitRow *row, GtkWidget *button);

/* Adds a field behind the value. */
void studio_unit_row_add_field (StudioUnitRow *row, GtkWidget *field);

/* Adds a button behind all. */
void studio_unit_row_add_menu (StudioUnitRow *row, GtkWidget *menu);

/* Adds a field that a button opens, with what it is for in front. */
void studio_unit_row_add_entry (StudioUnitRow *row, const char *label, GtkWidget *entry);

/* Shows the fields that the button opens, and gives the first one the keyboard. */
void studio_unit_row_open (StudioUnitRow *row);

G_END_DECLS
