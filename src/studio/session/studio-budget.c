/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-budget.h"

#include <string.h>

#include "studio/common/studio-snapshot.h"

#define REST_MS 400 /* behind the last edit */

struct _StudioBudget
{
  GObject parent_instance;

  StudioMarks *marks;
  ImDocument *document; /* what is measured, or NULL */
  const ImBoard *board;
  ImBudgetKind kind;
  gboolean marks_layers;
  gboolean is_watched;
  ImBudget *figures; /* NULL before there are any for the core of the board */
  gboolean is_stale; /* they are not those of the document, or there are none */
  char *problem;
  guint waiting;         /* source that begins to measure, or 0 */
  GCancellable *running; /* the measurement, or NULL */
};

typedef struct
{
  ImSnapshot *snapshot;
  ImBuild build;
} Job;

enum
{
  PROP_BOARD = 1,
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StudioBudget, studio_budget, G_TYPE_OBJECT)

static void
free_job (gpointer data)
{
  Job *job = data;

  im_snapshot_free (job->snapshot);
  g_free (job);
}

/* What a layer takes is taken by all that it is inside of, too. */
static void
add_amount (GHashTable *amounts, const char *layer, double amount)
{
  for (const char *end = layer; end != NULL;)
    {
      g_autofree char *path = NULL;
      double *sum;

      end = strchr (end, '/');
      path = end == NULL ? g_strdup (layer) : g_strndup (layer, (gsize) (end - layer));
      end = end == NULL ? NULL : end + 1;
      sum = g_hash_table_lookup (amounts, path);
      if (sum == NULL)
        {
          sum = g_new0 (double, 1);
          g_hash_table_insert (amounts, g_steal_pointer (&path), sum);
        }
      *sum += amount;
    }
}

static void
mark_layers (StudioBudget *self)
{
  const GArray *parts = self->figures == NULL ? NULL : self->figures->parts[self->kind];
  double whole = self->figures == NULL ? 0 : self->figures->amounts[self->kind];
  g_autoptr (GHashTable) amounts = NULL;
  GHashTable *table;
  GHashTableIter iter;
  gpointer path, amount;

  if (!self->marks_layers || !self->is_watched || parts == NULL || whole <= 0)
    {
      studio_marks_clear (self->marks, self);
      return;
    }
  amounts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < parts->len; i++)
    {
      const ImBudgetPart *part = &g_array_index (parts, ImBudgetPart, i);

      if (part->layer != NULL)
        add_amount (amounts, part->layer, part->amount);
    }
  table = studio_marks_new_table ();
  g_hash_table_iter_init (&iter, amounts);
  while (g_hash_table_iter_next (&iter, &path, &amount))
    {
      double share = *(const double *) amount / whole;
      g_autofree char *text = g_strdup_printf ("%.*f %%", share < 0.1 ? 1 : 0,
                                               100 * share);

      studio_marks_add (table, path, share, FALSE, text);
    }
  studio_marks_set (self->marks, self, table);
}

static void
tell (StudioBudget *self)
{
  mark_layers (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  ImBudget *budget = NULL;

  if (studio_snapshot_plan (job->snapshot, &error))
    budget = im_budget_measure (job->snapshot->program, job->snapshot->library,
                                &job->build, cancellable, problems, &error);
  if (budget != NULL)
    g_task_return_pointer (task, budget, (GDestroyNotify) im_budget_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
finished_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioBudget *self = STUDIO_BUDGET (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImBudget) figures = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->running != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->running);
  g_clear_pointer (&self->problem, g_free);
  if (figures != NULL)
    {
      g_clear_pointer (&self->figures, im_budget_free);
      self->figures = g_steal_pointer (&figures);
      self->is_stale = FALSE;
    }
  else
    self->problem = g_strdup (error->message);
  tell (self);
}

static gboolean
start_cb (gpointer data)
{
  StudioBudget *self = data;
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);
  char *unknown = im_build_parse (im_target_get (self->board->target)->name, &job->build);

  g_assert (unknown == NULL);
  self->waiting = 0;
  job->snapshot = studio_snapshot_take (self->document);
  self->running = g_cancellable_new ();
  task = g_task_new (self, self->running, finished_cb, NULL);
  g_task_set_task_data (task, job, free_job);
  g_task_set_return_on_cancel (task, FALSE);
  g_task_run_in_thread (task, run_job);

  return G_SOURCE_REMOVE;
}

static void
stop (StudioBudget *self)
{
  g_clear_handle_id (&self->waiting, g_source_remove);
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
}

/* Begins when edits have come to rest. */
static void
measure (StudioBudget *self)
{
  stop (self);
  if (self->is_watched && self->is_stale && self->document != NULL)
    self->waiting = g_timeout_add (REST_MS, start_cb, self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Other figures are to come. */
static void
forget (StudioBudget *self)
{
  g_clear_pointer (&self->figures, im_budget_free);
  g_clear_pointer (&self->problem, g_free);
  self->is_stale = TRUE;
  mark_layers (self);
}

void
studio_budget_follow (StudioBudget *self, ImDocument *document)
{
  g_return_if_fail (STUDIO_IS_BUDGET (self));

  if (g_set_object (&self->document, document))
    forget (self);
  self->is_stale = TRUE;
  measure (self);
}

void
studio_budget_set_watched (StudioBudget *self, gboolean is_watched)
{
  g_return_if_fail (STUDIO_IS_BUDGET (self));

  if (self->is_watched == is_watched)
    return;
  self->is_watched = is_watched;
  mark_layers (self);
  measure (self);
}

const ImBoard *
studio_budget_get_board (StudioBudget *self)
{
  return self->board;
}

/* Boards with the same core have the same figures. What is no board is passed over. */
static void
set_board (StudioBudget *self, const char *name)
{
  const ImBoard *board = im_board_find (name);
  gboolean is_other;

  if (board == NULL || board == self->board)
    return;
  is_other = board->target != self->board->target;
  self->board = board;
  if (is_other)
    {
      forget (self);
      measure (self);
    }
  else
    tell (self);
  g_object_notify (G_OBJECT (self), "board");
}

ImBudgetKind
studio_budget_get_kind (StudioBudget *self)
{
  return self->kind;
}

void
studio_budget_set_kind (StudioBudget *self, ImBudgetKind kind)
{
  g_return_if_fail (STUDIO_IS_BUDGET (self));

  if (self->kind == kind)
    return;
  self->kind = kind;
  tell (self);
}

gboolean
studio_budget_get_marks_layers (StudioBudget *self)
{
  return self->marks_layers;
}

void
studio_budget_set_marks_layers (StudioBudget *self, gboolean marks_layers)
{
  g_return_if_fail (STUDIO_IS_BUDGET (self));

  if (self->marks_layers == marks_layers)
    return;
  self->marks_layers = marks_layers;
  tell (self);
}

const ImBudget *
studio_budget_get_figures (StudioBudget *self, gboolean *is_stale)
{
  g_return_val_if_fail (STUDIO_IS_BUDGET (self), NULL);

  *is_stale = self->is_stale;

  return self->figures;
}

gboolean
studio_budget_is_busy (StudioBudget *self)
{
  return self->waiting != 0 || self->running != NULL;
}

const char *
studio_budget_get_problem (StudioBudget *self)
{
  return self->problem;
}

StudioBudget *
studio_budget_new (StudioMarks *marks)
{
  StudioBudget *self = g_object_new (STUDIO_TYPE_BUDGET, NULL);

  self->marks = g_object_ref (marks);

  return self;
}

static void
studio_budget_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_BOARD)
    g_value_set_string (value, STUDIO_BUDGET (object)->board->name);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
studio_budget_set_property (GObject *object,
                            guint id,
                            const GValue *value,
                            GParamSpec *spec)
{
  if (id == PROP_BOARD)
    set_board (STUDIO_BUDGET (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
studio_budget_dispose (GObject *object)
{
  StudioBudget *self = STUDIO_BUDGET (object);

  stop (self);
  g_clear_pointer (&self->figures, im_budget_free);
  g_clear_pointer (&self->problem, g_free);
  g_clear_object (&self->document);
  g_clear_object (&self->marks);
  G_OBJECT_CLASS (studio_budget_parent_class)->dispose (object);
}

static void
studio_budget_class_init (StudioBudgetClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = studio_budget_get_property;
  object_class->set_property = studio_budget_set_property;
  object_class->dispose = studio_budget_dispose;
  g_object_class_install_property (object_class, PROP_BOARD,
                                   g_param_spec_string ("board", NULL, NULL, NULL,
                                                        G_PARAM_READWRITE |
                                                            G_PARAM_STATIC_STRINGS |
                                                            G_PARAM_EXPLICIT_NOTIFY));
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_BUDGET, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_budget_init (StudioBudget *self)
{
  guint n_boards;

  self->board = im_boards_get (&n_boards);
  self->kind = IM_BUDGET_CPU;
  self->marks_layers = TRUE;
  self->is_stale = TRUE;
}
