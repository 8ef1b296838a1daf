"""Graphs as people write them, with what they compute: numpy says that apart.

A model is a dictionary: `files` by their names, texts and arrays; `graph`, `attrib` and `input`
are what it is called with; `expect` is a list of arrays, or a part of the one error.

SPDX-License-Identifier: MIT
"""
import numpy as np

RNG = np.random.default_rng(7)


def real(*shape):
    """Multiples of 1/8, so that short sums are exact."""
    return (RNG.integers(-16, 17, shape) / 8).astype(np.float32)


def conv(x, w, b=None, stride=1, pad=0):
    """A convolution of NCHW, straight from its definition."""
    x = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    rows = (x.shape[2] - w.shape[2]) // stride + 1
    columns = (x.shape[3] - w.shape[3]) // stride + 1
    y = np.zeros((x.shape[0], w.shape[0], rows, columns))
    for i in range(rows):
        for j in range(columns):
            part = x[:, :, i * stride:i * stride + w.shape[2], j * stride:j * stride + w.shape[3]]
            y[:, :, i, j] = np.einsum('bchw,nchw->bn', part, w)
    return y if b is None else y + b[None, :, None, None]


def max_pool(x, size, stride, pad=0):
    x = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)), constant_values=-np.inf)
    rows, columns = (x.shape[2] - size) // stride + 1, (x.shape[3] - size) // stride + 1
    y = np.zeros(x.shape[:2] + (rows, columns))
    for i in range(rows):
        for j in range(columns):
            y[:, :, i, j] = x[:, :, i * stride:i * stride + size,
                              j * stride:j * stride + size].max((2, 3))
    return y


def relu(x):
    return np.maximum(x, 0)


def softmax(x):
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def norm(x, mean, variance, bias, scale, epsilon=1e-5):
    def spread(v):
        return v.reshape((1, -1) + (1,) * (x.ndim - 2))
    return (x - spread(mean)) / np.sqrt(spread(variance) + epsilon) * spread(scale) + spread(bias)


MODELS = {}


def model(name, files, expect, inputs=None, **more):
    if isinstance(files, str):
        files = {'main.sknd': files}
    MODELS[name] = {'files': files, 'expect': expect, 'input': inputs or {}, **more}


def add_alexnet():
    """The graph of the introduction, smaller."""
    x = real(1, 3, 19, 19)
    w = {'kernel1': real(4, 3, 5, 5), 'bias1': real(4), 'kernel2': real(6, 4, 3, 3),
         'bias2': real(6), 'kernel3': real(5, 6, 1, 1), 'bias3': real(5), 'kernel4': real(7, 5),
         'bias4': real(7), 'kernel5': real(3, 7), 'bias5': real(3)}
    text = '''
import nn
import layout
graph AlexNet {
    @attrib { batch: int = 1; classes: int = 3; }
    @input { input: real[batch, 3, 19, 19]; }
    @output { output: real[batch,classes]; }
    @variable {
        kernel1: real[4, 3, 5, 5]; bias1: real[4];
        kernel2: real[6, 4, 3, 3]; bias2: real[6];
        kernel3: real[5, 6, 1, 1]; bias3: real[5];
        kernel4: real[7, 5]; bias4: real[7];
        kernel5: real[classes, 7]; bias5: real[classes];
    }
    @compose {
        conv1 = nn.conv{padding=0, stride=2}(input, kernel1, bias1);
        relu1 = nn.relu(conv1);
        pool1 = nn.max_pool{padding=0, size=3, stride=2}(relu1);
        conv2 = nn.conv{padding=1}(pool1, kernel2, bias2);
        relu2 = nn.relu(conv2);
        pool2 = nn.max_pool{padding=0, size=3, stride=2}(relu2);
        conv3 = nn.conv{padding=0}(pool2, kernel3, bias3);
        relu3 = nn.relu(conv3);
        flat1 = layout.flatten{axis=1}(relu3);
        conv4 = nn.linear(%s, kernel4, bias4);
        relu4 = nn.relu(conv4);
        conv5 = nn.linear(relu4, kernel5, bias5);
        output = nn.softmax(conv5);
    }
}
'''
    y = max_pool(relu(conv(x, w['kernel1'], w['bias1'], 2)), 3, 2)
    y = max_pool(relu(conv(y, w['kernel2'], w['bias2'], 1, 1)), 3, 2)
    y = relu(conv(y, w['kernel3'], w['bias3'])).reshape(1, -1)
    y = relu(y @ w['kernel4'].T + w['bias4'])
    y = softmax(y @ w['kernel5'].T + w['bias5'])
    files = {f'{key}.dat': value for key, value in w.items()}
    model('V2-AlexNet', {'main.sknd': text % 'flat1', **files}, [y], {'input': x})
    model('AlexNet-rank', {'main.sknd': text % 'relu3', **files}, 'of rank 2, found rank 4',
          {'input': x})


def add_vgg():
    """Convolutions in operators of a module of its own, in a folder."""
    layers = '''
import nn;
operator conv_relu {
    @attrib { channels: int; }
    @input { x: real[b, c, s..(2)]; }
    @output { y: real[b, channels, s..]; }
    @variable { filter: real[channels, c, 3, 3]; bias: real[channels]; }
    @compose { z = nn.conv{padding = 1}(x, filter, bias); y = nn.relu(z); }
}
operator stage {
    @attrib { channels: int; }
    @input { x: real[b, c, h, w]; }
    @output { y: real[b, channels, h / 2, w / 2]; }
    @compose {
        first = conv_relu{channels = channels}(x);
        second = conv_relu{channels = channels}(first);
        y = nn.max_pool{size = 2, stride = 2, padding = 0}(second);
    }
}
'''
    text = '''
import nn, layout, parts.layers;
graph VGG {
    @input { image: real[2, 3, 8, 8]; }
    @output { scores: real[2, 4]; }
    @variable { head: real[4, 20]; }
    @compose {
        stage1 = parts.layers.stage{channels = 4}(image);
        stage2 = two: parts.layers.stage{channels = 5}(stage1);
        flat = layout.flatten{axis = 1}(stage2);
        scores = nn.linear(flat, head);
    }
}
'''
    x, head = real(2, 3, 8, 8), real(4, 20)
    w = {}
    y = x
    for stage, channels in (('stage1', 4), ('two', 5)):
        for part in ('first', 'second'):
            w[f'{stage}.{part}.filter'] = real(channels, y.shape[1], 3, 3)
            w[f'{stage}.{part}.bias'] = real(channels)
            y = relu(conv(y, w[f'{stage}.{part}.filter'], w[f'{stage}.{part}.bias'], 1, 1))
        y = max_pool(y, 2, 2)
    y = y.reshape(2, -1) @ head.T
    modules = {'main.sknd': text, 'parts/layers.sknd': layers, 'head.dat': head}
    model('V3-VGG-labels', {**modules, **{f'{k}.dat': v for k, v in w.items()}}, [y], {'image': x})
    model('V3-names-of-the-reference',
          {'main.sknd': text, 'parts/layers.sknd': layers, 'main.VGG.head.dat': head,
           **{f'main.VGG.{k}.dat': v for k, v in w.items()}}, [y], {'image': x})
    model('V3-the-document-first',
          {**modules, **{f'{k}.dat': v for k, v in w.items()}, 'main.VGG.head.dat': head + 1}, [y],
          {'image': x})
    model('V3-given', {'main.sknd': text, 'parts/layers.sknd': layers}, [y],
          {'image': x, 'head': head, **w})
    missing = {f'{k}.dat': v for k, v in w.items() if k != 'two.first.filter'}
    model('V2-missing', {**modules, **missing},
          'There is no file of the variable “two.first.filter”', {'image': x})
    model('V2-shape', {**modules, **missing, 'two.first.filter.dat': real(4, 5, 3, 3)},
          'declared as real[5, 4, 3, 3], but real[4, 5, 3, 3] is given', {'image': x})
    model('V2-type', {**modules, **missing,
                      'two.first.filter.dat': np.ones((5, 4, 3, 3), np.int32)},
          'declared as real[5, 4, 3, 3], but int[5, 4, 3, 3] is given', {'image': x})
    model('V3-no-such-variable', {**modules, **{f'{k}.dat': v for k, v in w.items()}},
          'neither an input nor a variable “two.filter”', {'image': x, 'two.filter': head})


def add_resnet():
    """Residual blocks, with a shortcut that is decided before a run, unrolled."""
    text = '''
import nn, math, layout;
operator unit {
    @attrib { channels: int; stride: int = 1; }
    @input { x: real[b, c, s..(2)]; }
    @using { is_same = stride == 1 && c == channels; }
    @output { y: real[b, channels, (s + stride - 1) / stride..]; }
    @variable {
        w1: real[channels, c, 3, 3]; mean: real[channels]; variance: real[channels];
        scale: real[channels]; offset: real[channels];
    }
    @compose {
        z = nn.conv{stride = stride, padding = 1}(x, w1);
        n = nn.batch_norm(z, mean, variance, offset, scale);
        short = if is_same then x else project: project{channels = channels, stride = stride}(x);
        t = math.add(n, short);
        y = nn.relu(t);
    }
}
operator project {
    @attrib { channels: int; stride: int; }
    @input { x: real[b, c, s..(2)]; }
    @output { y: real[b, channels, (s + stride - 1) / stride..]; }
    @variable { w: real[channels, c, 1, 1]; }
    @compose { y = nn.conv{stride = stride, padding = 0}(x, w); }
}
graph ResNet {
    @input { x: real[n|4, 2, 6, 6]; }
    @output { y: real[n, 3]; }
    @variable { fc: real[3, 4]; }
    @compose {
        a = unit{channels = 2}(x);
        b = unit{channels = 4, stride = 2}(a);
        m = math.mean_reduce{axes = [2, 3], squeeze = true}(b);
        l = nn.linear(m, fc);
        y = nn.softmax(l);
    }
}
'''
    x = real(2, 2, 6, 6)
    w = {'fc': real(3, 4)}
    y = x
    for name, channels, stride in (('a', 2, 1), ('b', 4, 2)):
        w[name + '.w1'] = real(channels, y.shape[1], 3, 3)
        for key in ('mean', 'scale', 'offset'):
            w[f'{name}.{key}'] = real(channels)
        w[name + '.variance'] = np.abs(real(channels)) + 1
        z = norm(conv(y, w[name + '.w1'], None, stride, 1), w[name + '.mean'],
                 w[name + '.variance'], w[name + '.offset'], w[name + '.scale'])
        if name == 'b':
            w['b.project.w'] = real(4, 2, 1, 1)
            y = conv(y, w['b.project.w'], None, stride)
        y = relu(z + y)
    y = softmax(y.mean((2, 3)) @ w['fc'].T)
    model('K8-ResNet', {'main.sknd': text, **{f'{k}.dat': v for k, v in w.items()}}, [y], {'x': x},
          export=True)
    model('S9-bound', {'main.sknd': text, **{f'{k}.dat': v for k, v in w.items()}},
          'Axis 0 of “x” is 5, but at most 4 is allowed', {'x': real(5, 2, 6, 6)})


def add_chain():
    """conv, bn, relu, pool, linear, softmax: nothing else."""
    text = '''
import nn; import layout;
graph Chain {
    @input { x: real[2, 1, 7, 7]; }
    @output { y: real[~, ~]; }
    @variable {
        k: real[3, 1, 3, 3]; mean: real[3]; variance: real[3]; f: real[4, 12];
    }
    @constant { scale: real[3] = 0.5; offset: real[3] = [1.0, -1.0, 0.25]; }
    @compose {
        c = nn.conv{padding = 0}(x, k);
        b = nn.batch_norm(c, mean, variance, offset, scale);
        r = nn.relu(b);
        p = nn.max_pool{size = 2, stride = 2, padding = 0}(r);
        f1 = layout.flatten{axis = 1}(p);
        l = nn.linear(f1, f);
        y = nn.softmax(l);
    }
}
'''
    x, k, f = real(2, 1, 7, 7), real(3, 1, 3, 3), real(4, 12)
    mean, variance = real(3), np.abs(real(3)) + 1
    b = norm(conv(x, k), mean, variance, np.array([1, -1, 0.25]), np.full(3, 0.5))
    y = softmax(max_pool(relu(b), 2, 2).reshape(2, -1) @ f.T)
    model('V1-chain', {'main.sknd': text, 'k.dat': k, 'mean.dat': mean, 'variance.dat': variance,
                       'f.dat': f}, [y], {'x': x})


add_alexnet()
add_vgg()
add_resnet()
add_chain()


def add_small():
    """Rules of compositions, one each."""
    x, z = real(3), real(3)
    xs = tuple(real(3) for _ in range(4))
    add = '''import math;
operator add { @input { a: real[n]; b: real[n]; } @output { c: real[n]; }
  @lower { c[i,] = a[i,] + b[i,], i < n; } }
operator both { @input { a: real[n]; b: real[n]; } @output { sum: real[n]; product: real[n]; }
  @lower { sum[i,] = a[i,] + b[i,], i < n; product[i,] = a[i,] * b[i,], i < n; } }
operator halves { @input { x: real[2 * n]; } @output { parts: real[n]..(2); }
  @lower { parts[k][i,] = x[i + n * k,], k < 2, i < n; } }
operator scaled { @attrib { by: real = 2.0; } @input { x: real[s..]; } @output { y: real[s..]; }
  @lower { y[i..] = by * x[i..], i < s; } }
operator weighted { @input { x: real[n]; } @output { y: real[n]; } @variable { w: real[n]; }
  @compose { y = math.mul(x, w); } }
'''

    def graph(name, text, expect, inputs=None, head='x: real[3];', outputs='y: real[3];', **more):
        files, first, after = (more.pop(key, empty) for key, empty in
                               (('files', {}), ('first', ''), ('after', '')))
        model(name, {'main.sknd': f'{first}{add}graph G {{ @input {{ {head} }} @output {{ {outputs} }} '
                                  f'{text} }}\n{after}', **files}, expect,
              inputs if inputs is not None else {'x': x}, **more)

    # K1: each name once, each output
    graph('K1-chain', '@compose { z = add(x, x); y = add(z, x); }', [3 * x])
    graph('K1-twice', '@compose { z = add(x, x); z = add(x, x); y = z; }', '“z” is there already')
    graph('K1-output-twice', '@compose { y = x; y = add(x, x); }', '“y” is there already')
    graph('K1-output-missing', '@compose { z = x; }', 'The output “y” is never assigned')
    graph('K1-input-assigned', '@compose { x = add(x, x); y = x; }', '“x” is there already')
    graph('K1-variable-assigned', '@variable { w: real[3]; } @compose { w = add(x, x); y = w; }',
          '“w” is a variable, which only @update assigns')
    # K2: tensors as they are, attributes by name
    graph('K2-copy', '@compose { y = x; }', [x])
    graph('K2-number', '@compose { y = math.add(x, 1.5); }', [x + 1.5])
    graph('K2-attribute', '@compose { y = scaled{by = 0.5}(x); }', [x / 2])
    graph('K2-unknown-attribute', '@compose { y = scaled{bye = 0.5}(x); }', 'no attribute “bye”')
    graph('K2-wrong-attribute', '@compose { y = scaled{by = 1}(x); }', 'type real, found int')
    graph('K2-too-many', '@compose { y = scaled(x, x); }', 'has 1 inputs, but 2 are given')
    graph('K2-too-few', '@compose { y = add(x); }', 'Input “b” is not given')
    graph('K2-unknown', '@compose { y = sub(x, x); }', 'There is no operator “sub”')
    graph('K2-not-imported', '@compose { y = nn.relu(x); }', '“nn” is not imported')
    graph('K2-private', '@compose { y = math._binary(x, x); }', 'private')
    graph('K2-nested-call', '@compose { y = math.add(math.neg(x), x); }', 'cannot stand inside of an expression')
    graph('K2-nested-braces', '@compose { y = add(math.relu{a = 1}(x), x); }', 'cannot stand inside')
    graph('K2-tensor-as-attribute', '@compose { y = scaled{by = x}(x); }', 'before a run')
    graph('K2-input-b', '@compose { y = add(b, c); }', [x + z], {'b': x, 'c': z},
          'b: real[3]; c: real[3];', engines=['python', 'c'])
    # K3: packs
    pair = 'x: real[6];'
    long = real(6)
    graph('K3-pack', '@compose { p..(2) = halves(x); y = math.sum_n(p); }', [long[:3] + long[3:]],
          {'x': long}, pair)
    graph('K3-list', '@compose { [a, b] = halves(x); y = add(b, a); }', [long[:3] + long[3:]],
          {'x': long}, pair)
    graph('K3-open-pack', '@compose { [a, b..] = halves(x); c = math.sum_n(b); y = c; }', [long[3:]],
          {'x': long}, pair)
    graph('K3-wrong-length', '@compose { p..(3) = halves(x); y = math.sum_n(p); }',
          'The number of tensors of “p” is 2, but 3 is expected', {'x': long}, pair)
    graph('K3-list-wrong', '@compose { [a, b, c] = halves(x); y = a; }', '2 tensors do not fit',
          {'x': long}, pair)
    graph('K3-no-pack', '@compose { p = halves(x); y = p; }', 'is assigned a pack', {'x': long}, pair)
    graph('K3-typed-binds', '@compose { z: real[k] = add(x, x); y = scaled{by = real(k)}(z); }', [6 * x])
    graph('K3-typed-pack', '@compose { p: real[k]..(m) = halves(x); '
          'q = math.sum_n(p); y = scaled{by = real(10 * k + m)}(q); }', [32 * (long[:3] + long[3:])],
          {'x': long}, pair)
    graph('K3-typed-wrong', '@compose { z: real[4] = add(x, x); y = x; }', 'is 3, but 4 is expected')
    graph('K3-typed-rank', '@compose { z: real[a, b] = add(x, x); y = x; }', 'of rank 2, found rank 1')
    graph('K3-typed-type', '@compose { z: int[k] = add(x, x); y = x; }',
          'Expected elements of type int, found real')
    graph('K3-pack-input', '@compose { y = math.sum_n([xs[0], xs[1:]..]); }', [sum(xs)], {'xs': xs},
          'xs: real[3]..(4);')
    graph('K3-pack-output', '@compose { ys = [x, x]; }', [x, x], None, outputs='ys: real[3]..(2);')
    graph('K3-pack-output-length', '@compose { ys = [x, x]; }', 'declared as 3 tensors', None,
          outputs='ys: real[3]..(3);')
    graph('K3-stack', '@compose { y = layout.stack{axis = 0}([x, z]); }', 'not imported',
          {'x': x, 'z': z}, 'x: real[3]; z: real[3];', 'y: real[2, 3];')
    # K4: what is left out
    graph('K4-omitted', '@compose { ~, y = both(x, x); }', [x * x])
    graph('K4-trailing', '@compose { y = both(x, x); }', [2 * x])
    graph('K4-all', '@compose { a, b = both(x, x); y = add(a, b); }', [2 * x + x * x], export=True)
    graph('K4-too-many', '@compose { a, b, c = both(x, x); y = a; }', '2 results are assigned to 3')
    # K5: labels
    w = real(3)
    graph('K5-result', '@compose { z = weighted(x); y = add(z, z); }', [2 * x * w],
          files={'z.w.dat': w})
    graph('K5-explicit', '@compose { z = it: weighted(x); y = z; }', [x * w], files={'it.w.dat': w})
    graph('K5-alone', '@compose { y = weighted(x); }', [x * w], files={'w.dat': w})
    graph('K5-alone-given', '@compose { y = weighted(x); }', [x * w], {'x': x, 'w': w})
    graph('K5-alone-unknown', '@compose { y = weighted(x); }', 'has neither an input nor a variable “v”', {'x': x, 'v': w},
          files={'w.dat': w})
    graph('K5-recursion', '@compose { y = power{n = 3}(x); }', [x * w * (w + 1) * (w - 1)], export=True,
          files={'w.dat': w, 'next.w.dat': w + 1, 'next.next.w.dat': w - 1},
          after='operator power { @attrib { n: int; } @input { x: real[m]; } @output { y: real[m]; } '
          '@variable { w: real[m]; } @compose { t = math.mul(x, w); '
          'y = if n == 1 then t else next: power{n = n - 1}(t); } }')
    graph('K5-alone-longer', '@compose { y = weighted(x); }', [x * w], files={'y.w.dat': w})
    graph('K5-two-calls', '@compose { a = weighted(x); y = weighted(a); }', [x * w * (w + 1)],
          files={'a.w.dat': w, 'y.w.dat': w + 1})
    graph('K5-twice', '@compose { a = l: weighted(x); y = l: weighted(a); }', 'label “l”',
          files={'l.w.dat': w})
    graph('K5-block', '@compose { y = { a = weighted(x); b = add(a, a); yield b; }; }',
          [2 * x * w], files={'y.a.w.dat': w})
    graph('K5-block-label', '@compose { y = l: { a = weighted(x); b = add(a, a); yield b; }; }',
          [2 * x * w], files={'l.a.w.dat': w})
    graph('K5-no-label', '@compose { a, b = both(x, x); [y, z] = for t : [x, x] do weighted(t); }', 'needs a label')
    # K8: branches that are known
    graph('K8-if', '@attrib { c: bool = true; } @compose { y = if c then add(x, x) else x; }', [2 * x])
    graph('K8-else', '@attrib { c: bool = true; } @compose { y = if c then add(x, x) else x; }', [x],
          attrib={'c': 'false'})
    graph('K8-elif', '@attrib { n: int; } @compose { y = if n == 0 then x elif n == 1 then add(x, x) '
          'else scaled{by = 5.0}(x); }', [2 * x], attrib={'n': '1'})
    graph('K8-other-shape', '@compose { z = if false then halves(x) else x; y = x; }', 'type')
    graph('K8-unchosen-is-checked', '@compose { y = if true then x else sub(x); }', 'no operator “sub”')
    graph('K8-test', '@compose { y = if ?z then add(x, z) else x; }', [x], head='x: real[3]; '
          'z: optional real[3];')
    graph('K8-test-given', '@compose { y = if ?z then add(x, z) else x; }', [x + z], {'x': x, 'z': z},
          head='x: real[3]; z: optional real[3];')
    # blocks and loops
    graph('K-block', '@compose { y = { x = add(x, x); yield x; }; }', [2 * x])
    graph('K-block-ends', '@compose { z = { t = add(x, x); yield t; }; y = t; }', 'no “t”')
    graph('F2-scan', '@compose { ys = for t : xs do add(t, t); y = math.sum_n(ys); }',
          [2 * sum(xs)], {'xs': xs}, 'xs: real[3]..(4);')
    graph('F2-unroll', '@compose { ys..(4) = for t : xs unroll add(t, t); y = math.sum_n(ys); }',
          [2 * sum(xs)], {'xs': xs}, 'xs: real[3]..(4);')
    graph('F2-two', '@compose { ys = for t : xs, u : xs do add(t, u); y = math.sum_n(ys); }',
          [2 * sum(xs)], {'xs': xs}, 'xs: real[3]..(4);')
    graph('F2-lengths', '@compose { ys = for t : xs, u : [x, x] do add(t, u); y = x; }',
          'goes through 2 items', {'xs': xs, 'x': x}, 'xs: real[3]..(4); x: real[3];')
    graph('F3-index', '@compose { y = with s = x for t : xs unroll..(i -> 4) '
          '{ u = scaled{by = real(i)}(t); v = add(s, u); yield v; }; }',
          [x + sum(i * t for i, t in enumerate(xs))], {'xs': xs, 'x': x}, 'xs: real[3]..(4); x: real[3];')
    graph('F3-count', '@attrib { n: int; } @compose { y = with s = x do..(n) add(s, s); }', [8 * x],
          attrib={'n': '3'})
    graph('F3-no-turn', '@attrib { n: int; } @compose { y = with s = x do..(n) add(s, s); }', [x],
          attrib={'n': '0'})
    graph('F3-no-count', '@compose { y = with s = x do add(s, s); }', 'how many turns')
    graph('F3-run', '@compose { y = with s = x do..(n) add(s, s); }', 'turns only a run counts',
          {'x': x, 'n': np.array(2)}, 'x: real[3]; n: int[];')
    graph('F4-while', '@compose { y = with s = x while c do add(s, s); }', 'that only a run ends',
          {'x': x, 'c': np.array(True)}, 'x: real[3]; c: bool[];')
    graph('F5-declared', '@compose { y = with s: real[3] = 0.0 for t : xs unroll add(s, t); }',
          [sum(xs)], {'xs': xs}, 'xs: real[3]..(4);')
    graph('F5-declared-do', '@compose { y = with s: real[n] = 0.0 for t : xs do add(s, t); }',
          [sum(xs)], {'xs': xs}, 'xs: real[n|3]..(4);')
    graph('F5-declared-wrong', '@compose { y = with s: real[4] = x for t : xs do add(s, t); }',
          'declared with the shape [4], but begins with [3]', {'xs': xs, 'x': x},
          'xs: real[3]..(4); x: real[3];')
    graph('F5-shape-changes', '@compose { y = with s = x do..(2) layout.concat{axis = 0}([s, s]); }',
          'not imported')
    graph('F5-type-changes', '@compose { z = with s = x do..(2) math.gt(s, s); y = x; }', 'another type')
    graph('F6-known-items', '@compose { y = with s = x for k : [1, 2, 3] unroll scaled{by = real(k)}(s); }',
          [6 * x])
    graph('F6-hides', '@compose { y = with x = x do..(2) add(x, x); }', [4 * x])
    graph('F6-variables', '@compose { y = with s = x do..(3) l: weighted(s); }', [x * w ** 3],
          files={'l.w.dat': w})
    graph('F6-variables-unrolled', '@compose { y = with s = x unroll..(3) { v = weighted(s); z = l: weighted(v); '
          'yield z; }; }', [x * w ** 3 * (w + 1) ** 3], files={'y.v.w.dat': w, 'y.l.w.dat': w + 1})
    graph('F6-variables-of-two-shapes', '@compose { z = with s = x unroll..(2) { v = l: weighted(s); '
          't = math.sum_reduce{axes = [0]}(v); yield t; }; y = x; }',
          'There are two variables', files={'z.l.w.dat': w})
    # S9: graphs
    graph('S9-bound-ok', '@compose { y = add(x, x); }', [2 * x], None, 'x: real[n|3];', 'y: real[n];')
    graph('S9-free', '@compose { y = add(x, x); }', 'upper bound', None, 'x: real[n];', 'y: real[n];')
    graph('S9-tilde', '@compose { y = add(x, x); }', [2 * x], None, 'x: real[~|8];', 'y: real[~];')
    graph('S9-tilde-too-long', '@compose { y = add(x, x); }', 'at most 2 is allowed', None,
          'x: real[~|2];', 'y: real[~];')
    graph('S9-agreement', '@compose { y = add(x, z); }', [x + z], {'x': x, 'z': z},
          'x: real[n|8]; z: real[n];', 'y: real[n];')
    graph('S9-disagreement', '@compose { y = add(x, z); }', 'is 6, but 3 is expected',
          {'x': x, 'z': long}, 'x: real[n|8]; z: real[n];', 'y: real[n];')
    graph('S9-repeated', '@compose { y = scaled(x); }', [np.zeros((2, 3, 0))], {'x': np.zeros((2, 3, 0))},
          'x: real[~|10 ..(3)];', 'y: real[~ ..(3)];')
    graph('S9-no-shape', '@compose { y = add(x, x); }', 'shape', None, 'x: real;', 'y: real;')
    graph('S9-outputs', '@compose { y = add(x, x); z = [x, x]; }', [2 * x, x, x], None,
          outputs='y: real; z: real..;', export=True)
    graph('S9-pack', '@compose { y = math.sum_n(xs); }', 'length', {'xs': xs}, 'xs: real[3]..;')
    # S10
    graph('S10-shape', '@compose { y = x; }', 'declared with the shape [4], but composed with [3]', None,
          outputs='y: real[4];')
    graph('S10-rank', '@compose { y = x; }', 'declared with the shape [~, ~]', None,
          outputs='y: real[~, ~];')
    graph('S10-type', '@compose { y = math.gt(x, 0.0); }',
          'elements of type real, but composed with bool', None, outputs='y: real[3];')
    graph('S10-number', '@compose { y = 1.0; }', [np.array(1.0)], {}, '', 'y: real[];')
    # V1
    graph('V1-uniform', '@constant { c: real[3] = 2.5; } @compose { y = add(x, c); }', [x + 2.5])
    graph('V1-list', '@constant { c: real[3] = [1.0, 2.0, 3.0]; } @compose { y = add(x, c); }',
          [x + np.array([1, 2, 3])])
    graph('V1-formula', '@constant { c: real[2, 3] = real(10 * i + j), i < 2, j < 3; } '
          '@compose { y = c; }', [np.array([[0, 1, 2], [10, 11, 12]])], {}, '', 'y: real[2, 3];')
    graph('V1-pack', '@constant { c: real[3]..(2) = [1.0, 2.0]; } @compose { a = add(x, c[0]); '
          'y = add(a, c[1]); }', [x + 3])
    graph('V1-volume', '@constant { c: real[3] = [1.0, 2.0]; } @compose { y = add(x, c); }', 'elements')
    graph('V1-no-value', '@constant { c: real[3]; } @compose { y = add(x, c); }', 'Expected a value')
    graph('V2-value', '@variable { c: real[3] = 0.0; } @compose { y = add(x, c); }',
          'A variable has no value here')
    bits = np.array([True, False, True])
    graph('V2-bool', '@variable { m: bool[3]; } @compose { y = math.select(m, x, 0.0); }',
          [np.where(bits, x, 0)], files={'m.dat': bits})
    graph('V2-int', '@variable { m: int[2]; } @compose { y = layout.gather{axis = 0}(x, m); }', 'imported',
          files={'m.dat': np.array([2, 0], np.int32)}, outputs='y: real[2];')
    graph('V2-pack', '@variable { w: real[3]..(2); } @compose { y = math.sum_n(w); }', [w + z], {}, '',
          files={'w.0.dat': w, 'w.1.dat': z})
    graph('V2-truncated', '@variable { w: real[3]; } @compose { y = add(x, w); }', 'expected a header',
          files={'w.dat': b'\x4e\xef\x01\x00'})
    # K6: which names there are outside of a call
    inner = '''%soperator layer { @input { x: real[n]; } @output { y: real[n]; } @variable { w: real[n]; }
  @compose { t = math.mul(x, w); y = math.add(t, t); } }
operator outer { @input { x: real[n]; } @output { y: real[n]; } @compose { y = layer(x); } }
'''
    zero = 'quant.zero_point_linear_quantize{zero_point = 0, scale = 0.5, bits = 8}'
    for name, kind, row, expect in (
            ('K6-variable', '', 'a.w: math.neg', True), ('K6-made', '', 'a.t: math.neg', 'leads to no tensor'),
            ('K6-input', '', 'a.x: math.neg', 'leads to no tensor'),
            ('K6-public', 'public ', f'a.w: {zero}; a.t: {zero}; a.x: {zero}; a.y: {zero}', True),
            ('K6-through', '', 'b.w: math.neg', True), ('K6-unknown', '', 'c.w: math.neg', 'leads to no tensor')):
        model(name, {'main.sknd': f'import math, quant;\n{inner % kind}'
                             'graph G { @input { x: real[3]; } @output { y: real[3]; } '
                             f'@compose {{ a = layer(x); b = outer(a); y = b; }} @quantize {{ {row}; }} }}',
                             'a.w.dat': w, 'b.w.dat': w}, [4 * x * w * w] if expect is True else expect, {'x': x})
    # 1.17: it changes nothing
    for name, row, expect in (
            ('of-a-graph', f'x: {zero}; y: {zero}; t: {zero}; w: {zero}', True), ('twice', 'x: math.neg; x: math.neg', 'twice'),
            ('unknown', 'z: math.neg', '“z” is no tensor here'), ('number', 'n: math.neg', '“n” is no tensor'),
            ('operator', 'x: math.minus', 'no operator “minus”'), ('two-inputs', 'x: math.add', 'Input “y” is not given'),
            ('type', 'x: math.not', 'is of type bool'), ('result', 'x: isless', 'quantizes no tensor'),
            ('attribute', 'x: quant.zero_point_linear_quantize{bits = 8, scale = 1.0}', 'is not given'),
            ('tensor', 'x: scaled{by = t}', 'before a run'), ('pack', 'p: math.neg', 'is a pack')):
        graph(f'1.17-{name}', f'@attrib {{ n: int = 2; }} @variable {{ w: real[3]; }} @compose {{ t = add(x, x); p..(2) = '
              f'[x, t]; y = math.mul(t, w); }} @quantize {{ {row}; }}', [2 * x * w] if expect is True else expect,
              files={'w.dat': w}, first='import quant;\n', after='operator isless { @input { x: real[s..]; } '
              '@output { y: bool[s..]; } @lower { y[i..] = x[i..] < 0.0, i < s; } }\n')
    # 1.14: outputs do not depend on it
    for name, text, expect in (
            ('update', 'w = y', True), ('intermediate', 'd = add(y, w); w = add(d, d)', True),
            ('output', 'y = w', '“y” is there already'), ('twice', 'w = y; w = x', 'updated twice'),
            ('type', 'w = math.gt(y, x)', '“w” is declared with elements of type real'),
            ('unknown', 'w = z', 'no “z”'), ('pack', 'w = [x, y]', 'elements of type real, but updated with')):
        graph(f'1.14-{name}', f'@variable {{ w: real[3]; }} @compose {{ y = add(x, w); }} @update {{ {text}; }}',
              [x + w] if expect is True else expect, files={'w.dat': w})
    # F1: branches
    both = 'x: real[3]; c: bool[];'
    graph('F1-run', '@compose { y = if c then x else scaled(x); }', 'that only a run chooses',
          {'x': x, 'c': np.array(True)}, both)
    graph('F1-condition', '@compose { y = if x then x else scaled(x); }', 'Expected one bool behind “if”')
    graph('F1-number', '@attrib { n: int = 1; } @compose { y = if n then x else scaled(x); }', 'Expected one bool')
    graph('F1-results', '@compose { y = if true then x else { yield x, x; }; }', 'results')
    graph('F1-types', '@compose { z = if true then x else math.gt(x, x); y = x; }', 'type')
    graph('F1-type-unchosen', '@compose { y = if false then math.gt(x, x) else x; }', 'type')
    # K7: a graph is a branch, or what a loop does
    called = 'graph B { @input { x: real[3]; } @output { y: real[3]; } @variable { v: real[3]; } ' \
             '@compose { y = math.mul(x, v); } }\n'
    graph('K7-branch', '@compose { y = if true then B(x) else x; }', [x * w], after=called, files={'B.v.dat': w})
    graph('K7-branch-label', '@compose { y = if true then l: B(x) else x; }', [x * w], after=called,
          files={'l.v.dat': w})
    graph('K7-loop', '@compose { y = with s = x do..(2) B(s); }', [x * w * w], after=called,
          files={'B.v.dat': w})
    two = ('graph A { @input { x: real[3]; } @output { y: real[3]; } @compose { y = x; } }\n'
           'graph B { @input { x: real[3]; } @output { y: real[3]; } @compose { y = A(x); } }\n')
    model('1.18-first-graph', two, [x], {'x': x})
    model('K7-graph-called', two, 'graph', {'x': x}, graph='B')
    model('1.18-graph-in-module', {'main.sknd': 'import m; graph A { @input { x: real[3]; } '
                                   '@output { y: real[3]; } @compose { y = m.f(x); } }',
                                   'm.sknd': two.replace('graph A', 'graph f')},
          'graph', {'x': x})
    model('1.18-unknown-graph', two, 'There is no operator “C”', {'x': x}, graph='C')


add_small()
