/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "studio/session/studio-session-private.h"

GListStore *
studio_session_get_lanes (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->lanes;
}

StudioLane *
studio_session_find_lane (StudioSession *self, const char *id)
{
  GListModel *lanes;

  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  lanes = G_LIST_MODEL (self->lanes);
  for (guint i = 0; i < g_list_model_get_n_items (lanes); i++)
    {
      g_autoptr (StudioLane) lane = g_list_model_get_item (lanes, i);

      if (g_strcmp0 (studio_lane_get_id (lane), id) == 0)
        return lane;
    }

  return NULL;
}

/* Names of pipes have two lines: the node and its output. */
static gboolean
is_pipe (const char *id)
{
  return strchr (id, '\n') != NULL;
}

void
studio_session_pin (StudioSession *self,
                    const char *id,
                    const char *title,
                    ImSignal *signal)
{
  StudioLane *lane = studio_session_find_lane (self, id);

  if (lane != NULL)
    studio_lane_set_signal (lane, signal);
  else
    {
      g_autoptr (StudioLane) new_lane = studio_lane_new (id, title, signal);

      /* The recording stands above the pipes that follow from it. */
      g_list_store_insert (
          self->lanes,
          is_pipe (id) ? g_list_model_get_n_items (G_LIST_MODEL (self->lanes)) : 0,
          new_lane);
    }
}

static char *
dup_pipe_id (const char *node, const char *port)
{
  return g_strconcat (node, "\n", port, NULL);
}

gboolean
studio_session_pin_pipe (StudioSession *self,
                         const char *node,
                         const char *port,
                         const char *title)
{
  g_autofree char *id = dup_pipe_id (node, port);
  g_autoptr (ImSignal) signal = studio_live_dup_signal (self->live, node, port);

  if (signal == NULL)
    return FALSE;
  studio_session_pin (self, id, title, signal);

  return TRUE;
}

/* Lanes of pipes that are gone, or not computed, stay as they are. */
void
studio_session_renew_pipes (StudioSession *self)
{
  GListModel *lanes = G_LIST_MODEL (self->lanes);

  for (guint i = 0; i < g_list_model_get_n_items (lanes); i++)
    {
      g_autoptr (StudioLane) lane = g_list_model_get_item (lanes, i);
      g_auto (GStrv) words = g_strsplit (studio_lane_get_id (lane), "\n", 2);
      g_autoptr (ImSignal) signal = NULL;

      if (!is_pipe (studio_lane_get_id (lane)))
        continue;
      signal = studio_live_dup_signal (self->live, words[0], words[1]);
      if (signal != NULL && signal != studio_lane_get_signal (lane))
        studio_lane_set_signal (lane, signal);
    }
}

void
studio_session_unpin (StudioSession *self, const char *id)
{
  StudioLane *lane = studio_session_find_lane (self, id);
  guint position;

  if (lane != NULL && g_list_store_find (self->lanes, lane, &position))
    g_list_store_remove (self->lanes, position);
}
