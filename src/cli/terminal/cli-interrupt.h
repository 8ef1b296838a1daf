/* Long work in a terminal: it says what it does, and Ctrl-C ends it without leaving
 * anything half-written.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/**
 * cli_interrupt_watch:
 *
 * From now on SIGINT and SIGTERM do not end the program but cancel its work. To be called
 * for the first time before other threads are started.
 *
 * Returns: (transfer none): what is cancelled, the same each time
 */
GCancellable *cli_interrupt_watch (void);

/**
 * cli_interrupt_end_gently:
 * @end: (nullable): what the next signal does instead of cancelling; it is called in
 *   another thread, and returns at once. NULL for nothing
 * @data: for @end
 *
 * For work that has no end of its own. Another signal behind it cancels.
 */
void cli_interrupt_end_gently (void (*end) (gpointer data), gpointer data);

/**
 * cli_interrupt_finish:
 * @context: a command whose work was cancelled
 *
 * Says that the command was interrupted.
 *
 * Returns: the exit status of the signal: 130 for Ctrl-C
 */
CliExit cli_interrupt_finish (CliContext *context);

/**
 * cli_interrupt_show:
 * @activity: (nullable): what is done now, NULL for nothing
 *
 * Shows one line on the terminal of standard error, in the place of the one before. Any
 * thread may call it.
 */
void cli_interrupt_show (const char *activity);

G_END_DECLS
