/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "studio/common/studio-text.h"
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
                    ImSignal *signal,
                    guint position)
{
  StudioLane *lane = studio_session_find_lane (self, id);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->lanes));

  if (lane != NULL)
    studio_lane_set_signal (lane, signal);
  else
    {
      g_autoptr (StudioLane) new_lane = studio_lane_new (id, title, signal);

      g_list_store_insert (self->lanes, MIN (position, n), new_lane);
    }
}

char *
studio_session_dup_pipe_id (const char *node, const char *port)
{
  return g_strconcat (node, "\n", port, NULL);
}

/* Whether a lane of a pipe is inserted that was not there. */
static gboolean
pin_pipe (StudioSession *self, const char *id, guint position)
{
  g_auto (GStrv) words = g_strsplit (id, "\n", 2);
  g_autoptr (ImSignal) signal = studio_live_dup_signal (self->live, words[0], words[1]);
  const ImGraph *graph = im_document_get_graph (self->document);
  gint number = im_graph_find_node (graph, words[0]);
  g_autoptr (StudioLane) lane = NULL;
  g_autofree char *title = NULL;

  if (signal == NULL || number < 0 || studio_session_find_lane (self, id) != NULL)
    return FALSE;
  title = studio_text_dup_pipe (graph->nodes[number], words[1]);
  lane = studio_lane_new (id, title, signal);
  g_list_store_insert (self->lanes, position, lane);

  return TRUE;
}

/* A pipe that is pinned as soon as it is computed. */
typedef struct
{
  char *id;
  StudioLane *above; /* the lane that it is above, or NULL for the end */
} Awaited;

void
studio_session_free_awaited (gpointer data)
{
  Awaited *awaited = data;

  g_free (awaited->id);
  g_clear_object (&awaited->above);
  g_free (awaited);
}

/* Where a lane goes that is above another one. */
static guint
find_place (StudioSession *self, StudioLane *above)
{
  guint position;

  return above != NULL && g_list_store_find (self->lanes, above, &position)
             ? position
             : g_list_model_get_n_items (G_LIST_MODEL (self->lanes));
}

/* Whether a pipe that nobody has looked at is computed now, and pinned then. */
static gboolean
await_pipe (StudioSession *self, const char *id, StudioLane *above)
{
  g_auto (GStrv) words = g_strsplit (id, "\n", 2);
  Awaited *awaited = g_new0 (Awaited, 1);

  awaited->id = g_strdup (id);
  awaited->above = above == NULL ? NULL : g_object_ref (above);
  g_ptr_array_add (self->awaited, awaited);
  studio_session_want_pipes (self);
  if (studio_live_is_awaited (self->live, words[0], words[1]))
    return TRUE;
  g_ptr_array_remove (self->awaited, awaited);
  studio_session_want_pipes (self);

  return FALSE;
}

/* Pins what has been computed. What will not be is waited for no longer. */
static void
pin_awaited (StudioSession *self)
{
  gboolean is_other = FALSE;

  for (guint i = 0; i < self->awaited->len;)
    {
      const Awaited *awaited = g_ptr_array_index (self->awaited, i);
      g_auto (GStrv) words = g_strsplit (awaited->id, "\n", 2);

      if (!pin_pipe (self, awaited->id, find_place (self, awaited->above)) &&
          studio_live_is_awaited (self->live, words[0], words[1]))
        {
          i++;
          continue;
        }
      g_ptr_array_remove_index (self->awaited, i);
      is_other = TRUE;
    }
  if (is_other)
    studio_session_want_pipes (self);
}

void
studio_session_want_pipes (StudioSession *self)
{
  g_autoptr (GPtrArray) pipes = g_ptr_array_new ();
  GListModel *lanes = G_LIST_MODEL (self->lanes);

  for (guint i = 0; i < g_list_model_get_n_items (lanes); i++)
    {
      g_autoptr (StudioLane) lane = g_list_model_get_item (lanes, i);

      if (is_pipe (studio_lane_get_id (lane)))
        g_ptr_array_add (pipes, (gpointer) studio_lane_get_id (lane));
    }
  for (guint i = 0; i < self->awaited->len; i++)
    g_ptr_array_add (pipes, ((Awaited *) g_ptr_array_index (self->awaited, i))->id);
  studio_live_want (self->live, self, pipes);
}

gboolean
studio_session_pin_pipe (StudioSession *self, const char *node, const char *port)
{
  g_autofree char *id = studio_session_dup_pipe_id (node, port);

  return studio_session_find_lane (self, id) != NULL ||
         pin_pipe (self, id, find_place (self, NULL)) || await_pipe (self, id, NULL);
}

void
studio_session_mark_value (StudioSession *self, StudioLane *lane, guint64 value)
{
  g_return_if_fail (STUDIO_IS_SESSION (self));

  if (lane != NULL && !is_pipe (studio_lane_get_id (lane)))
    lane = NULL;
  studio_origin_mark (self->origin, self->document, lane, value);
}

void
studio_session_pin_origin (StudioSession *self)
{
  StudioLane *lane = studio_origin_get_lane (self->origin);
  g_autoptr (GPtrArray) pipes = NULL;

  if (lane == NULL || !g_list_store_find (self->lanes, lane, NULL))
    return;
  pipes = studio_origin_list_pipes (self->origin);
  for (guint i = 0; i < pipes->len; i++)
    {
      const char *id = g_ptr_array_index (pipes, i);

      if (studio_session_find_lane (self, id) == NULL &&
          !pin_pipe (self, id, find_place (self, lane)))
        await_pipe (self, id, lane);
    }
}

/* A value of a lane that is gone is marked no longer. */
void
studio_session_check_origin (StudioSession *self)
{
  StudioLane *lane = studio_origin_get_lane (self->origin);

  if (lane != NULL && !g_list_store_find (self->lanes, lane, NULL))
    studio_origin_mark (self->origin, NULL, NULL, 0);
}

StudioOrigin *
studio_session_get_origin (StudioSession *self)
{
  g_return_val_if_fail (STUDIO_IS_SESSION (self), NULL);

  return self->origin;
}

/* Lanes of pipes that are gone, or not computed, stay as they are, but that they are no
 * longer current is seen. */
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
      g_object_set (lane, "current", studio_live_is_current (self->live), NULL);
      signal = studio_live_dup_signal (self->live, words[0], words[1]);
      if (signal != NULL && signal != studio_lane_get_signal (lane))
        studio_lane_set_signal (lane, signal);
    }
  pin_awaited (self);
  studio_origin_mark (self->origin, self->document, studio_origin_get_lane (self->origin),
                      studio_origin_get_value (self->origin));
}

void
studio_session_unpin (StudioSession *self, const char *id)
{
  StudioLane *lane = studio_session_find_lane (self, id);
  guint position;

  if (lane != NULL && g_list_store_find (self->lanes, lane, &position))
    g_list_store_remove (self->lanes, position);
}
