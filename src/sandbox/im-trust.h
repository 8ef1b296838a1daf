/* Which folders the user trusts: where nothing confines the code of packages, only that
 * of these is run.
 *
 * The list is one for all programs of the user, in `imaginet/trusted` below the folder of
 * settings. It has a line for each folder, as a URI. What is below a trusted folder is
 * trusted, too.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define IM_TRUST_ERROR (im_trust_error_quark ())

/**
 * ImTrustError:
 * @IM_TRUST_ERROR_UNTRUSTED: the code of a folder would have to be run that is not
 *   trusted
 * @IM_TRUST_ERROR_FOLDER: there is no such folder, or it is not in the list
 */
typedef enum
{
  IM_TRUST_ERROR_UNTRUSTED,
  IM_TRUST_ERROR_FOLDER,
} ImTrustError;

GQuark im_trust_error_quark (void);

/**
 * im_trust_list:
 *
 * Returns: (transfer full) (array zero-terminated=1): the trusted folders, sorted
 */
char **im_trust_list (void);

/**
 * im_trust_has:
 * @folder: a folder
 *
 * Returns: whether it or a folder above it is trusted, links followed
 */
gboolean im_trust_has (const char *folder);

/**
 * im_trust_add:
 * @folder: a folder
 * @error: return location for an [error@Im.TrustError]: FOLDER, or a
 *   [error@GLib.FileError]
 *
 * Trusts a folder, links followed.
 *
 * Returns: whether it is trusted
 */
gboolean im_trust_add (const char *folder, GError **error);

/**
 * im_trust_remove:
 * @folder: a folder, which need not exist any more
 * @error: return location for an [error@Im.TrustError]: FOLDER if it is not in the list
 *   itself, or a [error@GLib.FileError]
 *
 * Takes trust back.
 *
 * Returns: whether it was in the list
 */
gboolean im_trust_remove (const char *folder, GError **error);

G_END_DECLS
