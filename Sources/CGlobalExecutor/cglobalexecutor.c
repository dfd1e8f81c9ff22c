#include "cglobalexecutor.h"

// Hooks of the Swift runtime for a custom executor: variables that it checks before it uses its
// pool. They are weak, so the program starts even without them.

#define SWIFT __attribute__((swiftcall))

typedef SWIFT void (*original_now)(void *job);
typedef SWIFT void (*original_delay)(unsigned long long delay, void *job);
typedef SWIFT void (*original_deadline)(long long seconds, long long nanoseconds,
                                        long long tolerance_seconds,
                                        long long tolerance_nanoseconds, int clock, void *job);

extern SWIFT void (*swift_task_enqueueGlobal_hook)(void *, original_now) __attribute__((weak));
extern SWIFT void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long, void *,
                                                            original_delay) __attribute__((weak));
extern SWIFT void (*swift_task_enqueueGlobalWithDeadline_hook)(long long, long long, long long,
                                                               long long, int, void *,
                                                               original_deadline)
    __attribute__((weak));
extern SWIFT void swift_job_run(void *job, void *executor, uintptr_t implementation)
    __attribute__((weak));
extern void swift_get_time(long long *seconds, long long *nanoseconds, int clock)
    __attribute__((weak));

static cglobalexecutor_enqueue enqueue;

static SWIFT void now(void *job, original_now original) {
  (void)original;
  enqueue(job, 0);
}

static SWIFT void delayed(unsigned long long delay, void *job, original_delay original) {
  (void)original;
  enqueue(job, delay);
}

static SWIFT void timed(long long seconds, long long nanoseconds, long long tolerance_seconds,
                        long long tolerance_nanoseconds, int clock, void *job,
                        original_deadline original) {
  (void)tolerance_seconds, (void)tolerance_nanoseconds, (void)original;
  long long now_seconds = 0, now_nanoseconds = 0;
  swift_get_time(&now_seconds, &now_nanoseconds, clock);
  enqueue(job, (uint64_t)cglobalexecutor_delay(seconds, nanoseconds, now_seconds, now_nanoseconds));
}

int64_t cglobalexecutor_delay(int64_t seconds, int64_t nanoseconds, int64_t now_seconds,
                              int64_t now_nanoseconds) {
  __int128 left = ((__int128)seconds - now_seconds) * 1000000000 + nanoseconds - now_nanoseconds;
  if (left < 0) return 0;
  return left > INT64_MAX ? INT64_MAX : (int64_t)left;
}

bool cglobalexecutor_install(cglobalexecutor_enqueue function) {
  if (!&swift_task_enqueueGlobal_hook || !&swift_task_enqueueGlobalWithDelay_hook ||
      !&swift_task_enqueueGlobalWithDeadline_hook || !swift_job_run || !swift_get_time) {
    return false;
  }
  enqueue = function;
  swift_task_enqueueGlobal_hook = now;
  swift_task_enqueueGlobalWithDelay_hook = delayed;
  swift_task_enqueueGlobalWithDeadline_hook = timed;
  return true;
}

void cglobalexecutor_run(void *job) {
  swift_job_run(job, 0, 0);  // on the global executor
}
