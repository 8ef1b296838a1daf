/* What the functions of queues return.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "queue_status"

enum
{
  QUEUE_NO_DATA = -1, /* no output is ready */
  QUEUE_FULL = -2     /* no room for an input */
};
#pragma IMAGINET_FRAGMENT_END
