/* SPDX-License-Identifier: MIT
 *
 * Where a problem is shown that arose in a unit somewhere inside of a program: at the
 * node of the outermost graph, which the user can see and change.
 */
#include <string.h>

#include "program/im-program-private.h"

const char *
im_program_describe_rule (ImArena *arena, const ImDiagnostic *problem)
{
  g_autofree char *name = g_path_get_basename (problem->name);
  guint line, column;

  im_diagnostic_locate (problem, &line, &column);

  return im_arena_printf (arena, "%s%ssee %s:%u",
                          problem->note == NULL ? "" : problem->note,
                          problem->note == NULL ? "" : "; ", name, line);
}

/* The node of the outermost graph that a path leads through. */
static const ImGraphNode *
find_outer (const ImProgram *program, const char *path)
{
  const char *slash = strchr (path, '/');
  g_autofree char *first = slash == NULL ? g_strdup (path)
                                         : g_strndup (path, (gsize) (slash - path));
  gint number = program->graph == NULL ? -1 : im_graph_find_node (program->graph, path);

  if (number < 0 && program->graph != NULL)
    number = im_graph_find_node (program->graph, first);

  return number < 0 ? NULL : program->graph->nodes[number];
}

void
im_program_place_problem (const ImProgram *program,
                          const char *path,
                          ImArena *arena,
                          ImDiagnostic *problem)
{
  ImSource *source = im_unit_file_get_source (program->unit->file);
  const ImGraphNode *node = im_unit_is_graph (program->unit) ? find_outer (program, path)
                                                             : NULL;

  if (node == NULL ||
      (problem->source == source && problem->span.start == node->place->start))
    return;

  problem->note = im_program_describe_rule (arena, problem);
  problem->source = source;
  problem->name = im_source_get_name (source);
  problem->span = *node->place;
}
