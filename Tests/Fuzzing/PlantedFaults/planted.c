#include "planted.h"

#include <limits.h>

void planted_read_beyond(const void *bytes, size_t count) {
  const volatile unsigned char *start = bytes;
  if (start) (void)start[count];
}

void planted_overflow(int number) {
  volatile int most = INT_MAX;
  most = most + number + 1;
}
