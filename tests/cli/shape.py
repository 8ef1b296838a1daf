"""The form that all commands share for problems in JSON, as data/imaginet.1 describes it.

SPDX-License-Identifier: MIT
"""
import json
import os

PLACE = {'line': int, 'column': int, 'end_line': int, 'end_column': int, 'start': int, 'end': int}
PROBLEM = {
    'code': str, 'severity': str, 'message': str, 'file': (str, type(None)), 'span': (dict, type(None)),
    'subject': (dict, type(None)), 'notes': list, 'allowed': (list, type(None)), 'fix': (dict, type(None)),
}
SUBJECT = {
    'node': (str, type(None)), 'parameter': (str, type(None)), 'contract': (int, type(None)),
    'detail': (str, type(None)),
}
NOTE = {'message': str, 'span': (dict, type(None))}
EDIT = {'file': str, 'span': dict, 'text': str}


def check_members(what, value, members):
    """Yields what is missing, left over or of another type."""
    for name, kind in members.items():
        if name not in value:
            yield f'{what} has no {name}'
        elif not isinstance(value[name], kind):
            yield f'{name} of {what} is {value[name]!r}'
    for name in value:
        if name not in members:
            yield f'{what} has {name}'


def locate(text, offset):
    """Line and column of a byte."""
    lines = text[:offset].decode(errors='replace').replace('\r\n', '\n').replace('\r', '\n').split('\n')
    return len(lines), len(lines[-1]) + 1


def check_span(what, span, text):
    yield from check_members(what, span, PLACE)
    if not 0 <= span['start'] <= span['end']:
        yield f'{what} goes from {span["start"]} to {span["end"]}'
    if text is None:
        return
    for prefix, offset in ('', span['start']), ('end_', span['end']):
        found = span[prefix + 'line'], span[prefix + 'column']
        if found != locate(text, offset):
            yield f'{what}: byte {offset} is at {locate(text, offset)}, not {found}'


def read_text(path, folder):
    """The bytes of a file in UTF-8, or None: there is no such file, or it has another encoding."""
    try:
        with open(os.path.join(folder, path), 'rb') as file:
            text = file.read()
    except (OSError, ValueError):
        return None
    return None if text[:2] in (b'\xff\xfe', b'\xfe\xff') or text[:3] == b'\xef\xbb\xbf' else text


def check_problem(problem, folder):
    yield from check_members('a problem', problem, PROBLEM)
    text = problem['file'] and read_text(problem['file'], folder)
    if problem['severity'] not in ('error', 'warning', 'hint') or not problem['code'] or not problem['message']:
        yield f'found {problem}'
    if problem['span'] is not None:
        yield from check_span('the span', problem['span'], text)
    if problem['subject'] is not None:
        yield from check_members('the subject', problem['subject'], SUBJECT)
    for note in problem['notes']:
        yield from check_members('a note', note, NOTE)
        if note['span'] is not None:
            yield from check_span('the span of a note', note['span'], text)
    if not all(isinstance(value, str) for value in problem['allowed'] or []):
        yield f'allowed is {problem["allowed"]}'
    if problem['fix'] is not None:
        yield from check_members('the fix', problem['fix'], {'edits': list})
        for edit in problem['fix']['edits']:
            yield from check_members('an edit', edit, EDIT)
            yield from check_span('the span of an edit', edit['span'], text)


def find_faults(output, folder, needs_error=False):
    """What is wrong with what a command with --json prints: an object with `diagnostics`."""
    try:
        result = json.loads(output)
    except ValueError as error:
        return [f'{error}: {output[:200]!r}']
    if not isinstance(result, dict) or not isinstance(result.get('diagnostics'), list):
        return [f'found no object with diagnostics: {output[:200]!r}']
    faults = [fault for problem in result['diagnostics'] for fault in check_problem(problem, folder)]
    if needs_error and all(problem['severity'] != 'error' for problem in result['diagnostics']):
        faults.append(f'found no error: {output[:200]!r}')
    return faults
