# Proposes a unit that calls a function: reads its signature, calls it with several shapes,
# and finds out how the shapes of its results follow. Arguments: the file, the function, and
# where the proposal goes, a key file.
#
# SPDX-License-Identifier: MIT
import ast
import builtins
import inspect
import sys

import numpy as np

SHAPES = [(35,), (64,), (97,), (40,), (12, 7), (9, 20), (16, 5)]
DIVISORS = [1, 2, 3, 4, 5, 8, 10]


class Unsuitable(Exception):
    """Why no unit can call the function as it is, as a sentence."""


class Groups:
    """A key file of GLib."""

    def __init__(self):
        self.lines = []

    def add(self, group, **values):
        self.lines.append(f"[{group}]")
        for key, value in values.items():
            text = str(value).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
            text = text.replace("\r", "\\r")
            blanks = len(text) - len(text.lstrip(" "))
            self.lines.append(f"{key}=" + "\\s" * blanks + text[blanks:])

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines) + "\n")


# ------------------------------------------------------------ what the function is made of


def bound_names(statement):
    """The names that a statement at the top level gives a meaning."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).split(".")[0] for alias in statement.names}
    names = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef)):
            names |= bound_names(node)
        elif isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            base = node.value
            while isinstance(base, (ast.Subscript, ast.Attribute)):
                base = base.value
            if isinstance(base, ast.Name):
                names.add(base.id)
    return names


def is_main(statement):
    return isinstance(statement, ast.If) and any(
        isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(statement.test)
    )


def find_needed(tree, function):
    """The statements that the function needs, itself among them, in their order."""
    wanted = [function]
    seen = set()
    needed = set()
    while wanted:
        name = wanted.pop()
        if name in seen:
            continue
        seen.add(name)
        for number, statement in enumerate(tree.body):
            if number in needed or is_main(statement) or name not in bound_names(statement):
                continue
            needed.add(number)
            wanted += [node.id for node in ast.walk(statement) if isinstance(node, ast.Name)]
    stars = {
        number
        for number, statement in enumerate(tree.body)
        if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"
    }
    return [tree.body[number] for number in sorted(needed | stars)]


def get_source(statement, lines):
    """The lines of a statement with decorators and the comments right above."""
    first = min([statement.lineno] + [d.lineno for d in getattr(statement, "decorator_list", [])])
    while first > 1 and lines[first - 2].startswith("#") and not lines[first - 2].startswith("#!"):
        first -= 1
    return "\n".join(lines[first - 1 : statement.end_lineno])


def divide(statements, lines):
    """Imports, a line each, and the code without them."""
    imports, code = [], []
    for statement in statements:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            if isinstance(statement, ast.ImportFrom) and statement.level > 0:
                raise Unsuitable(
                    f"“{ast.unparse(statement)}” is an import of the package it is in; "
                    "a unit brings one file along"
                )
            if getattr(statement, "module", None) != "__future__":
                imports.append(ast.unparse(statement))
        else:
            code.append(get_source(statement, lines))
    return imports, "\n\n\n".join(code) + "\n"


# ------------------------------------------------------------ what its parameters mean


def read_parameters(function, name):
    """A list of dictionaries: name, role, tag, value."""
    parameters = []
    for parameter in inspect.signature(function).parameters.values():
        default, annotation = parameter.default, parameter.annotation
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            if parameter.kind == parameter.VAR_POSITIONAL:
                raise Unsuitable(
                    f"{name} takes any number of arguments, *{parameter.name}; a unit passes a "
                    "fixed number"
                )
            continue
        if parameter.kind == parameter.POSITIONAL_ONLY:
            raise Unsuitable(
                f"{name} takes {parameter.name} by its place only; a unit passes it by its name"
            )
        annotation = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
        given = default is not parameter.empty
        entry = {"name": parameter.name, "role": "option", "tag": "", "value": "", "python": None}
        number = default if given else {"int": 1, "float": 1.0, "bool": False}.get(annotation)
        if isinstance(number, (bool, np.bool_)):
            entry.update(tag="BoolOption", value="true" if number else "false", python=bool(number))
        elif isinstance(number, (int, np.integer)) and annotation != "float":
            entry.update(tag="Int32Option", value=str(int(number)), python=int(number))
        elif isinstance(number, (int, float, np.integer, np.floating)) and np.isfinite(number):
            entry.update(tag="DoubleOption", value=repr(float(number)), python=float(number))
        elif given:
            entry.update(role="fixed", value=repr(default))
        else:
            entry.update(role="input")
        parameters.append(entry)
    if not any(entry["role"] == "input" for entry in parameters):
        raise Unsuitable(f"{name} has no parameter without a default value: a unit needs an input")
    return parameters


# ------------------------------------------------------------ what calls tell


def make_input(shape, draw, place):
    """Numbers of which the shape of a result must not depend."""
    random = np.random.default_rng(7 * draw + place)
    if draw == 0:
        values = random.standard_normal(shape)
    elif draw == 1:
        values = random.uniform(0.05, 1.0, shape)
    else:
        values = np.ones(shape)
    values = values.astype(np.float32)
    values.flags.writeable = False
    return values


def call(function, parameters, shape, draw, changed=None):
    """The results of a call: arrays."""
    arguments = {}
    place = 0
    for entry in parameters:
        if entry["role"] == "input":
            arguments[entry["name"]] = make_input(shape, draw, place)
            place += 1
        elif entry["role"] == "option":
            arguments[entry["name"]] = entry["python"] + (1 if entry is changed else 0)
    with np.errstate(all="ignore"):
        result = function(**arguments)
    if result is None:
        raise Unsuitable("it returns nothing: what it computes is to be returned")
    if isinstance(result, dict):
        raise Unsuitable("it returns a dictionary: arrays or numbers, or a tuple of them, are outputs")
    results = result if isinstance(result, tuple) else (result,)
    return [np.asarray(item) for item in results]


def describe(error):
    text = str(error).split("\n")[0]
    return f"{type(error).__name__}{': ' if text else ''}{text}"


def get_shapes(results):
    return [item.shape for item in results]


def try_shapes(function, parameters, name):
    """The results for each shape that the function takes."""
    found, problems = {}, []
    for shape in SHAPES:
        try:
            results = call(function, parameters, shape, 0)
        except Unsuitable:
            raise
        except Exception as error:  # of the user's code, whatever it is
            problems.append((shape, error))
            continue
        for draw in (1, 2):
            try:
                again = call(function, parameters, shape, draw)
            except Exception:
                continue
            if get_shapes(again) != get_shapes(results):
                raise Unsuitable(
                    f"the shape of what {name} returns depends on the values of its input "
                    f"({list(results[0].shape)} and {list(again[0].shape)} for one of "
                    f"{list(shape)}); that of a unit follows from types and options"
                )
        found[shape] = results
    if not found:
        shape, error = problems[0]
        hint = "; it is to leave its input as it is" if "read-only" in str(error) else ""
        raise Unsuitable(f"{name} raised {describe(error)}, for an input float32{list(shape)}{hint}")
    return found


def find_options(function, parameters, found):
    """How sizes of results follow from integers: for each, sizes for one more."""
    notes, steps = [], []
    for entry in parameters:
        if entry["role"] != "option" or entry["tag"] == "BoolOption":
            continue
        more = {}
        for shape in found:
            try:
                more[shape] = get_shapes(call(function, parameters, shape, 0, entry))
            except Exception:
                pass
        if all(more[shape] == get_shapes(found[shape]) for shape in more) and more:
            continue
        step = find_step(found, more)
        if step is None or entry["tag"] != "Int32Option":
            entry["role"] = "fixed"
            notes.append(
                f"{entry['name']} keeps its default, {entry['value']}, as the shape of the "
                "result depends on it"
                if more
                else f"{entry['name']} keeps its default, {entry['value']}: one more is refused"
            )
        else:
            steps.append((entry, step))
    return notes, steps


def find_step(found, more):
    """By how much each size of each result grows with an integer; None if not evenly."""
    step = None
    for shape, shapes in more.items():
        before = get_shapes(found[shape])
        if [len(s) for s in before] != [len(s) for s in shapes]:
            return None
        # Results of other ranks have other sizes: those of one rank are compared.
        grown = {
            (len(shape), i, axis): b[len(b) - 1 - axis] - a[len(a) - 1 - axis]
            for i, (a, b) in enumerate(zip(before, shapes))
            for axis in range(len(a))
        }
        step = {} if step is None else step
        if any(step.setdefault(key, value) != value for key, value in grown.items()):
            return None
    return step


# ------------------------------------------------------------ shapes as expressions


def join(text, number):
    return text if number == 0 else f"{text} {'+' if number > 0 else '-'} {abs(number)}"


def fit_size(pairs, size, more):
    """An expression for numbers by one size of the input: pairs of (input, result)."""
    distinct = {a for a, b in pairs}
    results = {b for a, b in pairs}
    offset = -sum(step * entry["python"] for entry, step in more)
    options = ""
    for entry, step in more:
        sign = "-" if step < 0 else "+"
        factor = "" if abs(step) == 1 else f"{abs(step)} * "
        options += f" {sign} {factor}{entry['name']}"
    if len(results) == 1 and (len(distinct) > 1 or more):
        constant = results.pop() + offset
        if not options:
            return str(constant)
        text = options.removeprefix(" + ")
        text = f"0{text}" if text.startswith(" -") else text
        return join(text, constant)
    if size is None or len(distinct) < 3:
        return None
    for divisor in DIVISORS:
        for inside in range(divisor):
            rest = {b - (a + inside) // divisor for a, b in pairs}
            if len(rest) == 1:
                text = join(size, inside)
                if divisor > 1:
                    text = f"({text}) / {divisor}" if inside else f"{text} / {divisor}"
                return join(text, rest.pop() + offset) + options
    for factor in (2, 3, 4):
        rest = {b - factor * a for a, b in pairs}
        if len(rest) == 1:
            return join(f"{factor} * {size}", rest.pop() + offset) + options
    return None


def fit_rank(samples, tensor, rank, output, steps):
    """An expression for the shape of an output by inputs of one rank."""
    ranks = {len(result) for shape, result in samples}
    if len(ranks) != 1:
        return None
    result_rank = ranks.pop()
    if result_rank == 0:
        return "System.Shape(1)"
    sizes = []
    for axis in range(result_rank - 1, -1, -1):
        more = [(entry, step[(rank, output, axis)]) for entry, step in steps if step.get((rank, output, axis))]
        # The axis at the same place from the right, from the left, then the others.
        order = [axis, axis + rank - result_rank] + list(range(rank))
        results = [result[result_rank - 1 - axis] for shape, result in samples]
        text = fit_size([(0, r) for r in results], None, more) if len(set(results)) == 1 and more else None
        for other in order:
            if text is None and 0 <= other < rank:
                pairs = [
                    (shape[rank - 1 - other], result[result_rank - 1 - axis])
                    for shape, result in samples
                ]
                text = fit_size(pairs, f"{tensor}.shape.size({other})", more)
        if text is None:
            return None
        sizes.append(text)
    return f"System.Shape({', '.join(sizes)})"


def fit_all(samples, tensor):
    """An expression that holds for inputs of any rank."""
    if all(shape == result for shape, result in samples):
        return f"{tensor}.shape"
    if all(result in ((), (1,)) for shape, result in samples):
        return "System.Shape(1)"
    if all(len(shape) == len(result) and shape[:-1] == result[:-1] for shape, result in samples):
        pairs = [(shape[-1], result[-1]) for shape, result in samples]
        size = fit_size(pairs, f"{tensor}.shape.size(0)", [])
        if size is not None:
            return f"{tensor}.shape.replace(0, {size})"
    for axis in (0, 1):
        if any(len(shape) <= axis for shape, result in samples):
            continue
        removed = [
            (shape[: len(shape) - 1 - axis] + shape[len(shape) - axis :], result)
            for shape, result in samples
        ]
        if all(left == result for left, result in removed):
            if any(len(shape) == 1 for shape, result in samples):
                return f"{tensor}.shape.count >= 2 ? {tensor}.shape.remove(0) : System.Shape(1)"
            return f"{tensor}.shape.remove({axis})"
    return None


def fit(samples, tensor, ranks, output, steps):
    """The expression, and the rank that the input needs for it or None."""
    if not any(step.get((rank, output, axis)) for e, step in steps for rank in ranks for axis in range(4)):
        text = fit_all(samples, tensor)
        if text is not None:
            return text, None
    for rank in ranks:
        text = fit_rank(
            [(shape, result) for shape, result in samples if len(shape) == rank],
            tensor, rank, output, steps,
        )
        if text is not None:
            return text, rank
    raise Unsuitable(
        "no shape follows from what it returned: "
        + ", ".join(f"{list(shape)} gives {list(result)}" for shape, result in samples[:4])
    )


def get_type(arrays, tensor):
    kinds = {array.dtype.kind for array in arrays}
    if kinds <= {"f"}:
        return f"{tensor}.type"
    if kinds <= {"i", "u", "f"}:
        return "System.Int32" if "f" not in kinds else f"{tensor}.type"
    if kinds == {"b"}:
        return "System.UInt8"
    if "c" in kinds:
        raise Unsuitable("it returns complex numbers: a unit gives their real and imaginary parts, or absolute values")
    raise Unsuitable(f"it returns {arrays[0].dtype}: an output has numbers")


def get_names(definition, n, parameters):
    """What the results are called, as far as a return says so."""
    taken = {entry["name"] for entry in parameters}
    names = []
    for node in ast.walk(definition):
        if isinstance(node, ast.Return) and node.value is not None:
            items = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            names = [item.id if isinstance(item, ast.Name) else "" for item in items]
    names = names if len(names) == n and n > 1 else [""] * n
    for i, name in enumerate(names):
        wanted = name or "output"
        number = 2
        while wanted in taken:
            wanted = f"{name or 'output'}{number}"
            number += 1
        taken.add(wanted)
        names[i] = wanted
    return names


# ------------------------------------------------------------ the proposal


def format_numbers(array):
    return " ".join(str(int(v) if array.dtype.kind in "iub" else np.float32(v)) for v in array.flat)


def add_example(out, function, parameters, rank):
    """A small call as an example, with what it gives now, if there is one that is finite."""
    for shape in [(6,), (2, 4), (16,), (4, 8)]:
        if rank not in (None, len(shape)):
            continue
        inputs, n = {}, 0
        for entry in parameters:
            if entry["role"] == "input":
                values = np.round(make_input(shape, 0, n), 2)
                values.flags.writeable = False
                inputs[entry["name"]] = values
                n += 1
        options = {e["name"]: e["python"] for e in parameters if e["role"] == "option"}
        try:
            with np.errstate(all="ignore"):
                result = function(**inputs, **options)
        except Exception:
            continue
        results = [np.asarray(item) for item in (result if isinstance(result, tuple) else (result,))]
        if not all(item.size > 0 and np.isfinite(item).all() for item in results):
            continue
        for i, (name, values) in enumerate(inputs.items()):
            out.add(f"example {i}", name=name, shape=list(shape), values=format_numbers(values))
        for i, values in enumerate(results):
            out.add(f"result {i}", values=format_numbers(values))
        return


def count_axes(rank):
    return f"{rank} {'axis' if rank == 1 else 'axes'}"


def add_outputs(out, found, parameters, definition, steps, notes):
    tensor = next(entry["name"] for entry in parameters if entry["role"] == "input")
    numbers = {len(results) for results in found.values()}
    if len(numbers) != 1:
        raise Unsuitable("it returns more results for some shapes than for others")
    ranks = sorted({len(shape) for shape in found})
    n = numbers.pop()
    names = get_names(definition, n, parameters)
    needed = set()
    fits = []
    for i in range(n):
        samples = [(shape, results[i].shape) for shape, results in found.items()]
        fits.append(fit(samples, tensor, ranks, i, steps))
    needed = {rank for text, rank in fits if rank is not None}
    if len(needed) > 1:
        raise Unsuitable("its results have shapes for inputs of different numbers of axes")
    if needed and len(ranks) > 1:
        notes.append(
            f"{tensor} is to have {count_axes(max(needed))}: for other numbers of axes the shape of "
            "the result follows in another way"
        )
    if not needed and len(ranks) == 1:
        needed = set(ranks)
    for i, (text, rank) in enumerate(fits):
        arrays = [results[i] for results in found.values()]
        out.add(f"output {i}", name=names[i], type=get_type(arrays, tensor), shape=text)
    if needed:
        rank = max(needed)
        out.add(
            "contract 0",
            test=f"{tensor}.shape.count == {rank}",
            error=f"{tensor} needs {count_axes(rank)}; its shape is {{{tensor}.shape}}.",
        )
    number = 1
    for entry in parameters:
        if entry["role"] == "input" and entry["name"] != tensor:
            name = entry["name"]
            out.add(
                f"contract {number}",
                test=f"{name}.shape == {tensor}.shape",
                error=f"{name} needs the shape of {tensor}, {{{tensor}.shape}}, found {{{name}.shape}}.",
            )
            number += 1
    return max(needed, default=None)


def propose(path, name, out):
    with open(path, encoding="utf-8-sig") as file:
        text = file.read()
    tree = ast.parse(text, path)
    lines = text.split("\n")
    statements = find_needed(tree, name)
    imports, code = divide(statements, lines)
    namespace = {"__name__": "unit", "__builtins__": builtins}
    exec(compile("\n".join(imports) + "\n" + code, name, "exec"), namespace)  # confined
    function = namespace[name]
    definition = next(s for s in tree.body if getattr(s, "name", None) == name)
    if isinstance(definition, ast.AsyncFunctionDef) or inspect.isgeneratorfunction(function):
        raise Unsuitable(f"{name} is a coroutine or a generator: a unit calls a function")
    parameters = read_parameters(function, name)
    found = try_shapes(function, parameters, name)
    notes, steps = find_options(function, parameters, found)
    if any(isinstance(node, (ast.Global, ast.Nonlocal)) for s in statements for node in ast.walk(s)):
        notes.append(
            f"{name} keeps a global variable: two units share it and no reset reaches it"
        )
    out.add("wrap", signature=f"def {name}{inspect.signature(function)}", code=code)
    for i, line in enumerate(imports):
        out.add(f"import {i}", line=line)
    for i, entry in enumerate(parameters):
        out.add(f"parameter {i}", **{key: entry[key] for key in ("name", "role", "tag", "value")})
    rank = add_outputs(out, found, parameters, definition, steps, notes)
    add_example(out, function, parameters, rank)
    for i, note in enumerate(notes):
        out.add(f"note {i}", text=note)


def main():
    path, name, target = sys.argv[1:]
    out = Groups()
    try:
        propose(path, name, out)
    except Unsuitable as error:
        out = Groups()
        out.add("error", message=str(error))
    except SyntaxError as error:
        out.add("error", message=f"line {error.lineno}: {error.msg}")
    except Exception as error:  # of the user's code, whatever it is
        out = Groups()
        out.add("error", message=f"running what {name} needs raised {describe(error)}")
    out.write(target)


main()
