#ifndef CUNICODE_TEXT_H
#define CUNICODE_TEXT_H

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <atomic>
#include <string>

#include <unicode/coll.h>
#include <unicode/ustring.h>

#include "ascii_keys.h"
#include "collation.h"

struct CUnicodeCollation {
  std::unique_ptr<icu::Collator> collator;

  // Learning takes some milliseconds, so a short list never waits for it.
  std::once_flag learning;
  std::unique_ptr<const cunicode::AsciiKeys> learned;
  std::atomic<const cunicode::AsciiKeys *> ascii{nullptr};
};

namespace cunicode {

// Names are short: most are converted on the stack.
constexpr int32_t kStackUnits = 256;

/// UTF-8 as UTF-16, on the stack where it fits. UTF-16 never has more units than UTF-8 has bytes.
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
  }
  const UChar *units() const { return units_; }
  int32_t length() const { return length_; }

 private:
  UChar stack_[kStackUnits];
  std::u16string heap_;
  UChar *units_ = stack_;
  int32_t length_ = 0;
};

inline int32_t copy_out(const std::string &from, uint8_t *to, int32_t capacity) {
  const auto length = static_cast<int32_t>(from.size());
  if (length <= capacity && length > 0) std::memcpy(to, from.data(), from.size());
  return length;
}

}  // namespace cunicode

#endif
