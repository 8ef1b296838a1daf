/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-package-rows.h"

#include <glib/gi18n.h>
#include <string.h>

typedef enum
{
  ROW,
  ROW_HEADING,
  ROW_UNIT,
} RowKind;

struct _StudioPackageRow
{
  GObject parent_instance;

  char *title;
  char *detail;
  char *state;
  char *path;
  RowKind kind;
};

G_DEFINE_FINAL_TYPE (StudioPackageRow, studio_package_row, G_TYPE_OBJECT)

enum
{
  PROP_TITLE = 1,
  PROP_DETAIL,
  PROP_STATE,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioPackageRow *self = STUDIO_PACKAGE_ROW (object);

  g_value_set_string (value, id == PROP_TITLE    ? self->title
                             : id == PROP_DETAIL ? self->detail
                                                 : self->state);
}

static void
finalize (GObject *object)
{
  StudioPackageRow *self = STUDIO_PACKAGE_ROW (object);

  g_free (self->title);
  g_free (self->detail);
  g_free (self->state);
  g_free (self->path);
  G_OBJECT_CLASS (studio_package_row_parent_class)->finalize (object);
}

static void
studio_package_row_class_init (StudioPackageRowClass *klass)
{
  static const char *const names[] = { NULL, "title", "detail", "state" };

  G_OBJECT_CLASS (klass)->get_property = get_property;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  for (guint i = PROP_TITLE; i < N_PROPS; i++)
    props[i] = g_param_spec_string (names[i], NULL, NULL, NULL,
                                    G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);
}

static void
studio_package_row_init (StudioPackageRow *self)
{
}

gboolean
studio_package_row_is_heading (StudioPackageRow *row)
{
  return row->kind == ROW_HEADING;
}

gboolean
studio_package_row_has_detail (StudioPackageRow *row)
{
  return row->detail != NULL && *row->detail != '\0';
}

const char *
studio_package_row_get_unit (StudioPackageRow *row)
{
  return row->kind == ROW_UNIT ? row->title : NULL;
}

const char *
studio_package_row_get_path (StudioPackageRow *row)
{
  return row->path;
}

static void
append (GListStore *rows,
        const char *title,
        char *detail,
        const char *state,
        const char *path,
        RowKind kind)
{
  g_autoptr (StudioPackageRow) row = g_object_new (STUDIO_TYPE_PACKAGE_ROW, NULL);

  row->title = g_strdup (title);
  row->detail = detail;
  row->state = g_strdup (state);
  row->path = g_strdup (path);
  row->kind = kind;
  g_list_store_append (rows, row);
}

/* Appends a row; @detail is taken. */
static void
add (GListStore *rows,
     const char *title,
     char *detail,
     const char *state,
     const char *path)
{
  append (rows, title, detail, state, path, ROW);
}

static void
add_heading (GListStore *rows, const char *title, guint count)
{
  g_autofree char *number = g_strdup_printf ("%u", count);

  append (rows, title, NULL, number, NULL, ROW_HEADING);
}

static char *
dup_list (const char *format, const GPtrArray *ids)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (format);

  for (guint i = 0; i < ids->len; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ",
                            (const char *) g_ptr_array_index (ids, i));
  g_string_replace (text, "%s", names->str, 1);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
add_units (GListStore *rows, const ImPackageSurvey *survey)
{
  add_heading (rows, _ ("Units"), survey->units->len);
  for (guint i = 0; i < survey->units->len; i++)
    {
      const ImSurveyUnit *unit = g_ptr_array_index (survey->units, i);
      GString *detail = g_string_new (unit->unit->display_name);

      if (unit->uses->len > 0)
        {
          /* Translators: %s are names of units with commas between */
          g_autofree char *uses = dup_list (_ ("uses %s"), unit->uses);

          g_string_append_printf (detail, " · %s", uses);
        }
      if (unit->used_by->len > 0)
        {
          /* Translators: %s are names of units with commas between */
          g_autofree char *used_by = dup_list (_ ("used by %s"), unit->used_by);

          g_string_append_printf (detail, " · %s", used_by);
        }
      append (rows, unit->unit->id.text, g_string_free (detail, FALSE), NULL,
              im_unit_file_get_path (unit->unit->file), ROW_UNIT);
    }
}

static const char *
translate_state (const char *state)
{
  static const char *const states[] = {
    N_ ("added"), N_ ("changed"), N_ ("removed"), N_ ("renamed"), N_ ("conflict"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    if (g_strcmp0 (states[i], state) == 0)
      return _ (states[i]);

  return NULL;
}

static void
add_files (GListStore *rows, const ImPackageSurvey *survey)
{
  add_heading (rows, _ ("Files"), survey->files->len);
  for (guint i = 0; i < survey->files->len; i++)
    {
      const ImSurveyFile *file = g_ptr_array_index (survey->files, i);
      const ImSurveyRoot *root = g_ptr_array_index (survey->roots, file->root);
      g_autofree char *path = g_build_filename (root->path, file->path, NULL);
      gboolean is_gone = g_strcmp0 (file->state, "removed") == 0;

      add (rows, file->path,
           g_strdup (file->is_needed || is_gone ? NULL : _ ("no unit needs it")),
           translate_state (file->state), is_gone ? NULL : path);
    }
}

/* Keeps what is worth knowing: its title, what it is, and the file of the unit. */
static void
add_finding (GPtrArray *findings, const char *title, char *detail, const char *path)
{
  g_ptr_array_add (findings, g_strdup (title));
  g_ptr_array_add (findings, detail);
  g_ptr_array_add (findings, g_strdup (path));
}

static void
add_findings (GListStore *rows, const ImPackageSurvey *survey)
{
  g_autoptr (GPtrArray) findings = g_ptr_array_new ();

  for (guint i = 0; i < survey->units->len; i++)
    {
      const ImSurveyUnit *unit = g_ptr_array_index (survey->units, i);
      const char *id = unit->unit->id.text;
      const char *path = im_unit_file_get_path (unit->unit->file);

      if (unit->shadowed_by != NULL)
        /* Translators: %s is a file */
        add_finding (findings, id,
                     g_strdup_printf (_ ("hidden by the unit of that name in %s"),
                                      unit->shadowed_by),
                     path);
      if (unit->shadows != NULL)
        /* Translators: %s is a file */
        add_finding (
            findings, id,
            g_strdup_printf (_ ("hides the unit of that name in %s"), unit->shadows),
            path);
      if (unit->missing->len > 0)
        /* Translators: %s are names of units with commas between */
        add_finding (findings, id,
                     dup_list (_ ("uses units that are in no folder: %s"), unit->missing),
                     path);
    }
  for (guint i = 0; i < survey->unused->len; i++)
    {
      const ImSurveyFragment *fragment = g_ptr_array_index (survey->unused, i);
      g_autofree char *title = g_strdup_printf ("%s:%u: %s", fragment->path,
                                                fragment->line, fragment->name);

      add_finding (findings, title, g_strdup (_ ("no unit uses this code fragment")),
                   NULL);
    }
  if (findings->len > 0)
    add_heading (rows, _ ("Findings"), findings->len / 3);
  for (guint i = 0; i < findings->len; i += 3)
    {
      g_autofree char *title = g_ptr_array_index (findings, i);
      g_autofree char *path = g_ptr_array_index (findings, i + 2);

      add (rows, title, g_ptr_array_index (findings, i + 1), NULL, path);
    }
}

/* The name of a file from the folder that it is in. */
static const char *
get_short (const ImPackageSurvey *survey, const char *name)
{
  for (guint i = 0; i < survey->roots->len; i++)
    {
      const ImSurveyRoot *root = g_ptr_array_index (survey->roots, i);
      gsize length = strlen (root->path);

      if (g_str_has_prefix (name, root->path) && name[length] == G_DIR_SEPARATOR)
        return name + length + 1;
    }

  return name;
}

static void
add_problems (GListStore *rows,
              const ImPackageSurvey *survey,
              const ImDiagnostics *problems)
{
  guint n = im_diagnostics_get_count (problems);

  if (n > 0)
    add_heading (rows, _ ("Problems"), n);
  for (guint i = 0; i < n; i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);
      guint line = 0, column = 0;

      if (problem->source != NULL)
        im_diagnostic_locate (problem, &line, &column);
      add (rows, problem->message,
           line == 0 ? g_strdup (get_short (survey, problem->name))
                     : g_strdup_printf ("%s:%u", get_short (survey, problem->name), line),
           problem->severity == IM_SEVERITY_ERROR ? _ ("error") : NULL, problem->name);
    }
}

void
studio_package_rows_fill (GListStore *rows,
                          const ImPackageSurvey *survey,
                          const ImDiagnostics *problems)
{
  add_problems (rows, survey, problems);
  add_findings (rows, survey);
  add_units (rows, survey);
  add_files (rows, survey);
}
