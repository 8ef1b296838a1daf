/* SPDX-License-Identifier: MIT */
#include "run/im-build.h"

#include <string.h>

#include "run/im-toolchain.h"

#define CORE_FLAGS    "-O2"
#define SERIAL_PREFIX "serial:"

typedef struct
{
  const char *name;
  const char *compiler; /* also its Debian package */
  const char *flags;
} Row;

static const Row rows[] = {
  { "gcc-O0", "gcc", "-O0" },
  { "gcc-O2", "gcc", "-O2" },
  { "gcc-fast", "gcc", "-O2 -ffast-math" },
  { "clang-O0", "clang", "-O0" },
  { "clang-O2", "clang", "-O2" },
  { "clang-fast", "clang", "-O2 -ffast-math" },
};

const ImBuild *
im_build_get_host (void)
{
  static const ImBuild host = { .name = "host",
                                .target = IM_TARGET_HOST,
                                .flags = "-O2" };

  return &host;
}

static char *
dup_problem (const char *text)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    g_string_append_printf (list, "%s%s", id == 0 ? "" : ", ", im_target_get (id)->name);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_string_append_printf (list, ", %s", rows[i].name);
  g_string_append (list, ", " SERIAL_PREFIX "/dev/…");

  return g_strdup_printf ("“%s” is nothing to compile for; expected some of %s", text,
                          list->str);
}

char *
im_build_parse (const char *text, ImBuild *build)
{
  ImTargetId id;

  if (g_str_has_prefix (text, SERIAL_PREFIX) && text[strlen (SERIAL_PREFIX)] == '/')
    {
      const char *name = g_intern_string (text);

      *build = (ImBuild){ .name = name,
                          .target = IM_TARGET_HOST,
                          .port = name + strlen (SERIAL_PREFIX),
                          .flags = "" };
      return NULL;
    }
  if (im_target_find (text, &id) && id == IM_TARGET_HOST)
    {
      *build = *im_build_get_host ();
      return NULL;
    }
  if (im_target_find (text, &id))
    {
      const ImTarget *target = im_target_get (id);

      *build = (ImBuild){ .name = target->name,
                          .target = id,
                          .compiler = target->compiler,
                          .package = target->package,
                          .flags = CORE_FLAGS,
                          .contracts = TRUE };
      return NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, text) == 0)
      {
        *build = (ImBuild){ .name = rows[i].name,
                            .target = IM_TARGET_HOST,
                            .compiler = rows[i].compiler,
                            .package = rows[i].compiler,
                            .flags = rows[i].flags,
                            .contracts = TRUE };
        return NULL;
      }

  return dup_problem (text);
}

gboolean
im_build_is_emulated (const ImBuild *build)
{
  return im_target_get (build->target)->emulator != NULL;
}

static gboolean
check_program (const char *program, const char *package, GError **error)
{
  g_autofree char *path = g_find_program_in_path (program);

  if (path != NULL)
    return TRUE;
  g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_NO_COMPILER,
               "%s is not installed; Debian: %s", program, package);
  return FALSE;
}

gboolean
im_build_check (const ImBuild *build, GError **error)
{
  const ImTarget *target = im_target_get (build->target);

  if (build->compiler != NULL && !check_program (build->compiler, build->package, error))
    return FALSE;

  return target->emulator == NULL ||
         check_program (target->emulator, target->emulator_package, error);
}
