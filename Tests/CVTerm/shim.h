#pragma once

#include <spawn.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <vterm.h>

// The terminal at the other end of a test is libvterm's. Running a program on
// it needs a few functions of the C library that Swift does not see, because
// its Glibc module is read without _GNU_SOURCE. Add no others.

int posix_openpt(int flags);
int grantpt(int fd);
int unlockpt(int fd);
int ptsname_r(int fd, char *buffer, size_t size);
int pipe2(int fds[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
long syscall(long number, ...);

/// POSIX_SPAWN_SETSID: the program leads a session of its own.
static const short cvterm_spawn_setsid = 0x80;

/// A descriptor that becomes readable when the process ends, or -1.
static inline int cvterm_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}
