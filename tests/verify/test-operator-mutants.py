#!/usr/bin/python3
"""Changes operators and statements of shipped units in C; `imaginet compare` must see it.

usage: test-operator-mutants.py IMAGINET UNITS WORK_FOLDER [--list] [UNIT…]

Of each unit in CHANGED_UNITS some places of the C that it really has, which are its fragments in
its own folder and in the files beside the folders, are changed one at a time in a copy: a
relation, the bound of a loop, a sign or another operator, a constant, a statement that is
dropped, or two that are swapped. Which places is a matter of chance, but always the same: what a
change is named decides. A change that the compiler refuses is none, and another one is taken.

A change counts as found if `imaginet compare UNIT`, told nothing else, calls the unit different,
or its C fails or does not end. At least 95 % of those that make a difference must be found. One
that makes none stands in EQUIVALENT with the reason, and must not be found.

With --list what is not found is also printed as it would stand in EQUIVALENT.

SPDX-License-Identifier: MIT
"""
import concurrent.futures
import hashlib
import os
import re
import shutil
import sys

import mutation

PER_UNIT = 7
GOAL_PERCENT = 95

CHANGED_UNITS = [
    'Core.Filter.Biquad', 'Core.Filter.DcBlocker', 'Core.Filter.Fir', 'Core.Filter.MedianFilter',
    'Core.Filter.MovingAverage', 'Core.Fixed.Quantize', 'Core.Fixed.Requantize', 'Core.Math.Cast',
    'Core.Math.Clip', 'Core.Math.Exp', 'Core.Math.Log', 'Core.Math.MatMul', 'Core.Math.Max2',
    'Core.Math.Percentile', 'Core.Math.Sum', 'Core.Math.Variance', 'Core.Model.Debounce',
    'Core.Motion.ComplementaryFilter', 'Core.Motion.Rotate', 'Core.Motion.Statistics',
    'Core.Queues.BlockAverage', 'Core.Queues.Resample', 'Core.Queues.SlidingWindow',
    'Core.Shape.Pad', 'Core.Shape.Take', 'Core.Shape.Transpose', 'Core.Spectral.Autocorrelation',
    'Core.Spectral.Dct', 'Core.Spectral.Goertzel', 'Core.Spectral.RealFft',
    'Core.Spectral.SpectralFlux', 'Core.Window.Hann',
]

ORDER = 'another order of the same sum'
SAME_END = 'where both are equal, both ends are the same'
APART = 'the two pieces do not overlap'

# (file, text of the lines, what becomes of them): why the change makes no difference
EQUIVALENT = {
    ('Core/Filter/Fir/fir.h', 'for (; k + 4 <= order; k += 4)', 'for (; k + 4 < order; k += 4)'):
        ORDER,
    ('Core/Filter/Fir/fir.h', 'for (; k + 4 <= order; k += 4)',
     'for (; k + 5 <= order; k += 4)'): ORDER,
    ('Core/Fixed/Quantize/quantize.h',
     'if (magnitude < 8388608.0F) /* beyond, all floats are whole */',
     'if (magnitude <= 8388608.0F) /* beyond, all floats are whole */'):
        'the sum of 2^23 and 2^23 is exact, too',
    ('Core/Fixed/Requantize/requantize.h', 'if (places > 0)', 'if (places >= 0)'):
        'a shift by 0 places is a product with 1',
    ('Core/Math/Clip/clip.h', 'output[i] = x < low ? low : x > high ? high : x;',
     'output[i] = x <= low ? low : x > high ? high : x;'):
        'the bound is given for a number that is equal to it',
    ('Core/Math/Clip/clip.h',
     'output[i] = ({{sign}}int{{bits}}_t) (x < low ? low : x > high ? high : x);',
     'output[i] = ({{sign}}int{{bits}}_t) (x <= low ? low : x > high ? high : x);'):
        'the bound is given for a number that is equal to it',
    ('Core/Math/Log/log.h', 'if (!(x <= 3.40282347e38F))', 'if (!(x < 3.40282347e38F))'):
        'only numbers that are not normal come here, and the largest float is',
    ('Core/Math/MatMul/matmul.h', 'const int end = k - first < size ? k : first + size;',
     'const int end = k - first <= size ? k : first + size;'): SAME_END,
    ('Core/Math/Max2/max2.h', 'return a > b || isnan (a) ? a : b;',
     'return a >= b || isnan (a) ? a : b;'): 'the other number is the same, or zero as well',
    ('Core/Math/Percentile/percentile.h', 'if (x[high] < x[middle])',
     'if (x[high] >= x[middle])'): 'another pivot, which is one of the elements as well',
    ('Core/Math/Sum/sum.h', 'int blocks = 0;', 'int blocks = 1;'): 'a block of zeros is added',
    ('Core/Math/Variance/variance.h', 'const int size = 32;', 'const int size = 33;'): ORDER,
    ('Core/Model/Debounce/debounce.h', 'if (e->times < needed)', 'if (e->times <= needed)'):
        'the class is reported already when it comes once more',
    ('Core/Motion/Statistics/statistics.h',
     'result.max = block.max > result.max ? block.max : result.max;',
     'result.max = block.max >= result.max ? block.max : result.max;'):
        'the other number is the same',
    ('Core/Queues/Resample/resample.h',
     'return *(const int32_t *) state <= 0 ? QUEUE_FULL : 0;',
     'return *(const int32_t *) state <= 0 ? QUEUE_FULL : 1;'):
        'any status from 0 is success',
    ('Core/Queues/SlidingWindow/sliding_window.h',
     'memcpy (target, ring + window->first, (size_t) piece); '
     'memcpy (target + piece, ring, (size_t) (size - piece));',
     'memcpy (target + piece, ring, (size_t) (size - piece)); '
     'memcpy (target, ring + window->first, (size_t) piece);'): APART,
    ('Core/Queues/SlidingWindow/sliding_window.h',
     'memcpy (ring + end, source, (size_t) piece); '
     'memcpy (ring, source + piece, (size_t) (chunk - piece));',
     'memcpy (ring, source + piece, (size_t) (chunk - piece)); '
     'memcpy (ring + end, source, (size_t) piece);'): APART,
    ('Core/Shape/Take/take.h', 'case 2:', 'case 3:'):
        'the case of all other sizes copies any number of bytes',
    ('Core/Spectral/Autocorrelation/autocorrelation.h',
     'const int end = common - first < 32 ? common : first + 32;',
     'const int end = common - first <= 32 ? common : first + 32;'): SAME_END,
}

KINDS = ('relation', 'bound', 'sign', 'constant', 'dropped', 'swapped')
RELATIONS = {'<': ('<=', '>='), '<=': ('<', '>'), '>': ('>=', '<='), '>=': ('>', '<'),
             '==': ('!=',), '!=': ('==',), '&&': ('||',), '||': ('&&',)}
SIGNS = {'+': '-', '-': '+', '+=': '-=', '-=': '+=', '*': '+', '/': '*', '<<': '>>', '>>': '<<',
         '*=': '+=', '&': '|', '|': '&'}
OPERATOR = re.compile(r'(?<=[\w)\]] )(<<|>>|<=|>=|==|!=|[-+*]=|&&|\|\||[-+*/<>&|])(?= [-\w(*&!])')
MINUS = re.compile(r'(?<=[=(,?:] )-(?=[\w(])|(?<=\()-(?=[\w(])')
NUMBER = re.compile(r'(?<![\w.])(\d+\.\d*(?:[eE][-+]?\d+)?[fF]?|\d+)(?![\w.])')
LOOP = re.compile(r'\bfor \([^{}]*?;[^{}]*?;[^{};]*?\)\n')
PLACE = (r'(?:\*(?:\([^()]*\) )?)?(?!return\b|else\b)[A-Za-z_]\w*'
         r'(?:->\w+|\.\w+|\[[^\]]*\])*')
STATEMENT = re.compile(r'(?<=^)[ \t]+(?P<text>(?:(?P<place>' + PLACE + r') [-+*/&|]?=(?!=)[^;{}]*|'
                       r'(?!(?:if|for|while|switch|return)\b)[a-z_]\w* \([^;{}]*\)|'
                       + PLACE + r'(?:\+\+|--));)$', re.M)
FRAGMENT = re.compile(r'^#pragma IMAGINET_FRAGMENT_BEGIN "(\w+)"$(.*?)'
                      r'^#pragma IMAGINET_FRAGMENT_END$', re.M | re.S)
DEPENDENCY = re.compile(r'^#pragma IMAGINET_DEPENDENCY "([^":]+):(\w+)"$', re.M)
IN_C = re.compile(r'<Implementation language="C"[^>]* fragment="([^":]+):(\w+)"')


def list_fragments(units, folder):
    """Returns the fragments that the unit's C has, as pairs of a file and a name."""
    found = []
    wanted = []
    for name in sorted(os.listdir(folder)):
        if name.endswith('.imunit'):
            definition = mutation.read(os.path.join(folder, name))
            wanted += [(os.path.normpath(os.path.join(folder, file)), fragment)
                       for file, fragment in IN_C.findall(definition)]
    while wanted:
        path, name = wanted.pop()
        if (path, name) in found:
            continue
        found.append((path, name))
        for fragment in FRAGMENT.finditer(mutation.read(path)):
            if fragment.group(1) == name:
                wanted += [(os.path.normpath(os.path.join(os.path.dirname(path), file)), other)
                           for file, other in DEPENDENCY.findall(fragment.group(2))]
    beside = (folder, os.path.dirname(folder))
    return sorted((path, name) for path, name in found if os.path.dirname(path) in beside)


def depend(first, second):
    """Whether the order of two statements may matter: one names the place that the other sets,
    or what is given to a call by its name, which may be an array."""
    pair = (first, second)
    if all(re.match(re.escape(first.group('place') or '') + r' [-+]=', match.group('text'))
           for match in pair):
        return False
    roots = [re.findall(r'[A-Za-z_]\w*', match.group('place') or '')[:1] for match in pair]
    given = [re.findall(r'(?<=[(,&] |.[(&])([A-Za-z_]\w*)(?=[,)])', match.group('text'))
             if match.group('place') is None else [] for match in pair]
    for number, other in ((0, 1), (1, 0)):
        text = pair[other].group('text')
        exact = pair[number].group('place')
        if exact is not None and pair[other].group('place') is not None:
            if re.search(r'(?<![\w.>])' + re.escape(exact) + r'(?![\w[])', text):
                return True
        elif exact is not None and re.search(rf'\b{roots[number][0]}\b', text):
            return True
        elif any(re.search(rf'(\b{name}\b(\[|->)|\*{name}\b)', text) or
                 (pair[other].group('place') is None and name in given[other])
                 for name in given[number]):
            return True
    return False


def list_operators(code):
    """Yields (kind, start, end, new text) of relations, signs and constants."""
    loops = [match.span() for match in LOOP.finditer(code)]

    def kind_of(position, kind):
        return 'bound' if any(a <= position < b for a, b in loops) else kind

    for match in OPERATOR.finditer(code):
        for new in RELATIONS.get(match.group(), ()):
            yield kind_of(match.start(), 'relation'), *match.span(), new
        if match.group() in SIGNS:
            yield kind_of(match.start(), 'sign'), *match.span(), SIGNS[match.group()]
    for match in MINUS.finditer(code):
        yield 'sign', *match.span(), ''
    for match in NUMBER.finditer(code):
        yield (kind_of(match.start(), 'constant'), *match.span(),
               mutation.change_number(match.group()))


def list_statements(code):
    """Yields (kind, start, end, new text) of statements."""
    statements = list(STATEMENT.finditer(code))
    for match in statements:
        yield 'dropped', *match.span('text'), ';'
    for first, second in zip(statements, statements[1:]):
        between = code[first.end():second.start()]
        indents = [match.start('text') - match.start() for match in (first, second)]
        if between.strip() == '' and indents[0] == indents[1] and depend(first, second):
            yield ('swapped', first.start('text'), second.end('text'),
                   second.group('text') + '\n' + ' ' * indents[0] + first.group('text'))


class Change:
    def __init__(self, path, relative, text, place):
        kind, start, end, new = place
        first = text.rfind('\n', 0, start) + 1
        last = text.index('\n', end)
        self.path, self.relative, self.kind = path, relative, kind
        self.text = text[:start] + new + text[end:]
        self.line = ' '.join(text[first:last].split())
        self.became = ' '.join((text[first:start] + new + text[end:last]).split())
        self.number = text.count('\n', 0, start) + 1

    @property
    def key(self):
        return self.relative, self.line, self.became

    @property
    def rank(self):
        return hashlib.sha256('\n'.join(self.key).encode()).hexdigest()

    def __str__(self):
        place = f'{self.relative}:{self.number}'
        return f'{place}: {self.kind}: “{self.line}” becomes “{self.became}”'


def list_changes(units, folder):
    """Yields the changes in the order in which they are tried: of each kind in turn, and no two
    that read the same."""
    kinds = {kind: {} for kind in KINDS}
    for path, name in list_fragments(units, folder):
        text = mutation.read(path)
        code = mutation.hide_comments(text)
        for fragment in FRAGMENT.finditer(text):
            if fragment.group(1) != name:
                continue
            start, end = fragment.span(2)
            own = ' ' * start + code[start:end]
            for place in (*list_operators(own), *list_statements(own)):
                change = Change(path, os.path.relpath(path, units), text, place)
                kinds[place[0]].setdefault(change.key, change)
    queues = [sorted(kinds[kind].values(), key=lambda change: change.rank, reverse=True)
              for kind in KINDS]
    # Some units have few loops or statements: so that all kinds come often, start elsewhere.
    start = int(hashlib.sha256(folder.encode()[len(units):]).hexdigest(), 16) % len(queues)
    while any(queues):
        for queue in queues[start:] + queues[:start]:
            if queue:
                yield queue.pop()


class Tally:
    def __init__(self, unit):
        self.unit = unit
        self.found, self.equivalent, self.missed, self.wrong = [], [], [], []

    @property
    def count(self):
        return len(self.found) + len(self.equivalent) + len(self.missed)


def is_refused(status, output):
    return status is not None and any('the C compiler' in message
                                      for message in mutation.list_errors(output))


def judge(tally, change, status, output):
    found = mutation.is_found(status, output)
    if status is not None and status < 0:
        tally.wrong.append(f'compare was killed by signal {-status}: {change}')
    if change.key not in EQUIVALENT:
        (tally.found if found else tally.missed).append(change)
    elif found:
        tally.wrong.append(f'stands in EQUIVALENT, but is found: {change}')
        tally.found.append(change)
    else:
        tally.equivalent.append(change)


def try_unit(imaginet, units, work, unit):
    """Tries changes of a unit, each in the same copy of all units."""
    tally = Tally(unit)
    data = os.path.join(work, unit)
    copy = os.path.join(data, 'units')
    folder = os.path.join(copy, *unit.split('.'))
    shutil.copytree(units, copy)
    status, output = mutation.compare(imaginet, data, unit)
    if status != 0:
        tally.wrong.append(f'without a change compare ends with {status}: {output[-300:]}')
        return tally
    for change in list_changes(copy, folder):
        original = mutation.read(change.path)
        with open(change.path, 'w', encoding='utf-8') as file:
            file.write(change.text)
        status, output = mutation.compare(imaginet, data, unit)
        with open(change.path, 'w', encoding='utf-8') as file:
            file.write(original)
        if not is_refused(status, output):
            judge(tally, change, status, output)
        if tally.count == PER_UNIT:
            break
    shutil.rmtree(data)
    return tally


def print_row(tally):
    print(f'# {tally.unit:34} {tally.count:7} {len(tally.found):6} {len(tally.equivalent):11} '
          f'{len(tally.missed):7}', flush=True)


def print_table(tallies):
    """Prints the rows as they come. Returns all together."""
    print(f'# {"unit":34} {"changes":7} {"found":>6} {"equivalent":11} {"missed":>7}')
    total = Tally('all')
    for tally in tallies:
        print_row(tally)
        for name in ('found', 'equivalent', 'missed', 'wrong'):
            getattr(total, name).extend(getattr(tally, name))
    print_row(total)
    for kind in KINDS:
        rows = [sum(change.kind == kind for change in changes)
                for changes in (total.found, total.equivalent, total.missed)]
        print(f'#   {kind:10} {sum(rows):4} changes, {rows[0]} found, {rows[1]} equivalent, '
              f'{rows[2]} missed')
    return total


def list_stale(total, tried):
    """What stands in EQUIVALENT for one of these units, but was not met. A file beside the
    folders of units belongs to several."""
    met = {change.key for change in total.equivalent + total.found}
    folders = {unit.replace('.', '/') for unit in tried}
    return [key for key in EQUIVALENT
            if os.path.dirname(key[0]) in folders and key not in met]


def main():
    imaginet, units, work = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    ready, output = mutation.has_reference(imaginet, units, work)
    if not ready:
        print(f'1..0 # SKIP no comparison is possible here: {output.strip()[:200]}')
        return 0
    tried = [word for word in sys.argv[4:] if not word.startswith('--')] or CHANGED_UNITS
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        total = print_table(pool.map(lambda unit: try_unit(imaginet, units, work, unit), tried))
    for change in total.missed:
        print(f'# not found: {change}')
        if '--list' in sys.argv:
            print(f'    {change.key!r}:')
    n_different = len(total.found) + len(total.missed)
    percent = 100 * len(total.found) / max(n_different, 1)
    wrong = total.wrong + [f'stands in EQUIVALENT, but is no change any more: {key}'
                           for key in list_stale(total, tried)]
    print('1..2')
    print(f'{"ok" if percent >= GOAL_PERCENT else "not ok"} 1 {len(total.found)} of {n_different} '
          f'changes that make a difference found, {percent:.1f} %')
    for line in wrong:
        print(f'# {line}')
    print(f'{"not ok" if wrong else "ok"} 2 what is said to be equivalent is')
    return 0 if percent >= GOAL_PERCENT and not wrong else 1


sys.exit(main())
