/* Which tensor flows out of a node: what a composite gives is written by a unit inside of
 * it, a node that is disabled hands on what it is given, and an input has the tensor of
 * what flows into the graph.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"

G_BEGIN_DECLS

typedef struct _ImPipeIndex ImPipeIndex;

/**
 * im_pipe_index_new:
 * @program: a program, which outlives the index
 *
 * Returns: its pipes by name
 */
ImPipeIndex *im_pipe_index_new (const ImProgram *program);

/**
 * im_pipe_index_find:
 * @index: an index
 * @path: names of the nodes around a node and its own, such as `mel/window`; also of an
 *   input of a graph
 * @port: an output of the node; of an input its only one, whatever this says
 *
 * Returns: the number of the tensor, -1 if there is none
 */
gint im_pipe_index_find (const ImPipeIndex *index, const char *path, const char *port);

void im_pipe_index_free (ImPipeIndex *index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImPipeIndex, im_pipe_index_free)

G_END_DECLS
