#ifndef PLANTED_H
#define PLANTED_H

#include <stddef.h>

// Faults that a build with sanitizers must find: controls of the fuzzers.

/// Reads the byte behind the last of `count`.
void planted_read_beyond(const void *bytes, size_t count);

/// Adds to the largest number.
void planted_overflow(int number);

#endif
