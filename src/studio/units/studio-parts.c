/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-parts.h"

#include <glib/gi18n.h>
#include <string.h>

#define PREFIX "Studio.Pipeline."

static const struct
{
  const char *id;
  const char *name;
  const char *description;
  gboolean has_input; /* a pipe can end there */
  gboolean has_output;
} parts[STUDIO_N_PARTS] = {
  { PREFIX "Input", N_ ("Input"),
    N_ ("A tensor that comes into the pipeline: its type, shape and rate are set in the "
        "inspector."),
    FALSE, TRUE },
  { PREFIX "Output", N_ ("Output"), N_ ("A tensor that the pipeline gives."), TRUE,
    FALSE },
  { PREFIX "Option", N_ ("Option"),
    N_ ("A value that whoever uses the pipeline can set, with a default, a range and "
        "choices."),
    FALSE, TRUE },
  { PREFIX "Expression", N_ ("Expression"),
    N_ ("A value that is computed of options, of other values and of the shapes, types "
        "and rates of tensors, such as rate / 2."),
    TRUE, TRUE },
  { PREFIX "Constant", N_ ("Constant"),
    N_ ("A value that is always the same, such as 0.5 or System.Shape(3, 2)."), FALSE,
    TRUE },
  { PREFIX "Frame", N_ ("Frame"),
    N_ ("A rectangle behind nodes of a graph that names a part of it, or a note beside "
        "them. It says nothing of what is computed."),
    FALSE, FALSE },
};

static void
append_part (GString *out, StudioPart part)
{
  g_autofree char *text = g_markup_printf_escaped (
      "<Composite unit=\"%s\"><DisplayName>%s</DisplayName>"
      "<DisplayPath>/%s</DisplayPath><Description>%s</Description>",
      parts[part].id, _ (parts[part].name), _ ("Pipeline"), _ (parts[part].description));

  g_string_append_printf (
      out, "%s<Parameters>%s%s</Parameters><Stacked></Stacked></Composite>", text,
      parts[part].has_input ? "<InputSocket name=\"value\" pipe=\"data\" />" : "",
      parts[part].has_output ? "<OutputSocket name=\"output\" type=\"System.Float32\" "
                               "shape=\"System.Shape(1)\" pipe=\"data\" />"
                             : "");
}

const ImUnit *
studio_parts_get_unit (StudioPart part)
{
  static ImUnitFile *file;

  g_return_val_if_fail (part < STUDIO_N_PARTS, NULL);

  if (file == NULL)
    {
      GString *text = g_string_new ("<Imaginet>");
      g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
      g_autoptr (GBytes) bytes = NULL;

      for (guint i = 0; i < STUDIO_N_PARTS; i++)
        append_part (text, (StudioPart) i);
      g_string_append (text, "</Imaginet>");
      bytes = g_string_free_to_bytes (text);
      file = im_unit_file_parse (bytes, "pipeline", problems);
      g_assert (file != NULL && im_unit_file_get_count (file) == STUDIO_N_PARTS);
    }

  return im_unit_file_get_unit (file, part);
}

StudioPart
studio_parts_find (const char *unit_id)
{
  guint part = 0;

  while (part < STUDIO_N_PARTS && strcmp (parts[part].id, unit_id) != 0)
    part++;

  return (StudioPart) part;
}
