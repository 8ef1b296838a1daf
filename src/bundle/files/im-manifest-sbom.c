/* SPDX-License-Identifier: MIT
 *
 * `SBOM.spdx.json`: what the emitted code is made of. Nothing in it depends on when or
 * where it was made; the time is that of SOURCE_DATE_EPOCH, or else the beginning of
 * 1970. Source: SPDX Specification 2.3.
 */
#include <string.h>

#include "base/im-json.h"
#include "bundle/files/im-bundle-parts.h"

static char *
dup_time (void)
{
  const char *text = g_getenv ("SOURCE_DATE_EPOCH");
  gint64 seconds = text == NULL ? 0 : g_ascii_strtoll (text, NULL, 10);
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (seconds);

  return time == NULL ? g_strdup ("1970-01-01T00:00:00Z")
                      : g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ");
}

/* Identifiers have letters, digits, dots and dashes; the number keeps them apart. */
static char *
dup_id (guint number, const char *name)
{
  char *id = g_strdup_printf ("SPDXRef-Unit-%u-%s", number, name);

  for (char *c = id; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && *c != '.' && *c != '-')
      *c = '-';

  return id;
}

static void
append_package (ImJson *json,
                const char *id,
                const char *name,
                const char *licence,
                gboolean is_expression,
                const char *hash)
{
  const char *declared = is_expression ? licence : "NOASSERTION";

  im_json_open_object (json);
  im_json_member_string (json, "SPDXID", id);
  im_json_member_string (json, "name", name);
  im_json_member_string (json, "downloadLocation", "NOASSERTION");
  im_json_member_bool (json, "filesAnalyzed", FALSE);
  im_json_member_string (json, "licenseConcluded", declared);
  im_json_member_string (json, "licenseDeclared", declared);
  if (licence != NULL && !is_expression)
    im_json_member_string (json, "licenseComments", licence);
  im_json_member_string (json, "copyrightText", "NOASSERTION");
  if (hash != NULL)
    {
      im_json_member_array (json, "checksums");
      im_json_open_object (json);
      im_json_member_string (json, "algorithm", "SHA256");
      im_json_member_string (json, "checksumValue", hash);
      im_json_close_object (json);
      im_json_close_array (json);
    }
  im_json_close_object (json);
}

static void
append_packages (ImJson *json, const ImEmission *emission)
{
  im_json_member_array (json, "packages");
  append_package (json, "SPDXRef-Firmware", emission->name, "MIT-0", TRUE, NULL);
  for (guint i = 0; i < emission->units->len; i++)
    {
      const ImEmitUnit *unit = &g_array_index (emission->units, ImEmitUnit, i);
      g_autofree char *id = dup_id (i, unit->id);

      append_package (json, id, unit->id, unit->licence, unit->licence_is_expression,
                      unit->hash);
    }
  for (guint i = 0; i < emission->packages->len; i++)
    {
      const char *library = g_ptr_array_index (emission->packages, i);
      g_autofree char *id = dup_id (emission->units->len + i, library);

      append_package (json, id, library, NULL, FALSE, NULL);
    }
  im_json_close_array (json);
}

static void
append_relationship (ImJson *json, const char *from, const char *type, const char *to)
{
  im_json_open_object (json);
  im_json_member_string (json, "spdxElementId", from);
  im_json_member_string (json, "relationshipType", type);
  im_json_member_string (json, "relatedSpdxElement", to);
  im_json_close_object (json);
}

static void
append_relationships (ImJson *json, const ImEmission *emission)
{
  im_json_member_array (json, "relationships");
  append_relationship (json, "SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-Firmware");
  for (guint i = 0; i < emission->units->len; i++)
    {
      g_autofree char *id = dup_id (i, g_array_index (emission->units, ImEmitUnit, i).id);

      append_relationship (json, "SPDXRef-Firmware", "GENERATED_FROM", id);
    }
  for (guint i = 0; i < emission->packages->len; i++)
    {
      g_autofree char *id = dup_id (emission->units->len + i,
                                    g_ptr_array_index (emission->packages, i));

      append_relationship (json, "SPDXRef-Firmware", "DEPENDS_ON", id);
    }
  im_json_close_array (json);
}

/* A name that another content never has. */
static char *
dup_namespace (const ImEmission *emission)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < emission->units->len; i++)
    g_checksum_update (
        checksum, (const guchar *) g_array_index (emission->units, ImEmitUnit, i).hash,
        -1);
  for (guint i = 0; i < emission->packages->len; i++)
    g_checksum_update (checksum, g_ptr_array_index (emission->packages, i), -1);

  return g_strdup_printf ("https://spdx.org/spdxdocs/%s-%s", emission->name,
                          g_checksum_get_string (checksum));
}

void
im_manifest_add_sbom (const ImPlan *plan,
                      const ImEmission *emission,
                      ImArtifacts *artifacts)
{
  ImJson json = { .out = g_string_new (NULL), .has_lines = TRUE };
  g_autofree char *namespace = dup_namespace (emission);
  g_autofree char *time = dup_time ();

  im_json_open_object (&json);
  im_json_member_string (&json, "spdxVersion", "SPDX-2.3");
  im_json_member_string (&json, "dataLicense", "CC0-1.0");
  im_json_member_string (&json, "SPDXID", "SPDXRef-DOCUMENT");
  im_json_member_string (&json, "name", plan->program->unit->id.text);
  im_json_member_string (&json, "documentNamespace", namespace);
  im_json_member_object (&json, "creationInfo");
  im_json_member_string (&json, "created", time);
  im_json_member_array (&json, "creators");
  im_json_string (&json, "Tool: imaginet-" IM_VERSION);
  im_json_close_array (&json);
  im_json_close_object (&json);
  append_packages (&json, emission);
  append_relationships (&json, emission);
  im_json_close_object (&json);
  im_artifacts_add_text (artifacts, "SBOM.spdx.json", json.out);
}
