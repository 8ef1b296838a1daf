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
    model('K8-ResNet', {'main.sknd': text, **{f'{k}.dat': v for k, v in w.items()}}, [y], {'x': x})
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
