/* Buttons that try what would make a contract hold.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/help/im-contract-remedy.h"
#include "studio/session/studio-session.h"

G_BEGIN_DECLS

/**
 * studio_contract_remedy_button_new:
 * @session: the session whose trial it is
 * @remedy: what im_contract_find_remedies() found for its trial
 *
 * Returns: a button such as “Try mode = 2”, see studio_session_try()
 */
GtkWidget *studio_contract_remedy_button_new (StudioSession *session,
                                              const ImContractRemedy *remedy);

/* What the button says. */
char *studio_contract_remedy_dup_label (const ImContractRemedy *remedy);

G_END_DECLS
