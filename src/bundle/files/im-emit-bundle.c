/* SPDX-License-Identifier: MIT */
#include "bundle/files/im-emit-bundle.h"

#include <string.h>

#include "bundle/files/im-bundle-format.h"
#include "bundle/files/im-bundle-needs.h"
#include "bundle/files/im-bundle-parts.h"
#include "bundle/im-resources.h"

#define RESOURCES "/org/imaginet/Studio/bundle/files/"

/* The variable that begins at @text, as `@name@`; NULL if none does. */
static const char *
find_variable (GHashTable *variables, const char *text, gsize *length)
{
  const char *end = text + 1;
  g_autofree char *name = NULL;

  while (g_ascii_isalpha (*end))
    end++;
  if (*end != '@' || end == text + 1)
    return NULL;
  name = g_strndup (text + 1, (gsize) (end - text - 1));
  *length = (gsize) (end - text) + 1;

  return g_hash_table_lookup (variables, name);
}

static GString *
expand (const char *text, GHashTable *variables)
{
  GString *out = g_string_new (NULL);

  while (*text != '\0')
    {
      gsize length;
      const char *value = *text == '@' ? find_variable (variables, text, &length) : NULL;

      if (value == NULL)
        g_string_append_c (out, *text++);
      else
        {
          g_string_append (out, value);
          text += length;
        }
    }

  return out;
}

static void
add_template (const char *path,
              const char *template,
              const ImEmission *emission,
              GHashTable *variables,
              ImArtifacts *artifacts)
{
  g_autofree char *resource = g_strconcat (RESOURCES, template, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (im_bundle_resources_get_resource (),
                                                     resource, 0, NULL);
  g_autoptr (GString) full_path = expand (path, variables);
  g_autoptr (GString) text = g_string_new (g_bytes_get_data (bytes, NULL));

  im_bundle_needs_expand (emission, text);
  im_artifacts_add_text (artifacts, full_path->str, expand (text->str, variables));
}

/* The rows of the README that say what each build system does with the bundle. */
static char *
dup_uses (guint left_out, GHashTable *variables)
{
  GString *out = g_string_new (NULL);

  for (ImBundleFormatId id = 0; id < IM_N_BUNDLE_FORMATS; id++)
    {
      const ImBundleFormat *format = im_bundle_format_get (id);
      g_autoptr (GString) use = expand (format->use, variables);

      if ((left_out & 1u << id) == 0)
        g_string_append_printf (out, "| %s | %s |\n", format->title, use->str);
    }

  return g_string_free (out, FALSE);
}

static void
add_format (ImBundleFormatId id,
            const ImEmission *emission,
            GHashTable *variables,
            ImArtifacts *artifacts)
{
  const ImBundleFormatFile *files = im_bundle_format_get (id)->files;

  for (guint i = 0; i < IM_BUNDLE_FORMAT_MAX_FILES && files[i].path != NULL; i++)
    add_template (files[i].path, files[i].template, emission, variables, artifacts);
}

ImEmission *
im_emit_bundle (const ImPlan *plan,
                ImUnitLibrary *library,
                const ImEmitOptions *options,
                guint left_out,
                ImArtifacts *artifacts,
                ImDiagnostics *diagnostics)
{
  ImEmission *emission = im_emit_c (plan, library, options, artifacts, diagnostics);
  g_autoptr (GHashTable) variables = NULL;

  if (emission == NULL)
    return NULL;

  variables = im_bundle_new_variables (plan, emission);
  g_hash_table_insert (variables, g_strdup ("uses"), dup_uses (left_out, variables));
  for (ImBundleFormatId id = 0; id < IM_N_BUNDLE_FORMATS; id++)
    if ((left_out & 1u << id) == 0)
      add_format (id, emission, variables, artifacts);
  add_template ("LICENSE", "LICENSE", emission, variables, artifacts);
  add_template ("README.md", "README.md", emission, variables, artifacts);
  im_bundle_add_pipeline (plan, emission, library, artifacts);
  im_manifest_add_json (plan, emission, artifacts);
  im_manifest_add_sbom (plan, emission, artifacts);

  return emission;
}
