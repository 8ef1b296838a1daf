#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
from scipy.signal import (butter,  # design
                          lfilter)
import os, \
    sys
#pragma IMAGINET_INCLUDES_END

def outside(x):
    return x

#pragma IMAGINET_FRAGMENT_BEGIN "window"
def helper(a):
    """
def window(not, this): in a string
    """
    return a

async def window(input, axis: int = 0, *, scale=(1, 2), labels: dict[str, int] = {"a": 1}, **rest) -> np.ndarray:
    # def window(neither)
    return np.copyto(input, axis)
#pragma IMAGINET_FRAGMENT_END
