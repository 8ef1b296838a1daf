/* Messages of a window that stay until they are answered, above everything else in it.
 *
 * Each message is known by an id; the one that was added last is shown first. Its buttons
 * are actions of the window. A message that is closed without an answer is gone.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_BANNER (studio_banner_get_type ())
G_DECLARE_FINAL_TYPE (StudioBanner, studio_banner, STUDIO, BANNER, GtkWidget)

/**
 * StudioBannerButton:
 * @label: what it says, with an underscore before its mnemonic
 * @action: a detailed action name
 *
 * An answer to a message.
 */
typedef struct
{
  const char *label;
  const char *action;
} StudioBannerButton;

/**
 * studio_banner_show:
 * @banner: a banner
 * @id: what the message is known by; one that is there takes its text and buttons
 * @type: how bad it is
 * @text: the message
 * @buttons: (array length=n_buttons) (nullable): the answers, the suggested one first
 * @n_buttons: their number
 *
 * Shows a message.
 */
void studio_banner_show (StudioBanner *banner,
                         const char *id,
                         GtkMessageType type,
                         const char *text,
                         const StudioBannerButton *buttons,
                         guint n_buttons);

/* Says what goes on now, and moves a bar below it a little; call it some times a second.
 * Does nothing if the message is not there. */
void studio_banner_go_on (StudioBanner *banner, const char *id, const char *text);

/* Whether a message is there, shown or behind another one. */
gboolean studio_banner_has (StudioBanner *banner, const char *id);

/* Takes a message away; does nothing if there is none. */
void studio_banner_hide (StudioBanner *banner, const char *id);

G_END_DECLS
