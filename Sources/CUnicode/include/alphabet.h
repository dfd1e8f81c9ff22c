#ifndef CUNICODE_ALPHABET_H
#define CUNICODE_ALPHABET_H

#include <stdbool.h>
#include <stdint.h>

#include "collation.h"

#ifdef __cplusplus
extern "C" {
#endif

// The conventions of collation.h apply.

/// The sections of a locale's alphabetic index, and their borders between sort keys. Sections are
/// numbered in display order: 0 for names without a letter, then the labels, and last the letters
/// without a label. A border assigns the texts from its key to the next border to a section.
/// Borders are ascending, and the first key is empty. A section may have several: Han and Latin
/// letters share pinyin labels.
typedef struct CUnicodeAlphabet CUnicodeAlphabet;

/// Opens the alphabet of a locale with the labels of all other scripts; null if ICU fails.
/// `for_ascii`, several times faster, adds only Latin labels and borders before ASCII texts.
CUnicodeAlphabet *cunicode_alphabet_open(const char *locale, const CUnicodeCollation *collation,
                                         bool for_ascii);

void cunicode_alphabet_close(CUnicodeAlphabet *alphabet);

/// The number of sections, including the first and the last; 0 for null.
int32_t cunicode_alphabet_section_count(const CUnicodeAlphabet *alphabet);

/// Writes a label as UTF-8; it is empty for the first and the last section.
int32_t cunicode_alphabet_label(const CUnicodeAlphabet *alphabet, int32_t section, uint8_t *label,
                                int32_t capacity);

/// Ranks ascend from 0 for the first section; a label has the same rank whatever others there are.
int64_t cunicode_alphabet_rank(const CUnicodeAlphabet *alphabet, int32_t section);

/// 0 for null.
int32_t cunicode_alphabet_border_count(const CUnicodeAlphabet *alphabet);

/// Writes the primary sort key of a border.
int32_t cunicode_alphabet_border_key(const CUnicodeAlphabet *alphabet, int32_t border, uint8_t *key,
                                     int32_t capacity);

int32_t cunicode_alphabet_border_section(const CUnicodeAlphabet *alphabet, int32_t border);

/// The section that ICU itself assigns: slow, for checking the borders.
int32_t cunicode_alphabet_section(const CUnicodeAlphabet *alphabet, const uint8_t *text,
                                  int32_t length);

#ifdef __cplusplus
}
#endif

#endif
