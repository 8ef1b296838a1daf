/* What a picture of memory is made of: columns of calls, a stretched axis of addresses,
 * and tables.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * ImMemoryPicture:
 * @plan: what it shows
 * @first_call: number of the call in the first column
 * @n_calls: columns
 * @column_width: of each
 * @marks: addresses where a buffer begins or ends, upward
 * @heights: of each mark the distance from address 0
 * @n_marks: their number
 * @names: what each buffer is called
 * @arena: of all that the picture needs
 */
typedef struct
{
  const ImPlan *plan;
  guint first_call;
  guint n_calls;
  double column_width;
  guint64 *marks;
  double *heights;
  guint n_marks;
  const char **names;
  ImArena *arena;
} ImMemoryPicture;

#define IM_MEMORY_BOX   36 /* least height of a buffer: a name and a size */
#define IM_MEMORY_INSET 6  /* between the edge of a box and its texts */

/* Finds what buffers are called, which the layout needs. */
void im_memory_picture_name (ImMemoryPicture *picture);

/* What people call a buffer, such as “Sliding Window · Output”, and a node. */
const char *im_memory_picture_get_name (const ImMemoryPicture *picture,
                                        const ImPlanBuffer *buffer);
const char *im_memory_picture_get_instance_name (const ImMemoryPicture *picture,
                                                 guint instance);

/* Finds columns and the axis of addresses. */
void im_memory_picture_layout (ImMemoryPicture *picture);

/* Height above address 0; between marks in proportion. */
double im_memory_picture_get_height (const ImMemoryPicture *picture, guint64 address);

/* The columns that a buffer takes, in parts of them where memory is taken over. */
void im_memory_picture_get_columns (const ImMemoryPicture *picture,
                                    const ImPlanBuffer *buffer,
                                    double *left,
                                    double *right);

/* The call with a number, and the domain that it belongs to, or -1. */
const ImPlanCall *im_memory_picture_get_call (const ImMemoryPicture *picture,
                                              guint number,
                                              gint *domain);

/* `1,234 B`, with separators of thousands. */
const char *im_memory_picture_format_bytes (const ImMemoryPicture *picture,
                                            guint64 bytes);

/* Draws the tables from @at on; returns the lower edge, and widens @right. */
double im_memory_picture_draw_tables (const ImMemoryPicture *picture,
                                      ImScene *scene,
                                      ImScenePoint at,
                                      double *right);

G_END_DECLS
