#ifndef CSIGNALS_RESOURCES_H
#define CSIGNALS_RESOURCES_H

// Without threads and descriptors, Dispatch waits forever or ends the process with SIGILL. So they
// are tried before it is used. Each function returns 0, or the error.

enum { CSIGNALS_MOST_THREADS = 64 };

/// Starts this many threads, at most `CSIGNALS_MOST_THREADS`, and ends them.
int csignals_try_threads(int count);

/// Opens this many descriptors, if none but the standard streams is open.
int csignals_try_descriptors(int count);

/// Opens what waits for descriptors and for a time.
int csignals_try_waiting(void);

/// Keeps this process's memory out of core dumps, and from other programs of the same user.
void csignals_hide_memory(void);

#endif
