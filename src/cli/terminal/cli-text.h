/* Plain text for a terminal: wrapped paragraphs and columns that line up.
 *
 * Texts may come from files of others: control characters in them are shown as U+FFFD.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define CLI_TEXT_MAX_COLUMNS 9

/* Sequences of terminals. */
#define CLI_TEXT_BOLD  "\033[1m"
#define CLI_TEXT_GREEN "\033[32m"
#define CLI_TEXT_CYAN  "\033[36m"
#define CLI_TEXT_RED   "\033[31m"
#define CLI_TEXT_PLAIN "\033[0m"

/**
 * cli_text_get_width:
 *
 * Returns: the columns of the terminal on standard output; without one COLUMNS, or else
 *   80; at least 40
 */
guint cli_text_get_width (void);

/* A width at which no row is wrapped: listings have one row on each line, for tools. */
#define CLI_TEXT_UNLIMITED G_MAXINT

/**
 * cli_text_dup_hint:
 * @nearest: (nullable): a name that may have been meant
 *
 * Returns: the end of a message: `; did you mean “max”?`, or nothing
 */
char *cli_text_dup_hint (const char *nearest);

/**
 * cli_text_append_styled:
 * @out: where to append
 * @style: (nullable): one of the sequences, NULL for none
 * @text: a text
 *
 * Appends a text in a style.
 */
void cli_text_append_styled (GString *out, const char *style, const char *text);

/**
 * cli_text_append_wrapped:
 * @out: where to append
 * @text: one or more lines
 * @indent: columns in front of each line
 * @width: columns of the terminal
 *
 * Appends lines that end before @width where blanks allow it, the last one with a line
 * end too. Empty lines of @text stay; deeper indentation of its lines is kept.
 */
void cli_text_append_wrapped (GString *out, const char *text, guint indent, guint width);

/**
 * CliTable:
 *
 * Rows of cells whose columns line up. The last cell of a row is wrapped.
 */
typedef struct _CliTable CliTable;

/**
 * cli_table_new:
 * @indent: columns in front of each row
 * @n_columns: number of columns, at most CLI_TEXT_MAX_COLUMNS
 */
CliTable *cli_table_new (guint indent, guint n_columns);

void cli_table_free (CliTable *table);

/**
 * cli_table_set_style:
 * @table: a table
 * @column: a column
 * @style: (nullable): its sequence
 */
void cli_table_set_style (CliTable *table, guint column, const char *style);

/**
 * cli_table_add:
 * @table: a table
 * @...: as many texts as it has columns, each nullable
 *
 * Adds a row.
 */
void cli_table_add (CliTable *table, ...);

/**
 * cli_table_append:
 * @table: a table
 * @out: where to append
 * @width: columns of the terminal
 *
 * Appends all rows.
 */
void cli_table_append (const CliTable *table, GString *out, guint width);

/**
 * cli_table_set_width:
 * @table: a table
 * @column: a column
 * @width: columns of the terminal that it takes at least
 */
void cli_table_set_width (CliTable *table, guint column, guint width);

/**
 * cli_table_append_new:
 * @table: a table
 * @out: where to append
 * @width: columns of the terminal
 *
 * Appends all rows and forgets them: a table whose rows come one after the other. Columns
 * do not become narrower.
 */
void cli_table_append_new (CliTable *table, GString *out, guint width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliTable, cli_table_free)

G_END_DECLS
