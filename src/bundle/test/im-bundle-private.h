/* What the parts of im-bundle share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bundle/test/im-bundle.h"
#include "bundle/test/im-vectors.h"

G_BEGIN_DECLS

/**
 * im_bundle_add_template:
 * @bundle: a bundle
 * @path: where the file goes
 * @resource: its name among our resources
 *
 * Adds a file in which `@name@` is replaced by the name of the files, unless there is one
 * at the path.
 */
void im_bundle_add_template (const ImBundle *bundle,
                             const char *path,
                             const char *resource);

/**
 * im_bundle_add_glue:
 * @bundle: a bundle
 * @vectors: inputs and outputs
 *
 * Adds `test/pipeline.h`, by which programs that know no pipeline call this one, unless
 * it is there.
 */
void im_bundle_add_glue (const ImBundle *bundle, const ImVectors *vectors);

/* Tells what is done next. */
void im_bundle_tell (const ImBundle *bundle, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

G_END_DECLS
