/* Words for what flows in a pipe and for what is set, short and as users read them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/state/im-document-graph.h"

G_BEGIN_DECLS

/* What a node is called: as its unit, as the file says, or by its name. */
const char *studio_text_get_title (const ImGraphNode *node);

/* What people call the pipe that leaves an output of a node. */
char *studio_text_dup_pipe (const ImGraphNode *node, const char *port);

/**
 * studio_text_dup_type:
 * @type: a tensor type
 * @is_approximate: whether its rate is
 *
 * Writes it as messages and fields do, but for the unit of the rate, and with what else
 * is known of it.
 *
 * Returns: such as `float32[400,1]@~100 · samples at 16000 Hz`
 */
char *studio_text_dup_type (const ImTensorType *type, gboolean is_approximate);

/**
 * studio_text_dup_parameter:
 * @evaluation: (nullable): the parameters of a unit
 * @parameter: (nullable): one of them
 *
 * Returns: (nullable): its type if it is a socket, else its value; NULL if it is not
 * known
 */
char *studio_text_dup_parameter (ImUnitEvaluation *evaluation,
                                 const ImParameter *parameter);

/**
 * studio_text_find_type:
 * @document: a document
 * @node: the number of a node
 * @port: one of its outputs
 *
 * Returns: (nullable) (transfer none): what is known of the tensor that leaves it, NULL
 *   if nothing is known or it is no tensor
 */
const ImTensorType *studio_text_find_type (ImDocument *document,
                                           guint node,
                                           const char *port);

/**
 * studio_text_dup_socket:
 * @program: the program of what is shown
 * @path: the name of a node of it
 * @evaluation: (nullable): that of its unit
 * @socket: (nullable): an input or output of it
 *
 * Like studio_text_dup_parameter(), also for what comes out of a compound.
 *
 * Returns: (nullable): the type, NULL if it is not known
 */
char *studio_text_dup_socket (const ImProgram *program,
                              const char *path,
                              ImUnitEvaluation *evaluation,
                              const ImParameter *socket);

/**
 * studio_text_dup_port:
 * @document: a document
 * @node: the number of a node
 * @port: one of its outputs
 *
 * Returns: (nullable): what leaves it, of a unit that is switched off what it passes on;
 *   NULL if it is not known
 */
char *studio_text_dup_port (ImDocument *document, guint node, const char *port);

/**
 * studio_text_dup_passed:
 * @document: a document
 * @node: the number of a node
 * @socket: an input or output of its unit
 *
 * Tells of a unit that is switched off, or that has a problem, what reaches it and what
 * it passes on.
 *
 * Returns: (nullable): the type, NULL if it is not known or no pipe leads there
 */
char *studio_text_dup_passed (ImDocument *document,
                              guint node,
                              const ImParameter *socket);

G_END_DECLS
