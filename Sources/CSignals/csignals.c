#define _GNU_SOURCE

#include "csignals.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int waited[] = {
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT,
};
static const int ending[] = {SIGTERM, SIGHUP, SIGQUIT};
// Crashes, and what ends a program that does not know it.
static const int fatal[] = {
    SIGSEGV, SIGBUS,  SIGILL,    SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGUSR1,
    SIGUSR2, SIGPIPE, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGXCPU,
};

enum {
  WAITED = sizeof waited / sizeof waited[0],
  ENDING = sizeof ending / sizeof ending[0],
  FATAL = sizeof fatal / sizeof fatal[0],
};

static struct sigaction earlier_waited[WAITED];
static struct sigaction earlier_fatal[FATAL];
static struct sigaction earlier_alarm;
static struct sigaction earlier_barrier;
static sem_t barrier;
static int late_barriers;

static const int of_keys[] = {SIGINT, SIGQUIT, SIGTSTP};
// While another program has the terminal, the first two are not for this one.
enum { OF_KEYS = sizeof of_keys / sizeof of_keys[0], LENT = 2 };
static struct sigaction lent[LENT];
static bool is_lent;

static atomic_bool arrived[NSIG];
static int pipe_ends[2] = {-1, -1};
static timer_t patience;
static bool has_patience;

// The terminal whose keys were typed before a key that sent a signal, or -1; and how many they are.
static atomic_int key_descriptor = -1;
static atomic_int keys_before_signal;

// MARK: The terminal, as a crash has to leave it

static atomic_bool is_guarded;
static int guarded_descriptor;
static struct termios guarded_attributes;
static char guarded_bytes[CSIGNALS_MAXIMUM_BYTES];
static size_t guarded_count;

// The thread that changes the terminal's state, or 0. When the process dies, its thread keeps this.
static atomic_int step_holder;
static int step_depth;  // used by the holder only

static void rest_a_millisecond(void) {
  const struct timespec millisecond = {0, 1000000};
  nanosleep(&millisecond, NULL);
}

static bool try_to_hold_step(int self) {
  int holder = 0;
  return atomic_compare_exchange_strong(&step_holder, &holder, self) || holder == self;
}

void csignals_begin_step(void) {
  const int self = gettid();
  // This does not return if the process is dying.
  while (!try_to_hold_step(self)) rest_a_millisecond();
  step_depth++;
}

void csignals_end_step(void) {
  if (--step_depth == 0) atomic_store(&step_holder, 0);
}

ssize_t csignals_write(int descriptor, const void *bytes, size_t count) {
  csignals_begin_step();
  const ssize_t written = write(descriptor, bytes, count);
  const int code = errno;
  csignals_end_step();
  errno = code;
  return written;
}

static void restore_terminal(void) {
  const int self = gettid();
  // Wait for another thread to end its step, but not forever if it is stuck.
  for (int tries = 0; tries < 200 && !try_to_hold_step(self); tries++) rest_a_millisecond();
  if (!atomic_exchange(&is_guarded, false)) return;
  // Write only once: a terminal that accepts nothing must not keep the process alive.
  ssize_t ignored = write(guarded_descriptor, guarded_bytes, guarded_count);
  (void)ignored;
  tcsetattr(guarded_descriptor, TCSANOW, &guarded_attributes);
}

void csignals_guard(
    int descriptor, const struct termios *attributes, const char *bytes, size_t count) {
  csignals_begin_step();
  atomic_store(&is_guarded, false);
  guarded_descriptor = descriptor;
  guarded_attributes = *attributes;
  guarded_count = count < sizeof guarded_bytes ? count : sizeof guarded_bytes;
  memcpy(guarded_bytes, bytes, guarded_count);
  atomic_store(&is_guarded, true);
  csignals_end_step();
}

void csignals_unguard(void) { atomic_store(&is_guarded, false); }

// MARK: Handlers

void csignals_die(int signal) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  // The main actor runs on threads of Dispatch, which block nearly all signals.
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(signal);
  _exit(128 + signal);
}

static void on_fatal(int signal) {
  restore_terminal();
  csignals_die(signal);
}

static bool ends_process(int signal) {
  for (int index = 0; index < ENDING; index++) {
    if (ending[index] == signal) return true;
  }
  return false;
}

// The program has not taken a request to end in time, so it is busy: end it here.
static void on_alarm(int signal) {
  (void)signal;
  for (int index = 0; index < ENDING; index++) {
    if (arrived[ending[index]]) on_fatal(ending[index]);
  }
}

void csignals_arrive(int signal) {
  arrived[signal] = true;
  // The flag counts. If the pipe is full, it will be read anyway.
  ssize_t ignored = write(pipe_ends[1], "!", 1);
  (void)ignored;
}

static void count_keys_before(const siginfo_t *info) {
  // The kernel sends the signals of keys, other programs send theirs by a call.
  int waiting = 0;
  if (info->si_code != SI_KERNEL || key_descriptor < 0) return;
  if (ioctl(key_descriptor, FIONREAD, &waiting) == 0) keys_before_signal = waiting;
}

static void on_waited(int signal, siginfo_t *info, void *context) {
  (void)context;
  const int saved = errno;
  if (signal == SIGINT || signal == SIGTSTP) count_keys_before(info);
  if (ends_process(signal)) {
    if (arrived[signal]) on_fatal(signal);
    const struct itimerspec delay = {.it_value = {0, CSIGNALS_PATIENCE_MS * 1000000L}};
    if (has_patience) timer_settime(patience, 0, &delay, NULL);
  }
  csignals_arrive(signal);
  errno = saved;
}

static void on_barrier(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  if (info->si_code == SI_TKILL) sem_post(&barrier);
}

// Only the first thread takes signals: those of Dispatch and this program's own block them. What it has
// not taken yet is taken here. What it has taken is handled before the barrier's signal, which that
// handler blocks.
void csignals_settle(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < OF_KEYS; index++) sigaddset(&set, of_keys[index]);
  const struct timespec now = {0, 0};
  siginfo_t info;
  int signal;
  while ((signal = sigtimedwait(&set, &info, &now)) > 0) on_waited(signal, &info, NULL);
  const pid_t first = getpid();
  if (gettid() == first || late_barriers >= 3) return;
  while (sem_trywait(&barrier) == 0) {
  }
  if (syscall(SYS_tgkill, first, first, SIGURG) != 0) return;
  struct timespec limit;
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_sec++;
  while (sem_clockwait(&barrier, CLOCK_MONOTONIC, &limit) != 0) {
    if (errno == EINTR) continue;
    // Where the first thread takes no signals, each key would wait as long.
    late_barriers++;
    return;
  }
  late_barriers = 0;
}

// MARK: Set-up

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
  struct sigaction action = {
      .sa_sigaction = on_waited, .sa_flags = SA_RESTART | SA_ONSTACK | SA_SIGINFO};
  sigfillset(&action.sa_mask);
  // Another thread may stop the process before this handler returns. A SIGCONT that is blocked then is
  // not discarded, however it is handled, but would arrive afterwards: see csignals_stop.
  sigdelset(&action.sa_mask, SIGCONT);
  for (int index = 0; index < WAITED; index++) {
    arrived[waited[index]] = false;
    sigaction(waited[index], NULL, &earlier_waited[index]);
    if (earlier_waited[index].sa_handler == SIG_IGN) continue;
    sigaction(waited[index], &action, NULL);
  }
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
  has_patience = timer_create(CLOCK_MONOTONIC, &event, &patience) == 0;
  sem_init(&barrier, 0, 0);
  late_barriers = 0;
  action.sa_sigaction = on_barrier;
  sigaction(SIGURG, &action, &earlier_barrier);
  action.sa_handler = on_alarm;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(SIGALRM, &action, &earlier_alarm);
  action.sa_handler = on_fatal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int index = 0; index < FATAL; index++) {
    sigaction(fatal[index], NULL, &earlier_fatal[index]);
    if (earlier_fatal[index].sa_handler == SIG_IGN) continue;
    sigaction(fatal[index], &action, NULL);
  }
  csignals_prepare_thread();
  return pipe_ends[0];
}

void csignals_close(void) {
  if (pipe_ends[0] < 0) return;
  csignals_lend(false);
  for (int index = 0; index < WAITED; index++) {
    sigaction(waited[index], &earlier_waited[index], NULL);
  }
  for (int index = 0; index < FATAL; index++) {
    sigaction(fatal[index], &earlier_fatal[index], NULL);
  }
  if (has_patience) timer_delete(patience);
  has_patience = false;
  sigaction(SIGALRM, &earlier_alarm, NULL);
  sigaction(SIGURG, &earlier_barrier, NULL);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  pipe_ends[0] = pipe_ends[1] = -1;
}

void csignals_lend(bool to_other_program) {
  if (is_lent == to_other_program || pipe_ends[0] < 0) return;
  is_lent = to_other_program;
  const struct sigaction ignoring = {.sa_handler = SIG_IGN};
  for (int index = 0; index < LENT; index++) {
    if (is_lent) {
      sigaction(of_keys[index], &ignoring, &lent[index]);
    } else {
      sigaction(of_keys[index], &lent[index], NULL);
    }
  }
}

void csignals_drain(void) {
  char bytes[64];
  while (read(pipe_ends[0], bytes, sizeof bytes) > 0) {
  }
}

void csignals_count_keys(int descriptor) {
  // After a stop, the keys before a signal that has just come still count.
  if (atomic_exchange(&key_descriptor, descriptor) != descriptor) keys_before_signal = 0;
}

int csignals_take_keys_before_signal(void) { return atomic_exchange(&keys_before_signal, 0); }

bool csignals_take(int signal) {
  return signal > 0 && signal < NSIG && atomic_exchange(&arrived[signal], false);
}

void csignals_stop(int signal) {
  struct sigaction action = {.sa_handler = SIG_DFL}, earlier, earlier_cont;
  sigemptyset(&action.sa_mask);
  // The SIGCONT that ends the stop is discarded as it is sent. A handler would run on any thread, and
  // may be when the caller has taken what came: as if there had been another stop.
  sigaction(SIGCONT, &action, &earlier_cont);
  sigaction(signal, &action, &earlier);
  sigset_t set, mask;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, &mask);
  // Raised for this thread, not the process, so that the thread stops here until it is continued.
  raise(signal);
  // It was kept if the first thread had it blocked, as the C library does while it makes a thread or
  // between two waits. To set the default, which is to ignore it, discards it.
  sigaction(SIGCONT, &action, NULL);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(signal, &earlier, NULL);
  sigaction(SIGCONT, &earlier_cont, NULL);
}
