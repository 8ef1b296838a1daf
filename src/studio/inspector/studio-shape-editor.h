/* An editor of a shape: a number for each axis, axis 0 on the right, and buttons that add
 * and take away the outermost axis.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "tensor/im-shape.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_SHAPE_EDITOR (studio_shape_editor_get_type ())
G_DECLARE_FINAL_TYPE (StudioShapeEditor,
                      studio_shape_editor,
                      STUDIO,
                      SHAPE_EDITOR,
                      GtkWidget)

GtkWidget *studio_shape_editor_new (void);

/* Shows a shape; the fields that have its numbers stay as they are. */
void studio_shape_editor_set_shape (StudioShapeEditor *editor, const ImShape *shape);
const ImShape *studio_shape_editor_get_shape (StudioShapeEditor *editor);

G_END_DECLS
