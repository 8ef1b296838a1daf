/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-session-private.h"

#include "unit/im-unit-frame.h"

G_DEFINE_FINAL_TYPE (StudioSession, studio_session, G_TYPE_OBJECT)

enum
{
  CHANGED,
  SELECTED,
  NOT_ENCODED,
  N_SIGNALS,
};

enum
{
  PROP_ZOOM = 1,
  PROP_SCOPE,
  PROP_STEPS,
  PROP_PROBLEMS,
  PROP_N_ERRORS,
  PROP_N_PROBLEMS,
  PROP_N_UNKNOWN,
  PROP_CAN_EXPORT,
  PROP_OBSTACLE,
  PROP_TRIAL,
  N_PROPS,
};

static guint signals[N_SIGNALS];
static GParamSpec *props[N_PROPS];

static gboolean
has_name (const GPtrArray *names, const char *name)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) names, name, g_str_equal, NULL);
}

/* Whether something of the unit that is shown can be selected by a name. */
static gboolean
exists (StudioSession *self, const char *name)
{
  const ImUnit *unit = im_document_get_unit (self->document);

  return im_graph_find_node (im_document_get_graph (self->document), name) >= 0 ||
         im_unit_find_frame (unit, name) != NULL ||
         im_unit_find_parameter (unit, name) != NULL;
}

/* What is gone is not selected, nor what is of another unit. */
static gboolean
forget_gone (StudioSession *self)
{
  const char *id = im_document_get_unit (self->document)->id.text;
  guint n = self->selected->len;

  if (g_strcmp0 (self->unit_id, id) != 0)
    {
      g_free (self->unit_id);
      self->unit_id = g_strdup (id);
      g_ptr_array_set_size (self->selected, 0);
      g_hash_table_remove_all (self->by_node);
      studio_session_set_zoom (self, 1);
    }
  for (guint i = self->selected->len; i > 0; i--)
    if (!exists (self, self->selected->pdata[i - 1]))
      g_ptr_array_remove_index (self->selected, i - 1);

  return self->selected->len != n;
}

/* Where edits are made is known before they are shown. */
static void
update_scope (StudioSession *self)
{
  guint n;
  const char *const *scope = im_document_get_scope (self->document, &n);
  GStrvBuilder *builder;

  if (n == g_strv_length (self->scope) &&
      (n == 0 || g_strv_equal (scope, (const char *const *) self->scope)))
    return;
  builder = g_strv_builder_new ();
  for (guint i = 0; i < n; i++)
    g_strv_builder_add (builder, scope[i]);
  g_strfreev (self->scope);
  self->scope = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SCOPE]);
}

static void
document_changed_cb (StudioSession *self)
{
  gboolean is_other = forget_gone (self);

  /* It points into the unit that is gone. */
  g_clear_pointer (&self->trial, im_unit_evaluation_free);
  studio_session_forget_examples (self);
  update_scope (self);
  studio_steps_update (self->steps, self->document);
  g_signal_emit (self, signals[CHANGED], 0);
  if (is_other)
    g_signal_emit (self, signals[SELECTED], 0);
  studio_session_find_behind_edit (self);
  studio_live_follow (self->live, self->document);
  studio_session_follow_proof (self);
}

static void
not_encoded_cb (StudioSession *self, const char *message)
{
  g_signal_emit (self, signals[NOT_ENCODED], 0, message);
}

void
studio_session_set_document (StudioSession *self, ImDocument *document)
{
  g_return_if_fail (STUDIO_IS_SESSION (self));

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (g_set_object (&self->document, document))
    g_clear_pointer (&self->unit_id, g_free);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "not-encoded", G_CALLBACK (not_encoded_cb), self,
                           G_CONNECT_SWAPPED);
  document_changed_cb (self);
}

ImDocument *
studio_session_get_document (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->document;
}

double
studio_session_get_zoom (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), 1);

  return self->zoom;
}

void
studio_session_set_zoom (StudioSession *self, double zoom)
{
  double next = CLAMP (zoom, STUDIO_MIN_ZOOM, STUDIO_MAX_ZOOM);

  g_return_if_fail (STUDIO_IS_SESSION (self));

  if (next >= self->zoom && next <= self->zoom)
    return;
  self->zoom = next;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ZOOM]);
}

const char *const *
studio_session_get_scope (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return (const char *const *) self->scope;
}

guint
studio_session_get_depth (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), 0);

  return g_strv_length (self->scope);
}

void
studio_session_leave (StudioSession *self, guint depth)
{
  g_return_if_fail (STUDIO_IS_SESSION (self));

  if (depth < studio_session_get_depth (self))
    im_document_leave (self->document, depth);
}

StudioLive *
studio_session_get_live (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->live;
}

StudioSteps *
studio_session_get_steps (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->steps;
}

GListModel *
studio_session_get_problems (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return G_LIST_MODEL (self->problems);
}

GHashTable *
studio_session_get_problems_by_node (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->by_node;
}

gboolean
studio_session_can_export (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), FALSE);

  return self->can_export;
}

ImUnitEvaluation *
studio_session_get_trial (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->trial;
}

void
studio_session_take_trial (StudioSession *self, ImUnitEvaluation *trial)
{
  g_return_if_fail (STUDIO_IS_SESSION (self));

  g_clear_pointer (&self->trial, im_unit_evaluation_free);
  self->trial = trial;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TRIAL]);
  studio_session_find_soon (self);
}

void
studio_session_try (StudioSession *self, const char *name, const char *text)
{
  g_return_if_fail (STUDIO_IS_SESSION (self));

  g_signal_emit_by_name (self, "try", name, text);
}

gboolean
studio_session_is_selected (StudioSession *self, const char *name)
{
  return has_name (self->selected, name);
}

gint
studio_session_get_node (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), -1);

  return self->selected->len == 0
             ? -1
             : im_graph_find_node (im_document_get_graph (self->document),
                                   self->selected->pdata[self->selected->len - 1]);
}

const ImUnitFrame *
studio_session_get_frame (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->document == NULL || self->selected->len == 0
             ? NULL
             : im_unit_find_frame (im_document_get_unit (self->document),
                                   self->selected->pdata[self->selected->len - 1]);
}

const ImParameter *
studio_session_get_parameter (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->document == NULL || self->selected->len == 0
             ? NULL
             : im_unit_find_parameter (im_document_get_unit (self->document),
                                       self->selected->pdata[self->selected->len - 1]);
}

gint
studio_session_get_layer (StudioSession *self)
{
  gint node = studio_session_get_node (self);

  return node < 0 ? -1 : im_document_get_node (self->document, (guint) node)->layer;
}

guint *
studio_session_dup_nodes (StudioSession *self, guint *n)
{
  const ImGraph *graph = self->document == NULL ? NULL
                                                : im_document_get_graph (self->document);
  guint *nodes = g_new (guint, self->selected->len + 1);

  *n = 0;
  for (guint i = 0; self->selected->len > 0 && i < graph->n_nodes; i++)
    if (has_name (self->selected, graph->nodes[i]->name))
      nodes[(*n)++] = i;

  return nodes;
}

static gboolean
is_same (const GPtrArray *a, const GPtrArray *b)
{
  gboolean same = a->len == b->len;

  for (guint i = 0; same && i < a->len; i++)
    same = g_str_equal (a->pdata[i], b->pdata[i]);

  return same;
}

void
studio_session_select_names (StudioSession *self, GPtrArray *names)
{
  g_autoptr (GPtrArray) old = NULL;

  g_return_if_fail (STUDIO_IS_SESSION (self));

  old = self->selected;
  self->selected = names;
  if (!is_same (old, names))
    g_signal_emit (self, signals[SELECTED], 0);
}

void
studio_session_select (StudioSession *self, const guint *nodes, guint n)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (
        names, g_strdup (im_document_get_node (self->document, nodes[i])->node->name));
  studio_session_select_names (self, names);
}

void
studio_session_select_layer (StudioSession *self, gint layer)
{
  gboolean is_one = self->document != NULL && layer >= 0 &&
                    layer < (gint) im_document_get_n_layers (self->document);
  guint node = is_one ? im_document_find_node (self->document, (guint) layer) : 0;

  if (is_one && self->selected->len == 1 && studio_session_get_layer (self) == layer)
    g_signal_emit (self, signals[SELECTED], 0);
  else
    studio_session_select (self, &node, is_one ? 1 : 0);
}

void
studio_session_select_path (StudioSession *self, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  guint depth = studio_session_get_depth (self);
  gint node;

  for (guint i = 0; i < depth; i++)
    if (g_strcmp0 (names[i], self->scope[i]) != 0)
      return;
  if (g_strv_length (names) <= depth)
    return;
  node = im_graph_find_node (im_document_get_graph (self->document), names[depth]);
  if (node >= 0)
    studio_session_select_layer (
        self, im_document_get_node (self->document, (guint) node)->layer);
}

void
studio_session_bind (StudioSession *self,
                     gpointer view,
                     StudioSessionFunc changed,
                     StudioSessionFunc selected)
{
  g_return_if_fail (STUDIO_IS_SESSION (self));

  if (changed != NULL)
    g_signal_connect_object (self, "changed", G_CALLBACK (changed), view,
                             G_CONNECT_SWAPPED);
  if (selected != NULL)
    g_signal_connect_object (self, "selected", G_CALLBACK (selected), view,
                             G_CONNECT_SWAPPED);
  if (self->document != NULL && changed != NULL)
    changed (view, self);
  if (self->document != NULL && selected != NULL)
    selected (view, self);
}

static void
studio_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioSession *self = STUDIO_SESSION (object);

  switch (id)
    {
    case PROP_ZOOM:
      g_value_set_double (value, self->zoom);
      break;
    case PROP_SCOPE:
      g_value_set_boxed (value, self->scope);
      break;
    case PROP_STEPS:
      g_value_set_object (value, self->steps);
      break;
    case PROP_PROBLEMS:
      g_value_set_object (value, self->problems);
      break;
    case PROP_N_ERRORS:
      g_value_set_uint (value, self->counts.n_errors);
      break;
    case PROP_N_PROBLEMS:
      g_value_set_uint (value, self->counts.n_problems);
      break;
    case PROP_N_UNKNOWN:
      g_value_set_uint (value, self->counts.n_unknown);
      break;
    case PROP_CAN_EXPORT:
      g_value_set_boolean (value, self->can_export);
      break;
    case PROP_OBSTACLE:
      g_value_set_string (value, self->obstacle);
      break;
    case PROP_TRIAL:
      g_value_set_pointer (value, self->trial);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
studio_session_set_property (GObject *object,
                             guint id,
                             const GValue *value,
                             GParamSpec *spec)
{
  if (id == PROP_ZOOM)
    studio_session_set_zoom (STUDIO_SESSION (object), g_value_get_double (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
studio_session_dispose (GObject *object)
{
  StudioSession *self = STUDIO_SESSION (object);

  g_clear_handle_id (&self->finding, g_source_remove);
  g_clear_pointer (&self->trial, im_unit_evaluation_free);
  studio_session_forget_code (self);
  studio_session_forget_examples (self);
  g_clear_object (&self->live);
  g_clear_object (&self->origin);
  studio_session_end_proof (self);
  g_clear_object (&self->problems);
  g_clear_object (&self->lanes);
  g_clear_pointer (&self->awaited, g_ptr_array_unref);
  g_clear_pointer (&self->by_node, g_hash_table_unref);
  g_clear_object (&self->steps);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (studio_session_parent_class)->dispose (object);
}

static void
studio_session_finalize (GObject *object)
{
  StudioSession *self = STUDIO_SESSION (object);

  g_ptr_array_unref (self->selected);
  g_free (self->unit_id);
  g_free (self->obstacle);
  g_strfreev (self->scope);
  G_OBJECT_CLASS (studio_session_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS |
                            G_PARAM_EXPLICIT_NOTIFY;

  props[PROP_ZOOM] = g_param_spec_double (
      "zoom", NULL, NULL, STUDIO_MIN_ZOOM, STUDIO_MAX_ZOOM, 1,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  props[PROP_SCOPE] = g_param_spec_boxed ("scope", NULL, NULL, G_TYPE_STRV, flags);
  props[PROP_STEPS] = g_param_spec_object ("steps", NULL, NULL, STUDIO_TYPE_STEPS, flags);
  props[PROP_PROBLEMS] = g_param_spec_object ("problems", NULL, NULL, G_TYPE_LIST_MODEL,
                                              flags);
  props[PROP_N_ERRORS] = g_param_spec_uint ("n-errors", NULL, NULL, 0, G_MAXUINT, 0,
                                            flags);
  /* Errors and warnings. */
  props[PROP_N_PROBLEMS] = g_param_spec_uint ("n-problems", NULL, NULL, 0, G_MAXUINT, 0,
                                              flags);
  props[PROP_N_UNKNOWN] = g_param_spec_uint ("n-unknown", NULL, NULL, 0, G_MAXUINT, 0,
                                             flags);
  props[PROP_CAN_EXPORT] = g_param_spec_boolean ("can-export", NULL, NULL, FALSE, flags);
  /* Why it cannot be exported, or NULL. */
  props[PROP_OBSTACLE] = g_param_spec_string ("obstacle", NULL, NULL, NULL, flags);
  /* What is tried of a unit that is no pipeline, see studio_session_take_trial(). */
  props[PROP_TRIAL] = g_param_spec_pointer ("trial", NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
studio_session_class_init (StudioSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = studio_session_get_property;
  G_OBJECT_CLASS (klass)->set_property = studio_session_set_property;
  G_OBJECT_CLASS (klass)->dispose = studio_session_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_session_finalize;
  install_properties (G_OBJECT_CLASS (klass));

  /**
   * StudioSession::changed:
   * @session: the session
   *
   * The document is another one, or something of it has changed; see
   * studio_session_bind().
   */
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * StudioSession::found:
   * @session: the session
   *
   * Problems were looked for; those that were there before may have other places.
   */
  g_signal_new ("found", STUDIO_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);

  /* The page of the unit is to try something, see studio_session_try(). */
  g_signal_new ("try", STUDIO_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);

  /* Something is known of the examples, see studio-session-examples.h. */
  g_signal_new ("examples", STUDIO_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);

  /**
   * StudioSession::selected:
   * @session: the session
   *
   * Something else is selected.
   */
  signals[SELECTED] = g_signal_new ("selected", STUDIO_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);

  /* An edit is refused, see ImDocument::not-encoded. */
  signals[NOT_ENCODED] = g_signal_new ("not-encoded", STUDIO_TYPE_SESSION,
                                       G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
studio_session_init (StudioSession *self)
{
  self->selected = g_ptr_array_new_with_free_func (g_free);
  self->steps = studio_steps_new ();
  self->zoom = 1;
  self->scope = g_new0 (char *, 1);
  self->problems = g_list_store_new (STUDIO_TYPE_PROBLEM);
  self->lanes = g_list_store_new (STUDIO_TYPE_LANE);
  g_signal_connect_object (self->lanes, "items-changed",
                           G_CALLBACK (studio_session_check_origin), self,
                           G_CONNECT_SWAPPED);
  self->awaited = g_ptr_array_new_with_free_func (studio_session_free_awaited);
  self->by_node = studio_problem_list_by_node (G_LIST_MODEL (self->problems));
  self->live = studio_live_new ();
  g_signal_connect_object (self->lanes, "items-changed",
                           G_CALLBACK (studio_session_want_pipes), self,
                           G_CONNECT_SWAPPED);
  self->origin = studio_origin_new ();
  studio_session_begin_proof (self);
  g_signal_connect_object (self->live, "values", G_CALLBACK (studio_session_renew_pipes),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->live, "problems",
                           G_CALLBACK (studio_session_tell_problems), self,
                           G_CONNECT_SWAPPED);
}
