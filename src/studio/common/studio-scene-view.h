/* A scene that is seen as a whole: it is never larger than it was drawn, and gets smaller
 * where there is less room.
 *
 * For a screen reader the widget is an image whose description is the text form of the
 * scene. A large scene to look around in belongs into a StudioPicture.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_SCENE_VIEW (studio_scene_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioSceneView, studio_scene_view, STUDIO, SCENE_VIEW, GtkWidget)

GtkWidget *studio_scene_view_new (void);

/**
 * studio_scene_view_set_scene:
 * @view: a view
 * @scene: (transfer full) (nullable): what it shows
 */
void studio_scene_view_set_scene (StudioSceneView *view, ImScene *scene);

/* From a place of an event to one of the scene. */
ImScenePoint studio_scene_view_get_point (StudioSceneView *view, double x, double y);

/* The colours that scenes have on the screen now. */
ImSceneTheme studio_scene_get_theme (void);

G_END_DECLS
