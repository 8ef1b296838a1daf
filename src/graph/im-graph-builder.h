/* A graph while it is being built.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "graph/im-graph.h"

G_BEGIN_DECLS

/* What a graph and all that were made of it by edits have in common: the memory of their
 * nodes. It is a box that counts its references. */
struct _ImGraphFamily
{
  GRecMutex lock; /* held during an edit, which takes memory of @arena */
  ImArena *arena;
  ImUnitFile *file; /* that of the unit */
};

/**
 * ImGraphBuilder:
 * @arena: where the graph lives
 * @unit: whose inside it is
 * @library: where units are looked for
 * @diagnostics: where problems go
 * @nodes: (element-type ImGraphNode): so far
 * @links: (element-type ImGraphLink): so far
 * @names: the names of @nodes, to their number
 * @ends: the target of each of @links, as node and port
 * @has_errors: whether something was reported
 */
typedef struct
{
  ImArena *arena;
  const ImUnit *unit;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  GArray *nodes;
  GArray *links;
  GHashTable *names;
  GHashTable *ends;
  gboolean has_errors;
} ImGraphBuilder;

void im_graph_builder_init (ImGraphBuilder *builder,
                            ImArena *arena,
                            const ImUnit *unit,
                            ImUnitLibrary *library,
                            ImDiagnostics *diagnostics);

/* Frees all but the arena. */
void im_graph_builder_clear (ImGraphBuilder *builder);

/* Reports an error. */
void im_graph_builder_report (ImGraphBuilder *builder,
                              const char *code,
                              ImSpan span,
                              const char *format,
                              ...) G_GNUC_PRINTF (4, 5);

/* Says what the last report is about; @parameter and @detail may be NULL. */
void im_graph_builder_about (ImGraphBuilder *builder,
                             const char *node,
                             const char *parameter,
                             const char *detail);

/* Adds to the last report the parameter of @unit that is most like @name, of those that
 * @fits is true for. */
void im_graph_builder_suggest (ImGraphBuilder *builder,
                               const ImUnit *unit,
                               const char *name,
                               gboolean (*fits) (const ImParameter *parameter));

ImGraphNode *im_graph_builder_get_node (ImGraphBuilder *builder, guint number);

/* Returns the number of the node of that name, or -1. */
gint im_graph_builder_find_node (ImGraphBuilder *builder, const char *name);

/* Adds a node and returns its number. Nobody else may have its name. */
guint im_graph_builder_add_node (ImGraphBuilder *builder, ImGraphNode node);

/* Adds a link, or reports why there cannot be one. */
void im_graph_builder_add_link (ImGraphBuilder *builder, ImGraphLink link);

/* Whether a setting of a node is more than a constant. */
gboolean im_graph_node_has_formula (const ImGraphNode *node);

/* Whether a link leads to a port. */
gboolean im_graph_builder_has_link (ImGraphBuilder *builder,
                                    guint target,
                                    const char *port);

/* Looks a unit up, or reports that there is none. */
const ImUnit *im_graph_builder_find_unit (ImGraphBuilder *builder, const ImUnitText *id);

/* What the file says of a node; with the names of the parameters of @unit if the file
 * calls it by an alias. */
const ImUnitNode *im_graph_builder_map_arguments (ImGraphBuilder *builder,
                                                  const ImUnit *unit,
                                                  const ImUnitNode *declaration);

/* Adds a node of kind INPUT, OPTION or OUTPUT for a parameter of the unit. */
guint im_graph_builder_add_parameter (ImGraphBuilder *builder,
                                      const ImParameter *parameter);

/* Reports outputs of the unit that nothing gives and that have no condition. */
void im_graph_builder_check_outputs (ImGraphBuilder *builder);

/* What the arguments of a layer, or of a node of a compound, set; reports the others. */
void im_graph_read_layer_settings (ImGraphBuilder *builder, ImGraphNode *node);
void im_graph_read_node_settings (ImGraphBuilder *builder, ImGraphNode *node);

void im_graph_build_stack (ImGraphBuilder *builder);
void im_graph_build_compound (ImGraphBuilder *builder);
void im_graph_build_single (ImGraphBuilder *builder);

/* Sorts nodes, grouped links and their beginnings into an order in which sources come
 * before targets. Nodes of a cycle are reported and marked as broken. */
const guint *im_graph_builder_sort (ImGraphBuilder *builder,
                                    const ImGraphLink *links,
                                    const guint *first_link,
                                    gboolean *has_cycle);

G_END_DECLS
