#ifndef CGLIBC_SHIM_H
#define CGLIBC_SHIM_H

#include <fcntl.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

// Parts of the C library that Swift's Glibc module does not import.

/// Renames a file. Fails with EEXIST if `to` exists, or EINVAL if the file system lacks support.
static inline int cglibc_rename_to_new(const char *from, const char *to) {
  const unsigned int no_replace = 1;
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, no_replace);
}

#endif
