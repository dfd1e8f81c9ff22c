#define _GNU_SOURCE

#include "cspawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
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

static int spawn(const char *path, char *const arguments[], int pipes[3][2], pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (failure != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return failure;
  }

  for (int stream = 0; failure == 0 && stream < 3; stream++) {
    int end = pipes[stream][childs_end(stream)];
    failure = posix_spawn_file_actions_adddup2(&actions, end, stream);
  }
  if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);

  // Undo signal settings of this process that a program started from a shell would not inherit.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (failure == 0) failure = posix_spawn(process, path, &actions, &attributes, arguments, environ);

  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
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
  int failure = spawn(path, arguments, pipes, &child->process);
  if (failure == 0) {
    child->ending = (int)syscall(SYS_pidfd_open, child->process, 0);
    if (child->ending < 0) {
      failure = errno;
      kill(-child->process, SIGKILL);
      while (waitpid(child->process, NULL, 0) < 0 && errno == EINTR) continue;
    }
  }
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
