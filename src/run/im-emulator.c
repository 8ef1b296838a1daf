/* SPDX-License-Identifier: MIT */
#include "run/im-emulator.h"

/* Each instruction takes 2^6 ns. Source: QEMU, "TCG Instruction Counting". */
#define INSTRUCTION_TIME "shift=6"

char **
im_emulator_dup_link_flags (const ImBuild *build)
{
  const ImTarget *target = im_target_get (build->target);
  g_autofree char *counter = g_strdup_printf ("-DTARGET_COUNTER=0x%08xu",
                                              target->counter);
  const char *const words[] = { "-DHOST_COUNTS",
                                counter,
                                "--specs=nano.specs",
                                "-nostartfiles",
                                "-ffunction-sections",
                                "-fdata-sections",
                                "-Wl,--gc-sections",
                                "-T",
                                "link.ld",
                                NULL };

  return g_strdupv ((char **) (gpointer) words);
}

char **
im_emulator_dup_command (const ImBuild *build, const char *program)
{
  const ImTarget *target = im_target_get (build->target);
  const char *const words[] = { target->emulator,
                                "-M",
                                target->board,
                                "-cpu",
                                target->core,
                                "-display",
                                "none",
                                "-serial",
                                "none",
                                "-monitor",
                                "none",
                                "-semihosting-config",
                                "enable=on,target=native",
                                "-icount",
                                INSTRUCTION_TIME,
                                "-kernel",
                                program,
                                NULL };

  return target->emulator == NULL ? NULL : g_strdupv ((char **) (gpointer) words);
}
