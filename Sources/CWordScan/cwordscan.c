#define _GNU_SOURCE  // for memmem
#include "cwordscan.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#if defined(__x86_64__) && defined(__linux__) && defined(__has_attribute)
// Which version is called is found out before the thread sanitizer is ready.
#if __has_attribute(target_clones) && !__has_feature(thread_sanitizer)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef FOR_EACH_PROCESSOR
#define FOR_EACH_PROCESSOR
#endif

#define EVERYWHERE static inline __attribute__((always_inline))

/// Bytes are compared a stripe at a time; in a plain text each block has a line feed.
enum { kBlock = 1024, kStripe = 64 };

/// The first two bytes of a needle, and the bits to set in text bytes before comparing them.
typedef struct {
  uint8_t first, second, first_bits, second_bits;
  // No word starts at a byte with the bit of lower case if the byte before it, with these bits set,
  // is at most `before_span` above `before_low`.
  uint8_t before_bits, before_low, before_span;
} Beginning;

static Beginning beginning_of(CWordScanNeedle needle) {
  const uint8_t bit = needle.folds_case ? 0x20 : 0;
  Beginning beginning = {.first = needle.bytes[0], .second = 0xFF, .second_bits = 0xFF};
  if (cwordscan_is_letter(beginning.first)) beginning.first_bits = bit;
  if (needle.length > 1) {
    beginning.second = needle.bytes[1];
    beginning.second_bits = cwordscan_is_letter(beginning.second) ? bit : 0;
  }
  if (needle.place != CWORDSCAN_WORD) {
    beginning.before_bits = 0xFF;  // all bytes are far above the span
  } else if (cwordscan_is_digit(beginning.first)) {
    beginning.before_low = '0';
    beginning.before_span = 9;
  } else {
    beginning.before_bits = 0x20;
    beginning.before_low = 'a';
    beginning.before_span = 25;
  }
  return beginning;
}

#ifdef __SSE2__
EVERYWHERE __m128i all(uint8_t byte) { return _mm_set1_epi8((char)byte); }
#endif

/// A bit for each byte of a stripe where the needle's first two bytes are and may start a word, the
/// lowest first; reads a byte before and after, too.
EVERYWHERE uint64_t hits(const uint8_t *text, const Beginning b) {
  uint64_t bits = 0;
#ifdef __SSE2__
  for (int at = 0; at < kStripe; at += 16) {
    const __m128i here = _mm_loadu_si128((const __m128i *)(text + at));
    const __m128i next = _mm_loadu_si128((const __m128i *)(text + at + 1));
    const __m128i like =
        _mm_and_si128(_mm_cmpeq_epi8(_mm_or_si128(here, all(b.first_bits)), all(b.first)),
                      _mm_cmpeq_epi8(_mm_or_si128(next, all(b.second_bits)), all(b.second)));
    const __m128i before = _mm_loadu_si128((const __m128i *)(text + at - 1));
    const __m128i above =
        _mm_sub_epi8(_mm_or_si128(before, all(b.before_bits)), all(b.before_low));
    const __m128i is_near = _mm_cmpeq_epi8(_mm_min_epu8(above, all(b.before_span)), above);
    const __m128i is_lower = _mm_cmpeq_epi8(_mm_and_si128(here, all(0x20)), all(0x20));
    const __m128i inside = _mm_and_si128(is_near, is_lower);
    bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_andnot_si128(inside, like)) << at;
  }
#else
  for (int at = 0; at < kStripe; at++) {
    const bool like = (text[at] | b.first_bits) == b.first &&
                      (text[at + 1] | b.second_bits) == b.second;
    bits |= (uint64_t)like << at;
  }
#endif
  return bits;
}

static bool stands(const uint8_t *text, CWordScanNeedle needle) {
  for (int64_t each = 0; each < needle.length; each++) {
    uint8_t byte = text[each];
    if (needle.folds_case && cwordscan_is_upper(byte)) byte |= 0x20;
    if (byte != needle.bytes[each]) return false;
  }
  return true;
}

/// Whether a needle can be here, if the rows are lines.
static bool is_place(const uint8_t *at, CWordScanNeedle needle) {
  switch (needle.place) {
    case CWORDSCAN_WORD: return cwordscan_starts_word(at);
    case CWORDSCAN_START: return at[-1] == '\n';
    default: return true;
  }
}

/// The bits of a stripe from `at` on, zeros from `end` on.
EVERYWHERE uint64_t hits_until(const uint8_t *text, int64_t at, int64_t end, CWordScanNeedle needle,
                               Beginning b) {
  if (end - at > kStripe) return hits(text + at, b);
  uint64_t bits = 0;
  for (int64_t here = at; end - here >= needle.length && here < end; here++) {
    bits |= (uint64_t)((text[here] | b.first_bits) == b.first) << (here - at);
  }
  return bits;
}

FOR_EACH_PROCESSOR
int64_t cwordscan_find_all(const uint8_t *text, int64_t from, int64_t end, CWordScanNeedle needle,
                           int64_t *places, int64_t capacity) {
  const Beginning b = beginning_of(needle);
  int64_t count = 0;
  for (int64_t stripe = from; stripe < end; stripe += kStripe) {
    for (uint64_t bits = hits_until(text, stripe, end, needle, b); bits; bits &= bits - 1) {
      const int64_t at = stripe + __builtin_ctzll(bits);
      if (!is_place(text + at, needle) || end - at < needle.length || !stands(text + at, needle))
        continue;
      places[count++] = at;
      if (count == capacity) return count;
    }
  }
  return count;
}

/// Whether a needle has only one place where it can be in a row.
static bool is_at_edge(CWordScanNeedle needle) {
  return needle.place == CWORDSCAN_START || needle.ends_row;
}

static bool matches_at_edge(const uint8_t *text, int64_t from, int64_t end,
                            CWordScanNeedle needle) {
  const int64_t rest = end - from - needle.length;
  if (rest < 0) return false;
  if (needle.place == CWORDSCAN_START)
    return (rest == 0 || !needle.ends_row) && stands(text + from, needle);
  return stands(text + from + rest, needle);
}

bool cwordscan_matches(const uint8_t *text, int64_t from, int64_t end, CWordScanNeedle needle) {
  if (is_at_edge(needle)) return matches_at_edge(text, from, end, needle);
  // A single short name does not justify more.
  if (end - from <= kStripe) {
    for (int64_t at = from; end - at >= needle.length; at++)
      if (is_place(text + at, needle) && stands(text + at, needle)) return true;
    return false;
  }
  int64_t place;
  return cwordscan_find_all(text, from, end, needle, &place, 1) != 0;
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

FOR_EACH_PROCESSOR
void cwordscan_mark(const uint8_t *text, const uint32_t *starts, int64_t first, int64_t end,
                    CWordScanNeedle needle, uint64_t *found) {
  if (first >= end) return;
  if (is_at_edge(needle)) {
    for (int64_t row = first; row < end; row++) {
      const bool is_found = matches_at_edge(text, starts[row], starts[row + 1] - 1, needle);
      found[row >> 6] |= (uint64_t)is_found << (row & 63);
    }
    return;
  }
  const Beginning b = beginning_of(needle);
  const int64_t text_end = starts[end];
  int64_t row = first, next = 0;  // rows before `next` need no more
  for (int64_t stripe = starts[first]; stripe < text_end; stripe += kStripe) {
    if (next - stripe >= kStripe) continue;
    uint64_t bits = hits_until(text, stripe, text_end, needle, b);
    if (next > stripe) bits &= UINT64_MAX << (next - stripe);
    while (bits) {
      const int64_t at = stripe + __builtin_ctzll(bits);
      bits &= bits - 1;
      if (!is_place(text + at, needle) || text_end - at < needle.length ||
          !stands(text + at, needle))
        continue;
      row = row_at(starts, row, end, at);
      found[row >> 6] |= UINT64_C(1) << (row & 63);
      next = starts[row + 1];
      bits = next - stripe < kStripe ? bits & (UINT64_MAX << (next - stripe)) : 0;
    }
  }
}

int64_t cwordscan_offset(const uint8_t *text, int64_t length, const uint8_t *bytes, int64_t count) {
  if (count == 0) return 0;
  if (length < count) return -1;
  const uint8_t *found = memmem(text, (size_t)length, bytes, (size_t)count);
  return found ? found - text : -1;
}

/// Facts about a block of text, for which the byte after it is read, too.
typedef struct {
  int32_t line_feeds;
  bool is_plain;  // false if a byte is NUL or not ASCII, or white space follows a line feed
} BlockSummary;

FOR_EACH_PROCESSOR
static BlockSummary summarize(const uint8_t *text, int length) {
  BlockSummary block = {.is_plain = true};
  int at = 0;
#ifdef __SSE2__
  __m128i strange = _mm_setzero_si128();
  uint64_t faults = 0;
  for (; at + kStripe <= length; at += kStripe) {
    uint64_t feeds = 0, spaces = 0;
    for (int part = 0; part < kStripe; part += 16) {
      const __m128i here = _mm_loadu_si128((const __m128i *)(text + at + part));
      const __m128i next = _mm_loadu_si128((const __m128i *)(text + at + part + 1));
      const __m128i feed = _mm_cmpeq_epi8(here, all('\n'));
      const __m128i space = _mm_cmpeq_epi8(_mm_min_epu8(next, all(' ')), next);
      feeds |= (uint64_t)(uint32_t)_mm_movemask_epi8(feed) << part;
      spaces |= (uint64_t)(uint32_t)_mm_movemask_epi8(space) << part;
      // From 0x80 on the highest bit is set, as it is where a byte is zero.
      strange = _mm_or_si128(strange, here);
      strange = _mm_or_si128(strange, _mm_cmpeq_epi8(here, _mm_setzero_si128()));
    }
    faults |= feeds & spaces;
    block.line_feeds += __builtin_popcountll(feeds);
  }
  block.is_plain = faults == 0 && _mm_movemask_epi8(strange) == 0;
#endif
  for (; at < length; at++) {
    const bool is_feed = text[at] == '\n';
    block.is_plain &= text[at] - 1u < 0x7f && !(is_feed && text[at + 1] <= ' ');
    block.line_feeds += is_feed;
  }
  return block;
}

int64_t cwordscan_plain_lines(const uint8_t *text, int64_t length) {
  if (length == 0) return 0;
  if (text[0] <= ' ' || text[length - 1] != '\n') return -1;
  int64_t count = 0;
  // The last line feed, which no line follows, is counted separately.
  for (int64_t at = 0; at < length - 1; at += kBlock) {
    const int64_t rest = length - 1 - at;
    const BlockSummary block = summarize(text + at, rest < kBlock ? (int)rest : kBlock);
    if (!block.is_plain) return -1;
    // Every block has a line feed, so no line is longer than two blocks.
    if (block.line_feeds == 0 && rest > kBlock) return -1;
    count += block.line_feeds;
  }
  return count + 1;
}
