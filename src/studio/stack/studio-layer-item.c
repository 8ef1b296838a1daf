/* SPDX-License-Identifier: MIT */
#include "studio/stack/studio-layer-item.h"

#include <glib/gi18n.h>

#include "studio/common/studio-cause.h"
#include "studio/common/studio-text.h"

struct _StudioLayerItem
{
  GObject parent_instance;

  guint layer;
  gboolean is_enabled;
  char *texts[STUDIO_N_LAYER_TEXTS];
};

G_DEFINE_FINAL_TYPE (StudioLayerItem, studio_layer_item, G_TYPE_OBJECT)

static void
studio_layer_item_finalize (GObject *object)
{
  StudioLayerItem *self = STUDIO_LAYER_ITEM (object);

  for (guint i = 0; i < STUDIO_N_LAYER_TEXTS; i++)
    g_free (self->texts[i]);
  G_OBJECT_CLASS (studio_layer_item_parent_class)->finalize (object);
}

static void
studio_layer_item_class_init (StudioLayerItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_layer_item_finalize;
}

static void
studio_layer_item_init (StudioLayerItem *self)
{
}

static void
append_separated (GString *out, const char *separator, const char *text)
{
  if (out->len > 0)
    g_string_append (out, separator);
  g_string_append (out, text);
}

static gboolean
is_data_socket (const ImParameter *parameter, gboolean is_output)
{
  gboolean leaves = parameter->kind == IM_PARAMETER_OUTPUT ||
                    parameter->kind == IM_PARAMETER_RETURN;

  return (is_output ? leaves : parameter->kind == IM_PARAMETER_INPUT) &&
         !parameter->socket->is_time && g_strcmp0 (parameter->socket->pipe, "time") != 0;
}

/* What flows on one side: of a unit with several sockets each that is known, and that is
 * connected. */
static char *
dup_flow (ImDocument *document, guint number, gboolean is_output)
{
  const ImDocumentLayer *layer = im_document_get_layer (document, number);
  guint node = layer->evaluation != NULL ? 0 : im_document_find_node (document, number);
  GString *out = g_string_new (NULL);

  for (guint i = 0; layer->unit != NULL && i < layer->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &layer->unit->parameters[i];
      g_autofree char *type = NULL;

      if (!is_data_socket (parameter, is_output))
        continue;
      type = layer->evaluation != NULL
                 ? studio_text_dup_parameter (layer->evaluation, parameter)
                 : studio_text_dup_passed (document, node, parameter);
      if (type != NULL && !g_str_equal (type, "null"))
        append_separated (out, "; ", type);
    }

  return g_string_free (out, FALSE);
}

static char *
dup_options (const ImDocumentLayer *layer)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; layer->unit != NULL && i < layer->node->n_arguments; i++)
    {
      const ImUnitArgument *argument = &layer->node->arguments[i];
      const ImParameter *option = im_unit_find_parameter (layer->unit,
                                                          argument->parameter.text);
      g_autofree char *value = NULL, *setting = NULL;

      if (option == NULL || !im_parameter_is_option (option))
        continue;
      value = studio_text_dup_parameter (layer->evaluation, option);
      setting = g_strdup_printf ("%s: %s", option->text,
                                 value != NULL             ? value
                                 : argument->value != NULL ? argument->value->text
                                                           : "?");
      append_separated (out, ", ", setting);
    }

  return g_string_free (out, FALSE);
}

static char *
dup_name (const ImDocumentLayer *layer)
{
  const char *name = layer->unit == NULL ? layer->name : layer->unit->display_name;

  /* Translators: the name of a layer that is switched off. */
  return layer->node->is_enabled ? g_strdup (name)
                                 : g_strdup_printf (_ ("%s (disabled)"), name);
}

/* The first message of a layer, and how many follow it. */
static char *
dup_problems (const ImDocumentLayer *layer, GHashTable *by_node)
{
  const GPtrArray *problems = g_hash_table_lookup (by_node, layer->name);
  g_autofree char *message = NULL;

  if (problems == NULL)
    return g_strdup ("");
  g_object_get (problems->pdata[0], "message", &message, NULL);

  return problems->len == 1
             ? g_steal_pointer (&message)
             /* Translators: a message, and how many more there are. */
             : g_strdup_printf (
                   ngettext ("%s (and %u more)", "%s (and %u more)", problems->len - 1),
                   message, problems->len - 1);
}

static StudioLayerItem *
new_item (ImDocument *document, GHashTable *by_node, guint number, gint cause)
{
  const ImDocumentLayer *layer = im_document_get_layer (document, number);
  StudioLayerItem *self = g_object_new (STUDIO_TYPE_LAYER_ITEM, NULL);

  self->layer = number;
  self->is_enabled = layer->node->is_enabled;
  self->texts[STUDIO_LAYER_NUMBER] = g_strdup_printf ("%u", number + 1);
  self->texts[STUDIO_LAYER_NAME] = dup_name (layer);
  self->texts[STUDIO_LAYER_UNIT] = g_strdup (layer->node->unit_id.text);
  self->texts[STUDIO_LAYER_OPTIONS] = dup_options (layer);
  self->texts[STUDIO_LAYER_INPUT] = dup_flow (document, number, FALSE);
  self->texts[STUDIO_LAYER_OUTPUT] = dup_flow (document, number, TRUE);
  self->texts[STUDIO_LAYER_UNKNOWN] = studio_cause_dup_short (document, cause);
  self->texts[STUDIO_LAYER_PROBLEMS] = dup_problems (layer, by_node);

  return self;
}

GPtrArray *
studio_layer_item_list (ImDocument *document, GHashTable *by_node)
{
  guint n = im_document_get_n_layers (document);
  GPtrArray *items = g_ptr_array_new_full (n, g_object_unref);
  g_autofree gint *causes = im_program_list_causes (im_document_get_program (document));

  for (guint i = 0; i < im_document_get_graph (document)->n_nodes && items->len < n; i++)
    if (im_document_get_node (document, i)->layer >= 0)
      g_ptr_array_add (items, new_item (document, by_node, items->len, causes[i]));

  return items;
}

static gboolean
is_equal (StudioLayerItem *a, StudioLayerItem *b)
{
  if (a->layer != b->layer || a->is_enabled != b->is_enabled)
    return FALSE;
  for (guint i = 0; i < STUDIO_N_LAYER_TEXTS; i++)
    if (g_strcmp0 (a->texts[i], b->texts[i]) != 0)
      return FALSE;

  return TRUE;
}

void
studio_layer_item_update (GListStore *store, ImDocument *document, GHashTable *by_node)
{
  g_autoptr (GPtrArray) items = document == NULL
                                    ? g_ptr_array_new_with_free_func (g_object_unref)
                                    : studio_layer_item_list (document, by_node);
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (store));

  for (guint i = 0; i < MIN (items->len, n_old); i++)
    {
      g_autoptr (StudioLayerItem) old = g_list_model_get_item (G_LIST_MODEL (store), i);

      if (!is_equal (old, items->pdata[i]))
        g_list_store_splice (store, i, 1, &items->pdata[i], 1);
    }
  if (items->len < n_old)
    g_list_store_splice (store, items->len, n_old - items->len, NULL, 0);
  else if (items->len > n_old)
    g_list_store_splice (store, n_old, 0, items->pdata + n_old, items->len - n_old);
}

static StudioLayerItem *
copy (const StudioLayerItem *item)
{
  StudioLayerItem *self = g_object_new (STUDIO_TYPE_LAYER_ITEM, NULL);

  self->layer = item->layer;
  self->is_enabled = item->is_enabled;
  for (guint i = 0; i < STUDIO_N_LAYER_TEXTS; i++)
    self->texts[i] = g_strdup (item->texts[i]);

  return self;
}

void
studio_layer_item_update_problems (GListStore *store,
                                   ImDocument *document,
                                   GHashTable *by_node)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (store)); i++)
    {
      g_autoptr (StudioLayerItem) old = g_list_model_get_item (G_LIST_MODEL (store), i);
      g_autofree char *problems = dup_problems (im_document_get_layer (document, i),
                                                by_node);
      g_autoptr (StudioLayerItem) new = NULL;

      if (g_str_equal (old->texts[STUDIO_LAYER_PROBLEMS], problems))
        continue;
      new = copy (old);
      g_free (new->texts[STUDIO_LAYER_PROBLEMS]);
      new->texts[STUDIO_LAYER_PROBLEMS] = g_steal_pointer (&problems);
      g_list_store_splice (store, i, 1, (gpointer *) &new, 1);
    }
}

const char *
studio_layer_item_get_text (StudioLayerItem *self, StudioLayerText which)
{
  g_return_val_if_fail (STUDIO_IS_LAYER_ITEM (self), NULL);

  return self->texts[which];
}

guint
studio_layer_item_get_layer (StudioLayerItem *self)
{
  return self->layer;
}

gboolean
studio_layer_item_is_enabled (StudioLayerItem *self)
{
  return self->is_enabled;
}

gboolean
studio_layer_item_has_problems (StudioLayerItem *self)
{
  return *self->texts[STUDIO_LAYER_PROBLEMS] != '\0';
}

char *
studio_layer_item_dup_description (StudioLayerItem *self)
{
  const char *input = self->texts[STUDIO_LAYER_INPUT];
  const char *output = self->texts[STUDIO_LAYER_OUTPUT];
  const char *problems = self->texts[STUDIO_LAYER_PROBLEMS];
  const char *unknown = self->texts[STUDIO_LAYER_UNKNOWN];

  /* Translators: the number of a layer, its name, what flows in and out. */
  return g_strdup_printf (
      _ ("%s, %s, input %s, output %s%s%s"), self->texts[STUDIO_LAYER_NUMBER],
      self->texts[STUDIO_LAYER_NAME], *input == '\0' ? unknown : input,
      *output == '\0' ? unknown : output, *problems == '\0' ? "" : ", ", problems);
}
