/* SPDX-License-Identifier: MIT
 *
 * Sizes of inputs, outputs and units, from the texts in them and below them.
 */
#include <math.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/pipeline/im-pipeline-part.h"

#define MIN_WIDTH    160 /* of a unit */
#define MIN_PORT     112 /* width of an input or output */
#define OPTION_GAP   20  /* between the name of an option and its value */
#define SOCKET_GAP   20  /* between the names of sockets */
#define LABEL_MARGIN 24  /* behind a text beside a pipe */
#define TAG_WIDTH    50  /* of a queue */

/* Even, so that the middle is a whole pixel. */
static double
round_up (double width)
{
  return 2 * ceil (width / 2);
}

static double
get_label_width (const ImPicture *picture, guint tensor)
{
  const char *type, *samples;

  im_picture_describe_tensor (picture, tensor, &type, &samples);

  return MAX (im_scene_text_get_width (IM_STYLE_TYPE, type),
              samples == NULL ? 0 : im_scene_text_get_width (IM_STYLE_RATE, samples));
}

static double
get_text_width (const ImPart *part)
{
  double width = im_scene_text_get_width (IM_STYLE_NAME, part->name);

  if (part->kind == IM_PART_UNIT && im_unit_is_queue (part->instance->unit))
    width += TAG_WIDTH;
  if (part->id != NULL)
    width = MAX (width, im_scene_text_get_width (IM_STYLE_ID, part->id));
  for (guint i = 0; i < part->options->len; i++)
    {
      const ImPartOption *option = &g_array_index (part->options, ImPartOption, i);

      width = MAX (width, im_scene_text_get_width (IM_STYLE_OPTION, option->name) +
                              OPTION_GAP +
                              im_scene_text_get_width (IM_STYLE_VALUE, option->value));
    }

  return width * IM_PART_SLACK + 2 * IM_PART_PADDING;
}

static double
get_socket_width (const ImPartSocket *socket)
{
  return im_scene_text_get_width (IM_STYLE_SOCKET, socket->parameter->name.text);
}

/* Distance of sockets beside each other, so that their names have room, and those of
 * outputs what stands to the right of their pipes. */
static double
get_socket_distance (const ImPicture *picture, const GArray *sockets, gboolean has_labels)
{
  double distance = 0;

  if (sockets->len < 2)
    return 0;
  for (guint i = 0; i < sockets->len; i++)
    {
      const ImPartSocket *socket = im_part_socket (sockets, i);

      distance = MAX (distance, get_socket_width (socket) + SOCKET_GAP);
      if (has_labels)
        distance = MAX (distance, get_label_width (picture, socket->tensor) +
                                      IM_PART_LABEL_GAP + LABEL_MARGIN);
    }

  return round_up (distance);
}

/* Around the middle of a box. */
static void
place_sockets (GArray *sockets, double distance, double width)
{
  for (guint i = 0; i < sockets->len; i++)
    im_part_socket (sockets, i)->x = width / 2 +
                                     distance * (i - (sockets->len - 1) / 2.0);
}

void
im_picture_find_unit_width (ImPicture *picture, const ImPart *part)
{
  if (part->kind == IM_PART_UNIT)
    picture->unit_width = MAX (picture->unit_width,
                               MAX (MIN_WIDTH, get_text_width (part)));
  for (guint i = 0; i < part->parts->len; i++)
    im_picture_find_unit_width (picture,
                                (const ImPart *) g_ptr_array_index (part->parts, i));
}

static void
measure_body (const ImPicture *picture, ImPart *part)
{
  double above = get_socket_distance (picture, part->inputs, FALSE);
  double below = get_socket_distance (picture, part->outputs, TRUE);
  double least = part->kind == IM_PART_UNIT ? picture->unit_width : MIN_PORT;

  part->body_width = MAX (least, get_text_width (part));
  part->body_width = MAX (part->body_width, above * part->inputs->len);
  part->body_width = round_up (MAX (part->body_width, below * part->outputs->len));
  place_sockets (part->inputs, above, part->body_width);
  place_sockets (part->outputs, below, part->body_width);
  if (part->kind != IM_PART_UNIT)
    {
      part->body_height = part->id == NULL ? 32 : 46;
      return;
    }

  part->body_height = IM_PART_HEAD + (part->inputs->len > 1 ? IM_PART_SOCKETS : 0) +
                      (part->outputs->len > 1 ? IM_PART_SOCKETS : 0);
  if (part->options->len > 0)
    part->body_height += part->options->len * IM_PART_OPTION + 10;
}

void
im_part_measure (const ImPicture *picture, ImPart *part)
{
  measure_body (picture, part);
  part->width = part->body_width;
  part->height = part->body_height;
  for (guint i = 0; i < part->outputs->len; i++)
    {
      const ImPartSocket *socket = im_part_socket (part->outputs, i);
      double width = socket->x + IM_PART_LABEL_GAP +
                     get_label_width (picture, socket->tensor);

      part->width = MAX (part->width, width);
      part->height = part->body_height + IM_PART_LABEL;
    }
  part->width = round_up (part->width);
}
