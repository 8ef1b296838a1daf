/* The examples of the unit that is shown, run behind each save.
 *
 * What came of them holds for the text that was saved: the next edit forgets it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

/**
 * StudioExampleState:
 * @STUDIO_EXAMPLE_NONE: it was not run, and maybe it is told why
 * @STUDIO_EXAMPLE_RUNNING: it is being run
 * @STUDIO_EXAMPLE_PASSED: all languages that are there give what is expected
 * @STUDIO_EXAMPLE_FAILED: one does not
 */
typedef enum
{
  STUDIO_EXAMPLE_NONE,
  STUDIO_EXAMPLE_RUNNING,
  STUDIO_EXAMPLE_PASSED,
  STUDIO_EXAMPLE_FAILED,
} StudioExampleState;

/**
 * studio_session_run_examples:
 * @session: a session whose document was saved
 *
 * Runs the examples of the unit in the background, confined. The signal
 * `examples` tells when something is known of them; those that fail are among
 * the problems.
 */
void studio_session_run_examples (StudioSession *session);

/**
 * studio_session_get_example:
 * @session: a session
 * @number: of an example, from 0
 * @text: (out) (nullable): what to say of it, such as how far it is off
 *
 * Returns: what is known of it
 */
StudioExampleState studio_session_get_example (StudioSession *session,
                                               guint number,
                                               const char **text);

G_END_DECLS
