/* Bundles: emitted code with all that a firmware project needs around it.
 *
 * Every manifest of a bundle points at the same two sources.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "emit/im-emit-c.h"

G_BEGIN_DECLS

/**
 * im_emit_bundle:
 * @plan: a plan of IM_LANGUAGE_C
 * @library: where the fragments are
 * @options: what is chosen
 * @left_out: bit mask of 1 << ImBundleFormatId that it does without
 * @artifacts: where the files are added
 * @diagnostics: where problems go, see im_emit_c()
 *
 * Adds the files of im_emit_c(), those of the formats that are not left out, see
 * im-bundle-format.h, `README.md`, `LICENSE`, `manifest.json`, `SBOM.spdx.json`, and in
 * `pipeline/` the unit with all that it needs to be opened again.
 *
 * Returns: (nullable): what was emitted, or NULL if there is an error
 */
ImEmission *im_emit_bundle (const ImPlan *plan,
                            ImUnitLibrary *library,
                            const ImEmitOptions *options,
                            guint left_out,
                            ImArtifacts *artifacts,
                            ImDiagnostics *diagnostics);

G_END_DECLS
