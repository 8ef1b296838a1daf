/* The trusted folders in the preferences: a row for each, with a button that takes the
 * trust back.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_TRUST_GROUP (studio_trust_group_get_type ())
G_DECLARE_FINAL_TYPE (StudioTrustGroup,
                      studio_trust_group,
                      STUDIO,
                      TRUST_GROUP,
                      AdwPreferencesGroup)

G_END_DECLS
