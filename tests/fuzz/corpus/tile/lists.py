def f(I, s, a):
  # dims
  X = TensorDims(2)
  x = TensorIndexes(2)
  I.bind_dims(X[0], X[1])
  for i in range(len(X)):
    X[i] = X[i] // s[i]
  O = TensorOutput(X[0])
  O[x[0]] >= I[x[0], x[1]]
  O.add_constraints([x[1] < 2, x[0] < 3])
  return O, -(O - -a) / 2
  # end
