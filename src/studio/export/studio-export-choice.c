/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-export-choice.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "emit/im-emit-c.h"
#include "run/im-toolchain.h"

#define SCHEMA       "org.imaginet.Studio"
#define KEY_TARGETS  "export-targets"
#define KEY_PREFIX   "export-prefix"
#define KEY_FOLDER   "export-folder"
#define KEY_AS_ZIP   "export-as-zip"
#define KEY_TEST     "export-test"
#define KEY_RELATIVE "tolerance-relative"
#define KEY_ABSOLUTE "tolerance-absolute"

char *
studio_export_choice_dup_missing (ImTargetId id)
{
  const ImTarget *target = im_target_get (id);
  g_autofree char *path = NULL;

  if (target->compiler == NULL)
    {
      g_auto (GStrv) compiler = im_toolchain_find_compiler (NULL);

      return compiler != NULL ? NULL
                              : g_strdup (_ ("There is no C compiler; Debian: gcc"));
    }
  path = g_find_program_in_path (target->compiler);

  /* Translators: a compiler, then the names of packages. */
  return path != NULL ? NULL
                      : g_strdup_printf (_ ("%s is not installed; Debian: %s"),
                                         target->compiler, target->package);
}

/* This machine and the most common core, as far as there are compilers. */
static guint
find_usual_targets (void)
{
  static const ImTargetId usual[] = { IM_TARGET_HOST, IM_TARGET_CORTEX_M4F };
  guint targets = 0;

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    {
      g_autofree char *missing = studio_export_choice_dup_missing (usual[i]);

      if (missing == NULL)
        targets |= 1u << usual[i];
    }

  return targets;
}

static void
load_targets (StudioExportChoice *self, GSettings *settings)
{
  g_auto (GStrv) names = g_settings_get_strv (settings, KEY_TARGETS);
  const char *const *list = (const char *const *) names;

  if (*names == NULL)
    return;
  self->targets = 0;
  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    if (g_strv_contains (list, im_target_get (id)->name))
      self->targets |= 1u << id;
  for (ImBundleFormatId id = 0; id < IM_N_BUNDLE_FORMATS; id++)
    if (!g_strv_contains (list, im_bundle_format_get (id)->name))
      self->left_out |= 1u << id;
}

StudioExportChoice *
studio_export_choice_load (void)
{
  g_autoptr (GSettings) settings = g_settings_new (SCHEMA);
  StudioExportChoice *self = g_new0 (StudioExportChoice, 1);

  self->prefix = g_strdup (IM_EMIT_DEFAULT_PREFIX);
  self->targets = find_usual_targets ();

  g_autofree char *prefix = g_settings_get_string (settings, KEY_PREFIX);
  g_autofree char *folder = g_settings_get_string (settings, KEY_FOLDER);

  if (*prefix != '\0')
    {
      g_free (self->prefix);
      self->prefix = g_steal_pointer (&prefix);
    }
  if (*folder != '\0')
    self->path = g_steal_pointer (&folder);
  self->is_zip = g_settings_get_boolean (settings, KEY_AS_ZIP);
  self->has_test = g_settings_get_boolean (settings, KEY_TEST);
  self->usual.relative = g_settings_get_double (settings, KEY_RELATIVE);
  self->usual.absolute = g_settings_get_double (settings, KEY_ABSOLUTE);
  load_targets (self, settings);

  return self;
}

void
studio_export_choice_save (const StudioExportChoice *self)
{
  g_autoptr (GSettings) settings = g_settings_new (SCHEMA);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;

  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    if ((self->targets & 1u << id) != 0)
      g_strv_builder_add (builder, im_target_get (id)->name);
  for (ImBundleFormatId id = 0; id < IM_N_BUNDLE_FORMATS; id++)
    if ((self->left_out & 1u << id) == 0)
      g_strv_builder_add (builder, im_bundle_format_get (id)->name);
  names = g_strv_builder_end (builder);
  g_settings_set_strv (settings, KEY_TARGETS, (const char *const *) names);
  g_settings_set_string (settings, KEY_PREFIX, self->prefix);
  g_settings_set_boolean (settings, KEY_AS_ZIP, self->is_zip);
  g_settings_set_boolean (settings, KEY_TEST, self->has_test);
  g_settings_set_double (settings, KEY_RELATIVE, self->usual.relative);
  g_settings_set_double (settings, KEY_ABSOLUTE, self->usual.absolute);
  if (self->path != NULL && self->name != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (self->path);

      g_settings_set_string (settings, KEY_FOLDER, folder);
    }
}

void
studio_export_choice_reset (void)
{
  static const char *const keys[] = { KEY_TARGETS, KEY_PREFIX,   KEY_FOLDER,  KEY_AS_ZIP,
                                      KEY_TEST,    KEY_RELATIVE, KEY_ABSOLUTE };
  g_autoptr (GSettings) settings = g_settings_new (SCHEMA);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (settings, keys[i]);
}

StudioExportChoice *
studio_export_choice_copy (const StudioExportChoice *self)
{
  StudioExportChoice *copy = g_new (StudioExportChoice, 1);

  *copy = *self;
  copy->name = g_strdup (self->name);
  copy->prefix = g_strdup (self->prefix);
  copy->path = g_strdup (self->path);
  copy->recording = g_strdup (self->recording);

  return copy;
}

void
studio_export_choice_free (StudioExportChoice *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->prefix);
  g_free (self->path);
  g_free (self->recording);
  g_free (self);
}
