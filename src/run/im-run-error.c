/* SPDX-License-Identifier: MIT */
#include "run/im-run-error.h"

G_DEFINE_QUARK (im_run_error_quark, im_run_error)
