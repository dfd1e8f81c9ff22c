#ifndef CUNICODE_KEY_BYTES_H
#define CUNICODE_KEY_BYTES_H

#include <array>
#include <cstdint>
#include <cstring>

#include "output.h"

namespace cunicode {

constexpr uint8_t kLevelEnd = 0x01;

/// A run of common weights is counted up from `least` to `most`, or down from `highest` if a higher
/// weight follows (UTS #10 section 9.1, "run-length compression", with ICU's bounds).
struct CommonRun {
  uint8_t least, most, highest;
  int32_t longest() const { return most - least + 1; }
};
constexpr CommonRun kSecondary = {0x05, 0x25, 0x45};
constexpr CommonRun kTertiary = {0x05, 0x65, 0xC5};
constexpr uint8_t kCommonTertiary = 0x05;

/// A sort key.
class Key : public Output {
 public:
  using Output::append;
  using Output::Output;
  void append(const std::array<uint8_t, 4> &from, int32_t count) {
    if (length_ + 4 <= capacity_) {
      std::memcpy(bytes_ + length_, from.data(), 4);
    } else {
      for (int32_t each = 0; length_ + each < capacity_ && each < count; each++)
        bytes_[length_ + each] = from[static_cast<size_t>(each)];
    }
    length_ += count;
  }
  void append_run(int32_t count, const CommonRun &run, bool higher_follows) {
    const auto step = run.longest();
    for (; count > step; count -= step) append(run.most);
    if (count == 0) return;
    append(static_cast<uint8_t>(higher_follows ? run.highest - (count - 1)
                                               : run.least + (count - 1)));
  }
  bool is_full() const { return length_ >= capacity_; }
};

}  // namespace cunicode

#endif
