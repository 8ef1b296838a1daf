"""Decisions after a model against plain loops over what has been seen.

SPDX-License-Identifier: MIT
"""
import collections

import numpy as np
from numpy.testing import assert_array_equal

from twin import load

RANDOM = np.random.default_rng(4)


def run(unit, name, decisions, *arguments):
    """What a unit with a state gives for decisions one after the other."""
    code, state, results = vars(load(f'Model/{unit}')), {}, []
    code[f'{name}_reset_py'](state)
    for decision in decisions:
        output = np.zeros_like(decision)
        code[f'{name}_py'](decision, state, *arguments, output)
        results.append(output)
    return np.array(results)


def test_confidence_threshold_keeps_what_is_sure():
    scores = RANDOM.integers(0, 5, (200, 4)).astype(np.float32) / 4
    output = np.zeros(200, np.int32)
    load('Model/ConfidenceThreshold').confidence_threshold_py(scores, 0.75, output)
    for row, decision in zip(scores.tolist(), output):
        assert decision == (row.index(max(row)) if max(row) >= 0.75 else -1)


def test_confidence_threshold_without_a_number():
    output = np.zeros(1, np.int32)
    scores = np.array([[0.9, np.nan]], np.float32)
    load('Model/ConfidenceThreshold').confidence_threshold_py(scores, 0.5, output)
    assert_array_equal(output, -1)


def test_debounce_counts_in_a_row():
    decisions = RANDOM.integers(-1, 2, (300, 3)).astype(np.int32)
    for needed in 1, 2, 4:
        expected = np.full(decisions.shape, -1)
        for column in range(3):
            times, seen, reported = 0, None, -1
            for t, now in enumerate(decisions[:, column]):
                times = times + 1 if now == seen else 1
                seen = now
                reported = now if times >= needed else reported
                expected[t, column] = reported
        assert_array_equal(run('Debounce', 'debounce', decisions, needed), expected)


def test_majority_vote_counts_and_prefers_the_newest():
    decisions = RANDOM.integers(-1, 4, (300, 3)).astype(np.int32)
    for size in 1, 2, 5, 8:
        expected = np.zeros(decisions.shape)
        for t, column in np.ndindex(*decisions.shape):
            last = decisions[max(0, t - size + 1):t + 1, column].tolist()
            counts = collections.Counter(last)
            most = max(counts.values())
            expected[t, column] = next(x for x in reversed(last) if counts[x] == most)
        assert_array_equal(run('MajorityVote', 'majority_vote', decisions, size), expected)


def test_class_as_index_and_one_hot():
    scores = RANDOM.integers(-3, 4, (50, 4)).astype(np.int8)
    index, one_hot = np.zeros(50, np.int32), np.zeros((50, 4), np.int32)
    load('Model/Argmax').class_py(scores, False, index)
    load('Model/Argmax').class_py(scores, True, one_hot)
    assert_array_equal(index, [row.index(max(row)) for row in scores.tolist()])
    assert_array_equal(one_hot, np.eye(4)[index])
