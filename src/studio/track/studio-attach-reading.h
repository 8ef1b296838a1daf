/* How a file of a recording is read: what was found out about it, and what somebody says
 * instead.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "recording/im-feed.h"
#include "recording/im-recording-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_ATTACH_READING (studio_attach_reading_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttachReading,
                      studio_attach_reading,
                      STUDIO,
                      ATTACH_READING,
                      AdwPreferencesGroup)

/**
 * studio_attach_reading_show:
 * @reading: the rows
 * @feed: what they change; it outlives the rows
 * @preview: what was found with it; it stays until the next one is shown
 * @has_others: whether there are recordings of other inputs to begin with
 *
 * Shows what is read. The signal `changed` says that @feed says something else, and has
 * what is wrong with what was typed, or NULL.
 */
void studio_attach_reading_show (StudioAttachReading *reading,
                                 ImFeed *feed,
                                 const ImRecordingPreview *preview,
                                 gboolean has_others);

/**
 * studio_attach_set_entries:
 * @row: a row
 * @names: (array zero-terminated=1): its entries
 * @selected: which is chosen, or GTK_INVALID_LIST_POSITION
 *
 * A row that has these entries keeps them.
 */
void studio_attach_set_entries (AdwComboRow *row,
                                const char *const *names,
                                guint selected);

G_END_DECLS
