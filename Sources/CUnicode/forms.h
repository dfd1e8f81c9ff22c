#ifndef CUNICODE_FORMS_H
#define CUNICODE_FORMS_H

#include <cstdint>
#include <cstring>

#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/unistr.h>

namespace cunicode {

/// The normal forms in use; ICU keeps them for the life of the process and shares them safely.
struct Forms {
  const icu::Normalizer2 *nfc, *nfd, *nfkc, *casefold;
  bool usable;
};
const Forms &forms();

/// A text of more UTF-16 units may have long runs of marks once what parts them is taken out.
constexpr int32_t kShortText = 120;

/// Whether many characters in a row have to be brought into the order of their combining classes.
bool has_long_run(const icu::UnicodeString &text);

/// The text in NFD. Marks are sorted by their combining classes; those of one class stay as they stand.
///
/// The iota subscript is a letter to folding of case, which takes each character by itself: with
/// CUNICODE_FOLD_CASE in `flags` it stays where it is.
///
/// ICU puts marks in order by insertion, in quadratic time: a text that comes from here is in order, and
/// is normalised further in linear time.
icu::UnicodeString decomposed(const icu::UnicodeString &text, int32_t flags);

/// UTF-8 as ICU's own text.
inline icu::UnicodeString wide(const uint8_t *text, int32_t length) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(reinterpret_cast<const char *>(text), length));
}

/// Writes what fits and counts everything.
class Output {
 public:
  Output(uint8_t *bytes, int32_t capacity) : bytes_(bytes), capacity_(capacity) {}
  void append(const char *from, int32_t count) {
    if (length_ + count <= capacity_ && count > 0)
      std::memcpy(bytes_ + length_, from, static_cast<size_t>(count));
    length_ += count;
  }
  void append(uint8_t byte) {
    if (length_ < capacity_) bytes_[length_] = byte;
    length_++;
  }
  int32_t length() const { return length_; }

 private:
  uint8_t *bytes_;
  int32_t capacity_;
  int32_t length_ = 0;
};

}  // namespace cunicode

#endif
