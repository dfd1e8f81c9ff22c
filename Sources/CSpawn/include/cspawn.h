#ifndef CSPAWN_H
#define CSPAWN_H

#include <stdbool.h>
#include <sys/types.h>

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

/// Starts a program with default signals; `ending` becomes readable when it has ended. In C, because
/// Swift does not import what of this is particular to Linux.
/// Returns 0, or an errno with nothing left open.
int cspawn_start(const struct cspawn_command *command, pid_t *process, int *ending);

// Functions of the C library that it declares only with _GNU_SOURCE, which Swift does not set.
int pipe2(int ends[2], int flags);
const char *sigabbrev_np(int signal);

#endif
