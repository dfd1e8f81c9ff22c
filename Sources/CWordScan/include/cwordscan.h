#ifndef CWORDSCAN_H
#define CWORDSCAN_H

#include <stdbool.h>
#include <stdint.h>

// Searches ASCII text at word starts, at memory speed. In C because its compilers vectorise these
// loops for the processor in use, and Swift's does not. A word starts after every byte that is
// ASCII but no letter or digit; so the byte before the first one searched is read, too. Bytes from
// 0x80 on count as letters; callers must handle them.

/// The text to find: one or more bytes of ASCII, in lower case if `folds_case`.
typedef struct {
  const uint8_t *bytes;
  int64_t length;
  bool folds_case;
} CWordScanNeedle;

/// The first match at or after `from`, whole before `end`; `end` if there is none.
int64_t cwordscan_find(const uint8_t *text, int64_t from, int64_t end, CWordScanNeedle needle);

/// Writes the offsets of such matches in order, up to `capacity`, and returns their number. If it
/// is `capacity`, there may be more.
int64_t cwordscan_find_all(const uint8_t *text, int64_t from, int64_t end, CWordScanNeedle needle,
                           int64_t *places, int64_t capacity);

/// Sets the bits of the rows from `first` up to `end` that contain the needle. Row r starts at
/// text[starts[r]]. It is followed by one byte, text[starts[r + 1] - 1], which the needle does not
/// contain.
void cwordscan_mark(const uint8_t *text, const uint32_t *starts, int64_t first, int64_t end,
                    CWordScanNeedle needle, uint64_t *found);

/// The number of lines in a text that ends with a line feed, or -1 if not all of them are plain:
/// ASCII without NUL, up to 2000 bytes long, not empty, and not beginning with white space.
int64_t cwordscan_plain_lines(const uint8_t *text, int64_t length);

#endif
