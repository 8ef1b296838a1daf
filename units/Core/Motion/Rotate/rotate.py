# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "rotate_matrix_py"
def rotate_matrix_py(input, matrix, axis, output):
    vectors = np.moveaxis(input, -1 - axis, -1).astype(np.float64)
    turned = np.einsum("ab,...b->...a", matrix.astype(np.float64), vectors)
    output[...] = np.moveaxis(turned, -1, -1 - axis)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "rotate_py"
#pragma IMAGINET_DEPENDENCY "rotate.py:rotate_matrix_py"
def rotate_py(input, roll, pitch, yaw, axis, output):
    def turn(angle, a, b):
        matrix = np.eye(3)
        matrix[a, a] = matrix[b, b] = np.cos(np.radians(angle))
        matrix[b, a] = np.sin(np.radians(angle))
        matrix[a, b] = -matrix[b, a]
        return matrix
    matrix = turn(yaw, 0, 1) @ turn(pitch, 2, 0) @ turn(roll, 1, 2)
    rotate_matrix_py(input, matrix, axis, output)
#pragma IMAGINET_FRAGMENT_END
