#ifndef CSIGNALS_ATTRIBUTES_H
#define CSIGNALS_ATTRIBUTES_H

#include <termios.h>
#include <unistd.h>

/// Makes every key arrive at once and without echo. Signals, flow control and output processing
/// keep the user's settings. In C, because Swift imports `c_cc` as a tuple.
///
/// With NOFLSH, because the terminal would else drop what is still to be shown of a frame when a key sends
/// a signal, and also the keys before it: see `csignals_count_keys`.
static inline void csignals_make_raw(struct termios *attributes) {
  attributes->c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  attributes->c_lflag |= NOFLSH;
  attributes->c_iflag &= ~(tcflag_t)(ICRNL | INLCR);
  if ((attributes->c_cflag & CSIZE) == CS8) {
    attributes->c_iflag &= ~(tcflag_t)(ISTRIP | INPCK);
  }
  attributes->c_cc[VMIN] = 1;
  attributes->c_cc[VTIME] = 0;
  attributes->c_cc[VLNEXT] = _POSIX_VDISABLE;
}

/// Makes a key like others of the one that sends SIGINT to all programs in the foreground. Returns the
/// key, or -1 without such a key.
static inline int csignals_take_interrupt_key(struct termios *attributes) {
  const cc_t key = attributes->c_cc[VINTR];
  attributes->c_cc[VINTR] = _POSIX_VDISABLE;
  return key == _POSIX_VDISABLE ? -1 : key;
}

#endif
