/* Calls the pipeline as devices do: in blocks of odd sizes, again when a queue is full, and
 * with frames that come between two results. The results must be those of frame by frame,
 * bit for bit.
 *
 * ISO C99. The same file runs on this machine and on a microcontroller, where it needs
 * printf(), or another macro DEVICE_PRINT. The status is 0 if all results are the same, 1
 * if one is not or a function of the pipeline fails.
 *
 * SPDX-License-Identifier: MIT-0
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "stored.h"

#ifndef DEVICE_PRINT
#define DEVICE_PRINT(...) printf(__VA_ARGS__)
#endif

#define N_SCHEDULES 4u
#define N_SUMS 1024u /* of results; what is behind them goes into the last one */

typedef struct {
    uint32_t sums[N_SUMS];
    uint32_t n_results;
} Results;

static Results expected, actual;
static uint32_t n_refusals;
static uint32_t random_state;

static void fail(const char *message, uint32_t run, uint32_t frame) {
    DEVICE_PRINT("frame %lu of %s: %s\n", (unsigned long) frame, runs[run].name, message);
}

/* From 0 to n - 1. Source: Marsaglia, "Xorshift RNGs", 2003. */
static uint32_t pick(uint32_t n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state % n;
}

static uint32_t add_bytes(uint32_t sum, const void *data, uint32_t bytes) {
    const unsigned char *byte = (const unsigned char *) data;

    for (uint32_t i = 0; i < bytes; i++)
        sum = (sum ^ byte[i]) * 16777619u; /* FNV-1a */
    return sum;
}

static void take(Results *taken) {
    uint32_t *sum = &taken->sums[taken->n_results < N_SUMS ? taken->n_results : N_SUMS - 1];

    for (uint32_t i = 0; i < n_outputs; i++)
        *sum = add_bytes(*sum, outputs[i].actual,
                         outputs[i].type.count * outputs[i].type.element_bytes);
    taken->n_results++;
}

/* Gives frames of a run, number @first of all being the first of them. */
static int put(uint32_t first, uint32_t n) {
    for (uint32_t i = 0; i < n_inputs; i++) {
        const uint32_t bytes = inputs[i].type.count * inputs[i].type.element_bytes;

        memcpy(inputs[i].target, (const unsigned char *) inputs[i].data + first * bytes,
               n * bytes);
    }
    return n == 1 ? pipeline_put() : pipeline_put_block((int) n);
}

/* Takes results until there are none, or @most. Returns the last status. */
static int get(Results *taken, uint32_t most) {
    int status = 0;

    for (uint32_t i = 0; i < most && status >= 0; i++) {
        status = pipeline_get();
        if (status >= 0)
            take(taken);
    }
    return status;
}

/* Frame by frame, all results behind each. */
static int run_frames(uint32_t run, uint32_t first) {
    for (uint32_t i = 0; i < runs[run].n_frames; i++)
        if (put(first + i, 1) < 0 || get(&expected, UINT32_MAX) != PIPELINE_NODATA) {
            fail("the pipeline returns an error", run, i);
            return -1;
        }
    return 0;
}

/* A frame that found no room must find none again, until a result is taken or there is
 * none any more. */
static int make_room(uint32_t run, uint32_t first, uint32_t frame) {
    int status;

    n_refusals++;
    for (uint32_t i = pick(3); i > 0; i--)
        if (put(first + frame, 1) != PIPELINE_FULL) {
            fail("there is no room, and then there is", run, frame);
            return -1;
        }
    status = get(&actual, 1);
    if (status < 0 && status != PIPELINE_NODATA)
        fail("the pipeline returns an error", run, frame);
    else if (status < 0 && put(first + frame, 1) == PIPELINE_FULL)
        fail("there is neither room nor a result", run, frame);
    else
        return status < 0 ? 1 : 0;
    return -1;
}

/* Blocks and results in any order. The first schedule takes results only for room. */
static int run_blocks(uint32_t run, uint32_t first, uint32_t schedule) {
    uint32_t frame = 0;

    random_state = 0x9E3779B9u + schedule;
    while (frame < runs[run].n_frames) {
        const uint32_t left = runs[run].n_frames - frame;
        const uint32_t wanted = 1 + pick(PIPELINE_BLOCK);
        int status = put(first + frame, wanted < left ? wanted : left);

        if (status == PIPELINE_FULL)
            status = make_room(run, first, frame);
        else if (status < 0)
            fail("the pipeline returns an error", run, frame);
        else if (wanted == 1 || left == 1)
            status = 1; /* for a single frame success is 0 */
        if (status < 0)
            return -1;
        frame += (uint32_t) status;
        if (schedule > 0 && get(&actual, pick(3)) < PIPELINE_NODATA) {
            fail("the pipeline returns an error", run, frame);
            return -1;
        }
    }
    return get(&actual, UINT32_MAX) == PIPELINE_NODATA ? 0 : -1;
}

static int compare(uint32_t run, uint32_t schedule) {
    uint32_t i = 0;

    if (memcmp(&expected, &actual, sizeof actual) == 0)
        return 0;
    while (i + 1 < N_SUMS && expected.sums[i] == actual.sums[i])
        i++;
    DEVICE_PRINT("%s, schedule %lu: result %lu is not the same; %lu results, frame by frame "
                 "%lu\n",
                 runs[run].name, (unsigned long) schedule, (unsigned long) i,
                 (unsigned long) actual.n_results, (unsigned long) expected.n_results);
    return -1;
}

static int run_all(uint32_t run, uint32_t first) {
    memset(&expected, 0, sizeof expected);
    if (pipeline_init() < 0 || run_frames(run, first) < 0)
        return -1;
    for (uint32_t schedule = 0; schedule < N_SCHEDULES; schedule++) {
        memset(&actual, 0, sizeof actual);
        if (pipeline_init() < 0 || run_blocks(run, first, schedule) < 0 ||
            compare(run, schedule) < 0)
            return -1;
    }
    return 0;
}

int main(void) {
    uint32_t first = 0;
    uint32_t n_taken = 0;
    int status = 0;

    for (uint32_t run = 0; run < n_runs && status == 0; run++) {
        status = run_all(run, first);
        first += runs[run].n_frames;
        n_taken += expected.n_results;
    }
    pipeline_finalize();
    DEVICE_PRINT("%lu results by blocks, with %lu refusals: %s\n", (unsigned long) n_taken,
                 (unsigned long) n_refusals,
                 status == 0 ? "the same bit for bit as frame by frame"
                             : "DIFFERENT from frame by frame");
    return status == 0 ? 0 : 1;
}
