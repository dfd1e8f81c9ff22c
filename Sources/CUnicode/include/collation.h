#ifndef CUNICODE_COLLATION_H
#define CUNICODE_COLLATION_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Order and alphabets by ICU. Every function is total: text may be any bytes (what is not UTF-8
// counts as U+FFFD), and a null handle is allowed wherever a handle is taken. Functions that fill
// a buffer return the length needed; when that is more than the capacity the content is unspecified.

/// The collation of one locale: what it says never changes, and any number of threads may use one.
typedef struct CUnicodeCollation CUnicodeCollation;

/// Opens the collation of a locale ("" is the root), or returns null when ICU has no data.
CUnicodeCollation *cunicode_collation_open(const char *locale);

/// Frees a collation; null is allowed.
void cunicode_collation_close(CUnicodeCollation *collation);

/// Writes the sort key of a text: two keys compare as bytes the way their texts do in the locale.
///
/// Of a key that does not fit the beginning is written, and what is returned may be more than its length.
/// A key holds no zero byte and has no terminator. With a null collation it is the text itself, so
/// that the order is that of the code points.
int32_t cunicode_collation_key(const CUnicodeCollation *collation, const uint8_t *text,
                               int32_t length, uint8_t *key, int32_t capacity);

/// Has the collation learn to write the keys of ASCII texts by itself, several times faster; once, in
/// some milliseconds. Keys are the same before and after.
void cunicode_collation_learn(CUnicodeCollation *collation);

/// Whether it has learned that, and some ASCII texts need not be left to ICU.
bool cunicode_collation_has_short_way(const CUnicodeCollation *collation);

/// The locales ICU has collations for: their number, and each by its number or null.
int32_t cunicode_collation_locale_count(void);
const char *cunicode_collation_locale(int32_t number);

/// Sixteen bytes of a sort key, the first the most significant one of `high`; zero behind its end.
typedef struct {
  uint64_t high, low;
} CUnicodeKeyPart;

/// Writes `count` bytes of a sort key from `skip` on, zeros behind its end. The key is made from its
/// beginning: whoever needs all of a long one asks for longer and longer stretches.
void cunicode_collation_key_bytes(const CUnicodeCollation *collation, const uint8_t *text,
                                  int32_t length, int32_t skip, uint8_t *bytes, int32_t count);

/// The same for sixteen bytes: short keys are compared in registers, long ones in parts.
CUnicodeKeyPart cunicode_collation_key_part(const CUnicodeCollation *collation,
                                            const uint8_t *text, int32_t length, int32_t skip);

/// Whether ICU has data for the language of a locale, which may be written "sv", "sv_SE" or "sv-SE".
bool cunicode_locale_is_known(const char *locale);

#ifdef __cplusplus
}
#endif

#endif
