#ifndef CSPAWN_H
#define CSPAWN_H

#include <stddef.h>
#include <sys/types.h>

// Functions for starting other programs that Swift cannot call (_GNU_SOURCE) or must not interrupt.

/// A running program with this process's pipe ends, which are non-blocking and close-on-exec.
struct cspawn_child {
  pid_t process;
  /// Becomes readable when the program has ended.
  int ending;
  int input;
  int output;
  int errors;
};

/// Starts a program in a new session with this process's environment and only the three pipes.
/// Returns 0, or an errno with nothing left open.
int cspawn_start(const char *path, char *const arguments[], struct cspawn_child *child);

/// Like write(2), but a closed pipe only causes the error EPIPE and no signal.
ssize_t cspawn_write(int descriptor, const void *bytes, size_t count);

#endif
