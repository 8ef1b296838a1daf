/* Which function a unit is made of: a file, one of its functions, and what becomes of its
 * parameters. The function is looked at, and called, in a thread.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "wrap/im-wrap.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_FUNCTION_GROUP (studio_function_group_get_type ())
G_DECLARE_FINAL_TYPE (StudioFunctionGroup,
                      studio_function_group,
                      STUDIO,
                      FUNCTION_GROUP,
                      GtkBox)

/**
 * studio_function_group_get_wrap:
 * @self: a group
 *
 * Returns: (nullable) (transfer none): what is proposed for the function; NULL while it
 *   is looked at, and if nothing can be proposed. The signal `changed` says that there is
 *   another
 */
ImWrap *studio_function_group_get_wrap (StudioFunctionGroup *self);

/**
 * studio_function_group_get_problem:
 * @self: a group
 * @is_error: (out): whether it is one, rather than something to wait for or to do
 *
 * Returns: why there is no proposal
 */
const char *studio_function_group_get_problem (StudioFunctionGroup *self,
                                               gboolean *is_error);

G_END_DECLS
