#ifndef CUNICODE_COLLATION_H
#define CUNICODE_COLLATION_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Collation by ICU. Text may be any bytes (ill-formed UTF-8 counts as U+FFFD), and any handle may
// be null. Functions that fill a buffer return the length needed; if it exceeds the capacity, the
// content is unspecified.

/// The collation of a locale; its keys never change, and threads may share it.
typedef struct CUnicodeCollation CUnicodeCollation;

/// Opens the collation of a locale ("" is the root); null if ICU has no data.
CUnicodeCollation *cunicode_collation_open(const char *locale);

void cunicode_collation_close(CUnicodeCollation *collation);

/// Writes a sort key; two keys compare as bytes like their texts in the locale. If it does not fit,
/// its beginning is written, and the result may exceed its length. A key has no zero byte and no
/// terminator. With a null collation it is the text (code point order).
int32_t cunicode_collation_key(const CUnicodeCollation *collation, const uint8_t *text,
                               int32_t length, uint8_t *key, int32_t capacity);

/// Makes keys of most texts several times faster without changing them; takes milliseconds, once.
void cunicode_collation_learn(CUnicodeCollation *collation);

/// Whether cunicode_collation_learn was called and some ASCII keys are written without ICU.
bool cunicode_collation_has_short_way(const CUnicodeCollation *collation);

/// The number of locales that ICU has collations for, and each of them by number, or null.
int32_t cunicode_collation_locale_count(void);
const char *cunicode_collation_locale(int32_t number);

/// Sixteen bytes of a sort key as big-endian numbers, padded with zeros.
typedef struct {
  uint64_t high, low;
} CUnicodeKeyPart;

/// Writes `count` bytes of a sort key from `skip` on, padded with zeros. A key is always made from
/// its beginning, so read a long one in growing stretches.
void cunicode_collation_key_bytes(const CUnicodeCollation *collation, const uint8_t *text,
                                  int32_t length, int32_t skip, uint8_t *bytes, int32_t count);

/// The same for sixteen bytes, to be compared in registers.
CUnicodeKeyPart cunicode_collation_key_part(const CUnicodeCollation *collation,
                                            const uint8_t *text, int32_t length, int32_t skip);

/// The version of ICU, such as "72.1"; sort keys and folding may change with it.
const char *cunicode_version(void);

/// Whether ICU has data for the language of a locale, written as "sv", "sv_SE" or "sv-SE".
bool cunicode_locale_is_known(const char *locale);

#ifdef __cplusplus
}
#endif

#endif
