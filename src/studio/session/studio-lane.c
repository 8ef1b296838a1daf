/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-lane.h"

struct _StudioLane
{
  GObject parent_instance;

  char *id;
  char *title;
  ImSignal *signal;
  gboolean is_current;
  ImLaneKind kind;
  StudioLane *across; /* of a scatter plot, or NULL */
};

G_DEFINE_FINAL_TYPE (StudioLane, studio_lane, G_TYPE_OBJECT)

enum
{
  PROP_SIGNAL = 1,
  PROP_KIND,
  PROP_CURRENT,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

const char *
studio_lane_get_id (StudioLane *self)
{
  g_return_val_if_fail (STUDIO_IS_LANE (self), NULL);

  return self->id;
}

const char *
studio_lane_get_title (StudioLane *self)
{
  g_return_val_if_fail (STUDIO_IS_LANE (self), NULL);

  return self->title;
}

ImSignal *
studio_lane_get_signal (StudioLane *self)
{
  g_return_val_if_fail (STUDIO_IS_LANE (self), NULL);

  return self->signal;
}

void
studio_lane_set_signal (StudioLane *self, ImSignal *signal)
{
  g_return_if_fail (STUDIO_IS_LANE (self));

  im_signal_ref (signal);
  im_signal_unref (self->signal);
  self->signal = signal;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SIGNAL]);
}

gboolean
studio_lane_is_current (StudioLane *self)
{
  g_return_val_if_fail (STUDIO_IS_LANE (self), FALSE);

  return self->is_current;
}

static void
set_current (StudioLane *self, gboolean is_current)
{
  if (self->is_current == is_current)
    return;
  self->is_current = is_current;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_CURRENT]);
}

ImLaneKind
studio_lane_get_kind (StudioLane *self)
{
  g_return_val_if_fail (STUDIO_IS_LANE (self), IM_LANE_WAVEFORM);

  return self->kind;
}

ImSignal *
studio_lane_get_across (StudioLane *self)
{
  g_return_val_if_fail (STUDIO_IS_LANE (self), NULL);

  return self->across == NULL ? NULL : self->across->signal;
}

static void
set_kind (StudioLane *self, ImLaneKind kind)
{
  if (self->kind == kind)
    return;
  self->kind = kind;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_KIND]);
}

void
studio_lane_scatter (StudioLane *self, StudioLane *across)
{
  g_return_if_fail (STUDIO_IS_LANE (self));
  g_return_if_fail (across != self);

  g_set_object (&self->across, across);
  self->kind = IM_LANE_SCATTER;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_KIND]);
}

static void
studio_lane_set_property (GObject *object,
                          guint id,
                          const GValue *value,
                          GParamSpec *spec)
{
  if (id == PROP_KIND)
    set_kind (STUDIO_LANE (object), g_value_get_uint (value));
  else if (id == PROP_CURRENT)
    set_current (STUDIO_LANE (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
studio_lane_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioLane *self = STUDIO_LANE (object);

  if (id == PROP_SIGNAL)
    g_value_set_pointer (value, self->signal);
  else if (id == PROP_KIND)
    g_value_set_uint (value, self->kind);
  else if (id == PROP_CURRENT)
    g_value_set_boolean (value, self->is_current);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
studio_lane_dispose (GObject *object)
{
  g_clear_object (&STUDIO_LANE (object)->across);
  G_OBJECT_CLASS (studio_lane_parent_class)->dispose (object);
}

static void
studio_lane_finalize (GObject *object)
{
  StudioLane *self = STUDIO_LANE (object);

  g_free (self->id);
  g_free (self->title);
  im_signal_unref (self->signal);
  G_OBJECT_CLASS (studio_lane_parent_class)->finalize (object);
}

static void
studio_lane_class_init (StudioLaneClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags writable = flags | G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = studio_lane_get_property;
  object_class->set_property = studio_lane_set_property;
  object_class->dispose = studio_lane_dispose;
  object_class->finalize = studio_lane_finalize;
  props[PROP_SIGNAL] = g_param_spec_pointer ("signal", NULL, NULL, flags);
  props[PROP_KIND] = g_param_spec_uint ("kind", NULL, NULL, 0, IM_N_LANE_KINDS - 1, 0,
                                        writable);
  props[PROP_CURRENT] = g_param_spec_boolean ("current", NULL, NULL, TRUE, writable);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
studio_lane_init (StudioLane *self)
{
}

StudioLane *
studio_lane_new (const char *id, const char *title, ImSignal *signal)
{
  StudioLane *self = g_object_new (STUDIO_TYPE_LANE, NULL);

  self->id = g_strdup (id);
  self->title = g_strdup (title);
  self->signal = im_signal_ref (signal);
  self->kind = im_lane_choose_kind (signal);
  self->is_current = TRUE;

  return self;
}
