/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-alias.h"

#include <string.h>

#define MAX_PARAMETERS 16

typedef struct
{
  const char *id;
  const char *unit;
  struct
  {
    const char *theirs;
    const char *ours; /* NULL if it has no meaning here */
  } parameters[MAX_PARAMETERS];
} Row;

static const Row rows[] = {
#include "unit/im-unit-alias-rows.inc"
};

static const Row *
find_row (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].id, id) == 0)
      return &rows[i];

  return NULL;
}

const char *
im_unit_alias_get_unit (const char *id)
{
  const Row *row = find_row (id);

  return row == NULL ? NULL : row->unit;
}

/* The row that an id was resolved by, NULL if the unit has the id itself. */
static const Row *
find_used_row (const ImUnit *unit, const char *id)
{
  return strcmp (unit->id.text, id) == 0 ? NULL : find_row (id);
}

const char *
im_unit_alias_map (const ImUnit *unit, const char *id, const char *parameter)
{
  const Row *row = find_used_row (unit, id);

  for (guint i = 0; row != NULL && row->parameters[i].theirs != NULL; i++)
    if (strcmp (row->parameters[i].theirs, parameter) == 0)
      return row->parameters[i].ours;

  return parameter;
}

const char *
im_unit_alias_unmap (const ImUnit *unit, const char *id, const char *parameter)
{
  const Row *row = find_used_row (unit, id);

  for (guint i = 0; row != NULL && row->parameters[i].theirs != NULL; i++)
    if (g_strcmp0 (row->parameters[i].ours, parameter) == 0)
      return row->parameters[i].theirs;

  return parameter;
}
