/* SPDX-License-Identifier: MIT
 *
 * New pipelines: one is there at once, and has a file when it is saved.
 */
#include "document/disk/im-document-new.h"
#include "studio/page/studio-page-private.h"

static void
new_pipeline_action (StudioPage *self, const char *name, GVariant *parameter)
{
  gboolean is_graph = g_str_equal (g_variant_get_string (parameter, NULL), "graph");
  g_autoptr (ImDocument) document = im_document_new_untitled (
      is_graph ? IM_DOCUMENT_GRAPH : IM_DOCUMENT_STACK,
      studio_units_get_library (self->all_units));

  studio_page_set_document (studio_page_get_for_next (self), document);
}

void
studio_page_install_new_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "win.new-pipeline", new_pipeline_action, 0, 0, "s", NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
