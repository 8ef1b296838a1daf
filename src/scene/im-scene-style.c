/* SPDX-License-Identifier: MIT
 *
 * Texts have a contrast of at least 4.5 to 1 to what they stand on. Source:
 * WCAG 2.1, 1.4.3. The hues of broadcasting can be told apart by people who are colour
 * blind. Source: Okabe and Ito, "Color Universal Design".
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
  [IM_STYLE_CELL] = { "cell", { 0xccd0d4, 0x4c515a }, { 0x404246, 0xa6abb5 }, 1.25 },
  [IM_STYLE_CELL_RIGHT] = { "cell-right",
                            { 0xaadaf4, 0x4c515a },
                            { 0x2d4758, 0xa6abb5 },
                            1.25 },
  [IM_STYLE_CELL_GROUP2] = { "cell-group2",
                             { 0xf2cf80, 0x4c515a },
                             { 0x554117, 0xa6abb5 },
                             1.25 },
  [IM_STYLE_CELL_MIDDLE] = { "cell-middle",
                             { 0x80ceb9, 0x4c515a },
                             { 0x154137, 0xa6abb5 },
                             1.25 },
  [IM_STYLE_CELL_GROUP1] = { "cell-group1",
                             { 0xe6bcd3, 0x4c515a },
                             { 0x4e3746, 0xa6abb5 },
                             1.25 },
  [IM_STYLE_CELL_LEFT] = { "cell-left",
                           { 0xf8f2a0, 0x4c515a },
                           { 0x58552a, 0xa6abb5 },
                           1.25 },
  [IM_STYLE_RESULT] = { "result", { 0xa2a8af, 0x2b2f36 }, { 0x4f5156, 0xdfe1e6 }, 1.75 },
  [IM_STYLE_RESULT_RIGHT] = { "result-right",
                              { 0x64baeb, 0x2b2f36 },
                              { 0x345970, 0xdfe1e6 },
                              1.75 },
  [IM_STYLE_RESULT_GROUP2] = { "result-group2",
                               { 0xe8a714, 0x2b2f36 },
                               { 0x6d5113, 0xdfe1e6 },
                               1.75 },
  [IM_STYLE_RESULT_MIDDLE] = { "result-middle",
                               { 0x14a67e, 0x2b2f36 },
                               { 0x115141, 0xdfe1e6 },
                               1.75 },
  [IM_STYLE_RESULT_GROUP1] = { "result-group1",
                               { 0xd084ae, 0x2b2f36 },
                               { 0x634256, 0xdfe1e6 },
                               1.75 },
  [IM_STYLE_RESULT_LEFT] = { "result-left",
                             { 0xf1e651, 0x2b2f36 },
                             { 0x716d2e, 0xdfe1e6 },
                             1.75 },
  [IM_STYLE_HATCH] = { "hatch", { NONE, 0xaeb3b9 }, { NONE, 0x686c72 }, 2.25 },
  [IM_STYLE_HATCH_RIGHT] = { "hatch-right",
                             { NONE, 0x78c3ed },
                             { NONE, 0x3f7899 },
                             2.25 },
  [IM_STYLE_HATCH_GROUP2] = { "hatch-group2",
                              { NONE, 0xebb233 },
                              { NONE, 0x966b0d },
                              2.25 },
  [IM_STYLE_HATCH_MIDDLE] = { "hatch-middle",
                              { NONE, 0x33b18f },
                              { NONE, 0x0c6a52 },
                              2.25 },
  [IM_STYLE_HATCH_GROUP1] = { "hatch-group1",
                              { NONE, 0xd694b9 },
                              { NONE, 0x865471 },
                              2.25 },
  [IM_STYLE_HATCH_LEFT] = { "hatch-left", { NONE, 0xf3e968 }, { NONE, 0x9c9434 }, 2.25 },
  [IM_STYLE_BRACKET_RIGHT] = { "bracket-right",
                               { NONE, 0x438cb6 },
                               { NONE, 0x56b4e9 },
                               2.5 },
  [IM_STYLE_BRACKET_GROUP2] = { "bracket-group2",
                                { NONE, 0xb37c00 },
                                { NONE, 0xe69f00 },
                                2.5 },
  [IM_STYLE_BRACKET_MIDDLE] = { "bracket-middle",
                                { NONE, 0x007b5a },
                                { NONE, 0x009e73 },
                                2.5 },
  [IM_STYLE_BRACKET_GROUP1] = { "bracket-group1",
                                { NONE, 0x9f5e82 },
                                { NONE, 0xcc79a7 },
                                2.5 },
  [IM_STYLE_BRACKET_LEFT] = { "bracket-left",
                              { NONE, 0xbbb233 },
                              { NONE, 0xf0e442 },
                              2.5 },
  [IM_STYLE_CELL_STRETCHED] = { "cell-stretched",
                                { 0xffffff, 0x4c515a },
                                { 0x1d1d20, 0xa6abb5 },
                                1.25 },
  [IM_STYLE_CELL_PILL] = { "cell-pill", { 0xffffff, NONE }, { 0x1d1d20, NONE } },
  [IM_STYLE_CELL_ADDED] = { "cell-added",
                            { 0xffffff, 0x8b9099 },
                            { 0x1d1d20, 0x83868f },
                            1.25,
                            3 },
  [IM_STYLE_CELL_UNKNOWN] = { "cell-unknown",
                              { 0xffffff, 0x4c515a },
                              { 0x1d1d20, 0xa6abb5 },
                              1.5,
                              4 },
  [IM_STYLE_CELL_BAD] = { "cell-bad",
                          { 0xeaae80, 0xa64900 },
                          { 0x5c3315, 0xff9d57 },
                          2.5 },
  [IM_STYLE_RESULT_BAD] = { "result-bad",
                            { 0xffffff, 0xa64900 },
                            { 0x1d1d20, 0xff9d57 },
                            2,
                            4 },
  [IM_STYLE_CELL_DECLARED] = { "cell-declared",
                               { 0xfff1cc, 0xb07d1a },
                               { 0x3b3427, 0xd0a447 },
                               2.5 },
  [IM_STYLE_LOCK] = { "lock", { 0x4c515a, 0x4c515a }, { 0xc3c6cd, 0xc3c6cd }, 1.5 },
  [IM_STYLE_LOCK_SHACKLE] = { "lock-shackle",
                              { NONE, 0x4c515a },
                              { NONE, 0xc3c6cd },
                              1.5 },
  [IM_STYLE_STRIKE] = { "strike", { NONE, 0x5b616b }, { NONE, 0xaeb2bb }, 1.25 },
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
  [IM_STYLE_HEADING] = { "heading",
                         { 0x16181d, NONE },
                         { 0xf4f4f6, NONE },
                         0,
                         0,
                         15,
                         TRUE },
  [IM_STYLE_CELL_SIZE] = { "cell-size",
                           { 0x16181d, NONE },
                           { 0xf4f4f6, NONE },
                           0,
                           0,
                           14 },
  [IM_STYLE_CELL_MUTED] = { "cell-muted",
                            { 0x5b616b, NONE },
                            { 0xaeb2bb, NONE },
                            0,
                            0,
                            14 },
  [IM_STYLE_OPERAND] = { "operand", { 0x16181d, NONE }, { 0xf4f4f6, NONE }, 0, 0, 13 },
  [IM_STYLE_VERDICT] = { "verdict", { 0x16181d, NONE }, { 0xf4f4f6, NONE }, 0, 0, 12 },
  [IM_STYLE_VERDICT_BAD] = { "verdict-bad",
                             { 0xa64900, NONE },
                             { 0xff9d57, NONE },
                             0,
                             0,
                             12,
                             TRUE },
  [IM_STYLE_VERDICT_DECLARED] = { "verdict-declared",
                                  { 0x83590a, NONE },
                                  { 0xe3bd69, NONE },
                                  0,
                                  0,
                                  12,
                                  TRUE },
  [IM_STYLE_LOOP] = { "loop", { 0x16181d, NONE }, { 0xf4f4f6, NONE }, 0, 0, 12 },
  [IM_STYLE_LOOP_STILL] = { "loop-still",
                            { 0x5b616b, NONE },
                            { 0xaeb2bb, NONE },
                            0,
                            0,
                            12 },
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
