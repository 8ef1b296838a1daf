/* SPDX-License-Identifier: MIT */
#include "base/im-serial-port.h"

#include <errno.h>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

static const struct
{
  guint baud;
  speed_t speed;
} speeds[] = {
  { 1200, B1200 },       { 2400, B2400 },     { 4800, B4800 },     { 9600, B9600 },
  { 19200, B19200 },     { 38400, B38400 },   { 57600, B57600 },   { 115200, B115200 },
  { 230400, B230400 },   { 460800, B460800 }, { 921600, B921600 }, { 1000000, B1000000 },
  { 2000000, B2000000 },
};

static gboolean
find_speed (guint baud, speed_t *speed)
{
  for (gsize i = 0; i < G_N_ELEMENTS (speeds); i++)
    if (speeds[i].baud == baud)
      {
        *speed = speeds[i].speed;
        return TRUE;
      }

  return FALSE;
}

gboolean
im_serial_port_has_speed (guint baud)
{
  speed_t speed;

  return find_speed (baud, &speed);
}

static int
fail (const char *path, int descriptor, GError **error)
{
  int number = errno;

  g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (number),
               "the serial port %s cannot be opened: %s", path, g_strerror (number));
  if (descriptor >= 0)
    close (descriptor);

  return -1;
}

int
im_serial_port_open (const char *path, guint baud, GError **error)
{
  struct termios how;
  speed_t speed = B115200;
  int descriptor;

  g_return_val_if_fail (find_speed (baud, &speed), -1);

  descriptor = open (path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0 || tcgetattr (descriptor, &how) != 0)
    return fail (path, descriptor, error);
  cfmakeraw (&how);
  cfsetispeed (&how, speed);
  cfsetospeed (&how, speed);
  how.c_cflag |= CLOCAL | CREAD;
  /* What arrives when the port can be seen to be ready is not thrown away. */
  tcflush (descriptor, TCIOFLUSH);
  if (tcsetattr (descriptor, TCSANOW, &how) != 0)
    return fail (path, descriptor, error);

  return descriptor;
}
