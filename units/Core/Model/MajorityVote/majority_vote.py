# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "reset_py"
def majority_vote_reset_py(state):
    state["votes"] = []
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "majority_vote_py"
def majority_vote_py(input, state, size, output):
    state["votes"] = [input.ravel().tolist(), *state["votes"]][:size]
    newest_first = list(zip(*state["votes"]))
    output.flat = [max(votes, key=votes.count) for votes in newest_first]
#pragma IMAGINET_FRAGMENT_END
