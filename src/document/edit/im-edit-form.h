/* The forms of edits, from which their texts are written and read.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "document/edit/im-edit.h"

G_BEGIN_DECLS

/* What an edit is made of. */
typedef enum
{
  IM_EDIT_PART_END,
  IM_EDIT_PART_NODE,
  IM_EDIT_PART_NODES,          /* one or more */
  IM_EDIT_PART_PLACED_NODES,   /* one or more with their places */
  IM_EDIT_PART_RECTANGLE,      /* X Y WIDTH HEIGHT */
  IM_EDIT_PART_SOURCE,         /* a port */
  IM_EDIT_PART_ARROW,          /* `->` */
  IM_EDIT_PART_TARGET,         /* a port */
  IM_EDIT_PART_UNIT,           /* an id */
  IM_EDIT_PART_AS,             /* as UNIT */
  IM_EDIT_PART_OPTIONAL_AS,    /* [as UNIT] */
  IM_EDIT_PART_WITH,           /* [with NODE.OPTION…] */
  IM_EDIT_PART_BEFORE,         /* [before NODE] */
  IM_EDIT_PART_AT,             /* [at X Y] */
  IM_EDIT_PART_INTO,           /* [into NODE.INPUT] */
  IM_EDIT_PART_ELEMENT,        /* the way to an element */
  IM_EDIT_PART_BEFORE_ELEMENT, /* [before ELEMENT] */
  IM_EDIT_PART_NAME,           /* of an attribute or a child */
  IM_EDIT_PART_TEXT,           /* = TEXT */
  IM_EDIT_PART_OPTIONAL_TEXT,  /* [= TEXT] */
  IM_EDIT_PART_PARAMETER,      /* an input, output, option or expression */
  IM_EDIT_PART_OPTION_TYPE,    /* one of im_edit_option_types */
  IM_EDIT_PART_PROPERTY,       /* one of im_edit_properties */
  IM_EDIT_PART_FILE,           /* a code file */
  IM_EDIT_PART_LINES,          /* lines of it */
} ImEditPart;

#define IM_EDIT_MAX_PARTS 5

/* What stands behind a verb: @form for people, @parts in their order. */
typedef struct
{
  const char *verb;
  const char *form;
  ImEditPart parts[IM_EDIT_MAX_PARTS];
} ImEditForm;

const ImEditForm *im_edit_get_form (ImEditKind kind);

/* Whether a name would be taken for the word that ends a list of nodes: `as` or `with`.
 */
gboolean im_edit_ends_nodes (const char *name);

/* Whether a character may stand in a name without quotes. */
gboolean im_edit_is_name_char (char c);

G_END_DECLS
