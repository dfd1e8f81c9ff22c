#ifndef CXXHASH_SHIM_H
#define CXXHASH_SHIM_H

#include <stddef.h>
#include <stdint.h>

// Compiles the functions in place, so that nothing has to be linked.
#define XXH_INLINE_ALL
#include <xxhash.h>

/// The XXH3 hash of some bytes, 64 bits long; `bytes` may be null if there are none.
static inline uint64_t cxxhash_of(const void *bytes, size_t count) {
  return XXH3_64bits(bytes, count);
}

#endif
