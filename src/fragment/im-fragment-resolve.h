/* The graph behind a fragment set: files, fragments as nodes, dependencies as edges.
 *
 * Edges are resolved once and keep what there is to say about them, so that every closure
 * that meets them says the same.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "fragment/im-fragment-set.h"

G_BEGIN_DECLS

typedef struct _ImFragmentNode ImFragmentNode;
typedef struct _ImFragmentEntry ImFragmentEntry;

/**
 * ImFragmentEdges:
 * @targets: the nodes that the dependencies of @needs mean; NULL where there is none
 * @needs: the dependencies
 * @problems: (nullable): what there is to say about them
 * @is_resolved: whether @targets is filled
 */
typedef struct
{
  ImFragmentNode **targets;
  const ImFragmentNeeds *needs;
  ImDiagnostics *problems;
  gboolean is_resolved;
} ImFragmentEdges;

typedef enum
{
  IM_FRAGMENT_OPEN,   /* its dependencies are being visited */
  IM_FRAGMENT_CLOSED, /* it is emitted */
} ImFragmentState;

/**
 * ImFragmentNode:
 * @fragment: the fragment
 * @entry: its file
 * @edges: its own dependencies
 * @n_implied: how many dependencies of the file apply to it
 * @visit: the closure that @state and @frame belong to
 * @state: how far that closure is
 * @frame: its place on the stack of that closure while open
 */
struct _ImFragmentNode
{
  const ImFragment *fragment;
  ImFragmentEntry *entry;
  ImFragmentEdges edges;
  guint n_implied;
  guint visit;
  ImFragmentState state;
  guint frame;
};

/**
 * ImFragmentEntry:
 * @path: the path that the loader gave
 * @file: the file
 * @nodes: one per fragment
 * @edges: the dependencies at file level
 * @header: (nullable): the file as a whole, if it was included
 * @problems: what was wrong with the text
 * @visit: the closure that @n_done and @is_emitted belong to
 * @n_done: so many dependencies at the front of @edges are emitted
 * @is_emitted: whether what the file needs is in the closure
 */
struct _ImFragmentEntry
{
  char *path;
  ImFragmentFile *file;
  ImFragmentNode *nodes;
  ImFragmentEdges edges;
  const ImFragment *header;
  ImDiagnostics *problems;
  guint visit;
  guint n_done;
  gboolean is_emitted;
};

struct _ImFragmentSet
{
  GRecMutex lock; /* of all that follows; taken where others call */
  ImFragmentLoader loader;
  GHashTable *requests; /* what was asked for → ImFragmentRequest */
  GHashTable *entries;  /* path → ImFragmentEntry */
  guint visit;          /* of the newest closure */
  guint n_suggestions; /* so far: each is a comparison with all names, so there is a limit
                        */
};

/**
 * ImFragmentRequest:
 * @entry: (nullable): the file that was opened
 * @error: (nullable): why there is none
 */
typedef struct
{
  ImFragmentEntry *entry;
  GError *error;
} ImFragmentRequest;

/**
 * im_fragment_set_load:
 *
 * Opens a file, or remembers what came of it.
 */
const ImFragmentRequest *im_fragment_set_load (ImFragmentSet *set,
                                               const char *unit_id,
                                               const char *from_file,
                                               const char *relative_path);

/* Makes the file of a root that has its text, unless it is there already. */
void im_fragment_set_give (ImFragmentSet *set, const ImFragmentRoot *root);

/**
 * im_fragment_set_resolve:
 * @from: (nullable): the file that the reference is in, if it is a file of the set
 * @from_file: its path, to which the one of the reference is relative
 *
 * Resolves a reference, see im_fragment_set_find().
 */
ImFragmentNode *im_fragment_set_resolve (ImFragmentSet *set,
                                         ImFragmentEntry *from,
                                         const char *from_file,
                                         ImSource *source,
                                         const ImFragmentReference *reference,
                                         ImDiagnostics *diagnostics);

/**
 * im_fragment_set_resolve_edges:
 *
 * Fills @edges of @entry unless that was done.
 */
void im_fragment_set_resolve_edges (ImFragmentSet *set,
                                    ImFragmentEntry *entry,
                                    ImFragmentEdges *edges);

G_END_DECLS
