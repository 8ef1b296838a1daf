/* Where files lie that come along: units, templates, the standard library of SkriptND.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImDataFolder:
 * @name: what it is called where it is installed, such as `templates`
 * @in_source: where it is in the source tree, such as `data/templates`
 * @installed: where it is installed
 * @source: where it is in the source tree that the program was built from
 *
 * A folder that comes along. It is below IMAGINET_DATA_PATH if that is set, which may
 * name a source tree, or else where the program is installed to, or else in its source
 * tree.
 */
typedef struct
{
  const char *name;
  const char *in_source;
  const char *installed;
  const char *source;
} ImDataFolder;

/* Returns: (nullable): its path, NULL if it is nowhere */
char *im_data_dup_folder (const ImDataFolder *folder);

G_END_DECLS
