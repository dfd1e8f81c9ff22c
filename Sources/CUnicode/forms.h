#ifndef CUNICODE_FORMS_H
#define CUNICODE_FORMS_H

#include <cstdint>

#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/unistr.h>

#include "output.h"

namespace cunicode {

/// The normal forms in use; ICU keeps them for the whole process, and threads may share them.
struct Forms {
  const icu::Normalizer2 *nfc, *nfd, *nfkc, *casefold;
  bool usable;
};
const Forms &forms();

/// A text of more UTF-16 units may get long runs of marks when ignorable characters are removed.
constexpr int32_t kShortText = 120;

/// Whether many successive characters have to be sorted by combining class.
bool has_long_run(const icu::UnicodeString &text);

/// The text in NFD, with marks sorted by combining class, stably. ICU sorts marks by insertion, in
/// quadratic time; sorted text takes linear time. With CUNICODE_FOLD_CASE in `flags` the iota
/// subscript keeps its place, because case folding makes it a letter.
icu::UnicodeString decomposed(const icu::UnicodeString &text, int32_t flags);

inline icu::UnicodeString wide(const uint8_t *text, int32_t length) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(reinterpret_cast<const char *>(text), length));
}

}  // namespace cunicode

#endif
