#ifndef CGLOBALEXECUTOR_H
#define CGLOBALEXECUTOR_H

#include <stdbool.h>
#include <stdint.h>

/// Schedules a job to run after `delay` nanoseconds.
typedef void (*cglobalexecutor_enqueue)(void *job, uint64_t delay);

/// Passes all jobs of Swift's global executor to `enqueue`; call it before the first task.
///
/// Returns false and changes nothing if the runtime has no hooks; the program works nevertheless.
bool cglobalexecutor_install(cglobalexecutor_enqueue enqueue);

/// The nanoseconds from now to a time, clamped to 0...INT64_MAX.
int64_t cglobalexecutor_delay(int64_t seconds, int64_t nanoseconds, int64_t now_seconds,
                              int64_t now_nanoseconds);

/// Runs a job on this thread.
void cglobalexecutor_run(void *job);

#endif
