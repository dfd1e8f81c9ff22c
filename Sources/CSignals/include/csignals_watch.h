#ifndef CSIGNALS_WATCH_H
#define CSIGNALS_WATCH_H

#include <stdbool.h>
#include <time.h>

// For commands without a line editor that must finish something when a signal arrives.

struct csignals_arrival {
  int signal;
  /// Whether a key of the terminal has sent it, and so to all programs in the foreground.
  bool is_from_terminal;

  /// By the clock CLOCK_BOOTTIME.
  struct timespec time;
};

/// Catches signals from now on, except for those that were ignored. Returns a descriptor that
/// becomes readable when one arrives, or -1 with `errno` set. Call it once in a process.
int csignals_watch(const int *signals, int count);

/// Takes the oldest signal; false if none has arrived.
bool csignals_read_arrival(struct csignals_arrival *arrival);

/// Whether a watched signal was sent to the process, even if no thread has handled it yet.
bool csignals_has_arrived(void);

#endif
