/* SPDX-License-Identifier: MIT
 *
 * Reader of projects: files whose root is <ImagimobStudio>. The preprocessor of the
 * project, and that of each of its models, is a pipeline; all else belongs to the product
 * that wrote the file. A preprocessor holds its layers itself. It declares no sockets:
 * it has a stream of data and one of time, and says by attributes what the data is.
 */
#include <string.h>

#include "unit/im-unit-reader.h"

const char *
im_unit_reader_name_file (ImUnitReader *reader)
{
  g_autofree char *name = g_path_get_basename (im_source_get_name (reader->source));
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  char *dot = strrchr (valid, '.');

  if (dot != NULL && dot > valid)
    *dot = '\0';

  return im_arena_strdup (reader->arena, valid);
}

static ImUnitText
get_id (ImUnitReader *reader, const ImXmlElement *element)
{
  const ImXmlElement *model = element->parent;
  ImUnitText id = { im_unit_reader_name_file (reader), element->name_span };
  ImUnitText name = im_unit_reader_get_text (model, "name");

  if (strcmp (model->name, "Model") == 0)
    id.text = im_arena_printf (reader->arena, "%s.%s", id.text,
                               name.text == NULL ? "Model" : name.text);

  return im_unit_reader_show_name (reader, id);
}

static ImSocket *
add_socket (ImUnitReader *reader,
            ImParameterKind kind,
            const char *name,
            gboolean is_time)
{
  ImUnit *unit = reader->unit;
  ImParameter *parameter = (ImParameter *) &unit->parameters[unit->n_parameters++];
  ImSocket *socket;

  *parameter = (ImParameter){
    .kind = kind,
    .element = unit->element,
    .name = { name, unit->element->name_span },
    .text = name,
    .slot = im_symbols_add (reader->symbols, name),
  };
  socket = im_unit_reader_add_socket (reader, parameter);
  socket->pipe = is_time ? "time" : "data";
  socket->is_optional = is_time && kind == IM_PARAMETER_INPUT;
  socket->is_time = is_time;

  return socket;
}

/* What a project says in attributes of its own. A rate of zero is what it writes where it
 * knows none. */
static void
read_input (const ImXmlElement *element, ImSocket *input)
{
  ImUnitDeclared *declared = &input->declared;
  double rate;

  if (declared->type.text == NULL)
    declared->type = im_unit_reader_get_text (element, "intype");
  if (declared->shape.text == NULL)
    declared->shape = im_unit_reader_get_text (element, "inshape");
  if (declared->rate.text != NULL)
    return;
  declared->rate = im_unit_reader_get_text (element, "infreq");
  if (declared->rate.text != NULL && im_unit_parse_number (declared->rate.text, &rate) &&
      rate == 0)
    declared->rate.text = NULL;
}

static void
add_sockets (ImUnitReader *reader)
{
  ImUnitText has_time = { "time_input != null", reader->unit->element->name_span };
  const ImXmlElement *element = reader->unit->element;
  ImParameter *parameters = im_arena_new0 (reader->arena, ImParameter, 4);
  ImSocket *input, *output, *time;

  reader->unit->parameters = parameters;
  input = add_socket (reader, IM_PARAMETER_INPUT, "input", FALSE);
  im_unit_reader_read_declared (element, input);
  read_input (element, input);
  time = add_socket (reader, IM_PARAMETER_INPUT, "time_input", TRUE);
  im_unit_reader_read_declared (element, time);
  output = add_socket (reader, IM_PARAMETER_OUTPUT, "output", FALSE);
  output->given.type = im_unit_reader_get_text (element, "outtype");
  output->given.shape = im_unit_reader_get_text (element, "outshape");
  add_socket (reader, IM_PARAMETER_OUTPUT, "time_output", TRUE);
  parameters[3].conditional = im_unit_reader_new_expr (reader, has_time);
}

void
im_unit_reader_read_preprocessor (ImUnitReader *reader, const ImXmlElement *element)
{
  ImUnit *unit = reader->unit;
  const char *dot;

  unit->kind = IM_UNIT_COMPOSITE;
  unit->is_preprocessor = TRUE;
  unit->is_of_model = strcmp (element->parent->name, "Model") == 0;
  unit->element = element;
  unit->promises = im_unit_reader_read_promises (reader, element);
  unit->symbols = reader->symbols = im_symbols_new ();
  unit->node_symbols = g_ptr_array_new_with_free_func ((GDestroyNotify) im_symbols_free);
  unit->id = get_id (reader, element);
  dot = strchr (unit->id.text, '.');
  unit->display_name = dot == NULL ? unit->id.text : dot + 1;
  unit->display_path = "/";
  add_sockets (reader);
  im_unit_reader_read_layers (reader, element);
}

GPtrArray *
im_unit_reader_list_preprocessors (const ImXmlElement *root)
{
  GPtrArray *found = g_ptr_array_new ();
  const ImXmlElement *models = im_unit_reader_find (root, "Models");
  const ImXmlElement *own = im_unit_reader_find (root, "Preprocessor");

  if (own != NULL)
    g_ptr_array_add (found, (gpointer) own);
  for (const ImXmlElement *model = models == NULL ? NULL : im_unit_reader_first (models);
       model != NULL; model = im_unit_reader_next (model))
    if (strcmp (model->name, "Model") == 0 &&
        (own = im_unit_reader_find (model, "Preprocessor")) != NULL)
      g_ptr_array_add (found, (gpointer) own);

  return found;
}
