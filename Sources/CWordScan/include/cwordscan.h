#ifndef CWORDSCAN_H
#define CWORDSCAN_H

#include <stdbool.h>
#include <stdint.h>

// Looks for a text at the starts of words in ASCII, at the speed of memory. In C because compilers make
// vector code of these loops, for the processor it runs on, and Swift's does not.
//
// A word starts after every byte that is no ASCII letter or digit and below 0x80; so the byte in front of
// the first one looked at is read, too, and counts. Bytes from 0x80 on are letters here: what they
// really are is the caller's business.

/// What is looked for: one byte or more, all ASCII; in lower case where `folds_case`.
typedef struct {
  const uint8_t *bytes;
  int64_t length;
  bool folds_case;
} CWordScanNeedle;

/// Where the needle stands first at or after `from`, whole before `end`; `end` where it does not.
int64_t cwordscan_find(const uint8_t *text, int64_t from, int64_t end, CWordScanNeedle needle);

/// Where the needle stands at or after `from`, whole before `end`: up to `capacity` places, in order.
///
/// - Returns: Their number; as many as `capacity` when there may be more behind the last.
int64_t cwordscan_find_all(const uint8_t *text, int64_t from, int64_t end, CWordScanNeedle needle,
                           int64_t *places, int64_t capacity);

/// Sets the bits of the rows between `first` and `end` in which the needle stands.
///
/// Row r is text[starts[r]] and what follows, and there is one byte between the rows, which the needle
/// does not hold: text[starts[r + 1] - 1] is the one behind row r.
void cwordscan_mark(const uint8_t *text, const uint32_t *starts, int64_t first, int64_t end,
                    CWordScanNeedle needle, uint64_t *found);

/// The number of lines in a text that ends with a line feed, if all are plain: of ASCII without NUL, up to
/// two thousand bytes long, and none begins with white space or is empty. Else -1.
int64_t cwordscan_plain_lines(const uint8_t *text, int64_t length);

#endif
