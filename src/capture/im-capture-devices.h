/* The microphones and serial ports that are there.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImCaptureDevice:
 * @name: that of a capture, such as `microphone:default` or `serial:/dev/ttyACM0`
 * @text: what it is, in words of its maker; empty if that is not known
 */
typedef struct
{
  char *name;
  char *text;
} ImCaptureDevice;

/* Whether this program can record microphones: it was built with ALSA. */
gboolean im_capture_has_microphones (void);

/**
 * im_capture_list_microphones:
 *
 * Returns: (element-type ImCaptureDevice): what ALSA can record from, the usual one first
 */
GPtrArray *im_capture_list_microphones (void);

/**
 * im_capture_list_ports:
 *
 * Returns: (element-type ImCaptureDevice): serial ports behind which there is a device
 */
GPtrArray *im_capture_list_ports (void);

G_END_DECLS
