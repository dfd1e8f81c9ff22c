#include <string.h>

#include "crecords.h"
#include "stripes.h"

/// Bits for the bytes of a stripe, the lowest first.
typedef struct {
  uint64_t delimiters, feeds, quotes;
  bool is_plain;
} Stripe;

#ifdef __SSE2__
static inline __attribute__((always_inline)) Stripe whole_stripe(const uint8_t *text, uint8_t delimiter) {
  Stripe stripe = {0};
  __m128i strange = _mm_setzero_si128();
  for (int part = 0; part < kStripe / 16; part++) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(text + 16 * part));
    const __m128i is_delimiter = _mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)delimiter));
    const __m128i is_feed = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
    const __m128i is_quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    stripe.delimiters |= (uint64_t)(uint32_t)_mm_movemask_epi8(is_delimiter) << (16 * part);
    stripe.feeds |= (uint64_t)(uint32_t)_mm_movemask_epi8(is_feed) << (16 * part);
    stripe.quotes |= (uint64_t)(uint32_t)_mm_movemask_epi8(is_quote) << (16 * part);
    // From 0x80 on the highest bit is set, as it is where a byte is zero.
    strange = _mm_or_si128(strange, bytes);
    strange = _mm_or_si128(strange, _mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
  }
  stripe.is_plain = _mm_movemask_epi8(strange) == 0;
  return stripe;
}
#endif

static inline __attribute__((always_inline)) Stripe stripe_of(const uint8_t *text, uint32_t length, uint8_t delimiter) {
#ifdef __SSE2__
  if (length >= kStripe) return whole_stripe(text, delimiter);
#endif
  Stripe stripe = {.is_plain = true};
  for (uint32_t at = 0; at < length && at < kStripe; at++) {
    stripe.delimiters |= (uint64_t)(text[at] == delimiter) << at;
    stripe.feeds |= (uint64_t)(text[at] == '\n') << at;
    stripe.quotes |= (uint64_t)(text[at] == '"') << at;
    stripe.is_plain &= text[at] - 1u < 0x7f;
  }
  return stripe;
}

/// For each bit, whether the number of set bits up to it is odd.
static uint64_t parity_up_to(uint64_t bits) {
  for (int shift = 1; shift < kStripe; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// Whether a row's first field is empty or begins with white space, or is not whole in its quotes.
static bool begins_oddly(const uint8_t *text, uint32_t start, uint32_t end, CRecordsForm form) {
  const uint8_t first = text[start];
  if (first <= ' ' || first == form.delimiter[0]) return true;
  if (first != '"' || !form.has_quotes) return false;
  const uint8_t *quote = memchr(text + start + 1, '"', end - start - 1);
  return !quote || quote[1] != form.delimiter[0] || text[start + 1] <= ' ' ||
         quote == text + start + 1;
}

FOR_EACH_PROCESSOR
CRecordsRows crecords_rows(const uint8_t *text, uint32_t length, CRecordsForm form, int32_t columns,
                           uint32_t longest, uint32_t *starts) {
  const CRecordsRows not_plain = {-1, 0};
  CRecordsRows found = {0, 0};
  if (length == 0 || text[length - 1] != '\n') return not_plain;
  uint32_t start = 0;
  int32_t count = 1;
  bool is_odd = false;
  uint64_t is_open = 0;  // all bits, if a quote is open
  // Whether the byte before ends a field or may close one; the text is behind a line feed.
  uint64_t was_end = 1, was_closing = 0;
  for (uint32_t at = 0; at < length; at += kStripe) {
    const Stripe stripe = stripe_of(text + at, length - at, form.delimiter[0]);
    if (!stripe.is_plain) return not_plain;
    uint64_t delimiters = stripe.delimiters, feeds = stripe.feeds, doubled = 0;
    if (form.has_quotes && (stripe.quotes | is_open | was_closing)) {
      const uint64_t quoted = parity_up_to(stripe.quotes) ^ is_open;
      found.inner_feeds += __builtin_popcountll(feeds & quoted);
      delimiters &= ~quoted;
      feeds &= ~quoted;
      const uint64_t opening = stripe.quotes & quoted, closing = stripe.quotes & ~quoted;
      const uint64_t ends = delimiters | feeds;
      const uint64_t behind_closing = closing << 1 | was_closing;
      if (opening & ~(ends << 1 | was_end | behind_closing)) return not_plain;
      doubled = opening & behind_closing;
      for (uint64_t bits = behind_closing & ~(ends | opening); bits; bits &= bits - 1) {
        const uint32_t behind = at + (uint32_t)__builtin_ctzll(bits);
        if (behind < length && text[behind] != '\r') return not_plain;
      }
      is_open = 0 - (quoted >> 63);
      was_closing = closing >> 63;
    }
    was_end = (delimiters | feeds) >> 63;
    for (; feeds; feeds &= feeds - 1) {
      const uint64_t before = (feeds & -feeds) - 1;
      const uint32_t end = at + (uint32_t)__builtin_ctzll(feeds);
      count += __builtin_popcountll(delimiters & before);
      is_odd |= (doubled & before) != 0 || count != columns || end - start > longest ||
                begins_oddly(text, start, end, form);
      starts[found.rows++] = start | (is_odd ? crecords_odd : 0);
      delimiters &= ~before;
      doubled &= ~before;
      start = end + 1;
      count = 1;
      is_odd = false;
    }
    count += __builtin_popcountll(delimiters);
    is_odd |= doubled != 0;
  }
  return is_open || start != length ? not_plain : found;
}
