#ifndef CSPAWN_H
#define CSPAWN_H

#include <stdbool.h>
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

/// A program to run and what it gets.
struct cspawn_command {
  const char *path;
  char *const *arguments;
  /// NULL for that of this process.
  char *const *environment;
  /// Descriptors of this process, which become the only three of the program.
  int input;
  int output;
  int errors;
  /// Whether it leads a session, and thus a process group, or stays in those of this process.
  bool has_own_session;
};

/// Starts a program with default signals; `ending` becomes readable when it has ended.
/// Returns 0, or an errno with nothing left open.
int cspawn_run(const struct cspawn_command *command, pid_t *process, int *ending);

/// Opens a close-on-exec pipe whose reading end is non-blocking. Returns 0 or an errno.
int cspawn_pipe(int *reading, int *writing);

/// Opens a file that has no name and is gone when closed; -1 with `errno` if that is not possible.
int cspawn_unlinked_file(const char *directory);

/// As in `INT`, or NULL if there is no such signal.
const char *cspawn_signal_name(int signal);

/// Like write(2), but a closed pipe only causes the error EPIPE and no signal.
ssize_t cspawn_write(int descriptor, const void *bytes, size_t count);

#endif
