#include "csignals.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int waited[] = {
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT,
};
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};

enum { WAITED = sizeof waited / sizeof waited[0], FATAL = sizeof fatal / sizeof fatal[0] };

static struct sigaction earlier_waited[WAITED];
static struct sigaction earlier_fatal[FATAL];

static volatile sig_atomic_t arrived[NSIG];
static int pipe_ends[2] = {-1, -1};

static volatile sig_atomic_t is_guarded;
static int guarded_descriptor;
static struct termios guarded_attributes;
static char guarded_bytes[CSIGNALS_MAXIMUM_BYTES];
static size_t guarded_count;

static void restore_terminal(void) {
  if (!is_guarded) return;
  is_guarded = 0;
  // One try: a terminal that takes nothing must not keep a dying process alive.
  ssize_t ignored = write(guarded_descriptor, guarded_bytes, guarded_count);
  (void)ignored;
  tcsetattr(guarded_descriptor, TCSANOW, &guarded_attributes);
}

void csignals_die(int signal) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  // The main actor runs on threads of Dispatch, which block nearly everything.
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(signal);
  _exit(128 + signal);
}

static void on_fatal(int signal) {
  restore_terminal();
  csignals_die(signal);
}

static bool ends_process(int signal) {
  return signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

static void on_waited(int signal) {
  const int saved = errno;
  // Asked twice and never heard: the program hangs, and is ended from here.
  if (arrived[signal] && ends_process(signal)) on_fatal(signal);
  arrived[signal] = 1;
  // A full pipe is a pipe that will be read: the flag is what counts.
  ssize_t ignored = write(pipe_ends[1], "!", 1);
  (void)ignored;
  errno = saved;
}

static int open_pipe(void) {
  if (pipe(pipe_ends) != 0) return -1;
  for (int end = 0; end < 2; end++) {
    fcntl(pipe_ends[end], F_SETFL, O_NONBLOCK);
    fcntl(pipe_ends[end], F_SETFD, FD_CLOEXEC);
  }
  return pipe_ends[0];
}

int csignals_open(void) {
  if (open_pipe() < 0) return -1;
  struct sigaction action = {.sa_handler = on_waited, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  for (int index = 0; index < WAITED; index++) {
    arrived[waited[index]] = 0;
    sigaction(waited[index], NULL, &earlier_waited[index]);
    if (earlier_waited[index].sa_handler == SIG_IGN) continue;
    sigaction(waited[index], &action, NULL);
  }
  action.sa_handler = on_fatal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int index = 0; index < FATAL; index++) {
    sigaction(fatal[index], &action, &earlier_fatal[index]);
  }
  return pipe_ends[0];
}

void csignals_close(void) {
  if (pipe_ends[0] < 0) return;
  for (int index = 0; index < WAITED; index++) {
    sigaction(waited[index], &earlier_waited[index], NULL);
  }
  for (int index = 0; index < FATAL; index++) {
    sigaction(fatal[index], &earlier_fatal[index], NULL);
  }
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  pipe_ends[0] = pipe_ends[1] = -1;
}

void csignals_drain(void) {
  char bytes[64];
  while (read(pipe_ends[0], bytes, sizeof bytes) > 0) {
  }
}

bool csignals_take(int signal) {
  if (signal <= 0 || signal >= NSIG || !arrived[signal]) return false;
  arrived[signal] = 0;
  return true;
}

void csignals_guard(
    int descriptor, const struct termios *attributes, const char *bytes, size_t count) {
  is_guarded = 0;
  guarded_descriptor = descriptor;
  guarded_attributes = *attributes;
  guarded_count = count < sizeof guarded_bytes ? count : sizeof guarded_bytes;
  memcpy(guarded_bytes, bytes, guarded_count);
  is_guarded = 1;
}

void csignals_unguard(void) { is_guarded = 0; }

void csignals_stop(int signal) {
  struct sigaction action = {.sa_handler = SIG_DFL}, earlier;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, &earlier);
  sigset_t set, mask;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, &mask);
  // Raised at this thread, not the process: so the thread itself stops here, and
  // nothing after this line runs before the process has been continued.
  raise(signal);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(signal, &earlier, NULL);
}
