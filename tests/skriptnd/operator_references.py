"""What the operators of SkriptND compute, written with numpy and scipy instead of their formulas.

`REFERENCES` has a function for each operator: its attributes and its inputs are keyword
arguments, and it returns its output, or a tuple of them; a pack of tensors is a list.

Reals are whatever numpy makes of the inputs: double for the stored numbers.

SPDX-License-Identifier: MIT
"""

import itertools

import numpy as np
import scipy.special

REFERENCES = {}


def define(name):
    def decorate(function):
        REFERENCES[name] = function
        return function
    return decorate


def normalize_axes(axes, rank):
    axes = range(rank) if axes is None else axes
    return [axis % rank for axis in axes]


def spread(value, n):
    """A value for each axis of one for all axes."""
    return list(value) if isinstance(value, (list, tuple)) else [value] * n


def round_away(x):
    """To the nearest integer; halves go away from 0."""
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


# Layout

@define('layout.constant')
@define('layout.tensor')
def constant(shape, value):
    flat = np.array(value)
    return np.full(shape, flat) if flat.ndim == 0 else flat.reshape(shape)


@define('layout.uniform')
def uniform(value, shape):
    return np.full(shape, value)


@define('layout.range')
def range_(first, last, stride=1):
    return np.arange(first, last, stride)


@define('layout.shape')
def shape_(input):
    return np.array(input.shape, dtype=np.int64)


@define('layout.cast')
def cast(x, R):
    if R == 'bool':
        return x != 0
    return np.trunc(x).astype(np.int64) if R == 'int' else x.astype(float)


@define('layout.reshape')
def reshape(input, shape, axis=0, rank=None):
    axis %= input.ndim
    rank = input.ndim - axis if rank is None else rank
    return input.reshape(*input.shape[:axis], *shape, *input.shape[axis + rank:])


@define('layout.flatten')
def flatten(input, axis=0, rank=None):
    return reshape(input, [-1], axis, rank)


@define('layout.unflatten')
def unflatten(input, axis, shape):
    return reshape(input, shape, axis, 1)


@define('layout.squeeze')
def squeeze(input, axes):
    return np.squeeze(input, tuple(axes))


@define('layout.unsqueeze')
def unsqueeze(input, axes):
    return np.expand_dims(input, tuple(axes))


@define('layout.concat')
def concat(inputs, axis):
    return np.concatenate(inputs, axis)


@define('layout.split')
def split(input, axis, count=None, sizes=None):
    return np.split(input, count if sizes is None else np.cumsum(sizes)[:-1], axis)


@define('layout.stack')
def stack(inputs, axis, squeeze=False):
    if squeeze:
        return np.concatenate(inputs, axis)
    return np.stack(inputs, axis if axis >= 0 else axis + inputs[0].ndim)


@define('layout.unstack')
def unstack(input, axis, squeeze=True):
    slices = np.split(input, input.shape[axis], axis)
    return [np.squeeze(part, axis) for part in slices] if squeeze else slices


@define('layout.tile')
def tile(input, repeats, axes=None):
    counts = [1] * input.ndim
    for axis, n in zip(normalize_axes(axes, input.ndim), repeats):
        counts[axis] = n
    return np.tile(input, counts)


@define('layout.broadcast')
def broadcast(input, shape, axes=None):
    extents = list(input.shape)
    for axis, n in zip(normalize_axes(axes, input.ndim), shape):
        extents[axis] = n
    return np.broadcast_to(input, extents)


@define('layout.slice')
def slice_(input, begin, end, stride=1, axes=None):
    axes = normalize_axes(axes, input.ndim)
    index = [slice(None)] * input.ndim
    for axis, first, last, step in zip(axes, begin, end, spread(stride, len(axes))):
        index[axis] = slice(first, None if last < -input.shape[axis] else last, step)
    return input[tuple(index)]


@define('layout.pad')
def pad(input, padding, value=None, axes=None, method='CONSTANT'):
    axes = normalize_axes(axes, input.ndim)
    widths = [(0, 0)] * input.ndim
    for i, axis in enumerate(axes):
        widths[axis] = padding[i], padding[len(axes) + i]
    if method == 'CONSTANT':
        return np.pad(input, widths, constant_values=0 if value is None else value)
    return np.pad(input, widths, {'REFLECT': 'reflect', 'SYMMETRIC': 'symmetric',
                                  'REPLICATE': 'edge'}[method])


@define('layout.transpose')
def transpose(input, axis=0, perm=None):
    axis %= input.ndim
    perm = range(input.ndim)[::-1] if perm is None else normalize_axes(perm, input.ndim)
    return np.transpose(input, [*range(axis), *perm])


@define('layout.space_to_batch')
def space_to_batch(input, block_size):
    extents = [n // block for n, block in zip(input.shape[2:], block_size)]
    parts = [input[(slice(None), slice(None),
                    *(slice(i * n, (i + 1) * n) for i, n in zip(place, extents)))]
             for place in np.ndindex(*block_size)]
    return np.concatenate(parts)


@define('layout.batch_to_space')
def batch_to_space(input, block_size):
    b = input.shape[0] // int(np.prod(block_size))
    extents = input.shape[2:]
    result = np.zeros((b, input.shape[1], *(n * k for n, k in zip(extents, block_size))),
                      input.dtype)
    for i, place in enumerate(np.ndindex(*block_size)):
        part = tuple(slice(p * n, (p + 1) * n) for p, n in zip(place, extents))
        result[(slice(None), slice(None), *part)] = input[i * b:(i + 1) * b]
    return result


def name_axes(block_size, blocks_first, data_format):
    """What einsum calls the axes where blocks are channels, and where they are pixels."""
    block, space = 'uvw'[:len(block_size)], 'xyz'[:len(block_size)]
    channel = block + 'c' if blocks_first else 'c' + block
    pixels = ''.join(a + b for a, b in zip(space, block))
    if data_format == 'NCX':
        return 'n' + channel + space, 'nc' + pixels
    return 'n' + space + channel, 'n' + pixels + 'c'


def move_blocks(input, block_size, depth, space, source, target):
    extents = {'n': len(input), 'c': depth, **dict(zip('uvw', block_size)), **dict(zip('xyz', space))}
    return np.einsum(f'{source}->{target}', input.reshape([extents[axis] for axis in source]))


@define('layout.space_to_depth')
def space_to_depth(input, block_size, blocks_first=True, data_format='NCX'):
    channels, pixels = name_axes(block_size, blocks_first, data_format)
    first = data_format == 'NCX'
    extents = input.shape[2:] if first else input.shape[1:-1]
    space = [n // block for n, block in zip(extents, block_size)]
    depth = input.shape[1 if first else -1]
    moved = move_blocks(input, block_size, depth, space, pixels, channels)
    return moved.reshape([len(input), -1, *space] if first else [len(input), *space, -1])


@define('layout.depth_to_space')
def depth_to_space(input, block_size, blocks_first=True, data_format='NCX'):
    channels, pixels = name_axes(block_size, blocks_first, data_format)
    first = data_format == 'NCX'
    space = input.shape[2:] if first else input.shape[1:-1]
    depth = input.shape[1 if first else -1] // int(np.prod(block_size))
    moved = move_blocks(input, block_size, depth, space, channels, pixels)
    wide = [n * block for n, block in zip(space, block_size)]
    return moved.reshape([len(input), -1, *wide] if first else [len(input), *wide, -1])


@define('layout.shuffle')
def shuffle(input, axis, groups):
    channels = np.arange(input.shape[axis]).reshape(groups, -1)
    return np.take(input, channels.T.ravel(), axis)


@define('layout.gather')
def gather(data, index, axis):
    return np.take(data, index, axis)


@define('layout.gather_nd')
def gather_nd(data, indices, batch_dims=0):
    places = indices.shape[:-1]
    return np.array([data[(*place[:batch_dims], *indices[place])] for place in np.ndindex(places)],
                    data.dtype).reshape(*places, *data.shape[batch_dims + indices.shape[-1]:])


@define('layout.scatter')
def scatter(data, indices, updates, axis):
    result = data.copy()
    for place in np.ndindex(indices.shape):
        target = list(place)
        target[axis] = indices[place]
        result[tuple(target)] = updates[place]
    return result


@define('layout.scatter_nd')
def scatter_nd(data, indices, updates, batch_dims=0):
    result = data.copy()
    for place in np.ndindex(indices.shape[:-1]):
        result[(*place[:batch_dims], *indices[place])] = updates[place]
    return result


# Math

for name, ufunc in {
        'iden': np.array, 'neg': np.negative, 'rcp': np.reciprocal, 'sqr': np.square,
        'sqrt': np.sqrt, 'rsqr': lambda x: np.power(x, -2.0), 'rsqrt': lambda x: np.power(x, -0.5),
        'exp': np.exp, 'log': np.log, 'log2': np.log2, 'sin': np.sin, 'cos': np.cos, 'tan': np.tan,
        'sinh': np.sinh, 'cosh': np.cosh, 'tanh': np.tanh, 'asin': np.arcsin, 'acos': np.arccos,
        'atan': np.arctan, 'asinh': np.arcsinh, 'acosh': np.arccosh, 'atanh': np.arctanh,
        'abs': np.abs, 'sign': np.sign, 'not': np.logical_not, 'floor': np.floor, 'ceil': np.ceil,
        'round': round_away}.items():
    REFERENCES['math.' + name] = lambda x, ufunc=ufunc: ufunc(x)


def align(tensors, alignments):
    """Pads tensors with axes of extent 1: by their alignment, then up to the largest rank."""
    padded = []
    for tensor, alignment in zip(tensors, alignments):
        ones = (1,) * abs(alignment or 0)
        front = alignment is not None and alignment >= 0
        padded.append(tensor.reshape(ones + tensor.shape if front else tensor.shape + ones))
    rank = max(tensor.ndim for tensor in padded)
    result = []
    for tensor, alignment in zip(padded, alignments):
        ones = (1,) * (rank - tensor.ndim)
        front = alignment is not None and alignment >= 0
        result.append(tensor.reshape(tensor.shape + ones if front else ones + tensor.shape))
    return result


def divide(x, y):
    return np.floor_divide(x, y) if np.issubdtype(np.result_type(x, y), np.integer) else x / y


def define_binary(name, ufunc):
    def compute(x, y, lhs_align=None, rhs_align=None):
        return ufunc(*align([x, y], [lhs_align, rhs_align]))
    REFERENCES['math.' + name] = compute


for name, ufunc in {
        'add': np.add, 'sub': np.subtract, 'mul': np.multiply, 'div': divide, 'mod': np.mod,
        'pow': np.power, 'min': np.minimum, 'max': np.maximum, 'lt': np.less, 'gt': np.greater,
        'le': np.less_equal, 'ge': np.greater_equal, 'eq': np.equal, 'ne': np.not_equal,
        'and': np.logical_and, 'or': np.logical_or, 'xor': np.logical_xor}.items():
    define_binary(name, ufunc)


@define('math.select')
def select(c, x, y, cond_align=None, lhs_align=None, rhs_align=None):
    return np.where(*align([c, x, y], [cond_align, lhs_align, rhs_align]))


for name, reduce in {
        'sum_n': np.sum, 'prod_n': np.prod, 'min_n': np.min, 'max_n': np.max,
        'argmin_n': np.argmin, 'argmax_n': np.argmax, 'any_n': np.any, 'all_n': np.all}.items():
    REFERENCES['math.' + name] = lambda xs, reduce=reduce: reduce(np.stack(xs), axis=0)


@define('math.axpb')
def axpb(a, x, b, x_align=None, a_align=None, b_align=None):
    a, x, b = align([a, x, b], [a_align, x_align, b_align])
    return a * x + b


@define('math.axpby')
def axpby(a, x, b, y, x_align=None, y_align=None, a_align=None, b_align=None):
    a, x, b, y = align([a, x, b, y], [a_align, x_align, b_align, y_align])
    return a * x + b * y


@define('math.clamp')
def clamp(x, a, b, val_align=None, min_align=None, max_align=None):
    return np.clip(*align([x, a, b], [val_align, min_align, max_align]))


def define_reduction(name, reduce):
    def compute(input, axes=None, squeeze=False, **options):
        axes = tuple(normalize_axes(axes, input.ndim))
        return reduce(input, axis=axes, keepdims=not squeeze, **options)
    REFERENCES['math.' + name] = compute


for name, reduce in {
        'min_reduce': np.min, 'max_reduce': np.max, 'sum_reduce': np.sum, 'prod_reduce': np.prod,
        'mean_reduce': np.mean, 'any_reduce': np.any, 'all_reduce': np.all,
        'lp_reduce': lambda x, p, **places: np.sum(np.abs(x) ** p, **places) ** (1 / p),
        'moments': lambda x, **places: (np.mean(x, **places), np.var(x, **places))}.items():
    define_reduction(name, reduce)


def define_place(name, find):
    def compute(input, axis, squeeze=False):
        return find(input, axis=axis, keepdims=not squeeze)

    def compute_nd(input, axes=None, squeeze=False):
        axes = normalize_axes(axes, input.ndim)
        kept = [axis for axis in range(input.ndim) if axis not in axes]
        moved = np.transpose(input, kept + sorted(axes))
        flat = moved.reshape(*moved.shape[:len(kept)], -1)
        places = np.unravel_index(find(flat, axis=-1), [input.shape[a] for a in sorted(axes)])
        places = [places[sorted(axes).index(axis)] for axis in axes]
        return places if squeeze else [np.expand_dims(p, tuple(axes)) for p in places]
    REFERENCES['math.' + name] = compute
    REFERENCES[f'math.{name}_nd'] = compute_nd


define_place('argmin', np.argmin)
define_place('argmax', np.argmax)


@define('math.cumsum')
def cumsum(input, axis, exclusive=False, reverse=False):
    ordered = np.flip(input, axis) if reverse else input
    sums = np.cumsum(ordered, axis) - (ordered if exclusive else 0)
    return np.flip(sums, axis) if reverse else sums


# Linear algebra

@define('linalg.dot')
def dot(x, y, b=0):
    return np.inner(x, y) + b


@define('linalg.matvec')
def matvec(A, x, b=0, transA=False):
    return (A.T if transA else A) @ x + b


@define('linalg.matmul')
def matmul(A, B, C=0, transA=False, transB=False):
    return np.matmul(np.swapaxes(A, -1, -2) if transA else A,
                     np.swapaxes(B, -1, -2) if transB else B) + C


@define('linalg.outer')
def outer(x, y):
    return np.multiply.outer(x, y)


# Neural networks

@define('nn.linear')
def linear(input, filter, bias=0):
    return input @ filter.T + bias


TO_NCX = {'NCX': lambda d: range(d + 2), 'NXC': lambda d: [0, d + 1, *range(1, d + 1)],
          'XCN': lambda d: [d + 1, d, *range(d)], 'CXN': lambda d: [d + 1, 0, *range(1, d + 1)]}


def to_ncx(tensor, layout):
    return np.transpose(tensor, TO_NCX[layout](tensor.ndim - 2))


def from_ncx(tensor, layout):
    return np.transpose(tensor, np.argsort(TO_NCX[layout](tensor.ndim - 2)))


def plan_windows(extents, size, stride, dilation, padding, padding_align, ceil_mode):
    """The number of windows, and the first place of each window, axis by axis."""
    counts, starts = [], []
    n = len(extents)
    stride, dilation = spread(stride, n), spread(dilation, n)
    for i, extent in enumerate(extents):
        reach = (size[i] - 1) * dilation[i] + 1
        if padding is None:
            count = -(-extent // stride[i]) if ceil_mode else extent // stride[i]
            total = (count - 1) * stride[i] + reach - extent
            front = total // 2 if padding_align == 'UPPER' else -(-total // 2)
        else:
            front, total = padding[i], padding[i] + padding[n + i]
            room = extent + total - reach
            count = (-(-room // stride[i]) if ceil_mode else room // stride[i]) + 1
        counts.append(count)
        starts.append(np.arange(count) * stride[i] - front)
    return counts, starts, dilation


def taps(extents, size, windows):
    """For each element of a window: its place in it, the windows in which it lies in the tensor,
    and where it lies."""
    counts, starts, dilation = windows
    for place in np.ndindex(*size):
        found = [start + step * j for start, step, j in zip(starts, dilation, place)]
        inside = [(f >= 0) & (f < n) for f, n in zip(found, extents)]
        yield (place, np.ix_(*(np.flatnonzero(k) for k in inside)),
               np.ix_(*(f[k] for f, k in zip(found, inside))))


@define('nn.conv')
def conv(input, filter, bias=None, stride=1, dilation=1, padding=None, padding_align='UPPER',
         ceil_mode=False, groups=1, data_format='NCX', filter_format='NCX'):
    x, weights = to_ncx(input, data_format), to_ncx(filter, filter_format)
    groups = groups or x.shape[1]
    windows = plan_windows(x.shape[2:], weights.shape[2:], stride, dilation, padding,
                           padding_align, ceil_mode)
    n, c = weights.shape[0] // groups, weights.shape[1]
    result = np.zeros((x.shape[0], weights.shape[0], *windows[0]), x.dtype)
    for place, target, source in taps(x.shape[2:], weights.shape[2:], windows):
        for g in range(groups):
            part = x[:, g * c:(g + 1) * c][(slice(None), slice(None), *source)]
            kernel = weights[(slice(g * n, (g + 1) * n), slice(None), *place)]
            result[:, g * n:(g + 1) * n][(slice(None), slice(None), *target)] += np.einsum(
                'bc...,nc->bn...', part, kernel)
    if bias is not None:
        result += bias.reshape(-1, *[1] * (x.ndim - 2))
    return from_ncx(result, data_format)


@define('nn.deconv')
def deconv(input, filter, bias=None, stride=1, dilation=1, padding=None, padding_align='UPPER',
           output_size=None, groups=1, data_format='NCX', filter_format='NCX'):
    x, weights = to_ncx(input, data_format), to_ncx(filter, filter_format)
    d = x.ndim - 2
    groups = groups or x.shape[1]
    stride, dilation = spread(stride, d), spread(dilation, d)
    extents, fronts = [], []
    for i in range(d):
        reach = (weights.shape[2 + i] - 1) * dilation[i] + 1
        total = reach - stride[i] if padding is None else padding[i] + padding[d + i]
        front = total // 2 if padding_align == 'UPPER' else -(-total // 2)
        fronts.append(front if padding is None else padding[i])
        extents.append((x.shape[2 + i] - 1) * stride[i] + reach - total)
    extents = output_size or extents
    m, n = weights.shape[0] // groups, weights.shape[1]
    result = np.zeros((x.shape[0], n * groups, *extents), x.dtype)
    for source in np.ndindex(*x.shape[2:]):
        for tap in np.ndindex(*weights.shape[2:]):
            target = [s * i + k * j - f
                      for s, i, k, j, f in zip(stride, source, dilation, tap, fronts)]
            if any(t < 0 or t >= extent for t, extent in zip(target, extents)):
                continue
            for g in range(groups):
                group = slice(g * m, (g + 1) * m)
                result[(slice(None), slice(g * n, (g + 1) * n), *target)] += (
                    x[(slice(None), group, *source)] @ weights[(group, slice(None), *tap)])
    if bias is not None:
        result += bias.reshape(-1, *[1] * d)
    return from_ncx(result, data_format)


def pool(input, start, update, size, axes=None, stride=1, dilation=1, padding=None,
         padding_align='UPPER', ceil_mode=False):
    axes = normalize_axes(range(2, input.ndim) if axes is None else axes, input.ndim)
    moved = np.moveaxis(input, axes, range(len(axes)))
    extents = moved.shape[:len(axes)]
    windows = plan_windows(extents, size, stride, dilation, padding, padding_align, ceil_mode)
    result = np.full((*windows[0], *moved.shape[len(axes):]), start)
    for _, target, source in taps(extents, size, windows):
        result[target] = update(result[target], moved[source])
    return np.moveaxis(result, range(len(axes)), axes)


@define('nn.max_pool')
def max_pool(input, **options):
    return pool(input, -np.inf, np.maximum, **options)


@define('nn.sum_pool')
def sum_pool(input, **options):
    return pool(input, 0.0, np.add, **options)


@define('nn.avg_pool')
def avg_pool(input, ignore_border=True, **options):
    if not ignore_border:
        return sum_pool(input, **options) / np.prod(options['size'])
    return sum_pool(input, **options) / sum_pool(np.ones_like(input), **options)


@define('nn.rms_pool')
def rms_pool(input, **options):
    return np.sqrt(avg_pool(np.square(input), **options))


@define('nn.lp_pool')
def lp_pool(input, p, **options):
    return np.power(sum_pool(np.power(np.abs(input), p), **options), 1 / p)


@define('nn.relu')
def relu(x, alpha=0.0, max=np.inf):
    return np.maximum(np.minimum(x, max), alpha * x)


@define('nn.prelu')
def prelu(x, alpha, axis=1):
    factors = np.moveaxis(np.broadcast_to(alpha, np.moveaxis(x, axis, -1).shape), -1, axis)
    return np.where(x < 0, factors * x, x)


@define('nn.thresholded_relu')
def thresholded_relu(x, theta=0.0):
    return np.where(x > theta, x, 0.0)


@define('nn.elu')
def elu(x, alpha=1.0):
    return np.where(x < 0, alpha * np.expm1(x), x)


@define('nn.selu')
def selu(x, alpha=1.67326319, **options):
    return options.get('lambda', 1.05070102) * elu(x, alpha)


@define('nn.gelu')
def gelu(x, approximate=None):
    if approximate == 'TANH':
        return x * scipy.special.expit(2 * np.sqrt(2 / np.pi) * (x + 0.044715 * x * x * x))
    return x * (scipy.special.ndtr(x) if approximate is None else scipy.special.expit(1.702 * x))


REFERENCES['nn.silu'] = lambda x: x * scipy.special.expit(x)
REFERENCES['nn.sigmoid'] = lambda x: scipy.special.expit(x)
REFERENCES['nn.softplus'] = lambda x: np.logaddexp(x, 0)
REFERENCES['nn.erf'] = lambda x: scipy.special.erf(x)


@define('nn.batch_norm')
def batch_norm(input, mean, variance, bias=None, scale=None, epsilon=1e-5, channel_axis=1):
    moved = (np.moveaxis(input, channel_axis, -1) - mean) / np.sqrt(variance + epsilon)
    moved = moved * (1 if scale is None else scale) + (0 if bias is None else bias)
    return np.moveaxis(moved, -1, channel_axis)


@define('nn.mean_variance_norm')
def mean_variance_norm(input, bias=None, scale=None, axes=None, epsilon=1e-5):
    axes = tuple(range(2, input.ndim) if axes is None else axes)
    normalized = ((input - input.mean(axes, keepdims=True)) /
                  np.sqrt(input.var(axes, keepdims=True) + epsilon))
    moved = np.moveaxis(normalized, 1, -1)
    moved = moved * (1 if scale is None else scale) + (0 if bias is None else bias)
    return np.moveaxis(moved, -1, 1)


@define('nn.local_response_norm')
def local_response_norm(input, size, axes=(1,), alpha=1.0, beta=0.5, bias=1.0):
    axes = normalize_axes(axes, input.ndim)
    widths = [(0, 0)] * input.ndim
    for axis, n in zip(axes, size):
        widths[axis] = (n - 1) // 2, n // 2
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(input ** 2, widths), size, axes)
    mean = windows.mean(tuple(range(input.ndim, windows.ndim)))
    return input / (mean * alpha + bias) ** beta


def normalize(input, norm, bias, epsilon):
    norm = norm + (0 if bias is None else bias)
    return input / (norm if epsilon is None else np.maximum(norm, epsilon))


@define('nn.l1_norm')
def l1_norm(input, axes, bias=None, epsilon=None):
    return normalize(input, np.abs(input).sum(tuple(axes), keepdims=True), bias, epsilon)


@define('nn.l2_norm')
def l2_norm(input, axes, bias=None, epsilon=None):
    norm = np.sqrt(np.square(input).sum(tuple(axes), keepdims=True))
    return normalize(input, norm, bias, epsilon)


@define('nn.softmax')
def softmax(input, axes=(1,)):
    return scipy.special.softmax(input, tuple(axes))


@define('nn.lstm')
def lstm(X, W, R, B, h0=0.0, c0=0.0, steps=None):
    s, b, n = X.shape[0], X.shape[1], R.shape[1]
    h, c = np.zeros((b, n)) + h0, np.zeros((b, n)) + c0
    steps = np.full(b, s) if steps is None else steps
    Y = np.zeros((steps.max(), b, n))
    for t in range(steps.max()):
        gates = X[t] @ W.T + B + h @ R.T
        i, f, g, o = np.split(gates, 4, 1)
        ends = (t < steps)[:, None]
        c = np.where(ends, scipy.special.expit(f) * c + scipy.special.expit(i) * np.tanh(g), c)
        h = np.where(ends, scipy.special.expit(o) * np.tanh(c), h)
        Y[t] = np.where(ends, h, 0)
    return Y, h, c


# Images

@define('image.nearest_downsample')
def nearest_downsample(input, factor, axes=None):
    for axis, n in zip(normalize_axes(axes, input.ndim), factor):
        input = np.take(input, range(0, input.shape[axis], n), axis)
    return input


@define('image.nearest_upsample')
def nearest_upsample(input, factor, axes=None):
    for axis, n in zip(normalize_axes(axes, input.ndim), factor):
        input = np.repeat(input, n, axis)
    return input


@define('image.area_downsample')
def area_downsample(input, factor, axes=None):
    for axis, n in zip(normalize_axes(axes, input.ndim), factor):
        moved = np.moveaxis(input, axis, -1)
        input = np.moveaxis(moved.reshape(*moved.shape[:-1], -1, n).mean(-1), -1, axis)
    return input


def interpolate(input, axis, coordinates):
    """On straight lines between the elements along an axis, and constant outside."""
    return np.apply_along_axis(lambda row: np.interp(coordinates, np.arange(len(row)), row), axis,
                               input)


@define('image.linear_upsample')
def linear_upsample(input, factor, axes=None, symmetric=True, replicate_border=True):
    for axis, n in zip(normalize_axes(axes, input.ndim), factor):
        coordinates = np.arange(input.shape[axis] * n) / n
        coordinates += 0.5 / n - 0.5 if symmetric else 0
        if not replicate_border:
            widths = [(0, 0)] * input.ndim
            widths[axis] = 1, 1
            input, coordinates = np.pad(input, widths), coordinates + 1
        input = interpolate(input, axis, coordinates)
    return input


def resize_coordinates(extent, size, transform):
    places = np.arange(size)
    if transform == 'ALIGNED':
        return places * ((extent - 1) / (size - 1) if size > 1 else 0)
    offset = 0.5 if transform == 'SYMMETRIC' else 0
    return (places + offset) * extent / size - offset


def spread_resize(resize_axis):
    def compute(input, size, axes=None, coordinate_transform='SYMMETRIC', **options):
        for axis, n in zip(normalize_axes(axes, input.ndim), size):
            coordinates = resize_coordinates(input.shape[axis], n, coordinate_transform)
            input = resize_axis(input, axis, coordinates, **options)
        return input
    return compute


@define('image.nearest_resize')
@spread_resize
def nearest_resize(input, axis, coordinates, rounding_method='ROUND_PREFER_FLOOR'):
    # Rounded in another precision, a place must not be another one.
    ties = {'FLOOR': 0.0, 'CEIL': 0.0}.get(rounding_method, 0.5)
    distance = np.abs((coordinates - ties) - np.round(coordinates - ties))
    assert not np.any((distance < 1e-4) & (coordinates * 64 % 1 != 0)), coordinates
    places = {'FLOOR': np.floor, 'CEIL': np.ceil,
              'ROUND_PREFER_FLOOR': lambda r: np.ceil(r - 0.5),
              'ROUND_PREFER_CEIL': lambda r: np.floor(r + 0.5)}[rounding_method](coordinates)
    return np.take(input, places.astype(int), axis, mode='clip')


@define('image.linear_resize')
@spread_resize
def linear_resize(input, axis, coordinates, antialias=True):
    return interpolate(input, axis, coordinates)


def get_cubic_weight(distance, a):
    """The convolution kernel of Keys, 1981, for any slope."""
    x = abs(distance)
    if x < 1:
        return (a + 2) * x ** 3 - (a + 3) * x ** 2 + 1
    return a * (x ** 3 - 5 * x ** 2 + 8 * x - 4) if x < 2 else 0.0


@define('image.cubic_resize')
@spread_resize
def cubic_resize(input, axis, coordinates, coeff_a=-0.75, antialias=True):
    extent = input.shape[axis]
    matrix = np.zeros((len(coordinates), extent), input.dtype)
    for row, place in zip(matrix, coordinates):
        for source in range(int(np.floor(place)) - 1, int(np.floor(place)) + 3):
            row[min(max(source, 0), extent - 1)] += get_cubic_weight(place - source, coeff_a)
    return np.moveaxis(np.tensordot(matrix, input, (1, axis)), 0, axis)


def find_sample_weights(mode, place):
    """The elements along an axis that a place is made of, and how much of each."""
    if mode == 'NEAREST':
        return [(int(round_away(place)), 1.0)]
    low = int(np.floor(place))
    if mode == 'LINEAR':
        return [(low + j, 1 - abs(place - low - j)) for j in range(2)]
    return [(low + j, get_cubic_weight(place - low - j, -0.75)) for j in range(-1, 3)]


def find_padded(padding, index, extent):
    """The element that stands for one outside, or None."""
    if padding == 'ZEROS':
        return index if 0 <= index < extent else None
    if padding == 'REPLICATE':
        return min(max(index, 0), extent - 1)
    there_and_back = [*range(extent), *range(extent - 2, 0, -1)]
    return there_and_back[index % len(there_and_back)]


@define('image.grid_sample')
def grid_sample(input, grid, mode='LINEAR', padding='ZEROS', aligned=False):
    output = np.zeros((*input.shape[:2], *grid.shape[1:-1]), input.dtype)
    for n, *where in np.ndindex(*grid.shape[:-1]):
        taps = []
        for extent, place in zip(input.shape[2:], grid[(n, *where)][::-1]):
            middle = (place + 1) * (extent - 1) / 2 if aligned else ((place + 1) * extent - 1) / 2
            taps.append([(find_padded(padding, i, extent), w)
                         for i, w in find_sample_weights(mode, middle)])
        for chosen in itertools.product(*taps):
            source = [i for i, _ in chosen]
            if None not in source:
                weight = np.prod([w for _, w in chosen])
                output[(n, slice(None), *where)] += weight * input[(n, slice(None), *source)]
    return output


def get_parts(first, last, size, extent):
    """The elements of each part of a region along an axis."""
    first, last = int(round_away(first)), int(round_away(last))
    span = max(last - first + 1, 1)
    for i in range(size):
        yield slice(min(max(first + i * span // size, 0), extent),
                    min(max(first - -(i + 1) * span // size, 0), extent))


def pool_regions(input, rois, index, output_size, reduce):
    d = len(output_size)
    result = np.zeros((len(rois), input.shape[1], *output_size), input.dtype)
    for region, image, row in zip(rois, index, result):
        parts = [list(get_parts(region[d - 1 - i], region[2 * d - 1 - i], output_size[i],
                                input.shape[2 + i])) for i in range(d)]
        for place in np.ndindex(*output_size):
            part = input[image][(slice(None), *(parts[i][at] for i, at in enumerate(place)))]
            if part.size:
                row[(slice(None), *place)] = reduce(part, axis=tuple(range(1, d + 1)))
    return result


@define('image.max_roi_pool')
def max_roi_pool(input, rois, index, output_size, by_region=False):
    return pool_regions(input, rois, index, output_size, np.max)


@define('image.avg_roi_pool')
def avg_roi_pool(input, rois, index, output_size, by_region=False):
    return pool_regions(input, rois, index, output_size, np.mean)


@define('image.resize')
def resize(input, size, mode='NEAREST', rounding_method='ROUND_PREFER_FLOOR', antialias=True,
           cubic_coeff_a=-0.75, **options):
    if mode == 'NEAREST':
        return nearest_resize(input, size, rounding_method=rounding_method, **options)
    if mode == 'CUBIC':
        return cubic_resize(input, size, coeff_a=cubic_coeff_a, **options)
    return linear_resize(input, size, **options)


@define('image.rescale')
def rescale(input, factor, axes=None, **options):
    axes = normalize_axes(axes, input.ndim)
    size = [int(round_away(input.shape[axis] * f)) for axis, f in zip(axes, factor)]
    return resize(input, size, axes=axes, **options)


# Quantization

def along(values, input, channel_axis):
    """Values of channels so that they broadcast with a tensor."""
    values = np.array(values)
    if values.ndim == 0:
        return values
    return values.reshape([-1 if i == channel_axis % input.ndim else 1 for i in range(input.ndim)])


def round_clearly(x):
    assert np.all(np.abs(np.abs(x) % 1 - 0.5) > 1e-4), x
    return np.round(x)


@define('quant.zero_point_linear_quantize')
def zero_point_linear_quantize(input, zero_point, scale, bits, signed=True, symmetric=False,
                               channel_axis=1):
    zero_point, scale = along(zero_point, input, channel_axis), along(scale, input, channel_axis)
    greatest = 2 ** (bits - 1) - 1 if signed else 2 ** bits - 1
    least = (-greatest if symmetric else -greatest - 1) if signed else 0
    quantized = np.clip(zero_point + round_clearly(input / scale), least, greatest)
    return (quantized - zero_point) * scale


@define('quant.min_max_linear_quantize')
def min_max_linear_quantize(input, min, max, bits, signed=True, symmetric=False, channel_axis=1):
    least, greatest = along(min, input, channel_axis), along(max, input, channel_axis)
    steps = 2 ** bits - 1 - (signed and symmetric)
    ratio = (np.clip(input, least, greatest) - least) / (greatest - least)
    return round_clearly(ratio * steps) / steps * (greatest - least) + least


# Primitives

@define('algo.top_k')
def top_k(input, k, axis=0, largest=True, sorted=True):
    keys = -input.astype(float) if largest else input
    order = np.argsort(keys, axis, kind='stable')
    order = np.take(order, range(min(k, input.shape[axis])), axis)
    return np.take_along_axis(input, order, axis), order


# Others

@define('misc.mesh_grid')
def mesh_grid(inputs):
    return list(np.meshgrid(*inputs, indexing='ij'))
