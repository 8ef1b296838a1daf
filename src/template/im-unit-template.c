/* SPDX-License-Identifier: MIT
 *
 * What stands for the names of a new unit in the files of a template:
 *
 *   Template.Unit    its id
 *   Template Unit    its name for users
 *   /Template        where it is in the library
 *   template_unit    what functions begin with
 *   template_name    the name of a function or a file that needs to differ from no other
 *   template.        what names of files of code begin with, in quotes and on the disk
 *   Template.imunit  the file of the unit
 */
#include "template/im-unit-template.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "artifact/im-artifacts.h"
#include "base/im-data.h"
#include "base/im-text.h"
#include "unit/im-unit-name.h"

#define MAIN     "Template.imunit"
#define OPERATOR "template.sknd"

static const ImUnitTemplate templates[] = {
  { "element-wise", N_ ("Element by Element"),
    N_ ("Computes each element of the output from the one of the input at the same "
        "place") },
  { "reduction", N_ ("Along an Axis"),
    N_ ("Computes one element from all along an axis, such as their mean") },
  { "broadcast", N_ ("Two Inputs"),
    N_ ("Computes elements of two tensors; the second one is stretched to the shape of "
        "the first one") },
  { "filter", N_ ("Filter"),
    N_ ("Remembers what came before, for each channel of a stream of samples") },
  { "queue", N_ ("Queue"),
    N_ ("Collects inputs and gives outputs at another rate, such as windows") },
  { "composite", N_ ("Stack of Units"), N_ ("Units one behind the other, as one unit") },
  { "formula", N_ ("Formula"), N_ ("A formula of Tile, of which C and Python follow") },
  { "operator", N_ ("Operator of SkriptND"),
    N_ ("An operator by its indices, of which C and Python follow") },
};

const ImUnitTemplate *
im_unit_template_get_all (guint *n)
{
  *n = G_N_ELEMENTS (templates);

  return templates;
}

const ImUnitTemplate *
im_unit_template_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (templates); i++)
    if (strcmp (templates[i].name, name) == 0)
      return &templates[i];

  return NULL;
}

/* What a new unit is called in its files. */
typedef struct
{
  const char *id;
  char *title;
  char *category;
  char *prefix;
  char *stem;
  char *quoted;
} Names;

static void
names_clear (Names *names)
{
  g_free (names->title);
  g_free (names->category);
  g_free (names->prefix);
  g_free (names->stem);
  g_free (names->quoted);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Names, names_clear)

static GString *
dup_text (const Names *names, const char *text, gsize length)
{
  GString *out = g_string_new_len (text, (gssize) length);

  g_string_replace (out, "Template.Unit", names->id, 0);
  g_string_replace (out, "Template Unit", names->title, 0);
  g_string_replace (out, "template_unit", names->prefix, 0);
  g_string_replace (out, "template_name", names->stem, 0);
  g_string_replace (out, "\"template.", names->quoted, 0);
  g_string_replace (out, ">/Template<", names->category, 0);

  return out;
}

/* The name of a file of the package: `template.h` becomes `moving_average.h`. */
static char *
dup_file_name (const Names *names, const char *name)
{
  if (strcmp (name, MAIN) == 0)
    return g_strconcat (im_text_get_last_part (names->id), ".imunit", NULL);
  if (g_str_has_prefix (name, "template."))
    return g_strconcat (names->stem, name + strlen ("template"), NULL);

  return g_strdup (name);
}

/* Adds a file of a template; its unit is the main one. */
static gboolean
add_file (ImArtifacts *files,
          const Names *names,
          const char *folder,
          const char *name,
          char **main,
          GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *target = dup_file_name (names, name);
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error))
    return FALSE;
  im_artifacts_add_text (files, target, dup_text (names, text, length));
  if (strcmp (name, MAIN) == 0 || strcmp (name, OPERATOR) == 0)
    *main = g_steal_pointer (&target);

  return TRUE;
}

/* The files of a package, and the path of the unit among them. */
static ImArtifacts *
make_files (const ImUnitTemplate *template, const char *id, char **main, GError **error)
{
  static const ImDataFolder data = { "templates", "data/templates",
                                     IM_INSTALLED_TEMPLATES, IM_SOURCE_TEMPLATES };
  g_autofree char *root = im_data_dup_folder (&data);
  g_autofree char *folder = g_build_filename (root == NULL ? "templates" : root,
                                              template->name, NULL);
  g_autofree char *category = im_unit_name_dup_category (id);
  g_autofree char *found = NULL;
  g_auto (Names) names = { .id = id };
  g_autoptr (ImArtifacts) files = im_artifacts_new ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);

  names.title = im_unit_name_dup_title (id);
  names.category = g_strdup_printf (">%s<", category);
  names.prefix = im_unit_name_dup_prefix (id);
  names.stem = im_unit_name_dup_stem (id);
  names.quoted = g_strdup_printf ("\"%s.", names.stem);
  if (dir == NULL)
    return NULL;
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    if (!add_file (files, &names, folder, name, &found, error))
      return NULL;
  if (found == NULL)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                   "there is no unit in the template “%s”", folder);
      return NULL;
    }

  *main = g_steal_pointer (&found);
  return g_steal_pointer (&files);
}

char *
im_unit_template_write (const ImUnitTemplate *template,
                        const char *id,
                        const char *parent,
                        GError **error)
{
  const char *wrong = im_unit_name_check (id);
  g_autofree char *folder = NULL;
  g_autofree char *main = NULL;
  g_autoptr (ImArtifacts) files = NULL;

  if (wrong != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "“%s”: %s", id, wrong);
      return NULL;
    }
  folder = im_unit_name_dup_folder (id, parent);
  if (g_file_test (folder, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   "there is “%s” already: choose another name", folder);
      return NULL;
    }
  files = make_files (template, id, &main, error);
  if (files == NULL || !im_artifacts_write (files, folder, error))
    return NULL;

  return g_build_filename (folder, main, NULL);
}
