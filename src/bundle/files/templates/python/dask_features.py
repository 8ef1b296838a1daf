"""Computes features of many recordings with Dask, on this machine or on a cluster.

usage: dask_features.py FOLDER FEATURES [--workers N | --scheduler ADDRESS]

FOLDER has recordings as files of NumPy, [rows, channels]; FEATURES gets a file of the same name for
each, an array, or an .npz with all outputs by their names. The package @module@ must be installed
where the workers are. They are sent the names of files, so that all have to see both folders.

SPDX-License-Identifier: MIT-0
"""
import argparse
import os
import sys

import numpy as np
from dask.distributed import Client, as_completed

import @module@


def compute(path, folder):
    """Computes one file, on a worker, and returns the number of results. Other formats would be read here."""
    result = @module@.run(np.load(path))
    arrays = result if isinstance(result, dict) else {'': result}
    target = os.path.join(folder, os.path.splitext(os.path.basename(path))[0])
    part = f'{target}.part'  # until all of it is there
    with open(part, 'wb') as file:
        if isinstance(result, dict):
            np.savez(file, **result)
        else:
            np.save(file, result)
    os.replace(part, target + ('.npz' if isinstance(result, dict) else '.npy'))
    return max(len(array) for array in arrays.values())


def connect(arguments):
    if arguments.scheduler is not None:
        return Client(arguments.scheduler)
    # A process each: two threads of one would only wait for each other's Python.
    return Client(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None)


def main():
    parser = argparse.ArgumentParser(description='Computes features of many recordings with Dask.')
    parser.add_argument('folder')
    parser.add_argument('features')
    parser.add_argument('--workers', type=int, help='processes on this machine; as many as processors if not given')
    parser.add_argument('--scheduler', help='address of a Dask scheduler, such as tcp://host:8786')
    arguments = parser.parse_args()
    folder, features = os.path.abspath(arguments.folder), os.path.abspath(arguments.features)
    paths = sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith('.npy'))
    failed = 0
    os.makedirs(features, exist_ok=True)
    with connect(arguments) as client:
        futures = {client.submit(compute, path, features, pure=False): path for path in paths}
        for future in as_completed(futures):
            if future.status == 'finished':
                continue
            failed += 1
            print(f'{futures[future]}: {future.exception()}', file=sys.stderr)
    print(f'{features}: {len(paths) - failed} of {len(paths)} recordings computed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
