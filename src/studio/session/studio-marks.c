/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-marks.h"

struct _StudioMarks
{
  GObject parent_instance;

  gpointer source;     /* who marked layers last; never looked into */
  GHashTable *by_path; /* char* → StudioMark */
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StudioMarks, studio_marks, G_TYPE_OBJECT)

static void
free_mark (gpointer data)
{
  StudioMark *mark = data;

  g_free (mark->text);
  g_free (mark);
}

GHashTable *
studio_marks_new_table (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_mark);
}

void
studio_marks_add (GHashTable *table,
                  const char *path,
                  double strength,
                  gboolean is_bad,
                  const char *text)
{
  StudioMark *mark = g_new (StudioMark, 1);

  *mark = (StudioMark){ CLAMP (strength, 0, 1), is_bad, g_strdup (text) };
  g_hash_table_insert (table, g_strdup (path), mark);
}

void
studio_marks_set (StudioMarks *self, gpointer source, GHashTable *table)
{
  g_return_if_fail (STUDIO_IS_MARKS (self));

  self->source = source;
  g_hash_table_unref (self->by_path);
  self->by_path = table;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
studio_marks_clear (StudioMarks *self, gpointer source)
{
  g_return_if_fail (STUDIO_IS_MARKS (self));

  if (self->source == source)
    studio_marks_set (self, NULL, studio_marks_new_table ());
}

const StudioMark *
studio_marks_find (StudioMarks *self, const char *const *scope, const char *node)
{
  g_autoptr (GString) path = NULL;

  if (g_hash_table_size (self->by_path) == 0)
    return NULL;
  path = g_string_new (NULL);
  for (guint i = 0; scope[i] != NULL; i++)
    g_string_append_printf (path, "%s/", scope[i]);
  g_string_append (path, node);

  return g_hash_table_lookup (self->by_path, path->str);
}

gboolean
studio_marks_is_empty (StudioMarks *self)
{
  return g_hash_table_size (self->by_path) == 0;
}

StudioMarks *
studio_marks_new (void)
{
  return g_object_new (STUDIO_TYPE_MARKS, NULL);
}

static void
studio_marks_finalize (GObject *object)
{
  g_hash_table_unref (STUDIO_MARKS (object)->by_path);
  G_OBJECT_CLASS (studio_marks_parent_class)->finalize (object);
}

static void
studio_marks_class_init (StudioMarksClass *class)
{
  G_OBJECT_CLASS (class)->finalize = studio_marks_finalize;
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_MARKS, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_marks_init (StudioMarks *self)
{
  self->by_path = studio_marks_new_table ();
}
