/* SPDX-License-Identifier: MIT
 *
 * From a pipeline to the text of a file. Texts of the line stand in it as they are, but
 * for the characters that XML needs escaped, so places can be mapped back.
 */

#include "base/im-text.h"
#include "graph/im-graph.h"
#include "graph/im-launch-private.h"
#include "lang/im-value.h"
#include "unit/im-unit-write.h"

typedef struct
{
  ImLaunch *launch;
  GString *out;
} Writer;

/* Appends a text that comes from @place of the line, as @write writes it. */
static void
append_marked (Writer *writer,
               void (*write) (GString *out, const char *text),
               const char *text,
               ImSpan place)
{
  ImLaunchMark mark = { { (guint32) writer->out->len, 0 }, place };

  write (writer->out, text);
  mark.file.end = (guint32) writer->out->len;
  g_array_append_val (writer->launch->marks, mark);
}

static void
append_input (Writer *writer)
{
  const ImTensorType *type = &writer->launch->source;
  ImLaunchMark mark = { { (guint32) writer->out->len, 0 }, writer->launch->source_place };

  g_string_append_printf (
      writer->out,
      "      <InputSocket name=\"input\" pipe=\"data\" im:type=\"%s\" im:shape=\"",
      im_dtype_get_info (type->dtype)->system_name);
  im_shape_append_text (&type->shape, writer->out);
  if (type->rate_hz > 0)
    {
      g_string_append (writer->out, "\" im:rate=\"");
      im_text_append_double (writer->out, type->rate_hz);
    }
  g_string_append (writer->out, "\" />\n");
  mark.file.end = (guint32) writer->out->len;
  g_array_append_val (writer->launch->marks, mark);
}

/* A size that is not known is said to be one of the input that is not known either. */
static void
append_unknown_size (GString *out, const ImShape *source, guint axis)
{
  if (axis >= source->rank || source->size[axis] != IM_SHAPE_UNKNOWN)
    for (axis = 0; source->size[axis] != IM_SHAPE_UNKNOWN;)
      axis++;
  g_string_append_printf (out, "input.shape.size(%u)", axis);
}

static void
append_shape (GString *out, const ImShape *shape, const ImShape *source)
{
  if (shape->rank == 0)
    {
      g_string_append (out, "System.Shape(1).remove(0)");
      return;
    }

  g_string_append (out, "System.Shape(");
  for (guint i = shape->rank; i > 0; i--)
    {
      if (shape->size[i - 1] == IM_SHAPE_UNKNOWN)
        append_unknown_size (out, source, i - 1);
      else
        g_string_append_printf (out, "%d", shape->size[i - 1]);
      g_string_append (out, i > 1 ? ", " : ")");
    }
}

static void
append_output (Writer *writer, const ImTensorType *type)
{
  g_string_append (writer->out, "      <OutputSocket name=\"output\" type=\"System.");
  g_string_append (writer->out, im_dtype_get_info (type->dtype)->system_name);
  g_string_append (writer->out, "\" shape=\"");
  append_shape (writer->out, &type->shape, &writer->launch->source.shape);
  if (type->rate_hz > 0)
    {
      /* A rate is a double, also for those who tell 100 from 100.0. */
      g_string_append (writer->out, "\" rate=\"");
      im_value_append_text (&IM_DOUBLE (type->rate_hz), writer->out);
    }
  g_string_append (writer->out, "\" pipe=\"data\" />\n");
}

static void
append_setting (Writer *writer, const ImLaunchSetting *setting)
{
  g_string_append (writer->out, "        <Argument param=\"");
  append_marked (writer, im_unit_write_value, setting->parameter->name.text,
                 setting->name);
  g_string_append (writer->out, "\">");
  append_marked (writer, im_unit_write_content, setting->text, setting->value);
  g_string_append (writer->out, "</Argument>\n");
}

/* The name of the output that the pipeline gives, or NULL if the line sets it. */
static const char *
find_output (const ImLaunch *launch, const ImLaunchLayer *layer)
{
  const ImUnit *unit = layer->unit;
  const ImParameter *output = NULL;

  for (guint i = 0; i < unit->n_parameters && output == NULL; i++)
    if ((unit->parameters[i].kind == IM_PARAMETER_OUTPUT ||
         unit->parameters[i].kind == IM_PARAMETER_RETURN) &&
        g_strcmp0 (im_graph_get_pipe (unit, &unit->parameters[i]), "data") == 0)
      output = &unit->parameters[i];
  for (guint i = 0; i < layer->n_settings; i++)
    if (g_array_index (launch->settings, ImLaunchSetting, layer->first_setting + i)
            .parameter == output)
      return NULL;

  return output == NULL ? NULL : output->name.text;
}

static void
append_layer (Writer *writer, guint number)
{
  const ImLaunch *launch = writer->launch;
  const ImLaunchLayer *layer = &g_array_index (launch->layers, ImLaunchLayer, number);
  const char *output = number + 1 == launch->layers->len ? find_output (launch, layer)
                                                         : NULL;

  g_string_append (writer->out, "      <Unit id=\"");
  append_marked (writer, im_unit_write_value, layer->unit->id.text, layer->place);
  if (layer->n_settings == 0 && output == NULL)
    {
      g_string_append (writer->out, "\" />\n");
      return;
    }

  g_string_append (writer->out, "\">\n");
  for (guint i = 0; i < layer->n_settings; i++)
    append_setting (writer, &g_array_index (launch->settings, ImLaunchSetting,
                                            layer->first_setting + i));
  if (output != NULL)
    {
      g_string_append (writer->out, "        <Argument param=\"");
      im_unit_write_value (writer->out, output);
      g_string_append (writer->out, "\">output</Argument>\n");
    }
  g_string_append (writer->out, "      </Unit>\n");
}

static void
append_head (Writer *writer, const char *id)
{
  g_string_append_printf (writer->out,
                          "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n"
                          "<Imaginet xmlns:im=\"%s\">\n  <Composite unit=\"",
                          IM_UNIT_NAMESPACE);
  im_unit_write_value (writer->out, id);
  g_string_append (writer->out, "\">\n    <DisplayName>");
  im_unit_write_content (writer->out, im_text_get_last_part (id));
  g_string_append (writer->out, "</DisplayName>\n"
                                "    <DisplayPath>/Pipelines</DisplayPath>\n\n"
                                "    <Parameters>\n");
}

GBytes *
im_launch_write (ImLaunch *launch, const char *id, const ImTensorType *output)
{
  Writer writer = { launch, g_string_new (NULL) };

  g_array_set_size (launch->marks, 0);
  append_head (&writer, id);
  append_input (&writer);
  append_output (&writer, output != NULL ? output : &launch->source);
  g_string_append (writer.out, "    </Parameters>\n\n    <Stacked>\n");
  for (guint i = 0; i < launch->layers->len; i++)
    append_layer (&writer, i);
  g_string_append (writer.out, "    </Stacked>\n  </Composite>\n</Imaginet>\n");

  return g_string_free_to_bytes (writer.out);
}

/* The bytes of the line that a range of the file comes from; all of the line if it comes
 * from none of its words. */
static ImSpan
map_span (const ImLaunch *launch, ImSpan span)
{
  gsize length;

  im_source_get_text (launch->line, &length);
  for (guint i = 0; i < launch->marks->len; i++)
    {
      const ImLaunchMark *mark = &g_array_index (launch->marks, ImLaunchMark, i);
      ImSpan line = mark->line;

      if (span.start < mark->file.start || span.start >= mark->file.end)
        continue;
      /* Where nothing was escaped or rewritten, a part of the word is told. */
      if (line.end - line.start == mark->file.end - mark->file.start &&
          span.end <= mark->file.end)
        return (ImSpan){ line.start + span.start - mark->file.start,
                         line.start + span.end - mark->file.start };
      return line;
    }

  return (ImSpan){ 0, (guint32) length };
}

void
im_launch_add_problems (const ImLaunch *launch,
                        const ImUnitFile *file,
                        const ImDiagnostics *found,
                        ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    {
      ImDiagnostic problem = *im_diagnostics_get (found, i);

      if (problem.source == im_unit_file_get_source (file))
        {
          problem.source = launch->line;
          problem.name = im_source_get_name (launch->line);
          problem.span = map_span (launch, problem.span);
        }
      im_diagnostics_add_copy (diagnostics, &problem);
    }
}
