"""What is decided where documents contradict themselves or each other, each with formulas in
all spellings that show it: number, name, spelling, text, inputs, and what is expected: the data
of the output, or a problem: its code, the text it points at, words of its message or of what it
allows, and the text with its fix.

SPDX-License-Identifier: MIT
"""


def problem(code, at, says, fixed=None):
    return {'code': code, 'at': at, 'says': says, 'fixed': fixed}


I23 = {'I': 'float32[2,3]{1,2,3,4,5,6}'}
I5 = {'I': 'float32[5]{1,2,3,4,5}'}
I2 = {'I': 'float32[2]{1,2}'}
NEGATIVE = {'I': 'float32[2,2]{-1,-2,-3,-4}'}
MISTAKE = '''Tensor f(const Tensor& I) {
  TensorDim N;
  TensorIndex i, k;
  I.bind_dims(N);
  auto O = TensorOutput(N);
  %s
  return O;
}
'''
PYTHON = '''def f(I):
  N = TensorDim()
  i, k = TensorIndexes(2)
  I.bind_dims(N)
  O = TensorOutput(N)
  %s
  return O
'''

CONVOLUTION = {
    'cpp': """Tensor f(const Tensor& I, const Tensor& K) {
  TensorDim X, T;
  TensorIndex x, t;
  I.bind_dims(X);
  K.bind_dims(T);
  auto O = TensorOutput(X - T + 1);
  O(x) += I(x + t) * K(t);
  return O;
}
""",
    'py': """def f(I, K):
  X, T = TensorDims(2)
  x, t = TensorIndexes(2)
  I.bind_dims(X)
  K.bind_dims(T)
  O = TensorOutput(X - T + 1)
  O[x] += I[x + t] * K[t]
  return O
""",
}


def both(number, name, statement, inputs, found):
    """The same statement in C++, with a semicolon, and in Python."""
    python = statement.replace('; ', '\n  ')
    return [(number, name, 'cpp', MISTAKE % (statement + ';'), inputs, found),
            (number, name, 'py', PYTHON % python, inputs, found)]


DECISIONS = [
    (1, 'rank of an average', 'py',
     'def f(I):\n  X, Y = TensorDims(2)\n  x, y = TensorIndexes(2)\n  I.bind_dims(X, Y)\n'
     '  S = TensorOutput()\n  S[y] += I[x, y]\n  return S / X\n', I23,
     problem('rank-mismatch', 'S = TensorOutput()', 'TensorOutput(Y)', 'S = TensorOutput(Y)\n')),
    (1, 'rank of an average', 'cpp',
     'Tensor f(const Tensor& I) {\n  TensorDim X, Y;\n  TensorIndex x, y;\n  I.bind_dims(X, Y);\n'
     '  auto S = TensorOutput();\n  S(y) += I(x, y);\n  return S / X;\n}\n', I23,
     problem('rank-mismatch', 'auto S = TensorOutput()', 'TensorOutput(Y)', 'auto S = TensorOutput(Y);\n')),
    (1, 'rank of an average', 'tile', 'function (I[X, Y]) -> (O) { O[y : X, Y] = +(I[x, y]); }', I23,
     problem('rank-mismatch', 'y : X, Y]', 'did you mean Y', 'O[y : Y] =')),
    (2, 'not declared in C++', 'cpp', 'Tensor f(const Tensor& I) {\n  S = I * 2;\n  return S;\n}\n', I2,
     problem('undeclared', 'S', 'auto S', 'auto S = I * 2;\n')),
    (2, 'not declared in Python', 'py', 'def f(I):\n  S = I * 2\n  return S\n', I2, [2, 4]),
    (2, 'not declared in the compact form', 'tile', 'function (I[N]) -> (O) { S = I * 2; O = S + 1; }', I2,
     [3, 5]),
    (2, 'functions of one name', 'py',
     'def f(I):\n  return I * 2\n\ndef f(I, J):\n  return I + J\n\ndef g(I):\n  return f(f(I), I)\n', I2, [3, 6]),
    (2, 'functions of one name', 'cpp',
     'Tensor f(Tensor I) {\n  return I * 2;\n}\nTensor f(Tensor I, Tensor J) {\n  return I + J;\n}\n'
     'Tensor g(Tensor I) {\n  return f(f(I), I);\n}\n', I2, [3, 6]),
    (3, 'largest of negative numbers', 'tile', 'function (I[M, N]) -> (O) { O[n : N] = >(I[m, n]); }', NEGATIVE,
     [-1, -2]),
    (3, 'largest of negative numbers', 'py',
     'def f(I):\n  M, N = TensorDims(2)\n  m, n = TensorIndexes(2)\n  I.bind_dims(M, N)\n  O = TensorOutput(N)\n'
     '  O[n] >= I[m, n]\n  return O\n', NEGATIVE, [-1, -2]),
    (3, 'largest of negative numbers', 'cpp',
     'Tensor f(const Tensor& I) {\n  TensorDim M, N;\n  TensorIndex m, n;\n  I.bind_dims(M, N);\n'
     '  auto O = TensorOutput(N);\n  O(n) >= I(m, n);\n  return O;\n}\n', NEGATIVE, [-1, -2]),
    (4, 'pairs from 2 * i + j', 'tile', 'function (I[N]) -> (O) { O[i : N / 2] = >(I[2 * i + j]), j < 2; }', I5,
     [2, 4]),
    (5, 'a constraint behind', 'py',
     'def f(I):\n  N = TensorDim()\n  i, j = TensorIndexes(2)\n  I.bind_dims(N)\n  O = TensorOutput(N // 2)\n'
     '  O[i] >= I[2 * i + j]\n  O.add_constraint(j < 2)\n  return O\n', I5, [2, 4]),
    (5, 'a constraint behind', 'cpp',
     'Tensor f(const Tensor& I) {\n  TensorDim N;\n  TensorIndex i, j;\n  I.bind_dims(N);\n'
     '  auto O = TensorOutput(N / 2);\n  O(i) >= I(2 * i + j);\n  O.add_constraint(j < 2);\n  return O;\n}\n', I5,
     [2, 4]),
    (6, 'square brackets and a semicolon', 'py',
     'def f(I):\n  N = TensorDim()\n  i = TensorIndex()\n  I.bind_dims(N)\n  O = TensorOutput[(N + 1) // 2]\n'
     '  O[i] += I[i]\n  return O\n', I2,
     problem('syntax', '[(N + 1) // 2]', 'round brackets', 'TensorOutput((N + 1) // 2)')),
    (6, 'a semicolon in Python', 'py', 'def f(I):\n  O = I * 2;\n  return O\n', I2,
     problem('syntax', ';', 'line')),
    (6, 'square brackets', 'cpp',
     'Tensor f(const Tensor& I) {\n  TensorDim N;\n  TensorIndex i;\n  I.bind_dims(N);\n'
     '  auto O = TensorOutput[N];\n  O(i) += I(i);\n  return O;\n}\n', I2,
     problem('syntax', '[N]', 'round brackets', 'TensorOutput(N)')),
    (7, 'another dim', 'tile', 'function (I[M, N]) -> (O) { O[n : M] = +(I[m, n]); }', I23,
     problem('output-dim', 'M', 'did you mean N', 'O[n : N]')),
    (7, 'another dim', 'py',
     'def f(I):\n  M, N = TensorDims(2)\n  m, n = TensorIndexes(2)\n  I.bind_dims(M, N)\n  O = TensorOutput(M)\n'
     '  O[n] += I[m, n]\n  return O\n', I23,
     problem('output-dim', 'M', 'did you mean N', 'TensorOutput(N)')),
    (7, 'another dim', 'cpp',
     'Tensor f(const Tensor& I) {\n  TensorDim M, N;\n  TensorIndex m, n;\n  I.bind_dims(M, N);\n'
     '  auto O = TensorOutput(M);\n  O(n) += I(m, n);\n  return O;\n}\n', I23,
     problem('output-dim', 'M', 'did you mean N', 'TensorOutput(N)')),
    (8, 'a valid convolution', 'tile', 'function (I[X], K[KX]) -> (O) { O[x : X - KX + 1] = +(I[x + k] * K[k]); }',
     {**I5, 'K': 'float32[2]{1,1}'}, [3, 5, 7, 9]),
    (9, 'an index on the left only', 'tile', 'function (I[N]) -> (O) { O[n, m : N, 2] = +(I[n]); }', I2,
     problem('index-only-left', 'O[n, m : N, 2] = +(I[n])', 'repeat')),
    (9, 'an index on the left only', 'cpp',
     'Tensor f(const Tensor& I) {\n  TensorDim N;\n  TensorIndex n, m;\n  I.bind_dims(N);\n'
     '  auto O = TensorOutput(N, 2);\n  O(n, m) += I(n);\n  return O;\n}\n', I2,
     problem('index-only-left', 'O(n, m) += I(n)', 'repeat')),
    (9, 'an index on the left only', 'py',
     'def f(I):\n  N = TensorDim()\n  n, m = TensorIndexes(2)\n  I.bind_dims(N)\n  O = TensorOutput(N, 2)\n'
     '  O[n, m] += I[n]\n  return O\n', I2, problem('index-only-left', 'O[n, m] += I[n]', 'repeat')),
    (10, 'vectors and loops', 'cpp',
     'Tensor f(const Tensor& I) {\n  std::vector<TensorDim> X(2);\n  std::vector<TensorIndex> x(2);\n  I.bind_dims(X[0], X[1]);\n'
     '  for (size_t j = 0; j < 2; ++j) {\n    X[j] = X[j] + j;\n  }\n  auto O = TensorOutput(X[1]);\n'
     '  O(x[1]) += I(x[0], x[1]);\n  return O;\n}\n', I23, [5, 7, 9, 0]),
    (11, 'select of a tensor and a number', 'tile', 'function (I[N]) -> (O) { O = select(I < 2, I, 0); }', I2, [1, 0]),
    (11, 'select of different shapes', 'tile', 'function (I[N], J[M, N]) -> (O) { O = select(I < 2, I, J); }',
     {**I2, 'J': 'float32[1,2]{7,8}'}, problem('select-shapes', 'select(I < 2, I, J)', 'shape')),
    *both(12, 'division of dims', 'O = TensorOutput(N / 2); O(i) += I(i)', I5, [1, 2]),
    *both(14, 'not written', 'O = TensorOutput(2 * N); O(2 * i) *= I(i)', I2, [1, 0, 2, 0]),
    *both(15, 'a default takes part', 'O = TensorOutput(1); O(0) += I(i); O.use_default(I)', {'I': 'float32[1]{3}'},
          [6]),
    *both(20, 'repeated by an assignment',
          'O = TensorOutput(3 * N); O(3 * i + k) = I(i); O.add_constraint(k < 3)', I2, [1, 1, 1, 2, 2, 2]),
    (12, 'division of dims', 'tile', 'function (I[N]) -> (O) { O[i : N / 2] = +(I[i]); }', I5, [1, 2]),
    (12, 'exact division of indices', 'tile', 'function (I[N]) -> (O) { O[i : 6] = +(I[(i - 1) / 2]); }',
     {'I': 'float32[3]{1,2,3}'}, [0, 1, 0, 2, 0, 3]),
    (12, 'exact division of indices', 'py',
     'def f(I):\n  i = TensorIndex()\n  O = TensorOutput(6)\n  O[i] += I[(i - 1) // 2]\n  return O\n',
     {'I': 'float32[3]{1,2,3}'}, [0, 1, 0, 2, 0, 3]),
    (13, 'a division towards 0', 'tile',
     'function (I[X]) -> (O) { P = (2 - X) / 2; O[x : X] = +(I[x - P]); }', I5, [2, 3, 4, 5, 0]),
    (13, 'a division towards 0', 'py',
     'def f(I):\n  X = TensorDim()\n  x = TensorIndex()\n  I.bind_dims(X)\n  P = (2 - X) // 2\n  O = TensorOutput(X)\n'
     '  O[x] += I[x - P]\n  return O\n', I5, [2, 3, 4, 5, 0]),
    *[(14, f'not written, {sign}', 'tile', f'function (I[N]) -> (O) {{ O[2 * i : 2 * N] = {sign}(I[i]); }}',
       {'I': 'float32[2]{-1,-2}'}, [-1, 0, -2, 0]) for sign in '=+*<>'],
    (15, 'a default takes part', 'tile', 'function (I[M, N], P[N]) -> (O) { O[n : N] = +(I[m, n]) default P; }',
     {**I23, 'P': 'float32[3]{10,20,30}'}, [15, 27, 39]),
    (15, 'a default takes part', 'py',
     'def f(I, P):\n  M, N = TensorDims(2)\n  m, n = TensorIndexes(2)\n  I.bind_dims(M, N)\n  O = TensorOutput(N)\n'
     '  O[n] >= I[m, n]\n  O.use_default(P)\n  return O\n', {**I23, 'P': 'float32[3]{10,1,30}'}, [10, 5, 30]),
    (15, 'a default is overwritten', 'tile', 'function (I[N], P) -> (O) { O[i : N + 1] = =(I[i]) default P; }',
     {**I2, 'P': 'float32[]{9}'}, [1, 2, 9]),
    (16, 'the last of the largest', 'tile',
     'function (I[N]) -> (O) { M[] = >(I[i]); X = index([N], 0); O[] = >(I[i] == M[] ? X[i]); }',
     {'I': 'float32[4]{3,7,7,1}'}, [2]),
    (17, 'an index in a constraint only', 'tile',
     'function (I[N]) -> (O) { O[i : N] = +(I[i]), i + j < 4; }', I2,
     problem('constraint-only-index', 'O[i : N] = +(I[i])', 'j')),
    (17, 'nothing bounds an index', 'tile', 'function (I[N]) -> (O) { O[i + j : N] = +(I[i + j]); }', I2,
     problem('unbounded-index', 'O[i + j : N] = +(I[i + j])', 'must')),
    (17, 'no valid indices', 'tile', 'function (I[N]) -> (O) { O[i : N] = +(I[i + 9]); }', I2,
     problem('empty-domain', 'O[i : N] = +(I[i + 9])', 'No indices are valid')),
    *both(17, 'an index in a constraint only', 'O(i) += I(i); O.add_constraint(i + k < 4)', I2,
          problem('constraint-only-index', None, 'k')),
    *both(17, 'nothing bounds an index', 'O(i + k) += I(i + k)', I2, problem('unbounded-index', None, 'must')),
    *both(17, 'no valid indices', 'O(i) += I(i + 9)', I2, problem('empty-domain', None, 'No indices are valid')),
    (18, 'a size below 1', 'tile', 'function (I[N], K[M]) -> (O) { O[i : N - M + 1] = +(I[i + k] * K[k]); }',
     {**I2, 'K': 'float32[3]{1,1,1}'}, problem('nonpositive-dim', 'N - M + 1', 'positive')),
    *both(18, 'a size below 1', 'O = TensorOutput(N - 2); O(i) += I(i)', I2,
          problem('nonpositive-dim', 'N - 2', 'positive')),
    (19, 'a constraint with <=', 'tile', 'function (I[N]) -> (O) { O[i : N] = +(I[i + k]), k <= 1; }', I2,
     problem('constraint-form', 'k <= 1', 'k < 1 + 1', 'k < 1 + 1')),
    (19, 'a constraint with >', 'tile', 'function (I[N]) -> (O) { O[i : N] = +(I[i + k]), k > 1; }', I2,
     problem('constraint-form', 'k > 1', '<')),
    (19, 'an index on the right', 'tile', 'function (I[N]) -> (O) { O[i : N] = +(I[k]), k < i; }', I2,
     problem('constraint-form', 'k < i', '<')),
    *both(19, 'a constraint with <=', 'O(i) += I(i + k); O.add_constraint(k <= 1)', I2,
          problem('constraint-form', 'k <= 1', 'k < 1 + 1', 'k < 1 + 1')),
    *both(19, 'an index on the right', 'O(i) += I(k); O.add_constraint(k < i)', I2,
          problem('constraint-form', 'k < i', '<')),
    (20, 'repeated by an assignment', 'tile',
     'function (I[N]) -> (O) { O[3 * n + k : 3 * N] = =(I[n]), k < 3; }', I2, [1, 1, 1, 2, 2, 2]),
    (20, 'assigned twice', 'tile', 'function (I[N]) -> (O) { O[3 * n + k : 3 * N] = =(I[n]), k < 4; }', I2,
     problem('assign-conflict', 'O[3 * n + k : 3 * N] = =(I[n])', 'more than once')),
    *both(20, 'assigned twice', 'O(i) = I(k)', I2, problem('assign-conflict', None, 'more than once')),
    (21, 'nothing is padded', 'tile', 'function (I[X], K[T]) -> (O) { O[x : X] = +(I[x + t] * K[t]); }',
     {**I2, 'K': 'float32[2]{1,inf}'}, ['inf', 2]),
    (22, 'sums of int8 wrap', 'tile', 'function (I[N]) -> (O) { O[] = +(I[i]); }', {'I': 'int8[3]{100,100,-90}'},
     [110]),
    (22, 'sums of int8 wrap', 'tile', 'function (I[N]) -> (O) { O[] = +(I[i]); }', {'I': 'int8[2]{100,100}'}, [-56]),
    *both(22, 'sums of int8 wrap', 'O = TensorOutput(1); O(0) += I(i)', {'I': 'int8[2]{100,100}'}, [-56]),
    (23, 'a statement >=', 'py',
     'def f(I):\n  N = TensorDim()\n  i = TensorIndex()\n  I.bind_dims(N)\n  O = TensorOutput(1)\n  O[0] >= I[i]\n'
     '  return O\n', I2, [2]),
    (23, '>= of tensors', 'py', 'def f(I):\n  return I >= 2\n', I2, [0, 1]),
    (24, 'names and their count', 'py', 'def f(I):\n  M, N = TensorDims(3)\n  I.bind_dims(M, N)\n  return I\n', I23,
     problem('syntax', 'TensorDims(3)', '2', 'M, N = TensorDims(2)')),
    (24, 'names and their count', 'py', 'def f(I):\n  m, n = TensorIndexes(1)\n  return I\n', I23,
     problem('syntax', 'TensorIndexes(1)', '2', 'm, n = TensorIndexes(2)')),
    (24, 'one name', 'py', 'def f(I):\n  M, N = TensorDim()\n  return I\n', I23, problem('syntax', 'TensorDim()', 'TensorDims', 'M, N = TensorDims(2)')),
    *both(4, 'pairs from 2 * i + k', 'O = TensorOutput(N / 2); O(i) >= I(2 * i + k); O.add_constraint(k < 2)', I5, [2, 4]),
    (5, 'a constraint behind', 'tile', 'function (I[N]) -> (O) { O[i : (N + 1) / 2] = >(I[2 * i + j]), j < 2; }', I5,
     [2, 4, 5]),
    (6, 'square brackets', 'tile', 'function (I[N]) -> (O) { O = TensorOutput[N]; O[i : N] = +(I[i]); }', I2,
     problem('syntax', 'TensorOutput', 'O[i : N] = ')),
    (8, 'a valid convolution', 'cpp', CONVOLUTION['cpp'], {**I5, 'K': 'float32[2]{1,1}'}, [3, 5, 7, 9]),
    (8, 'a valid convolution', 'py', CONVOLUTION['py'], {**I5, 'K': 'float32[2]{1,1}'}, [3, 5, 7, 9]),
    (10, 'vectors and loops', 'py',
     'def f(I):\n  X = TensorDims(2)\n  x = TensorIndexes(2)\n  I.bind_dims(X[0], X[1])\n  for j in range(2):\n'
     '    X[j] = X[j] + j\n  O = TensorOutput(X[1])\n  O[x[1]] += I[x[0], x[1]]\n  return O\n', I23, [5, 7, 9, 0]),
    (10, 'elements of a vector', 'tile',
     'function (I[X, Y], S) -> (O) { O[y : S[1]] = +(I[S[0] * x, y]); }', {**I23, 'S': '[1,4]'}, [5, 7, 9, 0]),
    *both(11, 'select of a tensor and a number', 'O = select(I < 2, I, 0)', I2, [1, 0]),
    (11, 'select of different shapes', 'cpp', 'Tensor f(Tensor I, Tensor J) {\n  return select(I < 2, I, J);\n}\n',
     {**I2, 'J': 'float32[1,2]{7,8}'}, problem('select-shapes', 'select(I < 2, I, J)', 'shape')),
    (11, 'select of different shapes', 'py', 'def f(I, J):\n  return select(I < 2, I, J)\n',
     {**I2, 'J': 'float32[1,2]{7,8}'}, problem('select-shapes', 'select(I < 2, I, J)', 'shape')),
    (13, 'a division towards 0', 'cpp', MISTAKE % 'TensorDim P = (2 - N) / 2;\n  O(i) += I(i - P);', I5, [2, 3, 4, 5, 0]),
    (16, 'the last of the largest', 'cpp',
     MISTAKE % ('auto M = TensorOutput();\n  M() >= I(i);\n  auto X = index({N}, 0);\n  O = TensorOutput();\n'
                '  O() >= cond(I(i), M(), X(i));'), {'I': 'float32[4]{3,7,7,1}'}, [2]),
    (16, 'the last of the largest', 'py',
     PYTHON % ('M = TensorOutput()\n  M[()] >= I[i]\n  X = index([N], 0)\n  O = TensorOutput()\n'
               '  O[()] >= cond(I[i], M[()], X[i])'), {'I': 'float32[4]{3,7,7,1}'}, [2]),
    *[(21, 'nothing is padded', spelling, CONVOLUTION[spelling].replace('X - T + 1', 'X'),
       {**I2, 'K': 'float32[2]{1,inf}'}, ['inf', 2]) for spelling in ('cpp', 'py')],
    (23, 'a statement >=', 'cpp', MISTAKE % 'O = TensorOutput(1);\n  O(0) >= I(i);', I2, [2]),
    (23, '>= of tensors', 'cpp', 'Tensor f(const Tensor& I) {\n  return I >= 2;\n}\n', I2, [0, 1]),
    (23, 'a statement >', 'tile', 'function (I[N]) -> (O) { O[] = >(I[i]); }', I2, [2]),
    (23, '>= of tensors', 'tile', 'function (I[N]) -> (O) { O = I >= 2; }', I2, [0, 1]),
    (24, 'dims and their count', 'cpp', 'Tensor f(const Tensor& I) {\n  TensorDim N;\n  I.bind_dims(N);\n  return I;\n}\n',
     I23, problem('rank-mismatch', 'I.bind_dims(N)', '1 dims are bound')),
    (24, 'dims and their count', 'tile', 'function (I[N]) -> (O) { O[i : N] = +(I[i]); }', I23,
     problem('rank-mismatch', 'I[N]', '1 dims are bound')),
]
