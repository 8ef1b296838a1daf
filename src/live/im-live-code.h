/* Whether code may remember something, or change something, that others see: then what a
 * unit computes depends on what runs beside it.
 *
 * What the code keeps in its state and its buffers is given to it, and does not count.
 * The scan errs on the side of what is kept: a function that it does not know may keep
 * anything.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImLiveCode:
 * @keeps: whether it has a variable that lives from call to call
 * @meddles: whether it has to do with what the whole process shares, such as rand()
 * @defined: (element-type utf8 utf8): functions and macros that it defines
 * @called: (element-type utf8 utf8): functions and macros that it calls
 *
 * What a text in C does besides computing.
 */
typedef struct
{
  gboolean keeps;
  gboolean meddles;
  GHashTable *defined;
  GHashTable *called;
} ImLiveCode;

/**
 * im_live_code_new:
 * @text: a fragment in C
 *
 * Returns: (transfer full): what it does
 */
ImLiveCode *im_live_code_new (const char *text);

void im_live_code_free (ImLiveCode *code);

/* Whether a text defines a function or macro; where templates make its name, whether it
 * may be the one that is called. */
gboolean im_live_code_defines (const ImLiveCode *code, const char *function);

/* Whether it is known of a function, which no fragment defines, that what it gives
 * follows from its arguments alone. */
gboolean im_live_code_is_pure (const char *function);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImLiveCode, im_live_code_free)

G_END_DECLS
