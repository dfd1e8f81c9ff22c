// Preloaded, it makes the clocks of a program go CLOCK_SPEED times as fast, and its waits as much
// shorter. The time of day is CLOCK_DAY (seconds since 1970) at the moment CLOCK_BEGAN (likewise), so
// that all programs of a run agree about it; other clocks begin with the program.
//
// What the programs of the suite use is covered: clocks, sleeps, polls, and timers of the system.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL

typedef long long nanoseconds;

// The moments at which clocks began to go faster, as they are and as they are shown.
static nanoseconds speed = 1, begun[16], shown_first[16];

static nanoseconds of(struct timespec time) { return time.tv_sec * SECOND + time.tv_nsec; }

static struct timespec timespec_of(nanoseconds time) {
  return (struct timespec){time / SECOND, time % SECOND};
}

static nanoseconds real(clockid_t clock) {
  struct timespec time;
  syscall(SYS_clock_gettime, clock, &time);
  return of(time);
}

static int is_real_time(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

static int is_scaled(clockid_t clock) {
  return clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME || clock == CLOCK_MONOTONIC_COARSE ||
         clock == CLOCK_MONOTONIC_RAW || is_real_time(clock);
}

static nanoseconds given(const char *name, nanoseconds unit, nanoseconds otherwise) {
  const char *text = getenv(name);
  return text ? atoll(text) * unit : otherwise;
}

// Begins with the first call, which may come before this library's constructors.
static void begin(void) {
  static int has_begun;
  if (__atomic_exchange_n(&has_begun, 1, __ATOMIC_SEQ_CST)) return;
  for (clockid_t clock = 0; clock < 16; clock++) {
    begun[clock] = shown_first[clock] = real(clock);
    if (!is_real_time(clock)) continue;
    begun[clock] = given("CLOCK_BEGAN", SECOND, begun[clock]);
    shown_first[clock] = given("CLOCK_DAY", SECOND, begun[clock]);
  }
  __atomic_store_n(&speed, given("CLOCK_SPEED", 1, 1), __ATOMIC_SEQ_CST);
}

static nanoseconds shown(clockid_t clock) {
  begin();
  return shown_first[clock] + (real(clock) - begun[clock]) * speed;
}

/// The real moment of one that the program knows.
static nanoseconds moment(clockid_t clock, nanoseconds shown) {
  begin();
  return begun[clock] + (shown - shown_first[clock]) / speed;
}

static nanoseconds length(nanoseconds shown) {
  begin();
  return shown <= 0 ? shown : (shown + speed - 1) / speed;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// MARK: Clocks

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!is_scaled(clock)) return (int)syscall(SYS_clock_gettime, clock, time);
  *time = timespec_of(shown(clock));
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  const struct timespec now = timespec_of(shown(CLOCK_REALTIME));
  *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *result) {
  const time_t now = shown(CLOCK_REALTIME) / SECOND;
  if (result) *result = now;
  return now;
}

// MARK: Waits

static int milliseconds(int timeout) {
  return timeout <= 0 ? timeout : (int)((length(timeout * 1000000LL) + 999999) / 1000000);
}

int poll(struct pollfd *files, nfds_t count, int timeout) {
  return REAL(poll)(files, count, milliseconds(timeout));
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout) {
  return REAL(epoll_wait)(epoll, events, most, milliseconds(timeout));
}

int nanosleep(const struct timespec *duration, struct timespec *left) {
  const struct timespec real = timespec_of(length(of(*duration)));
  return REAL(nanosleep)(&real, left);
}

int usleep(useconds_t duration) {
  const struct timespec real = timespec_of(length(duration * 1000LL));
  return REAL(nanosleep)(&real, NULL);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
  const struct timespec real = timespec_of(moment(CLOCK_REALTIME, of(*deadline)));
  return REAL(sem_timedwait)(semaphore, &real);
}

// MARK: Timers

static struct itimerspec real_timer(clockid_t clock, int is_absolute, const struct itimerspec *shown) {
  nanoseconds value = of(shown->it_value);
  // Zero disarms a timer, so a moment that has passed is the earliest of all others.
  if (value > 0) value = is_absolute ? moment(clock, value) : length(value);
  if (of(shown->it_value) > 0 && value <= 0) value = 1;
  return (struct itimerspec){timespec_of(length(of(shown->it_interval))), timespec_of(value)};
}

static clockid_t clocks[1024];

int timerfd_create(clockid_t clock, int flags) {
  const int file = REAL(timerfd_create)(clock, flags);
  if (file >= 0 && file < 1024) clocks[file] = clock;
  return file;
}

int timerfd_settime(int file, int flags, const struct itimerspec *new, struct itimerspec *old) {
  const clockid_t clock = file >= 0 && file < 1024 ? clocks[file] : CLOCK_MONOTONIC;
  const struct itimerspec real = real_timer(clock, flags & TFD_TIMER_ABSTIME, new);
  return REAL(timerfd_settime)(file, flags, &real, old);
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
  const struct itimerspec real = real_timer(CLOCK_MONOTONIC, flags & TIMER_ABSTIME, new);
  return REAL(timer_settime)(timer, flags, &real, old);
}
