/* SPDX-License-Identifier: MIT */
#include "studio/page/studio-page-private.h"

#include <glib/gi18n.h>

#include "document/disk/im-document-new.h"
#include "document/state/im-document-steps.h"
#include "studio/common/studio-accessible.h"

G_DEFINE_FINAL_TYPE (StudioPage, studio_page, ADW_TYPE_BIN)

enum
{
  PROP_TITLE = 1,
  PROP_SUBTITLE,
  PROP_PATH,
  PROP_NARROW,
  PROP_OPENING,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

char *
studio_page_dup_name (StudioPage *self)
{
  g_return_val_if_fail (STUDIO_IS_PAGE (self), NULL);

  if (self->document == NULL)
    /* Translators: what a tab without a file is called */
    return g_strdup (_ ("Welcome"));

  return im_document_is_untitled (self->document)
             ? g_strdup (_ ("Untitled"))
             : g_path_get_basename (im_document_get_path (self->document));
}

static char *
dup_title (StudioPage *self)
{
  g_autofree char *name = studio_page_dup_name (self);
  gboolean is_modified = self->document != NULL &&
                         im_document_is_modified (self->document);

  return g_strconcat (is_modified ? "• " : "", name, NULL);
}

static char *
dup_subtitle (StudioPage *self)
{
  guint n_errors;

  if (self->document == NULL)
    return NULL;
  g_object_get (self->session, "n-errors", &n_errors, NULL);

  return n_errors == 0 ? g_strdup (im_document_get_unit (self->document)->display_name)
                       : g_strdup_printf (
                             ngettext ("%u problem", "%u problems", n_errors), n_errors);
}

static const char *
get_path (StudioPage *self)
{
  return self->document == NULL || im_document_is_untitled (self->document)
             ? NULL
             : im_document_get_path (self->document);
}

StudioSession *
studio_page_get_session (StudioPage *self)
{
  g_return_val_if_fail (STUDIO_IS_PAGE (self), NULL);

  return self->session;
}

void
studio_page_set_current (StudioPage *self, gboolean is_current)
{
  g_return_if_fail (STUDIO_IS_PAGE (self));

  self->is_current = is_current;
  if (is_current)
    studio_page_update_actions (self);
}

static void
take_panel (AdwFlap *flap, AdwFlap *other)
{
  if (!adw_flap_get_folded (flap) && !adw_flap_get_folded (other))
    adw_flap_set_reveal_flap (flap, adw_flap_get_reveal_flap (other));
}

void
studio_page_take_panels (StudioPage *self, StudioPage *other)
{
  g_return_if_fail (STUDIO_IS_PAGE (self));

  take_panel (self->library_flap, other->library_flap);
  take_panel (self->inspector_flap, other->inspector_flap);
}

void
studio_page_show_unit (StudioPage *self, const char *unit)
{
  g_return_if_fail (STUDIO_IS_PAGE (self));

  studio_page_flush_code (self);
  im_document_show_unit (self->document, unit);
}

void
studio_page_go_to_step (StudioPage *self, guint step)
{
  g_return_if_fail (STUDIO_IS_PAGE (self));

  studio_page_flush_code (self);
  if (step < im_document_get_n_steps (self->document))
    im_document_go_to_step (self->document, step);
}

gboolean
studio_page_is_untouched (StudioPage *self)
{
  g_return_val_if_fail (STUDIO_IS_PAGE (self), FALSE);

  return self->document == NULL ||
         (self->is_left && !studio_page_has_changes (self, NULL)) ||
         (im_document_is_untitled (self->document) &&
          im_document_get_n_steps (self->document) == 1 &&
          !studio_page_has_changes (self, NULL));
}

gboolean
studio_page_has_changes (StudioPage *self, gboolean *is_readable)
{
  gboolean can_be_read;

  g_return_val_if_fail (STUDIO_IS_PAGE (self), FALSE);

  can_be_read = studio_page_flush_code (self);
  if (is_readable != NULL)
    *is_readable = can_be_read;

  return self->document != NULL &&
         (!can_be_read || im_document_is_modified (self->document));
}

static void
unit_wanted_cb (StudioCanvas *canvas, StudioPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.insert-unit", NULL);
}

static void
insert_cb (StudioLibrary *library, const char *id, StudioPage *self)
{
  studio_page_insert (self, id);
}

static void
welcome_cb (StudioPage *self, GFile *file)
{
  studio_page_open (self, file, NULL);
}

static void
build_welcome (AdwBin *bin, StudioPage *self)
{
  GtkWidget *welcome;

  if (adw_bin_get_child (bin) != NULL)
    return;
  welcome = g_object_new (STUDIO_TYPE_WELCOME, NULL);
  g_signal_connect_object (welcome, "opened", G_CALLBACK (welcome_cb), self,
                           G_CONNECT_SWAPPED);
  adw_bin_set_child (bin, welcome);
}

static void
folded_cb (StudioPage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_NARROW]);
}

static void
studio_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioPage *self = STUDIO_PAGE (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_take_string (value, dup_title (self));
      break;
    case PROP_SUBTITLE:
      g_value_take_string (value, dup_subtitle (self));
      break;
    case PROP_PATH:
      g_value_set_string (value, get_path (self));
      break;
    case PROP_NARROW:
      g_value_set_boolean (value, adw_flap_get_folded (self->inspector_flap));
      break;
    case PROP_OPENING:
      g_value_set_boolean (value, self->n_opening > 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
studio_page_dispose (GObject *object)
{
  StudioPage *self = STUDIO_PAGE (object);

  studio_page_cancel_opening (self);
  g_clear_handle_id (&self->showing_panels, g_source_remove);
  studio_page_forget_document (self);
  g_clear_object (&self->opening);
  g_clear_object (&self->units);
  g_clear_pointer (&self->dropped, g_free);
  studio_page_end_awaiting (self);
  g_clear_object (&self->all_units);
  g_clear_object (&self->drafts);
  g_clear_pointer (&self->offered, g_ptr_array_unref);
  g_clear_object (&self->document);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (studio_page_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/imaginet/Studio/ui/studio-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioPage, toasts);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, banner);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, library_flap);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, inspector_flap);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, views);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, library);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, breadcrumb);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, canvas);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, minimap);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, code_bin);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, canvas_page);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, diagrams_page);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, unit_page);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, unit_bin);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, stack_page);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, outline_page);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, tracks_bin);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, proof);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, problems);
  gtk_widget_class_bind_template_child (widget_class, StudioPage, inspector);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = studio_page_get_property;
  props[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  props[PROP_SUBTITLE] = g_param_spec_string ("subtitle", NULL, NULL, NULL, flags);
  props[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL, flags);
  props[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE, flags);
  props[PROP_OPENING] = g_param_spec_boolean ("opening", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  /**
   * StudioPage::next-page:
   * @page: the page
   *
   * Returns: (transfer none): another page, where the next document is shown
   */
  g_signal_new ("next-page", STUDIO_TYPE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                STUDIO_TYPE_PAGE, 0);

  /**
   * StudioPage::show-open:
   * @page: the page
   * @file: a file
   * @unit: (nullable): the id of a unit of it
   *
   * Shows the page that a file is open in.
   *
   * Returns: FALSE if it is open in none
   */
  g_signal_new ("show-open", STUDIO_TYPE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_BOOLEAN, 2, G_TYPE_FILE, G_TYPE_STRING);
}

static void
studio_page_class_init (StudioPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_page_dispose;
  g_type_ensure (STUDIO_TYPE_TOAST_OVERLAY);
  g_type_ensure (STUDIO_TYPE_BANNER);
  g_type_ensure (STUDIO_TYPE_LIBRARY);
  g_type_ensure (STUDIO_TYPE_BREADCRUMB);
  g_type_ensure (STUDIO_TYPE_CANVAS);
  g_type_ensure (STUDIO_TYPE_MINIMAP);
  g_type_ensure (STUDIO_TYPE_PROBLEMS);
  g_type_ensure (STUDIO_TYPE_INSPECTOR);
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback_full (widget_class, "studio_page_build_welcome",
                                                G_CALLBACK (build_welcome));
  studio_page_bind_later (widget_class);
  install_properties (G_OBJECT_CLASS (klass));
}

/* Keys that belong to the canvas: in a field of text they are for the text. */
static void
add_canvas_keys (StudioPage *self)
{
  static const struct
  {
    guint key;
    const char *action;
  } shortcuts[] = { { GDK_KEY_Delete, "layer.remove" },
                    { GDK_KEY_slash, "win.insert-unit" } };
  GtkEventController *keys = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (keys),
        gtk_shortcut_new (gtk_keyval_trigger_new (shortcuts[i].key, 0),
                          gtk_named_action_new (shortcuts[i].action)));
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), keys);
}

/* A pane takes F8 for its handle, before the window gets it. */
static void
add_problem_keys (StudioPage *self)
{
  static const struct
  {
    GdkModifierType modifiers;
    const char *action;
  } shortcuts[] = { { 0, "layer.next-problem" },
                    { GDK_SHIFT_MASK, "layer.previous-problem" } };
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (keys),
        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F8, shortcuts[i].modifiers),
                          gtk_named_action_new (shortcuts[i].action)));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/* What the menu of the canvas switches. */
static void
add_canvas_actions (StudioPage *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GPropertyAction) snap = g_property_action_new ("snap", self->canvas,
                                                            "snaps");

  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (snap));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "canvas", G_ACTION_GROUP (group));
}

static void
studio_page_init (StudioPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_accessible_name_menu_buttons (GTK_WIDGET (self));
  studio_page_bind_settings (self);
  g_signal_connect_swapped (self->inspector_flap, "notify::folded",
                            G_CALLBACK (folded_cb), self);
  g_signal_connect (self->canvas, "unit-wanted", G_CALLBACK (unit_wanted_cb), self);
  studio_page_build_code_when_seen (self);
  g_signal_connect (self->library, "activated", G_CALLBACK (insert_cb), self);
  studio_page_add_drop (self);
  add_canvas_keys (self);
  add_problem_keys (self);
  add_canvas_actions (self);
  studio_page_bind (self);
  studio_page_build_later (self);
}

StudioPage *
studio_page_new (StudioUnits *units, StudioDrafts *drafts)
{
  StudioPage *self = g_object_new (STUDIO_TYPE_PAGE, NULL);

  studio_page_set_up (self, units, drafts);

  return self;
}

void
studio_page_install_actions (GtkWidgetClass *window_class,
                             StudioPage *(*get) (GtkWidget *window))
{
  studio_page_begin_install (get);
  studio_page_install_opening_actions (window_class);
  studio_page_install_disk_actions (window_class);
  studio_page_install_draft_actions (window_class);
  studio_page_install_file_actions (window_class);
  studio_page_install_new_actions (window_class);
  studio_page_install_drop_actions (window_class);
  studio_page_install_clipboard_actions (window_class);
  studio_page_install_package_action (window_class);
  studio_page_install_compare_action (window_class);
  studio_page_install_rename_action (window_class);
  studio_page_install_live_actions (window_class);
  studio_page_install_record_actions (window_class);
  studio_page_install_edit_actions (window_class);
  studio_page_install_view_actions (window_class);
}
