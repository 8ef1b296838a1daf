/* The headers of a worker, of which the compiler does not say that they define again what
 * the system has defined.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once
#pragma GCC system_header

#include "run/host/include/math.h"
#include "run/host/include/stdint.h"
#include "run/host/include/stdio.h"
#include "run/host/include/stdlib.h"
#include "run/host/include/string.h"
