/* Runs the pipeline on stored inputs and compares what it computes with stored results.
 *
 * usage: runner [--trace FILE]
 *
 * ISO C99. The same file runs on this machine and on a microcontroller, where it needs
 * printf(), or another macro RUNNER_PRINT, and no files if RUNNER_HAS_FILES is 0. FILE
 * gets all inputs and outputs for compare.py.
 *
 * The status is 0 if all results are within their tolerance, 1 if one is not or a
 * function of the pipeline fails, 2 if no results are stored or FILE cannot be written.
 *
 * SPDX-License-Identifier: MIT-0
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "stored.h"

#ifndef RUNNER_PRINT
#define RUNNER_PRINT(...) printf(__VA_ARGS__)
#endif
#ifndef RUNNER_HAS_FILES
#define RUNNER_HAS_FILES 1
#endif

#define PASSED 0
#define FAILED 1
#define UNDECIDED 2

typedef struct {
    uint32_t n_elements;
    uint32_t n_different;
    double max_absolute;
    double max_relative;
    double max_ulp;
    uint32_t first_result;
    uint32_t first_element;
} Difference;

static Difference differences[sizeof outputs / sizeof outputs[0]];
static uint32_t n_compared[sizeof outputs / sizeof outputs[0]]; /* results */
static int has_failed;
static double largest_input;

#if RUNNER_HAS_FILES
static FILE *trace;

static void write_trace(const void *data, uint32_t bytes) {
    if (trace != NULL)
        fwrite(data, 1, bytes, trace);
}

static void write_header(uint32_t kind, uint32_t number) {
    write_trace(&kind, sizeof kind);
    write_trace(&number, sizeof number);
}
#else
#define write_trace(data, bytes) ((void) (data))
#define write_header(kind, number) ((void) 0)
#endif

/* What the headers of a trace say. */
#define TRACE_RUN 0u
#define TRACE_FRAME 1u
#define TRACE_RESULT 2u
#define TRACE_END 3u

static uint64_t load_bits(const Type *type, const unsigned char *element) {
    uint8_t bits_8;
    uint16_t bits_16;
    uint32_t bits_32;
    uint64_t bits_64;

    switch (type->element_bytes) {
    case 1:
        memcpy(&bits_8, element, sizeof bits_8);
        return bits_8;
    case 2:
        memcpy(&bits_16, element, sizeof bits_16);
        return bits_16;
    case 4:
        memcpy(&bits_32, element, sizeof bits_32);
        return bits_32;
    default:
        memcpy(&bits_64, element, sizeof bits_64);
        return bits_64;
    }
}

static double half_to_double(uint64_t bits) {
    const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
    const int exponent = (int) (bits >> 10 & 0x1fu);
    const double fraction = (double) (bits & 0x3ffu);

    if (exponent == 0x1f)
        return fraction > 0.0 ? (double) NAN : sign * (double) INFINITY;
    if (exponent == 0)
        return sign * ldexp(fraction, -24);
    return sign * ldexp(fraction + 1024.0, exponent - 25);
}

static uint64_t get_sign(const Type *type) {
    return (uint64_t) 1 << (8 * type->element_bytes - 1);
}

static double load_integer(const Type *type, uint64_t bits) {
    const uint64_t sign = get_sign(type);

    if (type->family == FAMILY_UNSIGNED || (bits & sign) == 0)
        return (double) bits;
    return (double) (bits - sign) - (double) sign;
}

static double load(const Type *type, const unsigned char *element) {
    float number;
    double wide_number;

    if (type->family != FAMILY_FLOAT)
        return load_integer(type, load_bits(type, element));
    switch (type->element_bytes) {
    case 2:
        return half_to_double(load_bits(type, element));
    case 4:
        memcpy(&number, element, sizeof number);
        return (double) number;
    default:
        memcpy(&wide_number, element, sizeof wide_number);
        return wide_number;
    }
}

/* The place of a value among all values of its type. */
static uint64_t get_rank(const Type *type, const unsigned char *element) {
    const uint64_t bits = load_bits(type, element);
    const uint64_t sign = get_sign(type);

    if (type->family == FAMILY_UNSIGNED)
        return bits;
    if (type->family == FAMILY_SIGNED)
        return bits ^ sign;
    return (bits & sign) != 0 ? sign - (bits & ~sign) : sign + bits;
}

static double get_ulp(const Type *type, const unsigned char *a, const unsigned char *b) {
    const uint64_t from = get_rank(type, a);
    const uint64_t to = get_rank(type, b);

    return (double) (from < to ? to - from : from - to);
}

static uint32_t get_bytes(const Type *type) {
    return type->count * type->element_bytes;
}

static double find_largest(const Type *type, const unsigned char *tensor) {
    double largest = 0.0;

    for (uint32_t i = 0; i < type->count; i++) {
        const double value = fabs(load(type, tensor + i * type->element_bytes));

        if (isfinite(value) && value > largest)
            largest = value;
    }
    return largest;
}

/* Margin is what any element of the result may be off. */
static int is_good(const Output *output, double a, double b, double ulp, double margin) {
    if (output->type.family != FAMILY_FLOAT)
        return ulp <= margin;
    return isfinite(a) && isfinite(b) &&
           fabs(a - b) <= margin + output->tolerance.relative * fabs(b);
}

static double get_margin(const Output *output, const unsigned char *expected) {
    const Tolerance *tolerance = &output->tolerance;

    if (output->type.family != FAMILY_FLOAT)
        return tolerance->steps;
    return tolerance->of_largest * find_largest(&output->type, expected) +
           tolerance->of_inputs * largest_input + tolerance->absolute;
}

static void note(Difference *difference, double absolute, double expected, double ulp) {
    if (absolute > difference->max_absolute)
        difference->max_absolute = absolute;
    if (fabs(expected) > 0.0 && absolute / fabs(expected) > difference->max_relative)
        difference->max_relative = absolute / fabs(expected);
    if (ulp > difference->max_ulp)
        difference->max_ulp = ulp;
}

static void compare_element(const Output *output, Difference *difference, uint32_t result,
                            const unsigned char *tensor, uint32_t element, double margin) {
    const uint32_t offset = element * output->type.element_bytes;
    const unsigned char *actual = (const unsigned char *) output->actual + offset;
    const unsigned char *expected = tensor + offset;
    const double a = load(&output->type, actual);
    const double b = load(&output->type, expected);
    const int is_finite = isfinite(a) && isfinite(b);
    double ulp = get_ulp(&output->type, actual, expected);
    double absolute = fabs(a - b);

    if (ulp <= 0.0 || (isnan(a) && isnan(b)))
        return;
    if (!is_finite)
        ulp = absolute = (double) INFINITY;
    if (!is_good(output, a, b, ulp, margin)) {
        if (difference->n_different++ == 0) {
            difference->first_result = result;
            difference->first_element = element;
            RUNNER_PRINT("%s: element %lu at frame %lu of %s: C has %.9g, expected %.9g\n",
                         output->name, (unsigned long) element,
                         (unsigned long) results[result].frame,
                         runs[results[result].run].name, a, b);
        }
    } else if (output->type.family == FAMILY_FLOAT &&
               absolute <= output->tolerance.absolute) {
        return;
    }
    note(difference, absolute, b, ulp);
}

static void compare_result(uint32_t result) {
    for (uint32_t i = 0; i < n_outputs; i++) {
        const Output *output = &outputs[i];
        const unsigned char *expected = (const unsigned char *) output->expected +
                                        n_compared[i] * get_bytes(&output->type);
        double margin;

        if (output->get != results[result].get)
            continue;
        margin = get_margin(output, expected);
        for (uint32_t j = 0; j < output->type.count; j++)
            compare_element(output, &differences[i], result, expected, j, margin);
        differences[i].n_elements += output->type.count;
        n_compared[i]++;
    }
}

static void fail(const char *message, uint32_t run, uint32_t frame) {
    if (!has_failed)
        RUNNER_PRINT("frame %lu of %s: %s\n", (unsigned long) frame, runs[run].name, message);
    has_failed = 1;
}

/* Compares a result with the next one that is stored. */
static void take_result(uint32_t run, uint32_t frame, uint32_t get, uint32_t *next) {
    const int is_stored = *next < n_results && results[*next].run == run &&
                          results[*next].frame == frame && results[*next].get == get;

    write_header(TRACE_RESULT, get);
    for (uint32_t i = 0; i < n_outputs; i++)
        if (outputs[i].get == get)
            write_trace(outputs[i].actual, get_bytes(&outputs[i].type));
    if (is_stored)
        compare_result((*next)++);
    else if (n_results > 0)
        fail("C has a result where none is stored", run, frame);
}

/* Results may depend on all frames since init. */
static void read_inputs(uint32_t frame, uint32_t number) {
    if (!VECTORS_HAVE_STATE || frame == 0)
        largest_input = 0.0;
    for (uint32_t i = 0; i < n_inputs; i++) {
        const Input *input = &inputs[i];
        const uint32_t bytes = get_bytes(&input->type);
        const unsigned char *data = (const unsigned char *) input->data + number * bytes;

        if (input->type.family == FAMILY_FLOAT)
            largest_input = fmax(largest_input, find_largest(&input->type, data));
        memcpy(input->target, data, bytes);
        write_trace(input->target, bytes);
    }
}

/* Gives a frame to the functions that it is for. */
static int put_frame(uint32_t frame) {
    int status = 0;

    for (uint32_t put = 0; put < PIPELINE_N_PUTS && status >= 0; put++)
        if (pipeline_is_due(put, frame))
            status = pipeline_put(put);
    return status;
}

#if PIPELINE_HAS_QUEUE
/* Takes all results. One function may have to wait until others have given theirs. */
static int take_results(uint32_t run, uint32_t frame, uint32_t *next) {
    int is_taken;

    do {
        is_taken = 0;
        for (uint32_t get = 0; get < PIPELINE_N_GETS; get++) {
            int status = pipeline_get(get);

            for (; status >= 0; status = pipeline_get(get)) {
                take_result(run, frame, get, next);
                is_taken = 1;
            }
            if (status != PIPELINE_NODATA && status != PIPELINE_FULL)
                return status;
        }
    } while (is_taken);
    return PIPELINE_NODATA;
}
#endif

static void run_frame(uint32_t run, uint32_t frame, uint32_t number, uint32_t *next) {
    int status;

    write_header(TRACE_FRAME, frame);
    read_inputs(frame, number);
    status = put_frame(frame);
#if PIPELINE_HAS_QUEUE
    if (status < 0 || take_results(run, frame, next) != PIPELINE_NODATA)
        fail("the pipeline returns an error", run, frame);
#else
    if (status >= 0)
        take_result(run, frame, 0, next);
    else
        fail("the pipeline returns an error", run, frame);
#endif
    if (*next < n_results && results[*next].run == run && results[*next].frame == frame)
        fail("C has no result where one is stored", run, frame);
}

static void run_all(void) {
    uint32_t number = 0;
    uint32_t next = 0;

    for (uint32_t run = 0; run < n_runs; run++) {
        write_header(TRACE_RUN, run);
        if (pipeline_init() < 0)
            fail("init returns an error", run, 0);
        for (uint32_t frame = 0; frame < runs[run].n_frames && !has_failed; frame++)
            run_frame(run, frame, number + frame, &next);
        number += runs[run].n_frames;
    }
    pipeline_finalize();
    write_header(TRACE_END, 0);
}

static void print_output(const Output *output, const Difference *difference) {
    RUNNER_PRINT("%s: max abs %.3g, max rel %.3g, max ULP %.0f; %lu of %lu elements differ\n",
                 output->name, difference->max_absolute, difference->max_relative,
                 difference->max_ulp, (unsigned long) difference->n_different,
                 (unsigned long) difference->n_elements);
}

static int report(void) {
    int status = has_failed ? FAILED : PASSED;

    if (n_results == 0) {
        RUNNER_PRINT("no results are stored to compare with\n");
        return has_failed ? FAILED : UNDECIDED;
    }
    for (uint32_t i = 0; i < n_outputs; i++) {
        print_output(&outputs[i], &differences[i]);
        if (differences[i].n_different > 0)
            status = FAILED;
    }
    RUNNER_PRINT("%lu results: %s to those of %s\n", (unsigned long) n_results,
                 status == PASSED ? "equal" : "DIFFERENT", VECTORS_SOURCE);
    return status;
}

int main(int argc, char **argv) {
    int status;

#if RUNNER_HAS_FILES
    if (argc == 3 && strcmp(argv[1], "--trace") == 0) {
        trace = fopen(argv[2], "wb");
        if (trace == NULL) {
            RUNNER_PRINT("cannot write %s\n", argv[2]);
            return UNDECIDED;
        }
    }
#else
    (void) argc;
    (void) argv;
#endif
    run_all();
    status = report();
#if RUNNER_HAS_FILES
    if (trace != NULL && fclose(trace) != 0) {
        RUNNER_PRINT("cannot write %s\n", argv[2]);
        return UNDECIDED;
    }
#endif
    return status;
}
