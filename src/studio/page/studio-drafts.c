/* SPDX-License-Identifier: MIT */
#include "studio/page/studio-drafts.h"

struct _StudioDrafts
{
  GObject parent_instance;

  ImDraftStore *store;
  GPtrArray *drafts; /* ImDraft */
};

G_DEFINE_FINAL_TYPE (StudioDrafts, studio_drafts, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

ImDraftStore *
studio_drafts_get_store (StudioDrafts *self)
{
  g_return_val_if_fail (STUDIO_IS_DRAFTS (self), NULL);

  return self->store;
}

void
studio_drafts_claim (StudioDrafts *self, GPtrArray *messages)
{
  g_autoptr (GPtrArray) claimed = NULL;

  g_return_if_fail (STUDIO_IS_DRAFTS (self));

  if (self->store == NULL)
    return;
  claimed = im_draft_store_claim (self->store, messages);
  g_ptr_array_extend_and_steal (self->drafts, g_steal_pointer (&claimed));
  g_signal_emit (self, signals[CHANGED], 0);
}

const GPtrArray *
studio_drafts_list (StudioDrafts *self)
{
  g_return_val_if_fail (STUDIO_IS_DRAFTS (self), NULL);

  return self->drafts;
}

void
studio_drafts_forget (StudioDrafts *self, const ImDraft *draft)
{
  g_return_if_fail (STUDIO_IS_DRAFTS (self));

  if (g_ptr_array_remove (self->drafts, (gpointer) draft))
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
studio_drafts_finalize (GObject *object)
{
  StudioDrafts *self = STUDIO_DRAFTS (object);

  g_ptr_array_unref (self->drafts);
  g_clear_object (&self->store);
  G_OBJECT_CLASS (studio_drafts_parent_class)->finalize (object);
}

static void
studio_drafts_class_init (StudioDraftsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_drafts_finalize;

  /**
   * StudioDrafts::changed:
   * @drafts: the drafts
   *
   * There are other ones.
   */
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_DRAFTS, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_drafts_init (StudioDrafts *self)
{
  self->drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) im_draft_free);
}

StudioDrafts *
studio_drafts_new (ImDraftStore *store)
{
  StudioDrafts *self = g_object_new (STUDIO_TYPE_DRAFTS, NULL);

  g_set_object (&self->store, store);

  return self;
}
