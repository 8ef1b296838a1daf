/* SPDX-License-Identifier: MIT
 *
 * Nodes of a statement that several others are computed of. Terms share them, and all
 * that goes through a kernel goes through them once for each way that leads to them; so
 * those that take long become locals, which are computed once.
 */
#include "skriptnd/lower/im-sknd-share.h"

#include <string.h>

#include "kernel/im-kernel-function.h"

#define MIN_COST  8    /* of a local, in operations */
#define CALL_COST 8    /* of a function, a division, or a cast that saturates */
#define MAX_COST  1000 /* more is no other */

/* Functions that are no more than an instruction or two. */
static const char *const quick[] = { "abs",  "ceil",  "floor", "max",
                                     "min",  "relu",  "round", "round_half_away",
                                     "sign", "trunc", NULL };

/**
 * Part:
 * @n_uses: how often nodes and accesses name it
 * @cost: how many operations it takes
 * @looks_up: whether it reads an element whose index is computed
 * @is_certain: whether it is computed for each set of indices
 */
typedef struct
{
  guint n_uses;
  guint cost;
  gboolean looks_up;
  gboolean is_certain;
} Part;

/**
 * Sharing:
 * @kernel: what is changed
 * @numbers: has the arena
 * @names: (element-type ImKernelNode utf8): locals that the statement has itself
 * @copies: (element-type ImKernelNode ImKernelNode): nodes of the kernel alone
 * @parts: (element-type ImKernelNode Part): what is known of these
 * @order: (element-type ImKernelNode): these, operands first
 */
typedef struct
{
  ImKernel *kernel;
  const ImSkndNumbers *numbers;
  GHashTable *names;
  GHashTable *copies;
  GHashTable *parts;
  GPtrArray *order;
} Sharing;

static ImKernelNode *
copy_node (Sharing *sharing, const ImKernelNode *node)
{
  ImKernelNode *copy = node == NULL ? NULL : g_hash_table_lookup (sharing->copies, node);
  const char *name = node == NULL ? NULL : g_hash_table_lookup (sharing->names, node);

  if (node == NULL || copy != NULL)
    return copy;
  copy = im_arena_new0 (sharing->numbers->arena, ImKernelNode, 1);
  *copy = *node;
  for (guint i = 0; i < G_N_ELEMENTS (copy->arguments); i++)
    copy->arguments[i] = copy_node (sharing, node->arguments[i]);
  g_hash_table_insert (sharing->copies, (gpointer) node, copy);
  if (name != NULL)
    g_hash_table_insert (sharing->names, copy, (gpointer) name);

  return copy;
}

static void
copy_access (Sharing *sharing, ImKernelAccess *access)
{
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    access->computed[i] = copy_node (sharing, access->computed[i]);
}

/* Other kernels of the statement have nodes of their own. */
static void
copy_all (Sharing *sharing)
{
  ImKernel *kernel = sharing->kernel;

  kernel->value = copy_node (sharing, kernel->value);
  kernel->condition = copy_node (sharing, kernel->condition);
  copy_access (sharing, &kernel->output);
  for (guint i = 0; i < kernel->n_loads; i++)
    copy_access (sharing, &kernel->loads[i]);
}

static guint
get_cost (const ImKernelNode *node)
{
  switch ((int) node->kind)
    {
    case IM_KERNEL_NODE_CONSTANT:
    case IM_KERNEL_NODE_INDEX:
    case IM_KERNEL_NODE_LOAD:
      return 0;
    case IM_KERNEL_NODE_FLOOR_DIVIDE:
    case IM_KERNEL_NODE_MODULO:
      return CALL_COST;
    case IM_KERNEL_NODE_CAST:
      return im_dtype_is_float (node->arguments[0]->dtype) ? CALL_COST : 1;
    case IM_KERNEL_NODE_CALL:
      return g_strv_contains (quick, node->function->name) ? 1 : CALL_COST;
    default:
      return 1;
    }
}

/* What a node is computed of: its arguments, or the indices of the element it reads. */
static const ImKernelNode *
get_operand (const Sharing *sharing, const ImKernelNode *node, guint i)
{
  if (node->kind == IM_KERNEL_NODE_LOAD)
    return sharing->kernel->loads[node->load].computed[i];

  return i < G_N_ELEMENTS (node->arguments) ? node->arguments[i] : NULL;
}

/* The least of two integers is one of them, written behind a comparison of both. */
static gboolean
writes_twice (const ImKernelNode *node)
{
  return node->kind == IM_KERNEL_NODE_CALL && !im_dtype_is_float (node->dtype);
}

static void
explore (Sharing *sharing, ImKernelNode *node, guint n_uses)
{
  Part *part = g_hash_table_lookup (sharing->parts, node);

  if (part == NULL)
    {
      part = g_new0 (Part, 1);
      g_hash_table_insert (sharing->parts, node, part);
      for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
        if (get_operand (sharing, node, i) != NULL)
          explore (sharing, (ImKernelNode *) get_operand (sharing, node, i),
                   writes_twice (node) ? 2 : 1);
      g_ptr_array_add (sharing->order, node);
    }
  part->n_uses += n_uses;
}

/* What is computed before it is known whether a set of indices counts. */
static void
mark_certain (Sharing *sharing, const ImKernelNode *node)
{
  Part *part = node == NULL ? NULL : g_hash_table_lookup (sharing->parts, node);

  if (part == NULL || part->is_certain)
    return;
  part->is_certain = TRUE;
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    if (node->kind != IM_KERNEL_NODE_SELECT || i == 0)
      mark_certain (sharing, get_operand (sharing, node, i));
}

static void
explore_all (Sharing *sharing)
{
  ImKernel *kernel = sharing->kernel;

  explore (sharing, (ImKernelNode *) kernel->value, 1);
  if (kernel->condition != NULL)
    explore (sharing, (ImKernelNode *) kernel->condition, 1);
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    if (kernel->output.computed[i] != NULL)
      explore (sharing, (ImKernelNode *) kernel->output.computed[i], 1);
  mark_certain (sharing, kernel->condition != NULL ? kernel->condition : kernel->value);
}

/* What is computed of locals takes no longer than what is left of it. */
static void
measure (Sharing *sharing, const ImKernelNode *node, Part *part)
{
  part->cost = get_cost (node);
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    {
      const ImKernelNode *operand = get_operand (sharing, node, i);
      const Part *inner = operand == NULL ? NULL
                                          : g_hash_table_lookup (sharing->parts, operand);

      if (inner == NULL)
        continue;
      part->cost = MIN (part->cost + inner->cost, MAX_COST);
      part->looks_up |= inner->looks_up || node->kind == IM_KERNEL_NODE_LOAD;
    }
}

/* What reads where it may not is computed early only if it is sure to be computed. */
static gboolean
is_worth (const Sharing *sharing, const ImKernelNode *node, const Part *part)
{
  return part->n_uses > 1 && (part->cost >= MIN_COST || part->looks_up) &&
         (!part->looks_up || part->is_certain ||
          g_hash_table_contains (sharing->names, node));
}

/* The node itself becomes the name, so that all that has it needs no change. */
static void
make_local (Sharing *sharing, ImKernelNode *node)
{
  ImKernel *kernel = sharing->kernel;
  const char *name = g_hash_table_lookup (sharing->names, node);
  Part *part = g_hash_table_lookup (sharing->parts, node);
  ImKernelNode *value = NULL;

  measure (sharing, node, part);
  if (kernel->n_locals == IM_KERNEL_MAX_LOCALS || !is_worth (sharing, node, part))
    return;
  part->cost = 0;
  part->looks_up = FALSE;
  value = im_arena_new0 (sharing->numbers->arena, ImKernelNode, 1);
  *value = *node;
  kernel->locals[kernel->n_locals] = (ImKernelLocal){
    name != NULL ? name
                 : im_arena_printf (sharing->numbers->arena, "part_%u", kernel->n_locals),
    value
  };
  *node = (ImKernelNode){ .kind = IM_KERNEL_NODE_LOCAL,
                          .dtype = value->dtype,
                          .local = kernel->n_locals++ };
}

void
im_sknd_kernel_share (ImKernel *kernel, const ImSkndNumbers *numbers, GHashTable *names)
{
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) copies = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) parts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  Sharing sharing = { kernel, numbers, own, copies, parts, order };
  GHashTableIter iter;
  gpointer node = NULL, name = NULL;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &node, &name))
    g_hash_table_insert (own, node, name);
  copy_all (&sharing);
  explore_all (&sharing);
  for (guint i = 0; i < order->len; i++)
    make_local (&sharing, g_ptr_array_index (order, i));
}
