#define _GNU_SOURCE

#include "csignals_resources.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <unistd.h>

static void *wait_at(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return NULL;
}

int csignals_try_threads(int count) {
  pthread_t threads[CSIGNALS_MOST_THREADS];
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes), started = 0;
  if (error != 0) return error;
  // Small ones are made faster. Where the address space is limited, there must be room for whole stacks.
  struct rlimit space;
  if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) {
    pthread_attr_setstacksize(&attributes, 64 << 10);
  }
  if (count > CSIGNALS_MOST_THREADS) count = CSIGNALS_MOST_THREADS;
  // All at once, since the number is limited.
  pthread_mutex_lock(&gate);
  while (error == 0 && started < count) {
    error = pthread_create(&threads[started], &attributes, wait_at, &gate);
    if (error == 0) started++;
  }
  pthread_mutex_unlock(&gate);
  while (started > 0) pthread_join(threads[--started], NULL);
  pthread_attr_destroy(&attributes);
  return error;
}

static int watch(int queue, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN};
  return descriptor < 0 ? -1 : epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event);
}

int csignals_try_waiting(void) {
  const int queue = epoll_create1(EPOLL_CLOEXEC);
  if (queue < 0) return errno;
  const int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  int error = watch(queue, event) == 0 ? 0 : errno;
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (error == 0 && watch(queue, timer) != 0) error = errno;
  if (timer >= 0) close(timer);
  if (event >= 0) close(event);
  close(queue);
  return error;
}

int csignals_try_descriptors(int count) {
  const int highest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, count - 1);
  // A number that the limit does not allow is EINVAL.
  if (highest < 0) return errno == EINVAL ? EMFILE : errno;
  close(highest);
  return 0;
}

void csignals_hide_memory(void) { prctl(PR_SET_DUMPABLE, 0); }
