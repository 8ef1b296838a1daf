#pragma IMAGINET_FRAGMENT_BEGIN "window_t"
typedef struct
{
  int32_t used;
  int32_t reserved;
} window_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "window_init"
#pragma IMAGINET_FRAGMENT_DEPENDENCY "window_t"
#pragma IMAGINET_FRAGMENT_DEPENDENCY "[Imaginet.Units.Base.Error]/error.h:print_error"
static inline int
window_init (int8_t *handle, int size)
{
  window_t *window = (window_t *) handle;
  if (size <= 0)
    {
      print_error ("a window of %d bytes\n", size);
      return IPWIN_RET_ERROR;
    }
  window->used = 0;
  return IPWIN_RET_SUCCESS;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "window_enqueue"
#pragma IMAGINET_FRAGMENT_DEPENDENCY "window_t"
static inline int
window_enqueue (int8_t *handle, const void *data, int chunk, int size)
{
  window_t *window = (window_t *) handle;
  if (window->used + chunk > size)
    return IPWIN_RET_NOMEM;
  memcpy (handle + sizeof (window_t) + window->used, data, chunk);
  window->used += chunk;
  return IPWIN_RET_SUCCESS;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "window_dequeue"
#pragma IMAGINET_FRAGMENT_DEPENDENCY "window_t"
static inline int
window_dequeue (int8_t *handle, void *data, int size, int stride)
{
  window_t *window = (window_t *) handle;
  if (window->used < size)
    return IPWIN_RET_NODATA;
  memcpy (data, handle + sizeof (window_t), size);
  memmove (handle + sizeof (window_t), handle + sizeof (window_t) + stride,
           size - stride);
  window->used -= stride;
  return IPWIN_RET_SUCCESS;
}
#pragma IMAGINET_FRAGMENT_END
