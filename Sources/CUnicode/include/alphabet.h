#ifndef CUNICODE_ALPHABET_H
#define CUNICODE_ALPHABET_H

#include <stdbool.h>
#include <stdint.h>

#include "collation.h"

#ifdef __cplusplus
extern "C" {
#endif

// What collation.h says of its functions goes for these, too.

/// The sections of one locale's alphabetic index, and where they begin among sort keys.
///
/// Sections are numbered in the order they are shown: 0 is for what has no letter, the last one for
/// the letters no label covers, the ones between are the labels. A border says that from its key on
/// (until the next border) texts are in its section; borders are in ascending order and the first has
/// an empty key. One section may have several borders: Han and Latin letters share pinyin labels.
typedef struct CUnicodeAlphabet CUnicodeAlphabet;

/// Opens the alphabet of a locale with the labels of all other scripts added, or returns null when ICU fails.
///
/// With `for_ascii` only the Latin labels are added, and there are only the borders that ASCII texts can be
/// behind: several times sooner.
CUnicodeAlphabet *cunicode_alphabet_open(const char *locale, const CUnicodeCollation *collation,
                                         bool for_ascii);

/// Frees an alphabet; null is allowed.
void cunicode_alphabet_close(CUnicodeAlphabet *alphabet);

/// The number of sections, the first and the last one included; 0 for null.
int32_t cunicode_alphabet_section_count(const CUnicodeAlphabet *alphabet);

/// Writes a section's label as UTF-8; nothing for the first and the last one, which have none.
int32_t cunicode_alphabet_label(const CUnicodeAlphabet *alphabet, int32_t section, uint8_t *label,
                                int32_t capacity);

/// The rank of a section: 0 for the first one, the greatest for the last one, and ascending between them. A
/// label has one rank in a locale, whichever other labels there are.
int64_t cunicode_alphabet_rank(const CUnicodeAlphabet *alphabet, int32_t section);

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
