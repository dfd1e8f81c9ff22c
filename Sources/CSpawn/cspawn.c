#define _GNU_SOURCE

#include "cspawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void close_all(int pipes[3][2]) {
  for (int stream = 0; stream < 3; stream++) {
    for (int end = 0; end < 2; end++) {
      if (pipes[stream][end] >= 0) close(pipes[stream][end]);
    }
  }
}

// The child reads standard input and writes the other two.
static int childs_end(int stream) { return stream == 0 ? 0 : 1; }

static int spawn(const struct cspawn_command *command, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (failure != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return failure;
  }

  const int streams[] = {command->input, command->output, command->errors};
  for (int stream = 0; failure == 0 && stream < 3; stream++) {
    failure = posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
  }
  if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);

  // Undo signal settings of this process that a program started from a shell would not inherit.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  int session = command->has_own_session ? POSIX_SPAWN_SETSID : 0;
  posix_spawnattr_setflags(
      &attributes, (short)(session | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  if (failure == 0) {
    failure = posix_spawn(
        process, command->path, &actions, &attributes, command->arguments,
        command->environment == NULL ? environ : command->environment);
  }

  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int cspawn_run(const struct cspawn_command *command, pid_t *process, int *ending) {
  int failure = spawn(command, process);
  if (failure != 0) return failure;
  *ending = (int)syscall(SYS_pidfd_open, *process, 0);
  if (*ending >= 0) return 0;
  failure = errno;
  kill(command->has_own_session ? -*process : *process, SIGKILL);
  while (waitpid(*process, NULL, 0) < 0 && errno == EINTR) continue;
  return failure;
}

int cspawn_start(const char *path, char *const arguments[], struct cspawn_child *child) {
  int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  for (int stream = 0; stream < 3; stream++) {
    if (pipe2(pipes[stream], O_CLOEXEC) != 0) {
      int failure = errno;
      close_all(pipes);
      return failure;
    }
    int ours = pipes[stream][1 - childs_end(stream)];
    fcntl(ours, F_SETFL, O_NONBLOCK);
  }
  const struct cspawn_command command = {
      .path = path,
      .arguments = arguments,
      .input = pipes[0][childs_end(0)],
      .output = pipes[1][childs_end(1)],
      .errors = pipes[2][childs_end(2)],
      .has_own_session = true,
  };
  int failure = cspawn_run(&command, &child->process, &child->ending);
  if (failure != 0) {
    close_all(pipes);
    return failure;
  }
  for (int stream = 0; stream < 3; stream++) close(pipes[stream][childs_end(stream)]);
  child->input = pipes[0][1];
  child->output = pipes[1][0];
  child->errors = pipes[2][0];
  return 0;
}

int cspawn_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

int cspawn_unlinked_file(const char *directory) {
  int file = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
  if (file >= 0) return file;
  // Not every file system has files without names.
  char path[4096];
  int length = snprintf(path, sizeof path, "%s/targets-XXXXXX", directory);
  if (length < 0 || (size_t)length >= sizeof path) return -1;
  file = mkostemp(path, O_CLOEXEC);
  if (file >= 0) unlink(path);
  return file;
}

const char *cspawn_signal_name(int signal) { return sigabbrev_np(signal); }

// SIGPIPE is sent to the writing thread. It is blocked, and consumed if this write caused it, but
// not if it was pending before.
ssize_t cspawn_write(int descriptor, const void *bytes, size_t count) {
  sigset_t broken_pipe, before, pending;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  sigpending(&pending);
  bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  ssize_t written = write(descriptor, bytes, count);
  int failure = errno;
  if (written < 0 && failure == EPIPE && !was_pending) {
    struct timespec no_time = {0, 0};
    while (sigtimedwait(&broken_pipe, NULL, &no_time) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = failure;
  return written;
}
