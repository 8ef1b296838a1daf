# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "autocorrelation_py"
def autocorrelation_py(input, axis, scaling, output):
    x = np.moveaxis(input, -1 - axis, -1).astype(np.float64)
    y = np.moveaxis(output, -1 - axis, -1)
    n = x.shape[-1]
    energy = np.sum(x * x, axis=-1)
    energy = np.where(energy < 1e-30, np.inf, energy)
    divisors = {"biased": lambda lag: n, "unbiased": lambda lag: n - lag,
                "normalized": lambda lag: energy}
    for lag in range(y.shape[-1]):
        products = x[..., :n - lag] * x[..., lag:]
        y[..., lag] = np.sum(products, axis=-1) / divisors[scaling](lag)
#pragma IMAGINET_FRAGMENT_END
