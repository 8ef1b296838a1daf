/* SPDX-License-Identifier: MIT */
#include "recording/im-feed.h"

#include <math.h>
#include <string.h>

#include "base/im-serial-port.h"
#include "base/im-text.h"

typedef enum
{
  SEPARATOR,
  DECIMAL,
  HEADER,
  TIME,
  RATE,
  CHANNELS,
  BAUD,
  SKIP,
  ALIGN,
} Key;

const char *const im_feed_keys[] = {
  [SEPARATOR] = "separator", [DECIMAL] = "decimal", [HEADER] = "header",
  [TIME] = "time",           [RATE] = "rate",       [CHANNELS] = "channels",
  [BAUD] = "baud",           [SKIP] = "skip",       [ALIGN] = "align",
  [ALIGN + 1] = NULL,
};

/* What the words mean, and which of them are written. */
typedef struct
{
  const char *text;
  gint value;
} Word;

static const Word separators[] = { { ",", ',' },     { ";", ';' },
                                   { "tab", '\t' },  { "space", ' ' },
                                   { "comma", ',' }, { "semicolon", ';' },
                                   { "\t", '\t' },   { " ", ' ' } };
static const Word decimals[] = { { ".", '.' },
                                 { ",", ',' },
                                 { "point", '.' },
                                 { "comma", ',' } };
static const Word headers[] = { { "yes", IM_RECORDING_HEADER_YES },
                                { "no", IM_RECORDING_HEADER_NO } };

ImFeed *
im_feed_new (const char *path)
{
  ImFeed *feed = g_new0 (ImFeed, 1);

  feed->path = g_strdup (path);

  return feed;
}

ImFeed *
im_feed_copy_one (const ImFeed *feed)
{
  ImFeed *copy = im_feed_new (feed->path);

  copy->input = g_strdup (feed->input);
  copy->baud = feed->baud;
  copy->options = feed->options;
  if (copy->options.growth != NULL)
    im_growth_ref (copy->options.growth);
  copy->options.time = g_strdup (feed->options.time);
  copy->options.channels = (const char *const *) g_strdupv (
      (char **) feed->options.channels);

  return copy;
}

ImFeed *
im_feed_copy (const ImFeed *feed)
{
  ImFeed *copy = NULL;

  for (ImFeed **end = &copy; feed != NULL; feed = feed->next, end = &(*end)->next)
    *end = im_feed_copy_one (feed);

  return copy;
}

void
im_feed_free (ImFeed *feed)
{
  while (feed != NULL)
    {
      ImFeed *next = feed->next;

      g_free (feed->path);
      g_free (feed->input);
      g_free ((char *) feed->options.time);
      g_strfreev ((char **) feed->options.channels);
      g_clear_pointer (&feed->options.growth, im_growth_unref);
      g_free (feed);
      feed = next;
    }
}

static gboolean
fail (const char *key, const char *text, const char *allowed, GError **error)
{
  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
               "%s: expected %s, found “%s”", key, allowed, text);

  return FALSE;
}

static gboolean
find_word (const Word *words, gsize n, const char *text, gint *value)
{
  for (gsize i = 0; i < n; i++)
    if (g_ascii_strcasecmp (words[i].text, text) == 0)
      {
        *value = words[i].value;
        return TRUE;
      }

  return FALSE;
}

static gboolean
set_rate (ImFeed *feed, const char *text, GError **error)
{
  char *end;
  double rate = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0' || !isfinite (rate) || rate <= 0)
    return fail ("rate", text, "rows per second, a number above 0", error);
  feed->options.rate_hz = rate;

  return TRUE;
}

static gboolean
set_baud (ImFeed *feed, const char *text, GError **error)
{
  guint64 baud;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT, &baud, NULL) ||
      !im_serial_port_has_speed ((guint) baud))
    return fail ("baud", text, "bits per second: " IM_SERIAL_PORT_SPEEDS, error);
  feed->baud = (guint) baud;

  return TRUE;
}

static gboolean
set_skip (ImFeed *feed, const char *text, GError **error)
{
  char *end;
  double skip_s = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0' || !isfinite (skip_s) || skip_s < 0)
    return fail ("skip", text, "seconds, a number of at least 0", error);
  feed->options.skip_s = skip_s;

  return TRUE;
}

static gboolean
set_channels (ImFeed *feed, const char *text, GError **error)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    if (*g_strstrip (names[i]) == '\0')
      return fail ("channels", text, "names or numbers of columns with commas between",
                   error);
  if (names[0] == NULL)
    return fail ("channels", text, "names or numbers of columns with commas between",
                 error);
  g_strfreev ((char **) feed->options.channels);
  feed->options.channels = (const char *const *) g_steal_pointer (&names);

  return TRUE;
}

static void
forget (ImFeed *feed, Key key)
{
  ImRecordingOptions *options = &feed->options;

  switch (key)
    {
    case SEPARATOR:
      options->separator = 0;
      break;
    case DECIMAL:
      options->decimal = 0;
      break;
    case HEADER:
      options->header = IM_RECORDING_HEADER_FIND;
      break;
    case TIME:
      g_free ((char *) options->time);
      options->time = NULL;
      break;
    case RATE:
      options->rate_hz = 0;
      break;
    case CHANNELS:
      g_strfreev ((char **) options->channels);
      options->channels = NULL;
      break;
    case BAUD:
      feed->baud = 0;
      break;
    case SKIP:
      options->skip_s = 0;
      break;
    case ALIGN:
      options->is_aligned = FALSE;
      break;
    }
}

static gboolean
set_text (ImFeed *feed, Key key, const char *text, GError **error)
{
  ImRecordingOptions *options = &feed->options;
  gint value = 0;

  switch (key)
    {
    case SEPARATOR:
      if (!find_word (separators, G_N_ELEMENTS (separators), text, &value))
        return fail ("separator", text, "comma, semicolon, tab or space", error);
      options->separator = (char) value;
      return TRUE;
    case DECIMAL:
      if (!find_word (decimals, G_N_ELEMENTS (decimals), text, &value))
        return fail ("decimal", text, "point or comma", error);
      options->decimal = (char) value;
      return TRUE;
    case HEADER:
      if (!find_word (headers, G_N_ELEMENTS (headers), text, &value))
        return fail ("header", text, "yes or no", error);
      options->header = (ImRecordingHeader) value;
      return TRUE;
    case TIME:
      if (*text == '\0')
        return fail ("time", text, "a column or none", error);
      g_free ((char *) options->time);
      options->time = g_strdup (strcmp (text, "none") == 0 ? "" : text);
      return TRUE;
    case RATE:
      return set_rate (feed, text, error);
    case CHANNELS:
      return set_channels (feed, text, error);
    case BAUD:
      return set_baud (feed, text, error);
    case SKIP:
      return set_skip (feed, text, error);
    case ALIGN:
      if (!find_word (headers, G_N_ELEMENTS (headers), text, &value))
        return fail ("align", text, "yes or no", error);
      options->is_aligned = value == IM_RECORDING_HEADER_YES;
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
find_key (const char *key, Key *found)
{
  for (guint i = 0; im_feed_keys[i] != NULL; i++)
    if (strcmp (im_feed_keys[i], key) == 0)
      {
        *found = (Key) i;
        return TRUE;
      }

  return FALSE;
}

gboolean
im_feed_set (ImFeed *feed, const char *key, const char *text, GError **error)
{
  Key found = SEPARATOR;

  g_return_val_if_fail (find_key (key, &found), FALSE);

  if (text != NULL)
    return set_text (feed, found, text, error);
  forget (feed, found);

  return TRUE;
}

static char *
dup_word (const Word *words, gsize n, gint value)
{
  for (gsize i = 0; i < n; i++)
    if (words[i].value == value)
      return g_strdup (words[i].text);

  return NULL;
}

static char *
dup_number (double number)
{
  GString *text = g_string_new (NULL);

  im_text_append_double (text, number);

  return g_string_free (text, FALSE);
}

char *
im_feed_dup_text (const ImFeed *feed, const char *key)
{
  const ImRecordingOptions *options = &feed->options;
  Key found = SEPARATOR;

  g_return_val_if_fail (find_key (key, &found), NULL);

  switch (found)
    {
    case SEPARATOR:
      return dup_word (separators, G_N_ELEMENTS (separators), options->separator);
    case DECIMAL:
      return dup_word (decimals, G_N_ELEMENTS (decimals), options->decimal);
    case HEADER:
      return dup_word (headers, G_N_ELEMENTS (headers), (gint) options->header);
    case TIME:
      return g_strdup (options->time != NULL && *options->time == '\0' ? "none"
                                                                       : options->time);
    case RATE:
      return options->rate_hz > 0 ? dup_number (options->rate_hz) : NULL;
    case CHANNELS:
      return options->channels == NULL ? NULL
                                       : g_strjoinv (",", (char **) options->channels);
    case BAUD:
      return feed->baud > 0 ? g_strdup_printf ("%u", feed->baud) : NULL;
    case SKIP:
      return options->skip_s > 0 ? dup_number (options->skip_s) : NULL;
    case ALIGN:
      return options->is_aligned ? g_strdup ("yes") : NULL;
    default:
      return NULL;
    }
}

static gboolean
is_equal (const ImFeed *a, const ImFeed *b)
{
  if (strcmp (a->path, b->path) != 0 || g_strcmp0 (a->input, b->input) != 0)
    return FALSE;
  for (guint i = 0; im_feed_keys[i] != NULL; i++)
    {
      g_autofree char *text = im_feed_dup_text (a, im_feed_keys[i]);
      g_autofree char *other = im_feed_dup_text (b, im_feed_keys[i]);

      if (g_strcmp0 (text, other) != 0)
        return FALSE;
    }

  return TRUE;
}

gboolean
im_feed_equal (const ImFeed *a, const ImFeed *b)
{
  for (; a != NULL && b != NULL; a = a->next, b = b->next)
    if (!is_equal (a, b))
      return FALSE;

  return a == b;
}
