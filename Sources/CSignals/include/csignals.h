#ifndef CSIGNALS_H
#define CSIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

// What may happen inside a signal handler happens in this file's C. The program
// learns of a signal through a pipe, so that it can wait for it as for a key.

/// A program that was asked to end (SIGTERM, SIGHUP, SIGQUIT) and has not taken the signal after so many
/// milliseconds is busy, and is ended by the handler; so is one that was asked twice.
enum { CSIGNALS_PATIENCE_MS = 500 };

/// Installs the handlers; returns the descriptor that becomes readable when a
/// signal arrives, or -1 with `errno` set. A signal that was ignored (as under
/// nohup) stays so.
int csignals_open(void);

/// Puts the earlier dispositions back and closes the pipe.
void csignals_close(void);

/// Empties the pipe. To be called before `csignals_take`.
void csignals_drain(void);

/// True if the signal arrived since it was last taken.
bool csignals_take(int signal);

/// What a crash must leave behind: `bytes` are written to `descriptor`, then
/// `attributes` are set. At most `CSIGNALS_MAXIMUM_BYTES` are kept. Copies all.
enum { CSIGNALS_MAXIMUM_BYTES = 128 };
void csignals_guard(
    int descriptor, const struct termios *attributes, const char *bytes, size_t count);

/// Nothing is restored from here on.
void csignals_unguard(void);

/// Begins and ends a step that changes the state of the terminal, or what a crash must leave behind. A crash
/// of another thread waits for its end, for a moment; once the terminal has been restored, no step begins any
/// more. Steps may be nested.
void csignals_begin_step(void);
void csignals_end_step(void);

/// As `write`, in a step of its own.
ssize_t csignals_write(int descriptor, const void *bytes, size_t count);

/// Gives the calling thread a stack of its own for handlers, so that one can run after the thread's own
/// stack has overflowed; once for each thread, afterwards it costs nothing.
void csignals_prepare_thread(void);

/// Stops this process as the signal (SIGTSTP, SIGTTOU) would by default, and returns once it
/// has been continued; at once if its process group is an orphan, which cannot be stopped.
void csignals_stop(int signal);

/// Ends the process with the signal's default action, so that the parent sees its number.
_Noreturn void csignals_die(int signal);

#endif
