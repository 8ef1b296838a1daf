/* SPDX-License-Identifier: MIT */
#include <stdarg.h>

#include "bundle/files/im-bundle-needs.h"
#include "bundle/im-resources.h"
#include "bundle/test/im-bundle-private.h"

void
im_bundle_add_template (const ImBundle *bundle, const char *path, const char *resource)
{
  g_autofree char *name = g_strconcat ("/org/imaginet/Studio/bundle/test/", resource,
                                       NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (im_bundle_resources_get_resource (),
                                                     name, 0, NULL);
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);
  GString *out;

  if (im_artifacts_find (bundle->artifacts, path) != NULL)
    return;
  out = g_string_new_len (text, (gssize) size);
  im_bundle_needs_expand (bundle->emission, out);
  g_string_replace (out, "@name@", bundle->emission->name, 0);
  im_artifacts_add_text (bundle->artifacts, path, out);
}

void
im_bundle_tell (const ImBundle *bundle, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  if (bundle->progress == NULL)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  bundle->progress (text, bundle->progress_data);
}
