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

// The same hash of bytes that come in parts.

/// Starts a hash, or returns null if there is no memory. Free it with `cxxhash_free`.
static inline XXH3_state_t *cxxhash_begin(void) {
  XXH3_state_t *state = XXH3_createState();
  if (state) XXH3_64bits_reset(state);
  return state;
}

static inline void cxxhash_reset(XXH3_state_t *state) { XXH3_64bits_reset(state); }

static inline void cxxhash_add(XXH3_state_t *state, const void *bytes, size_t count) {
  if (count) XXH3_64bits_update(state, bytes, count);
}

static inline uint64_t cxxhash_value(const XXH3_state_t *state) { return XXH3_64bits_digest(state); }

static inline void cxxhash_free(XXH3_state_t *state) { XXH3_freeState(state); }

#endif
