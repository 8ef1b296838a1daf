/* What the parts of the picture widget share: its state, how it scrolls and zooms, how it
 * paints, and what the user does with it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/output/im-scene-cairo.h"
#include "studio/picture/studio-picture.h"

G_BEGIN_DECLS

#define STUDIO_PICTURE_STEP 40 /* pixels that an arrow key scrolls */

struct _StudioPicture
{
  GtkWidget parent_instance;

  ImScene *scene;
  ImScenePainter *painter;
  double zoom;
  GtkAdjustment *adjustments[2]; /* by GtkOrientation */
  GtkScrollablePolicy policies[2];

  GdkTexture *cache;
  graphene_rect_t cached; /* where the cache is in the zoomed scene */

  double pointer[2];
  double zoom_at_begin;
  double scroll_at_begin[2];
};

/* How large the zoomed scene is. */
double studio_picture_get_size (StudioPicture *self, GtkOrientation orientation);

/* Where the scene begins in the view: scrolled, or if there is room in the middle of its
 * width and at the top. */
double studio_picture_get_origin (StudioPicture *self, GtkOrientation orientation);
double studio_picture_get_scroll (StudioPicture *self, GtkOrientation orientation);

/* Zooms; what is under a point of the view stays there. */
void studio_picture_zoom_at (StudioPicture *self, double zoom, double x, double y);

void studio_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);

/* Pointer, wheel and touch; keys and actions. */
void studio_picture_add_controllers (StudioPicture *self);
void studio_picture_class_add_actions (GtkWidgetClass *widget_class);

G_END_DECLS
