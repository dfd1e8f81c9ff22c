#ifndef CUNICODE_TEXT_H
#define CUNICODE_TEXT_H

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <atomic>
#include <string>

#include <unicode/coll.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

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

// More marks in a row are cut into runs: no script in use stacks as many (UAX #15, stream-safe text).
constexpr int32_t kLongestRun = 30;

/// UTF-8 as UTF-16, on the stack where it fits. UTF-16 never has more units than UTF-8 has bytes.
///
/// A run of more than thirty marks is parted by U+034F, which weighs nothing in any collation. Without
/// it ICU looks through all marks that follow for each of them, in quadratic time.
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
      // Also what has no class of its own may begin with a mark when it is taken apart.
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

inline int32_t copy_out(const std::string &from, uint8_t *to, int32_t capacity) {
  const auto length = static_cast<int32_t>(from.size());
  if (length <= capacity && length > 0) std::memcpy(to, from.data(), from.size());
  return length;
}

}  // namespace cunicode

#endif
