#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "enqueue"
def enqueue(handle, data):
    handle.setdefault('stream', []).extend(np.ravel(data))
    return 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequeue"
def dequeue(handle, data, stride):
    stream = handle.get('stream', [])
    if len(stream) < data.size:
        return -1
    data[...] = np.reshape(stream[:data.size], data.shape)
    del stream[:stride]
    return 0
#pragma IMAGINET_FRAGMENT_END
