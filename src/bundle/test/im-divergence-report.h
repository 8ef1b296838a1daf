/* A comparison of several builds as a page of HTML that stands alone: errors of layers
 * with bars, what emulated cores counted, and the first layer out of tolerance with its
 * inputs, both outputs and its code.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "verify/im-divergence.h"

G_BEGIN_DECLS

/**
 * im_divergence_report_new:
 * @divergence: what was found
 * @program: the pipeline
 * @library: where its units are
 *
 * Returns: the page
 */
GString *im_divergence_report_new (const ImDivergence *divergence,
                                   const ImProgram *program,
                                   ImUnitLibrary *library);

G_END_DECLS
