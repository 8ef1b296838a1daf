/* A list of facts below a title. It is renewed in place: rows stay, their texts change.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/common/studio-facts.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_FACT_LIST (studio_fact_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioFactList, studio_fact_list, STUDIO, FACT_LIST, GtkWidget)

GtkWidget *studio_fact_list_new (const char *title);

/**
 * studio_fact_list_update:
 * @list: a list
 * @facts: (transfer full) (element-type StudioFact): what it shows; without facts it is
 *   hidden
 */
void studio_fact_list_update (StudioFactList *list, GPtrArray *facts);

/* Dims a list: what it shows was so before, and is not known now. */
void studio_fact_list_set_stale (StudioFactList *list, gboolean is_stale);

G_END_DECLS
