Tensor f(const Tensor& I) {
  std::vector<TensorDim> X(2), Y(2);
  std::vector<TensorIndex> x(2);
  I.bind_dims(X[0], X[1]);
  for (size_t i = 0; i < X.size(); i++) {
    Y[i] = X[1 - i];
  }
  auto O = TensorOutput(Y[0], Y[1]);
  O(x[1], x[0]) = I(x[0], x[1]);
  return O;
}
