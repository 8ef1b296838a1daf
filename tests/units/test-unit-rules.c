/* SPDX-License-Identifier: MIT
 *
 * What the shipped units allow and what follows from it. Each contract and each C
 * implementation must be reached by a row, and the files must be without a problem.
 */
#include <string.h>

#include "unit/im-unit-check.h"
#include "unit/im-unit-evaluation.h"

typedef struct
{
  const char *unit;     /* without `Core.` */
  const char *bindings; /* NAME=VALUE, separated by blanks; a tensor, or an expression */
  const char
      *expected; /* outputs, handles and C fragments, or the message of a contract */
} RuleCase;

static const RuleCase cases[] = {
  { "Math.Abs", "input=float32[3,50]@100", "output=float32[3,50]@100 abs_f32" },
  { "Math.Abs", "input=int8[4]", "output=int8[4] abs_i8" },
  { "Math.Abs", "input=int16[4]", "output=int16[4] abs_i16" },
  { "Math.Abs", "input=int32[]", "output=int32[] abs_i32" },
  { "Math.Abs", "input=q15[4]", "type Float32, Int8, Int16 or Int32, found Q15." },

  { "Math.AddConstant", "input=float32[4] constant=1.5",
    "output=float32[4] add_constant_f32" },
  { "Math.AddConstant", "input=int8[4]", "type Float32, found Int8." },
  { "Math.AddConstant", "input=float32[4] constant=-1e39",
    "out of the range of Float32" },

  { "Math.Max", "input=float32[2,3,4] axis=1", "output=float32[2,4] max_f32" },
  { "Math.Max", "input=int8[3,50]", "output=int8[3] max_i8" },
  { "Math.Max", "input=int16[3,50] axis=1", "output=int16[50] max_i16" },
  { "Math.Max", "input=int32[1,1]", "output=int32[1] max_i32" },
  { "Math.Max", "input=float64[3,50]", "Int8, Int16 or Int32, found Float64." },
  { "Math.Max", "input=float32[50]", "two or more; its shape is [50]." },
  { "Math.Max", "input=float32[3,50] axis=2",
    "There is no axis 2 in [3,50]: the axes are 0 to 1, counted from the right." },
  { "Math.Max", "input=float32[3,50] axis=-1", "There is no axis -1 in [3,50]" },
  { "Math.Max", "input=float32[0,3] axis=1", "Axis 1 of [0,3] has no elements" },

  { "Math.Rms", "input=float32[50,6]@5 axis=1", "output=float32[6]@5 rms_f32" },
  { "Math.Rms", "input=int16[50,6]", "type Float32, found Int16." },
  { "Math.Rms", "input=float32[]", "two or more; its shape is []." },
  { "Math.Rms", "input=float32[50,6] axis=9", "the axes are 0 to 1" },
  { "Math.Rms", "input=float32[3,0]", "Axis 0 of [3,0] has no elements" },

  { "Math.Min", "input=float32[2,3,4]@9 axis=2", "output=float32[3,4]@9 min_f32" },
  { "Math.Min", "input=int8[3,50]", "output=int8[3] min_i8" },
  { "Math.Min", "input=int16[3,50] axis=1", "output=int16[50] min_i16" },
  { "Math.Min", "input=int32[1,1]", "output=int32[1] min_i32" },
  { "Math.Min", "input=q7[3,50]", "Float32, Int8, Int16 or Int32, found Q7." },
  { "Math.Min", "input=float32[50]", "two or more; its shape is [50]." },
  { "Math.Min", "input=float32[3,50] axis=2",
    "There is no axis 2 in [3,50]: the axes are 0 to 1, counted from the right." },
  { "Math.Min", "input=float32[0,3] axis=1", "Axis 1 of [0,3] has no elements" },

  { "Math.Sum", "input=float32[50,6]@5 axis=1", "output=float32[6]@5 sum_f32" },
  { "Math.Sum", "input=int8[3,50]", "output=int32[3] sum_i8" },
  { "Math.Sum", "input=int16[3,50] axis=1", "output=int32[50] sum_i16" },
  { "Math.Sum", "input=int32[3,0]", "output=int32[3] sum_i32" },
  { "Math.Sum", "input=uint8[3,50]", "Float32, Int8, Int16 or Int32, found UInt8." },
  { "Math.Sum", "input=float32[50]", "two or more; its shape is [50]." },
  { "Math.Sum", "input=float32[3,50] axis=-1", "the axes are 0 to 1" },

  { "Math.Mean", "input=float32[50,6]@5 axis=1", "output=float32[6]@5 mean_f32" },
  { "Math.Mean", "input=int16[50,6]", "type Float32, found Int16." },
  { "Math.Mean", "input=float32[6]", "two or more; its shape is [6]." },
  { "Math.Mean", "input=float32[50,6] axis=2", "the axes are 0 to 1" },
  { "Math.Mean", "input=float32[3,0]", "Axis 0 of [3,0] has no elements" },

  { "Math.Variance", "input=float32[50,6]@5 axis=1", "output=float32[6]@5 variance_f32" },
  { "Math.Variance", "input=float64[50,6]", "type Float32, found Float64." },
  { "Math.Variance", "input=float32[6]", "two or more; its shape is [6]." },
  { "Math.Variance", "input=float32[50,6] axis=2", "the axes are 0 to 1" },
  { "Math.Variance", "input=float32[0,3] axis=1", "Axis 1 of [0,3] has no elements" },

  { "Math.Scale", "input=float32[4]@8 factor=-1.5", "output=float32[4]@8 scale_f32" },
  { "Math.Scale", "input=int8[4]", "type Float32, found Int8." },
  { "Math.Scale", "input=float32[4] factor=1e39", "out of the range of Float32" },

  { "Math.Clip", "input=float32[4]@8 low=0.25 high=0.5", "output=float32[4]@8 clip_f32" },
  { "Math.Clip", "input=int8[] low=-128 high=127", "output=int8[] clip_i8" },
  { "Math.Clip", "input=int16[2,2] low=3 high=3", "output=int16[2,2] clip_i16" },
  { "Math.Clip", "input=int32[4] low=-2147483648 high=2147483647",
    "output=int32[4] clip_i32" },
  { "Math.Clip", "input=q15[4]", "Float32, Int8, Int16 or Int32, found Q15." },
  { "Math.Clip", "input=float32[4] low=-1e39",
    "The lower bound -1e+39 is out of the range of Float32, -3.4028234663852886e+38 to "
    "3.4028234663852886e+38." },
  { "Math.Clip", "input=int8[4] low=-129",
    "The lower bound -129 is out of the range of Int8, -128 to 127." },
  { "Math.Clip", "input=int16[4] high=32768",
    "The upper bound 32768 is out of the range of Int16, -32768 to 32767." },
  { "Math.Clip", "input=int32[4] high=1e30", "-2147483648 to 2147483647." },
  { "Math.Clip", "input=float32[4] low=1.5",
    "The lower bound 1.5 is above the upper bound 1; it can be at most equal." },
  { "Math.Clip", "input=int8[4] low=-0.5",
    "The lower bound -0.5 must be a whole number, because the elements have type Int8." },
  { "Math.Clip", "input=int8[4] high=2.5",
    "The upper bound 2.5 must be a whole number, because the elements have type Int8." },

  { "Math.Log", "input=float32[4]@8", "output=float32[4]@8 log_base10_f32" },
  { "Math.Log", "input=float32[] base=2 floor=0", "output=float32[] log_base2_f32" },
  { "Math.Log", "input=float32[2,3] base=2.5 floor=1e-37",
    "output=float32[2,3] log_f32" },
  { "Math.Log", "input=int16[4]", "type Float32, found Int16." },
  { "Math.Log", "input=float32[4] base=1",
    "There is no logarithm of base 1: the base must be above 0 and not 1." },
  { "Math.Log", "input=float32[4] base=0", "the base must be above 0 and not 1." },
  { "Math.Log", "input=float32[4] floor=-1", "The floor is -1; it must be 0, for none," },
  { "Math.Log", "input=float32[4] floor=1e-40",
    "or from 1.1754943508222875e-38 to 3.4028234663852886e+38" },

  { "Math.Add", "a=float32[3,4]@8 b=float32[4]", "output=float32[3,4]@8 add_f32" },
  { "Math.Add", "a=int8[3,4] b=int8[3,1]", "output=int8[3,4] add_i8" },
  { "Math.Add", "a=int16[3] b=int16[]", "output=int16[3] add_i16" },
  { "Math.Add", "a=int32[] b=int32[]", "output=int32[] add_i32" },
  { "Math.Add", "a=q15[4] b=q15[4]", "Add takes elements of type Float32, Int8," },
  { "Math.Add", "a=int8[4] b=int16[4]", "a has Int8 and b has Int16." },
  { "Math.Add", "a=float32[4] b=float32[0]", "the shapes are [4] and [0]." },
  { "Math.Add", "a=float32[4] b=float32[1,4]", "at most as many axes as a." },
  { "Math.Add", "a=float32[1,4] b=float32[3,4]",
    "b has the shape [3,4] and cannot be stretched to [1,4], the shape of a" },

  { "Math.Sub", "a=float32[3,4]@8 b=float32[4]", "output=float32[3,4]@8 sub_f32" },
  { "Math.Sub", "a=int8[3,4] b=int8[3,1]", "output=int8[3,4] sub_i8" },
  { "Math.Sub", "a=int16[3] b=int16[]", "output=int16[3] sub_i16" },
  { "Math.Sub", "a=int32[] b=int32[]", "output=int32[] sub_i32" },
  { "Math.Sub", "a=q15[4] b=q15[4]", "Subtract takes elements of type Float32, Int8," },
  { "Math.Sub", "a=int8[4] b=int16[4]", "a has Int8 and b has Int16." },
  { "Math.Sub", "a=float32[4] b=float32[0]", "the shapes are [4] and [0]." },
  { "Math.Sub", "a=float32[4] b=float32[1,4]", "at most as many axes as a." },
  { "Math.Sub", "a=float32[1,4] b=float32[3,4]",
    "b has the shape [3,4] and cannot be stretched to [1,4], the shape of a" },

  { "Math.Mul", "a=float32[3,4]@8 b=float32[4]", "output=float32[3,4]@8 mul_f32" },
  { "Math.Mul", "a=int8[3,4] b=int8[3,1]", "output=int8[3,4] mul_i8" },
  { "Math.Mul", "a=int16[3] b=int16[]", "output=int16[3] mul_i16" },
  { "Math.Mul", "a=int32[] b=int32[]", "output=int32[] mul_i32" },
  { "Math.Mul", "a=q15[4] b=q15[4]", "Multiply takes elements of type Float32, Int8," },
  { "Math.Mul", "a=int8[4] b=int16[4]", "a has Int8 and b has Int16." },
  { "Math.Mul", "a=float32[4] b=float32[0]", "the shapes are [4] and [0]." },
  { "Math.Mul", "a=float32[4] b=float32[1,4]", "at most as many axes as a." },
  { "Math.Mul", "a=float32[1,4] b=float32[3,4]",
    "b has the shape [3,4] and cannot be stretched to [1,4], the shape of a" },

  { "Math.Div", "a=float32[3,4]@8 b=float32[4]", "output=float32[3,4]@8 div_f32" },
  { "Math.Div", "a=int8[4] b=int8[4]", "Divide takes elements of type Float32, found" },
  { "Math.Div", "a=float32[4] b=float64[4]", "a has Float32 and b has Float64." },
  { "Math.Div", "a=float32[0] b=float32[1]", "the shapes are [0] and [1]." },
  { "Math.Div", "a=float32[] b=float32[1]", "at most as many axes as a." },
  { "Math.Div", "a=float32[1] b=float32[3]", "cannot be stretched to [1]" },

  { "Motion.Magnitude3", "input=float32[3]@50", "output=float32[1]@50 magnitude3_f32" },
  { "Motion.Magnitude3", "input=float32[3,100] axis=1",
    "output=float32[100] magnitude3_f32" },
  { "Motion.Magnitude3", "input=int16[3]", "type Float32, found Int16." },
  { "Motion.Magnitude3", "input=float32[]", "with an axis of size 3; its shape is []." },
  { "Motion.Magnitude3", "input=float32[3] axis=1", "the axes are 0 to 0" },
  { "Motion.Magnitude3", "input=float32[3,6]", "Axis 0 of [3,6] has 6 elements" },

  { "Window.Hann", "input=float32[400,1]@100 axis=1",
    "output=float32[400,1]@100 window_f32" },
  { "Window.Hann", "input=int8[4]", "type Float32, found Int8." },
  { "Window.Hann", "input=float32[]", "needs an input with an axis" },
  { "Window.Hann", "input=float32[4] axis=1", "the axes are 0 to 0" },

  { "Window.Hamming", "input=float32[400,1]@100 axis=1",
    "output=float32[400,1]@100 window_f32" },
  { "Window.Hamming", "input=int8[4]", "type Float32, found Int8." },
  { "Window.Hamming", "input=float32[]", "needs an input with an axis" },
  { "Window.Hamming", "input=float32[4] axis=1", "the axes are 0 to 0" },

  { "Spectral.RealFft", "input=float32[512]@100",
    "output=float32[257,2]@100 real_fft_f32" },
  { "Spectral.RealFft", "input=float32[2,8192,3] axis=1",
    "output=float32[2,4097,3,2] real_fft_f32" },
  { "Spectral.RealFft", "input=int16[512]", "type Float32, found Int16." },
  { "Spectral.RealFft", "input=float32[]", "the input needs 1 to 15; its shape is []." },
  { "Spectral.RealFft", "input=float32[512] axis=1", "the axes are 0 to 0" },
  { "Spectral.RealFft", "input=float32[400,2] axis=1",
    "Axis 1 of [400,2] has 400 elements; Real FFT needs 16, 32, 64," },
  { "Spectral.RealFft", "input=float32[8]", "has 8 elements" },
  { "Spectral.RealFft", "input=float32[16384]", "has 16384 elements" },

  { "Spectral.Magnitude", "input=float32[3,257,2]@10",
    "output=float32[3,257]@10 magnitude_f32" },
  { "Spectral.Magnitude", "input=int32[257,2]", "type Float32, found Int32." },
  { "Spectral.Magnitude", "input=float32[2]", "two or more axes; its shape is [2]." },
  { "Spectral.Magnitude", "input=float32[2,257]",
    "Axis 0 of [2,257] has 257 elements; Magnitude needs 2" },

  { "Spectral.PowerSpectrum", "input=float32[257,2]@10 scale=0.5",
    "output=float32[257]@10 power_spectrum_f32" },
  { "Spectral.PowerSpectrum", "input=int32[257,2]", "type Float32, found Int32." },
  { "Spectral.PowerSpectrum", "input=float32[2]", "two or more axes; its shape is [2]." },
  { "Spectral.PowerSpectrum", "input=float32[2,257]", "Power Spectrum needs 2" },
  { "Spectral.PowerSpectrum", "input=float32[257,2] scale=0.0",
    "The scale is 0; it must be from 1e-30 to 1e30." },

  { "Spectral.MelFilterbank", "input=float32[2,257,3]@62.5 axis=1",
    "output=float32[2,40,3]@62.5 mel_filterbank_f32" },
  { "Spectral.MelFilterbank", "input=float32[129] filters=26 sample_rate=8000 high=4000",
    "output=float32[26] mel_filterbank_f32" },
  { "Spectral.MelFilterbank", "input=float32[32768] filters=32767",
    "output=float32[32767] mel_filterbank_f32" },
  { "Spectral.MelFilterbank", "input=float64[257]", "type Float32, found Float64." },
  { "Spectral.MelFilterbank", "input=float32[]", "needs an input with an axis" },
  { "Spectral.MelFilterbank", "input=float32[257] axis=-1",
    "There is no axis -1 in [257]" },
  { "Spectral.MelFilterbank", "input=float32[257,1]", "has 1 elements; Mel Filterbank" },
  { "Spectral.MelFilterbank", "input=float32[257] filters=0",
    "it must be from 1 to 32767." },
  { "Spectral.MelFilterbank", "input=float32[257] sample_rate=0.0",
    "The sample rate is 0 Hz; it must be above 0 and finite." },
  { "Spectral.MelFilterbank", "input=float32[257] low=900 high=300",
    "The lowest frequency is 900 Hz; it must be at least 0 and below the highest, 300 "
    "Hz." },
  { "Spectral.MelFilterbank", "input=float32[257] sample_rate=11025",
    "The highest frequency is 8000 Hz; it can be at most 5512.5 Hz, half the sample "
    "rate." },

  { "Spectral.Dct", "input=float32[2,40,3]@62.5 axis=1",
    "output=float32[2,13,3]@62.5 dct_2_f32" },
  { "Spectral.Dct", "input=float32[13] dct_type=3 outputs=40",
    "output=float32[40] dct_3_f32" },
  { "Spectral.Dct", "input=int8[40]", "type Float32, found Int8." },
  { "Spectral.Dct", "input=float32[]", "needs an input with an axis" },
  { "Spectral.Dct", "input=float32[40] axis=1", "the axes are 0 to 0" },
  { "Spectral.Dct", "input=float32[8193]", "has 8193 elements; DCT needs 1 to 8192." },
  { "Spectral.Dct", "input=float32[40] dct_type=4", "The type is 4; it must be 2 or 3." },
  { "Spectral.Dct", "input=float32[40] outputs=41",
    "for type 2 it must be from 1 to 40, the size of axis 0 of [40]." },
  { "Spectral.Dct", "input=float32[40] outputs=39 dct_type=3",
    "for type 3 it must be from 40, the size of axis 0 of [40], to 8192." },

  { "Filter.LowPass", "input=float32[2,3]@62.5 order=5",
    "output=float32[2,3]@62.5 state=static~buffer~int8[180] low_pass_f32 low_pass_init "
    "low_pass_reset" },
  { "Filter.LowPass", "input=int16[3]@50", "type Float32, found Int16." },
  { "Filter.LowPass", "input=float32[3]@50 order=9",
    "The order is 9; it must be from 1 to 8." },
  { "Filter.LowPass", "input=float32[3]", "The rate of the input is 0 Hz" },
  { "Filter.LowPass", "input=float32[3]@33.3 cutoff=20.0",
    "The cutoff is 20 Hz; it must be above 0 and below 16.65 Hz, half the rate of the "
    "input." },

  { "Spectral.LogMelSpectrogram", "input=float32[1]@16000",
    "output=float32[40]@62.5 time_output=null" },
  { "Spectral.LogMelSpectrogram",
    "input=float32[160]@50 time_input=float32[1] stride=100 filters=26 window_size=256",
    "output=float32[26]@80 time_output=float32[2]@80" },
  { "Spectral.LogMelSpectrogram", "input=int16[1]@16000", "type Float32, found Int16." },
  { "Spectral.LogMelSpectrogram", "input=float32[1]",
    "The sample rate is 0 Hz; it must be above 0 and finite" },
  { "Spectral.LogMelSpectrogram", "input=float32[1]@16000 window_size=400",
    "The window size is 400; it must be 16, 32," },
  { "Spectral.LogMelSpectrogram", "input=float32[1]@16000 stride=513",
    "The stride is 513; it must be from 1 to the window size, 512." },
  { "Spectral.LogMelSpectrogram", "input=float32[1]@16000 filters=0",
    "The number of filters is 0" },
  { "Spectral.LogMelSpectrogram", "input=float32[1]@16000 low=8000.0",
    "it must be at least 0 and below the highest, 8000 Hz." },
  { "Spectral.LogMelSpectrogram", "input=float32[1]@16000 high=8001.0",
    "The highest frequency is 8001 Hz; it can be at most 8000 Hz" },
  { "Spectral.LogMelSpectrogram", "input=float32[1]@16000 base=1.0",
    "There is no logarithm of base 1" },
  { "Spectral.LogMelSpectrogram", "input=float32[1]@16000 floor=0.0", "The floor is 0;" },

  { "Spectral.Mfcc", "input=float32[1]@16000",
    "output=float32[13]@62.5 time_output=null" },
  { "Spectral.Mfcc", "input=float32[1]@16000 filters=8193",
    "The number of filters is 8193; it must be from 1 to 8192." },
  { "Spectral.Mfcc", "input=float32[1]@16000 coefficients=41",
    "it must be from 1 to 40, the number of filters." },

  { "Queues.SlidingWindow",
    "input=float32[1]@16000 window_shape=System.Shape(400,1) stride=160",
    "output=float32[400,1]@100 time_output=null state=static~buffer~int8[1608] "
    "times=static~buffer~int8[3212] sliding_window_reset sliding_window_enqueue "
    "sliding_window_dequeue sliding_window_reset" },
  { "Queues.SlidingWindow",
    "input=int16[4]@10 time_input=float32[2] window_shape=System.Shape(10) stride=5 "
    "buffer_multiplier=2",
    "output=int16[10]@8 time_output=float32[2]@8 state=static~buffer~int8[54] "
    "times=static~buffer~int8[68] sliding_window_times_reset "
    "sliding_window_times_enqueue sliding_window_times_dequeue "
    "sliding_window_times_reset" },
  { "Queues.SlidingWindow", "input=float32[0]", "The input [0] has no elements" },
  { "Queues.SlidingWindow", "input=float32[1] window_shape=System.Shape(2,0) stride=1",
    "The window [2,0] has no elements" },
  { "Queues.SlidingWindow", "input=float32[1] stride=0",
    "The stride is 0; it must be from 1 to 50" },
  { "Queues.SlidingWindow", "input=float32[1] stride=51",
    "The stride 51 is larger than the window [50]; it must be from 1 to 50." },
  { "Queues.SlidingWindow", "input=float32[1] buffer_multiplier=0",
    "it must be at least 1." },
  { "Queues.SlidingWindow", "input=float32[1] buffer_multiplier=2147483647",
    "at most 1073741824 bytes" },
  { "Queues.SlidingWindow", "input=float32[1] time_input=int32[1]",
    "type Int32; it must have Float32." },
  { "Queues.SlidingWindow", "input=float32[1] time_input=float32[3]",
    "it must have 1 element, the time, or 2, the earliest and the latest." },

  { "Queues.ContextualWindow", "input=float32[2,3]@50",
    "output=float32[100,6]@10 time_output=null" },
  { "Queues.ContextualWindow",
    "input=int8[6]@50 time_input=float32[1] prediction_freq=50",
    "output=int8[100,6]@50 time_output=float32[2]@50" },
  { "Queues.ContextualWindow", "input=float32[6] sampling_rate=0 prediction_freq=1e-9",
    "it must be at least 1 Hz." },
  { "Queues.ContextualWindow", "input=float32[6] prediction_freq=0.0",
    "it must be above 0 and at most the sample rate, 50 Hz." },
  { "Queues.ContextualWindow", "input=float32[6] contextual_length_sec=0.001",
    "it must be at least 0.02 seconds." },
  { "Queues.ContextualWindow", "input=float32[6] prediction_freq=0.25",
    "it must be at least 0.5 Hz." },
  { "Queues.ContextualWindow", "input=float32[6] prediction_freq=60.0",
    "it can be at most the sample rate, 50 Hz." },
};

static ImUnitLibrary *library;
static ImDiagnostics *library_problems;
static GHashTable *reached; /* contracts that failed, implementations that were chosen */

static ImValue
parse_value (const char *text, ImArena *arena)
{
  ImTensorType *type = im_arena_new0 (arena, ImTensorType, 1);
  ImEnvironment environment;
  ImValue value = IM_NULL;

  if (im_tensor_type_parse (text, type, NULL))
    return IM_TENSOR (type);

  im_environment_init (&environment, arena, NULL);
  const ImExpr *expr = im_expr_parse (arena, text, -1, NULL, NULL);
  g_assert_nonnull (expr);
  g_assert_true (im_eval (expr, &environment, &value, NULL));

  return value;
}

static ImUnitEvaluation *
evaluate (const ImUnit *unit, const char *text, ImArena *arena)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint n = g_strv_length (words);
  g_autofree ImUnitBinding *bindings = g_new0 (ImUnitBinding, n);

  for (guint i = 0; i < n; i++)
    {
      char *equals = strchr (words[i], '=');

      *equals = '\0';
      bindings[i].name = words[i];
      bindings[i].value = parse_value (equals + 1, arena);
    }

  return im_unit_evaluation_new (unit, bindings, n);
}

static void
append_values (ImUnitEvaluation *evaluation, GString *out)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      g_autoptr (GString) text = g_string_new (NULL);
      ImValue value;

      if (parameter->kind != IM_PARAMETER_OUTPUT &&
          parameter->kind != IM_PARAMETER_HANDLE)
        continue;
      g_assert_true (im_unit_evaluation_get_value (evaluation, parameter, &value, NULL));
      im_value_append_text (&value, text);
      g_string_replace (text, " ", "~", 0);
      g_string_append_printf (out, "%s%s=%s", out->len > 0 ? " " : "",
                              parameter->name.text, text->str);
    }
}

static void
append_choices (ImUnitEvaluation *evaluation, GString *out)
{
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      ImSectionResult result = im_unit_evaluation_choose (evaluation, (ImSectionKind) i,
                                                          IM_LANGUAGE_C);

      if (result.chosen == NULL)
        continue;
      g_assert_cmpuint (result.n_matches, ==, 1);
      g_hash_table_add (reached, (gpointer) result.chosen);
      g_string_append_printf (out, " %s", strchr (result.chosen->fragment.text, ':') + 1);
    }
}

static void
mark_failed_contracts (ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);

  for (guint i = 0; i < unit->n_contracts; i++)
    {
      ImContractResult result = im_unit_evaluation_check_contract (evaluation,
                                                                   &unit->contracts[i]);

      if (!result.holds && result.error == NULL)
        g_hash_table_add (reached, (gpointer) result.contract);
    }
}

static void
test_rule (gconstpointer data)
{
  const RuleCase *c = data;
  g_autofree char *id = g_strconcat ("Core.", c->unit, NULL);
  const ImUnit *unit = im_unit_library_find (library, id);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (unit);
  g_autoptr (ImUnitEvaluation) evaluation = evaluate (unit, c->bindings, arena);
  im_unit_evaluation_report (evaluation, diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    {
      append_values (evaluation, text);
      append_choices (evaluation, text);
      g_assert_cmpstr (text->str, ==, c->expected);
      return;
    }

  mark_failed_contracts (evaluation);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);

      if (problem->severity == IM_SEVERITY_ERROR)
        g_assert_cmpstr (problem->code, ==, "contract");
      g_string_append_printf (text, "%s\n", problem->message);
    }
  g_test_message ("%s", text->str);
  g_assert_nonnull (strstr (text->str, c->expected));
}

/* Shipped units and examples are without hints and warnings. */
static void
test_files (void)
{
  GPtrArray *units = im_unit_library_get_units (library);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < units->len; i++)
    im_unit_check (g_ptr_array_index (units, i), library, library_problems);
  for (guint i = 0; i < im_diagnostics_get_count (library_problems); i++)
    im_diagnostic_print (im_diagnostics_get (library_problems, i), FALSE, text);
  g_assert_cmpstr (text->str, ==, "");
  g_assert_cmpuint (units->len, >=, 10);
}

/* Appends what no row reaches. */
static void
append_unreached (const ImUnit *unit, GString *out)
{
  for (guint i = 0; i < unit->n_contracts; i++)
    if (!g_hash_table_contains (reached, &unit->contracts[i]))
      g_string_append_printf (out, "%s: no row breaks %s\n", unit->id.text,
                              unit->contracts[i].test->text);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    for (guint j = 0; j < unit->sections[i].n_implementations; j++)
      {
        const ImImplementation *implementation = &unit->sections[i].implementations[j];

        if (implementation->language == IM_LANGUAGE_C &&
            !g_hash_table_contains (reached, implementation))
          g_string_append_printf (out, "%s: no row uses %s\n", unit->id.text,
                                  implementation->fragment.text);
      }
}

static void
test_all_reached (void)
{
  GPtrArray *units = im_unit_library_get_units (library);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);

      if (g_str_has_prefix (unit->id.text, "Core."))
        append_unreached (unit, text);
    }
  g_assert_cmpstr (text->str, ==, "");
}

int
main (int argc, char **argv)
{
  g_autofree char *units = NULL;
  g_autofree char *examples = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  examples = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  library = im_unit_library_new ();
  library_problems = im_diagnostics_new ();
  reached = g_hash_table_new (NULL, NULL);
  im_unit_library_add_root (library, units, library_problems);
  im_unit_library_add_root (library, examples, library_problems);

  g_test_add_func ("/unit-rules/files", test_files);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("/unit-rules/%02u-%s", i, cases[i].unit);

      g_test_add_data_func (name, &cases[i], test_rule);
    }
  g_test_add_func ("/unit-rules/all-reached", test_all_reached);
  status = g_test_run ();

  g_hash_table_unref (reached);
  im_diagnostics_free (library_problems);
  im_unit_library_free (library);

  return status;
}
