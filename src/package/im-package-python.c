/* SPDX-License-Identifier: MIT */
#include "package/im-package-python.h"

#include <string.h>

#define NAME   "[^\\W\\d]\\w*"
#define MODULE "\\.*" NAME "(?:\\." NAME ")*"

/* A module or name and what it is called, a part of a list. */
#define ITEM "^(\\s*)(" MODULE ")(?:(\\s+as\\s+)(" NAME "))?(\\s*)$"

static GRegex *
new_regex (const char *pattern)
{
  return g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, NULL);
}

/* What an import goes through. */
typedef struct
{
  ImPythonFollow follow;
  gpointer data;
  const char *package; /* of the names in a list, with a point behind it, or empty */
  char *new_package;   /* where they are then; NULL for there */
  guint n_items;
  guint n_changed;
} Import;

/* How a name of a list is to be imported: a module of the package. */
static char *
follow_name (const Import *self, const char *name)
{
  g_autofree char *module = g_strconcat (self->package, name, NULL);

  return self->follow (module, self->data);
}

/* Appends a part of a list. */
static void
append_item (Import *self, const char *item, GString *out)
{
  g_autoptr (GRegex) regex = new_regex (ITEM);
  g_autoptr (GMatchInfo) match = NULL;
  gboolean is_item = g_regex_match (regex, item, 0, &match);
  g_autofree char *before = g_match_info_fetch (match, 1);
  g_autofree char *name = g_match_info_fetch (match, 2);
  g_autofree char *called = g_match_info_fetch (match, 4);
  g_autofree char *behind = g_match_info_fetch (match, 5);
  gboolean has_name = called != NULL && *called != '\0';
  g_autofree char *new = is_item && (has_name || strchr (name, '.') == NULL)
                             ? follow_name (self, name)
                             : NULL;
  const char *package = self->new_package != NULL ? self->new_package : self->package;
  const char *last;

  self->n_items++;
  if (new == NULL || !g_str_has_prefix (new, package))
    {
      g_string_append (out, item);
      return;
    }
  self->n_changed++;
  last = new + strlen (package);
  if (!has_name && strcmp (last, name) == 0)
    g_string_append (out, item);
  else
    g_string_append_printf (out, "%s%s as %s%s", before, last, has_name ? called : name,
                            behind);
}

static void
append_list (Import *self, const char *list, GString *out)
{
  g_auto (GStrv) items = g_strsplit (list, ",", -1);

  for (guint i = 0; items[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_item (self, items[i], out);
    }
}

/* The package of the first name of a list that is a module elsewhere, with its point;
 * NULL if that is the same. */
static char *
dup_new_package (const Import *self, const char *list)
{
  g_auto (GStrv) items = g_strsplit (list, ",", -1);

  for (guint i = 0; items[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit_set (g_strstrip (items[i]), " \t", 2);
      g_autofree char *new = words[0] == NULL ? NULL : follow_name (self, words[0]);
      const char *last = new == NULL ? NULL : strrchr (new, '.');
      g_autofree char *package = last == NULL ? NULL
                                              : g_strndup (new, (gsize) (last - new) + 1);

      if (package != NULL && strcmp (package, self->package) != 0)
        return g_steal_pointer (&package);
    }

  return NULL;
}

/* A package as it stands behind `from`. */
static void
append_package (const char *package, GString *out)
{
  gsize length = strlen (package);
  gboolean is_dots = strspn (package, ".") == length;

  g_string_append_len (out, package, (gssize) (is_dots ? length : length - 1));
}

/* `from MODULE import NAMES`, where names may be modules in a package. Names of a package
 * that are elsewhere then have to be all of them. */
static gboolean
append_from (GMatchInfo *match, ImPythonFollow follow, gpointer data, GString *out)
{
  g_autofree char *before = g_match_info_fetch (match, 1);
  g_autofree char *module = g_match_info_fetch (match, 2);
  g_autofree char *between = g_match_info_fetch (match, 3);
  g_autofree char *names = g_match_info_fetch (match, 4);
  g_autofree char *rest = g_match_info_fetch (match, 5);
  gboolean is_dots = module[strspn (module, ".")] == '\0';
  g_autofree char *new = is_dots ? NULL : follow (module, data);
  g_autofree char *package = g_strconcat (module, is_dots ? "" : ".", NULL);
  g_autofree char *new_package = NULL;
  Import list = { follow, data, package, NULL, 0, 0 };

  if (new != NULL)
    {
      g_string_append_printf (out, "%s%s%s%s%s", before, new, between, names, rest);
      return TRUE;
    }
  list.new_package = new_package = dup_new_package (&list, names);
  g_string_append (out, before);
  append_package (new_package == NULL ? package : new_package, out);
  g_string_append (out, between);
  append_list (&list, names, out);
  g_string_append (out, rest);

  return new_package == NULL ? list.n_changed > 0 : list.n_changed == list.n_items;
}

char *
im_package_python_follow_import (const char *line, ImPythonFollow follow, gpointer data)
{
  g_autoptr (GRegex) plain = new_regex ("^(\\s*import\\s)([^#;]*)(.*)$");
  g_autoptr (GRegex) from = new_regex ("^(\\s*from\\s+)(\\.+|" MODULE
                                       ")(\\s+import\\s+\\(?)([^#;()]*)(.*)$");
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GMatchInfo) match_from = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  gboolean differs = FALSE;

  if (!g_utf8_validate (line, -1, NULL))
    return NULL;
  if (g_regex_match (plain, line, 0, &match))
    {
      g_autofree char *before = g_match_info_fetch (match, 1);
      g_autofree char *list = g_match_info_fetch (match, 2);
      g_autofree char *rest = g_match_info_fetch (match, 3);

      Import modules = { follow, data, "", NULL, 0, 0 };

      g_string_append (out, before);
      append_list (&modules, list, out);
      g_string_append (out, rest);
      differs = modules.n_changed > 0;
    }
  else if (g_regex_match (from, line, 0, &match_from))
    differs = append_from (match_from, follow, data, out);

  return differs ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}
