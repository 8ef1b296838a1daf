/* A graph while it is being built.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "graph/im-graph.h"

G_BEGIN_DECLS

/**
 * ImGraphBuilder:
 * @arena: where the graph lives
 * @unit: whose inside it is
 * @library: where units are looked for
 * @diagnostics: where problems go
 * @nodes: (element-type ImGraphNode): so far
 * @links: (element-type ImGraphLink): so far
 */
typedef struct
{
  ImArena *arena;
  const ImUnit *unit;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  GArray *nodes;
  GArray *links;
} ImGraphBuilder;

void im_graph_builder_report (ImGraphBuilder *builder,
                              ImSeverity severity,
                              const char *code,
                              ImSpan span,
                              const char *format,
                              ...) G_GNUC_PRINTF (5, 6);

ImGraphNode *im_graph_builder_get_node (ImGraphBuilder *builder, guint number);

/* Adds a node and returns its number. */
guint im_graph_builder_add_node (ImGraphBuilder *builder, ImGraphNode node);

/* Adds a link, or reports why there cannot be one. */
void im_graph_builder_add_link (ImGraphBuilder *builder, ImGraphLink link);

/* Looks a unit up, or reports that there is none. */
const ImUnit *im_graph_builder_find_unit (ImGraphBuilder *builder, const ImUnitText *id);

/* Adds a node of kind INPUT or OUTPUT for a socket of the unit. */
guint im_graph_builder_add_socket (ImGraphBuilder *builder, const ImParameter *parameter);

void im_graph_build_stack (ImGraphBuilder *builder);
void im_graph_build_compound (ImGraphBuilder *builder);
void im_graph_build_single (ImGraphBuilder *builder);

G_END_DECLS
