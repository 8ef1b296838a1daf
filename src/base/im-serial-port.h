/* A serial port as a file: bytes pass unchanged, at a speed that both ends know.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define IM_SERIAL_PORT_BAUD 115200 /* bits per second where nobody says it */

/* The speeds that there are, as messages list them. */
#define IM_SERIAL_PORT_SPEEDS                                                     \
  "1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, " \
  "1000000 or 2000000"

/* Whether a port can have so many bits per second. */
gboolean im_serial_port_has_speed (guint baud);

/**
 * im_serial_port_open:
 * @path: (type filename): the file of the port, such as `/dev/ttyACM0`
 * @baud: bits per second; one of IM_SERIAL_PORT_SPEEDS
 * @error: return location for a [error@GLib.FileError]
 *
 * Opens a port for reading and writing without waiting, and forgets what has arrived
 * before. Nothing of it is interpreted: no line ends, no flow control, no echo.
 *
 * Returns: a descriptor that the caller closes, or -1
 */
int im_serial_port_open (const char *path, guint baud, GError **error);

G_END_DECLS
