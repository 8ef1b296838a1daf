/* SPDX-License-Identifier: MIT
 *
 * Groups of rows, and parts of them that are shown anew after each edit.
 */
#include "studio/unit/studio-unit-view-private.h"

AdwPreferencesGroup *
studio_unit_view_add_group (StudioUnitView *self,
                            const char *title,
                            const char *description)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());

  adw_preferences_group_set_title (group, title);
  adw_preferences_group_set_description (group, description);
  adw_preferences_page_add (self->page, group);
  g_ptr_array_add (self->groups, group);

  return group;
}

void
studio_unit_part_leave (gpointer part)
{
  ((StudioUnitPart *) part)->view = NULL;
  g_rc_box_release (part);
}

static void
release (gpointer part, GClosure *closure)
{
  g_rc_box_release (part);
}

void
studio_unit_part_connect (StudioUnitPart *part,
                          gpointer instance,
                          const char *signal,
                          GCallback callback)
{
  g_signal_connect_data (instance, signal, callback, g_rc_box_acquire (part), release, 0);
}

StudioUnitPart *
studio_unit_view_add_part (StudioUnitView *self,
                           GtkWidget *row,
                           void (*show) (StudioUnitPart *part),
                           guint number)
{
  StudioUnitPart *part = g_rc_box_new0 (StudioUnitPart);

  part->view = self;
  part->row = row;
  part->show = show;
  part->number = number;
  g_ptr_array_add (self->parts, part);

  return part;
}

const ImUnit *
studio_unit_view_get_unit (StudioUnitView *self)
{
  return im_document_get_unit (self->document);
}

gboolean
studio_unit_view_can_change (StudioUnitView *self)
{
  return studio_unit_view_get_unit (self)->operation == NULL;
}

const char *
studio_unit_view_get_message (const ImExprError *error)
{
  return error->cause != NULL ? error->cause->message : error->message;
}
