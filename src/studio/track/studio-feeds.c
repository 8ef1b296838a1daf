/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-feeds.h"

#include <glib/gi18n.h>
#include <string.h>

#include "recording/im-csv-cell.h"
#include "recording/im-recording-fit.h"
#include "run/im-host.h"

#define SHOWN_ROWS 8

static StudioFeed *
get (const GPtrArray *feeds, guint number)
{
  return g_ptr_array_index (feeds, number);
}

static void
forget_look (StudioFeed *self)
{
  g_clear_pointer (&self->preview, im_recording_preview_free);
  g_clear_pointer (&self->question, g_free);
  self->is_refused = FALSE;
}

static void
free_feed (gpointer data)
{
  StudioFeed *self = data;

  forget_look (self);
  im_feed_free (self->feed);
  g_free ((char *) self->input.name);
  g_free (self);
}

/* What keeps it from being attached, or is worth knowing before. */
static char *
dup_question (const ImFeed *feed,
              const ImRecordingPreview *preview,
              const ImInput *input,
              gboolean *is_refused)
{
  const ImRecording *start = preview->start;
  double rate_hz;

  *is_refused = TRUE;
  if (start == NULL)
    return g_strdup (preview->problem);
  if (!im_recording_check_channels (start, input, NULL))
    return g_strdup_printf (
        ngettext ("The input “%s” takes %u channel, the recording has %u",
                  "The input “%s” takes %u channels, the recording has %u",
                  im_recording_count_channels (start, input)),
        input->name, im_recording_count_channels (start, input), start->n_channels);
  /* When rows come is not known before all of them are there. */
  if (input->type.rate_hz <= 0 || feed->options.growth != NULL)
    {
      *is_refused = FALSE;
      return NULL;
    }
  if (start->rate_hz <= 0)
    return g_strdup (_ ("The recording does not say how many rows were taken in a "
                        "second"));

  *is_refused = FALSE;
  rate_hz = im_recording_get_frame_rate (start, input);
  if (im_input_has_rate (input, rate_hz))
    return NULL;

  return g_strdup_printf (
      _ ("The recording has %.6g frames of the input “%s” in a second, the pipeline "
         "expects %.6g. If it is attached, the pipeline computes as if they came at that "
         "rate."),
      rate_hz, input->name, input->type.rate_hz);
}

void
studio_feed_look (StudioFeed *self)
{
  g_autoptr (GError) error = NULL;

  forget_look (self);
  if (self->feed == NULL)
    return;
  self->preview = im_recording_preview_load (self->feed->path, &self->feed->options,
                                             SHOWN_ROWS, &error);
  self->question = self->preview == NULL ? g_strdup (error->message)
                                         : dup_question (self->feed, self->preview,
                                                         &self->input, &self->is_refused);
  self->is_refused = self->is_refused || self->preview == NULL;
}

guint
studio_feed_count_elements (const StudioFeed *self)
{
  const ImShape *shape = &self->input.type.shape;

  if (self->preview != NULL && self->preview->start != NULL)
    return im_recording_count_channels (self->preview->start, &self->input);

  return shape->rank == 0 ? 1 : (guint) MAX (shape->size[0], 1);
}

guint *
studio_feed_dup_columns (const StudioFeed *self, guint *n)
{
  const ImRecordingPreview *preview = self->preview;
  const char *const *said = self->feed->options.channels;
  guint *columns;

  if (said != NULL)
    {
      *n = g_strv_length ((char **) said);
      return im_recording_find_columns (self->feed->path, preview->columns,
                                        preview->n_columns, said, NULL);
    }
  columns = g_new (guint, (gsize) preview->n_columns + 1);
  *n = 0;
  for (guint i = 0; i < preview->n_columns; i++)
    if (i != preview->time_column)
      columns[(*n)++] = i;

  return columns;
}

void
studio_feed_set_columns (StudioFeed *self, const guint *columns, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *reference = im_recording_preview_dup_reference (self->preview,
                                                                       columns[i]);

      g_string_append_printf (text, "%s%s", i == 0 ? "" : ",", reference);
    }
  im_feed_set (self->feed, "channels", text->str, NULL);
}

/* Whether another input takes a column of the same file. */
static gboolean
is_taken (const GPtrArray *feeds, const StudioFeed *self, guint column)
{
  for (guint i = 0; i < feeds->len; i++)
    {
      const StudioFeed *other = get (feeds, i);
      g_autofree guint *columns = NULL;
      guint n = 0;

      if (other == self || other->preview == NULL ||
          strcmp (other->feed->path, self->feed->path) != 0)
        continue;
      columns = studio_feed_dup_columns (other, &n);
      for (guint k = 0; columns != NULL && k < n; k++)
        if (columns[k] == column)
          return TRUE;
    }

  return FALSE;
}

/* Whether the first row has a number there. */
static gboolean
is_number (const ImRecordingPreview *preview, guint column)
{
  char **cells = g_ptr_array_index (preview->rows, 0);
  double number;

  return column < g_strv_length (cells) &&
         im_csv_parse_number (cells[column], strlen (cells[column]),
                              preview->decimal == 0 ? '.' : preview->decimal,
                              &number) == IM_CSV_NUMBER;
}

static gboolean
has_name (const char *column, const char *input)
{
  g_autofree char *a = g_utf8_casefold (column, -1);
  g_autofree char *b = g_utf8_casefold (input, -1);

  return strstr (a, b) != NULL;
}

/* Finds as many columns as the input takes. */
static gboolean
find_columns (const GPtrArray *feeds,
              const StudioFeed *self,
              gboolean is_named,
              guint n,
              guint *columns)
{
  const ImRecordingPreview *preview = self->preview;
  guint n_found = 0;

  for (guint i = 0; i < preview->n_columns && n_found < n; i++)
    if (i != preview->time_column && is_number (preview, i) &&
        !is_taken (feeds, self, i) &&
        (!is_named || has_name (preview->columns[i], self->input.name)))
      columns[n_found++] = i;

  return n_found == n;
}

static void
propose_columns (const GPtrArray *feeds, StudioFeed *self)
{
  const ImRecordingPreview *preview = self->preview;
  guint n = studio_feed_count_elements (self);
  g_autofree guint *columns = g_new (guint, (gsize) n + 1);

  if (preview == NULL || self->feed->options.channels != NULL ||
      (preview->start != NULL && preview->start->n_channels == n) ||
      preview->rows->len == 0)
    return;
  if (!find_columns (feeds, self, TRUE, n, columns) &&
      !find_columns (feeds, self, FALSE, n, columns))
    return;
  studio_feed_set_columns (self, columns, n);
  studio_feed_look (self);
}

void
studio_feeds_set (GPtrArray *feeds, guint number, ImFeed *feed)
{
  StudioFeed *self = get (feeds, number);

  if (feed != self->feed)
    im_feed_free (self->feed);
  self->feed = feed;
  studio_feed_look (self);
  propose_columns (feeds, self);
}

static gint
find_input (const GPtrArray *feeds, const char *name)
{
  for (guint i = 0; name != NULL && i < feeds->len; i++)
    if (strcmp (get (feeds, i)->input.name, name) == 0)
      return (gint) i;

  return -1;
}

/* Gives what is attached to the inputs that it names, and then the rest to others. */
static void
take (GPtrArray *feeds, const ImFeed *feed, gboolean is_rest)
{
  for (; feed != NULL; feed = feed->next)
    {
      gint number = find_input (feeds, feed->input);

      if ((number < 0) != is_rest)
        continue;
      for (guint i = 0; is_rest && number < 0 && i < feeds->len; i++)
        number = get (feeds, i)->feed == NULL ? (gint) i : -1;
      if (number >= 0 && get (feeds, (guint) number)->feed == NULL)
        get (feeds, (guint) number)->feed = im_feed_copy_one (feed);
    }
}

GPtrArray *
studio_feeds_new (const ImProgram *program, const ImFeed *feed)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  GPtrArray *feeds = g_ptr_array_new_with_free_func (free_feed);

  for (guint i = 0; i < inputs->len; i++)
    {
      const ImInput *input = &g_array_index (inputs, ImInput, i);
      StudioFeed *self = input->is_time ? NULL : g_new0 (StudioFeed, 1);

      if (self == NULL)
        continue;
      self->input = *input;
      self->input.name = g_strdup (input->name);
      g_ptr_array_add (feeds, self);
    }
  take (feeds, feed, FALSE);
  take (feeds, feed, TRUE);
  for (guint i = 0; i < feeds->len; i++)
    studio_feed_look (get (feeds, i));
  for (guint i = 0; i < feeds->len; i++)
    propose_columns (feeds, get (feeds, i));

  return feeds;
}

/* Whether the recording fits an input as it is. */
static gboolean
fits (const GPtrArray *feeds, guint number, const char *path)
{
  StudioFeed trial = { .input = get (feeds, number)->input, .feed = im_feed_new (path) };
  gboolean is_fitting;

  studio_feed_look (&trial);
  is_fitting = trial.question == NULL;
  forget_look (&trial);
  im_feed_free (trial.feed);

  return is_fitting;
}

/* Of the inputs that have no recording, or of all, the only one that it fits, or else the
 * first. */
static guint
find_place (const GPtrArray *feeds, const char *path, gboolean *is_sure)
{
  guint n_free = 0, n_fitting = 0, first = 0, fitting = 0;

  for (guint i = 0; i < feeds->len; i++)
    n_free += get (feeds, i)->feed == NULL;
  for (guint i = feeds->len; i-- > 0;)
    {
      if (n_free > 0 && get (feeds, i)->feed != NULL)
        continue;
      first = i;
      if (!fits (feeds, i, path))
        continue;
      n_fitting++;
      fitting = i;
    }
  *is_sure = n_fitting == 1;

  return n_fitting > 0 ? fitting : first;
}

guint
studio_feeds_place (GPtrArray *feeds,
                    const char *path,
                    const char *input,
                    gboolean *is_sure)
{
  gint named = find_input (feeds, input);
  guint number;

  if (named < 0)
    number = find_place (feeds, path, is_sure);
  else
    {
      number = (guint) named;
      *is_sure = fits (feeds, number, path);
    }
  studio_feeds_set (feeds, number, im_feed_new (path));

  return number;
}

ImFeed *
studio_feeds_dup (const GPtrArray *feeds)
{
  ImFeed *all = NULL, **end = &all;

  for (guint i = 0; i < feeds->len; i++)
    {
      const StudioFeed *self = get (feeds, i);

      if (self->feed == NULL)
        continue;
      *end = im_feed_copy (self->feed);
      g_free ((*end)->input);
      (*end)->input = feeds->len > 1 ? g_strdup (self->input.name) : NULL;
      end = &(*end)->next;
    }

  return all;
}

char *
studio_feeds_dup_missing (const GPtrArray *feeds)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < feeds->len; i++)
    if (get (feeds, i)->feed == NULL)
      g_string_append_printf (names, "%s“%s”", names->len == 0 ? "" : ", ",
                              get (feeds, i)->input.name);

  return g_string_free (names, names->len == 0);
}
