/* SPDX-License-Identifier: MIT
 *
 * Evaluates the expressions of real unit files again and again, and the same arithmetic
 * in Lua. Only expressions that give the same value in both take part. Lua runs its loop
 * itself, so that it pays for no crossing between C and Lua.
 *
 * usage: bench-expressions FOLDER RUNTIME.lua
 */
#include <lauxlib.h>
#include <lualib.h>
#include <math.h>

#include "base/im-arena.h"
#include "bench-translate.h"
#include "evaluation/im-unit-evaluation.h"
#include "unit/im-unit-library.h"

#define N_EXPRESSIONS 10000
#define N_ROUNDS      40
#define GOAL          3.0
#define TOLERANCE     1.02
#define SKIPPED       77

typedef struct
{
  const ImExpr *expr;
  ImEnvironment *environment;
} Entry;

typedef struct
{
  lua_State *lua; /* with the list of functions on top of its stack */
  GArray *entries;
  GPtrArray *evaluations;
  GPtrArray *environments;
  ImArena *scratch;
  guint n_left_out;
} Bench;

static const ImTensorType tensor = { .dtype = IM_DTYPE_FLOAT32,
                                     .shape = { 2, { 50, 3 } },
                                     .rate_hz = 50,
                                     .scale = 1 };

/* Calls the global @function with the sizes of a shape; leaves its result on the stack.
 */
static void
push_shape (lua_State *lua, const ImShape *shape)
{
  lua_getglobal (lua, "new_names");
  lua_call (lua, 0, 1);
  lua_getfield (lua, -1, "Shape");
  for (guint i = shape->rank; i > 0; i--)
    lua_pushinteger (lua, shape->size[i - 1]);
  lua_call (lua, (int) shape->rank, 1);
  lua_remove (lua, -2);
}

static void
set_number (lua_State *lua, const char *name, double value)
{
  lua_pushnumber (lua, value);
  lua_setfield (lua, -2, name);
}

static void
push_tensor (lua_State *lua, const ImTensorType *type)
{
  lua_newtable (lua);
  push_shape (lua, &type->shape);
  lua_setfield (lua, -2, "shape");
  lua_pushinteger (lua, type->dtype);
  lua_setfield (lua, -2, "type");
  lua_pushinteger (lua, type->shift);
  lua_setfield (lua, -2, "shift");
  set_number (lua, "rate", type->rate_hz);
  set_number (lua, "scale", type->scale);
  set_number (lua, "offset", type->offset);
}

static void
push_value (lua_State *lua, const ImValue *value)
{
  switch ((guint) value->kind)
    {
    case IM_VALUE_BOOL:
      lua_pushboolean (lua, value->boolean);
      break;
    case IM_VALUE_INT:
      lua_pushinteger (lua, value->integer);
      break;
    case IM_VALUE_DOUBLE:
      lua_pushnumber (lua, value->real);
      break;
    case IM_VALUE_DTYPE:
      lua_pushinteger (lua, value->dtype);
      break;
    case IM_VALUE_SHAPE:
      push_shape (lua, value->shape);
      break;
    case IM_VALUE_TENSOR:
      push_tensor (lua, value->tensor);
      break;
    default:
      lua_pushnil (lua);
    }
}

/* Compares a value with the one on top of the stack, which is removed. */
static gboolean
take_equal (lua_State *lua, const ImValue *value)
{
  gboolean equal;

  push_value (lua, value);
  if (value->kind == IM_VALUE_DOUBLE)
    equal = fabs (lua_tonumber (lua, -2) - value->real) <= 1e-12 * fabs (value->real);
  else
    equal = lua_compare (lua, -1, -2, LUA_OPEQ);
  equal = equal && (value->kind == IM_VALUE_NULL || !lua_isnil (lua, -1));
  lua_pop (lua, 2);

  return equal;
}

/* Leaves the function on the stack if it gives @expected. */
static gboolean
compile (lua_State *lua, const char *code, int names, const ImValue *expected)
{
  if (luaL_loadstring (lua, code) != LUA_OK)
    g_error ("Lua cannot read “%s”: %s", code, lua_tostring (lua, -1));
  lua_pushvalue (lua, names);
  lua_setupvalue (lua, -2, 1);

  lua_pushvalue (lua, -1);
  if (lua_pcall (lua, 0, 1, 0) == LUA_OK && take_equal (lua, expected))
    return TRUE;

  g_printerr ("left out: %s\n", code);
  lua_settop (lua, names);
  return FALSE;
}

static void
add_expression (Bench *bench, const ImUnitExpr *expr, ImEnvironment *environment)
{
  lua_State *lua = bench->lua;
  int names = lua_gettop (lua), list = names - 1;
  g_autoptr (GString) code = g_string_new ("return ");
  Entry entry = { expr->expr, environment };
  ImValue value;

  if (expr->expr == NULL || !im_eval (expr->expr, environment, &value, NULL))
    return;
  if (!bench_translate (expr->expr, environment, code) ||
      !compile (lua, code->str, names, &value))
    {
      bench->n_left_out++;
      return;
    }

  g_array_append_val (bench->entries, entry);
  lua_rawseti (lua, list, bench->entries->len);
}

static ImUnitEvaluation *
evaluate_unit (const ImUnit *unit)
{
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      ImUnitBinding binding = { unit->parameters[i].name.text, IM_TENSOR (&tensor) };

      if (unit->parameters[i].kind == IM_PARAMETER_INPUT)
        g_array_append_val (bindings, binding);
    }

  return im_unit_evaluation_new (unit, (const ImUnitBinding *) (gpointer) bindings->data,
                                 bindings->len);
}

static Bench
bench_new (const char *runtime)
{
  Bench bench = {
    .lua = luaL_newstate (),
    .entries = g_array_new (FALSE, FALSE, sizeof (Entry)),
    .evaluations = g_ptr_array_new_with_free_func (
        (GDestroyNotify) im_unit_evaluation_free),
    .environments = g_ptr_array_new_with_free_func (g_free),
    .scratch = im_arena_new (),
  };

  luaL_openlibs (bench.lua);
  if (luaL_dofile (bench.lua, runtime) != LUA_OK)
    g_error ("%s", lua_tostring (bench.lua, -1));
  lua_newtable (bench.lua);

  return bench;
}

static void
bench_clear (Bench *bench)
{
  lua_close (bench->lua);
  g_array_unref (bench->entries);
  g_ptr_array_unref (bench->environments);
  g_ptr_array_unref (bench->evaluations);
  im_arena_free (bench->scratch);
}

/* Both sides get the values of all parameters, so that only the expressions themselves
 * are evaluated later. Results go to an arena that is cleared between rounds. */
static void
add_unit (Bench *bench, const ImUnit *unit)
{
  ImUnitEvaluation *evaluation = evaluate_unit (unit);
  ImEnvironment *environment = g_new (ImEnvironment, 1);

  g_ptr_array_add (bench->evaluations, evaluation);
  g_ptr_array_add (bench->environments, environment);
  lua_getglobal (bench->lua, "new_names");
  lua_call (bench->lua, 0, 1);
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      ImValue value;

      if (!im_unit_evaluation_get_value (evaluation, &unit->parameters[i], &value, NULL))
        continue;
      push_value (bench->lua, &value);
      lua_setfield (bench->lua, -2, unit->parameters[i].name.text);
    }

  *environment = *im_unit_evaluation_get_environment (evaluation);
  environment->arena = bench->scratch;
  for (guint i = 0; i < unit->n_expressions; i++)
    if (unit->expressions[i]->symbols == unit->symbols)
      add_expression (bench, unit->expressions[i], environment);
  lua_pop (bench->lua, 1);
}

static double
time_ours (Bench *bench)
{
  const Entry *entries = (const Entry *) (gpointer) bench->entries->data;
  gint64 start_us = g_get_monotonic_time ();
  ImValue value;

  for (guint i = 0, at = 0; i < N_EXPRESSIONS; i++)
    {
      im_eval (entries[at].expr, entries[at].environment, &value, NULL);
      at = at + 1 == bench->entries->len ? 0 : at + 1;
    }
  gint64 end_us = g_get_monotonic_time ();
  im_arena_clear (bench->scratch);

  return 1000.0 * (double) (end_us - start_us) / N_EXPRESSIONS;
}

static double
time_lua (Bench *bench)
{
  lua_getglobal (bench->lua, "run");
  lua_pushvalue (bench->lua, -2);
  lua_pushinteger (bench->lua, N_EXPRESSIONS);

  gint64 start_us = g_get_monotonic_time ();
  lua_call (bench->lua, 2, 0);
  gint64 end_us = g_get_monotonic_time ();

  return 1000.0 * (double) (end_us - start_us) / N_EXPRESSIONS;
}

static int
report (const Bench *bench, double ours_ns, double lua_ns)
{
  double ratio = ours_ns / lua_ns;
  gboolean ok = ratio <= GOAL * TOLERANCE;

  g_print ("%u different expressions, %u left out, %d evaluations, best of %d rounds\n",
           bench->entries->len, bench->n_left_out, N_EXPRESSIONS, N_ROUNDS);
  g_print ("%-28s %10s %10s  %s\n", "name", "measured", "goal", "verdict");
  g_print ("%-28s %7.1f ns\n", "imaginet, per expression", ours_ns);
  g_print ("%-28s %7.1f ns\n", "Lua 5.4, per expression", lua_ns);
  g_print ("%-28s %10.2f %10.2f  %s\n", "ratio", ratio, GOAL, ok ? "ok" : "MISSED");

  return ok ? 0 : 1;
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    g_error ("usage: %s FOLDER RUNTIME.lua", argv[0]);
  if (!g_file_test (argv[1], G_FILE_TEST_IS_DIR))
    {
      g_print ("skipped: there are no unit files to measure with at %s\n", argv[1]);
      return SKIPPED;
    }

  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  Bench bench = bench_new (argv[2]);
  double ours_ns = INFINITY, lua_ns = INFINITY;

  im_unit_library_add_root (library, argv[1], diagnostics);
  GPtrArray *units = im_unit_library_get_units (library);
  for (guint i = 0; i < units->len; i++)
    add_unit (&bench, g_ptr_array_index (units, i));
  g_assert_cmpuint (bench.entries->len, >, 0);

  im_arena_clear (bench.scratch);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      ours_ns = MIN (ours_ns, time_ours (&bench));
      lua_ns = MIN (lua_ns, time_lua (&bench));
    }

  int status = report (&bench, ours_ns, lua_ns);
  bench_clear (&bench);

  return status;
}
