/* Where the studio finds what comes with it.
 *
 * An installed program uses the folders that it was configured for. A program that runs
 * from the build folder uses the files of that build, so that it shows what was just
 * written and never meets the settings schema or the translations of an older, installed
 * version.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * studio_folders_get_locale:
 *
 * Finds the folder with the translations, which holds
 * `de/LC_MESSAGES/imaginet-studio.mo`.
 *
 * Returns: (transfer none): a path for bindtextdomain()
 */
const char *studio_folders_get_locale (void);

/**
 * studio_folders_set_schemas:
 *
 * Lets GSettings find the schema of the studio. Must run before anything uses GSettings,
 * and before there are threads: it may set an environment variable. A value of
 * `GSETTINGS_SCHEMA_DIR` that is set already stays in front.
 */
void studio_folders_set_schemas (void);

G_END_DECLS
