/* A picture: a scene that can be scrolled, and zoomed at the pointer.
 *
 * What is seen, and some around it, is painted once and kept until another part, another
 * size or other colours are wanted. For a screen reader the widget is an image whose
 * description is the text form of the scene. It belongs into a GtkScrolledWindow.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PICTURE (studio_picture_get_type ())
G_DECLARE_FINAL_TYPE (StudioPicture, studio_picture, STUDIO, PICTURE, GtkWidget)

#define STUDIO_PICTURE_MIN_ZOOM 0.05
#define STUDIO_PICTURE_MAX_ZOOM 8.0

/**
 * studio_picture_set_scene:
 * @picture: a picture
 * @scene: (transfer full) (nullable): what it shows
 *
 * Shows a scene. Zoom and place stay as they are.
 */
void studio_picture_set_scene (StudioPicture *picture, ImScene *scene);

/* How many pixels a unit of the scene takes. */
double studio_picture_get_zoom (StudioPicture *picture);

/* Zooms; the middle of what is seen stays where it is. */
void studio_picture_set_zoom (StudioPicture *picture, double zoom);

/* Zooms so that all of the scene is seen. */
void studio_picture_fit (StudioPicture *picture);

G_END_DECLS
