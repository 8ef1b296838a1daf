/* Short messages at the bottom of a window that go away by themselves.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * studio_toast_show:
 * @overlay: where it is shown
 * @text: what it says; no markup
 *
 * Shows a message instead of the one that is there, for some seconds.
 */
void studio_toast_show (AdwToastOverlay *overlay, const char *text);

/**
 * studio_toast_show_with_button:
 * @overlay: where it is shown
 * @text: what it says; no markup
 * @label: (nullable): of a button, with a mnemonic
 * @action: (nullable): what the button does
 */
void studio_toast_show_with_button (AdwToastOverlay *overlay,
                                    const char *text,
                                    const char *label,
                                    const char *action);

G_END_DECLS
