/* SPDX-License-Identifier: MIT */
#include "run/im-emulator.h"

#include "run/im-run-files.h"

/* Each instruction takes 2^6 ns. Source: QEMU, "TCG Instruction Counting". */
#define INSTRUCTION_TIME "shift=6"

static void
add_words (GStrvBuilder *builder, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text == NULL ? "" : text, " ", -1);

  g_strv_builder_addv (builder, (const char **) words);
}

char **
im_emulator_dup_link_flags (const ImBuild *build)
{
  const ImTarget *target = im_target_get (build->target);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *counter = g_strdup_printf ("-DTARGET_COUNTER=0x%08xu",
                                              target->counter);

  add_words (builder, "-DHOST_COUNTS -ffunction-sections -fdata-sections "
                      "-Wl,--gc-sections");
  add_words (builder, target->library_flags);
  if (target->counter != 0)
    g_strv_builder_add (builder, counter);

  return g_strv_builder_end (builder);
}

gboolean
im_emulator_write_startup (const ImBuild *build,
                           const ImWorkFolder *folder,
                           GPtrArray *sources,
                           GError **error)
{
  static const char *const files[] = { "target/startup.c", "target/target-files.c",
                                       "target/link.ld" };

  for (guint i = 0;
       im_target_get (build->target)->has_startup && i < G_N_ELEMENTS (files); i++)
    {
      if (!im_run_files_write_resource (folder, files[i], error))
        return FALSE;
      if (g_str_has_suffix (files[i], ".c"))
        g_ptr_array_add (sources, g_path_get_basename (files[i]));
    }

  return TRUE;
}

char **
im_emulator_dup_command (const ImBuild *build, const char *program)
{
  const ImTarget *target = im_target_get (build->target);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (target->emulator == NULL)
    return NULL;
  g_strv_builder_add_many (builder, target->emulator, "-M", target->board, "-cpu",
                           target->core, NULL);
  if (target->emulator_flags != NULL)
    add_words (builder, target->emulator_flags);
  add_words (builder, "-display none -serial none -monitor none -semihosting-config "
                      "enable=on,target=native -icount " INSTRUCTION_TIME " -kernel");
  g_strv_builder_add (builder, program);

  return g_strv_builder_end (builder);
}
