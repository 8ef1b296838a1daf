/* SPDX-License-Identifier: MIT */
#include "skriptnd/package/im-sknd-variables.h"

#include "skriptnd/package/im-sknd-package-private.h"

#define MAX_DEPTH 64 /* of calls, which may be endless */

/**
 * Walk:
 * @package: where operators are that are called
 * @limit: how many variables are wanted
 * @arena: for paths
 * @found: (element-type ImSkndScopedVariable): those so far
 * @paths: (element-type utf8): their paths
 * @barren: (element-type ImSkndDefinition): operators that lead to no variable
 * @depth: how many calls are open
 * @span: of the outermost one
 */
typedef struct
{
  ImSkndPackage *package;
  guint limit;
  ImArena *arena;
  GArray *found;
  GHashTable *paths;
  GHashTable *barren;
  guint depth;
  ImSpan span;
} Walk;

static gboolean walk_callable (Walk *walk,
                               const ImSkndFile *file,
                               const ImSkndCallable *callable,
                               const char *path,
                               const char *label);

/* As im_sknd_frame_find_paths() does it; without a label there is none. */
static const char *
join (Walk *walk, const char *path, const char *label)
{
  if (path == NULL || label == NULL)
    return NULL;
  if (*path == '\0' || *label == '\0')
    return *path == '\0' ? label : path;

  return im_arena_printf (walk->arena, "%s.%s", path, label);
}

static void
add (Walk *walk,
     const ImSkndFile *file,
     const ImSkndParameter *declaration,
     const char *path)
{
  ImSkndScopedVariable variable = { join (walk, path, declaration->name.text), file,
                                    declaration, walk->span };

  if (variable.path == NULL || walk->found->len == walk->limit ||
      !g_hash_table_add (walk->paths, (gpointer) variable.path))
    return;
  if (walk->depth == 0)
    variable.span = declaration->name.span;
  g_array_append_val (walk->found, variable);
}

/* Returns whether there are variables in it. */
static gboolean
walk_components (Walk *walk,
                 const ImSkndFile *file,
                 const ImSkndStatement *const *statements,
                 guint n,
                 const char *path,
                 gboolean is_alone)
{
  gboolean has_variables = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const ImSkndComponent *component = &statements[i]->component;
      const ImSkndTarget *target = component->targets[0];
      const char *name = component->n_targets == 1 && target->kind == IM_SKND_TARGET_NAME
                             ? target->name.text
                             : NULL;

      has_variables |= walk_callable (walk, file, component->value, path,
                                      is_alone && n == 1 ? "" : name);
    }

  return has_variables;
}

static gboolean
walk_definition (Walk *walk,
                 const ImSkndFile *file,
                 const ImSkndDefinition *definition,
                 const char *path)
{
  const ImSkndBlock *variables = definition->by_kind[IM_SKND_VARIABLE];
  const ImSkndBlock *composed = definition->by_kind[IM_SKND_COMPOSE];
  gboolean has_variables = variables != NULL && variables->n > 0;
  gboolean has_tensors = variables != NULL ||
                         definition->by_kind[IM_SKND_CONSTANTS] != NULL;

  if (g_hash_table_contains (walk->barren, definition))
    return FALSE;
  if (walk->depth == MAX_DEPTH || walk->found->len == walk->limit)
    return TRUE;
  for (guint i = 0; has_variables && i < variables->n; i++)
    add (walk, file, &variables->statements[i]->parameter, path);
  if (composed != NULL)
    has_variables |= walk_components (
        walk, file, (const ImSkndStatement *const *) composed->statements, composed->n,
        path, !has_tensors);
  if (!has_variables)
    g_hash_table_add (walk->barren, (gpointer) definition);

  return has_variables;
}

static gboolean
walk_call (Walk *walk,
           const ImSkndFile *file,
           const ImSkndCallable *callable,
           const char *path,
           const char *label)
{
  const ImSkndDefinition *callee = im_sknd_package_find_definition (
      walk->package, &file, callable->operation.text);
  const char *inner = join (walk, path,
                            callable->label.text != NULL ? callable->label.text : label);
  gboolean has_variables = FALSE;

  if (callee == NULL)
    return FALSE;
  if (callee->is_graph && callable->label.text == NULL)
    inner = callee->name.text;
  if (walk->depth == 0)
    walk->span = callable->operation.span;
  walk->depth++;
  has_variables = walk_definition (walk, file, callee, inner);
  walk->depth--;

  return has_variables;
}

static gboolean
walk_callable (Walk *walk,
               const ImSkndFile *file,
               const ImSkndCallable *callable,
               const char *path,
               const char *label)
{
  gboolean has_variables = FALSE;

  if (callable->kind == IM_SKND_CALLABLE_INVOKE)
    return walk_call (walk, file, callable, path, label);
  if (callable->kind == IM_SKND_CALLABLE_BLOCK)
    return walk_components (
        walk, file, (const ImSkndStatement *const *) callable->statements,
        callable->n_statements,
        join (walk, path, callable->label.text != NULL ? callable->label.text : label),
        TRUE);
  for (guint i = 0; i < callable->n_parts; i++)
    has_variables |= walk_callable (walk, file, callable->parts[i], path, label);

  return has_variables;
}

GArray *
im_sknd_package_list_variables (ImSkndPackage *package,
                                const ImSkndFile *file,
                                const ImSkndDefinition *definition,
                                guint limit,
                                ImArena *arena)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&package->lock);
  g_autoptr (GHashTable) paths = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) barren = g_hash_table_new (NULL, NULL);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (ImSkndScopedVariable));
  Walk walk = { package, limit, arena, found, paths, barren, 0, { 0, 0 } };

  walk_definition (&walk, file, definition, "");

  return found;
}
