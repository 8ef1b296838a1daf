/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-origin.h"

#include <string.h>

#include "document/state/im-document-graph.h"
#include "studio/common/studio-text.h"

struct _StudioOrigin
{
  GObject parent_instance;

  StudioLane *lane; /* or NULL */
  guint64 value;
  GPtrArray *pipes;   /* char*: ids, from the sources on */
  GPtrArray *keepers; /* char*: titles of layers */
};

static guint changed;

G_DEFINE_FINAL_TYPE (StudioOrigin, studio_origin, G_TYPE_OBJECT)

StudioOrigin *
studio_origin_new (void)
{
  return g_object_new (STUDIO_TYPE_ORIGIN, NULL);
}

static char *
dup_id (const char *node, const char *port)
{
  return g_strconcat (node, "\n", port, NULL);
}

static gboolean
has_pipe (StudioOrigin *self, const char *id)
{
  return g_ptr_array_find_with_equal_func (self->pipes, id, g_str_equal, NULL);
}

/* One that can be reset without being made anew keeps something of what it was given. A
 * queue keeps its window, which is known. */
static gboolean
is_keeper (const ImUnit *unit)
{
  return unit != NULL && unit->sections[IM_SECTION_SOFT_RESET].element != NULL &&
         unit->sections[IM_SECTION_ENQUEUE].element == NULL;
}

/* A layer that keeps something, or has one inside that does. */
static void
take_keeper (StudioOrigin *self, const ImProgram *program, const ImGraphNode *node)
{
  const char *title = studio_text_get_title (node);
  g_autofree char *inside = g_strconcat (node->name, "/", NULL);

  if (g_ptr_array_find_with_equal_func (self->keepers, title, g_str_equal, NULL))
    return;
  for (guint i = 0; i < program->n_instances; i++)
    if (is_keeper (program->instances[i].unit) &&
        (g_str_equal (program->instances[i].path, node->name) ||
         g_str_has_prefix (program->instances[i].path, inside)))
      {
        g_ptr_array_add (self->keepers, g_strdup (title));
        return;
      }
}

/* What reaches a node, and what reaches that. */
static void
follow (StudioOrigin *self, ImDocument *document, guint number, gboolean *is_seen)
{
  const ImDocumentNode *node = im_document_get_node (document, number);

  if (is_seen[number])
    return;
  is_seen[number] = TRUE;
  for (guint i = 0; i < node->node->n_links; i++)
    {
      const ImGraphLink *link = &node->node->links[i];
      const ImDocumentNode *source = im_document_get_node (document, link->source);
      g_autofree char *id = dup_id (source->node->name, link->source_port);

      follow (self, document, link->source, is_seen);
      if (!has_pipe (self, id))
        g_ptr_array_add (self->pipes, g_steal_pointer (&id));
    }
  if (node->node->kind == IM_NODE_UNIT)
    take_keeper (self, im_document_get_program (document), node->node);
}

static void
find_pipes (StudioOrigin *self, ImDocument *document, const char *lane)
{
  const ImGraph *graph = im_document_get_graph (document);
  g_auto (GStrv) words = g_strsplit (lane, "\n", 2);
  g_autofree gboolean *is_seen = g_new0 (gboolean, graph->n_nodes + 1);
  gint node = im_graph_find_node (graph, words[0]);

  if (node >= 0 && words[1] != NULL)
    follow (self, document, (guint) node, is_seen);
}

void
studio_origin_mark (StudioOrigin *self,
                    ImDocument *document,
                    StudioLane *lane,
                    guint64 value)
{
  g_return_if_fail (STUDIO_IS_ORIGIN (self));

  if (lane != NULL && value >= im_signal_get_n_values (studio_lane_get_signal (lane)))
    lane = NULL;
  if (lane == NULL && self->lane == NULL)
    return;
  g_set_object (&self->lane, lane);
  self->value = value;
  g_ptr_array_set_size (self->pipes, 0);
  g_ptr_array_set_size (self->keepers, 0);
  if (lane != NULL && document != NULL)
    find_pipes (self, document, studio_lane_get_id (lane));
  g_signal_emit (self, changed, 0);
}

StudioLane *
studio_origin_get_lane (StudioOrigin *self)
{
  g_return_val_if_fail (STUDIO_IS_ORIGIN (self), NULL);

  return self->lane;
}

guint64
studio_origin_get_value (StudioOrigin *self)
{
  g_return_val_if_fail (STUDIO_IS_ORIGIN (self), 0);

  return self->value;
}

gboolean
studio_origin_get_span (StudioOrigin *self, double *from_s, double *to_s)
{
  ImSignal *signal;
  const ImSignalFormat *format;

  g_return_val_if_fail (STUDIO_IS_ORIGIN (self), FALSE);

  if (self->lane == NULL)
    return FALSE;
  signal = studio_lane_get_signal (self->lane);
  format = im_signal_get_format (signal);
  *from_s = im_signal_get_time (signal, self->value) - format->span_s / 2;
  *to_s = format->span_s > 0 ? *from_s + format->span_s
                             : im_signal_get_time (signal, self->value + 1);

  return TRUE;
}

gboolean
studio_origin_has_lane (StudioOrigin *self, const char *id)
{
  g_return_val_if_fail (STUDIO_IS_ORIGIN (self), FALSE);

  return self->lane != NULL &&
         (strchr (id, '\n') == NULL ||
          g_str_equal (id, studio_lane_get_id (self->lane)) || has_pipe (self, id));
}

GPtrArray *
studio_origin_list_pipes (StudioOrigin *self)
{
  g_return_val_if_fail (STUDIO_IS_ORIGIN (self), NULL);

  return g_ptr_array_ref (self->pipes);
}

char *
studio_origin_dup_keepers (StudioOrigin *self)
{
  GString *text;

  g_return_val_if_fail (STUDIO_IS_ORIGIN (self), NULL);

  if (self->keepers->len == 0)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < self->keepers->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            (const char *) g_ptr_array_index (self->keepers, i));

  return g_string_free (text, FALSE);
}

static void
studio_origin_dispose (GObject *object)
{
  StudioOrigin *self = STUDIO_ORIGIN (object);

  g_clear_object (&self->lane);
  g_clear_pointer (&self->pipes, g_ptr_array_unref);
  g_clear_pointer (&self->keepers, g_ptr_array_unref);

  G_OBJECT_CLASS (studio_origin_parent_class)->dispose (object);
}

static void
studio_origin_class_init (StudioOriginClass *class)
{
  G_OBJECT_CLASS (class)->dispose = studio_origin_dispose;
  changed = g_signal_new ("changed", STUDIO_TYPE_ORIGIN, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                          NULL, G_TYPE_NONE, 0);
}

static void
studio_origin_init (StudioOrigin *self)
{
  self->pipes = g_ptr_array_new_with_free_func (g_free);
  self->keepers = g_ptr_array_new_with_free_func (g_free);
}
