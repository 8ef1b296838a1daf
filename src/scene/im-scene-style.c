/* SPDX-License-Identifier: MIT
 *
 * Texts have a contrast of at least 4.5 to 1 to what they stand on. Source:
 * WCAG 2.1, 1.4.3.
 */
#include "scene/im-scene-style.h"

#define NONE IM_COLOUR_NONE

static const ImSceneStyle styles[IM_N_STYLES] = {
  [IM_STYLE_CANVAS] = { "canvas", { 0xffffff, NONE }, { 0x1d1d20, NONE } },
  [IM_STYLE_FRAME] = { "frame", { 0xf4f5f7, 0xc4c8ce }, { 0x26262a, 0x55565c }, 1 },
  [IM_STYLE_UNIT] = { "unit", { 0xffffff, 0x8b9099 }, { 0x333338, 0x83868f }, 1.25 },
  [IM_STYLE_QUEUE] = { "queue", { 0xfff8e8, 0xb07d1a }, { 0x3b3427, 0xd0a447 }, 1.25 },
  [IM_STYLE_INPUT] = { "input", { 0xe9f2fd, 0x2f6fb5 }, { 0x22324a, 0x74a9e6 }, 1.25 },
  [IM_STYLE_OUTPUT] = { "output", { 0xe8f6ee, 0x2a8057 }, { 0x1f3a2e, 0x66bf92 }, 1.25 },
  [IM_STYLE_DIVIDER] = { "divider", { NONE, 0xdcdfe4 }, { NONE, 0x505158 }, 1 },
  [IM_STYLE_PIPE] = { "pipe", { NONE, 0x5f6672 }, { NONE, 0xa6abb5 }, 1.5 },
  [IM_STYLE_TIME_PIPE] = { "time-pipe", { NONE, 0x5f6672 }, { NONE, 0xa6abb5 }, 1.5, 4 },
  [IM_STYLE_ARROW] = { "arrow", { 0x5f6672, NONE }, { 0xa6abb5, NONE } },
  [IM_STYLE_PORT] = { "port", { 0x5f6672, NONE }, { 0xa6abb5, NONE } },
  [IM_STYLE_OPEN_PORT] = { "open-port",
                           { 0xffffff, 0x5f6672 },
                           { 0x1d1d20, 0xa6abb5 },
                           1.5 },
  [IM_STYLE_BUFFER] = { "buffer", { 0xe9f2fd, 0x2f6fb5 }, { 0x22324a, 0x74a9e6 }, 1.25 },
  [IM_STYLE_SCRATCH] = { "scratch",
                         { 0xfff8e8, 0xb07d1a },
                         { 0x3b3427, 0xd0a447 },
                         1.25,
                         4 },
  [IM_STYLE_PEAK] = { "peak", { NONE, 0x16181d }, { NONE, 0xf4f4f6 }, 2 },
  [IM_STYLE_BOUND] = { "bound", { NONE, 0xd55e00 }, { NONE, 0xff9d57 }, 2, 5 },
  [IM_STYLE_DOMAIN_EDGE] = { "domain-edge", { NONE, 0x8b9099 }, { NONE, 0x83868f }, 1.5 },
  [IM_STYLE_AXIS] = { "axis", { 0xe9f2fd, 0x2f6fb5 }, { 0x22324a, 0x74a9e6 }, 1.25 },
  [IM_STYLE_AXIS_KEPT] = { "axis-kept",
                           { 0xeef1f5, 0x8b9099 },
                           { 0x2d2f35, 0x83868f },
                           1 },
  [IM_STYLE_AXIS_MOVED] = { "axis-moved",
                            { 0xf6e6f0, 0xa8487f },
                            { 0x3d2a36, 0xe39fc6 },
                            1 },
  [IM_STYLE_AXIS_REPLACED] = { "axis-replaced",
                               { 0xfdf0d3, 0xb07d1a },
                               { 0x3b3427, 0xd0a447 },
                               1 },
  [IM_STYLE_AXIS_REMOVED] = { "axis-removed",
                              { 0xfbe3d6, 0xd55e00 },
                              { 0x46291a, 0xff9d57 },
                              1.25 },
  [IM_STYLE_AXIS_INSERTED] = { "axis-inserted",
                               { 0xe8f6ee, 0x2a8057 },
                               { 0x1f3a2e, 0x66bf92 },
                               1.25,
                               4 },
  [IM_STYLE_AXIS_ALIGNED] = { "axis-aligned",
                              { NONE, 0x5f6672 },
                              { NONE, 0xa6abb5 },
                              1,
                              3 },
  [IM_STYLE_TIMELINE_INPUTS] = { "timeline-inputs",
                                 { 0x9aa1ab, NONE },
                                 { 0x70747d, NONE } },
  [IM_STYLE_TIMELINE_OVERLAP] = { "timeline-overlap",
                                  { NONE, 0xb07d1a },
                                  { NONE, 0xd0a447 },
                                  1 },
  [IM_STYLE_TITLE] = { "title", { 0x16181d, NONE }, { 0xf4f4f6, NONE }, 0, 0, 20, TRUE },
  [IM_STYLE_SUBTITLE] = { "subtitle", { 0x5b616b, NONE }, { 0xaeb2bb, NONE }, 0, 0, 12 },
  [IM_STYLE_NAME] = { "name", { 0x16181d, NONE }, { 0xf4f4f6, NONE }, 0, 0, 13, TRUE },
  [IM_STYLE_ID] = { "id", { 0x5b616b, NONE }, { 0xaeb2bb, NONE }, 0, 0, 11 },
  [IM_STYLE_TAG] = { "tag", { 0x83590a, NONE }, { 0xe3bd69, NONE }, 0, 0, 11 },
  [IM_STYLE_OPTION] = { "option", { 0x5b616b, NONE }, { 0xaeb2bb, NONE }, 0, 0, 11 },
  [IM_STYLE_VALUE] = { "value", { 0x16181d, NONE }, { 0xf4f4f6, NONE }, 0, 0, 11 },
  [IM_STYLE_TYPE] = { "type", { 0x16181d, NONE }, { 0xf4f4f6, NONE }, 0, 0, 11 },
  [IM_STYLE_RATE] = { "rate", { 0x5b616b, NONE }, { 0xaeb2bb, NONE }, 0, 0, 11 },
  [IM_STYLE_SOCKET] = { "socket", { 0x5b616b, NONE }, { 0xaeb2bb, NONE }, 0, 0, 10 },
  [IM_STYLE_FRAME_NAME] = { "frame-name",
                            { 0x4c515a, NONE },
                            { 0xc3c6cd, NONE },
                            0,
                            0,
                            11,
                            TRUE },
  [IM_STYLE_SIZE] = { "size", { 0x16181d, NONE }, { 0xf4f4f6, NONE }, 0, 0, 14, TRUE },
};

const ImSceneStyle *
im_scene_style_get (ImSceneStyleId style)
{
  g_return_val_if_fail (style < IM_N_STYLES, NULL);

  return &styles[style];
}

static guint32
get_grey (guint32 colour)
{
  guint32 luma;

  if (colour == IM_COLOUR_NONE)
    return IM_COLOUR_NONE;
  luma = (2126 * (colour >> 16) + 7152 * (colour >> 8 & 0xff) + 722 * (colour & 0xff)) /
         10000;

  return luma << 16 | luma << 8 | luma;
}

ImSceneColours
im_scene_style_get_colours (ImSceneStyleId style, ImSceneTheme theme)
{
  const ImSceneStyle *row = im_scene_style_get (style);

  if (theme == IM_THEME_DARK)
    return row->dark;
  if (theme != IM_THEME_PRINT)
    return row->light;
  if (row->font_size > 0)
    return (ImSceneColours){ 0x000000, IM_COLOUR_NONE };
  if (style == IM_STYLE_CANVAS)
    return (ImSceneColours){ IM_COLOUR_NONE, IM_COLOUR_NONE };

  return (ImSceneColours){ get_grey (row->light.fill), get_grey (row->light.stroke) };
}
