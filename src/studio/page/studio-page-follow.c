/* SPDX-License-Identifier: MIT
 *
 * Files that get another name while they are open.
 */
#include "studio/page/studio-page-private.h"

void
studio_page_follow (StudioPage *self, GFile *file)
{
  g_return_if_fail (STUDIO_IS_PAGE (self));

  if (self->document == NULL || studio_page_has_changes (self, NULL))
    return;
  self->is_left = TRUE;
  studio_page_open (self, file, NULL);
}
