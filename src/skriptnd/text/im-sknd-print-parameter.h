/* Declarations as text: types, shapes and indices.
 *
 * Each function appends what it is called for; @text is the text of the file.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/text/im-sknd-tree.h"

G_BEGIN_DECLS

/* `..(n)`, or nothing. */
void im_sknd_append_pack (GString *out,
                          const char *text,
                          gboolean is_packed,
                          const ImSkndExpr *length);

/* `[n, s..(d)]`, or nothing. */
void im_sknd_append_shape (GString *out, const char *text, const ImSkndShape *shape);

/* `i < m, j < n` */
void im_sknd_append_bounds (GString *out,
                            const char *text,
                            guint n,
                            const ImSkndLoopBound *bounds);

/* `x: real[n] = 0.0` */
void im_sknd_append_parameter (GString *out,
                               const char *text,
                               const ImSkndParameter *parameter);

G_END_DECLS
