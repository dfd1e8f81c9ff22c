#ifndef CALLOCATIONCOUNT_H
#define CALLOCATIONCOUNT_H

#include <stdint.h>

// A program this is linked into asks glibc for memory through it, and so do all its shared libraries,
// Swift's among them: the program's own malloc comes before the library's.

/// What was asked of malloc and its kin: the calls that hand out memory, and the bytes asked for.
struct callocationcount {
  uint64_t calls;
  uint64_t bytes;
};

/// Counts from zero from now on, on all threads.
void callocationcount_start(void);

/// Stops counting, and says what was counted.
struct callocationcount callocationcount_stop(void);

#endif
