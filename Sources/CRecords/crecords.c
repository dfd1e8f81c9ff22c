#include "crecords.h"
#include "stripes.h"

/// Bits for the bytes of a stripe that may end something, the lowest first.
typedef struct {
  uint64_t ends;
  bool has_high, has_nul;
} Stripe;

/// The bytes to look for; `quote` is the line feed again where quotes do not count.
typedef struct {
  uint8_t delimiter, quote;
} Marks;

#ifdef __SSE2__
static inline __attribute__((always_inline)) Stripe whole_stripe(const uint8_t *text, Marks marks) {
  const __m128i delimiter = _mm_set1_epi8((char)marks.delimiter);
  const __m128i quote = _mm_set1_epi8((char)marks.quote);
  const __m128i feed = _mm_set1_epi8('\n');
  __m128i all = _mm_setzero_si128(), nul = _mm_setzero_si128();
  uint64_t ends = 0;
  for (int part = 0; part < kStripe / 16; part++) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(text + 16 * part));
    const __m128i like =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, delimiter), _mm_cmpeq_epi8(bytes, feed)),
                     _mm_cmpeq_epi8(bytes, quote));
    ends |= (uint64_t)(uint32_t)_mm_movemask_epi8(like) << (16 * part);
    all = _mm_or_si128(all, bytes);
    nul = _mm_or_si128(nul, _mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
  }
  return (Stripe){ends, _mm_movemask_epi8(all) != 0, _mm_movemask_epi8(nul) != 0};
}
#endif

static inline __attribute__((always_inline)) Stripe stripe(const uint8_t *text, uint32_t length, Marks marks) {
#ifdef __SSE2__
  if (length >= kStripe) return whole_stripe(text, marks);
#endif
  Stripe stripe = {0};
  for (uint32_t at = 0; at < length && at < kStripe; at++) {
    const uint8_t byte = text[at];
    const bool like = byte == marks.delimiter || byte == '\n' || byte == marks.quote;
    stripe.ends |= (uint64_t)like << at;
    stripe.has_high |= byte >= 0x80;
    stripe.has_nul |= byte == 0;
  }
  return stripe;
}

/// Whether a delimiter ends with the byte `at`, not before the field.
static bool is_delimiter(const uint8_t *text, uint32_t at, CRecordsForm form, uint32_t field) {
  if (at - field + 1 < (uint32_t)form.delimiter_length) return false;
  for (int32_t back = 0; back < form.delimiter_length; back++)
    if (text[at - (uint32_t)back] != form.delimiter[form.delimiter_length - 1 - back]) return false;
  return true;
}

FOR_EACH_PROCESSOR
CRecordsFound crecords_scan(const uint8_t *text, uint32_t length, CRecordsForm form,
                            CRecordsState *state, CRecordsFound found, uint32_t *ends,
                            int32_t end_capacity, uint32_t *records, int32_t record_capacity) {
  const Marks marks = {form.delimiter[form.delimiter_length - 1], form.has_quotes ? '"' : '\n'};
  CRecordsState now = *state;
  while (now.at < length) {
    // Each bit may be an end.
    if (end_capacity - found.ends < kStripe || record_capacity - found.records < kStripe) {
      *state = now;
      found.is_done = false;
      return found;
    }
    const Stripe here = stripe(text + now.at, length - now.at, marks);
    now.has_high |= here.has_high;
    now.has_nul |= here.has_nul;
    for (uint64_t bits = here.ends; bits; bits &= bits - 1) {
      const uint32_t at = now.at + (uint32_t)__builtin_ctzll(bits);
      const uint8_t byte = text[at];
      if (byte == '"' && form.has_quotes) {
        if (!now.is_quoted) {
          now.is_quoted = now.is_open = at == now.field;
          now.has_quoted |= now.is_open;
        } else if (now.is_open) {
          now.is_open = false;
          now.quote = at;
        } else {
          now.is_open = at == now.quote + 1;
        }
        continue;
      }
      if (now.is_open) continue;
      uint32_t end = at;
      if (byte != '\n') {
        if (!is_delimiter(text, at, form, now.field)) continue;
        end -= (uint32_t)form.delimiter_length - 1;
      }
      ends[found.ends++] = end | (now.is_quoted ? crecords_quoted : 0);
      if (byte == '\n') records[found.records++] = (uint32_t)found.ends;
      now.field = at + 1;
      now.is_quoted = false;
    }
    now.at = length - now.at < kStripe ? length : now.at + kStripe;
  }
  *state = now;
  found.is_done = true;
  return found;
}

void crecords_take_quote_as_text(CRecordsState *state) {
  state->at = state->field + 1;
  state->is_quoted = state->is_open = false;
}
