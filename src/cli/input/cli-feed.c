/* SPDX-License-Identifier: MIT */
#include "cli/input/cli-feed.h"

#include <string.h>

#include "run/im-host.h"

gsize
cli_feed_measure_name (const char *text)
{
  gsize length = strcspn (text, "=");

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '_')
      return 0;

  return length > 0 && text[length] == '=' && !g_file_test (text, G_FILE_TEST_EXISTS)
             ? length + 1
             : 0;
}

gboolean
cli_feed_is_named (const CliOptions *options)
{
  char *const *const lists[] = { options->recordings, options->channels };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && lists[i][j] != NULL; j++)
      if (cli_feed_measure_name (lists[i][j]) > 0)
        return TRUE;

  return FALSE;
}

/* The inputs that take a recording. */
static GStrv
list_names (const ImProgram *program)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < inputs->len; i++)
    if (!g_array_index (inputs, ImInput, i).is_time)
      g_strv_builder_add (names, g_array_index (inputs, ImInput, i).name);

  return g_strv_builder_end (names);
}

/* What stands behind `NAME=`, or NULL. */
static const char *
skip_name (const char *text, const char *name)
{
  gsize length = strlen (name);

  return strncmp (text, name, length) == 0 && text[length] == '=' ? text + length + 1
                                                                  : NULL;
}

static gboolean
has_name (const char *text, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (skip_name (text, names[i]) != NULL)
      return TRUE;

  return FALSE;
}

/* The last text that is for an input, or else for all of them; NULL if there is none. */
static const char *
find_text (const char *const *texts, const char *name, const char *const *names)
{
  const char *own = NULL, *common = NULL;

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      const char *text = skip_name (texts[i], name);

      own = text != NULL ? text : own;
      common = has_name (texts[i], names) ? common : texts[i];
    }

  return own != NULL ? own : common;
}

static gboolean
fail (const char *const *names,
      const char *before,
      const char *name,
      const char *after,
      GError **error)
{
  g_autofree char *list = g_strjoinv (", ", (char **) names);

  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
               "--input: %s “%s” %s; expected NAME=RECORDING for each input of %s, or "
               "one RECORDING and --channels NAME=LIST for each",
               before, name, after, list);

  return FALSE;
}

/* How many texts are for an input. */
static guint
count_texts (char *const *texts, const char *name)
{
  guint n = 0;

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    n += skip_name (texts[i], name) != NULL;

  return n;
}

/* Whether it is said of each recording, or of its channels, where they go; one recording
 * may be for several inputs. */
static gboolean
check (const CliOptions *options,
       const char *const *names,
       const char *const *recordings,
       GError **error)
{
  const char *common = NULL;
  gboolean is_common_used = FALSE;

  for (guint i = 0; recordings[i] != NULL; i++)
    {
      if (has_name (recordings[i], names))
        continue;
      if (common != NULL || cli_feed_measure_name (recordings[i]) > 0)
        return fail (names, "the recording", recordings[i], "goes to no input", error);
      common = recordings[i];
    }
  for (guint i = 0; names[i] != NULL; i++)
    {
      guint n = count_texts ((char *const *) recordings, names[i]);

      if (n > 1)
        return fail (names, "the input", names[i], "has two recordings", error);
      if (n == 0 && common == NULL)
        return fail (names, "the input", names[i], "has no recording", error);
      if (n == 0 && count_texts (options->channels, names[i]) == 0)
        return fail (names, "it is not said to which input", common, "goes", error);
      is_common_used = is_common_used || n == 0;
    }

  return common == NULL || is_common_used ||
         fail (names, "the recording", common, "goes to no input", error);
}

static ImFeed *
new_feed (const CliOptions *options,
          const char *name,
          const char *const *names,
          const char *const *recordings,
          GError **error)
{
  const struct
  {
    const char *key;
    char **texts;
  } given[] = { { "channels", options->channels }, { "time", options->time },
                { "rate", options->rate },         { "separator", options->separator },
                { "decimal", options->decimal },   { "header", options->header },
                { "baud", options->baud },         { "skip", options->skip },
                { "align", options->align } };
  g_autoptr (ImFeed) feed = im_feed_new (find_text (recordings, name, names));

  for (gsize i = 0; i < G_N_ELEMENTS (given); i++)
    {
      const char *text = find_text ((const char *const *) given[i].texts, name, names);

      if (text != NULL && !im_feed_set (feed, given[i].key, text, error))
        {
          g_prefix_error (error, "--");
          return NULL;
        }
    }

  return g_steal_pointer (&feed);
}

ImFeed *
cli_feed_new (const CliOptions *options,
              const ImProgram *program,
              const char *const *recordings,
              GError **error)
{
  g_auto (GStrv) list = list_names (program);
  const char *const *names = (const char *const *) list;
  guint n_names = g_strv_length (list);
  g_autoptr (ImFeed) feed = NULL;

  if (n_names <= 1)
    return new_feed (options, n_names == 0 ? "" : names[0], names, recordings, error);
  if (!check (options, names, recordings, error))
    return NULL;
  for (guint i = n_names; i-- > 0;)
    {
      ImFeed *one = new_feed (options, names[i], names, recordings, error);

      if (one == NULL)
        return NULL;
      one->input = g_strdup (names[i]);
      one->next = g_steal_pointer (&feed);
      feed = one;
    }

  return g_steal_pointer (&feed);
}
