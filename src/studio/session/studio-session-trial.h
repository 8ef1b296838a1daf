/* What is tried of a unit, as a program for another thread.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-program.h"
#include "studio/session/studio-session.h"

G_BEGIN_DECLS

/**
 * StudioTrialProgram:
 * @library: where its units and their code are, with the texts as they are edited now
 * @program: the unit with the inputs and options that are tried
 * @held: that of the document, so that its file stays as it is
 */
typedef struct
{
  ImUnitLibrary *library;
  ImProgram *program;
  ImProgram *held;
} StudioTrialProgram;

/**
 * studio_session_init_trial_program:
 * @session: a session
 * @trial: (out): the program; clear it with studio_trial_program_clear()
 * @problems: where its problems go
 *
 * Returns: FALSE if nothing is tried of the unit that is shown
 */
gboolean studio_session_init_trial_program (StudioSession *session,
                                            StudioTrialProgram *trial,
                                            ImDiagnostics *problems);

void studio_trial_program_clear (StudioTrialProgram *trial);

G_END_DECLS
