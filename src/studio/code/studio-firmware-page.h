/* The emitted header and source of the pipeline that is shown, kept up to date while
 * somebody looks at them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_FIRMWARE_PAGE (studio_firmware_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioFirmwarePage,
                      studio_firmware_page,
                      STUDIO,
                      FIRMWARE_PAGE,
                      GtkWidget)

/* Notes that a document has changed; code is emitted when the page is seen. */
void studio_firmware_page_update (StudioFirmwarePage *page, ImDocument *document);

/* Tints the calls of a layer; -1 for none. */
void studio_firmware_page_select (StudioFirmwarePage *page, gint layer);

/* Opens the search. */
void studio_firmware_page_start_search (StudioFirmwarePage *page);

G_END_DECLS
