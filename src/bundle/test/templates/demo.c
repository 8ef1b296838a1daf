/* A small program around the pipeline: it gives it a pattern and says how many results
 * came. With DEMO_EMPTY it does all but call the pipeline, so that the difference of both
 * images is what the pipeline takes. With DEMO_TARGET it prints by startup.c.
 *
 * SPDX-License-Identifier: MIT-0
 */
#include <stddef.h>
#include <stdint.h>

#include "pipeline.h"

#define N_FRAMES 1000u

#ifdef DEMO_TARGET
void target_print(const char *text);
#define PRINT(text) target_print(text)
#else
#include <stdio.h>
#define PRINT(text) fputs(text, stdout)
#endif

static void print_number(uint32_t number) {
    char digits[11];
    size_t i = sizeof digits - 1;

    digits[i] = '\0';
    do {
        digits[--i] = (char) ('0' + number % 10u);
        number /= 10u;
    } while (number > 0);
    PRINT(digits + i);
}

/* Returns the number of results of a frame, or a status below 0. */
static int run_frame(void) {
#if defined(DEMO_EMPTY)
    return 0;
#elif PIPELINE_HAS_QUEUE
    int n_results = 0;
    int n_before;
    int status;

    for (uint32_t put = 0; put < PIPELINE_N_PUTS; put++) {
        status = pipeline_put(put);
        if (status < 0)
            return status;
    }
    do {
        n_before = n_results;
        for (uint32_t get = 0; get < PIPELINE_N_GETS; get++) {
            while ((status = pipeline_get(get)) >= 0)
                n_results++;
            if (status != PIPELINE_NODATA && status != PIPELINE_FULL)
                return status;
        }
    } while (n_results > n_before);
    return n_results;
#else
    const int status = pipeline_put(0);

    return status >= 0 ? 1 : status;
#endif
}

int main(int argc, char **argv) {
    uint32_t n_results = 0;
    int status = 0;

    (void) argc;
    (void) argv;
#ifndef DEMO_EMPTY
    status = pipeline_init();
#endif
    for (uint32_t frame = 0; frame < N_FRAMES && status >= 0; frame++) {
        pipeline_fill(frame);
        status = run_frame();
        n_results += status > 0 ? (uint32_t) status : 0u;
    }
#ifndef DEMO_EMPTY
    pipeline_finalize();
#endif
    PRINT(PIPELINE_NAME ": ");
    print_number(N_FRAMES);
    PRINT(" frames, ");
    print_number(n_results);
    PRINT(" results, check sum ");
    print_number(pipeline_sum());
    PRINT("\n");
    return status >= 0 ? 0 : 1;
}
