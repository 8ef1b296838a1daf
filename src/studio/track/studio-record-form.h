/* What is recorded: a form with the microphones and serial ports that there are.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "recording/im-feed.h"
#include "recording/im-inputs.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_RECORD_FORM (studio_record_form_get_type ())
G_DECLARE_FINAL_TYPE (StudioRecordForm,
                      studio_record_form,
                      STUDIO,
                      RECORD_FORM,
                      AdwWindow)

/**
 * studio_record_form_present:
 * @parent: the window in front of which it opens
 * @input: (nullable): where it goes: it says how many samples of a microphone are wanted
 * @folder: the folder that recordings go to
 *
 * Shows the form. The signal `start` says that what it names is to be recorded, `stop`
 * that nobody waits for it any more.
 *
 * Returns: (transfer none): the form
 */
StudioRecordForm *studio_record_form_present (GtkWindow *parent,
                                              const ImInput *input,
                                              const char *folder);

/* What is to be recorded, and how: a feed whose path is the name of a capture. */
const ImFeed *studio_record_form_get_feed (StudioRecordForm *form);

/* Says that the first row is waited for. */
void studio_record_form_wait (StudioRecordForm *form);

/* Says why it cannot be recorded. */
void studio_record_form_fail (StudioRecordForm *form, const char *problem);

G_END_DECLS
