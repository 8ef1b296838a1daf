/* What a file of units consists of.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "unit/im-unit-file.h"
#include "xml/im-xml.h"

G_BEGIN_DECLS

struct _ImUnitFile
{
  gatomicrefcount references;
  char *path;
  ImXmlDocument *document;
  ImArena *arena;
  GPtrArray *units; /* ImUnit in the arena */
  const char *problem;
  gboolean can_be_patched;  /* it is a file of XML of which there was nothing to say */
  guint n_patches;          /* since it was read as a whole */
  ImSkndPackage *package;   /* of operators: what they are in, or NULL */
  const ImSkndFile *module; /* of operators */
  GBytes *bytes;            /* of operators: its text */
};

G_END_DECLS
