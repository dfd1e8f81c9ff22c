#ifndef CUNICODE_TEXT_H
#define CUNICODE_TEXT_H

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <atomic>
#include <string>

#include <unicode/coll.h>
#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include "ascii_keys.h"
#include "collation.h"
#include "letter_keys.h"

struct CUnicodeCollation {
  std::unique_ptr<icu::Collator> collator;

  // Made on demand: it takes some milliseconds, and short lists do not need it.
  std::once_flag learning;
  std::unique_ptr<const cunicode::AsciiKeys> learned;
  std::atomic<const cunicode::AsciiKeys *> ascii{nullptr};

  mutable std::once_flag learning_letters;
  mutable std::unique_ptr<const cunicode::LetterKeys> learned_letters;
  mutable std::atomic<const cunicode::LetterKeys *> letters{nullptr};
};

namespace cunicode {

// Most names are short enough to be converted on the stack.
constexpr int32_t kStackUnits = 256;

// Longer runs of marks are split; no script in use stacks as many (UAX #15, stream-safe text).
constexpr int32_t kLongestRun = 30;

/// UTF-8 as UTF-16, on the stack where it fits; it never has more units than UTF-8 has bytes.
/// U+034F, which has no weight in any collation, splits runs of more than thirty marks. Without it
/// ICU takes quadratic time, because for each mark it looks through all that follow.
class Utf16 {
 public:
  Utf16(const uint8_t *text, int32_t length) {
    if (length > kStackUnits) {
      heap_.resize(static_cast<size_t>(length));
      units_ = heap_.data();
    }
    UErrorCode status = U_ZERO_ERROR;
    u_strFromUTF8WithSub(units_, std::max(length, kStackUnits), &length_,
                         reinterpret_cast<const char *>(text), length, 0xFFFD, nullptr, &status);
    if (U_FAILURE(status)) length_ = 0;
    if (length_ > kLongestRun) part_long_runs();
  }
  const UChar *units() const { return units_; }
  int32_t length() const { return length_; }

 private:
  void part_long_runs() {
    std::u16string parted;
    int32_t run = 0, copied = 0;
    for (int32_t at = 0; at < length_;) {
      const int32_t start = at;
      UChar32 c;
      U16_NEXT(units_, at, length_, c);
      // Not by combining class: a mark of class 0 may decompose into one that has a class.
      const bool is_mark = c >= 0x300 && (U_GET_GC_MASK(c) & U_GC_M_MASK);
      run = is_mark ? run + 1 : 0;
      if (run <= kLongestRun) continue;
      parted.append(units_ + copied, units_ + start).push_back(0x034F);
      copied = start;
      run = 1;
    }
    if (copied == 0) return;
    parted.append(units_ + copied, units_ + length_);
    heap_ = std::move(parted);
    units_ = heap_.data();
    length_ = static_cast<int32_t>(heap_.size());
  }

  UChar stack_[kStackUnits];
  std::u16string heap_;
  UChar *units_ = stack_;
  int32_t length_ = 0;
};

/// The locale of a name; the root for an empty one. ICU would read its table of old names for that.
inline icu::Locale locale_named(const char *name) {
  return *name ? icu::Locale::createCanonical(name) : icu::Locale::getRoot();
}

inline int32_t copy_out(const std::string &from, uint8_t *to, int32_t capacity) {
  const auto length = static_cast<int32_t>(from.size());
  if (length <= capacity && length > 0) std::memcpy(to, from.data(), from.size());
  return length;
}

}  // namespace cunicode

#endif
