/* SPDX-License-Identifier: MIT */
#include "cli/input/cli-feed.h"

ImFeed *
cli_feed_new (const CliOptions *options, const char *path, GError **error)
{
  const struct
  {
    const char *key;
    const char *text;
  } given[] = { { "channels", options->channels }, { "time", options->time },
                { "rate", options->rate },         { "separator", options->separator },
                { "decimal", options->decimal },   { "header", options->header } };
  g_autoptr (ImFeed) feed = im_feed_new (path);

  for (gsize i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i].text != NULL && !im_feed_set (feed, given[i].key, given[i].text, error))
      {
        g_prefix_error (error, "--");
        return NULL;
      }

  return g_steal_pointer (&feed);
}
