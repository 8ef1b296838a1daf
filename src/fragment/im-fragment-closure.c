/* SPDX-License-Identifier: MIT
 *
 * Depth first with an own stack, because the depth is in the hands of the files. Marks
 * carry the number of the closure, so nothing has to be reset between two of them.
 *
 * A dependency at file level that leads back to an open fragment of the same file is no
 * cycle: it says "everything here needs that", not "that needs everything here".
 */
#include "fragment/im-fragment-set.h"

#include "fragment/im-fragment-header.h"
#include "fragment/im-fragment-resolve.h"

#define MAX_CYCLES     100 /* reported in one closure */
#define MAX_CYCLE_PATH 12  /* names shown of one cycle */

typedef struct
{
  ImFragmentNode *node;
  guint next_implied;
  guint next_own;
} Frame;

typedef struct
{
  ImFragmentSet *set;
  ImDiagnostics *diagnostics;
  ImFragmentClosure *closure;
  GArray *stack;    /* Frame */
  GHashTable *seen; /* what the lists of the closure have, with a letter for the list */
  guint n_cycles;
} Walk;

static void
append_problems (Walk *walk, const ImDiagnostics *problems)
{
  if (problems != NULL)
    im_diagnostics_append (walk->diagnostics, problems);
}

static void
enter_entry (Walk *walk, ImFragmentEntry *entry)
{
  if (entry->visit == walk->set->visit)
    return;

  entry->visit = walk->set->visit;
  entry->n_done = 0;
  entry->is_emitted = FALSE;
  append_problems (walk, entry->problems);
  im_fragment_set_resolve_edges (walk->set, entry, &entry->edges);
  append_problems (walk, entry->edges.problems);
}

static gboolean
is_closed (const Walk *walk, const ImFragmentNode *node)
{
  return node->visit == walk->set->visit && node->state == IM_FRAGMENT_CLOSED;
}

static gboolean
is_open (const Walk *walk, const ImFragmentNode *node)
{
  return node->visit == walk->set->visit && node->state == IM_FRAGMENT_OPEN;
}

static void
enter (Walk *walk, ImFragmentNode *node)
{
  ImFragmentEntry *entry = node->entry;

  enter_entry (walk, entry);
  im_fragment_set_resolve_edges (walk->set, entry, &node->edges);
  append_problems (walk, node->edges.problems);

  /* Whatever is emitted stays so: the fragments behind need not look at it again. */
  while (entry->n_done < entry->file->needs.n_dependencies &&
         (entry->edges.targets[entry->n_done] == NULL ||
          is_closed (walk, entry->edges.targets[entry->n_done])))
    entry->n_done++;

  node->visit = walk->set->visit;
  node->state = IM_FRAGMENT_OPEN;
  node->frame = walk->stack->len;
  Frame frame = { node, entry->n_done, 0 };
  g_array_append_val (walk->stack, frame);
}

/* Whether @text is new in the list that @list stands for. */
static gboolean
is_first (Walk *walk, char list, const char *text)
{
  return g_hash_table_add (walk->seen, g_strdup_printf ("%c%s", list, text));
}

static void
report_unknown_header (Walk *walk,
                       const ImFragment *from,
                       const ImFragmentInclude *include)
{
  im_diagnostics_add (walk->diagnostics, IM_SEVERITY_ERROR, "unknown-file",
                      from->file->source, include->span,
                      "the file “%s” does not exist in the folder of this file",
                      include->name);
  im_diagnostics_set_subject (walk->diagnostics, (ImSubject){ .detail = include->name });
  if (!g_path_is_absolute (include->name))
    im_diagnostics_note (walk->diagnostics,
                         "a header that comes with a compiler is written <%s>",
                         include->name);
}

/* Headers of the package are listed apart; one that is not there is told once. */
static void
emit_headers (Walk *walk, const ImFragment *from, const ImFragmentNeeds *needs)
{
  for (guint i = 0; i < needs->n_includes; i++)
    {
      const ImFragmentInclude *include = &needs->includes[i];
      const ImFragment *header = NULL;

      if (include->kind == IM_FRAGMENT_INCLUDE_LOCAL)
        header = im_fragment_set_find_header (walk->set, from, include);
      if (header != NULL)
        {
          if (!is_first (walk, 'h', im_source_get_name (header->file->source)))
            continue;
          g_ptr_array_add (walk->closure->headers, (gpointer) header);
          emit_headers (walk, header, &header->needs);
        }
      else if (include->kind == IM_FRAGMENT_INCLUDE_LOCAL &&
               im_header_get_origin (include->name) == IM_HEADER_OF_PACKAGE)
        {
          if (is_first (walk, 'u', include->name))
            report_unknown_header (walk, from, include);
        }
      else if (is_first (walk, 'i', include->text))
        g_ptr_array_add (walk->closure->includes, (gpointer) include);
    }
}

static void
emit_needs (Walk *walk, const ImFragment *fragment, const ImFragmentNeeds *needs)
{
  ImFragmentClosure *closure = walk->closure;

  emit_headers (walk, fragment, needs);
  for (guint i = 0; i < needs->n_packages; i++)
    if (is_first (walk, 'p', needs->packages[i].name))
      g_ptr_array_add (closure->packages, (gpointer) needs->packages[i].name);
  for (guint i = 0; i < needs->n_symbol_checks; i++)
    if (is_first (walk, needs->symbol_checks[i].is_global ? 'g' : 'l',
                  needs->symbol_checks[i].symbol))
      g_ptr_array_add (closure->symbol_checks, (gpointer) &needs->symbol_checks[i]);
}

static void
emit (Walk *walk, ImFragmentNode *node)
{
  if (!node->entry->is_emitted)
    emit_needs (walk, node->fragment, &node->entry->file->needs);
  node->entry->is_emitted = TRUE;
  emit_needs (walk, node->fragment, &node->fragment->needs);
  g_ptr_array_add (walk->closure->fragments, (gpointer) node->fragment);
  node->state = IM_FRAGMENT_CLOSED;
}

static void
append_name (const ImFragmentNode *node, GString *out)
{
  g_autofree char *file = g_path_get_basename (node->entry->path);

  g_string_append_printf (out, "%s:%s", file, node->fragment->name);
}

static void
report_cycle (Walk *walk,
              const ImFragmentNode *from,
              const ImFragmentNode *target,
              const ImFragmentReference *reference)
{
  g_autoptr (GString) path = g_string_new (NULL);
  guint length = walk->stack->len - target->frame;

  if (walk->n_cycles >= MAX_CYCLES)
    return;

  for (guint i = 0; i < length; i++)
    {
      const Frame *frame = &g_array_index (walk->stack, Frame, target->frame + i);

      if (length > MAX_CYCLE_PATH && i == MAX_CYCLE_PATH / 2)
        {
          g_string_append_printf (path, "(%u more) -> ", length - MAX_CYCLE_PATH);
          i += length - MAX_CYCLE_PATH - 1;
          continue;
        }
      append_name (frame->node, path);
      g_string_append (path, " -> ");
    }
  append_name (target, path);

  if (!is_first (walk, 'c', path->str))
    return;

  walk->n_cycles++;
  im_diagnostics_add (walk->diagnostics, IM_SEVERITY_ERROR, "dependency-cycle",
                      from->entry->file->source, reference->span,
                      "the fragment depends on itself: %s", path->str);
  im_diagnostics_set_subject (walk->diagnostics, (ImSubject){ .detail = path->str });
  im_diagnostics_note (walk->diagnostics,
                       "remove one of these dependencies; this one is ignored here");
}

/* Returns the next dependency of the newest frame that has to be visited, if any. */
static ImFragmentNode *
find_next (Walk *walk)
{
  Frame *frame = &g_array_index (walk->stack, Frame, walk->stack->len - 1);
  ImFragmentNode *node = frame->node;
  const ImFragmentEdges *implied = &node->entry->edges, *own = &node->edges;

  while (frame->next_implied < node->n_implied ||
         frame->next_own < own->needs->n_dependencies)
    {
      gboolean is_implied = frame->next_implied < node->n_implied;
      const ImFragmentEdges *edges = is_implied ? implied : own;
      guint index = is_implied ? frame->next_implied++ : frame->next_own++;
      ImFragmentNode *target = edges->targets[index];

      if (target == NULL || target == node || is_closed (walk, target))
        continue;
      if (!is_open (walk, target))
        return target;
      if (!is_implied || target->entry != node->entry)
        report_cycle (walk, node, target, &edges->needs->dependencies[index]);
    }

  return NULL;
}

static void
visit (Walk *walk, ImFragmentNode *root)
{
  if (is_closed (walk, root))
    return;

  enter (walk, root);
  while (walk->stack->len > 0)
    {
      ImFragmentNode *next = find_next (walk);

      if (next != NULL)
        {
          enter (walk, next);
          continue;
        }
      emit (walk, g_array_index (walk->stack, Frame, walk->stack->len - 1).node);
      g_array_set_size (walk->stack, walk->stack->len - 1);
    }
}

static ImFragmentClosure *
closure_new (void)
{
  ImFragmentClosure *closure = g_new0 (ImFragmentClosure, 1);

  closure->fragments = g_ptr_array_new ();
  closure->headers = g_ptr_array_new ();
  closure->includes = g_ptr_array_new ();
  closure->packages = g_ptr_array_new ();
  closure->symbol_checks = g_ptr_array_new ();

  return closure;
}

ImFragmentClosure *
im_fragment_set_close (ImFragmentSet *set,
                       const ImFragmentRoot *roots,
                       guint n_roots,
                       ImDiagnostics *diagnostics)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&set->lock);
  Walk walk = {
    .set = set,
    .diagnostics = diagnostics,
    .closure = closure_new (),
    .stack = g_array_new (FALSE, FALSE, sizeof (Frame)),
    .seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };

  set->visit++;
  for (guint i = 0; i < n_roots; i++)
    {
      ImFragmentNode *node = NULL;

      im_fragment_set_give (set, &roots[i]);
      node = im_fragment_set_resolve (set, NULL, roots[i].from_file, roots[i].source,
                                      &roots[i].reference, diagnostics);
      if (node != NULL)
        visit (&walk, node);
    }

  g_array_unref (walk.stack);
  g_hash_table_unref (walk.seen);

  return walk.closure;
}

void
im_fragment_closure_free (ImFragmentClosure *closure)
{
  if (closure == NULL)
    return;

  g_ptr_array_unref (closure->fragments);
  g_ptr_array_unref (closure->headers);
  g_ptr_array_unref (closure->includes);
  g_ptr_array_unref (closure->packages);
  g_ptr_array_unref (closure->symbol_checks);
  g_free (closure);
}
