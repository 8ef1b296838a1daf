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
 * @artifacts: where the files are added
 * @diagnostics: where problems go, see im_emit_c()
 *
 * Adds the files of im_emit_c(), `manifest.json`, `README.md`, `LICENSE`, `Makefile`,
 * `CMakeLists.txt`, the files of Zephyr and Arduino, and the unit in `pipeline/`.
 *
 * Returns: (nullable): what was emitted, or NULL if there is an error
 */
ImEmission *im_emit_bundle (const ImPlan *plan,
                            ImUnitLibrary *library,
                            const ImEmitOptions *options,
                            ImArtifacts *artifacts,
                            ImDiagnostics *diagnostics);

/* What each manifest is made of: files that build one library from the two sources. */
void im_manifest_add_json (const ImPlan *plan,
                           const ImEmission *emission,
                           ImArtifacts *artifacts);
void im_manifest_add_make (const ImEmission *emission, ImArtifacts *artifacts);
void im_manifest_add_cmake (const ImEmission *emission, ImArtifacts *artifacts);
void im_manifest_add_zephyr (const ImEmission *emission, ImArtifacts *artifacts);
void im_manifest_add_arduino (const ImEmission *emission, ImArtifacts *artifacts);

G_END_DECLS
