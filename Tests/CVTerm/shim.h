#pragma once

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
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

/// A cell of the screen, in as many words whatever it holds, so that rows can be compared as bytes.
struct cvterm_cell {
  uint32_t chars[VTERM_MAX_CHARS_PER_CELL];
  /// Bold 1, italic 2, underline 4, reverse 8, strikethrough 16.
  uint32_t attributes;
  /// 0 for none, 1 and the number in the palette, or 2 and red, green and blue.
  uint32_t foreground;
  uint32_t background;
};

static inline uint32_t cvterm_color(const VTermColor *color, uint8_t unset) {
  if (color->type & unset) return 0;
  if (VTERM_COLOR_IS_INDEXED(color)) return 1u << 24 | color->indexed.idx;
  return 2u << 24 | color->rgb.red << 16 | color->rgb.green << 8 | color->rgb.blue;
}

/// Copies the cells of a row, up to that many columns.
static inline void cvterm_copy_row(
    const VTermScreen *screen, int row, int columns, struct cvterm_cell *out) {
  for (int column = 0; column < columns; column++) {
    VTermPos place = {.row = row, .col = column};
    VTermScreenCell cell;
    memset(&cell, 0, sizeof cell);
    vterm_screen_get_cell(screen, place, &cell);
    memset(&out[column], 0, sizeof *out);
    // What lies behind the first zero is left from other cells.
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0; i++)
      out[column].chars[i] = cell.chars[i];
    out[column].attributes = (cell.attrs.bold != 0) | (cell.attrs.italic != 0) << 1
        | (cell.attrs.underline != 0) << 2 | (cell.attrs.reverse != 0) << 3
        | (cell.attrs.strike != 0) << 4;
    out[column].foreground = cvterm_color(&cell.fg, VTERM_COLOR_DEFAULT_FG);
    out[column].background = cvterm_color(&cell.bg, VTERM_COLOR_DEFAULT_BG);
  }
}
