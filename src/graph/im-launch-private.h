/* A pipeline between the line that it was read from and the file that it becomes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "graph/im-launch.h"

G_BEGIN_DECLS

/**
 * ImLaunchSetting:
 * @parameter: what is set
 * @name: where its name stands in the line
 * @value: where the value stands
 * @text: the value as an expression
 */
typedef struct
{
  const ImParameter *parameter;
  ImSpan name;
  ImSpan value;
  const char *text;
} ImLaunchSetting;

/**
 * ImLaunchLayer:
 * @unit: the unit
 * @place: where it is named in the line
 * @first_setting: number of its first setting
 * @n_settings: their number
 */
typedef struct
{
  const ImUnit *unit;
  ImSpan place;
  guint first_setting;
  guint n_settings;
} ImLaunchLayer;

/**
 * ImLaunchMark:
 * @file: bytes of the file
 * @line: the bytes of the line that they come from
 */
typedef struct
{
  ImSpan file;
  ImSpan line;
} ImLaunchMark;

struct _ImLaunch
{
  ImArena *arena;
  ImSource *line;
  ImTensorType source;
  ImSpan source_place;
  GArray *layers;   /* ImLaunchLayer */
  GArray *settings; /* ImLaunchSetting */
  GArray *marks;    /* ImLaunchMark, of the text that was written last */
};

G_END_DECLS
