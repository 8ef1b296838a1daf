/* Two rows that choose a part of a pipeline: from which pipe to which.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "program/im-program.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_SECTION (studio_section_get_type ())
G_DECLARE_FINAL_TYPE (StudioSection, studio_section, STUDIO, SECTION, AdwBin)

/**
 * studio_section_set_program:
 * @section: the rows
 * @program: (nullable): the whole pipeline
 *
 * Offers the pipes of a pipeline. What was chosen stays as far as it is there. Nothing is
 * shown before studio_section_choose().
 */
void studio_section_set_program (StudioSection *section, const ImProgram *program);

/**
 * studio_section_choose:
 * @section: the rows
 * @from: (nullable): a pipe, see im_section_write()
 * @to: (nullable): another one
 *
 * Chooses both as if somebody did it: the signal `changed` says so once. A @from that
 * nothing is computed from becomes the end, if there is no @to.
 */
void studio_section_choose (StudioSection *section, const char *from, const char *to);

/* The pipe that is chosen; NULL for all that flows into the pipeline, or out of it. */
const char *studio_section_get_from (StudioSection *section);
const char *studio_section_get_to (StudioSection *section);

G_END_DECLS
