/* The first page of an export: what the bundle is called, where it goes, what is in it.
 *
 * What is wrong is said below the field that it is about, while it is typed. The memory
 * that the pipeline needs is shown before anything is written.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "run/im-snapshot.h"
#include "studio/export/studio-export-choice.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_EXPORT_FORM (studio_export_form_get_type ())
G_DECLARE_FINAL_TYPE (StudioExportForm, studio_export_form, STUDIO, EXPORT_FORM, AdwBin)

/**
 * studio_export_form_set_choice:
 * @form: the page
 * @choice: what was chosen the last time
 * @folder: where the bundle goes if @choice does not say it
 *
 * Fills the fields.
 */
void studio_export_form_set_choice (StudioExportForm *form,
                                    const StudioExportChoice *choice,
                                    const char *folder);

/**
 * studio_export_form_set_snapshot:
 * @form: the page
 * @snapshot: the pipeline
 *
 * Shows what memory it needs, or why it cannot be exported. Sizes that are missing are
 * asked for; `sizes-changed` tells that somebody changed them.
 */
void studio_export_form_set_snapshot (StudioExportForm *form, const ImSnapshot *snapshot);

/* Why the pipeline cannot be exported; NULL if it can. */
const char *studio_export_form_get_trouble (StudioExportForm *form);

/**
 * studio_export_form_fill_sizes:
 * @form: the page
 * @inputs: (element-type ImUnitBinding): where to append the types of the inputs whose
 *   sizes are asked for
 *
 * Returns: FALSE if some are still missing; then nothing is appended
 */
gboolean studio_export_form_fill_sizes (StudioExportForm *form, GArray *inputs);

/**
 * studio_export_form_choose_section:
 * @form: the page
 * @from: (nullable): a pipe, see im_section_write()
 * @to: (nullable): another one
 *
 * Chooses the part of the pipeline that is exported; `section-changed` tells that it, or
 * somebody, chose another one.
 */
void studio_export_form_choose_section (StudioExportForm *form,
                                        const char *from,
                                        const char *to);

/* The pipes of the part that is chosen; NULL for the start or the end of the pipeline. */
const char *studio_export_form_get_from (StudioExportForm *form);
const char *studio_export_form_get_to (StudioExportForm *form);

/**
 * studio_export_form_dup_choice:
 * @form: the page
 *
 * Returns: (nullable): what is chosen, or NULL if something is wrong: then the first of
 *   it has the keyboard focus
 */
StudioExportChoice *studio_export_form_dup_choice (StudioExportForm *form);

/**
 * studio_export_form_refuse_path:
 * @form: the page
 * @message: why the bundle cannot go where it shall go
 *
 * Shows a message below the path until the path is changed.
 */
void studio_export_form_refuse_path (StudioExportForm *form, const char *message);

G_END_DECLS
