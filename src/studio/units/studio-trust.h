/* The question whether the code of packages may run, where nothing confines it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * studio_trust_ask:
 * @parent: the window that wants to run something
 * @folders: (element-type filename): folders of packages that are not trusted
 * @callback: (scope notified): is called when they are
 *
 * Asks whether the folders are trusted, and remembers it. If not, nothing happens.
 */
void studio_trust_ask (GtkWindow *parent,
                       const GPtrArray *folders,
                       void (*callback) (GtkWindow *parent));

G_END_DECLS
