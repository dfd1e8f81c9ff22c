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

/// Runs a job that was taken, on this thread.
void cglobalexecutor_run(void *job);

#endif
