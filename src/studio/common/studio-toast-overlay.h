/* Short messages at the bottom of a window that go away by themselves.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_TOAST_OVERLAY (studio_toast_overlay_get_type ())
G_DECLARE_FINAL_TYPE (StudioToastOverlay,
                      studio_toast_overlay,
                      STUDIO,
                      TOAST_OVERLAY,
                      AdwBin)

/**
 * studio_toast_overlay_show:
 * @text: what it says; no markup
 *
 * Shows a message instead of the one that is there, for some seconds.
 */
void studio_toast_overlay_show (StudioToastOverlay *self, const char *text);

/**
 * studio_toast_overlay_show_with_button:
 * @text: what it says; no markup
 * @label: (nullable): of a button, with a mnemonic
 * @action: (nullable): what the button does
 */
void studio_toast_overlay_show_with_button (StudioToastOverlay *self,
                                            const char *text,
                                            const char *label,
                                            const char *action);

/* Says something to whoever uses a widget, above the window that it is in: why what was
 * asked for cannot be done. */
void studio_toast_overlay_say (GtkWidget *widget, const char *text);

G_END_DECLS
