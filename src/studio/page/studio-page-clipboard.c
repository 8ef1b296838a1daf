/* SPDX-License-Identifier: MIT
 *
 * Copying, pasting, duplicating and grouping what is selected on the canvas, and making a
 * unit of it.
 */
#include <glib/gi18n.h>

#include "studio/export/studio-make-unit.h"
#include "studio/page/studio-page-private.h"
#include "unit/im-unit-frame.h"

static void
select_new (StudioPage *self, guint first, guint n)
{
  gboolean is_free = im_document_is_free (self->document);
  g_autofree guint *nodes = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    nodes[i] = is_free ? first + i : im_document_find_node (self->document, first + i);
  studio_session_select (self->session, nodes, n);
}

static void
say_error (StudioPage *self, const GError *error)
{
  if (error != NULL)
    studio_page_say (self, error->message);
}

/* The selected nodes, or those in the frame that is selected. */
static guint *
dup_copied (StudioPage *self, const ImUnitFrame **frame, guint *n)
{
  *frame = studio_session_get_frame (self->session);

  return *frame == NULL ? studio_session_dup_nodes (self->session, n)
                        : im_document_list_framed (self->document, *frame, n);
}

/* A frame goes with what stands in it, as one step. */
static void
remove_frame (StudioPage *self,
              const ImUnitFrame *frame,
              const guint *nodes,
              guint n,
              GError **error)
{
  g_autofree const char **names = g_new (const char *, n + 1);
  const ImEdit edit = { .kind = IM_EDIT_DISSOLVE, .nodes = names, .n_nodes = n + 1 };

  for (guint i = 0; i < n; i++)
    names[i] = im_document_get_node (self->document, nodes[i])->node->name;
  names[n] = frame->id;
  im_document_apply (self->document, &edit, 1, error);
}

static void
copy_action (StudioPage *self, const char *name, GVariant *parameter)
{
  const ImUnitFrame *frame;
  guint n;
  g_autofree guint *nodes = dup_copied (self, &frame, &n);
  g_autofree char *text = im_document_dup_nodes_text (self->document, nodes, n, frame);
  g_autoptr (GError) error = NULL;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  if (!g_str_has_suffix (name, "cut"))
    return;
  if (frame != NULL)
    remove_frame (self, frame, nodes, n, &error);
  else
    im_document_remove_nodes (self->document, nodes, n, TRUE, &error);
  say_error (self, error);
}

/* The last frame of the unit. */
static void
select_new_frame (StudioPage *self)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  if (unit->n_frames > 0)
    g_ptr_array_add (names, g_strdup (unit->frames[unit->n_frames - 1].id));
  studio_session_select_names (self->session, names);
}

static void
paste (StudioPage *self, const char *text)
{
  gboolean is_free = im_document_is_free (self->document);
  gint layer = studio_session_get_layer (self->session);
  guint before = layer < 0 ? im_document_get_n_layers (self->document)
                           : (guint) layer + 1;
  graphene_point_t at;
  g_autoptr (GError) error = NULL;
  guint n;

  studio_canvas_get_pointer (self->canvas, &at);
  if (is_free)
    studio_canvas_find_room (self->canvas, text, &at);
  if (im_document_paste (self->document, text, before, (double) at.x, (double) at.y, &n,
                         &error) &&
      n == 0)
    select_new_frame (self);
  else if (error == NULL)
    select_new (self, is_free ? studio_canvas_get_n_nodes (self->canvas) - n : before, n);
  say_error (self, error);
}

static void
read_cb (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (StudioPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard),
                                                          result, &error);

  if (text == NULL)
    studio_page_say (self, _ ("The clipboard has no text"));
  else if (self->document != NULL)
    paste (self, text);
}

static void
paste_action (StudioPage *self, const char *name, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self)), NULL,
                                 read_cb, g_object_ref (self));
}

static void
duplicate_action (StudioPage *self, const char *name, GVariant *parameter)
{
  const ImUnitFrame *frame;
  guint n, first, n_new;
  g_autofree guint *nodes = dup_copied (self, &frame, &n);
  g_autoptr (GError) error = NULL;
  graphene_point_t at;

  studio_canvas_find_room_below (self->canvas, &at);
  if (!im_document_duplicate (self->document, nodes, n, frame, (double) at.x,
                              (double) at.y, &first, &n_new, &error))
    say_error (self, error);
  else if (frame != NULL)
    select_new_frame (self);
  else
    select_new (self, first, n_new);
  say_error (self, error);
}

/* The selected layers, if they stand behind each other. */
static gboolean
get_layers (StudioPage *self, guint *first, guint *n_layers)
{
  guint n;
  g_autofree guint *nodes = studio_session_dup_nodes (self->session, &n);
  guint last = 0;

  *first = G_MAXUINT;
  *n_layers = 0;
  for (guint i = 0; i < n; i++)
    {
      gint layer = im_document_get_node (self->document, nodes[i])->layer;

      if (layer < 0)
        continue;
      *first = MIN (*first, (guint) layer);
      last = MAX (last, (guint) layer);
      (*n_layers)++;
    }

  return *n_layers > 0 && last - *first + 1 == *n_layers;
}

/* The new node is the last one. */
static void
group_nodes (StudioPage *self)
{
  guint n, last;
  g_autofree guint *nodes = studio_session_dup_nodes (self->session, &n);
  g_autoptr (GError) error = NULL;

  if (n == 0)
    studio_page_say (self, _ ("Select the nodes that become one"));
  else if (im_document_group_nodes (self->document, nodes, n, &error))
    {
      last = im_document_get_graph (self->document)->n_nodes - 1;
      studio_session_select (self->session, &last, 1);
    }
  say_error (self, error);
}

static void
group_action (StudioPage *self, const char *name, GVariant *parameter)
{
  g_autoptr (GError) error = NULL;
  guint first, n_layers;

  if (im_document_is_free (self->document))
    group_nodes (self);
  else if (!get_layers (self, &first, &n_layers))
    studio_page_say (self, _ ("Select layers that stand behind each other"));
  else if (im_document_group (self->document, first, n_layers, &error))
    studio_session_select_layer (self->session, (gint) first);
  say_error (self, error);
}

static void
ungroup_action (StudioPage *self, const char *name, GVariant *parameter)
{
  gint layer = studio_session_get_layer (self->session);
  g_autoptr (GError) error = NULL;
  guint n;

  if (layer < 0)
    studio_page_say (self, _ ("Select the group that becomes its layers"));
  else if (im_document_ungroup (self->document, (guint) layer, &n, &error))
    select_new (self,
                im_document_is_free (self->document)
                    ? im_document_get_graph (self->document)->n_nodes - n
                    : (guint) layer,
                n);
  say_error (self, error);
}

static void
made_cb (StudioPage *self, const char *path)
{
  guint n = im_document_get_n_layers (self->document);
  g_autofree char *base = g_filename_display_basename (path);
  /* Translators: %s is the name of a file */
  g_autofree char *text = g_strdup_printf (_ ("Saved “%s”"), base);

  for (guint i = 0; i < n; i++)
    {
      const ImUnit *unit = im_document_get_layer (self->document, i)->unit;

      if (unit != NULL && strcmp (im_unit_file_get_path (unit->file), path) == 0)
        studio_session_select_layer (self->session, (gint) i);
    }
  studio_page_say (self, text);
}

static void
make_unit_action (StudioPage *self, const char *name, GVariant *parameter)
{
  StudioMakeUnit *window;
  guint n, first, n_layers;
  g_autofree guint *nodes = studio_session_dup_nodes (self->session, &n);

  if (!im_document_is_free (self->document))
    {
      if (!get_layers (self, &first, &n_layers))
        {
          studio_page_say (self, _ ("Select layers that stand behind each other"));
          return;
        }
      g_free (nodes);
      nodes = g_new (guint, n_layers);
      for (n = 0; n < n_layers; n++)
        nodes[n] = im_document_find_node (self->document, first + n);
    }
  window = studio_make_unit_present (studio_page_get_window (self), self->document, nodes,
                                     n);
  g_signal_connect_object (window, "written", G_CALLBACK (studio_page_find_units), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (window, "made", G_CALLBACK (made_cb), self, G_CONNECT_SWAPPED);
}

void
studio_page_install_clipboard_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "edit.cut", copy_action, GDK_KEY_x, GDK_CONTROL_MASK, NULL, NULL },
    { "edit.copy", copy_action, GDK_KEY_c, GDK_CONTROL_MASK, NULL, NULL },
    { "edit.paste", paste_action, GDK_KEY_v, GDK_CONTROL_MASK, NULL, NULL },
    { "edit.duplicate", duplicate_action, GDK_KEY_d, GDK_CONTROL_MASK, NULL, NULL },
    { "edit.group", group_action, GDK_KEY_g, GDK_CONTROL_MASK, NULL, NULL },
    { "edit.make-unit", make_unit_action, GDK_KEY_u, GDK_CONTROL_MASK, NULL, NULL },
    { "edit.ungroup", ungroup_action, GDK_KEY_g, GDK_CONTROL_MASK | GDK_SHIFT_MASK, NULL,
      NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
