#ifndef CGLIBC_SHIM_H
#define CGLIBC_SHIM_H

#include <fcntl.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

// What Swift's own view of the C library leaves out.

/// Renames a file, unless there is something of the new name: then it fails with EEXIST. Fails with EINVAL
/// where the file system does not know how.
static inline int cglibc_rename_to_new(const char *from, const char *to) {
  const unsigned int no_replace = 1;
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, no_replace);
}

#endif
