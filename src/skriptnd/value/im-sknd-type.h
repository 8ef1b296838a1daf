/* Types of SkriptND, and which names there are.
 *
 * Source: NNEF 2.0, "Type system", "Generics".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "skriptnd/text/im-sknd-expr.h"

G_BEGIN_DECLS

typedef enum
{
  IM_SKND_BASE_OPEN, /* of an empty list: what is asked for */
  IM_SKND_BASE_INT,
  IM_SKND_BASE_REAL,
  IM_SKND_BASE_BOOL,
  IM_SKND_BASE_STR,
  IM_SKND_BASE_GENERIC,
} ImSkndBase;

/* Which types a generic one may stand for; later ones are among earlier ones. */
typedef enum
{
  IM_SKND_CLASS_TYPE,
  IM_SKND_CLASS_ARITH,
  IM_SKND_CLASS_NUM,
} ImSkndClass;

/**
 * ImSkndType:
 * @base: of its items
 * @generic: of GENERIC, its name, and what it may stand for
 * @is_packed: whether it is several
 * @is_optional: whether it may be null
 * @is_tensor: whether it is a tensor, or several
 * @is_either: whether only a call tells if it is several: `x[p]` with a pack `p` is one
 *   element where the pack has as many items as the tensor has axes
 * @is_guarded: whether it is an index in bars, with which nothing is computed
 */
typedef struct
{
  ImSkndBase base;
  const char *generic;
  ImSkndClass generic_class;
  gboolean is_packed;
  gboolean is_optional;
  gboolean is_tensor;
  gboolean is_either;
  gboolean is_guarded;
} ImSkndType;

typedef struct _ImSkndValue ImSkndValue;

/**
 * ImSkndSymbol:
 * @type: its type
 * @is_type: whether the name is that of a generic type, which @type is
 * @is_broken: whether its declaration has an error, so that what is made of it has none
 * @has_rank: of tensors, whether they have the same number of axes in all calls
 * @rank: how many these are
 * @value: (nullable): its value, where it is known
 */
typedef struct
{
  ImSkndType type;
  gboolean is_type;
  gboolean is_broken;
  gboolean has_rank;
  guint rank;
  const ImSkndValue *value;
} ImSkndSymbol;

/**
 * ImSkndScope:
 * @symbols: (element-type utf8 ImSkndSymbol): the names; `x.shape` is one
 * @parent: (nullable): where a name is looked up that is none of these
 */
typedef struct _ImSkndScope ImSkndScope;

struct _ImSkndScope
{
  GHashTable *symbols;
  const ImSkndScope *parent;
};

/* A scope in an arena; clear it with im_sknd_scope_clear(). */
void im_sknd_scope_init (ImSkndScope *scope, const ImSkndScope *parent);
void im_sknd_scope_clear (ImSkndScope *scope);

/* A name becomes one of the scope, or another one; both live in the arena. */
ImSkndSymbol *im_sknd_scope_add (ImSkndScope *scope,
                                 ImArena *arena,
                                 const char *name,
                                 ImSkndType type);

ImSkndSymbol *im_sknd_scope_find (const ImSkndScope *scope, const char *name);

/* The name that is most like @name, or NULL. */
const char *im_sknd_scope_get_nearest (const ImSkndScope *scope, const char *name);

/* The base of a type that is called `int`, `real`, `bool` or `str`. */
gboolean im_sknd_base_find (const char *name, ImSkndBase *base);

/* Appends `optional int..`, `T[]`. */
void im_sknd_type_append (const ImSkndType *type, GString *out);

/* Whether a generic type of a class may stand for a type, and for which it may. */
gboolean im_sknd_class_has (ImSkndClass generic_class, ImSkndBase base);
const char *im_sknd_class_get_types (ImSkndClass generic_class);

/* What items of both types are; FALSE if there is no such type. */
gboolean im_sknd_type_join (const ImSkndType *a, const ImSkndType *b, ImSkndType *out);

/* Whether numbers are computed with items of it, and whether they are cast. */
gboolean im_sknd_type_is_numeric (const ImSkndType *type);
gboolean im_sknd_type_is_arithmetic (const ImSkndType *type);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImSkndScope, im_sknd_scope_clear)

G_END_DECLS
