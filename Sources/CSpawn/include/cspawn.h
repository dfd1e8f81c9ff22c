#ifndef CSPAWN_H
#define CSPAWN_H

#include <stddef.h>
#include <sys/types.h>

// What starting another program and talking with it takes that Swift's view of
// the C library leaves out (_GNU_SOURCE), or that must not be interrupted.

/// A program that runs, and this process's ends of the pipes to it, none of which blocks or is
/// inherited by other programs.
struct cspawn_child {
  pid_t process;
  /// Becomes readable when the program has ended.
  int ending;
  /// Its standard input, output and error.
  int input;
  int output;
  int errors;
};

/// Starts the program in a session of its own, without a terminal, with this process's environment
/// and no descriptor but its three pipes. Returns 0, or an errno with nothing left open.
int cspawn_start(const char *path, char *const arguments[], struct cspawn_child *child);

/// Writes as write(2) does, but a reader that is gone is only the error EPIPE, never a signal.
ssize_t cspawn_write(int descriptor, const void *bytes, size_t count);

#endif
