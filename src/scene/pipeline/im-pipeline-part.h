/* What a picture of a pipeline is made of: a tree of parts. Leaves are inputs, outputs
 * and units; a composite is a part with parts inside.
 *
 * A composite passes a tensor through its edge where somebody on the other side reads it.
 * So each part, with what is inside of it, can be laid out alone, and is a box for the
 * part around it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "scene/layered/im-layered.h"

G_BEGIN_DECLS

typedef enum
{
  IM_PART_FRAME,
  IM_PART_UNIT,
  IM_PART_INPUT,
  IM_PART_OUTPUT,
} ImPartKind;

/**
 * ImPartSocket:
 * @tensor: number of the tensor
 * @parameter: (nullable): of a unit: its socket; NULL of a frame
 * @x: from the left edge of the part
 */
typedef struct
{
  guint tensor;
  const ImParameter *parameter;
  double x;
} ImPartSocket;

/**
 * ImPartOption:
 * @name: what is set
 * @value: to what
 */
typedef struct
{
  const char *name;
  const char *value;
} ImPartOption;

/**
 * ImPart:
 * @kind: what it is
 * @parent: (nullable): the frame around it
 * @path: names of the nodes around it and its own, "" for the whole
 * @name: what it is called in the picture
 * @id: (nullable): the second line, such as the id of the unit
 * @instance: (nullable): of a unit
 * @inputs: (element-type ImPartSocket): what it reads
 * @outputs: (element-type ImPartSocket): what it writes
 * @options: (element-type ImPartOption): what is set
 * @parts: (element-type ImPart): of a frame
 * @nets: (element-type ImLayeredNet): of a frame, after the layout
 * @net_tensors: (element-type guint): of each net its tensor
 * @width: with the texts beside its pipes
 * @height: with the texts below it
 * @body_width: of the box that is drawn
 * @body_height: of the box that is drawn
 * @inset: of a frame: where the inside begins
 * @x: from the left edge of the inside of @parent
 * @y: from its upper edge
 */
typedef struct _ImPart ImPart;
struct _ImPart
{
  ImPartKind kind;
  ImPart *parent;
  const char *path;
  const char *name;
  const char *id;
  const ImInstance *instance;
  GArray *inputs;
  GArray *outputs;
  GArray *options;
  GPtrArray *parts;
  GArray *nets;
  GArray *net_tensors;
  double width;
  double height;
  double body_width;
  double body_height;
  ImScenePoint inset;
  double x;
  double y;
};

/**
 * ImPicture:
 * @program: what it shows
 * @root: all parts
 * @unit_width: of the boxes of units
 * @arena: of texts
 * @marks: (nullable): of paths of parts the sign at their corner
 */
typedef struct
{
  const ImProgram *program;
  ImPart *root;
  double unit_width;
  ImArena *arena;
  GHashTable *marks;
} ImPicture;

/* Distances, in pixels. */
#define IM_PART_PADDING    14 /* inside of a box, left and right */
#define IM_PART_HEAD       48 /* name and id of a unit */
#define IM_PART_OPTION     16 /* a line of an option */
#define IM_PART_SOCKETS    14 /* names of sockets, if there are several */
#define IM_PART_LABEL      40 /* texts beside a pipe, below a box */
#define IM_PART_LABEL_GAP  8  /* between a pipe and its text */
#define IM_PART_FRAME_PAD  20 /* inside of a frame, left and right */
#define IM_PART_FRAME_HEAD 24
#define IM_PART_FRAME_FOOT 6 /* below the last row, which has room already */
#define IM_PART_MAX_TEXT   230

/* Where none of our fonts is, the one in its place is wider. */
#define IM_PART_SLACK 1.12

#define im_part_socket(sockets, i) (&g_array_index ((sockets), ImPartSocket, (i)))

/* Makes the tree of parts. */
void im_picture_build (ImPicture *picture);
void im_part_free (ImPart *part);

/* Finds the width that the boxes of all units below @part have at least. */
void im_picture_find_unit_width (ImPicture *picture, const ImPart *part);

/* Sets the size of a leaf and the places of its sockets. */
void im_part_measure (const ImPicture *picture, ImPart *part);

/* Sets sizes and places of all parts. */
void im_picture_layout (ImPicture *picture);

/* The two lines beside a pipe: the type, and the sample rates along its axes, NULL if
 * none are known. */
void im_picture_describe_tensor (const ImPicture *picture,
                                 guint tensor,
                                 const char **type,
                                 const char **samples);

/* A value of an option, short. */
void im_picture_append_value (const ImValue *value, GString *out);

gboolean im_picture_is_time (const ImPicture *picture, guint tensor);

/* What those hear or read who do not see the picture. */
char *im_picture_dup_description (const ImPicture *picture);

/* How far the frames of users reach beyond the parts in them, at most. */
double im_picture_get_tint_room (const ImPicture *picture);

/* Draws the frames of users behind the parts of the whole, which are at an offset. */
void im_picture_draw_tints (const ImPicture *picture, ImScene *scene, ImScenePoint at);

/* Draws all parts at an offset. */
void im_picture_draw (const ImPicture *picture, ImScene *scene, ImScenePoint offset);

G_END_DECLS
