#define _GNU_SOURCE

#include "csignals_watch.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static int watch_ends[2] = {-1, -1};
static sigset_t watched;
static atomic_bool has_arrived;

static void on_watched(int signal, siginfo_t *info, void *context) {
  (void)context;
  const int saved = errno;
  atomic_store(&has_arrived, true);
  struct csignals_arrival arrival = {signal, info->si_code == SI_KERNEL, {0}};
  clock_gettime(CLOCK_BOOTTIME, &arrival.time);
  // A full pipe holds enough signals to end anything.
  ssize_t ignored = write(watch_ends[1], &arrival, sizeof arrival);
  (void)ignored;
  errno = saved;
}

int csignals_watch(const int *signals, int count) {
  if (pipe2(watch_ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  struct sigaction action = {.sa_sigaction = on_watched, .sa_flags = SA_RESTART | SA_SIGINFO};
  sigfillset(&action.sa_mask);
  sigemptyset(&watched);
  for (int index = 0; index < count; index++) {
    struct sigaction earlier;
    sigaction(signals[index], NULL, &earlier);
    if (earlier.sa_handler == SIG_IGN) continue;
    sigaddset(&watched, signals[index]);
    sigaction(signals[index], &action, NULL);
  }
  return watch_ends[0];
}

bool csignals_read_arrival(struct csignals_arrival *arrival) {
  return read(watch_ends[0], arrival, sizeof *arrival) == sizeof *arrival;
}

bool csignals_has_arrived(void) {
  // One that the thread chosen for it has not handled yet is seen only by a thread that blocks it.
  sigset_t earlier, pending;
  pthread_sigmask(SIG_BLOCK, &watched, &earlier);
  sigpending(&pending);
  bool is_pending = false;
  for (int signal = 1; signal < NSIG && !is_pending; signal++) {
    is_pending = sigismember(&watched, signal) == 1 && sigismember(&pending, signal) == 1;
  }
  pthread_sigmask(SIG_SETMASK, &earlier, NULL);
  return is_pending || atomic_load(&has_arrived);
}
