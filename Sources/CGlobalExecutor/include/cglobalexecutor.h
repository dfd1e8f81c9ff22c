#ifndef CGLOBALEXECUTOR_H
#define CGLOBALEXECUTOR_H

#include <stdbool.h>
#include <stdint.h>

/// Takes a job that is to run after some nanoseconds.
typedef void (*cglobalexecutor_enqueue)(void *job, uint64_t delay);

/// Has every job that is Swift's global executor's given to `enqueue` instead.
///
/// To be called before the first task. Returns false, and changes nothing, where the runtime has no
/// such way in; everything works as well then.
bool cglobalexecutor_install(cglobalexecutor_enqueue enqueue);

/// The nanoseconds from one time to another: 0 where that is earlier, at most INT64_MAX.
int64_t cglobalexecutor_delay(int64_t seconds, int64_t nanoseconds, int64_t now_seconds,
                              int64_t now_nanoseconds);

/// Runs a job that was taken, on this thread.
void cglobalexecutor_run(void *job);

#endif
