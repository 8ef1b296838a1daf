/* What the values of each pipe follow from, as a digest: where it is the same, they are
 * the same. The digest of what a layer computes holds those of all that it reads.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "live/im-live-memory.h"
#include "plan/im-plan.h"
#include "recording/im-feed.h"

G_BEGIN_DECLS

/**
 * ImLiveDigests:
 * @recording: of what is read of the recordings
 * @tensors: of each tensor of the program
 * @is_whole: whether each tensor follows from all layers, since some of their code shares
 * more than tensors: then none may be computed without the others
 * @needs_packages: whether any code calls libraries, see im-code-package.h: all is
 * compiled as that must be
 */
typedef struct
{
  char *recording;
  char **tensors;
  gboolean is_whole;
  gboolean needs_packages;
} ImLiveDigests;

/**
 * im_live_digests_new:
 * @plan: a plan of IM_LANGUAGE_C
 * @library: where its fragments are
 * @feed: the recordings
 * @max_frames: how many frames of the fastest are read at most, 0 for all
 * @is_long: whether an optimizing compiler compiles it
 *
 * Looks at the state of the files of recordings, so it must be called before these are
 * opened.
 *
 * Returns: (transfer full) (nullable): the digests, NULL if it cannot be told what the
 *   recordings are: they are no files, or there is none
 */
ImLiveDigests *im_live_digests_new (const ImPlan *plan,
                                    ImUnitLibrary *library,
                                    const ImFeed *feed,
                                    guint max_frames,
                                    gboolean is_long);

/* Whether the files of recordings are as they were before they were opened. */
gboolean im_live_digests_are_current (const ImLiveDigests *digests,
                                      const ImPlan *plan,
                                      const ImFeed *feed,
                                      guint max_frames);

void im_live_digests_free (ImLiveDigests *digests);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImLiveDigests, im_live_digests_free)

G_END_DECLS
