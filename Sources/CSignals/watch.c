#define _GNU_SOURCE

#include "csignals_watch.h"

#include "csignals.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static int watch_end = -1;
static sigset_t watched;
static atomic_bool has_arrived;

static void on_watched(int signal, siginfo_t *info, void *context) {
  (void)context;
  const int saved = errno;
  atomic_store(&has_arrived, true);
  struct csignals_arrival arrival = {signal, info->si_code == SI_KERNEL, {0}};
  clock_gettime(CLOCK_BOOTTIME, &arrival.time);
  // A full pipe holds enough signals to end anything.
  ssize_t ignored = write(watch_end, &arrival, sizeof arrival);
  (void)ignored;
  errno = saved;
}

typedef struct {
  int descriptor;
  csignals_report report;
  void *context;
} watcher;

static void *report_arrivals(void *argument) {
  const watcher own = *(watcher *)argument;
  free(argument);
  struct csignals_arrival arrival;
  while (true) {
    const ssize_t count = read(own.descriptor, &arrival, sizeof arrival);
    if (count == sizeof arrival) {
      own.report(&arrival, own.context);
    } else if (count >= 0 || errno != EINTR) {
      return NULL;
    }
  }
}

static bool start_watcher(const int ends[2], csignals_report report, void *context) {
  watcher *own = malloc(sizeof *own);
  if (own == NULL) return false;
  *own = (watcher){ends[0], report, context};
  // The handler must not wait for room; the watcher does wait.
  if (fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0 &&
      csignals_start_thread("targets.signals", report_arrivals, own) == 0) {
    return true;
  }
  free(own);
  return false;
}

bool csignals_watch(const int *signals, int count, csignals_report report, void *context) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  if (!start_watcher(ends, report, context)) {
    close(ends[0]);
    close(ends[1]);
    return false;
  }
  watch_end = ends[1];
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
  return true;
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
