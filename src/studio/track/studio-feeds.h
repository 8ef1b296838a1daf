/* Which recording goes to which input of a pipeline, while somebody says so: for each
 * input the file, what its start shows, and what is open about it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "recording/im-feed.h"
#include "recording/im-inputs.h"
#include "recording/im-recording-preview.h"

G_BEGIN_DECLS

/**
 * StudioFeed:
 * @input: an input that takes a recording; its name is that of the feed
 * @feed: (nullable): the recording, and how it is read; alone
 * @preview: (nullable): the start of it
 * @question: (nullable): what keeps it from being attached, or is worth knowing before
 * @is_refused: whether that keeps it from being attached
 */
typedef struct
{
  ImInput input;
  ImFeed *feed;
  ImRecordingPreview *preview;
  char *question;
  gboolean is_refused;
} StudioFeed;

/**
 * studio_feeds_new:
 * @program: a pipeline
 * @feed: (nullable): what is attached to it; what goes to no input that there is goes to
 *   one that has nothing
 *
 * Returns: (transfer full) (element-type StudioFeed): one for each input besides times,
 *   looked at
 */
GPtrArray *studio_feeds_new (const ImProgram *program, const ImFeed *feed);

/**
 * studio_feeds_place:
 * @feeds: feeds, at least one
 * @path: (type filename): another recording
 * @input: (nullable): the input that it is for, NULL to find it out
 * @is_sure: (out): whether there is no question: neither to which input it goes nor how
 *
 * Gives a recording to an input that has none, or else in the place of another one: of
 * several to the only one that it fits, or to the first.
 *
 * Returns: the number of the input
 */
guint studio_feeds_place (GPtrArray *feeds,
                          const char *path,
                          const char *input,
                          gboolean *is_sure);

/**
 * studio_feeds_set:
 * @feeds: feeds
 * @number: one of them
 * @feed: (nullable) (transfer full): its recording, NULL for none
 *
 * Of more columns than the input takes, and nothing is said of, those are proposed that
 * hold numbers, that no other input takes of the same file, and if there are enough such
 * that have the name of the input in theirs.
 */
void studio_feeds_set (GPtrArray *feeds, guint number, ImFeed *feed);

/* Looks at the start of the recording again, as the feed says now. */
void studio_feed_look (StudioFeed *feed);

/* How many channels the input takes, as far as the start of the recording shows. */
guint studio_feed_count_elements (const StudioFeed *feed);

/* The columns that go in, from 0; NULL if there are none such. */
guint *studio_feed_dup_columns (const StudioFeed *feed, guint *n);
void studio_feed_set_columns (StudioFeed *feed, const guint *columns, guint n);

/* What the feeds say together, NULL if no input has a recording; with the names of inputs
 * where there are several. */
ImFeed *studio_feeds_dup (const GPtrArray *feeds);

/* The names of the inputs that have no recording, with commas between them; NULL if all
 * have one. */
char *studio_feeds_dup_missing (const GPtrArray *feeds);

G_END_DECLS
