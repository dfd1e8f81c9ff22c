#define _GNU_SOURCE

#include "cspawn.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

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

int cspawn_start(const struct cspawn_command *command, pid_t *process, int *ending) {
  int failure = spawn(command, process);
  if (failure != 0) return failure;
  *ending = (int)syscall(SYS_pidfd_open, *process, 0);
  if (*ending >= 0) return 0;
  failure = errno;
  kill(command->has_own_session ? -*process : *process, SIGKILL);
  while (waitpid(*process, NULL, 0) < 0 && errno == EINTR) continue;
  return failure;
}
