/* SPDX-License-Identifier: MIT */
#include "scene/output/im-scene-format.h"

#include <string.h>

#include "scene/output/im-scene-cairo.h"
#include "scene/output/im-scene-svg.h"

static const char *const names[IM_N_FORMATS] = { "svg", "pdf", "png" };

const char *
im_scene_format_get_name (ImSceneFormat format)
{
  g_return_val_if_fail (format < IM_N_FORMATS, NULL);

  return names[format];
}

gboolean
im_scene_format_find (const char *path, ImSceneFormat *format)
{
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && i < IM_N_FORMATS; i++)
    if (g_ascii_strcasecmp (dot + 1, names[i]) == 0)
      {
        *format = (ImSceneFormat) i;
        return TRUE;
      }

  return FALSE;
}

GBytes *
im_scene_format_write (ImSceneFormat format,
                       const ImScene *scene,
                       ImSceneTheme theme,
                       GError **error)
{
  if (format == IM_FORMAT_SVG)
    {
      GString *text = g_string_new (NULL);

      im_scene_append_svg (scene, theme, text);
      return g_string_free_to_bytes (text);
    }

  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gboolean ok = format == IM_FORMAT_PDF
                    ? im_scene_write_pdf (scene, theme, bytes, error)
                    : im_scene_write_png (scene, theme, IM_FORMAT_PNG_SCALE, bytes,
                                          error);
  if (!ok)
    return NULL;

  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}
