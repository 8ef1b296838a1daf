/* SPDX-License-Identifier: MIT */
#include "cli/terminal/cli-command.h"

#include "verify/im-compare.h"
#include "verify/im-tryout.h"

static const CliCommand commands[] = {
  {
      .name = "eval",
      .arguments = "[--] EXPR",
      .needs = "an expression",
      .min_arguments = 1,
      .max_arguments = 1,
      .surplus_hint = "an expression with blanks needs quotes around it",
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_WITH,
                                        CLI_N_OPTIONS },
      .summary = "Evaluate an expression",
      .description =
          "EXPR is an expression, or - to read it from standard input. A VALUE "
          "is a tensor float32[3,50]@16000, an array float32[2]{0.5,1}, a "
          "shape shape[3,50], or an expression such as 2.5, true, 'text' or "
          "null, which may use the names before it.\n\nExample:\n"
          "  imaginet eval --with input=float32[3,50] input.shape.flat",
      .run = cli_eval_run,
  },
  {
      .name = "inspect",
      .arguments = "UNIT|FILE",
      .needs = "the id of a unit, or an .imunit or .improj file",
      .min_arguments = 1,
      .max_arguments = 1,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_WITH,
                                        CLI_OPTION_UNITS, CLI_N_OPTIONS },
      .summary = "Show all about a unit",
      .description =
          "UNIT is the id of a unit, FILE an .imunit file. With values for its "
          "inputs and options it also shows what they make of the unit: its "
          "shapes, its contracts, and which implementation is used and why."
          "\n\nExample:\n"
          "  imaginet inspect Core.Math.Max --with input=float32[3,50]@16000",
      .run = cli_inspect_run,
  },
  {
      .name = "check",
      .arguments = "FILE|FOLDER…",
      .needs = "files or folders",
      .min_arguments = 1,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_UNITS,
                                        CLI_OPTION_STRICT, CLI_OPTION_QUIET,
                                        CLI_OPTION_COMPILE, CLI_OPTION_WITH,
                                        CLI_OPTION_TIMEOUT, CLI_OPTION_JOBS,
                                        CLI_OPTION_TRUST, CLI_N_OPTIONS },
      .summary = "Report problems in unit files",
      .description =
          "Folders are searched for .imunit files; an .improj file is named. The exit "
          "status is 1 if there is an error. With --compile each unit is also exported, "
          "compiled with the compilers "
          "that are there, linked, and compared with its Python, on inputs and options "
          "that its contracts take or --with gives."
          "\n\nExamples:\n"
          "  imaginet check --strict units\n"
          "  imaginet check --compile FOLDER",
      .run = cli_check_run,
  },
  {
      .name = "list",
      .arguments = "units|templates|types|builtins|microphones|ports [NAME]",
      .needs = "units, templates, types, builtins, microphones or ports",
      .min_arguments = 1,
      .max_arguments = 2,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_UNITS,
                                        CLI_N_OPTIONS },
      .summary = "List units, templates, element types, built-in functions, or inputs",
      .description = "With the NAME of a built-in function it shows all about that one. "
                     "Microphones and serial ports are listed as --input of run and "
                     "probe takes them."
                     "\n\nExample:\n  imaginet list builtins broadcast",
      .run = cli_list_run,
  },
  {
      .name = "dump",
      .arguments = "[--] EXPR|FILE|UNIT",
      .needs = "an expression, a file or the id of a unit",
      .min_arguments = 1,
      .max_arguments = 1,
      .surplus_hint = "an expression with blanks needs quotes around it",
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_STAGE,
                                        CLI_OPTION_WITH, CLI_OPTION_UNITS,
                                        CLI_OPTION_UNIT, CLI_N_OPTIONS },
      .summary = "Show how a text is understood",
      .description =
          "The stages tokens and ast take an expression, or - for standard "
          "input; unit takes an .imunit file, fragments a .c, .h or .py file. "
          "The stages graph, program, plan and routines take a pipeline, a file or "
          "the id of a unit, and the last three also values for its inputs and options."
          "\n\nExample:\n  imaginet dump --stage ast '1 + 2 * 3'",
      .run = cli_dump_run,
  },
  {
      .name = "launch",
      .arguments = "LINE",
      .needs = "a line such as 'source float32[3]@50 ! Abs'",
      .min_arguments = 1,
      .max_arguments = 1,
      .surplus_hint = "a line with blanks needs quotes around it",
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_UNITS,
                                        CLI_OPTION_OUTPUT, CLI_N_OPTIONS },
      .summary = "Make a pipeline from one line",
      .description =
          "LINE is a source with its type and layers with ! between them. A layer is a "
          "unit, by its id or the last part of it, and settings NAME=VALUE. VALUE is a "
          "shape such as [512,3] or an expression, which may use input. The pipeline is "
          "printed as an .imunit file, or written to the file of --output."
          "\n\nExample:\n  imaginet launch 'source float32[1]@16000 ! SlidingWindow "
          "window_shape=[400,1] stride=160 ! Hann axis=1 ! Rms axis=1'",
      .run = cli_launch_run,
  },
  {
      .name = "new",
      .arguments = "unit ID|pipeline FILE|package FOLDER",
      .needs = "unit, pipeline or package, and what it is called",
      .min_arguments = 1,
      .max_arguments = 2,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_TEMPLATE,
                                        CLI_OPTION_WRAP, CLI_OPTION_OUTPUT,
                                        CLI_OPTION_UNIT, CLI_OPTION_LICENCE,
                                        CLI_OPTION_AUTHOR, CLI_N_OPTIONS },
      .summary = "Make a unit, a pipeline or a package to begin with",
      .description =
          "A unit gets a folder of its own, below that of --output or here, with C, its "
          "twin in Python, contracts and examples that pass. It is called ID, such as "
          "Own.MovingAverage. A pipeline is a stack of layers, or with --template graph "
          "a graph. A package is a new FOLDER with a package.ini, which has its version, "
          "author and licence, and a first unit, which is called as --unit says. Nothing "
          "that is there is replaced.\n\n"
          "With --wrap a unit calls a function that is there: its sockets and options "
          "follow from its prototype and from calls of it, which run confined. What it "
          "becomes is shown, with what is to be looked at."
          "\n\nExamples:\n"
          "  imaginet new unit Own.Envelope --template filter --output units\n"
          "  imaginet new unit Own.Smooth --wrap filters.c:smooth\n"
          "  imaginet new pipeline voice.imunit\n"
          "  imaginet new package own-units --licence MIT",
      .run = cli_new_run,
  },
  {
      .name = "edit",
      .arguments = "FILE [EDIT]...",
      .needs = "an .imunit or .improj file and edits",
      .min_arguments = 1,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_SCRIPT,
                                        CLI_OPTION_FORCE, CLI_OPTION_UNITS,
                                        CLI_OPTION_UNIT, CLI_OPTION_OUTPUT,
                                        CLI_N_OPTIONS },
      .summary = "Edit a pipeline or a unit in its file",
      .append_forms = cli_edit_append_forms,
      .description =
          "All of them are made, or none. The rest of the file stays as it is, byte for "
          "byte. An edit that would break the pipeline keeps the file from being "
          "written. "
          "The history of the window can be copied as such edits."
          "\n\nExample:\n  imaginet edit voice.imunit 'set Rms.axis = 1' 'enable Abs'",
      .run = cli_edit_run,
  },
  {
      .name = "fmt",
      .arguments = "FILE|FOLDER…|-",
      .needs = "unit files or folders, or - for standard input",
      .min_arguments = 1,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_CHECK,
                                        CLI_OPTION_DIFF, CLI_OPTION_QUIET,
                                        CLI_N_OPTIONS },
      .summary = "Lay unit files out in one way",
      .description =
          "Each element gets a line of its own, indented by two blanks a level, its "
          "attributes have one blank between them, and there is at most one empty line "
          "in a row. Order, texts, comments, the encoding and the kind of line ends "
          "stay. The result is read again: a file that would not mean the same is left "
          "alone and reported. Folders are searched for .imunit files; the names of "
          "those that change are printed. With --check or --diff nothing is written, and "
          "the exit status is 1 if a file would change."
          "\n\nExample:\n  imaginet fmt --check units",
      .run = cli_fmt_run,
  },
  {
      .name = "convert",
      .arguments = "function|unit FILE|-",
      .needs = "function or unit, and an .imunit file or - for standard input",
      .min_arguments = 2,
      .max_arguments = 2,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_CHECK,
                                        CLI_OPTION_FORCE, CLI_OPTION_OUTPUT,
                                        CLI_OPTION_UNITS, CLI_N_OPTIONS },
      .summary = "Spell the units of a file in the other dialect",
      .description =
          "The dialect function is the one of the specification, with Function, Queue "
          "and "
          "Composite; unit is the newer one, with Unit and Compound. All that both have "
          "is spelt as the dialect spells it; the rest of the file stays as it is, byte "
          "for byte. Of a stack of layers the newer dialect has nodes and connections, "
          "which compute the same: computed values and arguments become expression "
          "nodes, contracts assert nodes. What the dialect has no form for is listed "
          "with its place, and "
          "nothing is written then, unless --force leaves it as it is. The result is "
          "read again and compared by meaning. It is printed, or written to the file of "
          "--output; with --check it is only tried."
          "\n\nExample:\n  imaginet convert unit voice.imunit --output newer.imunit",
      .run = cli_convert_run,
  },
  {
      .name = "diff",
      .arguments = "BEFORE AFTER",
      .needs = "two .imunit or .improj files",
      .min_arguments = 2,
      .max_arguments = 2,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_UNITS,
                                        CLI_OPTION_UNIT, CLI_OPTION_WITH, CLI_OPTION_SVG,
                                        CLI_OPTION_CORE, CLI_N_OPTIONS },
      .summary = "Show what differs between two files, by meaning",
      .description =
          "Shows which layers, pipes, options, parameters, contracts and implementations "
          "were added (+), removed (-), changed (~) or moved (↕), which shapes, types "
          "and rates follow from that (=), and what it costs in memory and calls per "
          "second. Places on the canvas, comments, blanks and the spelling of "
          "expressions make no difference. With --svg both pipelines are drawn beside "
          "each other, with these signs where they differ. With --target both are "
          "compiled for a core and run on random frames in its emulator, and the "
          "instructions that each layer takes of a frame, and of a second, are compared. "
          "The status is 0 if nothing differs, 1 if something does, and 2 if a file "
          "cannot be read."
          "\n\nExample, for git:\n"
          "  git config difftool.imaginet.cmd 'imaginet diff \"$LOCAL\" \"$REMOTE\"'\n"
          "  git difftool --tool imaginet --no-prompt",
      .run = cli_diff_run,
  },
  {
      .name = "extract",
      .arguments = "FILE",
      .needs = "an .improj file, or a pipeline with --from or --to",
      .min_arguments = 1,
      .max_arguments = 1,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_FROM,
                                        CLI_OPTION_TO, CLI_OPTION_UNITS, CLI_OPTION_UNIT,
                                        CLI_OPTION_OUTPUT, CLI_N_OPTIONS },
      .summary = "Take a pipeline out of a project, or a part of one",
      .description =
          "FILE is a project, an .improj file. Its preprocessor, or with --unit that of "
          "one of its models, is printed as an .imunit file, or written to the file of "
          "--output. With --from or --to the FILE, or the id of a unit, is any pipeline, "
          "and what "
          "is printed is what it computes between the two. The file stays as it is."
          "\n\nExample:\n  imaginet extract engine.improj --output engine.imunit",
      .run = cli_extract_run,
  },
  {
      .name = "plan",
      .arguments = "UNIT|FILE",
      .needs = "the id of a unit, or an .imunit or .improj file",
      .min_arguments = 1,
      .max_arguments = 1,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_FROM,
                                        CLI_OPTION_TO, CLI_OPTION_WITH, CLI_OPTION_UNITS,
                                        CLI_OPTION_UNIT, CLI_N_OPTIONS },
      .summary = "Show the memory and the calls of a pipeline",
      .description =
          "Shows what the emitted C needs of RAM and flash, which functions it "
          "calls in which order, and where each buffer lies and how long it "
          "is needed.\n\nExample:\n"
          "  imaginet plan Core.Math.Max --with input=float32[3,50]@50",
      .run = cli_plan_run,
  },
  {
      .name = "render",
      .arguments = "UNIT|FILE|SHAPE…",
      .needs = "the id of a unit, an .imunit file, a recording, or shapes",
      .min_arguments = 1,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON,    CLI_OPTION_RULES,
                                        CLI_OPTION_OP,         CLI_OPTION_RESULT,
                                        CLI_OPTION_ALLOW_CAST, CLI_OPTION_UPSTREAM,
                                        CLI_OPTION_WHAT,       CLI_OPTION_FORMAT,
                                        CLI_OPTION_LAYER,      CLI_OPTION_STYLE,
                                        CLI_OPTION_WITH,       CLI_OPTION_FROM,
                                        CLI_OPTION_TO,         CLI_OPTION_UNITS,
                                        CLI_OPTION_UNIT,       CLI_OPTION_LABELS,
                                        CLI_OPTION_START,      CLI_OPTION_END,
                                        CLI_OPTION_OUTPUT,     CLI_N_OPTIONS },
      .summary =
          "Draw a pipeline, its shapes, times or memory, a broadcast or a recording",
      .description =
          "Of a pipeline: units with what is set of them, and between them the type, "
          "shape and rate of what flows. Of shapes: each tensor as boxes for its axes. "
          "Of "
          "a shape: what layers do to the axes of their inputs. Of a timeline: windows, "
          "strides and latency of queues. Of "
          "memory: which buffer lies where, from which call to which. Of broadcast: how "
          "SHAPEs such as [2,1,4] or [?,3] are paired, axis by axis. A FILE that is a "
          "recording, "
          ".csv, .data or .wav, a .label or an .imsession is drawn as its signals and "
          "labels over time. The file is an SVG "
          "or a PDF, with text that can be searched, or a PNG, as its name or --format "
          "says. With - as file it goes to standard output."
          "\n\nExample:\n  imaginet render Core.Spectral.Mfcc --with "
          "input=float32[1]@16000 --output mfcc.svg",
      .run = cli_render_run,
  },
  {
      .name = "export",
      .arguments = "UNIT|FILE",
      .needs = "the id of a unit, or an .imunit or .improj file",
      .min_arguments = 1,
      .max_arguments = 1,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_FROM,
                                        CLI_OPTION_TO, CLI_OPTION_WITH, CLI_OPTION_UNITS,
                                        CLI_OPTION_UNIT, CLI_OPTION_OUTPUT,
                                        CLI_OPTION_PREFIX, CLI_OPTION_NAME,
                                        CLI_OPTION_TARGETS, CLI_OPTION_NO_TEST,
                                        CLI_OPTION_ALLOW_DIFFERENT, CLI_OPTION_ZIP,
                                        CLI_OPTION_INPUT, CLI_OPTION_SEED,
                                        CLI_OPTION_TRUST, CLI_N_OPTIONS },
      .summary = "Write a pipeline as C",
      .description =
          "The folder gets a header and a source in ISO C99, files that build them with "
          "make, CMake, Zephyr, Arduino and PlatformIO, a report, and a test: frames of "
          "the recording, or random ones, with the results of the Python reference. To "
          "get them the pipeline is run in C and Python. With targets, which "
          "are host, cortex-m0plus, cortex-m4f, cortex-m7 and cortex-m55, all or none, "
          "the "
          "folder also gets a static library and a linked demo for each. The exit status "
          "is 1 if "
          "nothing was written, or a target that is named could not be compiled; all "
          "else is written then."
          "\n\nExample:\n  imaginet export Core.Math.Max --with "
          "input=float32[3,50]@50 --targets host,cortex-m4f --output max-firmware",
      .run = cli_export_run,
  },
  {
      .name = "compare",
      .arguments = "UNIT|FILE|FOLDER…",
      .needs = "ids of units, .imunit files, or folders of them",
      .min_arguments = 1,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_FROM,
                                        CLI_OPTION_TO, CLI_OPTION_WITH, CLI_OPTION_UNITS,
                                        CLI_OPTION_UNIT, CLI_OPTION_INPUT,
                                        CLI_OPTION_SEED, CLI_OPTION_FRAMES,
                                        CLI_OPTION_THOROUGH, CLI_OPTION_OUTPUT,
                                        CLI_OPTION_TARGET, CLI_OPTION_BY_LAYER,
                                        CLI_OPTION_EXACT, CLI_OPTION_TIMEOUT,
                                        CLI_OPTION_KEEP, CLI_OPTION_JOBS,
                                        CLI_OPTION_TRUST, CLI_N_OPTIONS },
      .max_frames = IM_COMPARE_MAX_FRAMES,
      .summary = "Compare the C of a pipeline with its Python",
      .description =
          "The pipeline is compiled and run on a recording, on random frames and on edge "
          "values; each layer's Python code gets what the layer got in C, and the "
          "results are compared. Without types for the inputs some are tried. The exit "
          "status is 1 if a layer differs or there is no result.\n\n"
          "With --target or --by-layer one pipeline is compared in several builds: "
          "`host` (the compiler of this machine), `gcc-O0`, `gcc-O2`, `gcc-fast` "
          "(-ffast-math), the same with `clang`, and for emulated cores `m0plus`, `m4f`, "
          "`m7`, `m55` and `riscv32`, and `serial:/dev/…` for a board that runs serial.c "
          "of a bundle. The first layer out of tolerance is shown with its "
          "inputs, both outputs and its code. With --output all of it is a page of HTML, "
          "with plots.\n\nExample:\n"
          "  imaginet compare Core.Math.Rms --with input=float32[50,3]@50",
      .run = cli_compare_run,
  },
  {
      .name = "budget",
      .arguments = "UNIT|FILE",
      .needs = "the id of a unit, or an .imunit file",
      .min_arguments = 1,
      .max_arguments = 1,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_WITH,
                                        CLI_OPTION_UNITS, CLI_OPTION_UNIT,
                                        CLI_OPTION_FROM, CLI_OPTION_TO, CLI_OPTION_BOARD,
                                        CLI_OPTION_TRUST, CLI_N_OPTIONS },
      .summary = "Show what a pipeline takes of boards",
      .description =
          "The pipeline is compiled and linked for the core of each board, and run in an "
          "emulator that counts instructions: flash, RAM, stack and the share of the CPU "
          "at the rate of the inputs, if each instruction took one cycle. With a board "
          "the "
          "exit status is 1 if the pipeline does not fit on it.\n\nExample:\n"
          "  imaginet budget Core.Spectral.Mfcc --with input=float32[1]@16000 --board "
          "nucleo-f401re",
      .run = cli_budget_run,
  },
  {
      .name = "run",
      .arguments = "UNIT|FILE [RECORDING…]",
      .needs = "the id of a unit, or an .imunit or .improj file",
      .min_arguments = 1,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON,  CLI_OPTION_FROM,
                                        CLI_OPTION_TO,       CLI_OPTION_WITH,
                                        CLI_OPTION_UNITS,    CLI_OPTION_UNIT,
                                        CLI_OPTION_INPUT,    CLI_OPTION_LABELS,
                                        CLI_OPTION_CHANNELS, CLI_OPTION_TIME,
                                        CLI_OPTION_RATE,     CLI_OPTION_SEPARATOR,
                                        CLI_OPTION_DECIMAL,  CLI_OPTION_HEADER,
                                        CLI_OPTION_SKIP,     CLI_OPTION_ALIGN,
                                        CLI_OPTION_BAUD,     CLI_OPTION_SECONDS,
                                        CLI_OPTION_SAVE,     CLI_OPTION_FRAMES,
                                        CLI_OPTION_OUTPUT,   CLI_OPTION_TIMEOUT,
                                        CLI_OPTION_KEEP,     CLI_OPTION_FORMAT,
                                        CLI_OPTION_FORCE,    CLI_OPTION_JOBS,
                                        CLI_OPTION_TRUST,    CLI_N_OPTIONS },
      .summary = "Run the C of a pipeline on a recording, or its Python",
      .description =
          "The recording is a CSV, WAV or NPY file, or an .imsession. Its channels are "
          "the "
          "innermost axis of the input, or all of it: [50,3] takes 50 rows of 3 "
          "channels. "
          "The outputs become the rows of a .csv file, a .npy array, or the arrays of a "
          ".npz archive with time stamps and labels. A pipeline with "
          "layers that have only Python is run in Python, and the result says so."
          "\n\nA pipeline with several inputs takes a recording for each, --input "
          "NAME=FILE, or columns of one, --channels NAME=LIST; the other options of how "
          "a "
          "recording is read may begin with NAME=, too. All ends with the one that is "
          "the "
          "shortest in time."
          "\n\nThe input may also be a microphone, microphone: or microphone:DEVICE, or "
          "the lines of numbers of a serial port, serial:PORT: what they deliver is "
          "recorded, --save keeps it, and the outputs are those of that recording. It "
          "ends after --seconds or with Ctrl-C. With --output - each row of outputs is "
          "printed as soon as it is there."
          "\n\nOf a folder, a pattern, or several files --output is a folder: each "
          "recording gets a file there, --jobs of them at once. Results that are newer "
          "than their recording stay, unless the pipeline computes something else now, "
          "or "
          "--force is given. Recordings that fail are named, and the exit status is 1."
          "\n\nExamples:\n  imaginet run Core.Math.Rms --with "
          "input=float32[50,3]@1 --input imu.csv --output rms.csv"
          "\n  imaginet run data/examples/speech-features.imunit --input recordings "
          "--output features"
          "\n  imaginet run fusion.imunit --input acc=acc.csv --input gyro=gyro.csv "
          "--output fusion.npz"
          "\n  imaginet run motion.imunit --input serial:/dev/ttyACM0 --output -",
      .run = cli_run_run,
  },
  {
      .name = "probe",
      .arguments = "UNIT|FILE",
      .needs = "the id of a unit, or an .imunit or .improj file",
      .min_arguments = 1,
      .max_arguments = 1,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_WITH,
                                        CLI_OPTION_UNITS, CLI_OPTION_UNIT,
                                        CLI_OPTION_INPUT, CLI_OPTION_CHANNELS,
                                        CLI_OPTION_TIME, CLI_OPTION_RATE,
                                        CLI_OPTION_SEPARATOR, CLI_OPTION_DECIMAL,
                                        CLI_OPTION_HEADER, CLI_OPTION_SKIP,
                                        CLI_OPTION_ALIGN, CLI_OPTION_BAUD,
                                        CLI_OPTION_SECONDS, CLI_OPTION_SAVE,
                                        CLI_OPTION_TRUST, CLI_N_OPTIONS },
      .summary = "Show what the pipes of a pipeline carry with a recording",
      .description =
          "The recording is a CSV, WAV or NPY file, or one for each input, --input "
          "NAME=FILE, or a microphone or serial port, as for run. Of each pipe it shows "
          "how "
          "many "
          "values there are, the smallest, the mean and the largest of their numbers, "
          "and how many are NaN, infinite, or at a limit of their type. Of a pipeline "
          "with layers that have only Python the pipes at its ends are known."
          "\n\nExample:\n  imaginet probe data/examples/speech-features.imunit "
          "--input speech.wav",
      .run = cli_probe_run,
  },
  {
      .name = "test",
      .arguments = "UNIT|FILE|FOLDER…",
      .needs = "ids of units, .imunit files, or folders of them",
      .min_arguments = 1,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_UNITS,
                                        CLI_OPTION_UNIT, CLI_OPTION_TIMEOUT,
                                        CLI_OPTION_JOBS, CLI_OPTION_TRUST,
                                        CLI_N_OPTIONS },
      .summary = "Run the examples of units in C and Python",
      .description =
          "Each example of a unit states inputs, options and what is expected. It is "
          "compiled and run, and so is its Python; both must give what is expected. The "
          "exit status is 1 if one does not."
          "\n\nExample:\n  imaginet test Core.Math.Max",
      .run = cli_test_run,
  },
  {
      .name = "try",
      .arguments = "UNIT|FILE [INPUT=NUMBERS]...",
      .needs = "the id of a unit, or an .imunit file",
      .min_arguments = 1,
      .max_arguments = G_MAXUINT,
      .max_frames = IM_TRYOUT_MAX_FRAMES,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_UNITS,
                                        CLI_OPTION_UNIT, CLI_OPTION_WITH,
                                        CLI_OPTION_INPUT, CLI_OPTION_SEED,
                                        CLI_OPTION_FRAMES, CLI_OPTION_TIMEOUT,
                                        CLI_OPTION_TRUST, CLI_N_OPTIONS },
      .summary = "Show what a unit gives in C and Python, side by side",
      .description =
          "The unit gets random frames, a recording with --input, or the NUMBERS of "
          "each of its inputs, with blanks between them: those of as many frames as "
          "they fill. Shown is what C and Python give, how far they are apart, how long "
          "a frame takes in each, and how many bytes C needs. The exit status is 1 if "
          "they are farther apart than the unit promises, or if one of them fails."
          "\n\nExample:\n  imaginet try Core.Math.Abs --with input=float32[3] "
          "'input=-1 0 2.5'",
      .run = cli_try_run,
  },
  {
      .name = "pack",
      .arguments = "FOLDER|FILE…",
      .needs = "a folder, or unit files",
      .min_arguments = 1,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_OUTPUT,
                                        CLI_OPTION_NAME, CLI_OPTION_LICENCE,
                                        CLI_OPTION_AUTHOR, CLI_OPTION_CHECK,
                                        CLI_N_OPTIONS },
      .summary = "Pack units into one file",
      .description =
          "Makes a ZIP file of a folder, or of unit files with the code, the images, the "
          "arrays and the units that they need. Its package.ini has the ids of the "
          "units, "
          "the SHA-256 of each file, the licence and the author; what an author has "
          "written into the package.ini of the folder stays. Hidden files are left out. "
          "The same files give the same bytes. Without --output it is called like the "
          "package, which is called like the folder."
          "\n\nExample:\n  imaginet pack units --author 'A. Maker' --output own.zip",
      .run = cli_pack_run,
  },
  {
      .name = "unpack",
      .arguments = "FILE",
      .needs = "a package that “imaginet pack” made",
      .min_arguments = 1,
      .max_arguments = 1,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_OUTPUT,
                                        CLI_OPTION_CHECK, CLI_N_OPTIONS },
      .summary = "Unpack units into a folder",
      .description =
          "Compares every file with its SHA-256, and writes all of them or none, into "
          "the "
          "folder of --output, or one that is called like the package. The folder must "
          "be "
          "new or empty. Paths that leave it, links, names that are there twice and "
          "more than 256 MB are refused."
          "\n\nExample:\n  imaginet unpack own.zip --output units",
      .run = cli_unpack_run,
  },
  {
      .name = "package",
      .arguments = "FOLDER…",
      .needs = "folders of units",
      .min_arguments = 1,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_STRICT,
                                        CLI_N_OPTIONS },
      .summary = "Show what is in packages, and what is wrong with them",
      .description =
          "Shows licence, author and version of each FOLDER, its files, which of them no "
          "unit needs, its units with what they are made of and who uses them, ids that "
          "are there twice or hide others, fragments that are not used, and problems. In "
          "a git repository it shows which files were added, changed, removed or renamed "
          "since the last commit, and of units what has changed by meaning. The exit "
          "status is 1 if there is an error, with --strict a warning."
          "\n\nExample:\n  imaginet package units",
      .run = cli_package_run,
  },
  {
      .name = "rename",
      .arguments = "FOLDER UNIT[:PARAMETER] NAME",
      .needs = "a folder of units, what gets another name, and the name",
      .min_arguments = 3,
      .max_arguments = 3,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_CHECK,
                                        CLI_OPTION_QUIET, CLI_OPTION_UNITS,
                                        CLI_N_OPTIONS },
      .summary = "Give a unit or a parameter another name, with all uses",
      .description =
          "Changes the id of a UNIT, or the name of one of its parameters, in all unit "
          "files and projects of a FOLDER, and of those that --units names: where it is "
          "declared, in expressions, messages, calls and "
          "examples, in layers, nodes and connections of units that use it, and of an "
          "id also in code that is named by it. Files that are named after a unit, such "
          "as Gain.imunit and gain.h of Own.Gain, and a folder Gain of its own, follow "
          "its id, with all that refers to them by their paths. All lines that change "
          "and all files that move are shown; with --check nothing is written. All files "
          "are written, or none."
          "\n\nExamples:\n"
          "  imaginet rename units Own.Gain Own.Amplify --check\n"
          "  imaginet rename units Own.Gain:factor gain",
      .run = cli_rename_run,
  },
  {
      .name = "move",
      .arguments = "FOLDER UNIT NEWFOLDER",
      .needs = "a folder of units, a unit in it, and the folder that it gets",
      .min_arguments = 3,
      .max_arguments = 3,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_CHECK,
                                        CLI_OPTION_QUIET, CLI_OPTION_UNITS,
                                        CLI_N_OPTIONS },
      .summary = "Move the files of a unit, with all references",
      .description =
          "Moves the files of a UNIT in a FOLDER, or in those that --units names, into "
          "NEWFOLDER, which is made if it is not there: all files of the folder of the "
          "unit, or, if other units are in it, those that are named after the unit. The "
          "paths in unit files and code follow: those to the files that move, and those "
          "from them to others. The unit keeps its id. All lines that change and all "
          "files that move are shown; with --check nothing is written. All files are "
          "written, or none."
          "\n\nExample:\n  imaginet move units Own.Gain units/Audio/Gain --check",
      .run = cli_move_run,
  },
  {
      .name = "trust",
      .arguments = "[FOLDER…]",
      .needs = "folders of packages",
      .min_arguments = 0,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_REMOVE,
                                        CLI_N_OPTIONS },
      .summary = "Show or change which folders are trusted",
      .description =
          "The code of packages runs confined by bubblewrap, or by Landlock and seccomp. "
          "Where neither works, only that of shipped units and of trusted folders is "
          "run. Without a FOLDER it shows what confines the code, and the trusted "
          "folders; what is below them is trusted, too."
          "\n\nExample:\n  imaginet trust ~/units",
      .run = cli_trust_run,
  },
  {
      .name = "broadcast",
      .arguments = "A B… | -",
      .needs = "shapes, such as [2,1,4] and [3,1]",
      .min_arguments = 0,
      .max_arguments = G_MAXUINT,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_RULES,
                                        CLI_OPTION_OP, CLI_OPTION_RESULT,
                                        CLI_OPTION_ALLOW_CAST, CLI_OPTION_UPSTREAM,
                                        CLI_OPTION_MLIR, CLI_OPTION_VERIFY_DIAGNOSTICS,
                                        CLI_N_OPTIONS },
      .summary = "Show how shapes broadcast",
      .description =
          "Shapes are [2,3,4]; with the rules mlir also [2,?,4], * or "
          "'tensor<2x?xf32>'; with the rules tml types such as 'tensor<int, "
          "3>' and real. "
          "With - each line of standard input is an operation: A B, A + B, or "
          "A B -> RESULT. The operations of imaginet are broadcast, + - * /; "
          "those of tml + - * / % > < >= <= == != && || & | ^ << >> =; those of "
          "numpy broadcast, operators, += and the like, =, @, maximum, minimum "
          "and where. The exit status is "
          "1 if shapes do not broadcast. With --mlir the operations that are "
          "known to have the trait are judged: test.broadcastable, those of "
          "tosa, tf and tfl that work on each element, and chlo.broadcast_*. "
          "--op NAME, more than once and with * in it, judges others instead."
          "\n\nExample:\n  imaginet broadcast '[2,1,4,1,6]' '[2,3,4,5,6]'",
      .run = cli_broadcast_run,
  },
  {
      .name = "scratch",
      .arguments = "FILE|-",
      .needs = "a file of statements, or - for standard input",
      .min_arguments = 1,
      .max_arguments = 1,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_N_OPTIONS },
      .summary = "Run statements about tensors in TML",
      .description =
          "An assignment prints the variable, an expression its value, each with its "
          "type. After an error the statements that do not need what failed still run; "
          "the exit status is 1."
          "\n\nExample:\n  echo 'a = [1, 2, 3]; b = [1; 2; 3]; a + b' | imaginet scratch "
          "-",
      .run = cli_scratch_run,
  },
  {
      .name = "tile",
      .arguments = "check|run|emit|explain|unit FILE|-",
      .needs = "check, run, emit, explain or unit, and a file of formulas",
      .min_arguments = 2,
      .max_arguments = 2,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_ARGUMENTS,
                                        CLI_OPTION_FUNCTION, CLI_OPTION_ENGINE,
                                        CLI_OPTION_LANGUAGE, CLI_OPTION_SVG,
                                        CLI_OPTION_KERNEL, CLI_OPTION_INDICES,
                                        CLI_OPTION_FIX, CLI_OPTION_UNIT,
                                        CLI_OPTION_OUTPUT, CLI_N_OPTIONS },
      .summary = "Check, run, explain or emit formulas of Tile, or make them units",
      .description =
          "FILE holds functions of Tile in C++, in Python, or in the compact form; its "
          "text "
          "tells which. A parameter is given by --input NAME=VALUE: a file of NumPy, a "
          "type "
          "and shape such as float32[2,3], lists of numbers such as [[1,2],[3,4]], or "
          "one "
          "number. With unit, --output is the folder in which the unit gets a folder of "
          "its "
          "own; parameters that are not given have small sizes in its example. The exit "
          "status is 1 if there is an error."
          "\n\nExample:\n  echo 'function (I[M, N]) -> (O) { O[n : N] = +(I[m, n]); }' | "
          "imaginet tile run - --input 'I=[[1,2,3],[4,5,6]]'",
      .run = cli_tile_run,
  },
  {
      .name = "sknd",
      .arguments = "eval EXPR|- | check|fmt|list|dump FILE|FOLDER|- | run|export "
                   "FILE|FOLDER|OPERATOR|-",
      .needs =
          "eval and an expression, or check, fmt, list, dump, run or export and a file",
      .min_arguments = 2,
      .max_arguments = 2,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_OPTION_STAGE,
                                        CLI_OPTION_WITH, CLI_OPTION_OPERATOR,
                                        CLI_OPTION_GRAPH, CLI_OPTION_ALL,
                                        CLI_OPTION_ATTRIB, CLI_OPTION_ARGUMENTS,
                                        CLI_OPTION_ENGINE, CLI_OPTION_OUTPUT,
                                        CLI_OPTION_FORMAT, CLI_N_OPTIONS },
      .summary = "Check, list, lay out, run or export operators in SkriptND",
      .description =
          "FILE holds operators and graphs of SkriptND (NNEF 2.0) in Revision 6 or in "
          "the later dialect; of a FOLDER all .sknd files in it and below are taken. "
          "check tells all that is wrong, also with what --graph names for the shapes "
          "that it declares or --input gives, or with --all for all that needs no more; "
          "fmt prints the file in one layout, list the "
          "signatures of what it defines, and dump what a stage makes of it: --stage "
          "tokens, ast, instance, which is what the names of an operator are for "
          "--attrib NAME=EXPR and --input NAME=VALUE, kernels, which is what it "
          "computes then, or c, the functions that do. run prints what that is: of the "
          "first graph of FILE, or of "
          "main.sknd in the FOLDER of a model, or of what --graph and --operator name; "
          "OPERATOR is one of the library, such as nn.conv, or layout.cast<int> with its "
          "types. A VALUE is a file of NumPy or NNEF, a type and shape such as "
          "real[2,3], or lists of numbers such as [[1,2],[3,4]]; a pack is given by "
          "repeating its name. Variables are in files beside FILE, such as "
          "conv1.filter.dat, or given like inputs. --output writes a file of NumPy for "
          "each output into a folder, or one of NNEF with --format dat. "
          "export writes what run computes into a folder, as C without a heap, with the "
          "variables in it and a header that tells the shapes. "
          "eval prints the value of an expression, in which --with "
          "gives names their values. The exit status is 1 if there is an error."
          "\n\nExamples:\n  imaginet sknd eval '[1, 2, 3] * ..'"
          "\n  imaginet sknd run math.add --input 'x=[1, 2]' --input y=10",
      .run = cli_sknd_run,
  },
  {
      .name = "manual",
      .arguments = "[CHAPTER]",
      .needs = "a chapter of the manual",
      .min_arguments = 0,
      .max_arguments = 1,
      .options = (const CliOptionId[]){ CLI_OPTIONS_COMMON, CLI_N_OPTIONS },
      .summary = "Show the manual",
      .description = "Without a CHAPTER it lists them, and where their pages for a "
                     "browser are. A chapter is shown by man."
                     "\n\nExample:\n  imaginet manual first-firmware",
      .run = cli_manual_run,
  },
};

const CliCommand *
cli_commands_get (guint *n)
{
  *n = G_N_ELEMENTS (commands);

  return commands;
}
