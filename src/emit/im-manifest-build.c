/* SPDX-License-Identifier: MIT
 *
 * Build files: each makes one library of the same source.
 */
#include <string.h>

#include "emit/im-c-names.h"
#include "emit/im-emit-bundle.h"

/* Replaces `@name@` and `@NAME@` in a text. */
static void
add_from (ImArtifacts *artifacts,
          const char *path,
          const char *text,
          const ImEmission *emission)
{
  GString *out = g_string_new (text);
  g_autofree char *identifier = im_c_dup_identifier (emission->name);
  g_autofree char *upper = g_ascii_strup (identifier, -1);

  g_string_replace (out, "@name@", emission->name, 0);
  g_string_replace (out, "@NAME@", upper, 0);
  im_artifacts_add_text (artifacts, path, out);
}

static const char make_text[] =
    "# make [CC=arm-none-eabi-gcc] [CFLAGS=...]: builds lib@name@.a\n"
    "CFLAGS ?= -O2\n"
    "\n"
    "lib@name@.a: @name@.o\n"
    "\t$(AR) rcs $@ @name@.o\n"
    "\n"
    "@name@.o: src/@name@.c include/@name@.h\n"
    "\t$(CC) -std=c99 -Iinclude $(CFLAGS) -c -o $@ src/@name@.c\n"
    "\n"
    "# Compares the C with its Python reference, here or on emulated cores.\n"
    "verify verify-qemu:\n"
    "\t$(MAKE) -C test $@\n"
    "\n"
    "clean:\n"
    "\trm -f @name@.o lib@name@.a\n"
    "\n"
    ".PHONY: clean verify verify-qemu\n";

static const char cmake_text[] =
    "cmake_minimum_required(VERSION 3.13)\n"
    "project(@name@ LANGUAGES C)\n"
    "\n"
    "add_library(@name@ STATIC src/@name@.c)\n"
    "add_library(imaginet::@name@ ALIAS @name@)\n"
    "target_include_directories(@name@ PUBLIC\n"
    "  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>\n"
    "  $<INSTALL_INTERFACE:include>)\n"
    "set_target_properties(@name@ PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)\n"
    "\n"
    "install(TARGETS @name@ EXPORT @name@-targets ARCHIVE DESTINATION lib)\n"
    "install(FILES include/@name@.h include/@name@_compat.h DESTINATION include)\n"
    "install(EXPORT @name@-targets NAMESPACE imaginet:: DESTINATION lib/cmake/@name@\n"
    "  FILE @name@-config.cmake)\n";

static const char zephyr_module_text[] = "name: @name@\n"
                                         "build:\n"
                                         "  cmake: zephyr\n"
                                         "  kconfig: zephyr/Kconfig\n";

static const char zephyr_cmake_text[] = "if(CONFIG_@NAME@)\n"
                                        "  zephyr_include_directories(../include)\n"
                                        "  zephyr_library()\n"
                                        "  zephyr_library_sources(../src/@name@.c)\n"
                                        "endif()\n";

static const char zephyr_kconfig_text[] = "config @NAME@\n"
                                          "\tbool \"Imaginet pipeline @name@\"\n";

static const char arduino_text[] =
    "name=@name@\n"
    "version=1.0.0\n"
    "author=imaginet\n"
    "maintainer=imaginet\n"
    "sentence=A signal processing pipeline made by imaginet.\n"
    "paragraph=Plain C without heap; the comment in src/@name@.c lists layers and "
    "memory.\n"
    "category=Data Processing\n"
    "url=https://spdx.org/licenses/MIT-0.html\n"
    "architectures=*\n"
    "includes=@name@.h\n";

static const char platformio_text[] =
    "{\n"
    "  \"name\": \"@name@\",\n"
    "  \"version\": \"1.0.0\",\n"
    "  \"description\": \"A signal processing pipeline made by imaginet.\",\n"
    "  \"license\": \"MIT-0\",\n"
    "  \"frameworks\": \"*\",\n"
    "  \"platforms\": \"*\",\n"
    "  \"build\": {\n"
    "    \"includeDir\": \"include\",\n"
    "    \"srcDir\": \"src\"\n"
    "  }\n"
    "}\n";

/* Arduino only looks for headers in `src/`. */
static const char forward_text[] = "/* For build systems that look for headers here.\n"
                                   " * SPDX-License-Identifier: MIT-0\n"
                                   " */\n"
                                   "#include \"../include/@name@.h\"\n";

void
im_manifest_add_make (const ImEmission *emission, ImArtifacts *artifacts)
{
  add_from (artifacts, "Makefile", make_text, emission);
}

void
im_manifest_add_cmake (const ImEmission *emission, ImArtifacts *artifacts)
{
  add_from (artifacts, "CMakeLists.txt", cmake_text, emission);
}

void
im_manifest_add_zephyr (const ImEmission *emission, ImArtifacts *artifacts)
{
  add_from (artifacts, "zephyr/module.yml", zephyr_module_text, emission);
  add_from (artifacts, "zephyr/CMakeLists.txt", zephyr_cmake_text, emission);
  add_from (artifacts, "zephyr/Kconfig", zephyr_kconfig_text, emission);
}

void
im_manifest_add_arduino (const ImEmission *emission, ImArtifacts *artifacts)
{
  g_autofree char *forward = g_strdup_printf ("src/%s.h", emission->name);

  add_from (artifacts, "library.properties", arduino_text, emission);
  add_from (artifacts, "library.json", platformio_text, emission);
  add_from (artifacts, forward, forward_text, emission);
}
