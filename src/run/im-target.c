/* SPDX-License-Identifier: MIT */
#include "run/im-target.h"

#include <string.h>

#include "base/im-text.h"

#define ARM_COMPILER "arm-none-eabi-gcc"
#define ARM_PACKAGE  "gcc-arm-none-eabi libnewlib-arm-none-eabi"
#define ARM_ARCHIVER "arm-none-eabi-ar"
#define ARM_LIBRARY  "--specs=nano.specs -nostartfiles -T link.ld"
#define ARM_EMULATOR "qemu-system-arm"

/* The library brings what starts a program, its files by semihosting, and how memory is
 * laid out; the board has its memory at 0x80000000. */
#define RISCV_LIBRARY                                                   \
  "--oslib=semihost --crt0=hosted "                                     \
  "-Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x400000 " \
  "-Wl,--defsym=__ram=0x80400000 -Wl,--defsym=__ram_size=0x400000 "     \
  "-Wl,--defsym=__stack_size=0x4000"

#define CORE_PREFIX "cortex-"

/* The counters of the boards MPS2 and MPS3. Source: Arm, Application Notes AN385 and
 * AN547, "FPGA system control and I/O". */
#define MPS2_COUNTER 0x40028018u
#define MPS3_COUNTER 0x49302018u

static const ImTarget table[IM_N_TARGETS] = {
  [IM_TARGET_HOST] = { .name = "host", .title = "this machine" },
  [IM_TARGET_CORTEX_M0PLUS] = {
      .name = "cortex-m0plus",
      .title = "Cortex-M0+",
      .compiler = ARM_COMPILER,
      .package = ARM_PACKAGE,
      .flags = "-mcpu=cortex-m0plus -mthumb -mfloat-abi=soft",
      .library_flags = ARM_LIBRARY,
      .archiver = ARM_ARCHIVER,
      .has_startup = TRUE,
      .emulator = ARM_EMULATOR,
      .emulator_package = ARM_EMULATOR,
      .board = "mps2-an385",
      .core = "cortex-m3",
      .counter = MPS2_COUNTER,
  },
  [IM_TARGET_CORTEX_M4F] = {
      .name = "cortex-m4f",
      .title = "Cortex-M4F",
      .compiler = ARM_COMPILER,
      .package = ARM_PACKAGE,
      .flags = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16",
      .library_flags = ARM_LIBRARY,
      .archiver = ARM_ARCHIVER,
      .has_startup = TRUE,
      .emulator = ARM_EMULATOR,
      .emulator_package = ARM_EMULATOR,
      .board = "mps2-an386",
      .core = "cortex-m4",
      .counter = MPS2_COUNTER,
  },
  [IM_TARGET_CORTEX_M7] = {
      .name = "cortex-m7",
      .title = "Cortex-M7",
      .compiler = ARM_COMPILER,
      .package = ARM_PACKAGE,
      .flags = "-mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16",
      .library_flags = ARM_LIBRARY,
      .archiver = ARM_ARCHIVER,
      .has_startup = TRUE,
      .emulator = ARM_EMULATOR,
      .emulator_package = ARM_EMULATOR,
      .board = "mps2-an500",
      .core = "cortex-m7",
      .counter = MPS2_COUNTER,
  },
  [IM_TARGET_CORTEX_M55] = {
      .name = "cortex-m55",
      .title = "Cortex-M55",
      .compiler = ARM_COMPILER,
      .package = ARM_PACKAGE,
      .flags = "-mcpu=cortex-m55 -mthumb -mfloat-abi=hard",
      .library_flags = ARM_LIBRARY,
      .archiver = ARM_ARCHIVER,
      .has_startup = TRUE,
      .emulator = ARM_EMULATOR,
      .emulator_package = ARM_EMULATOR,
      .board = "mps3-an547",
      .core = "cortex-m55",
      .counter = MPS3_COUNTER,
  },
  [IM_TARGET_RISCV32] = {
      .name = "riscv32",
      .title = "RISC-V RV32IMAFC",
      .compiler = "riscv64-unknown-elf-gcc",
      .package = "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf",
      .flags = "-march=rv32imafc -mabi=ilp32f --specs=picolibc.specs",
      .library_flags = RISCV_LIBRARY,
      .archiver = "riscv64-unknown-elf-ar",
      .emulator = "qemu-system-riscv32",
      .emulator_package = "qemu-system-misc",
      .board = "virt",
      .core = "rv32",
      .emulator_flags = "-bios none",
  },
};

const ImTarget *
im_target_get (ImTargetId id)
{
  return &table[id];
}

gboolean
im_target_find (const char *name, ImTargetId *id)
{
  for (ImTargetId i = 0; i < IM_N_TARGETS; i++)
    {
      const char *full = table[i].name;

      if (strcmp (name, full) != 0 && (!g_str_has_prefix (full, CORE_PREFIX) ||
                                       strcmp (name, full + strlen (CORE_PREFIX)) != 0))
        continue;
      *id = i;
      return TRUE;
    }

  return FALSE;
}

static char *
dup_problem (const char *name)
{
  const char *names[IM_N_TARGETS + 2];
  guint n = 0;

  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    names[n++] = table[id].name;
  names[n++] = "all";
  names[n] = NULL;

  g_autofree char *list = g_strjoinv (", ", (char **) (gpointer) names);
  return g_strdup_printf ("“%s” is no target; expected some of %s, or none", name, list);
}

static gboolean
find (const char *name, guint *mask)
{
  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    if (strcmp (table[id].name, name) == 0)
      {
        *mask |= 1u << id;
        return TRUE;
      }
  if (strcmp (name, "all") != 0)
    return FALSE;
  *mask = IM_TARGETS_ALL;

  return TRUE;
}

char *
im_targets_parse (const char *text, guint *targets)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);
  guint mask = 0;

  if (strcmp (text, "none") == 0)
    {
      *targets = 0;
      return NULL;
    }
  if (names[0] == NULL)
    return dup_problem (text);
  for (guint i = 0; names[i] != NULL; i++)
    if (!find (names[i], &mask))
      return dup_problem (names[i]);
  *targets = mask;

  return NULL;
}

void
im_targets_append_list (gboolean needs_cmsis, GString *out)
{
  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    if (table[id].board != NULL && (!needs_cmsis || id != IM_TARGET_RISCV32))
      g_string_append_printf (out, "%s %s %s %s\n", table[id].name, table[id].board,
                              table[id].core, table[id].flags);
}
