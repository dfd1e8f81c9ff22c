#ifndef CSIGNALS_H
#define CSIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

// All code that runs in a signal handler is in C. A signal makes a pipe readable, so that the
// program can wait for signals as it does for keys.

/// The handler ends a program that has not taken SIGTERM, SIGHUP or SIGQUIT after so many
/// milliseconds, or gets it twice.
enum { CSIGNALS_PATIENCE_MS = 500 };

/// Installs the handlers. Returns the descriptor that becomes readable when a signal arrives, or -1
/// with `errno` set. A signal that was ignored (as under nohup) stays ignored.
int csignals_open(void);

/// Restores the earlier handlers and closes the pipe.
void csignals_close(void);

/// While true, SIGINT and SIGQUIT, which the terminal's keys send to all programs in the foreground,
/// are ignored.
void csignals_lend(bool to_other_program);

/// Empties the pipe; call it before `csignals_take`.
void csignals_drain(void);

/// True if the signal has arrived since the last call for it.
bool csignals_take(int signal);

/// From now on, counts the keys of this terminal that wait when one of its keys sends SIGINT or SIGTSTP;
/// -1 ends it.
void csignals_count_keys(int descriptor);

/// How many of the bytes that are read next were typed before such a key; 0 at the next call.
int csignals_take_keys_before_signal(void);

/// Lets the signals of keys arrive that were sent before the keys that can be read now.
///
/// The kernel sends such a signal before the keys that follow can be read, but the thread that takes it may
/// run its handler after another thread has read them. This waits until that handler has run.
void csignals_settle(void);

/// Lets the signal arrive here, as if it had been sent, also where it is ignored.
void csignals_arrive(int signal);

/// On a crash, writes `bytes` to `descriptor`, then sets `attributes`. Copies all, at most
/// `CSIGNALS_MAXIMUM_BYTES` bytes.
enum { CSIGNALS_MAXIMUM_BYTES = 128 };
void csignals_guard(
    int descriptor, const struct termios *attributes, const char *bytes, size_t count);

/// From now on nothing is restored on a crash.
void csignals_unguard(void);

/// Enclose a change of the terminal's state or of the guard; may be nested. A crash of another
/// thread waits briefly for the end. After the terminal has been restored, no step can begin.
void csignals_begin_step(void);
void csignals_end_step(void);

/// `write` in a step of its own.
ssize_t csignals_write(int descriptor, const void *bytes, size_t count);

/// Gives the calling thread, once, a separate stack for handlers, in case its own overflows.
void csignals_prepare_thread(void);

/// Starts a thread that ends by itself, with a stack for handlers; signals are left to other threads, but
/// for those of its own faults and writes. Returns 0, or the error of `pthread_create`.
int csignals_start_thread(const char *name, void *(*body)(void *), void *argument);

/// Stops this process like the default action of SIGTSTP or SIGTTOU and returns when it is
/// continued; returns at once if its process group is orphaned, since that cannot be stopped.
void csignals_stop(int signal);

/// Ends the process with the signal's default action, so that the parent sees the signal's number.
_Noreturn void csignals_die(int signal);

#endif
