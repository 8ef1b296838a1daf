/* SPDX-License-Identifier: MIT */
#include "recording/im-session.h"

#include <string.h>

#include "base/im-file.h"
#include "unit/im-unit-text.h"
#include "xml/im-xml.h"

#define SUFFIX ".imsession"

gboolean
im_session_is_file (const char *path)
{
  return g_str_has_suffix (path, SUFFIX);
}

static gboolean G_GNUC_PRINTF (3, 4)
    fail (const char *path, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT, "%s: %s", path,
               message);

  return FALSE;
}

static const ImXmlElement *
find_child (const ImXmlElement *element, const char *name)
{
  for (const ImXmlElement *child = element == NULL ? NULL : element->first_child;
       child != NULL; child = child->next_sibling)
    if (strcmp (child->name, name) == 0)
      return child;

  return NULL;
}

/* What an attribute or a child says. */
static char *
dup_text (const ImXmlElement *track, const char *name)
{
  const ImXmlAttribute *attribute = im_xml_element_find_attribute (track, NULL, name);
  const ImXmlElement *child = find_child (track, name);

  return g_strstrip (g_strdup (attribute != NULL ? attribute->value
                               : child != NULL   ? child->text
                                                 : ""));
}

/* A file below the folder of the session; the product that writes them separates folders
 * by a backslash. */
static char *
dup_payload (const char *path, const ImXmlElement *track, GError **error)
{
  g_autofree char *name = dup_text (track, "PayloadFile");
  g_autofree char *folder = g_path_get_dirname (path);
  g_auto (GStrv) parts = NULL;

  g_strdelimit (name, "\\", '/');
  parts = g_strsplit (name, "/", -1);
  if (*name == '\0' || g_path_is_absolute (name) ||
      g_strv_contains ((const char *const *) parts, ".."))
    {
      fail (path, error,
            "expected the name of a file below the folder of the session in "
            "<PayloadFile>, found “%s”",
            name);
      return NULL;
    }

  return g_build_filename (folder, name, NULL);
}

static gboolean
is_left_out (const char *type)
{
  return g_str_has_prefix (type, "image") || g_str_has_prefix (type, "video");
}

static void
free_track (gpointer data)
{
  ImSessionTrack *track = data;

  g_free (track->name);
  g_free (track->file);
  g_free (track);
}

static gboolean
read_track (GPtrArray *tracks,
            const char *path,
            const ImXmlElement *element,
            GError **error)
{
  g_autofree char *type = dup_text (element, "type");
  g_autofree char *offset = dup_text (element, "Offset");
  g_autofree char *file = NULL;
  double offset_s = 0;
  ImSessionTrack *track;

  if (is_left_out (type))
    return TRUE;
  file = dup_payload (path, element, error);
  if (file == NULL)
    return FALSE;
  if (*offset != '\0' && !im_unit_parse_number (offset, &offset_s))
    return fail (path, error, "expected seconds as Offset of a track, found “%s”",
                 offset);

  track = g_new0 (ImSessionTrack, 1);
  track->name = dup_text (element, "name");
  track->file = g_steal_pointer (&file);
  track->offset_s = offset_s;
  track->is_labels = g_str_has_prefix (type, "label");
  g_ptr_array_add (tracks, track);

  return TRUE;
}

static gboolean
read_tracks (GPtrArray *tracks,
             const char *path,
             const ImXmlElement *root,
             GError **error)
{
  const ImXmlElement *timeline = find_child (root, "Timeline");
  const ImXmlElement *list = find_child (timeline == NULL ? root : timeline, "Tracks");

  for (const ImXmlElement *element = list == NULL ? NULL : list->first_child;
       element != NULL; element = element->next_sibling)
    if (strcmp (element->name, "Track") == 0 &&
        !read_track (tracks, path, element, error))
      return FALSE;

  return TRUE;
}

GPtrArray *
im_session_load_tracks (const char *path, GError **error)
{
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (free_track);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = im_file_read (path, IM_XML_MAX_BYTES, error);
  g_autoptr (ImXmlDocument) document = NULL;

  if (bytes == NULL)
    return NULL;
  document = im_xml_document_parse (bytes, path, problems);
  if (document == NULL)
    {
      fail (path, error, "%s", im_diagnostics_get (problems, 0)->message);
      return NULL;
    }
  if (!read_tracks (tracks, path, im_xml_document_get_root (document), error))
    return NULL;

  return g_steal_pointer (&tracks);
}

ImSession *
im_session_load (const char *path, GError **error)
{
  g_autoptr (ImSession) session = g_new0 (ImSession, 1);
  g_autoptr (GPtrArray) tracks = im_session_load_tracks (path, error);
  g_autoptr (GString) files = g_string_new (NULL); /* of data, for a message */
  const ImSessionTrack *data = NULL, *labels = NULL;
  guint n_data = 0;

  if (tracks == NULL)
    return NULL;
  for (guint i = 0; i < tracks->len; i++)
    {
      const ImSessionTrack *track = g_ptr_array_index (tracks, i);

      if (track->is_labels)
        {
          labels = labels == NULL ? track : labels;
          continue;
        }
      g_string_append_printf (files, "%s%s", n_data++ > 0 ? ", " : "", track->file);
      data = track;
    }
  if (n_data != 1)
    {
      if (n_data == 0)
        fail (path, error, "the session has no track of data");
      else
        fail (path, error, "the session has %u tracks of data; give the file of one: %s",
              n_data, files->str);
      return NULL;
    }
  session->recording = g_strdup (data->file);
  session->labels = labels == NULL ? NULL : g_strdup (labels->file);
  session->offset_s = labels == NULL ? 0 : labels->offset_s - data->offset_s;

  return g_steal_pointer (&session);
}

void
im_session_free (ImSession *session)
{
  if (session == NULL)
    return;

  g_free (session->recording);
  g_free (session->labels);
  g_free (session);
}
