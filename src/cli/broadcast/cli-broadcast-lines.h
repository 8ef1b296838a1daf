/* One operation of broadcasting as words: operands, operation and result.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-family.h"
#include "cli/terminal/cli-options.h"

G_BEGIN_DECLS

/**
 * CliBroadcastRequest:
 * @operands: shapes or types
 * @n_operands: their number
 * @operation: (nullable): what is done
 * @result: (nullable): the declared result
 */
typedef struct
{
  const char *const *operands;
  guint n_operands;
  const char *operation;
  const char *result;
  /*< private >*/
  GPtrArray *words;
} CliBroadcastRequest;

/**
 * cli_broadcast_request_split:
 * @request: (out): what the line says, pointing into it; clear it
 * @line: `A B`, `A + B`, `A B -> R`; words are separated by blanks outside of brackets;
 * zero bytes are put behind them
 * @options: what holds where the line says nothing
 */
void cli_broadcast_request_split (CliBroadcastRequest *request,
                                  char *line,
                                  const CliOptions *options);

void cli_broadcast_request_clear (CliBroadcastRequest *request);

/* The family that is named, or else the one that the operands and result have the form
 * of. */
ImBroadcastFamily cli_broadcast_request_find_family (const CliBroadcastRequest *request,
                                                     const char *name);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliBroadcastRequest, cli_broadcast_request_clear)

G_END_DECLS
