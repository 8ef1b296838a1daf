/* Operators of SkriptND as units: attributes are options, tensors are sockets, values of
 * `@using` are hidden, and asserts are contracts.
 *
 * What the language has and a unit has not is written as the language writes it: an
 * option for several values, for one that may be null, or for one that follows from
 * shapes is a text such as `[2, 1]`; an empty one is the default. One text stands without
 * quotes, and an empty one that has no default is not given. A pack of tensors has
 * IM_UNIT_OPERATOR_MAX_PACK sockets, of which the first ones are given. A variable, also
 * one of an operator that is called, has a socket for an array of weights, called like
 * its path with `_` for each dot: `conv1_filter`.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/package/im-sknd-package.h"
#include "unit/im-unit-file.h"

G_BEGIN_DECLS

#define IM_UNIT_OPERATOR_SUFFIX        ".sknd"
#define IM_UNIT_OPERATOR_MAX_PACK      8
#define IM_UNIT_OPERATOR_MAX_VARIABLES 64

typedef enum
{
  IM_OPERATOR_TYPE, /* a generic type that nothing but an option tells */
  IM_OPERATOR_ATTRIBUTE,
  IM_OPERATOR_INPUT,
  IM_OPERATOR_VARIABLE, /* weights, which a socket gets */
  IM_OPERATOR_VALUE,    /* of @using */
  IM_OPERATOR_OUTPUT,
} ImUnitOperatorRole;

/**
 * ImUnitOperatorPart:
 * @role: what a parameter of the unit is of the operator
 * @name: its name there; of a VARIABLE its path, as ImSkndScopedVariable has it
 * @declaration: (nullable): of all but TYPE and VALUE
 * @number: of a tensor of a pack, or of a generic type: which one it is, from 0
 */
typedef struct
{
  ImUnitOperatorRole role;
  ImSkndWord name;
  const ImSkndParameter *declaration;
  guint number;
} ImUnitOperatorPart;

/**
 * ImUnitOperator:
 * @package: where it and all that it calls are
 * @module: its file
 * @definition: it
 * @parts: of each parameter of the unit; contracts are its asserts, in their order
 */
struct _ImUnitOperator
{
  ImSkndPackage *package;
  const ImSkndFile *module;
  const ImSkndDefinition *definition;
  const ImUnitOperatorPart *parts;
};

/* Whether a file is one of operators, by its name. */
gboolean im_unit_operator_is_file (const char *path);

/* The name of the module that such a file is where its folder is the package: that of the
 * file. With a point and the name of an operator behind it, it is the id of a unit. */
char *im_unit_operator_dup_module (const char *path);

/* Whether values of an attribute are written in the language: what no kind of option is.
 */
gboolean im_unit_operator_is_written (const ImSkndParameter *attribute);

/**
 * im_unit_operator_append_file:
 * @package: where operators are that are called
 * @module: a module of it
 * @name: its name, such as `nn`
 * @parts: (element-type ImUnitOperatorPart): where what the parameters of all units are
 * is added, one behind the other
 * @definitions: (element-type ImSkndDefinition): where the operator of each unit is added
 * @arena: for names in @parts
 * @out: where to append
 *
 * Appends the operators of a module that others may use as a unit file.
 */
void im_unit_operator_append_file (ImSkndPackage *package,
                                   const ImSkndFile *module,
                                   const char *name,
                                   GArray *parts,
                                   GPtrArray *definitions,
                                   ImArena *arena,
                                   GString *out);

G_END_DECLS
