/* What the parts of a bundle share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bundle/files/im-emit-bundle.h"

G_BEGIN_DECLS

/**
 * im_bundle_new_variables:
 * @plan: a plan
 * @emission: what became of it
 *
 * Returns: (element-type utf8 utf8): what stands for `@variable@` in a template
 */
GHashTable *im_bundle_new_variables (const ImPlan *plan, const ImEmission *emission);

/**
 * im_bundle_add_python_variables:
 * @plan: a plan
 * @emission: what became of it
 * @variables: (element-type utf8 utf8): gets those of the Python package
 */
void im_bundle_add_python_variables (const ImPlan *plan,
                                     const ImEmission *emission,
                                     GHashTable *variables);

/* Adds `pipeline/`: the unit, and all units and code files that it needs. */
void im_bundle_add_pipeline (const ImPlan *plan,
                             const ImEmission *emission,
                             ImUnitLibrary *library,
                             ImArtifacts *artifacts);

/* Adds `manifest.json`. */
void im_manifest_add_json (const ImPlan *plan,
                           const ImEmission *emission,
                           ImArtifacts *artifacts);

/* Adds `SBOM.spdx.json`, of SPDX 2.3. */
void im_manifest_add_sbom (const ImPlan *plan,
                           const ImEmission *emission,
                           ImArtifacts *artifacts);

G_END_DECLS
