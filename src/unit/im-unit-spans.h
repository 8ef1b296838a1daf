/* The places in its text that the model of a unit knows.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

typedef void (*ImSpanFunc) (ImSpan *span, gpointer data);

/**
 * im_unit_each_span:
 * @unit: a unit that was read from XML
 * @visit: what is done with a place
 * @data: for @visit
 *
 * Visits every place that the model has, each once, but those of its nodes that are not
 * of expressions.
 */
void im_unit_each_span (ImUnit *unit, ImSpanFunc visit, gpointer data);

/* Visits those of a node that are not of expressions. */
void im_unit_node_each_span (ImUnitNode *node, ImSpanFunc visit, gpointer data);

G_END_DECLS
