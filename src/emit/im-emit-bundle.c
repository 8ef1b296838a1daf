/* SPDX-License-Identifier: MIT */
#include "emit/im-emit-bundle.h"

#include <string.h>

#include "emit/im-bundle-private.h"
#include "emit/im-resources.h"

#define RESOURCES "/org/imaginet/Studio/emit/bundle/"

/* The files that are templates: where they go, and what they are made of. */
static const struct
{
  const char *path;
  const char *template;
} files[] = {
  { "@name@.clayer.yml", "package.clayer.yml" },
  { "CMakeLists.txt", "CMakeLists.txt" },
  { "Imaginet.@name@.pdsc", "package.pdsc" },
  { "LICENSE", "LICENSE" },
  { "Makefile", "Makefile" },
  { "README.md", "README.md" },
  { "examples/Basic/Basic.ino", "Basic.ino" },
  { "library.json", "library.json" },
  { "library.properties", "library.properties" },
  { "src/@name@.h", "forward.h" },
  { "zephyr/CMakeLists.txt", "zephyr/CMakeLists.txt" },
  { "zephyr/Kconfig", "zephyr/Kconfig" },
  { "zephyr/module.yml", "zephyr/module.yml" },
};

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
              GHashTable *variables,
              ImArtifacts *artifacts)
{
  g_autofree char *resource = g_strconcat (RESOURCES, template, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (im_emit_resources_get_resource (),
                                                     resource, 0, NULL);
  g_autoptr (GString) full_path = expand (path, variables);

  im_artifacts_add_text (artifacts, full_path->str,
                         expand (g_bytes_get_data (bytes, NULL), variables));
}

ImEmission *
im_emit_bundle (const ImPlan *plan,
                ImUnitLibrary *library,
                const ImEmitOptions *options,
                ImArtifacts *artifacts,
                ImDiagnostics *diagnostics)
{
  ImEmission *emission = im_emit_c (plan, library, options, artifacts, diagnostics);
  g_autoptr (GHashTable) variables = NULL;

  if (emission == NULL)
    return NULL;

  variables = im_bundle_new_variables (plan, emission);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    add_template (files[i].path, files[i].template, variables, artifacts);
  im_bundle_add_pipeline (plan, emission, library, artifacts);
  im_manifest_add_json (plan, emission, artifacts);
  im_manifest_add_sbom (plan, emission, artifacts);

  return emission;
}
