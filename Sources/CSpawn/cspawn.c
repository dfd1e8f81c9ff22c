#define _GNU_SOURCE

#include "cspawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/// What `posix_spawn` needs to know, made before anything is forked: making it takes memory.
struct settings {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

const char *cspawn_given_path(void) {
  return (const char *)getauxval(AT_EXECFN);
}

static int prepare(const struct cspawn_command *command, struct settings *settings) {
  int failure = posix_spawn_file_actions_init(&settings->actions);
  if (failure != 0) return failure;
  failure = posix_spawnattr_init(&settings->attributes);
  if (failure != 0) {
    posix_spawn_file_actions_destroy(&settings->actions);
    return failure;
  }
  // Undo signal settings of this process that a program started from a shell would not inherit.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&settings->attributes, &none);
  posix_spawnattr_setsigdefault(&settings->attributes, &all);
  int session = command->has_own_session ? POSIX_SPAWN_SETSID : 0;
  posix_spawnattr_setflags(
      &settings->attributes, (short)(session | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  const int streams[] = {command->input, command->output, command->errors};
  for (int stream = 0; failure == 0 && stream < 3; stream++) {
    failure = posix_spawn_file_actions_adddup2(&settings->actions, streams[stream], stream);
  }
  if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&settings->actions, 3);
  if (failure == 0 && command->folder != NULL) {
    failure = posix_spawn_file_actions_addchdir_np(&settings->actions, command->folder);
  }
  return failure;
}

static void release(struct settings *settings) {
  posix_spawnattr_destroy(&settings->attributes);
  posix_spawn_file_actions_destroy(&settings->actions);
}

static int spawn(
    const struct cspawn_command *command, const struct settings *settings, pid_t *process) {
  return posix_spawn(
      process, command->path, &settings->actions, &settings->attributes, command->arguments,
      command->environment == NULL ? environ : command->environment);
}

/// Waits for the end of a program and passes on the signals that `parent` sends.
static int status_of(pid_t program, pid_t parent) {
  sigset_t all;
  sigfillset(&all);
  int status = 0;
  while (1) {
    pid_t ended = waitpid(program, &status, WNOHANG);
    if (ended == program) return status;
    siginfo_t signal;
    if (sigwaitinfo(&all, &signal) < 0) continue;
    // A signal of the terminal has reached the program, too.
    if (signal.si_code == SI_USER && signal.si_pid == parent) kill(program, signal.si_signo);
  }
}

/// The life of the process that waits. It was forked off a process with threads, so it calls only what a
/// signal handler may call. All signals are blocked.
static _Noreturn void wait_for(
    const struct cspawn_command *command, const struct settings *settings, int report,
    pid_t parent) {
  signal(SIGCHLD, SIG_DFL);
  pid_t program;
  // What the terminal has sent until now does not reach the program, which is not there yet.
  sigset_t missed;
  sigpending(&missed);
  int failure = spawn(command, settings, &program);
  if (failure == 0 && sigismember(&missed, SIGINT)) kill(program, SIGINT);
  if (failure == 0 && sigismember(&missed, SIGHUP)) kill(program, SIGHUP);
  if (write(report, &failure, sizeof failure) < 0 || failure != 0) _exit(1);
  // Of the descriptors of the parent, a pipe say, it keeps no other.
  if (dup2(command->held, 0) < 0 || dup2(report, 1) < 0) _exit(1);
  syscall(SYS_close_range, 2U, ~0U, 0U);
  prctl(PR_SET_NAME, "targets-wait");
  int status = status_of(program, parent);
  _exit(write(1, &status, sizeof status) == sizeof status ? 0 : 1);
}

static int spawn_waited_for(
    const struct cspawn_command *command, const struct settings *settings,
    struct cspawn_process *started) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return errno;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  started->process = _Fork();
  int failure = started->process < 0 ? errno : 0;
  if (started->process == 0) wait_for(command, settings, report[1], parent);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (failure == 0) {
    ssize_t count;
    do count = read(report[0], &failure, sizeof failure); while (count < 0 && errno == EINTR);
    if (count != sizeof failure) failure = ECHILD;
    if (failure != 0) while (waitpid(started->process, NULL, 0) < 0 && errno == EINTR) continue;
  }
  started->report = report[0];
  if (failure != 0) close(report[0]);
  return failure;
}

int cspawn_start(const struct cspawn_command *command, struct cspawn_process *started) {
  struct settings settings;
  int failure = prepare(command, &settings);
  if (failure != 0) return failure;
  started->report = -1;
  failure = command->held < 0 ? spawn(command, &settings, &started->process)
                              : spawn_waited_for(command, &settings, started);
  release(&settings);
  if (failure != 0) return failure;
  started->ending = (int)syscall(SYS_pidfd_open, started->process, 0);
  if (started->ending >= 0) return 0;
  failure = errno;
  // What waits would leave the program running.
  if (started->report >= 0) kill(started->process, SIGTERM);
  kill(command->has_own_session ? -started->process : started->process, SIGKILL);
  while (waitpid(started->process, NULL, 0) < 0 && errno == EINTR) continue;
  if (started->report >= 0) close(started->report);
  return failure;
}
