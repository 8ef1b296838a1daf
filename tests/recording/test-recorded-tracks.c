/* SPDX-License-Identifier: MIT
 *
 * Tracks for pictures, of files in a folder of the test: which ones are read, where they
 * are in time, and what is said where they do not go together.
 */
#include "recording/im-recorded-tracks.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define SESSION(tracks) \
  "<ImagimobStudio><Timeline><Tracks>" tracks "</Tracks></Timeline></ImagimobStudio>"
#define TRACK(name, type, offset, file)                                                 \
  "<Track name=\"" name "\" type=\"" type "\" Offset=\"" offset "\"><PayloadFile>" file \
  "</PayloadFile></Track>"
#define DATE "1700000000"

static const struct
{
  const char *name;
  const char *text;
} files[] = {
  { "a.data", "time,x\n0,1\n1,2\n2,3\n" },
  { "b.data", "time,y,z\n0,1,5\n0.5,2,6\n" },
  { "bad.data", "time,x\n0,1\n1,two\n" },
  { "a.label", "Time,Length,Label\n0.5,1,one\n" },
  { "far.data", "time,x\n0,1\n1,2\n" },
  { "far.label", "Time,Length,Label\n50,1,late\n0,1,early\n" },
  { "late.csv", "time,x\n" DATE ",1\n" DATE ".5,2\n" },
  { "rows.csv", "x\n1\n2\n" },
  { "rows.label", "Time,Length,Label\n0,1,one\n" },
  { "alone.label", "Time,Length,Label\n2,1,one\n4,2,two\n" },
  { "two.imsession", SESSION (TRACK ("first", "datacsv", "1", "a.data")
                                  TRACK ("Second", "datacsv", "3.5", "b.data")
                                      TRACK ("label", "labelcsv", "2", "a.label")) },
  { "data.imsession", SESSION (TRACK ("first", "datacsv", "", "a.data")) },
  { "rows.imsession", SESSION (TRACK ("first", "datacsv", "", "a.data")
                                   TRACK ("second", "datacsv", "", "rows.csv")) },
};

typedef struct
{
  const char *name;
  const char *file;
  ImRecordedOptions options;
  const char *expected; /* tracks, times and note; or the message */
} Case;

#define WHOLE .start_s = NAN, .end_s = NAN

static const Case cases[] = {
  { "beside", "a.data", { WHOLE }, "a.data x 3 rows, a.label 0.5-1.5 one; 0 to 3" },
  { "labels",
    "far.data",
    { WHOLE, .labels = "a.label" },
    "far.data x 2 rows, a.label 0.5-1.5 one; 0 to 2" },
  { "only-labels",
    "a.data",
    { WHOLE, .only_labels = TRUE },
    "a.label 0.5-1.5 one; 0 to 1.5" },
  { "no-labels",
    "b.data",
    { WHOLE, .only_labels = TRUE },
    "b.data: expected labels beside the recording, in a file of its name that ends in "
    ".label, found none" },
  { "alone", "alone.label", { WHOLE }, "alone.label 2-3 one 4-6 two; 0 to 6" },
  { "outside",
    "far.data",
    { WHOLE },
    "far.data x 2 rows, far.label 50-51 late 0-1 early; 0 to 2" },
  { "several",
    "two.imsession",
    { WHOLE },
    "a.data x 3 rows, b.data y z 2 rows, a.label 1.5-2.5 one; 0 to 3.5" },
  { "by-name",
    "two.imsession",
    { WHOLE, .track = "second" },
    "b.data y z 2 rows, a.label 1.5-2.5 one; 2.5 to 3.5" },
  { "no-such-name",
    "two.imsession",
    { WHOLE, .track = "third" },
    "a.data x 3 rows, b.data y z 2 rows, a.label 1.5-2.5 one; 0 to 3.5" },
  { "session-labels",
    "two.imsession",
    { WHOLE, .labels = "alone.label" },
    "a.data x 3 rows, b.data y z 2 rows, alone.label 2-3 one 4-6 two; 0 to 3.5" },
  { "session-only-labels",
    "two.imsession",
    { WHOLE, .only_labels = TRUE },
    "a.label 1.5-2.5 one; 0 to 2.5" },
  { "session-no-labels",
    "data.imsession",
    { WHOLE, .only_labels = TRUE },
    "data.imsession: expected a session with a track of labels, found none" },
  { "part",
    "a.data",
    { .start_s = 1, .end_s = 2 },
    "a.data x 1 rows, a.label 0.5-1.5 one; 1 to 2" },
  { "date", "late.csv", { WHOLE }, "late.csv x 2 rows; " DATE " to " DATE "+1" },
  { "date-part",
    "late.csv",
    { .start_s = 0.25, .end_s = NAN },
    "late.csv x 1 rows; " DATE ".25 to " DATE "+1" },
  { "rows",
    "rows.csv",
    { WHOLE },
    "rows.csv x 2 rows; 0 to 2; the labels are not shown: the recording does not say "
    "when its rows were taken" },
  { "rows-beside-others",
    "rows.imsession",
    { WHOLE },
    "./rows.csv: expected a column of time or a rate, so that other tracks can stand "
    "beside it, found neither" },
  { "bad",
    "bad.data",
    { WHOLE },
    "bad.data:3: column 2 (x): expected a number, found “two”" },
  { "reversed",
    "a.data",
    { .start_s = 2, .end_s = 1 },
    "a.data: expected a part of its time, from 0 s to 3 s, found one from 2 s to 1 s" },
};

static void
append_time (GString *out, const ImTracks *tracks, double time)
{
  if (tracks->origin > 0 && time - tracks->origin >= 1)
    g_string_append_printf (out, "%.12g+%.12g", tracks->origin, time - tracks->origin);
  else
    g_string_append_printf (out, "%.12g", time);
}

static char *
print (const ImRecordedTracks *recorded)
{
  const ImTracks *tracks = &recorded->tracks;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < tracks->n_tracks; i++)
    {
      const ImTrack *track = &tracks->tracks[i];

      g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", track->name);
      for (guint k = 0; track->envelope != NULL && k < track->envelope->n_channels; k++)
        g_string_append_printf (out, " %s", track->channels[k]);
      if (track->envelope != NULL)
        g_string_append_printf (out, " %" G_GSIZE_FORMAT " rows",
                                track->envelope->n_rows);
      for (guint k = 0; k < track->n_labels; k++)
        g_string_append_printf (out, " %g-%g %s", track->labels[k].start,
                                track->labels[k].end, track->labels[k].name);
    }
  g_string_append (out, "; ");
  append_time (out, tracks, tracks->from);
  g_string_append (out, " to ");
  append_time (out, tracks, tracks->to);
  if (recorded->note != NULL)
    g_string_append_printf (out, "; %s", recorded->note);

  return g_string_free (out, FALSE);
}

static void
test_load (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ImRecordedTracks) recorded = im_recorded_tracks_load (c->file, &c->options,
                                                                   NULL, &error);
  g_autofree char *found = recorded == NULL ? g_strdup (error->message)
                                            : print (recorded);

  g_assert_cmpstr (found, ==, c->expected);
}

/* What is behind the first row is not read any more. */
static void
test_cancelled (void)
{
  static const char *const paths[] = { "a.data", "bad.data" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (
          im_recorded_tracks_load (paths[i], &im_recorded_whole, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

static void
test_path_for (void)
{
  static const struct
  {
    const char *pipeline;
    const char *found;
  } rows[] = {
    { "two.imunit", "./two.imsession" }, /* of several sessions that of its name */
    { "a.imunit", "./a.data" },
    { "late.imunit", "./late.csv" },
    { "none.imunit", NULL }, /* there are several sessions */
    { "sub/none.imunit", "sub/only.imsession" },
  };

  g_assert_cmpint (g_mkdir ("sub", 0700), ==, 0);
  g_assert_true (g_file_set_contents ("sub/only.imsession", "", -1, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = im_recorded_dup_path_for (rows[i].pipeline);

      g_assert_cmpstr (found, ==, rows[i].found);
    }
  g_assert_cmpint (g_unlink ("sub/only.imsession"), ==, 0);
  g_assert_cmpint (g_rmdir ("sub"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("recorded-XXXXXX", NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    g_assert_true (g_file_set_contents (files[i].name, files[i].text, -1, NULL));

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/recorded-tracks/load/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_load);
    }
  g_test_add_func ("/recorded-tracks/cancelled", test_cancelled);
  g_test_add_func ("/recorded-tracks/path-for", test_path_for);
  status = g_test_run ();

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    g_unlink (files[i].name);
  g_rmdir (folder);

  return status;
}
