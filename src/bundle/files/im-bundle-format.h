/* Formats: the build systems that a bundle has files for.
 *
 * A format is a row of one table: its files are templates that point at the same two
 * sources, so that any of them can be left out.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImBundleFormatId:
 * @IM_BUNDLE_FORMAT_MAKE: a Makefile
 * @IM_BUNDLE_FORMAT_CMAKE: a CMake package
 * @IM_BUNDLE_FORMAT_ZEPHYR: a Zephyr module
 * @IM_BUNDLE_FORMAT_ARDUINO: an Arduino library with a sketch
 * @IM_BUNDLE_FORMAT_PLATFORMIO: a PlatformIO library
 * @IM_BUNDLE_FORMAT_CMSIS_PACK: an Open-CMSIS-Pack component and a csolution layer
 * @IM_BUNDLE_FORMAT_PYTHON: a Python package around the C, for training
 */
typedef enum
{
  IM_BUNDLE_FORMAT_MAKE,
  IM_BUNDLE_FORMAT_CMAKE,
  IM_BUNDLE_FORMAT_ZEPHYR,
  IM_BUNDLE_FORMAT_ARDUINO,
  IM_BUNDLE_FORMAT_PLATFORMIO,
  IM_BUNDLE_FORMAT_CMSIS_PACK,
  IM_BUNDLE_FORMAT_PYTHON,
  IM_N_BUNDLE_FORMATS,
} ImBundleFormatId;

/* Templates that a format has at most. */
#define IM_BUNDLE_FORMAT_MAX_FILES 5

/**
 * ImBundleFormatFile:
 * @path: where the file goes, a template itself
 * @template: its name among our resources
 */
typedef struct
{
  const char *path;
  const char *template;
} ImBundleFormatFile;

/**
 * ImBundleFormat:
 * @name: what settings call it
 * @title: what people call it
 * @use: what one does with the bundle, in Markdown, a template
 * @files: its files; those behind the last one have no path
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *use;
  ImBundleFormatFile files[IM_BUNDLE_FORMAT_MAX_FILES];
} ImBundleFormat;

const ImBundleFormat *im_bundle_format_get (ImBundleFormatId id);

G_END_DECLS
