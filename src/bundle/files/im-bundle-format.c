/* SPDX-License-Identifier: MIT */
#include "bundle/files/im-bundle-format.h"

static const ImBundleFormat table[IM_N_BUNDLE_FORMATS] = {
  [IM_BUNDLE_FORMAT_MAKE] = {
      .name = "make",
      .title = "make",
      .use = "`make CC=arm-none-eabi-gcc CFLAGS='-O2 -mcpu=cortex-m4'`",
      .files = { { "Makefile", "Makefile" } },
  },
  [IM_BUNDLE_FORMAT_CMAKE] = {
      .name = "cmake",
      .title = "CMake",
      .use = "`add_subdirectory(@name@)`, or install it and `find_package(@name@)`; then "
             "`target_link_libraries(app imaginet::@name@)`",
      .files = { { "CMakeLists.txt", "CMakeLists.txt" } },
  },
  [IM_BUNDLE_FORMAT_ZEPHYR] = {
      .name = "zephyr",
      .title = "Zephyr",
      .use = "add this folder to `ZEPHYR_MODULES` and set `CONFIG_IMAGINET_@NAME@=y`",
      .files = { { "zephyr/CMakeLists.txt", "zephyr/CMakeLists.txt" },
                 { "zephyr/Kconfig", "zephyr/Kconfig" },
                 { "zephyr/module.yml", "zephyr/module.yml" } },
  },
  [IM_BUNDLE_FORMAT_ARDUINO] = {
      .name = "arduino",
      .title = "Arduino",
      .use = "put this folder into `libraries`; the sketch is `examples/Basic`",
      .files = { { "library.properties", "library.properties" },
                 { "examples/Basic/Basic.ino", "Basic.ino" },
                 { "src/@name@.h", "forward.h" } },
  },
  [IM_BUNDLE_FORMAT_PLATFORMIO] = {
      .name = "platformio",
      .title = "PlatformIO",
      .use = "`lib_deps = file://path/to/this/folder`",
      .files = { { "library.json", "library.json" } },
  },
  [IM_BUNDLE_FORMAT_CMSIS_PACK] = {
      .name = "cmsis-pack",
      .title = "CMSIS-Pack",
      .use = "`Imaginet.@name@.pdsc`; for csolution projects `@name@.clayer.yml`",
      .files = { { "Imaginet.@name@.pdsc", "package.pdsc" },
                 { "@name@.clayer.yml", "package.clayer.yml" } },
  },
  [IM_BUNDLE_FORMAT_PYTHON] = {
      .name = "python",
      .title = "Python",
      .use = "`pip install --no-build-isolation .`; then `from @module@ import Pipeline`",
      .files = { { "pyproject.toml", "python/pyproject.toml" },
                 { "setup.py", "python/setup.py" },
                 { "examples/dask_features.py", "python/dask_features.py" },
                 { "python/@module@.c", "python/glue.c" },
                 { "python/@module@/__init__.py", "python/__init__.py" } },
  },
};

const ImBundleFormat *
im_bundle_format_get (ImBundleFormatId id)
{
  return &table[id];
}
