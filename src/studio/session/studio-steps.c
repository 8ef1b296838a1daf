/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-steps.h"

#include <glib/gi18n.h>

#include "document/state/im-document-steps.h"

struct _StudioStep
{
  GObject parent_instance;

  guint64 id;
  char *name;
  gboolean is_current;
  gboolean is_undone;
  gboolean is_saved;
};

G_DEFINE_FINAL_TYPE (StudioStep, studio_step, G_TYPE_OBJECT)

enum
{
  PROP_NAME = 1,
  PROP_IS_CURRENT,
  PROP_IS_UNDONE,
  PROP_IS_SAVED,
  N_STEP_PROPS,
};

static GParamSpec *step_props[N_STEP_PROPS];

struct _StudioSteps
{
  GObject parent_instance;

  ImDocument *document; /* NULL before there is one */
  GArray *ids;          /* guint64, of the steps */
  GHashTable *held;     /* guint64* of it: StudioStep, not owned */
  guint current;
  char *undo_name;
  char *redo_name;
};

static void studio_steps_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StudioSteps,
                               studio_steps,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      studio_steps_model_init))

enum
{
  PROP_CURRENT = 1,
  PROP_N_ITEMS,
  PROP_UNDO_NAME,
  PROP_REDO_NAME,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

static void
studio_step_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioStep *self = STUDIO_STEP (object);

  switch (id)
    {
    case PROP_NAME:
      /* Translators: the first step of a document, in a list of steps */
      g_value_set_string (value, self->name == NULL ? C_ ("step", "Open") : self->name);
      break;
    case PROP_IS_CURRENT:
      g_value_set_boolean (value, self->is_current);
      break;
    case PROP_IS_UNDONE:
      g_value_set_boolean (value, self->is_undone);
      break;
    case PROP_IS_SAVED:
      g_value_set_boolean (value, self->is_saved);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
studio_step_finalize (GObject *object)
{
  g_free (STUDIO_STEP (object)->name);
  G_OBJECT_CLASS (studio_step_parent_class)->finalize (object);
}

static void
studio_step_class_init (StudioStepClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS |
                            G_PARAM_EXPLICIT_NOTIFY;

  G_OBJECT_CLASS (klass)->get_property = studio_step_get_property;
  G_OBJECT_CLASS (klass)->finalize = studio_step_finalize;
  step_props[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  step_props[PROP_IS_CURRENT] = g_param_spec_boolean ("is-current", NULL, NULL, FALSE,
                                                      flags);
  step_props[PROP_IS_UNDONE] = g_param_spec_boolean ("is-undone", NULL, NULL, FALSE,
                                                     flags);
  step_props[PROP_IS_SAVED] = g_param_spec_boolean ("is-saved", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_STEP_PROPS, step_props);
}

static void
studio_step_init (StudioStep *self)
{
}

static void
set_flag (StudioStep *self, gboolean *flag, gboolean value, guint property)
{
  if (*flag == value)
    return;
  *flag = value;
  g_object_notify_by_pspec (G_OBJECT (self), step_props[property]);
}

static gboolean
set_name (char **name, const char *value)
{
  if (g_strcmp0 (*name, value) == 0)
    return FALSE;
  g_free (*name);
  *name = g_strdup (value);

  return TRUE;
}

static void
show_step (StudioSteps *self, StudioStep *step, guint number)
{
  if (set_name (&step->name, im_document_get_step_name (self->document, number)))
    g_object_notify_by_pspec (G_OBJECT (step), step_props[PROP_NAME]);
  set_flag (step, &step->is_current, number == self->current, PROP_IS_CURRENT);
  set_flag (step, &step->is_undone, number > self->current, PROP_IS_UNDONE);
  set_flag (step, &step->is_saved, im_document_is_step_saved (self->document, number),
            PROP_IS_SAVED);
}

static guint
studio_steps_get_n_items (GListModel *list)
{
  return STUDIO_STEPS (list)->ids->len;
}

static GType
studio_steps_get_item_type (GListModel *list)
{
  return STUDIO_TYPE_STEP;
}

/* Nobody holds the step any more. */
static void
gone_cb (gpointer data, GObject *gone)
{
  g_hash_table_remove (STUDIO_STEPS (data)->held, &STUDIO_STEP (gone)->id);
}

static gpointer
studio_steps_get_item (GListModel *list, guint number)
{
  StudioSteps *self = STUDIO_STEPS (list);
  StudioStep *step;
  guint64 id;

  if (number >= self->ids->len)
    return NULL;
  id = g_array_index (self->ids, guint64, number);
  step = g_hash_table_lookup (self->held, &id);
  if (step != NULL)
    return g_object_ref (step);
  step = g_object_new (STUDIO_TYPE_STEP, NULL);
  step->id = id;
  show_step (self, step, number);
  g_hash_table_insert (self->held, &step->id, step);
  g_object_weak_ref (G_OBJECT (step), gone_cb, self);

  return step;
}

static void
studio_steps_model_init (GListModelInterface *iface)
{
  iface->get_n_items = studio_steps_get_n_items;
  iface->get_item_type = studio_steps_get_item_type;
  iface->get_item = studio_steps_get_item;
}

/* How many steps at the beginning are what they were. */
static guint
count_same (StudioSteps *self, ImDocument *document, guint n)
{
  guint first = 0, end = MIN (n, self->ids->len);

  while (first < end)
    {
      guint middle = (first + end) / 2;

      if (g_array_index (self->ids, guint64, middle) ==
          im_document_get_step_id (document, middle))
        first = middle + 1;
      else
        end = middle;
    }

  return first;
}

/* Steps that were forgotten, and a new one instead of them, have other ids; ids grow. */
static guint
find_number (StudioSteps *self, guint64 id)
{
  guint first = 0, end = self->ids->len;

  while (first < end)
    {
      guint middle = (first + end) / 2;

      if (g_array_index (self->ids, guint64, middle) < id)
        first = middle + 1;
      else
        end = middle;
    }

  return first < self->ids->len && g_array_index (self->ids, guint64, first) == id
             ? first
             : G_MAXUINT;
}

/* Lets go of held steps, all of them or those that are in the list no more, and shows
 * what has become of the others. */
static void
show_held (StudioSteps *self, gboolean are_others)
{
  GHashTableIter iter;
  gpointer step;

  g_hash_table_iter_init (&iter, self->held);
  while (g_hash_table_iter_next (&iter, NULL, &step))
    {
      guint number = are_others ? G_MAXUINT : find_number (self, STUDIO_STEP (step)->id);

      if (number < G_MAXUINT)
        {
          show_step (self, step, number);
          continue;
        }
      g_object_weak_unref (step, gone_cb, self);
      g_hash_table_iter_remove (&iter);
    }
}

static void
notify_if (StudioSteps *self, gboolean differs, guint property)
{
  if (differs)
    g_object_notify_by_pspec (G_OBJECT (self), props[property]);
}

void
studio_steps_update (StudioSteps *self, ImDocument *document)
{
  guint n_old, n, n_same, current;
  gboolean are_others;

  g_return_if_fail (STUDIO_IS_STEPS (self));

  current = self->current;
  n_old = self->ids->len;
  n = im_document_get_n_steps (document);
  are_others = g_set_object (&self->document, document);
  n_same = are_others ? 0 : count_same (self, document, n);
  self->current = im_document_get_step (document);
  g_array_set_size (self->ids, n_same);
  for (guint i = n_same; i < n; i++)
    {
      guint64 id = im_document_get_step_id (document, i);

      g_array_append_val (self->ids, id);
    }
  show_held (self, are_others);
  if (n_same < MAX (n_old, n))
    g_list_model_items_changed (G_LIST_MODEL (self), n_same, n_old - n_same, n - n_same);
  notify_if (self, n_old != n, PROP_N_ITEMS);
  notify_if (self, current != self->current, PROP_CURRENT);
  notify_if (self, set_name (&self->undo_name, im_document_get_undo_name (document)),
             PROP_UNDO_NAME);
  notify_if (self, set_name (&self->redo_name, im_document_get_redo_name (document)),
             PROP_REDO_NAME);
}

guint
studio_steps_get_current (StudioSteps *self)
{
  g_return_val_if_fail (STUDIO_IS_STEPS (self), 0);

  return self->current;
}

static void
studio_steps_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioSteps *self = STUDIO_STEPS (object);

  switch (id)
    {
    case PROP_CURRENT:
      g_value_set_uint (value, self->current);
      break;
    case PROP_N_ITEMS:
      g_value_set_uint (value, self->ids->len);
      break;
    case PROP_UNDO_NAME:
      g_value_set_string (value, self->undo_name);
      break;
    case PROP_REDO_NAME:
      g_value_set_string (value, self->redo_name);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
studio_steps_finalize (GObject *object)
{
  StudioSteps *self = STUDIO_STEPS (object);

  show_held (self, TRUE);
  g_hash_table_unref (self->held);
  g_array_unref (self->ids);
  g_clear_object (&self->document);
  g_free (self->undo_name);
  g_free (self->redo_name);
  G_OBJECT_CLASS (studio_steps_parent_class)->finalize (object);
}

static void
studio_steps_class_init (StudioStepsClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS |
                            G_PARAM_EXPLICIT_NOTIFY;

  G_OBJECT_CLASS (klass)->get_property = studio_steps_get_property;
  G_OBJECT_CLASS (klass)->finalize = studio_steps_finalize;
  props[PROP_CURRENT] = g_param_spec_uint ("current", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_UNDO_NAME] = g_param_spec_string ("undo-name", NULL, NULL, NULL, flags);
  props[PROP_REDO_NAME] = g_param_spec_string ("redo-name", NULL, NULL, NULL, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);
}

static void
studio_steps_init (StudioSteps *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->held = g_hash_table_new (g_int64_hash, g_int64_equal);
}

StudioSteps *
studio_steps_new (void)
{
  return g_object_new (STUDIO_TYPE_STEPS, NULL);
}
