/* The files that units need: their own, the code of their fragments, images and arrays,
 * and those of the units that they are made of.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * ImPackageNeeds:
 * @library: where units and code are found
 * @files: (element-type utf8 utf8): set of the absolute paths of files that are needed;
 * those that come along with the program are left out
 * @fragments: set of ImFragment, those that are used
 * @units: set of ImUnit, those that were looked at
 * @diagnostics: where it goes what cannot be found
 * @has_shipped: whether files that come along with the program are not left out
 */
typedef struct
{
  ImUnitLibrary *library;
  GHashTable *files;
  GHashTable *fragments;
  GHashTable *units;
  ImDiagnostics *diagnostics;
  gboolean has_shipped;
} ImPackageNeeds;

void im_package_needs_init (ImPackageNeeds *needs,
                            ImUnitLibrary *library,
                            ImDiagnostics *diagnostics);
void im_package_needs_clear (ImPackageNeeds *needs);

/**
 * im_package_needs_add:
 * @needs: what is needed so far
 * @unit: a unit
 *
 * Adds what a unit needs, of all its implementations. Code that is not there is told
 * with the codes of im_fragment_set_close(); units that are not there are left out.
 */
void im_package_needs_add (ImPackageNeeds *needs, const ImUnit *unit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImPackageNeeds, im_package_needs_clear)

G_END_DECLS
