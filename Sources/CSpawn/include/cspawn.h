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
  /// The folder that it is started in; NULL for that of this process.
  const char *folder;
  /// Descriptors of this process, which become the only three of the program.
  int input;
  int output;
  int errors;
  /// Whether it leads a session, and thus a process group, or stays in those of this process.
  bool has_own_session;
  /// A descriptor that stays open until the program has ended, whatever becomes of this process; or -1.
  ///
  /// A process of its own starts the program, waits for it and holds the descriptor: the program might
  /// close it, as ssh and sudo do.
  int held;
};

/// A program that was started.
struct cspawn_process {
  /// The program, or the process that waits for it; signals sent to it reach the program, except for
  /// SIGKILL and SIGSTOP.
  pid_t process;
  /// Becomes readable when the process has ended.
  int ending;
  /// If a process waits for the program: what it says of its end, a status as of `waitpid`; else -1.
  int report;
};

/// Starts a program with default signals. In C, because Swift does not import what of this is
/// particular to Linux, and because a process that was forked off may not run Swift.
/// Returns 0, or an errno with nothing left open.
int cspawn_start(const struct cspawn_command *command, struct cspawn_process *started);

/// The path that the kernel was given to start this program; NULL if it tells none.
const char *cspawn_given_path(void);

// Functions of the C library that it declares only with _GNU_SOURCE, which Swift does not set.
int pipe2(int ends[2], int flags);
const char *sigabbrev_np(int signal);

#endif
