/* SPDX-License-Identifier: MIT
 *
 * What can be done with a page has names in its window, which does it to its current
 * page: buttons, menus and keys of the window mean the page that is seen.
 */
#include "studio/page/studio-page-private.h"

static GHashTable *installed;                    /* char* → const StudioPageAction* */
static StudioPage *(*get_current) (GtkWidget *); /* the current page of a window */

static void
activate (GtkWidget *window, const char *name, GVariant *parameter)
{
  const StudioPageAction *action = g_hash_table_lookup (installed, name);
  StudioPage *page = get_current (window);

  if (page != NULL)
    action->activate (page, name, parameter);
}

void
studio_page_begin_install (StudioPage *(*get) (GtkWidget *window))
{
  g_return_if_fail (installed == NULL);

  installed = g_hash_table_new (g_str_hash, g_str_equal);
  get_current = get;
}

void
studio_page_install (GtkWidgetClass *window_class,
                     const StudioPageAction *actions,
                     guint n_actions)
{
  for (guint i = 0; i < n_actions; i++)
    {
      const StudioPageAction *action = &actions[i];

      if (g_hash_table_insert (installed, (gpointer) action->name, (gpointer) action))
        gtk_widget_class_install_action (window_class, action->name, action->parameter,
                                         activate);
      if (action->key != 0)
        gtk_widget_class_add_binding_action (
            window_class, action->key, action->modifiers, action->name,
            action->argument == NULL ? NULL : "s", action->argument);
    }
}
