/* SPDX-License-Identifier: MIT */
#include "arm_rfft_fast_f32.c"
#include "arm_rfft_fast_init_f32.c"
