/* A recording that goes into a pipeline, and how it is read; of a pipeline with several
 * inputs one for each of them.
 *
 * What somebody says of how to read it is text, the same on a command line and in a file:
 *
 *     separator=tab         comma, semicolon, tab, space, or the sign itself
 *     decimal=,             point, comma, or the sign itself
 *     header=yes            yes or no: whether the first row has the names
 *     time=Timestamp (ms)   a column, by name or number from 1, or none
 *     rate=50               rows per second, of a recording that does not say it
 *     channels=ax,ay,az     which columns or channels, in this order
 *     baud=9600             bits per second of a serial port that is recorded
 *     skip=1.5              seconds at its beginning that are left out
 *     align=yes             yes or no: whether recordings of several inputs begin with
 * the one that begins last, by their times
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

/**
 * ImFeed:
 * @path: a CSV, WAV or NPY file, or an input that is there to be recorded: see
 *   im_capture_is_name()
 * @options: how to read it; the texts are those of the feed, and so is the reference to
 *   what says how far it has come
 * @baud: bits per second of a serial port, 0 if it is not said
 * @input: (nullable): the input that it goes to, NULL if there is only one
 * @next: (nullable): what goes to another input; it belongs to the feed
 */
typedef struct _ImFeed ImFeed;
struct _ImFeed
{
  char *path;
  ImRecordingOptions options;
  guint baud;
  char *input;
  ImFeed *next;
};

/* The words that im_feed_set() knows, and NULL. */
extern const char *const im_feed_keys[];

/**
 * im_feed_new:
 * @path: (type filename): a CSV, WAV or NPY file
 *
 * Returns: a feed that is read in the usual way
 */
ImFeed *im_feed_new (const char *path);

/* With all that follow, or alone. */
ImFeed *im_feed_copy (const ImFeed *feed);
ImFeed *im_feed_copy_one (const ImFeed *feed);
void im_feed_free (ImFeed *feed);

/* Whether the same is read of the same files for the same inputs; NULL is like NULL. */
gboolean im_feed_equal (const ImFeed *a, const ImFeed *b);

/**
 * im_feed_set:
 * @feed: a feed
 * @key: one of im_feed_keys
 * @text: (nullable): what is said of it, NULL to find it out
 * @error: return location for an [error@Im.RecordingError]: FORMAT; it says what would be
 *   allowed
 *
 * Returns: whether the text says something of it
 */
gboolean im_feed_set (ImFeed *feed, const char *key, const char *text, GError **error);

/**
 * im_feed_dup_text:
 * @feed: a feed
 * @key: one of im_feed_keys
 *
 * Returns: (nullable): what im_feed_set() would take, NULL if it is to be found out
 */
char *im_feed_dup_text (const ImFeed *feed, const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFeed, im_feed_free)

G_END_DECLS
