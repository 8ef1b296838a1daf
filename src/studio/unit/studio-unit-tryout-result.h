/* What came of trying a unit, as widgets and texts.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "verify/im-tryout.h"

G_BEGIN_DECLS

/**
 * studio_tryout_result_new:
 * @tryout: what came of it
 * @output: one of its outputs
 * @width: how much room there is, in pixels
 *
 * Returns: (transfer floating): a verdict, a picture of a tensor with the choice of
 * which, and the numbers as text
 */
GtkWidget *studio_tryout_result_new (const ImTryout *tryout,
                                     const ImTryoutOutput *output,
                                     double width);

/* How long each language takes, and the bytes of C. */
char *studio_tryout_dup_facts (const ImTryout *tryout);

/* Why a language gave nothing; NULL if each that is there did. */
char *studio_tryout_dup_messages (const ImTryout *tryout);

G_END_DECLS
