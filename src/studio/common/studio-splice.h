/* Lists that follow what they list: who shows them keeps the rows of what stays.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * studio_splice:
 * @store: a list
 * @items: (element-type GObject): what it should have, each object at most once
 *
 * Lets @store have @items and nothing else. As many of the objects as can keep their
 * order stay where they are; what is told of the others is the least there is to tell.
 */
void studio_splice (GListStore *store, GPtrArray *items);

G_END_DECLS
