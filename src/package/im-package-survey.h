/* What is in folders of units: files, units, what depends on what, and what is not used.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "package/im-package.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * ImSurveyFile:
 * @root: the number of its folder
 * @path: below the folder
 * @bytes: its size
 * @is_needed: whether a unit needs it, or it belongs to the package, as its licence
 * @state: (nullable): what git says of it: `added`, `changed`, `removed`, `renamed` or
 * `conflict`; NULL for as it was committed, or where there is no repository
 */
typedef struct
{
  guint root;
  char *path;
  gsize bytes;
  gboolean is_needed;
  const char *state;
} ImSurveyFile;

/**
 * ImSurveyUnit:
 * @unit: the unit
 * @root: the number of its folder
 * @path: its file, below the folder
 * @uses: (element-type utf8): ids of the units that it is made of, sorted
 * @used_by: (element-type utf8): ids of the units of the folders that are made of it
 * @missing: (element-type utf8): those of @uses that are nowhere
 * @shadowed_by: (nullable): the file of the unit that is found by this id in its place
 * @shadows: (nullable): the file of the unit in other folders that it hides
 */
typedef struct
{
  const ImUnit *unit;
  guint root;
  char *path;
  GPtrArray *uses;
  GPtrArray *used_by;
  GPtrArray *missing;
  char *shadowed_by;
  char *shadows;
} ImSurveyUnit;

/**
 * ImSurveyFragment:
 * @root: the number of its folder
 * @path: its file, below the folder
 * @name: what it is called
 * @line: where it begins, from 1
 */
typedef struct
{
  guint root;
  char *path;
  char *name;
  guint line;
} ImSurveyFragment;

/**
 * ImSurveyRoot:
 * @path: the folder, absolute
 * @notes: what it says of itself; it has a name
 * @has_git: whether it is in a repository
 */
typedef struct
{
  char *path;
  ImPackageNotes notes;
  gboolean has_git;
} ImSurveyRoot;

/**
 * ImPackageSurvey:
 * @library: the units of the folders, then the usual ones
 * @n_unit_files: how many files of @library are of the folders; they are the first ones
 * @roots: (element-type ImSurveyRoot): the folders
 * @files: (element-type ImSurveyFile): all but hidden files, sorted in each folder
 * @units: (element-type ImSurveyUnit): in the order of files
 * @unused: (element-type ImSurveyFragment): fragments that no unit needs
 * @problems: what is wrong with folders, files and ids; of units what their reader says
 */
typedef struct
{
  ImUnitLibrary *library;
  guint n_unit_files;
  GPtrArray *roots;
  GPtrArray *files;
  GPtrArray *units;
  GPtrArray *unused;
  ImDiagnostics *problems;
} ImPackageSurvey;

/**
 * im_package_survey_new:
 * @folders: (array zero-terminated=1): folders of units, the first one first
 *
 * Reads folders. Each problem is told, none keeps the rest from being read.
 *
 * Returns: what is there
 */
ImPackageSurvey *im_package_survey_new (const char *const *folders);
void im_package_survey_free (ImPackageSurvey *survey);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImPackageSurvey, im_package_survey_free)

G_END_DECLS
