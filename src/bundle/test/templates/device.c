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

/* Of one function. */
typedef struct {
    uint32_t sums[N_SUMS];
    uint32_t n_results;
} Results;

static Results expected[PIPELINE_N_GETS], actual[PIPELINE_N_GETS];
static uint32_t next_frame[PIPELINE_N_PUTS]; /* of a run, that each function gets */
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

static void take(Results *taken, uint32_t get) {
    const uint32_t n = taken[get].n_results++;
    uint32_t *sum = &taken[get].sums[n < N_SUMS ? n : N_SUMS - 1];

    for (uint32_t i = 0; i < n_outputs; i++)
        if (outputs[i].get == get)
            *sum = add_bytes(*sum, outputs[i].actual,
                             outputs[i].type.count * outputs[i].type.element_bytes);
}

/* The next frame for a function from @frame on. */
static uint32_t find_due(uint32_t number, uint32_t frame) {
    while (!pipeline_is_due(number, frame))
        frame++;
    return frame;
}

/* Gives up to @n frames of a run to a function; @first is its first one of all. Returns how
 * many were taken, or a code. */
static int put(uint32_t number, uint32_t run, uint32_t first, uint32_t n) {
    uint32_t frame = find_due(number, next_frame[number]);
    uint32_t after = frame;
    uint32_t n_given = 0;
    int status;

    for (; n_given < n && after < runs[run].n_frames; n_given++) {
        for (uint32_t i = 0; i < n_inputs; i++) {
            const uint32_t bytes = inputs[i].type.count * inputs[i].type.element_bytes;

            if (inputs[i].put == number)
                memcpy((unsigned char *) inputs[i].target + n_given * bytes,
                       (const unsigned char *) inputs[i].data + (first + after) * bytes, bytes);
        }
        after = find_due(number, after + 1);
    }
    if (n_given == 0)
        status = 0;
    else if (n_given == 1) {
        status = pipeline_put(number);
        status = status < 0 ? status : 1;
    } else {
        status = pipeline_put_block(number, (int) n_given);
    }
    for (int taken = 0; taken < status; taken++)
        frame = find_due(number, frame + 1);
    next_frame[number] = frame;
    return status;
}

/* Takes results of a function until there are none, or @most. Returns the last status. */
static int get(Results *taken, uint32_t number, uint32_t most) {
    int status = 0;

    for (uint32_t i = 0; i < most && status >= 0; i++) {
        status = pipeline_get(number);
        if (status >= 0)
            take(taken, number);
    }
    return status;
}

/* Takes up to @most results of each function. Returns how many there were, or a code. */
static int get_some(Results *taken, uint32_t most) {
    int n = 0;

    for (uint32_t number = 0; number < PIPELINE_N_GETS; number++) {
        const uint32_t before = taken[number].n_results;
        const int status = get(taken, number, most);

        if (status < 0 && status != PIPELINE_NODATA && status != PIPELINE_FULL)
            return status;
        n += (int) (taken[number].n_results - before);
    }
    return n;
}

static int get_all(Results *taken) {
    int n;

    do {
        n = get_some(taken, UINT32_MAX);
    } while (n > 0);
    return n;
}

/* Frame by frame, all results behind each. */
static int run_frames(uint32_t run, uint32_t first) {
    for (uint32_t i = 0; i < runs[run].n_frames; i++)
        for (uint32_t number = 0; number < PIPELINE_N_PUTS; number++)
            if (pipeline_is_due(number, i) &&
                (put(number, run, first, 1) < 0 || get_all(expected) < 0)) {
                fail("the pipeline returns an error", run, i);
                return -1;
            }
    return 0;
}

/* A frame that found no room must find none again, until results are taken. */
static int make_room(uint32_t number, uint32_t run, uint32_t first) {
    int status;

    n_refusals++;
    for (uint32_t i = pick(3); i > 0; i--)
        if (put(number, run, first, 1) != PIPELINE_FULL) {
            fail("there is no room, and then there is", run, next_frame[number]);
            return -1;
        }
    status = get_some(actual, 1);
    if (status == 0)
        status = put(number, run, first, 1);
    if (status == PIPELINE_FULL)
        fail("there is neither room nor a result", run, next_frame[number]);
    return status;
}

/* Blocks and results in any order. The first schedule takes results only for room. */
static int run_blocks(uint32_t run, uint32_t first, uint32_t schedule) {
    uint32_t n_left = PIPELINE_N_PUTS;
    uint32_t number = 0;

    random_state = 0x9E3779B9u + schedule;
    while (n_left > 0) {
        int status;

        number = (number + 1) % PIPELINE_N_PUTS;
        status = put(number, run, first, 1 + pick(PIPELINE_BLOCK));
        n_left = status == 0 ? n_left - 1 : PIPELINE_N_PUTS;
        if (status == PIPELINE_FULL)
            status = make_room(number, run, first);
        if (status >= 0 && schedule > 0)
            status = get_some(actual, pick(3));
        if (status < 0) {
            fail("the pipeline returns an error", run, next_frame[number]);
            return -1;
        }
    }
    return get_all(actual);
}

static int compare(uint32_t run, uint32_t schedule, uint32_t number) {
    const Results *a = &expected[number];
    const Results *b = &actual[number];
    uint32_t i = 0;

    if (memcmp(a, b, sizeof *a) == 0)
        return 0;
    while (i + 1 < N_SUMS && a->sums[i] == b->sums[i])
        i++;
    DEVICE_PRINT("%s, schedule %lu: result %lu is not the same; %lu results, frame by frame "
                 "%lu\n",
                 runs[run].name, (unsigned long) schedule, (unsigned long) i,
                 (unsigned long) b->n_results, (unsigned long) a->n_results);
    return -1;
}

static int begin(void) {
    memset(next_frame, 0, sizeof next_frame);
    return pipeline_init();
}

static int run_all(uint32_t run, uint32_t first) {
    int status = 0;

    memset(expected, 0, sizeof expected);
    if (begin() < 0 || run_frames(run, first) < 0)
        return -1;
    for (uint32_t schedule = 0; schedule < N_SCHEDULES && status == 0; schedule++) {
        memset(actual, 0, sizeof actual);
        if (begin() < 0 || run_blocks(run, first, schedule) < 0)
            return -1;
        for (uint32_t number = 0; number < PIPELINE_N_GETS && status == 0; number++)
            status = compare(run, schedule, number);
    }
    return status;
}

int main(void) {
    uint32_t first = 0;
    uint32_t n_taken = 0;
    int status = 0;

    for (uint32_t run = 0; run < n_runs && status == 0; run++) {
        status = run_all(run, first);
        first += runs[run].n_frames;
        for (uint32_t number = 0; number < PIPELINE_N_GETS; number++)
            n_taken += expected[number].n_results;
    }
    pipeline_finalize();
    DEVICE_PRINT("%lu results by blocks, with %lu refusals: %s\n", (unsigned long) n_taken,
                 (unsigned long) n_refusals,
                 status == 0 ? "the same bit for bit as frame by frame"
                             : "DIFFERENT from frame by frame");
    return status == 0 ? 0 : 1;
}
