#!/usr/bin/python3
"""Exports packages whose names and texts were made to break out of where they are written.

Each payload stands in every field at once for texts, which are exported, and in names of its
own, which are refused: in each of them with --all, else in every fifth. Every exported file is read by the tool that it is for and has the same
structure as with a harmless text; no command of a payload is run, and no character hides.

usage: test-injection.py IMAGINET [--all]

SPDX-License-Identifier: MIT
"""
import ast
import concurrent.futures
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata

PLAIN = 'plain words'
# CANARY is replaced by a file that nothing may make.
PAYLOADS = {
    'python-line': 'x\nimport os; os.system("touch CANARY")\n#',
    'python-string': '"""\nimport os; os.system("touch CANARY")\n"""',
    'python-quote': '\\" + __import__("os").system("touch CANARY") + "',
    'python-encoding': 'coding: utf-7 +AAo-import os+ADs-os.system(+ACI-touch CANARY+ACI-)',
    'c-comment': '*/ int system(const char *); int evil = 1; /*',
    'c-line': 'x\n#error "included"\n',
    'c-trigraph': 'x ??/\n#error ??> \\',
    'c-string': '"; int evil = 1; //',
    'shell': '$(touch CANARY) `touch CANARY`; touch CANARY #',
    'shell-quote': "'; touch CANARY; '",
    'make': '$(shell touch CANARY) x\n\ttouch CANARY',
    'cmake': '")\nexecute_process(COMMAND touch CANARY)\n#[[',
    'html': '<script>alert(1)</script><img src=x onerror=alert(1)>',
    'xml': ']]></text><script/><!-- -->&x;',
    'markdown': '`` ` [x](javascript:alert(1)) <b> ![y](z) \n# heading\n- | a | b |',
    'template': '@PREFIX@ @body@ @title@ {{input}} {text} %s%n%99999d',
    'json': '","generator":"evil","x":"\\',
    'override': 'safe\u202e}\u2066 gnp.exe\u2069\u202c',
    'controls': 'a\u009b31mb\u0085c\u200bd\ufeffe\u2028f\x7fg\U000e0041',
    'path': '../../../../CANARY/../..',
}
TEXTS = ('display-name', 'display-path', 'description', 'input-text', 'output-text', 'option-text',
         'option-value', 'item-label', 'contract', 'labels', 'licence', 'owner-message',
         'comment', 'file-name', 'folder-name')
NAMES = ('pipeline-id', 'unit-id', 'layer-id', 'node-id', 'connection', 'input-name', 'output-name',
         'option-name', 'expression-name', 'argument-name', 'pipe', 'class', 'fragment-name',
         'fragment-file', 'package', 'function', 'template-value')

UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<!-- {comment} -->
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Function unit="{unit-id}">
    <DisplayName>{display-name}</DisplayName>
    <DisplayPath>/{display-path}</DisplayPath>
    <Description>{description} <Text>{description}</Text></Description>
    <Parameters>
      <InputSocket name="{input-name}" pipe="{pipe}" text="{input-text}"
                   description="{description}"/>
      <OutputSocket name="{output-name}" type="System.Float32" pipe="data" text="{output-text}"
                    shape='input.shape.withLabels(0, label.replace(",", ";"))'/>
      <StringOption name="{option-name}" default="{option-value}" text="{option-text}">
        <OneOf><Item text="{item-label}" value="{option-value}"/></OneOf>
      </StringOption>
      <Expression name="{expression-name}" value="input.shape.flat"/>
      {external}
    </Parameters>
    <Contracts>
      <Assert test="{test}" error="{contract} {{label}}"/>
    </Contracts>
    <Implementations>
      <Implementation language="C" fragment="{fragment-file}.h:{fragment-name}"
                      call="{function}(input, count, label, output)"/>
      <Implementation language="Python" fragment="own.py:own_py"
                      call="own_py(input, label, output)"/>
    </Implementations>
  </Function>
</Imaginet>
'''
CODE = '''// SPDX-License-Identifier: {licence}
#pragma IMAGINET_INCLUDES_BEGIN
#include <stddef.h>
#pragma IMAGINET_INCLUDES_END
#pragma IMAGINET_CODEPACKAGE_DEPENDENCY "{package}"
#pragma IMAGINET_SYMBOL_CHECK own_unit GLOBAL "{owner-message}"
#pragma IMAGINET_FRAGMENT_BEGIN "own_f32"
static inline void own_f32(const float *restrict input, int count, const char *label,
                           float *restrict output)
{
    /* TEMPLATE */
    for (int i = 0; i < count; i++)
        output[i] = label == NULL ? 0.0f : input[i];
}
#pragma IMAGINET_FRAGMENT_END
'''
PYTHON = '''# SPDX-License-Identifier: MIT-0
#pragma IMAGINET_FRAGMENT_BEGIN "own_py"
def own_py(input, label, output):
    output[...] = input
#pragma IMAGINET_FRAGMENT_END
'''
PIPELINE = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Compound unit="{pipeline-id}">
    <DisplayName>{display-name}</DisplayName>
    <Nodes>
      <TensorInputNode id="in" name="{input-text}" param="input" x="0" y="0"
                       im:type="Float32" im:shape="[4]" im:rate="100"/>
      <UnitNode id="{node-id}" unit="{layer-id}" name="{option-text}" x="200" y="0">
        <Description>{description}</Description>
        <StringArgument param="{argument-name}">{option-value}</StringArgument>
      </UnitNode>
      <TensorOutputNode id="out" name="{output-text}" param="output" x="400" y="0"/>
    </Nodes>
    <Connections>
      <Connection><Source node="in" param="value"/><Target node="{node-id}" param="input"/></Connection>
      <Connection><Source node="{node-id}" param="output"/><Target node="{connection}" param="value"/></Connection>
    </Connections>
  </Compound>
</Imaginet>
'''
GOOD = {'pipeline-id': 'Probe.Pipe', 'unit-id': 'Own.Text', 'layer-id': 'Own.Text', 'node-id': 'own', 'connection': 'out',
        'input-name': 'input', 'output-name': 'output', 'option-name': 'label',
        'expression-name': 'count', 'argument-name': 'label', 'pipe': 'data',
        'fragment-name': 'own_f32', 'fragment-file': 'own', 'package': 'own-package',
        'function': 'own_f32', 'test': 'input.shape.flat &gt; 0', 'class': 'Tables.Own', 'external': '',
        'template': 'as it is'}
EXTERNAL = '<External name="table" assembly="Tables" class="{}" call="Mel(1)"/>'
BINARY = ('.npy', '.bin')
SAMPLE = 5


class Tests:
    """The tests of one payload, in a folder of its own."""

    def __init__(self, imaginet, folder):
        self.imaginet, self.folder, self.results = imaginet, folder, []
        self.canary = os.path.join(folder, 'canary')
        self.empty = os.path.join(folder, 'empty')
        os.makedirs(os.path.join(self.empty, 'units'))

    def check(self, name, problems):
        problems = [problem for problem in problems if problem]
        if os.path.lexists(self.canary):
            problems.append('a command of the payload was run')
            os.unlink(self.canary)
        self.results.append((name, problems))

    def run(self, *words, cwd=None):
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'IMAGINET_DATA_PATH': self.empty,
                       'IMAGINET_UNIT_PATH': '', 'TMPDIR': self.folder}
        return subprocess.run(words, cwd=cwd or self.folder, env=environment, capture_output=True,
                              timeout=120, check=False)


def show(text):
    return text.encode('ascii', 'backslashreplace').decode()


def escape(text):
    return ''.join(c if c in ' ' or c.isalnum() else f'&#{ord(c)};' for c in text)


def is_hidden(character):
    return unicodedata.category(character) in ('Cc', 'Cf', 'Zl', 'Zp', 'Cs') \
        and character not in '\n\t'


def find_hidden(name, data):
    text = data.decode('utf-8', 'replace')
    hidden = sorted({f'U+{ord(c):04X}' for c in text if is_hidden(c)})
    return f'{name} has the hidden characters {hidden}' if hidden else None


def make_file_name(text):
    """Files of packages cannot have a backslash: it stands for a slash in references."""
    return 'p' + text.replace('/', '_').replace('\\', '_')[:80]


def make_package(tests, values):
    """Writes a package; returns the path of its pipeline."""
    folder = os.path.join(tests.folder, 'packages')
    shutil.rmtree(folder, ignore_errors=True)
    package = os.path.join(folder, make_file_name(values['folder-name']))
    os.makedirs(package)
    xml = {key: value if key in ('test', 'external') else escape(value)
           for key, value in values.items()}
    xml['comment'] = values['comment'].replace('--', '==').replace('\x7f', '')
    line = {key: value.replace('\n', ' ').replace('\t', ' ').replace('"', "'")
            for key, value in values.items()}
    line['owner-message'] = ''.join(c for c in line['owner-message'] if not is_hidden(c))
    for name, text in (('own.imunit', UNIT.format(**xml)), ('own.py', PYTHON),
                       ('own.h', CODE.replace('{licence}', line['licence'])
                        .replace('TEMPLATE', values['template'])
                        .replace('{package}', line['package'])
                        .replace('{owner-message}', line['owner-message']))):
        pathlib.Path(package, name).write_text(text, encoding='utf-8')
    pipeline = os.path.join(package, make_file_name(values['file-name']) + '.imunit')
    pathlib.Path(pipeline).write_text(PIPELINE.format(**xml), encoding='utf-8')
    return pipeline


def make_values(payload, fields):
    values = {**GOOD, **{field: PLAIN for field in TEXTS}}
    values['labels'] = ''
    for field in fields:
        values[field] = payload
    return values


class Tags(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, tuple(sorted(name for name, _ in attrs))))

    def handle_endtag(self, tag):
        self.tags.append(('/' + tag, ()))

    def handle_comment(self, data):
        self.tags.append(('!', ()))


def read_python(tests, path, data):
    """The tree without its texts."""
    tree = ast.parse(data)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ''
    return ast.dump(tree)


def read_c(tests, path, data):
    """The tokens without texts; the compiler has no message."""
    out = path[:path.rindex('/test/')] if '/test/' in path else os.path.dirname(os.path.dirname(path))
    result = tests.run('gcc', '-std=c99', '-trigraphs', '-Wall', '-Wextra', '-Wbidi-chars=any',
                       '-Werror', '-fsyntax-only', '-I' + os.path.join(out, 'include'),
                       '-I' + os.path.join(out, 'test'), '-x', 'c', path)
    assert result.returncode == 0, result.stderr.decode('utf-8', 'replace')
    return read_tokens(tests, path, data)


def read_tokens(tests, path, data):
    result = tests.run('gcc', '-fpreprocessed', '-dD', '-E', '-P', '-x', 'c', path)
    assert result.returncode == 0, result.stderr.decode('utf-8', 'replace')
    return re.sub(rb'"(?:[^"\\\n]|\\.)*"', b'""', result.stdout).split()


def read_json(tests, path, data):
    def reduce(value):
        if isinstance(value, dict):
            return {key: reduce(one) for key, one in value.items()}
        return [reduce(one) for one in value] if isinstance(value, list) else type(value).__name__
    return reduce(json.loads(data))


def read_xml(tests, path, data):
    """The kinds of elements: long texts take more lines."""
    result = tests.run('xmllint', '--noout', '--nonet', path)
    assert result.returncode == 0, result.stderr.decode('utf-8', 'replace')
    return sorted(set(Tags(data.decode()).tags))


def read_html(tests, path, data):
    return Tags(data.decode()).tags


def read_markdown(tests, path, data):
    if shutil.which('cmark') is None:
        return None
    result = tests.run('cmark', '--unsafe', path)
    assert result.returncode == 0
    return Tags(result.stdout.decode()).tags


def read_make(tests, path, data):
    result = tests.run('make', '-n', '-f', path, cwd=os.path.dirname(path))
    assert result.returncode == 0, result.stderr.decode('utf-8', 'replace')
    return data


def read_same(tests, path, data):
    return data


def read_lines(tests, path, data):
    return data.decode().count('\n')


def read_yaml(tests, path, data):
    try:
        import yaml
    except ImportError:
        return data
    yaml.safe_load(data)
    return data


def read_kconfig(tests, path, data):
    try:
        import kconfiglib
    except ImportError:
        return data
    return sorted(kconfiglib.Kconfig(path, warn_to_stderr=False).syms)


READERS = (('.py', read_python), ('.c', read_c), ('.h', read_c), ('.json', read_json),
           ('.svg', read_xml), ('.pdsc', read_xml), ('.html', read_html), ('.md', read_markdown),
           ('Makefile', read_make), ('LICENSE', read_lines), ('.yml', read_yaml),
           ('Kconfig', read_kconfig), ('', read_same))


def read_bundle(tests, out):
    """Returns what each file is, and what is wrong with them."""
    files, problems = {}, []
    for path in sorted(pathlib.Path(out).rglob('*')):
        name = str(path.relative_to(out))
        if not path.is_file() or name.endswith(BINARY):
            continue
        data = path.read_bytes()
        if name.startswith('pipeline/'):
            continue  # copies of the package
        problems.append(find_hidden(name, data))
        reader = next(read for end, read in READERS if name.endswith(end))
        if reader is read_c and name.startswith('test/') and name.endswith('.h'):
            reader = read_tokens
        if reader is read_c and name.startswith('test/qemu/'):
            reader = read_same
        try:
            files[name] = reader(tests, str(path), data)
        except Exception as error:
            problems.append(f'{name}: {type(error).__name__}: {error}')
    return files, problems


def export(tests, values, *options):
    pipeline = make_package(tests, values)
    out = os.path.join(tests.folder, 'out')
    shutil.rmtree(out, ignore_errors=True)
    result = tests.run(tests.imaginet, 'export', '--units', os.path.join(tests.folder, 'packages'),
                       '-o', out, *options, pipeline)
    return out, result


def check_output(result):
    return [find_hidden('standard error', result.stderr),
            find_hidden('standard output', result.stdout)]


def test_texts(tests, name, payload, harmless):
    """Texts are exported whole, with the test of the bundle, and run by `make verify`."""
    out, result = export(tests, make_values(payload, TEXTS))
    problems = check_output(result)
    if result.returncode != 0:
        problems.append(result.stderr.decode('utf-8', 'replace'))
    else:
        files, found = read_bundle(tests, out)
        problems += found
        if sorted(files) != sorted(harmless):
            problems.append(f'other files: {sorted(set(files) ^ set(harmless))}')
        problems += [f'{file} has another structure' for file in files
                     if file in harmless and files[file] != harmless[file]]
    tests.check(f'texts {name}', problems)


def test_name(tests, name, payload, field):
    """A name is refused, in words that show it, and nothing is written."""
    values = make_values(payload, [field])
    if field == 'template-value':
        values.update({'option-value': payload, 'template': '{{label}}'})
    if field == 'class':
        values['external'] = EXTERNAL.format(escape(payload))
    out, result = export(tests, values, '--no-test')
    problems = check_output(result)
    if field == 'package' and re.fullmatch(r'[A-Za-z0-9 _.+/:@-]*', payload):
        return problems
    if result.returncode != 1 or os.path.exists(out):
        problems.append(f'expected a refusal, found status {result.returncode}')
    if not re.search(rb'error: ', result.stderr):
        problems.append('there is no message: ' + result.stderr.decode('utf-8', 'replace'))
    if len(result.stderr) > 20000:
        problems.append(f'the messages have {len(result.stderr)} bytes')
    return [f'{field}: {problem}' for problem in problems if problem]


def test_message(tests, name, payload):
    """What a contract says goes to the terminal and into JSON."""
    values = {**make_values(payload, TEXTS), 'test': 'false'}
    pipeline = make_package(tests, values)
    units = os.path.join(tests.folder, 'packages')
    problems = []
    for command in (('check', units), ('list', 'units'), ('inspect', 'Own.Text'),
                    ('dump', '--stage', 'unit', 'Own.Text')):
        for options in ((), ('--json',)):
            if options and command[0] == 'dump':
                continue
            result = tests.run(tests.imaginet, command[0], '--units', units, *options,
                               *command[1:])
            problems += check_output(result)
            if options:
                try:
                    json.loads(result.stdout)
                except ValueError as error:
                    problems.append(f'{command[0]} --json: {error}')
    out, result = export(tests, values, '--no-test')
    problems += check_output(result)
    if result.returncode != 1 or os.path.exists(out):
        problems.append('the contract does not hold, and there is an export')
    tests.check(f'messages {name}', problems)


def test_payload(imaginet, folder, name, harmless, step):
    tests = Tests(imaginet, os.path.join(folder, name))
    payload = PAYLOADS[name].replace('CANARY', tests.canary)
    test_texts(tests, name, payload, harmless)
    test_message(tests, name, payload)
    own = [*PAYLOADS].index(name) % step
    tests.check(f'names {name}', [problem for field in NAMES[own::step]
                                  for problem in test_name(tests, name, payload, field)])
    shutil.rmtree(tests.folder)
    return tests.results


def print_results(results):
    print(f'1..{len(results)}')
    for number, (name, problems) in enumerate(results, 1):
        print(f'{"not ok" if problems else "ok"} {number} {name}')
        for problem in problems:
            for line in str(problem)[:2000].splitlines() or ['?']:
                print(f'# {show(line)}')


def main():
    imaginet = os.path.abspath(sys.argv[1])
    step = 1 if '--all' in sys.argv else SAMPLE
    with tempfile.TemporaryDirectory(prefix='injection-') as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        tests = Tests(imaginet, os.path.join(folder, 'harmless'))
        out, result = export(tests, make_values(PLAIN, TEXTS))
        harmless, problems = read_bundle(tests, out) if result.returncode == 0 else ({}, [])
        tests.check('harmless', problems + ([] if harmless else [result.stderr.decode()]))
        results = tests.results
        for found in pool.map(lambda name: test_payload(imaginet, folder, name, harmless, step),
                              PAYLOADS):
            results += found
    print_results(results)
    return any(problems for _, problems in results)


if __name__ == '__main__':
    sys.exit(main())
