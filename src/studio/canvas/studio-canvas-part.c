/* SPDX-License-Identifier: MIT
 *
 * Inputs, outputs, options, expressions and constants that the pipeline gets where
 * somebody wants them: at the end of a pipe that was dropped, at a place, or in a stack.
 */
#include <string.h>

#include "document/change/im-document-input.h"
#include "studio/canvas/studio-canvas-private.h"
#include "unit/im-unit-frame.h"

#define MAX_EDITS 2

/* A part that comes, as edits. */
typedef struct
{
  StudioCanvas *canvas;
  char *name;
  char *text; /* what stands behind `=` */
  const char *names[1];
  ImEditPlace at;
  const char *port; /* of it, that the pipe leads to */
} NewPart;

static char *
dup_free_name (ImDocument *document, const char *base)
{
  for (guint i = 1;; i++)
    {
      g_autofree char *name = i == 1 ? g_strdup (base)
                                     : g_strdup_printf ("%s_%u", base, i);

      if (im_unit_find_parameter (im_document_get_unit (document), name) == NULL &&
          im_unit_find_frame (im_document_get_unit (document), name) == NULL &&
          im_graph_find_node (im_document_get_graph (document), name) < 0)
        return g_steal_pointer (&name);
    }
}

/* The parameter at the end of the pipe that was dropped, or NULL. */
static const ImParameter *
find_wanted (StudioCanvas *self)
{
  const ImGraphNode *node;

  if (!self->has_wanted || self->wanted_end.port == NULL)
    return NULL;
  node = im_document_get_node (self->document, self->wanted_end.node)->node;

  return node->unit == NULL ? node->parameter
                            : im_unit_find_parameter (node->unit, self->wanted_end.port);
}

static const char *
choose_option_type (const ImParameter *wanted)
{
  static const char *const types[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INT] = "int32",        [IM_PARAMETER_DOUBLE] = "double",
    [IM_PARAMETER_BOOL] = "bool",        [IM_PARAMETER_STRING] = "string",
    [IM_PARAMETER_SHAPE] = "shape",      [IM_PARAMETER_FILE] = "string",
    [IM_PARAMETER_DIRECTORY] = "string",
  };

  return wanted == NULL || types[wanted->kind] == NULL ? "double" : types[wanted->kind];
}

/* The default of the option that it is for, or one of its type. */
static char *
dup_option_default (const ImParameter *wanted, const char *type)
{
  if (wanted != NULL && wanted->option != NULL && wanted->option->initial.text != NULL)
    return g_strdup (wanted->option->initial.text);

  return g_strdup (strcmp (type, "bool") == 0     ? "false"
                   : strcmp (type, "shape") == 0  ? "[1]"
                   : strcmp (type, "string") == 0 ? ""
                                                  : "0");
}

static ImEdit
make_edit (NewPart *new, StudioPart part)
{
  static const ImEditKind kinds[STUDIO_N_PARTS] = { IM_EDIT_INPUT, IM_EDIT_OUTPUT,
                                                    IM_EDIT_OPTION, IM_EDIT_EXPRESSION,
                                                    IM_EDIT_EXPRESSION };
  StudioCanvas *self = new->canvas;
  const ImParameter *wanted = find_wanted (self);
  gboolean is_read = self->has_wanted && self->wanted_end.port != NULL &&
                     self->wanted_end.is_output;
  ImEdit edit = { .kind = kinds[part],
                  .nodes = new->names,
                  .n_nodes = 1,
                  .places = im_document_is_free (self->document) ? &new->at : NULL };

  switch (part)
    {
    case STUDIO_PART_INPUT:
      new->text = im_document_dup_likely_type (self->document);
      new->port = is_read ? NULL : "value";
      break;
    case STUDIO_PART_OUTPUT:
      new->port = is_read ? "value" : NULL;
      break;
    case STUDIO_PART_OPTION:
      edit.name = choose_option_type (is_read ? NULL : wanted);
      new->text = dup_option_default (is_read ? NULL : wanted, edit.name);
      new->port = is_read ? NULL : "value";
      break;
    case STUDIO_PART_EXPRESSION:
    case STUDIO_PART_CONSTANT:
      new->text = g_strdup (is_read && part == STUDIO_PART_EXPRESSION ? "value" : "0");
      new->port = !is_read ? "output" : part == STUDIO_PART_EXPRESSION ? "value" : NULL;
      break;
    case STUDIO_PART_FRAME:
    case STUDIO_N_PARTS:
    default:
      break;
    }
  edit.text = new->text;

  return edit;
}

/* The pipe from the part, or to it. */
static gboolean
make_pipe (const NewPart *new, ImEdit *edit)
{
  StudioCanvas *self = new->canvas;
  ImEditPort own = { new->name, new->port };
  ImEditPort wanted;

  if (new->port == NULL || !self->has_wanted || self->wanted_end.port == NULL ||
      !im_document_is_free (self->document))
    return FALSE;
  wanted = (ImEditPort){
    im_document_get_node (self->document, self->wanted_end.node)->node->name,
    self->wanted_end.port
  };
  *edit = (ImEdit){ .kind = IM_EDIT_CONNECT,
                    .source = self->wanted_end.is_output ? wanted : own,
                    .target = self->wanted_end.is_output ? own : wanted };

  return TRUE;
}

/* What is new is selected, also where it is no node. */
static void
go_to (StudioCanvas *self, const char *name)
{
  gint number = im_graph_find_node (im_document_get_graph (self->document), name);
  GPtrArray *names;

  if (number >= 0 && number < (gint) self->nodes->len)
    {
      studio_canvas_go_to_new (self, (guint) number);
      return;
    }
  names = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (names, g_strdup (name));
  studio_session_select_names (self->session, names);
}

char *
studio_canvas_insert_part (StudioCanvas *self,
                           StudioPart part,
                           const graphene_point_t *at,
                           GError **error)
{
  static const char *const names[STUDIO_N_PARTS] = { "input",      "output",   "option",
                                                     "expression", "constant", "frame" };
  graphene_rect_t area = { *at, studio_canvas_guess_size (studio_parts_get_unit (part)) };
  g_autofree char *name = dup_free_name (self->document, names[part]);
  g_autofree char *text = NULL;
  NewPart new = { .canvas = self, .name = name, .names = { name } };
  ImEdit edits[MAX_EDITS];
  guint n = 1;
  gboolean is_inserted;

  studio_canvas_avoid_nodes (self, &area);
  new.at = (ImEditPlace){ (double) area.origin.x, (double) area.origin.y };
  edits[0] = make_edit (&new, part);
  text = new.text;
  n += make_pipe (&new, &edits[1]);
  is_inserted = im_document_apply (self->document, edits, n, error);
  if (!is_inserted)
    return NULL;
  go_to (self, name);

  return g_steal_pointer (&name);
}
