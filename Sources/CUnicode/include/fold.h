#ifndef CUNICODE_FOLD_H
#define CUNICODE_FOLD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Normal forms, folding and word starts of UTF-8. Text may be any bytes; lengths and offsets are in
// bytes. Functions that fill a buffer return the length needed; if it exceeds the capacity, the
// content is unspecified.

/// 1 if a text is in NFC, 0 if it is well-formed UTF-8 but not in NFC, -1 if it is ill-formed.
int32_t cunicode_nfc_check(const uint8_t *text, int32_t length);

int32_t cunicode_nfc(const uint8_t *text, int32_t length, uint8_t *result, int32_t capacity);

/// The length of the leading white space (Unicode White_Space).
int64_t cunicode_leading_space(const uint8_t *text, int64_t length);

int64_t cunicode_trailing_space(const uint8_t *text, int64_t length);

/// What folding removes; with neither flag a text is only brought into NFC.
enum {
  /// Case (full folding) and compatibility variants: "Straße" and "ＳＴＲＡＳＳＥ" become "strasse".
  CUNICODE_FOLD_CASE = 1,
  /// Compatibility variants and the accents of Latin and Greek letters; ø, ł, æ etc. become o, l,
  /// ae. Cyrillic letters lose only diaeresis and acute (ё becomes е, й stays). In other scripts
  /// marks are no decoration and stay.
  CUNICODE_FOLD_MARKS = 2,
};

/// Writes the folded text and the offsets in it at which its words start. A word starts at the
/// beginning, after every character that is no letter or digit, between letters and digits, at a
/// capital after a lower-case letter, and at the last of several capitals if a lower-case letter
/// follows; but never at a mark, and marks between characters make no difference. Words are folded
/// one by one, so they cannot merge. Starts are ascending and distinct; the first is 0.
/// - Returns: The length of the folded text. It and `*word_count` may exceed their capacities; the
///   content is then unspecified.
int32_t cunicode_fold(const uint8_t *text, int32_t length, int32_t flags, uint8_t *result,
                      int32_t capacity, uint32_t *words, int32_t word_capacity,
                      int32_t *word_count);

/// The offset of a word by its number, from zero, by the rule of cunicode_fold; `length` if none.
/// `*word_count` is set to the number of words, including those that fold to nothing.
int32_t cunicode_word_start(const uint8_t *text, int32_t length, int32_t number,
                            int32_t *word_count);

/// Whether a text is empty or begins with what cannot attach to or combine with a text before it.
int32_t cunicode_begins_character(const uint8_t *text, int32_t length);

#ifdef __cplusplus
}
#endif

#endif
