#ifndef CUNICODE_FOLD_H
#define CUNICODE_FOLD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Normal forms, folding and word starts, on UTF-8 in and out. Every function is total. Functions
// that fill a buffer return the length needed; when that is more than the capacity the content is
// unspecified. Lengths and offsets are in bytes.

/// Says whether a text is well-formed UTF-8 in NFC: 1 yes, 0 well-formed but not NFC, -1 ill-formed.
int32_t cunicode_nfc_check(const uint8_t *text, int32_t length);

/// Writes the NFC of a text.
int32_t cunicode_nfc(const uint8_t *text, int32_t length, uint8_t *result, int32_t capacity);

/// The length of the white space (Unicode White_Space) a text begins with.
int64_t cunicode_leading_space(const uint8_t *text, int64_t length);

/// The length of the white space a text ends with.
int64_t cunicode_trailing_space(const uint8_t *text, int64_t length);

/// What a folding takes away. With neither, a text is only brought into NFC.
enum {
  /// Case (full folding) and compatibility variants: "Straße" and "ＳＴＲＡＳＳＥ" become "strasse".
  CUNICODE_FOLD_CASE = 1,
  /// Compatibility variants and, on Latin and Greek letters, accents; ø, ł, æ and their kind become
  /// o, l, ae. On Cyrillic letters only diaeresis and acute go (ё is е, but й is not и); other
  /// scripts, whose marks are no decoration, stay as they are.
  CUNICODE_FOLD_MARKS = 2,
};

/// Writes the folded text and the offsets into it at which its words start.
///
/// A word starts at the beginning and after every character that is no letter or digit; a mark belongs
/// to what it stands on and never starts a word. Every word is folded by itself, so words cannot flow
/// into each other. Starts are in ascending order, each once, the first is 0.
///
/// - Returns: The length of the folded text; `*word_count` is set to the number of words. Either may
///   be more than its capacity, and then what was written is unspecified.
int32_t cunicode_fold(const uint8_t *text, int32_t length, int32_t flags, uint8_t *result,
                      int32_t capacity, uint32_t *words, int32_t word_capacity,
                      int32_t *word_count);

/// Where a word of a text starts, by the rule of cunicode_fold, with no word left out for folding to
/// nothing.
///
/// - Returns: The offset of the word with this number, counted from zero, or the length when there is
///   none; `*word_count` is set to the number of words.
int32_t cunicode_word_start(const uint8_t *text, int32_t length, int32_t number,
                            int32_t *word_count);

/// Whether the text, seen after some other text, begins a new character: it is empty, or begins with
/// neither a mark nor anything else that could melt into what stands before.
int32_t cunicode_begins_character(const uint8_t *text, int32_t length);

#ifdef __cplusplus
}
#endif

#endif
