/* SPDX-License-Identifier: MIT */
#include "document/disk/im-document-new.h"

#include <string.h>

#include "document/change/im-document-change.h"

#define SUFFIX ".imunit"

/* The id and the name for users take the place of %s. */
static const char stack[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n"
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n"
    "  <Composite unit=\"%s\">\n"
    "    <DisplayName>%s</DisplayName>\n"
    "\n"
    "    <Parameters>\n"
    "      <InputSocket name=\"input\" pipe=\"data\" text=\"Input\" im:type=\"Float32\" "
    "im:shape=\"[1]\" im:rate=\"16000\" />\n"
    "      <OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" "
    "rate=\"input.rate\" pipe=\"data\" text=\"Output\" im:follows=\"layers\" />\n"
    "    </Parameters>\n"
    "\n"
    "    <Stacked>\n"
    "    </Stacked>\n"
    "  </Composite>\n"
    "</Imaginet>\n";

static const char graph[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n"
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n"
    "  <Compound unit=\"%s\">\n"
    "    <DisplayName>%s</DisplayName>\n"
    "\n"
    "    <Nodes>\n"
    "      <TensorInputNode id=\"input\" x=\"40\" y=\"120\" enabled=\"true\" "
    "name=\"Input\" "
    "param=\"input\" im:type=\"Float32\" im:shape=\"[1]\" im:rate=\"16000\" />\n"
    "      <TensorOutputNode id=\"output\" x=\"560\" y=\"120\" enabled=\"true\" "
    "name=\"Output\" param=\"output\" />\n"
    "    </Nodes>\n"
    "\n"
    "    <Connections>\n"
    "      <Connection>\n"
    "        <Source node=\"input\" param=\"value\" />\n"
    "        <Target node=\"output\" param=\"value\" />\n"
    "      </Connection>\n"
    "    </Connections>\n"
    "  </Compound>\n"
    "</Imaginet>\n";

/* A name for users of the name of a file: `low-pass_2.imunit` is “Low Pass 2”. */
static char *
dup_display_name (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *stem = g_utf8_make_valid (base, -1);
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean begins = TRUE;

  if (g_str_has_suffix (stem, SUFFIX))
    stem[strlen (stem) - strlen (SUFFIX)] = '\0';
  for (const char *p = stem; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isalnum (c))
        begins = TRUE;
      else
        {
          if (begins && name->len > 0)
            g_string_append_c (name, ' ');
          g_string_append_unichar (name, begins ? g_unichar_toupper (c) : c);
          begins = FALSE;
        }
    }
  if (name->len == 0)
    g_string_append (name, "Pipeline");

  return g_string_free (g_steal_pointer (&name), FALSE);
}

/* The name in letters and digits that an id may have, such as `Pipelines.LowPass2`. */
static char *
dup_id (const char *name)
{
  g_autoptr (GString) id = g_string_new ("Pipelines.");
  gsize prefix = id->len;

  for (const char *p = name; *p != '\0'; p++)
    if (g_ascii_isalpha (*p) || (g_ascii_isdigit (*p) && id->len > prefix))
      g_string_append_c (id, *p);
  if (id->len == prefix)
    g_string_append (id, "Pipeline");

  return g_string_free (g_steal_pointer (&id), FALSE);
}

char *
im_document_dup_path (GFile *file, gboolean *is_taken)
{
  g_autofree char *path = g_file_get_path (file);
  char *with_suffix;

  *is_taken = FALSE;
  if (path == NULL || g_str_has_suffix (path, SUFFIX))
    return g_steal_pointer (&path);
  with_suffix = g_strconcat (path, SUFFIX, NULL);
  *is_taken = g_file_test (with_suffix, G_FILE_TEST_EXISTS);

  return with_suffix;
}

/* No file is ever there; what is saved goes elsewhere. */
static char *
dup_untitled_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "imaginet-studio", "untitled",
                           "untitled" SUFFIX, NULL);
}

ImDocument *
im_document_new_untitled (ImDocumentTemplate kind, ImUnitLibrary *library)
{
  g_autofree char *path = dup_untitled_path ();
  g_autofree char *name = dup_display_name (path);
  g_autofree char *id = dup_id (name);
  char *text = kind == IM_DOCUMENT_STACK ? g_markup_printf_escaped (stack, id, name)
                                         : g_markup_printf_escaped (graph, id, name);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  ImDocument *document = im_document_new_for_bytes (path, bytes, NULL, library, NULL);

  g_assert (document != NULL);
  im_history_set_saved_bytes (document->history, bytes);

  return document;
}

gboolean
im_document_is_untitled_path (const char *path)
{
  g_autofree char *untitled = dup_untitled_path ();

  return strcmp (path, untitled) == 0;
}

gboolean
im_document_is_untitled (ImDocument *self)
{
  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);

  return im_document_is_untitled_path (self->path);
}

char *
im_document_dup_folder (ImDocument *self)
{
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);
  g_autofree char *path = NULL;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), NULL);

  if (im_document_is_untitled (self))
    return g_strdup (documents != NULL ? documents : g_get_home_dir ());
  path = g_canonicalize_filename (self->path, NULL);

  return g_path_get_dirname (path);
}

/* What users have called differently stays. Returns whether anything has another name. */
static gboolean
name_after (ImDocument *self, const char *path)
{
  const ImUnit *unit = im_document_get_main_unit (self);
  const ImXmlElement *child = im_xml_element_find_child (unit->element, "DisplayName");
  g_autofree char *old_name = dup_display_name (self->path), *old_id = dup_id (old_name);
  g_autofree char *name = dup_display_name (path), *id = dup_id (name);
  g_autofree char *way = im_document_dup_way (unit->element);
  ImEdit edits[2];
  guint n = 0;

  if (strcmp (unit->id.text, old_id) == 0)
    edits[n++] = (ImEdit){ .kind = IM_EDIT_ATTRIBUTE,
                           .element = way,
                           .name = "unit",
                           .text = id };
  if (child != NULL && g_strcmp0 (child->text, old_name) == 0)
    edits[n++] = (ImEdit){ .kind = IM_EDIT_CONTENT,
                           .element = way,
                           .name = "DisplayName",
                           .text = name };

  return im_document_apply (self, edits, n, NULL);
}

gboolean
im_document_save_first (ImDocument *self, const char *path, GError **error)
{
  gboolean is_named;

  g_return_val_if_fail (IM_IS_DOCUMENT (self), FALSE);

  is_named = name_after (self, path);
  if (im_document_save (self, path, error))
    return TRUE;
  /* It is going to be saved elsewhere, under another name. */
  if (is_named)
    im_document_undo (self);

  return FALSE;
}
