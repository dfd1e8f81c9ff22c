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
/// A key holds no zero byte and has no terminator. With a null collation it is the text itself, so
/// that the order is that of the code points.
int32_t cunicode_collation_key(const CUnicodeCollation *collation, const uint8_t *text,
                               int32_t length, uint8_t *key, int32_t capacity);

/// Has the collation learn to write the keys of ASCII texts by itself, several times faster; once, in
/// some milliseconds. Keys are the same before and after.
void cunicode_collation_learn(CUnicodeCollation *collation);

/// The same key without that short way: the measure for what it does.
int32_t cunicode_collation_icu_key(const CUnicodeCollation *collation, const uint8_t *text,
                                   int32_t length, uint8_t *key, int32_t capacity);

/// Sixteen bytes of a sort key, the first the most significant one of `high`; zero behind its end.
typedef struct {
  uint64_t high, low;
} CUnicodeKeyPart;

/// The bytes of a sort key from `skip` on: short keys are compared in registers, long ones in parts.
CUnicodeKeyPart cunicode_collation_key_part(const CUnicodeCollation *collation,
                                            const uint8_t *text, int32_t length, int32_t skip);

/// Whether ICU has data for the language of a locale, which may be written "sv", "sv_SE" or "sv-SE".
bool cunicode_locale_is_known(const char *locale);

/// The sections of one locale's alphabetic index, and where they begin among sort keys.
///
/// Sections are numbered in the order they are shown: 0 is for what has no letter, the last one for
/// the letters no label covers, the ones between are the labels. A border says that from its key on
/// (until the next border) texts are in its section; borders are in ascending order and the first has
/// an empty key. One section may have several borders: Han and Latin letters share pinyin labels.
typedef struct CUnicodeAlphabet CUnicodeAlphabet;

/// Opens the alphabet of a locale with the Latin labels added, or returns null when ICU fails.
CUnicodeAlphabet *cunicode_alphabet_open(const char *locale, const CUnicodeCollation *collation);

/// Frees an alphabet; null is allowed.
void cunicode_alphabet_close(CUnicodeAlphabet *alphabet);

/// The number of sections, the first and the last one included; 0 for null.
int32_t cunicode_alphabet_section_count(const CUnicodeAlphabet *alphabet);

/// Writes a section's label as UTF-8; nothing for the first and the last one, which have none.
int32_t cunicode_alphabet_label(const CUnicodeAlphabet *alphabet, int32_t section, uint8_t *label,
                                int32_t capacity);

/// The number of borders; 0 for null.
int32_t cunicode_alphabet_border_count(const CUnicodeAlphabet *alphabet);

/// Writes the primary sort key a border stands at.
int32_t cunicode_alphabet_border_key(const CUnicodeAlphabet *alphabet, int32_t border, uint8_t *key,
                                     int32_t capacity);

/// The section that begins at a border.
int32_t cunicode_alphabet_border_section(const CUnicodeAlphabet *alphabet, int32_t border);

/// The section ICU itself puts a text in: slow, the measure for what the borders say.
int32_t cunicode_alphabet_section(const CUnicodeAlphabet *alphabet, const uint8_t *text,
                                  int32_t length);

#ifdef __cplusplus
}
#endif

#endif
