#!/usr/bin/python3
"""Writes inputs, attributes and expected outputs of the operators of SkriptND, computed with numpy
and scipy: a table for each module, a case on a line.

usage: make-vectors.py FOLDER, which is tests/data/skriptnd; `make-vectors.py --check FOLDER` only
tells which tables would be others

SPDX-License-Identifier: MIT
"""
import itertools
import json
import os
import sys

import numpy as np
import scipy.ndimage
import scipy.signal

from operator_references import REFERENCES

CASES = []


class Numbers:
    """Numbers that floats hold exactly, always the same ones."""

    def __init__(self):
        self.state = 1

    def draw(self, shape, least, greatest):
        """Integers from the least to the greatest one."""
        result = np.empty(int(np.prod(shape)), dtype=np.int64)
        for i in range(result.size):
            self.state = self.state * 48271 % 0x7fffffff
            result[i] = least + self.state % (greatest - least + 1)
        return result.reshape(shape)

    def real(self, *shape, least=-4.0, greatest=4.0, step=0.125):
        return self.draw(shape, round(least / step), round(greatest / step)) * float(step)

    def int(self, *shape, least=-9, greatest=9):
        return self.draw(shape, least, greatest)

    def bool(self, *shape):
        return self.draw(shape, 0, 1) == 1


numbers = Numbers()
real, integer, boolean = numbers.real, numbers.int, numbers.bool
SHAPES = ((7,), (2, 3), (2, 1, 3))


def type_of(array):
    return {'f': 'real', 'i': 'int', 'b': 'bool'}[array.dtype.kind]


def write_tensor(array):
    array = np.asarray(array)
    flat = array.ravel().tolist()
    if array.dtype.kind == 'f':
        flat = [float(f'{x:.14g}') for x in flat]
    return {'type': type_of(array), 'shape': list(array.shape), 'data': flat}


def write_argument(value):
    return [write_tensor(v) for v in value] if isinstance(value, list) else write_tensor(value)


def write_value(value):
    """An attribute as an expression."""
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, (list, tuple)):
        return '[' + ', '.join(map(write_value, value)) + ']'
    return repr(value)


def add(operator, inputs, types=None, **attributes):
    """A case of an operator: its reference says what comes out of the inputs."""
    result = REFERENCES[operator](**inputs, **attributes, **(types or {}))
    case = {'operator': operator, 'attributes': {}, 'inputs': {}}
    if types:
        case['types'] = list(types.values())
    for name, value in attributes.items():
        case['attributes'][name] = write_value(value)
    for name, value in inputs.items():
        case['inputs'][name] = write_argument(value)
    outputs = result if isinstance(result, tuple) else (result,)
    case['outputs'] = [write_argument(value) for value in outputs]
    CASES.append(case)


def add_shapes(operator, inputs, *outputs, **attributes):
    """A case of an operator without a formula: only the shapes of what comes out are said."""
    REFERENCES[operator] = lambda **given: tuple(np.zeros(*output) for output in outputs)
    add(operator, inputs, **attributes)
    for output in CASES[-1]['outputs']:
        del output['data']


def each(operator, inputs, options):
    """A case with each of some sets of attributes."""
    for attributes in options:
        add(operator, inputs, **attributes)


def layout():
    for shape in ((4,), (2, 3), (2, 1, 2)):
        for name in ('constant', 'tensor'):
            add('layout.' + name, {}, shape=list(shape), value=integer(*shape).ravel().tolist())
        add('layout.constant', {}, shape=list(shape), value=1.5)
        add('layout.uniform', {'value': np.array(2.5)}, shape=list(shape))
        add('layout.shape', {'input': real(*shape)})
    add('layout.constant', {}, shape=[2], value=[True, False])
    add('layout.constant', {}, shape=[], value=[3])
    add('layout.uniform', {'value': np.array(7)}, shape=[2, 2])
    add('layout.uniform', {'value': np.array(True)}, shape=[])
    each('layout.range', {}, [
        {'first': 2, 'last': 5}, {'first': 0, 'last': 10, 'stride': 3},
        {'first': 5, 'last': -2, 'stride': -2}, {'first': 0.5, 'last': 3.0, 'stride': 0.75},
        {'first': 1.0, 'last': -1.0, 'stride': -0.5}, {'first': 3, 'last': 3}])
    for shape in SHAPES:
        add('layout.cast', {'x': real(*shape)}, {'R': 'int'})
        add('layout.cast', {'x': integer(*shape)}, {'R': 'real'})
        add('layout.cast', {'x': integer(*shape, least=-1, greatest=1)}, {'R': 'bool'})
    add('layout.cast', {'x': boolean(5)}, {'R': 'int'})
    x = integer(2, 3, 4)
    each('layout.reshape', {'input': x}, [
        {'shape': [4, 6]}, {'shape': [2, -1]}, {'shape': [24]}, {'axis': 1, 'shape': [6, 2]},
        {'axis': -2, 'rank': 1, 'shape': [3, 1]}, {'axis': 0, 'rank': 2, 'shape': [6]}])
    add('layout.reshape', {'input': real(6)}, shape=[3, 2])
    add('layout.reshape', {'input': boolean(2, 2)}, shape=[-1, 1])
    each('layout.flatten', {'input': x}, [{}, {'axis': 1}, {'axis': 0, 'rank': 2},
                                          {'axis': -1, 'rank': 1}, {'axis': -3, 'rank': 2}])
    add('layout.flatten', {'input': real(5)})
    add('layout.flatten', {'input': real(2, 3)})
    each('layout.unflatten', {'input': x}, [{'axis': 2, 'shape': [2, 2]},
                                            {'axis': -3, 'shape': [1, 2]}])
    add('layout.unflatten', {'input': real(6)}, axis=0, shape=[1, 3, 2])
    add('layout.unflatten', {'input': real(4, 2)}, axis=0, shape=[2, 2])
    add('layout.squeeze', {'input': real(1, 3, 1)}, axes=[0])
    add('layout.squeeze', {'input': real(1, 3, 1)}, axes=[0, -1])
    add('layout.squeeze', {'input': integer(2, 1)}, axes=[1])
    add('layout.squeeze', {'input': real(1)}, axes=[0])
    add('layout.unsqueeze', {'input': real(3)}, axes=[0])
    add('layout.unsqueeze', {'input': integer(2, 3)}, axes=[1, -1])
    add('layout.unsqueeze', {'input': real(2, 1, 2)}, axes=[-3])
    add('layout.concat', {'inputs': [real(2), real(3), real(1)]}, axis=0)
    add('layout.concat', {'inputs': [integer(2, 2), integer(2, 2)]}, axis=1)
    add('layout.concat', {'inputs': [real(2, 1, 2), real(2, 3, 2)]}, axis=-2)
    each('layout.split', {'input': x}, [{'axis': 0, 'count': 2}, {'axis': -1, 'sizes': [1, 3]},
                                        {'axis': 1, 'sizes': [1, 1, 1]}])
    add('layout.split', {'input': real(6)}, axis=0, count=3)
    add('layout.split', {'input': real(2, 5)}, axis=1, sizes=[2, 3])
    for axis in (0, 1, -1):
        add('layout.stack', {'inputs': [real(2, 2), real(2, 2), real(2, 2)]}, axis=axis)
    add('layout.stack', {'inputs': [real(3), real(3)]}, axis=1)
    add('layout.stack', {'inputs': [integer(2, 1, 2), integer(2, 1, 2)]}, axis=1, squeeze=True)
    each('layout.unstack', {'input': x}, [{'axis': 0}, {'axis': -1}, {'axis': 1, 'squeeze': False}])
    add('layout.unstack', {'input': real(3)}, axis=0)
    add('layout.unstack', {'input': real(2, 2)}, axis=1)
    each('layout.tile', {'input': integer(2, 3)}, [
        {'repeats': [2, 2]}, {'axes': [1], 'repeats': [3]}, {'axes': [-2, 1], 'repeats': [3, 1]}])
    add('layout.tile', {'input': real(3)}, repeats=[2])
    add('layout.tile', {'input': real(1, 2, 2)}, axes=[0], repeats=[3])
    add('layout.broadcast', {'input': real(1, 3)}, shape=[2, 3])
    add('layout.broadcast', {'input': real(1)}, shape=[4])
    add('layout.broadcast', {'input': integer(2, 1, 3)}, axes=[-2], shape=[2])
    add('layout.broadcast', {'input': real(2, 1, 1)}, axes=[1, 2], shape=[2, 3])
    x = integer(4, 5)
    each('layout.slice', {'input': x}, [
        {'begin': [1, 0], 'end': [3, 5]}, {'begin': [0, 1], 'end': [4, -1], 'stride': 2},
        {'axes': [1], 'begin': [-2], 'end': [-6], 'stride': [-1]},
        {'axes': [-1, 0], 'begin': [4, 3], 'end': [0, 0], 'stride': [-3, -1]},
        {'axes': [0], 'begin': [2], 'end': [9]}, {'axes': [1], 'begin': [2], 'end': [2]}])
    add('layout.slice', {'input': real(7)}, begin=[1], end=[7], stride=[3])
    add('layout.slice', {'input': real(2, 2, 3)}, axes=[2], begin=[-2], end=[3])
    for method in ('CONSTANT', 'REFLECT', 'REPLICATE', 'SYMMETRIC'):
        add('layout.pad', {'input': real(4)}, padding=[2, 3], method=method)
        add('layout.pad', {'input': integer(3, 2)}, padding=[1, 0, 2, 1], method=method)
        add('layout.pad', {'input': integer(2, 3, 2)}, axes=[-2], padding=[2, 1], method=method)
    add('layout.pad', {'input': real(2, 2), 'value': np.array(0.5)}, padding=[1, 0, 0, 1])
    add('layout.pad', {'input': real(3)}, padding=[0, 0])
    x = integer(2, 3, 4)
    each('layout.transpose', {'input': x}, [
        {}, {'perm': [1, 0, 2]}, {'perm': [-1, 0, 1]}, {'axis': 1, 'perm': [2, 1]},
        {'axis': -2, 'perm': [-1, -2]}])
    add('layout.transpose', {'input': real(3)})
    add('layout.transpose', {'input': real(2, 3)})
    for x, block in ((real(1, 1, 6), [2]), (real(2, 2, 4, 2), [2, 1]),
                     (integer(1, 2, 4, 6), [2, 3])):
        add('layout.space_to_batch', {'input': x}, block_size=block)
        y = REFERENCES['layout.space_to_batch'](x, block)
        add('layout.batch_to_space', {'input': y}, block_size=block)
    add('layout.shuffle', {'input': real(6)}, axis=0, groups=2)
    add('layout.shuffle', {'input': real(2, 6)}, axis=1, groups=3)
    add('layout.shuffle', {'input': integer(2, 4, 2)}, axis=-2, groups=2)
    x = real(3, 4, 2)
    for axis in (0, 1, -1):
        places = integer(5, least=0, greatest=x.shape[axis] - 1)
        add('layout.gather', {'data': x, 'index': places}, axis=axis)
    add('layout.gather', {'data': integer(5), 'index': integer(2, 2, least=0, greatest=4)}, axis=0)
    add('layout.gather', {'data': real(2, 3), 'index': np.array(1)}, axis=1)
    low = {'least': 0, 'greatest': 1}
    add('layout.gather_nd', {'data': x, 'indices': integer(4, 3, **low)})
    add('layout.gather_nd', {'data': x, 'indices': integer(2, 2, 2, **low)})
    add('layout.gather_nd', {'data': integer(6), 'indices': integer(3, 1, least=0, greatest=5)})
    add('layout.gather_nd', {'data': x, 'indices': integer(3, 2, 1, **low)}, batch_dims=1)
    places = np.array([[2, 0], [1, 1], [0, 3]])
    add('layout.scatter', {'data': real(3, 4), 'indices': places, 'updates': real(3, 2)}, axis=1)
    add('layout.scatter', {'data': real(3, 4), 'indices': places, 'updates': real(3, 2)}, axis=-1)
    add('layout.scatter', {'data': integer(5), 'indices': np.array([4, 0, 4]),
                           'updates': integer(3)}, axis=0)
    add('layout.scatter', {'data': real(2, 2, 2), 'indices': integer(3, 2, 2, **low),
                           'updates': real(3, 2, 2)}, axis=0)
    add('layout.scatter_nd', {'data': real(5), 'indices': np.array([[3], [0]]),
                              'updates': real(2)})
    add('layout.scatter_nd', {'data': real(3, 2), 'indices': np.array([[2], [0]]),
                              'updates': real(2, 2)})
    add('layout.scatter_nd', {'data': integer(2, 2, 3), 'indices': integer(2, 2, 1, **low),
                              'updates': integer(2, 2, 3)}, batch_dims=1)
    for shape in SHAPES:
        add_shapes('layout.nonzero', {'input': integer(*shape, **low)},
                   ((len(shape), int(np.prod(shape))), int))
    for shape, block in (((1, 2, 6), [3]), ((2, 3, 4, 2), [2, 1]), ((1, 2, 4, 6), [2, 3]),
                         ((1, 1, 2, 2, 4), [1, 2, 2])):
        for blocks_first, data_format in itertools.product((True, False), ('NCX', 'NXC')):
            chosen = {'block_size': block, 'blocks_first': blocks_first, 'data_format': data_format}
            x = real(*shape)
            x = x if data_format == 'NCX' else np.moveaxis(x, 1, -1)
            add('layout.space_to_depth', {'input': x}, **chosen)
            y = REFERENCES['layout.space_to_depth'](x, **chosen)
            add('layout.depth_to_space', {'input': y}, **chosen)
    add('layout.space_to_depth', {'input': integer(1, 1, 2, 2)}, block_size=[2, 2])
    add('layout.depth_to_space', {'input': integer(1, 4, 1, 1)}, block_size=[2, 2])


def math():
    domains = {'rcp': (0.5, 4), 'sqrt': (0, 9), 'rsqr': (0.5, 4), 'rsqrt': (0.5, 4),
               'log': (0.125, 9), 'log2': (0.125, 9), 'asin': (-1, 1), 'acos': (-1, 1),
               'acosh': (1, 9), 'atanh': (-0.875, 0.875), 'tan': (-1.25, 1.25)}
    for shape in SHAPES:
        for name in ('iden', 'neg', 'sqr', 'abs', 'sign'):
            add('math.' + name, {'x': integer(*shape) if shape == (2, 3) else real(*shape)})
        for name in ('rcp', 'sqrt', 'rsqr', 'rsqrt', 'exp', 'log', 'log2', 'sin', 'cos', 'tan',
                     'sinh', 'cosh', 'tanh', 'asin', 'acos', 'atan', 'asinh', 'acosh', 'atanh',
                     'floor', 'ceil', 'round'):
            least, greatest = domains.get(name, (-4, 4))
            add('math.' + name, {'x': real(*shape, least=least, greatest=greatest)})
        add('math.not', {'x': boolean(*shape)})
    add('math.iden', {'x': boolean(3)})

    pairs = [((4,), (4,), {}), ((2, 3), (3,), {}), ((2, 1, 2), (3, 1), {}), ((), (2, 2), {}),
             ((2, 3), (2,), {'rhs_align': 0}), ((2,), (2, 3, 1), {'lhs_align': 0}),
             ((3, 2), (3,), {'rhs_align': -1}), ((2,), (3, 2, 2), {'lhs_align': 1}),
             ((2, 2), (3,), {'lhs_align': -1, 'rhs_align': 2})]
    for i, (first, second, options) in enumerate(pairs):
        for name in ('add', 'sub', 'mul', 'min', 'max', 'lt', 'gt', 'le', 'ge', 'eq', 'ne', 'div',
                     'mod'):
            draw = integer if (i + len(name)) % 2 else real
            y = draw(*second, least=1, greatest=3)
            add('math.' + name, {'x': draw(*first, least=-5, greatest=5),
                                 'y': y if name in ('div', 'mod', 'eq', 'ne') or i % 2 else -y},
                **options)
        add('math.pow', {'x': real(*first, least=0.5, greatest=3), 'y': real(*second)}, **options)
        for name in ('and', 'or', 'xor'):
            add('math.' + name, {'x': boolean(*first), 'y': boolean(*second)}, **options)
    add('math.pow', {'x': integer(5), 'y': integer(5, least=0, greatest=4)})
    add('math.mod', {'x': integer(6), 'y': np.array([-4, -3, -2, 2, 3, 4])})
    add('math.div', {'x': integer(6), 'y': np.array([-4, -3, -2, 2, 3, 4])})
    add('math.eq', {'x': boolean(6), 'y': boolean(6)})

    triples = [((4,), (4,), (4,), {}), ((2, 1), (3,), (), {}), ((2, 2, 1), (2, 1), (3,), {}),
               ((2,), (2, 3), (3,), (0, None, None)), ((2, 3), (2,), (3,), (None, 0, None)),
               ((3, 2), (2,), (3,), (None, 1, -1))]
    for one, two, three, aligned in triples:
        def options(*names):
            return {n: a for n, a in zip(names, aligned or ()) if a is not None}
        draw = real if one == (4,) else integer
        add('math.select', {'c': boolean(*one), 'x': draw(*two), 'y': draw(*three)},
            **options('cond_align', 'lhs_align', 'rhs_align'))
        add('math.axpb', {'a': real(*two), 'x': real(*one), 'b': real(*three)},
            **options('x_align', 'a_align', 'b_align'))
        add('math.axpby', {'a': real(), 'x': real(*one), 'b': real(*two), 'y': real(*three)},
            **options('x_align', 'b_align', 'y_align'))
        add('math.clamp', {'x': draw(*one), 'a': draw(*two, least=-3, greatest=-1),
                           'b': draw(*three, least=0, greatest=2)},
            **options('val_align', 'min_align', 'max_align'))
    for ranks in itertools.permutations((2, 1, 1, 0)):
        a, x, b, y = (real(*(2, 3)[2 - rank:]) for rank in ranks)
        add('math.axpby', {'a': a, 'x': x, 'b': b, 'y': y})
        add('math.axpb', {'a': a, 'x': x, 'b': b})
        add('math.clamp', {'x': a, 'a': x - 4, 'b': b + 4})
    add('math.axpby', {'a': real(), 'x': real(2, 3), 'b': real(1), 'y': real(2, 1)})
    add('math.axpby', {'a': real(2), 'x': real(2, 3), 'b': real(3), 'y': real(3)}, a_align=0)

    for alignment, shape in ((0, (1, 2)), (1, (2,)), (-1, (2,))):
        for operator, inputs, names in (
                ('select', 'cxy', ('cond_align', 'lhs_align', 'rhs_align')),
                ('axpb', 'axb', ('a_align', 'x_align', 'b_align')),
                ('axpby', 'axby', ('a_align', 'x_align', 'b_align', 'y_align')),
                ('clamp', 'xab', ('val_align', 'min_align', 'max_align'))):
            for i, aligned in enumerate(names):
                tensors = {name: real(*(shape if i == k else (1, 2, 3)))
                           for k, name in enumerate(inputs)}
                if operator == 'select':
                    tensors['c'] = tensors['c'] > 0
                if operator == 'clamp':
                    tensors['b'] = np.abs(tensors['b']) + 4
                add('math.' + operator, tensors, **{aligned: alignment})

    for n, shape in ((3, (4,)), (2, (2, 3)), (4, (2, 1, 2)), (1, (3,))):
        for name in ('sum_n', 'prod_n', 'min_n', 'max_n', 'argmin_n', 'argmax_n'):
            draw = real if shape == (2, 3) else integer
            add('math.' + name, {'xs': [draw(*shape, least=-2, greatest=2) for _ in range(n)]})
        for name in ('any_n', 'all_n'):
            add('math.' + name, {'xs': [boolean(*shape) for _ in range(n)]})

    for shape, options in (((5,), {}), ((2, 3), {'axes': [1]}), ((2, 3, 2), {'axes': [0, -1]}),
                           ((2, 3, 2), {'axes': [1], 'squeeze': True}),
                           ((2, 2), {'squeeze': True}), ((2, 3), {'axes': []})):
        for name in ('min_reduce', 'max_reduce', 'sum_reduce', 'prod_reduce'):
            add('math.' + name, {'input': (integer if options else real)(*shape)}, **options)
        for name in ('any_reduce', 'all_reduce'):
            add('math.' + name, {'input': boolean(*shape)}, **options)
        for name in ('mean_reduce', 'moments'):
            add('math.' + name, {'input': real(*shape)}, **options)
        add('math.lp_reduce', {'input': real(*shape)}, p=2.0 if options else 1.5, **options)
        for name in ('argmin_nd', 'argmax_nd'):
            if options.get('axes') != []:
                add('math.' + name, {'input': real(*shape, step=1)}, **options)
    for name in ('argmin', 'argmax'):
        add('math.' + name, {'input': np.full((2, 3), 0.5)}, axis=1)  # the first one wins
        add(f'math.{name}_nd', {'input': np.full((2, 3), 0.5)})
        add('math.' + name, {'input': real(6, step=1)}, axis=0)
        add('math.' + name, {'input': real(2, 4, step=1)}, axis=-1)
        add('math.' + name, {'input': real(2, 3, 2, step=1)}, axis=1, squeeze=True)
        add(f'math.{name}_nd', {'input': real(2, 3, 2, step=1)}, axes=[2, 0])
    for exclusive, reverse in itertools.product((False, True), repeat=2):
        chosen = {'exclusive': exclusive, 'reverse': reverse}
        add('math.cumsum', {'input': real(5)}, axis=0, **chosen)
        add('math.cumsum', {'input': real(3, 4)}, axis=-1, **chosen)
        add('math.cumsum', {'input': integer(2, 3, 2)}, axis=1, **chosen)
    add('math.cumsum', {'input': real(2, 1)}, axis=-1)


def linalg():
    for n in (1, 4, 7):
        add('linalg.dot', {'x': real(n), 'y': real(n)})
    add('linalg.dot', {'x': real(3), 'y': real(3), 'b': np.array(0.25)})
    for m, n in ((3, 2), (1, 4), (2, 5)):
        add('linalg.matvec', {'A': real(m, n), 'x': real(n)})
        add('linalg.matvec', {'A': real(m, n), 'x': real(m), 'b': real(n)}, transA=True)
    for a, b, options in (((2, 3), (3, 4), {}), ((2, 2, 3), (3, 1), {}),
                          ((2, 1, 2, 2), (3, 2, 2), {}), ((3, 2), (3, 4), {'transA': True}),
                          ((2, 3), (4, 3), {'transB': True}),
                          ((2, 3, 2), (1, 4, 3), {'transA': True, 'transB': True})):
        add('linalg.matmul', {'A': real(*a), 'B': real(*b)}, **options)
    for trans_a, trans_b in itertools.product((False, True), repeat=2):
        for first, second in ((1, 2), (2, 1)):
            add('linalg.matmul', {'A': real(first, *((3, 2) if trans_a else (2, 3))),
                                  'B': real(second, *((1, 3) if trans_b else (3, 1)))},
                transA=trans_a, transB=trans_b)
    add('linalg.matmul', {'A': real(2, 2), 'B': real(3, 2, 1)})
    add('linalg.matmul', {'A': real(2, 2), 'B': real(2, 3), 'C': real(2, 3)})
    add('linalg.matmul', {'A': real(2, 2, 3), 'B': real(3, 2), 'C': real(1, 2, 2)})
    for first, second in (((2,), (3,)), ((2, 2), (3,)), ((), (4,))):
        add('linalg.outer', {'x': real(*first), 'y': real(*second)})


def nn():
    for b, c, n in ((1, 2, 3), (3, 4, 2), (2, 1, 1)):
        add('nn.linear', {'input': real(b, c), 'filter': real(n, c)})
        add('nn.linear', {'input': real(b, c), 'filter': real(n, c), 'bias': real(n)})
    convolutions()
    pools()
    activations()
    norms()
    for s, b, c, n in ((3, 1, 2, 2), (2, 2, 1, 3), (4, 2, 2, 1)):
        weights = {'X': real(s, b, c, least=-1, greatest=1),
                   'W': real(4 * n, c, least=-1, greatest=1),
                   'R': real(4 * n, n, least=-1, greatest=1),
                   'B': real(4 * n, least=-1, greatest=1)}
        add('nn.lstm', weights)
        add('nn.lstm', {**weights, 'h0': real(b, n), 'c0': real(b, n)})
    add('nn.lstm', {**weights, 'h0': real(b, n), 'c0': real(b, n), 'steps': np.array([4, 2])})


def arrange(tensor, layout):
    d = tensor.ndim - 2
    orders = {'NCX': range(d + 2), 'NXC': [0, *range(2, d + 2), 1],
              'XCN': [*range(2, d + 2), 1, 0], 'CXN': [1, *range(2, d + 2), 0]}
    return np.transpose(tensor, orders[layout])


def convolutions():
    line, lines = real(1, 2, 7), real(3, 2, 3)
    each('nn.conv', {'input': line, 'filter': lines}, [
        {}, {'padding': [0, 0]}, {'padding': [2, 1], 'stride': [2]}, {'stride': 2},
        {'stride': [2], 'ceil_mode': True}, {'dilation': [2], 'padding': [1, 1]},
        {'stride': [3], 'padding': [0, 1], 'ceil_mode': True}])
    for alignment in ('UPPER', 'LOWER'):
        add('nn.conv', {'input': line, 'filter': real(1, 2, 2)}, padding_align=alignment)
        add('nn.conv', {'input': line, 'filter': real(1, 2, 1)}, padding_align=alignment, stride=2)
    image, filter_ = real(2, 2, 4, 5), real(2, 2, 3, 2)
    add('nn.conv', {'input': image, 'filter': filter_, 'bias': real(2)}, padding=[1, 0, 1, 1])
    add('nn.conv', {'input': real(1, 1, 3, 3, 3), 'filter': real(1, 1, 2, 2, 2)},
        padding=[0, 0, 0, 0, 0, 1], stride=[1, 2, 1])
    small = real(1, 4, 3, 3)
    add('nn.conv', {'input': small, 'filter': real(2, 2, 2, 2)}, groups=2, padding=[0, 0, 0, 0])
    add('nn.conv', {'input': small, 'filter': real(4, 1, 2, 2), 'bias': real(4)}, groups=0)
    add('nn.conv', {'input': small, 'filter': real(8, 1, 1, 2)}, groups=0, padding=[0, 0, 0, 1])
    for data_format in ('NCX', 'NXC', 'XCN'):
        for filter_format in ('NCX', 'NXC', 'XCN', 'CXN'):
            formats = {'data_format': data_format, 'filter_format': filter_format}
            add('nn.conv', {'input': arrange(real(1, 2, 3, 4), data_format),
                            'filter': arrange(real(2, 2, 2, 3), filter_format),
                            'bias': real(2)}, padding=[0, 1, 1, 1], **formats)
            add('nn.deconv', {'input': arrange(real(1, 2, 2, 3), data_format),
                              'filter': arrange(real(2, 1, 2, 3), filter_format),
                              'bias': real(1)}, padding=[0, 1, 1, 1], **formats)
    each('nn.deconv', {'input': real(1, 2, 4), 'filter': real(2, 3, 3)}, [
        {}, {'padding': [0, 0]}, {'padding': [1, 0], 'stride': [2]}, {'stride': 2},
        {'dilation': [2], 'padding': [1, 1]},
        {'stride': [2], 'padding': [1, 1], 'output_size': [8]}])
    for alignment in ('UPPER', 'LOWER'):
        add('nn.deconv', {'input': real(1, 1, 4), 'filter': real(1, 1, 2)},
            padding_align=alignment)
    add('nn.deconv', {'input': real(1, 4, 2, 2), 'filter': real(4, 2, 2, 2), 'bias': real(4)},
        groups=2, stride=[2, 1], padding=[0, 0, 0, 0])
    add('nn.deconv', {'input': real(2, 2, 2, 3), 'filter': real(2, 1, 2, 2)}, groups=0)


def pools():
    extra = {'max_pool': [{}], 'sum_pool': [{}], 'lp_pool': [{'p': 2.0}, {'p': 1.0}],
             'avg_pool': [{}, {'ignore_border': False}], 'rms_pool': [{}, {'ignore_border': False}]}
    for name, variants in extra.items():
        operator = 'nn.' + name
        for i, more in enumerate(variants):
            line = {'input': real(1, 2, 7)}
            each(operator, line, [
                {'size': [2], **more}, {'size': [3], 'stride': [2], 'padding': [1, 1], **more},
                {'size': [3], 'stride': 2, 'ceil_mode': True, **more}])
            if i == 0:
                each(operator, line, [
                    {'size': [2], 'padding_align': 'LOWER', **more},
                    {'size': [2], 'stride': [2], 'padding': [0, 0], **more},
                    {'size': [2], 'dilation': [3], 'padding': [2, 1], **more},
                    {'size': [2], 'stride': [2], 'padding': [0, 0], 'ceil_mode': True, **more}])
            add(operator, {'input': real(1, 1, 4, 5)}, size=[2, 3], padding=[0, 1, 1, 1], **more)
            add(operator, {'input': real(3, 4)}, axes=[-1], size=[2], padding=[0, 0], **more)
            add(operator, {'input': real(4, 2, 3)}, axes=[2, 0], size=[3, 2], stride=[1, 2], **more)


def activations():
    for shape in SHAPES:
        for name in ('relu', 'thresholded_relu', 'elu', 'selu', 'gelu', 'silu', 'sigmoid',
                     'softplus', 'erf'):
            add('nn.' + name, {'x': real(*shape)})
    x = {'x': real(9)}
    each('nn.relu', x, [{'alpha': 0.25}, {'max': 2.0}, {'alpha': 0.5, 'max': 1.5}])
    each('nn.gelu', x, [{'approximate': 'TANH'}, {'approximate': 'SIGMOID'}])
    add('nn.thresholded_relu', {'x': np.array([-1.5, 0.0, 1.25, 1.5, 1.75])}, theta=1.5)
    close = real(9, least=-0.25, greatest=0.25, step=0.0625)
    for name in ('relu', 'thresholded_relu', 'elu', 'selu'):
        add('nn.' + name, {'x': close})
    add('nn.prelu', {'x': close, 'alpha': real(9)}, axis=0)
    add('nn.elu', x, alpha=0.75)
    each('nn.selu', x, [{'alpha': 1.5}, {'lambda': 2.0}])
    add('nn.prelu', {**x, 'alpha': real(9)}, axis=0)
    add('nn.prelu', {'x': real(2, 3), 'alpha': real(3)})
    add('nn.prelu', {'x': real(2, 2, 3), 'alpha': real(2)}, axis=-2)


def norms():
    image = real(2, 3, 2, 2)
    moments = {'mean': real(3), 'variance': real(3, least=0.5, greatest=4)}
    add('nn.batch_norm', {'input': image, **moments})
    add('nn.batch_norm', {'input': image, **moments, 'bias': real(3)}, epsilon=0.125)
    add('nn.batch_norm', {'input': real(4, 3), **moments, 'bias': real(3), 'scale': real(3)})
    add('nn.batch_norm', {'input': real(3, 2), **moments}, channel_axis=0)
    add('nn.batch_norm', {'input': real(2, 2, 3), **moments, 'scale': real(3)}, channel_axis=-1)
    add('nn.mean_variance_norm', {'input': image})
    add('nn.mean_variance_norm', {'input': image, 'bias': real(3), 'scale': real(3)}, epsilon=0.25)
    add('nn.mean_variance_norm', {'input': real(2, 3, 4), 'bias': real(3)}, axes=[1, 2])
    add('nn.mean_variance_norm', {'input': real(3, 2), 'scale': real(2)}, axes=[-2])
    add('nn.local_response_norm', {'input': real(2, 5)}, size=[3])
    add('nn.local_response_norm', {'input': real(1, 4, 3)}, size=[2], alpha=0.5, beta=0.75,
        bias=2.0)
    add('nn.local_response_norm', {'input': real(1, 2, 3, 3)}, axes=[2, 3], size=[3, 2])
    for name in ('l1_norm', 'l2_norm'):
        add('nn.' + name, {'input': real(5)}, axes=[0])
        add('nn.' + name, {'input': real(2, 3)}, axes=[-1], bias=0.5)
        add('nn.' + name, {'input': real(2, 3, 2)}, axes=[0, 2], epsilon=20.0)
        add('nn.' + name, {'input': real(2, 3)}, axes=[1], bias=0.25, epsilon=1.0)
    add('nn.softmax', {'input': real(2, 4)})
    add('nn.softmax', {'input': real(5)}, axes=[0])
    add('nn.softmax', {'input': real(2, 3, 2)}, axes=[1, -1])


def image():
    for name in ('nearest_downsample', 'area_downsample'):
        add('image.' + name, {'input': real(6)}, factor=[3])
        add('image.' + name, {'input': real(2, 4)}, axes=[1], factor=[2])
        add('image.' + name, {'input': real(1, 2, 4, 6)}, axes=[2, -1], factor=[2, 3])
    for shape, options in (((3,), {'factor': [2]}), ((2, 3), {'axes': [-1], 'factor': [3]}),
                           ((1, 2, 2, 3), {'axes': [2, 3], 'factor': [3, 2]})):
        add('image.nearest_upsample', {'input': real(*shape)}, **options)
        for symmetric, border in itertools.product((True, False), repeat=2):
            add('image.linear_upsample', {'input': real(*shape)}, **options,
                **{} if symmetric else {'symmetric': False},
                **{} if border else {'replicate_border': False})
    transforms = ('SYMMETRIC', 'ASYMMETRIC', 'ALIGNED')
    methods = ('ROUND_PREFER_FLOOR', 'ROUND_PREFER_CEIL', 'FLOOR', 'CEIL')
    for transform in transforms:
        chosen = {'coordinate_transform': transform}
        for method in methods:
            for operator, more in (('nearest_resize', {}), ('resize', {'mode': 'NEAREST'})):
                add('image.' + operator, {'input': real(4)}, size=[8], **chosen, **more,
                    rounding_method=method) if transform != 'ALIGNED' else None
                add('image.' + operator, {'input': real(2, 5)}, axes=[1], size=[3], **chosen,
                    **more, rounding_method=method) if transform == 'ALIGNED' else None
        add('image.nearest_resize', {'input': real(1, 1, 4, 3)}, axes=[2, 3], size=[2, 5], **chosen)
        for operator, more in (('linear_resize', {}), ('resize', {'mode': 'LINEAR'})):
            add('image.' + operator, {'input': real(4)}, size=[7], **chosen, **more)
            add('image.' + operator, {'input': real(2, 5)}, axes=[-1], size=[3], antialias=False,
                **chosen, **more)
            add('image.' + operator, {'input': real(1, 2, 3, 4)}, axes=[2, 3], size=[5, 1],
                **chosen, **more)
        add('image.rescale', {'input': real(4)}, factor=[1.5], mode='LINEAR', cubic_coeff_a=-0.5,
            **chosen)
        add('image.rescale', {'input': real(2, 4)}, axes=[1], factor=[2.0], **chosen,
            rounding_method='ROUND_PREFER_CEIL') if transform != 'ALIGNED' else None
        add('image.rescale', {'input': real(1, 4, 2)}, axes=[1, -1], factor=[0.5, 1.5],
            mode='LINEAR', antialias=False, **chosen)
    add('image.resize', {'input': real(3)}, size=[6], cubic_coeff_a=-0.5)
    for transform in transforms:
        chosen = {'coordinate_transform': transform}
        for operator, slope, more in (('cubic_resize', 'coeff_a', {}),
                                      ('resize', 'cubic_coeff_a', {'mode': 'CUBIC'})):
            add('image.' + operator, {'input': real(4)}, size=[7], **chosen, **more)
            add('image.' + operator, {'input': real(2, 5)}, axes=[-1], size=[3], antialias=False,
                **chosen, **more)
            add('image.' + operator, {'input': real(1, 2, 3, 4)}, axes=[3, 2], size=[1, 5],
                **chosen, **more, **{slope: -0.5})
    add('image.cubic_resize', {'input': real(3)}, size=[5])
    add('image.cubic_resize', {'input': real(1)}, size=[3])
    add('image.rescale', {'input': real(2, 3)}, factor=[1.5, 2.0], mode='CUBIC', cubic_coeff_a=-0.5)
    regions()
    add('image.nearest_resize', {'input': real(3)}, size=[6])
    for mode, padding, aligned in itertools.product(
            ('NEAREST', 'LINEAR', 'CUBIC'), ('ZEROS', 'REFLECT', 'REPLICATE'), (False, True)):
        chosen = {'mode': mode, 'padding': padding, 'aligned': aligned}
        # In steps of 3/32 no place is half-way between two elements.
        add('image.grid_sample', {'input': real(2, 2, 4), 'grid': real(2, 6, 1, step=0.09375)}, **chosen)
        add('image.grid_sample', {'input': real(1, 2, 3, 4),
                                  'grid': real(1, 2, 3, 2, least=-1.5, greatest=1.5, step=0.09375)},
            **chosen)
    add('image.grid_sample', {'input': real(1, 1, 1), 'grid': real(1, 3, 1)}, padding='REFLECT')
    add('image.grid_sample', {'input': real(1, 1, 2, 2), 'grid': real(1, 2, 1, 2)})
    add('image.grid_sample', {'input': real(1, 1, 2, 3, 2),
                              'grid': real(1, 1, 2, 1, 3, least=-1, greatest=1)})


def regions():
    """Inside, beyond both ends, on halves, with no width, and turned around."""
    line = np.array([[0.0, 5.0], [1.5, 4.4], [-3.0, 2.0], [4.0, 20.0], [3.0, 3.0], [4.0, 1.0],
                     [9.0, 12.0]])
    image = np.array([[0.0, 0.0, 3.0, 4.0], [1.0, 2.0, 3.0, 3.0], [-1.0, 1.0, 1.0, 9.0],
                      [2.0, 0.5, 2.0, 0.5]])
    for name in ('image.max_roi_pool', 'image.avg_roi_pool'):
        for i, size in enumerate((1, 2, 3, 5)):
            add(name, {'input': real(2, 2, 6), 'rois': line[i:i + 4],
                       'index': integer(4, least=0, greatest=1)}, output_size=[size], by_region=True)
        add(name, {'input': real(2, 1, 6), 'rois': line[:2], 'index': np.array([1, 0])},
            output_size=[2])
        for size in ([2, 2], [1, 3], [4, 3]):
            add(name, {'input': real(3, 2, 5, 4), 'rois': image, 'index': np.array([2, 0, 1, 1])},
                output_size=size, by_region=True)
        add(name, {'input': real(1, 1, 2, 3, 4), 'rois': real(1, 6, least=0, greatest=3),
                   'index': np.zeros(1, int)}, output_size=[1, 2, 2])
        add(name, {'input': real(1, 1, 3), 'rois': line[:1], 'index': np.zeros(1, int)},
            output_size=[1], by_region=False)


def quant():
    for shape, axis in (((7,), 0), ((2, 3), 1), ((2, 2, 3), -1)):
        n = shape[axis]
        for more in ({}, {'signed': False}, {'symmetric': True}):
            least, greatest = (real(n, least=-4, greatest=0), real(n, least=1, greatest=4))
            add('quant.min_max_linear_quantize', {'input': real(*shape, least=-5, greatest=5)},
                min=-3.3, max=2.9, bits=4, channel_axis=axis, **more)
            add('quant.min_max_linear_quantize', {'input': real(*shape, least=-5, greatest=5)},
                min=[x - 0.07 for x in least.tolist()], max=[x + 0.04 for x in greatest.tolist()],
                bits=3, channel_axis=axis, **more)
            add('quant.zero_point_linear_quantize', {'input': real(*shape, least=-9, greatest=9)},
                zero_point=3, scale=0.313, bits=4, channel_axis=axis, **more)
            add('quant.zero_point_linear_quantize', {'input': real(*shape)},
                zero_point=integer(n, least=-2, greatest=2).tolist(),
                scale=[0.223, 0.707, 0.373, 0.417, 0.293, 0.907, 1.103][:n], bits=5,
                channel_axis=axis, **more)
    add('quant.zero_point_linear_quantize', {'input': real(2, 3)}, zero_point=0, scale=0.707,
        bits=3)
    add('quant.min_max_linear_quantize', {'input': real(2, 3)}, min=-1.3, max=1.1, bits=8)


def algo():
    for shape, options in (((7,), {'k': 3}), ((2, 5), {'k': 2, 'axis': 1}),
                           ((3, 2, 2), {'k': 9, 'axis': -3}),
                           ((6,), {'k': 2, 'largest': False}), ((4,), {'k': 2, 'sorted': True}),
                           ((2, 5, 3), {'k': 3, 'axis': -2, 'largest': False}),
                           ((9,), {'k': 9, 'sorted': False})):
        add('algo.top_k', {'input': real(*shape)}, **options)
        add('algo.top_k', {'input': real(*shape, least=0, greatest=2, step=1.0)}, **options)
    for b, n, c, options in ((1, 3, 1, {}), (2, 2, 3, {'max_outputs_per_class': 1}),
                             (1, 2, 2, {'box_format': 'CENTER', 'iou_threshold': 0.5,
                                        'score_threshold': 0.25})):
        most = b * c * options.get('max_outputs_per_class', n)
        add_shapes('algo.nonmax_suppress', {'boxes': real(b, n, 4), 'scores': real(b, c, n)},
                   ((most, 3), int), **options)


def misc():
    for extents in ((3,), (2, 3), (2, 1, 4)):
        add('misc.mesh_grid', {'inputs': [real(n) for n in extents]})


def compare_references():
    """Compares sliding windows with what scipy has for the simplest of them."""
    x, w = real(1, 1, 6, 7), real(1, 1, 3, 2)
    conv = REFERENCES['nn.conv'](x, w, padding=[0, 0, 0, 0])
    np.testing.assert_allclose(conv[0, 0], scipy.signal.correlate(x[0, 0], w[0, 0], 'valid'))
    deconv = REFERENCES['nn.deconv'](x, w, padding=[0, 0, 0, 0])
    np.testing.assert_allclose(deconv[0, 0], scipy.signal.convolve(x[0, 0], w[0, 0], 'full'))
    stepped = REFERENCES['nn.conv'](x, w, padding=[0, 0, 0, 0], stride=[2, 3])
    np.testing.assert_allclose(stepped, conv[:, :, ::2, ::3])
    highest = REFERENCES['nn.max_pool'](x, size=[3, 3], padding=[1, 1, 1, 1])
    np.testing.assert_allclose(
        highest[0, 0], scipy.ndimage.maximum_filter(x[0, 0], 3, mode='constant', cval=-np.inf))
    mean = REFERENCES['nn.avg_pool'](x, size=[3, 3], padding=[1, 1, 1, 1], ignore_border=False)
    np.testing.assert_allclose(mean[0, 0],
                               scipy.ndimage.uniform_filter(x[0, 0], 3, mode='constant'))
    wide = REFERENCES['image.linear_upsample'](x, [3, 3], axes=[2, 3])
    zoomed = scipy.ndimage.zoom(x[0, 0], 3, order=1, mode='nearest', grid_mode=True)
    np.testing.assert_allclose(wide[0, 0], zoomed, atol=1e-12)


def write_tables(module):
    CASES.clear()
    numbers.state = 1
    module()
    return '[\n' + ',\n'.join(json.dumps(case, separators=(',', ':')) for case in CASES) + '\n]\n'


def main():
    folder, differ = sys.argv[-1], 0
    compare_references()
    for module in (layout, math, linalg, nn, image, quant, algo, misc):
        path = os.path.join(folder, module.__name__ + '.json')
        text = write_tables(module)
        if '--check' not in sys.argv:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            continue
        with open(path, encoding='utf-8') as file:
            if file.read() != text:
                print(path, 'would be another one')
                differ = 1
    return differ


if __name__ == '__main__':
    sys.exit(main())
