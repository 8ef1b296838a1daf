/* SPDX-License-Identifier: MIT
 *
 * The buffer holds one longest line and the byte that shows whether a CR has an LF behind
 * it. What no line has used moves to the front before more is read.
 */
#include "recording/im-csv-lines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/im-file.h"
#include "recording/im-recording.h"

#define FIRST_PART 128
#define CAPACITY   (IM_CSV_MAX_LINE_BYTES + 2)
#define BOM        "\xEF\xBB\xBF"
#define BOM_LENGTH 3

void
im_csv_lines_init (ImCsvLines *lines, const char *path, int descriptor)
{
  *lines = (ImCsvLines){ .path = path, .descriptor = descriptor };
  lines->buffer = g_malloc (CAPACITY);
}

void
im_csv_lines_clear (ImCsvLines *lines)
{
  g_clear_pointer (&lines->buffer, g_free);
}

const char *
im_csv_find_line_end (const char *text, gsize length)
{
  /* Most lines are short, and have an end of one kind only. */
  for (gsize done = 0, part = FIRST_PART; done < length; done += part, part *= 2)
    {
      gsize n = MIN (part, length - done);
      const char *lf = memchr (text + done, '\n', n);
      const char *cr = memchr (text + done, '\r',
                               lf == NULL ? n : (gsize) (lf - text) - done);

      if (cr != NULL || lf != NULL)
        return cr != NULL ? cr : lf;
    }

  return NULL;
}

guint64
im_csv_lines_get_offset (const ImCsvLines *lines)
{
  return lines->offset + lines->start;
}

gboolean
im_csv_lines_seek (ImCsvLines *lines, guint64 offset, gsize number, GError **error)
{
  if (lseek (lines->descriptor, (off_t) offset, SEEK_SET) != (off_t) offset)
    {
      g_set_error (error, IM_FILE_ERROR, IM_FILE_ERROR_FAILED, "%s: %s", lines->path,
                   g_strerror (errno));
      return FALSE;
    }
  lines->offset = offset;
  lines->start = lines->end = 0;
  lines->at_end = FALSE;
  lines->number = number;

  return TRUE;
}

static gboolean
fill (ImCsvLines *lines, GError **error)
{
  gsize length;

  memmove (lines->buffer, lines->buffer + lines->start, lines->end - lines->start);
  lines->end -= lines->start;
  lines->offset += lines->start;
  lines->start = 0;
  if (!im_file_read_part (lines->descriptor, lines->path, lines->buffer + lines->end,
                          CAPACITY - lines->end, &length, error))
    return FALSE;
  lines->end += length;
  lines->at_end = lines->end < CAPACITY;

  return TRUE;
}

const char *
im_csv_lines_peek (ImCsvLines *lines, gsize *length, GError **error)
{
  if (!fill (lines, error))
    return NULL;
  if (lines->end >= BOM_LENGTH && memcmp (lines->buffer, BOM, BOM_LENGTH) == 0)
    lines->start = BOM_LENGTH;
  *length = lines->end - lines->start;

  return lines->buffer + lines->start;
}

/* Finds the end of the line in what is in memory. Returns NULL if more has to be read. */
static const char *
find_end (const ImCsvLines *lines)
{
  const char *text = lines->buffer + lines->start;
  gsize length = lines->end - lines->start;
  const char *end = im_csv_find_line_end (text, length);

  if (lines->at_end)
    return end != NULL ? end : text + length;

  return end == text + length - 1 ? NULL : end;
}

static void
skip_line_end (ImCsvLines *lines)
{
  const char *text = lines->buffer + lines->start;
  gsize length = lines->end - lines->start;

  if (length > 1 && text[0] == '\r' && text[1] == '\n')
    lines->start += 2;
  else if (length > 0)
    lines->start += 1;
}

gboolean
im_csv_lines_next (ImCsvLines *lines, ImCsvLine *line, GError **error)
{
  const char *end = find_end (lines);

  if (end == NULL)
    {
      if (!fill (lines, error))
        return FALSE;
      end = find_end (lines);
    }
  if (lines->start == lines->end)
    return FALSE;

  lines->number++;
  const char *text = lines->buffer + lines->start;
  if (end == NULL || end - text > IM_CSV_MAX_LINE_BYTES)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TOO_LARGE,
                   "%s:%" G_GSIZE_FORMAT ": expected lines of at most %d bytes, this one "
                   "is longer",
                   lines->path, lines->number, IM_CSV_MAX_LINE_BYTES);
      return FALSE;
    }

  *line = (ImCsvLine){ text, (gsize) (end - text), lines->number };
  lines->start += line->length;
  skip_line_end (lines);

  return TRUE;
}
