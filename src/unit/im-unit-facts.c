/* SPDX-License-Identifier: MIT
 *
 * The rows are sorted by id when they are made.
 */
#include "unit/im-unit-facts.h"

#include <stdlib.h>
#include <string.h>

#include "unit/im-unit-file.h"
#include "unit/im-unit-roots.h"

#include "unit/im-unit-facts-rows.inc"

static int
compare_id (gconstpointer id, gconstpointer row)
{
  return strcmp (id, ((const ImUnitFacts *) row)->id);
}

const ImUnitFacts *
im_unit_facts_get (const ImUnit *unit)
{
  const ImUnitFacts *found;

  g_return_val_if_fail (unit != NULL, NULL);

  if (unit->id.text == NULL)
    return NULL;
  found = bsearch (unit->id.text, rows, G_N_ELEMENTS (rows), sizeof rows[0], compare_id);
  if (found == NULL || !im_unit_roots_is_shipped (im_unit_file_get_path (unit->file)))
    return NULL;

  return found;
}

const char *
im_unit_facts_get_target (void)
{
  return target;
}
