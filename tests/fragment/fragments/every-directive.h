#pragma once
#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>  // for sqrtf
  #  include "local/types.h"	/* two
                                  lines */
#include <string.h>
#pragma IMAGINET_INCLUDES_END
#include "ignored/by/the/scanner.h"

#pragma IMAGINET_DEPENDENCY "state_t"
#pragma IMAGINET_FRAGMENT_DEPENDENCY "..\common\clip.h:clip"
#pragma IMAGINET_CODEPACKAGE_DEPENDENCY "cmsis-dsp" // for all fragments
#pragma IMAGINET_SYMBOL_CHECK gain_table GLOBAL "Only one gain table fits."
#pragma #pragma IMAGINET_FRAGMENT_TEST "gain_tests.c:test_all"

#pragma IMAGINET_FRAGMENT_BEGIN_HEADER "state_t"
typedef struct
{
  float value[{{CHANNELS}}];
} state_t;
#pragma IMAGINET_FRAGMENT_END_HEADER

static int between_fragments;

 	#	pragma	IMAGINET_FRAGMENT_BEGIN	"gain_f32"   // the main one
#pragma IMAGINET_DEPENDENCY "helper"
#pragma IMAGINET_FRAGMENT_DEPENDENCY "[Imaginet.Units.Base.Error]/error.h:print_error" /* other unit */
#pragma IMAGINET_INCLUDES_BEGIN
#include <assert.h>
#pragma IMAGINET_INCLUDES_END
#pragma IMAGINET_FRAGMENT_TEST "gain_tests.c:test_gain"
#pragma IMAGINET_SYMBOL_CHECK helper LOCAL "Rename one of them."
/* gain_f32 (not_this); */
static inline void
gain_f32 (const float *restrict input, int count, const float weights[][4], float *output)
{
  const char *text = "}{{NOT CLOSED}";
  int first[2][2] = {{0}, {1}};
#pragma GCC unroll 4
  for (int i = 0; i < count; i++)
    output[i] = input[i] * {{GAIN}} + {{ GAIN }};
}
#pragma IMAGINET_CODEPACKAGE_DEPENDENCY "math-extra"
#define GAIN_DONE 1
#pragma IMAGINET_FRAGMENT_END   
#pragma IMAGINET_FRAGMENT_BEGIN "last"
int last;
#pragma IMAGINET_FRAGMENT_END