/* A thin strip below a slider: coloured where all contracts hold.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_ALLOWED_STRIP (studio_allowed_strip_get_type ())
G_DECLARE_FINAL_TYPE (StudioAllowedStrip,
                      studio_allowed_strip,
                      STUDIO,
                      ALLOWED_STRIP,
                      GtkWidget)

GtkWidget *studio_allowed_strip_new (void);

/**
 * studio_allowed_strip_sample:
 * @strip: a strip
 * @evaluation: the unit as it is; used only by this call
 * @option: an option with a number
 * @adjustment: its range
 *
 * Tries values of the whole range.
 */
void studio_allowed_strip_sample (StudioAllowedStrip *strip,
                                  ImUnitEvaluation *evaluation,
                                  const ImParameter *option,
                                  GtkAdjustment *adjustment);

G_END_DECLS
