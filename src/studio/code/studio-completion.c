/* SPDX-License-Identifier: MIT */
#include "studio/code/studio-completion.h"

#include <string.h>

#define MAX_DETAIL 40 /* characters */

struct _StudioCompletion
{
  GObject parent_instance;

  StudioCompletionFunc func;
  gpointer data;
  GDestroyNotify destroy;
  const char *triggers;
};

/* What is offered: an item of a list, which it keeps. */
#define STUDIO_TYPE_PROPOSAL (studio_proposal_get_type ())
G_DECLARE_FINAL_TYPE (StudioProposal, studio_proposal, STUDIO, PROPOSAL, GObject)

struct _StudioProposal
{
  GObject parent_instance;

  GPtrArray *items;
  const ImCompletionItem *item;
  gint start; /* of the word, in characters */
};

static void
proposal_iface_init (GtkSourceCompletionProposalInterface *iface)
{
}

G_DEFINE_FINAL_TYPE_WITH_CODE (StudioProposal,
                               studio_proposal,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROPOSAL,
                                                      proposal_iface_init))

static void
studio_proposal_finalize (GObject *object)
{
  g_ptr_array_unref (STUDIO_PROPOSAL (object)->items);
  G_OBJECT_CLASS (studio_proposal_parent_class)->finalize (object);
}

static void
studio_proposal_class_init (StudioProposalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_proposal_finalize;
}

static void
studio_proposal_init (StudioProposal *self)
{
}

/* Puts what fits at the cursor of the buffer into a list of proposals. */
static void
fill (StudioCompletion *self, GtkSourceCompletionContext *context, GListStore *store)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (
      gtk_source_completion_context_get_buffer (context));
  GtkTextIter start, end, cursor;
  g_autofree char *text = NULL;
  g_autoptr (ImSource) source = NULL;
  g_autoptr (GPtrArray) items = NULL, proposals = NULL;
  const char *at = NULL;
  gsize word;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  at = g_utf8_offset_to_pointer (text, gtk_text_iter_get_offset (&cursor));
  source = im_source_new_for_string ("text", text);
  items = self->func (self->data, source, (gsize) (at - text), &word);
  proposals = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < items->len; i++)
    {
      StudioProposal *proposal = g_object_new (STUDIO_TYPE_PROPOSAL, NULL);

      proposal->items = g_ptr_array_ref (items);
      proposal->item = g_ptr_array_index (items, i);
      proposal->start = (gint) g_utf8_pointer_to_offset (text, text + word);
      g_ptr_array_add (proposals, proposal);
    }
  g_list_store_splice (store, 0, g_list_model_get_n_items (G_LIST_MODEL (store)),
                       proposals->pdata, proposals->len);
}

static GListModel *
populate (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext *context,
          GError **error)
{
  GListStore *store = g_list_store_new (STUDIO_TYPE_PROPOSAL);

  fill (STUDIO_COMPLETION (provider), context, store);
  if (g_list_model_get_n_items (G_LIST_MODEL (store)) > 0)
    return G_LIST_MODEL (store);

  /* An empty list would be shown, and keep the next one from coming. */
  g_object_unref (store);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "nothing fits here");

  return NULL;
}

static void
refilter (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext *context,
          GListModel *model)
{
  fill (STUDIO_COMPLETION (provider), context, G_LIST_STORE (model));
}

static void
display (GtkSourceCompletionProvider *provider,
         GtkSourceCompletionContext *context,
         GtkSourceCompletionProposal *proposal,
         GtkSourceCompletionCell *cell)
{
  const ImCompletionItem *item = STUDIO_PROPOSAL (proposal)->item;
  g_autofree char *detail = NULL;
  glong length = g_utf8_strlen (item->detail, -1), n = MIN (length, MAX_DETAIL);

  switch (gtk_source_completion_cell_get_column (cell))
    {
    case GTK_SOURCE_COMPLETION_COLUMN_TYPED_TEXT:
      gtk_source_completion_cell_set_text (cell, item->name);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_AFTER:
      /* Columns have no space between them, and as much width as they want. */
      detail = g_strdup_printf (
          "   %.*s%s", (int) (g_utf8_offset_to_pointer (item->detail, n) - item->detail),
          item->detail, n < length ? "…" : "");
      gtk_source_completion_cell_set_text (cell, detail);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_DETAILS:
    case GTK_SOURCE_COMPLETION_COLUMN_COMMENT:
      gtk_source_completion_cell_set_text (cell, item->documentation);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_ICON:
    case GTK_SOURCE_COMPLETION_COLUMN_BEFORE:
    default:
      gtk_source_completion_cell_set_text (cell, NULL);
      break;
    }
}

static gboolean
show_cb (gpointer completion)
{
  gtk_source_completion_show (completion);

  return G_SOURCE_REMOVE;
}

/* How much of a text is inserted: without the bracket that stands at the cursor already.
 */
static gint
get_length (const char *text, const GtkTextIter *cursor)
{
  gsize n = strlen (text);

  return (gint) (n > 0 && (gunichar) text[n - 1] == gtk_text_iter_get_char (cursor)
                     ? n - 1
                     : n);
}

static void
activate (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext *context,
          GtkSourceCompletionProposal *proposal)
{
  /* A change of the text lets the context and the proposal go. */
  g_autoptr (StudioProposal) self = STUDIO_PROPOSAL (g_object_ref (proposal));
  g_autoptr (GtkSourceCompletion) completion = g_object_ref (
      gtk_source_completion_context_get_completion (context));
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (
      gtk_source_completion_context_get_buffer (context));
  const char *insert = self->item->insert;
  GtkTextIter start, end;
  gint length;

  gtk_text_buffer_get_iter_at_offset (buffer, &start, self->start);
  gtk_text_buffer_get_iter_at_mark (buffer, &end, gtk_text_buffer_get_insert (buffer));
  length = get_length (insert, &end);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, insert, length);
  gtk_text_buffer_end_user_action (buffer);

  /* The attributes of a call, as if the bracket had been typed; this list closes first.
   */
  if (length > 1 && insert[length - 1] == '{' && *insert != '@')
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, show_cb, g_steal_pointer (&completion),
                     g_object_unref);
}

static gboolean
is_trigger (GtkSourceCompletionProvider *provider, const GtkTextIter *iter, gunichar c)
{
  return g_utf8_strchr (STUDIO_COMPLETION (provider)->triggers, -1, c) != NULL;
}

static gboolean
key_activates (GtkSourceCompletionProvider *provider,
               GtkSourceCompletionContext *context,
               GtkSourceCompletionProposal *proposal,
               guint key,
               GdkModifierType state)
{
  return FALSE;
}

static void
provider_iface_init (GtkSourceCompletionProviderInterface *iface)
{
  iface->populate = populate;
  iface->refilter = refilter;
  iface->display = display;
  iface->activate = activate;
  iface->is_trigger = is_trigger;
  iface->key_activates = key_activates;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (StudioCompletion,
                               studio_completion,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROVIDER,
                                                      provider_iface_init))

static void
studio_completion_finalize (GObject *object)
{
  StudioCompletion *self = STUDIO_COMPLETION (object);

  if (self->destroy != NULL)
    self->destroy (self->data);
  G_OBJECT_CLASS (studio_completion_parent_class)->finalize (object);
}

static void
studio_completion_class_init (StudioCompletionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_completion_finalize;
}

static void
studio_completion_init (StudioCompletion *self)
{
}

StudioCompletion *
studio_completion_add (GtkSourceView *view,
                       StudioCompletionFunc func,
                       gpointer data,
                       GDestroyNotify destroy,
                       const char *triggers)
{
  StudioCompletion *self = g_object_new (STUDIO_TYPE_COMPLETION, NULL);

  self->func = func;
  self->data = data;
  self->destroy = destroy;
  self->triggers = triggers;
  g_object_set (gtk_source_view_get_completion (view), "select-on-show", TRUE, NULL);
  gtk_source_completion_add_provider (gtk_source_view_get_completion (view),
                                      GTK_SOURCE_COMPLETION_PROVIDER (self));

  return self;
}

void
studio_completion_remove (StudioCompletion *self, GtkSourceView *view)
{
  gtk_source_completion_remove_provider (gtk_source_view_get_completion (view),
                                         GTK_SOURCE_COMPLETION_PROVIDER (self));
  g_object_unref (self);
}
