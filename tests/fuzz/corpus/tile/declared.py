def f(I):
  X = TensorDims()(2)
  return I
