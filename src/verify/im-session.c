/* SPDX-License-Identifier: MIT */
#include "verify/im-session.h"

#include <string.h>

#include "base/im-file.h"
#include "unit/im-unit-text.h"
#include "unit/im-xml.h"

#define SUFFIX ".imsession"

typedef struct
{
  const char *path;
  ImSession *session;
  double data_s, labels_s; /* when the tracks begin */
  GString *files;          /* of tracks of data, for a message */
  guint n_files;
} Reader;

gboolean
im_session_is_file (const char *path)
{
  return g_str_has_suffix (path, SUFFIX);
}

static gboolean G_GNUC_PRINTF (3, 4)
    fail (const Reader *reader, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT, "%s: %s",
               reader->path, message);

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
dup_payload (const Reader *reader, const ImXmlElement *track, GError **error)
{
  g_autofree char *name = dup_text (track, "PayloadFile");
  g_autofree char *folder = g_path_get_dirname (reader->path);
  g_auto (GStrv) parts = NULL;

  g_strdelimit (name, "\\", '/');
  parts = g_strsplit (name, "/", -1);
  if (*name == '\0' || g_path_is_absolute (name) ||
      g_strv_contains ((const char *const *) parts, ".."))
    {
      fail (reader, error,
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

static gboolean
read_track (Reader *reader, const ImXmlElement *track, GError **error)
{
  g_autofree char *type = dup_text (track, "type");
  g_autofree char *offset = dup_text (track, "Offset");
  g_autofree char *file = NULL;
  double offset_s = 0;

  if (is_left_out (type))
    return TRUE;
  file = dup_payload (reader, track, error);
  if (file == NULL)
    return FALSE;
  if (*offset != '\0' && !im_unit_parse_number (offset, &offset_s))
    return fail (reader, error, "expected seconds as Offset of a track, found “%s”",
                 offset);
  if (g_str_has_prefix (type, "label"))
    {
      if (reader->session->labels == NULL)
        {
          reader->session->labels = g_steal_pointer (&file);
          reader->labels_s = offset_s;
        }
      return TRUE;
    }
  g_string_append_printf (reader->files, "%s%s", reader->n_files++ > 0 ? ", " : "", file);
  if (reader->session->recording == NULL)
    {
      reader->session->recording = g_steal_pointer (&file);
      reader->data_s = offset_s;
    }

  return TRUE;
}

static gboolean
read_tracks (Reader *reader, const ImXmlElement *root, GError **error)
{
  const ImXmlElement *timeline = find_child (root, "Timeline");
  const ImXmlElement *tracks = find_child (timeline == NULL ? root : timeline, "Tracks");

  for (const ImXmlElement *track = tracks == NULL ? NULL : tracks->first_child;
       track != NULL; track = track->next_sibling)
    if (strcmp (track->name, "Track") == 0 && !read_track (reader, track, error))
      return FALSE;
  if (reader->n_files == 1)
    return TRUE;
  if (reader->n_files == 0)
    return fail (reader, error, "the session has no track of data");

  return fail (reader, error,
               "the session has %u tracks of data; give the file of one: %s",
               reader->n_files, reader->files->str);
}

ImSession *
im_session_load (const char *path, GError **error)
{
  g_autoptr (ImSession) session = g_new0 (ImSession, 1);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = im_file_read (path, IM_XML_MAX_BYTES, error);
  g_autoptr (GString) files = g_string_new (NULL);
  g_autoptr (ImXmlDocument) document = NULL;
  Reader reader = { .path = path, .session = session, .files = files };

  if (bytes == NULL)
    return NULL;
  document = im_xml_document_parse (bytes, path, problems);
  if (document == NULL)
    {
      fail (&reader, error, "%s", im_diagnostics_get (problems, 0)->message);
      return NULL;
    }
  if (!read_tracks (&reader, im_xml_document_get_root (document), error))
    return NULL;
  session->offset_s = reader.labels_s - reader.data_s;

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
