/* The last page of an export: what the comparison found, sizes, and the files.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "studio/export/studio-export-job.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_EXPORT_REPORT (studio_export_report_get_type ())
G_DECLARE_FINAL_TYPE (StudioExportReport,
                      studio_export_report,
                      STUDIO,
                      EXPORT_REPORT,
                      AdwBin)

/**
 * studio_export_report_show:
 * @report: the page
 * @outcome: an export; only looked at now
 *
 * Shows what came of an export.
 */
void studio_export_report_show (StudioExportReport *report,
                                const StudioExportOutcome *outcome);

G_END_DECLS
