#define _GNU_SOURCE

#include "csignals_watch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static int watch_ends[2] = {-1, -1};

static void on_watched(int signal, siginfo_t *info, void *context) {
  (void)context;
  const int saved = errno;
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
  for (int index = 0; index < count; index++) {
    struct sigaction earlier;
    sigaction(signals[index], NULL, &earlier);
    if (earlier.sa_handler != SIG_IGN) sigaction(signals[index], &action, NULL);
  }
  return watch_ends[0];
}

bool csignals_read_arrival(struct csignals_arrival *arrival) {
  return read(watch_ends[0], arrival, sizeof *arrival) == sizeof *arrival;
}
