#include "callocationcount.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// The names glibc gives its own functions beside the public ones.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static atomic_bool is_counting;
static _Atomic uint64_t calls;
static _Atomic uint64_t bytes;

static void note(size_t size) {
  if (!atomic_load_explicit(&is_counting, memory_order_relaxed)) return;
  atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
}

void callocationcount_start(void) {
  atomic_store_explicit(&calls, 0, memory_order_relaxed);
  atomic_store_explicit(&bytes, 0, memory_order_relaxed);
  atomic_store_explicit(&is_counting, true, memory_order_relaxed);
}

struct callocationcount callocationcount_stop(void) {
  atomic_store_explicit(&is_counting, false, memory_order_relaxed);
  return (struct callocationcount){
      .calls = atomic_load_explicit(&calls, memory_order_relaxed),
      .bytes = atomic_load_explicit(&bytes, memory_order_relaxed),
  };
}

void *malloc(size_t size) {
  note(size);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  // A product that does not fit is refused by glibc, and then its size does not matter.
  note(count * size);
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  note(size);
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  const int earlier = errno;  // which this function leaves as it is
  void *const found = memalign(alignment, size);
  errno = earlier;
  if (!found) return ENOMEM;
  *memory = found;
  return 0;
}

void free(void *memory) { __libc_free(memory); }
