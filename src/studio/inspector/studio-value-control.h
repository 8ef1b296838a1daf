/* The control for plain values of an option: a field or slider for a number, a switch, a
 * list of choices, an editor of a shape, a text, a file.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_VALUE_CONTROL (studio_value_control_get_type ())
G_DECLARE_FINAL_TYPE (StudioValueControl,
                      studio_value_control,
                      STUDIO,
                      VALUE_CONTROL,
                      GtkWidget)

/**
 * studio_value_control_new:
 * @option: an option; it is used only by this call
 * @name: what a screen reader calls it
 *
 * Returns: a control; its signal `changed` says that the user has changed the value
 */
GtkWidget *studio_value_control_new (const ImOption *option, const char *name);

/* Shows a value. A field that shows it already stays as it is. */
void studio_value_control_set_value (StudioValueControl *control, const ImValue *value);

/* What a field for a text shows while it is empty. */
void studio_value_control_set_placeholder (StudioValueControl *control, const char *text);

/**
 * studio_value_control_get_value:
 * @control: a control
 * @value: (out): the value; it lives until the next change
 *
 * Returns: FALSE if nothing is chosen
 */
gboolean studio_value_control_get_value (StudioValueControl *control, ImValue *value);

/* Whether it needs a line of its own. */
gboolean studio_value_control_is_wide (StudioValueControl *control);

/* Shows below a slider where all contracts hold; for other controls it does nothing. */
void studio_value_control_sample (StudioValueControl *control,
                                  ImUnitEvaluation *evaluation,
                                  const ImParameter *option);

G_END_DECLS
