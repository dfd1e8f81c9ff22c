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

typedef void (*csignals_report)(const struct csignals_arrival *arrival, void *context);

/// Catches signals from now on, except for those that were ignored, and reports each on a thread that
/// stays until the process ends. False if there is no room for it; then nothing is caught. A later
/// watch takes the place of an earlier one for the signals of both.
bool csignals_watch(const int *signals, int count, csignals_report report, void *context);

/// Whether a watched signal was sent to the process, even if no thread has handled it yet.
bool csignals_has_arrived(void);

#endif
