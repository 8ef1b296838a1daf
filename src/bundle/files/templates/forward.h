/* For build systems that look for headers here.
 *
 * SPDX-License-Identifier: MIT-0
 */
#include "../include/@name@.h"
