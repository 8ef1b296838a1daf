/* A text that is typed in a page, while it also changes elsewhere.
 *
 * Three texts are kept apart: that of the page, the base, which is what the document had
 * when the page last agreed with it or took its changes, and what the document has now.
 * What the page has against the base was typed; what the document has against it came
 * from elsewhere, and goes into the page unless it was typed over.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/common/studio-code-page.h"

G_BEGIN_DECLS

/**
 * StudioTypingFuncs:
 * @dup_text: gives the text that the document has
 * @take: makes what was typed that of the document; it may be refused, and is asked for
 * again with the next key
 * @typed: there is something that the document does not have yet
 * @paused: nobody has typed for a while: calls studio_typing_flush()
 */
typedef struct
{
  char *(*dup_text) (gpointer data);
  void (*take) (gpointer data, const char *text);
  void (*typed) (gpointer data);
  void (*paused) (gpointer data);
} StudioTypingFuncs;

typedef struct _StudioTyping StudioTyping;

/**
 * studio_typing_new:
 * @page: a page, which can be edited from now on
 * @funcs: what there is to do; lives as long as the result
 * @data: for them
 *
 * Returns: what keeps the texts apart; studio_typing_begin() comes first
 */
StudioTyping *studio_typing_new (StudioCodePage *page,
                                 const StudioTypingFuncs *funcs,
                                 gpointer data);
void studio_typing_free (StudioTyping *typing);

/* Shows the text of a document, whatever was typed of another one. */
void studio_typing_begin (StudioTyping *typing);

/* Tells that the document has changed. The page has it when somebody sees it. */
void studio_typing_set_stale (StudioTyping *typing);

/* Lets the page have what has changed elsewhere. */
void studio_typing_refresh (StudioTyping *typing);

/* Whether places of the page are those of the document. */
gboolean studio_typing_is_current (const StudioTyping *typing);

/* Whether the page is being changed by the document, and not by somebody. */
gboolean studio_typing_is_updating (const StudioTyping *typing);

/**
 * studio_typing_flush:
 * @typing: what was typed
 *
 * Makes it the document's without waiting for a pause.
 *
 * Returns: FALSE if nothing was typed
 */
gboolean studio_typing_flush (StudioTyping *typing);

/* Goes back to the base; that can be undone in the page, so that nothing typed is lost.
 */
void studio_typing_revert (StudioTyping *typing);

G_END_DECLS
