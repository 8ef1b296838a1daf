/* What the files of the library share: its state.
 *
 * Threads share a library. Its roots are there before they do; @lock guards what is read
 * when somebody asks for it first, and borders. It is held while a library that it is
 * over is asked, never the other way round.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

struct _ImUnitLibrary
{
  gatomicrefcount references;
  GRecMutex lock;
  ImUnitLibrary *base;  /* what it is over, or NULL */
  GPtrArray *roots;     /* char*, absolute folders */
  GHashTable *borders;  /* set of char*: folders of files outside of all roots */
  GPtrArray *files;     /* ImUnitFile */
  GHashTable *paths;    /* char* owned by the files: what is loaded already */
  GHashTable *by_id;    /* char* to ImUnit */
  GPtrArray *units;     /* ImUnit by id, of this and of @base, if @has_units */
  gboolean has_units;   /* whether they were asked for */
  GHashTable *packages; /* char* root to ImSkndPackage: the operators below it */
  GHashTable *waiting;  /* char* module to char* path: operators that nobody asked for */
  GHashTable *code;     /* char* path to GBytes: what is read instead of files, or NULL */
  ImFragmentSet *fragments;
};

/**
 * im_unit_library_find_border:
 * @library: a library
 * @path: the absolute path of a file of units
 * @below: (out): its path below what is returned
 *
 * Returns: (nullable): the folder that files of a unit may not leave, NULL if @path is in
 *   no folder of the library
 */
const char *im_unit_library_find_border (ImUnitLibrary *library,
                                         const char *path,
                                         const char **below);

G_END_DECLS
