"""Cases of formulas: their arguments on the command line, and whether what they give is right.

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import subprocess
import tempfile


def split(text):
    """The arguments of a call; commas in braces do not part them."""
    return [part.strip() for part in re.findall(r'(?:\{[^}]*\}|[^,{}])+', text)]


def parameters(code, spelling):
    """The names of the parameters of the last function."""
    if spelling == 'py':
        heads = re.findall(r'def \w+\(([^)]*)\)', code)
        return [part.split(':')[0] for part in split(heads[-1])]
    if spelling == 'cpp':
        heads = re.findall(r'^Tensor \w+\(([^)]*)\)', code, re.M)
        return [re.search(r'(\w+)$', part)[1] for part in split(heads[-1])]
    head = re.findall(r'function (?:\w+ )?\((.*?)\) ->', code)[-1]
    return re.findall(r'(\w+)(?:\[[^\]]*\])?(?:, |\))', head + ')')


def arguments(case, code, spelling, written=None):
    """`--input` options for a code in a spelling: the values of the call in the spelling that it
    was written in, which is the same if not given."""
    tensors = {tensor['name']: tensor for tensor in case['inputs']}
    call = case.get('call_' + (written or spelling), case['call_py'])
    words = []
    for name, value in zip(parameters(code, spelling), split(call[call.index('(') + 1:-1])):
        tensor = tensors.get(value)
        if tensor is None:
            text = value.replace('{', '[').replace('}', ']')
        else:
            text = f'{tensor.get("dtype") or "float32"}{json.dumps(tensor["shape"])}'
            if 'data' in tensor:
                text += '{' + ', '.join(str(number) if 'float' in tensor['dtype'] else
                                        str(int(number)) for number in tensor['data']) + '}'
        words += ['--input', f'{name}={text}']
    return words


def run(imaginet, code, words):
    """What `tile run --json` says of a formula."""
    with tempfile.NamedTemporaryFile('w', suffix='.tile') as file:
        file.write(code)
        file.flush()
        result = subprocess.run([imaginet, 'tile', 'run', file.name, '--json', *words],
                                capture_output=True, text=True, timeout=120)
    try:
        return json.loads(result.stdout)
    except ValueError:
        return {'verdict': 'none', 'code': result.stderr + result.stdout}


def problem(expected, found):
    """What is wrong with what was found, or None."""
    if found['verdict'] != expected['verdict']:
        return f'expected {str(expected)[:200]}, found {str(found)[:400]}'
    if found['verdict'] == 'error':
        return None if found['code'] == expected['error'] else \
            f'expected {expected["error"]}, found {found["code"]}: {found["message"]}'
    output, = found['outputs']
    if output['shape'] != expected['shape']:
        return f'expected the shape {expected["shape"]}, found {output["shape"]}'
    if 'data' not in expected:
        return None
    bad = [(at, a, b) for at, (a, b) in enumerate(zip(expected['data'], output['data']))
           if abs(a - (b if isinstance(b, int) else float(b))) > expected['tol'] * max(1, abs(a))]
    if len(output['data']) != len(expected['data']) or bad:
        return f'expected {expected["data"][:20]}, found {output["data"][:20]}'
    return None


def read_cases(own, heads, document):
    """The cases of a file, and those of the document, in the compact form too, and of its readers."""
    with open(own, encoding='utf-8') as file:
        cases = json.load(file)['cases']
    with open(heads, encoding='utf-8') as file:
        heads = {head['id']: head for head in json.load(file)['heads']}
    with open(document, encoding='utf-8') as file:
        more = json.load(file)['cases']
    for case in more:
        if case['id'] in heads:
            head = heads[case['id']]
            body = ' '.join(filter(None, (head.get('before'), head['math'] if 'math' in head else case['math'])))
            case['tile'] = f'{head["head"]} {{ {body}; }}'
    with open(os.path.join(os.path.dirname(own), 'programs.json'), encoding='utf-8') as file:
        more += json.load(file)['cases']
    return cases, more
