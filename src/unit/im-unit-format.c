/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-format.h"

#include <string.h>

#include "unit/im-unit.h"
#include "xml/im-xml-format.h"

G_STATIC_ASSERT (IM_UNIT_FORMAT_MAX_BYTES == IM_XML_MAX_BYTES);

static const char *const flow[] = { "Description", NULL };
static const char *const code[] = { "Code", NULL };
static const ImXmlFormat format = { flow, code, IM_UNIT_NAMESPACE };

GBytes *
im_unit_format (GBytes *bytes, const char *path, ImDiagnostics *diagnostics)
{
  g_autoptr (ImXmlDocument) before = im_xml_document_parse (bytes, path, diagnostics);
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  g_autoptr (ImXmlDocument) after = NULL;
  g_autoptr (GBytes) result = NULL;
  g_autoptr (GError) error = NULL;
  const ImXmlElement *root;
  const ImSpan *loss;

  if (before == NULL)
    return NULL;
  root = im_xml_document_get_root (before);
  if (strcmp (root->name, "Imaginet") != 0)
    {
      im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "format",
                          im_xml_document_get_source (before), root->name_span,
                          "the root element of a unit file is <Imaginet>, found <%s>",
                          root->name);
      return NULL;
    }
  result = im_xml_format (before, &format, &error);
  if (result == NULL)
    {
      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "xml-encoding", path,
                                   "%s", error->message);
      return NULL;
    }
  after = im_xml_document_parse (result, path, said);
  loss = after == NULL ? &root->span : im_xml_format_find_loss (before, after, &format);
  if (loss != NULL)
    {
      im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "format-loss",
                          im_xml_document_get_source (before), *loss,
                          "laid out, this would not mean the same; the file stays as it "
                          "is");
      return NULL;
    }

  return g_steal_pointer (&result);
}
