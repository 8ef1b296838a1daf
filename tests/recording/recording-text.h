/* What the tests of recordings share: a folder for their files, and a recording as text.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-recording.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;
  char *path; /* of the one file in it */
} Fixture;

void set_up (Fixture *fixture, gconstpointer data);
void tear_down (Fixture *fixture, gconstpointer data);

/**
 * write_file:
 * @fixture: a fixture
 * @text: what its file shall hold
 * @length: number of bytes
 */
void write_file (const Fixture *fixture, const char *text, gsize length);

/**
 * dup_description:
 * @recording: a recording
 *
 * Returns: all that is known of it, such as `a b: 1 2; 3 4 t=0 0.02 @50`, with
 *   `irregular at 3` behind it if it is
 */
char *dup_description (const ImRecording *recording);

/**
 * assert_message:
 * @fixture: a fixture
 * @error: an error
 * @domain: its domain
 * @code: its code
 * @message: all of its message but the folder and a slash in front of it
 */
void assert_message (const Fixture *fixture,
                     const GError *error,
                     GQuark domain,
                     int code,
                     const char *message);

G_END_DECLS
