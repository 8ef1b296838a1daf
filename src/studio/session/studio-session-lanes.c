/* SPDX-License-Identifier: MIT */
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

      g_list_store_append (self->lanes, new_lane);
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
