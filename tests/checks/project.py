"""What the checks share: the files of a source tree, and TAP output.

SPDX-License-Identifier: MIT
"""
import os
import sys

# Inputs of tests: they break the rules on purpose or are written by others. Files of a
# bundle, and of the programs of a comparison: their includes lie elsewhere there.
INPUT_FOLDERS = ('fixtures', 'fragments', 'golden', 'corpus', 'host', 'target',
                 'templates')


def files(top, folders, endings=('',)):
    """Yields the sorted paths, relative to top, of the project's files below folders."""
    for folder in folders:
        for path, subfolders, names in os.walk(os.path.join(top, folder)):
            subfolders[:] = sorted(name for name in subfolders if is_ours(name))
            for name in sorted(names):
                if name.endswith(endings) and not name.startswith('.'):
                    yield os.path.relpath(os.path.join(path, name), top)


def is_ours(folder):
    return not folder.startswith('.') and folder not in ('__pycache__', *INPUT_FOLDERS)


def existing(top, paths):
    return [path for path in paths if os.path.isfile(os.path.join(top, path))]


def subfolders(path):
    """Returns the sorted names of the folders in path; empty if there is no such path."""
    if not os.path.isdir(path):
        return []
    return sorted(entry.name for entry in os.scandir(path)
                  if entry.is_dir() and not entry.name.startswith(('.', '__')))


def read(top, path):
    with open(os.path.join(top, path), encoding='utf-8', errors='replace') as file:
        return file.read()


def folder_of(path):
    """Returns the first two components of a path below src or tests, else the first."""
    parts = path.split(os.sep)
    depth = 2 if parts[0] in ('src', 'tests') and len(parts) > 2 else 1
    return os.sep.join(parts[:depth]) if len(parts) > 1 else '.'


class Tap:
    def __init__(self):
        self.count = 0
        self.failed = 0

    def result(self, name, problems, notes=()):
        """Prints one TAP line and the notes, and the problems where meson shows them."""
        self.count += 1
        self.failed += bool(problems)
        print(f'{"not ok" if problems else "ok"} {self.count} {name}')
        for text in notes:
            print(f'# {text}')
        sys.stdout.flush()
        for text in problems:
            print(text, file=sys.stderr)

    def results_by_folder(self, paths, problems, notes=None):
        """Prints one TAP line for each folder of paths; the others map a path to texts."""
        folders = {}
        for path in paths:
            folders.setdefault(folder_of(path), []).append(path)
        for folder, members in folders.items():
            self.result(folder,
                        [text for path in members for text in problems.get(path, ())],
                        [text for path in members for text in (notes or {}).get(path, ())])

    def finish(self):
        """Prints the plan and returns the exit status."""
        if self.count == 0:
            self.result('files', ['found nothing to check'])
        print(f'1..{self.count}')
        return 1 if self.failed else 0


def skip_all(reason):
    print(f'1..0 # SKIP {reason}')
    return 0
