#include "cwordscan.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#if defined(__x86_64__) && defined(__linux__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef FOR_EACH_PROCESSOR
#define FOR_EACH_PROCESSOR
#endif

enum { kBlock = 1024, kStripe = 64 };

/// The first two bytes of a needle, and the bits to set in text bytes before comparing them.
typedef struct {
  uint8_t first, second, first_bits, second_bits;
} Beginning;

static bool is_letter(uint8_t byte) { return (uint8_t)((byte | 0x20) - 'a') < 26; }

static Beginning beginning_of(CWordScanNeedle needle) {
  const uint8_t bit = needle.folds_case ? 0x20 : 0;
  Beginning beginning = {.first = needle.bytes[0], .second = 0xFF, .second_bits = 0xFF};
  if (is_letter(beginning.first)) beginning.first_bits = bit;
  if (needle.length > 1) {
    beginning.second = needle.bytes[1];
    beginning.second_bits = is_letter(beginning.second) ? bit : 0;
  }
  return beginning;
}

/// Flags words that start with the needle's first two bytes; reads a byte before and after, too.
FOR_EACH_PROCESSOR
static void flag_block(const uint8_t *restrict text, const Beginning b, uint8_t *restrict flags) {
  for (int at = 0; at < kBlock; at++) {
    const uint8_t before = text[at - 1];
    const uint8_t letter = (uint8_t)((before | 0x20) - 'a') < 26;
    const uint8_t digit = (uint8_t)(before - '0') < 10;
    const uint8_t high = before >= 0x80;
    const uint8_t like = ((text[at] | b.first_bits) == b.first) &
                         ((text[at + 1] | b.second_bits) == b.second);
    flags[at] = like & (uint8_t)~(letter | digit | high) & 1;
  }
}

/// The flags of a stripe as bits, the lowest first.
static uint64_t bits_of(const uint8_t *flags) {
  uint64_t bits = 0;
#ifdef __SSE2__
  for (int part = 0; part < kStripe / 16; part++) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(flags + 16 * part));
    bits |= (uint64_t)_mm_movemask_epi8(_mm_slli_epi16(bytes, 7)) << (16 * part);
  }
#else
  for (int part = 0; part < kStripe / 8; part++) {
    uint64_t bytes = 0;
    for (int each = 0; each < 8; each++) bytes |= (uint64_t)flags[8 * part + each] << (8 * each);
    bits |= (bytes * UINT64_C(0x0102040810204080) >> 56) << (8 * part);
  }
#endif
  return bits;
}

static bool stands(const uint8_t *text, CWordScanNeedle needle) {
  for (int64_t each = 0; each < needle.length; each++) {
    uint8_t byte = text[each];
    if (needle.folds_case && (uint8_t)(byte - 'A') < 26) byte |= 0x20;
    if (byte != needle.bytes[each]) return false;
  }
  return true;
}

static bool is_break(uint8_t byte) {
  return byte < 0x80 && !is_letter(byte) && (uint8_t)(byte - '0') >= 10;
}

/// Fills a block of flags from `at` on, with zeros from `end` on.
static void flag(const uint8_t *text, int64_t at, int64_t end, CWordScanNeedle needle, Beginning b,
                 uint8_t *flags) {
  if (end - at > kBlock) {
    flag_block(text + at, b, flags);
    return;
  }
  for (int64_t each = 0; each < kBlock; each++) {
    const int64_t here = at + each;
    flags[each] = end - here >= needle.length && is_break(text[here - 1]) &&
                  (text[here] | b.first_bits) == b.first;
  }
}

int64_t cwordscan_find(const uint8_t *text, int64_t from, int64_t end, CWordScanNeedle needle) {
  // A single short name does not justify a block.
  if (end - from <= kBlock / 4) {
    for (int64_t at = from; end - at >= needle.length; at++)
      if (is_break(text[at - 1]) && stands(text + at, needle)) return at;
    return end;
  }
  int64_t place;
  return cwordscan_find_all(text, from, end, needle, &place, 1) ? place : end;
}

int64_t cwordscan_find_all(const uint8_t *text, int64_t from, int64_t end, CWordScanNeedle needle,
                           int64_t *places, int64_t capacity) {
  const Beginning b = beginning_of(needle);
  _Alignas(64) uint8_t flags[kBlock];
  int64_t count = 0;
  for (int64_t block = from; block < end; block += kBlock) {
    flag(text, block, end, needle, b, flags);
    for (int stripe = 0; stripe < kBlock; stripe += kStripe) {
      for (uint64_t bits = bits_of(flags + stripe); bits; bits &= bits - 1) {
        const int64_t at = block + stripe + __builtin_ctzll(bits);
        if (end - at < needle.length || !stands(text + at, needle)) continue;
        places[count++] = at;
        if (count == capacity) return count;
      }
    }
  }
  return count;
}

/// The row that contains the byte `at`, which is not before `row`.
static int64_t row_at(const uint32_t *starts, int64_t row, int64_t end, int64_t at) {
  // It is mostly one of the next few, which are found fastest one by one.
  for (int near = 0; near < 32; near++, row++)
    if (row + 1 == end || starts[row + 1] > at) return row;
  int64_t step = 1;
  while (row + step < end && starts[row + step] <= at) {
    row += step;
    step *= 2;
  }
  int64_t beyond = row + step < end ? row + step : end;
  while (beyond - row > 1) {
    const int64_t middle = row + (beyond - row) / 2;
    if (starts[middle] <= at) {
      row = middle;
    } else {
      beyond = middle;
    }
  }
  return row;
}

void cwordscan_mark(const uint8_t *text, const uint32_t *starts, int64_t first, int64_t end,
                    CWordScanNeedle needle, uint64_t *found) {
  if (first >= end) return;
  const Beginning b = beginning_of(needle);
  const int64_t text_end = starts[end];
  _Alignas(64) uint8_t flags[kBlock];
  int64_t row = first;
  for (int64_t block = starts[first]; block < text_end; block += kBlock) {
    flag(text, block, text_end, needle, b, flags);
    for (int stripe = 0; stripe < kBlock; stripe += kStripe) {
      for (uint64_t bits = bits_of(flags + stripe); bits; bits &= bits - 1) {
        const int64_t at = block + stripe + __builtin_ctzll(bits);
        if (text_end - at < needle.length || !stands(text + at, needle)) continue;
        row = row_at(starts, row, end, at);
        found[row >> 6] |= UINT64_C(1) << (row & 63);
      }
    }
  }
}

/// Facts about a block of text, for which the byte after it is read, too.
typedef struct {
  int32_t line_feeds;
  uint8_t high_bits;  // of all bytes, joined by OR
  uint8_t faults;     // not zero if a byte is NUL, or white space follows a line feed
} BlockSummary;

FOR_EACH_PROCESSOR
static BlockSummary summarise(const uint8_t *restrict text, int length) {
  uint8_t high_bits = 0, faults = 0;
  int32_t line_feeds = 0;
  for (int at = 0; at < length; at++) {
    const uint8_t byte = text[at];
    const uint8_t is_line_feed = byte == '\n';
    high_bits |= byte;
    faults |= (uint8_t)(byte == 0) | (is_line_feed & (uint8_t)(text[at + 1] <= ' '));
    line_feeds += is_line_feed;
  }
  return (BlockSummary){line_feeds, high_bits, faults};
}

int64_t cwordscan_plain_lines(const uint8_t *text, int64_t length) {
  if (length == 0) return 0;
  if (text[0] <= ' ' || text[length - 1] != '\n') return -1;
  int64_t count = 0;
  // The last line feed, which no line follows, is counted separately.
  for (int64_t at = 0; at < length - 1; at += kBlock) {
    const int64_t rest = length - 1 - at;
    const BlockSummary block = summarise(text + at, rest < kBlock ? (int)rest : kBlock);
    if (block.high_bits >= 0x80 || block.faults) return -1;
    // Every block has a line feed, so no line is longer than two blocks.
    if (block.line_feeds == 0 && rest > kBlock) return -1;
    count += block.line_feeds;
  }
  return count + 1;
}
