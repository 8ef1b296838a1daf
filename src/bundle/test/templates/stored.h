/* What is stored for the programs of the test: frames, and what must come of them.
 *
 * SPDX-License-Identifier: MIT-0
 */
#ifndef STORED_H
#define STORED_H

#include <stdint.h>

#include "pipeline.h"

typedef enum { FAMILY_FLOAT, FAMILY_SIGNED, FAMILY_UNSIGNED } Family;

typedef struct {
    Family family;
    uint32_t element_bytes;
    uint32_t count; /* elements of a tensor */
} Type;

typedef struct {
    Type type;
    uint32_t put;     /* number of the function that takes it */
    const void *data; /* of all frames, one behind the other */
    void *target;     /* where the pipeline reads it */
} Input;

typedef struct {
    const char *name;
    uint32_t n_frames;
} Run;

typedef struct {
    uint32_t run;
    uint32_t frame;
    uint32_t get; /* number of the function that gave it */
} Result;

/* A float a is good if |a - b| <= relative * |b| + of_largest * max |b| + of_inputs * max |x| +
 * absolute, where b is what is expected and x are the inputs; an integer or fixed point if
 * it is at most steps away. */
typedef struct {
    double relative;
    double of_largest;
    double of_inputs;
    double absolute;
    double steps;
} Tolerance;

typedef struct {
    const char *name;
    Type type;
    uint32_t get;         /* number of the function that gives it */
    const void *expected; /* of all results, one behind the other */
    const void *actual;   /* where the pipeline writes it */
    Tolerance tolerance;
} Output;

#include "vectors.h"

#endif
