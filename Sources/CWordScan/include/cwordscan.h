#ifndef CWORDSCAN_H
#define CWORDSCAN_H

#include <stdbool.h>
#include <stdint.h>

// Searches ASCII text at memory speed. In C because its compilers vectorize these loops for the
// processor in use, and Swift's does not. The bytes before and after the text searched are read,
// too. Bytes from 0x80 on count as neither capitals nor breaks; callers must handle them.

static inline bool cwordscan_is_lower(uint8_t byte) { return (uint8_t)(byte - 'a') < 26; }
static inline bool cwordscan_is_upper(uint8_t byte) { return (uint8_t)(byte - 'A') < 26; }
static inline bool cwordscan_is_letter(uint8_t byte) { return cwordscan_is_lower(byte | 0x20); }
static inline bool cwordscan_is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }

/// Whether a word starts at a byte: after one that is no letter or digit, between letters and
/// digits, at a capital after a lower-case letter, and at the last of several capitals if a
/// lower-case letter follows. The bytes before and after are read.
static inline bool cwordscan_starts_word(const uint8_t *at) {
  const uint8_t before = at[-1], here = at[0];
  if (cwordscan_is_digit(before)) return cwordscan_is_letter(here);
  if (cwordscan_is_letter(before))
    return cwordscan_is_digit(here) ||
           (cwordscan_is_upper(here) &&
            (cwordscan_is_lower(before) || cwordscan_is_lower(at[1])));
  return before < 0x80;
}

/// Where in a row a needle must be: at the start of a word, anywhere, or at the start of the row.
enum { CWORDSCAN_WORD, CWORDSCAN_ANYWHERE, CWORDSCAN_START };

/// The text to find: one or more bytes of ASCII, in lower case if `folds_case`. If it `ends_row`,
/// it is not of CWORDSCAN_WORD.
typedef struct {
  const uint8_t *bytes;
  int64_t length;
  bool folds_case;
  uint8_t place;
  bool ends_row;
} CWordScanNeedle;

/// Whether the row from `from` up to `end` has the needle.
bool cwordscan_matches(const uint8_t *text, int64_t from, int64_t end, CWordScanNeedle needle);

/// Writes where the needle is in lines, in order and up to `capacity`, and returns the number. If
/// it is `capacity`, there may be more. `from` is after a line feed; `ends_row` is ignored.
int64_t cwordscan_find_all(const uint8_t *text, int64_t from, int64_t end, CWordScanNeedle needle,
                           int64_t *places, int64_t capacity);

/// Sets the bits of the rows from `first` up to `end` that have the needle. Row r starts at
/// text[starts[r]]. It is followed by one byte, text[starts[r + 1] - 1], which the needle does not
/// contain.
void cwordscan_mark(const uint8_t *text, const uint32_t *starts, int64_t first, int64_t end,
                    CWordScanNeedle needle, uint64_t *found);

/// Where some bytes are for the first time in a text, which may be any bytes; -1 if nowhere.
int64_t cwordscan_offset(const uint8_t *text, int64_t length, const uint8_t *bytes, int64_t count);

/// The number of lines in a text that ends with a line feed, or -1 if not all of them are plain:
/// ASCII without NUL, up to 2000 bytes long, not empty, and not beginning with white space.
int64_t cwordscan_plain_lines(const uint8_t *text, int64_t length);

#endif
