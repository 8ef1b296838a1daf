/* What Python calls: frames go in, results are kept until they are taken. All that this
 * library has is one state; the package loads a copy for each object.
 *
 * SPDX-License-Identifier: MIT-0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "@name@.h"

#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

#define NO_MEMORY @pythonNoMemory@
#define N_INPUTS @pythonInputCount@
#define N_OUTPUTS @pythonOutputCount@

typedef struct {
    unsigned char *tensors;
    size_t bytes; /* in use */
    size_t room;
    int64_t count;
} Results;

static Results results[N_OUTPUTS];
static const unsigned char *next[N_INPUTS]; /* the tensor that is given next */
static uint64_t frame;                      /* of the fastest inputs */

static int keep(unsigned output, const void *tensor, size_t bytes) {
    Results *kept = &results[output];

    if (kept->room - kept->bytes < bytes) {
        size_t room = 2 * kept->room + bytes;
        unsigned char *tensors = realloc(kept->tensors, room);

        if (tensors == NULL)
            return 0;
        kept->tensors = tensors;
        kept->room = room;
    }
    memcpy(kept->tensors + kept->bytes, tensor, bytes);
    kept->bytes += bytes;
    kept->count++;
    return 1;
}

/* So many of n frames, from number on, come with inputs that get num while the fastest
   get den: those with number * num % den < num. */
static int64_t count_due(uint64_t number, int64_t n, uint64_t num, uint64_t den) {
    int64_t count = 0;

    if (num == den)
        return n;
    for (int64_t i = 0; i < n; i++)
        count += (number + (uint64_t) i) * num % den < num;
    return count;
}

@pythonCalls@
static void forget(void) {
    for (unsigned i = 0; i < N_OUTPUTS; i++) {
        results[i].bytes = 0;
        results[i].count = 0;
    }
}

PUBLIC int pipeline_init(void) {
    frame = 0;
    forget();
    return @PREFIX@_init();
}

/* Gives so many frames; inputs has the tensors of each. Returns 0 or a status. */
PUBLIC int pipeline_run(const void *const *inputs, int64_t frames) {
    int status = 0;

    forget();
    for (unsigned i = 0; i < N_INPUTS; i++)
        next[i] = inputs[i];
    for (; status == 0 && frames > 0; frames--) {
        status = give();
        frame++;
    }
    return status;
}

PUBLIC int64_t pipeline_count(unsigned output) {
    return results[output].count;
}

PUBLIC void pipeline_take(unsigned output, void *tensors) {
    if (results[output].bytes > 0)
        memcpy(tensors, results[output].tensors, results[output].bytes);
}

PUBLIC void pipeline_free(void) {
    @PREFIX@_finalize();
    for (unsigned i = 0; i < N_OUTPUTS; i++)
        free(results[i].tensors);
}
