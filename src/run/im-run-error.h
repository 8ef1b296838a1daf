/* Why code of a pipeline could not run on this machine.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define IM_RUN_ERROR (im_run_error_quark ())

/**
 * ImRunError:
 * @IM_RUN_ERROR_EMIT: there is no C of the pipeline; the problems say why
 * @IM_RUN_ERROR_RUN: the compiled pipeline crashes, returns an error, or takes too
 * long
 * @IM_RUN_ERROR_FILE: a file could not be written or read
 * @IM_RUN_ERROR_SIZE: the frames that are asked for are too many
 */
typedef enum
{
  IM_RUN_ERROR_EMIT,
  IM_RUN_ERROR_RUN,
  IM_RUN_ERROR_FILE,
  IM_RUN_ERROR_SIZE,
} ImRunError;

GQuark im_run_error_quark (void);

G_END_DECLS
