#ifndef CUNICODE_LETTERS_H
#define CUNICODE_LETTERS_H

#include <cstdint>
#include <cstring>

#include <unicode/uchar.h>

namespace cunicode {

/// What a character is for the borders of words.
enum class Kind { none, mark, sign, digit, upper, lower, letter };

inline Kind kind_of(uint32_t category) {
  if (category & U_GC_M_MASK) return Kind::mark;
  if (category & (U_GC_LU_MASK | U_GC_LT_MASK)) return Kind::upper;
  if (category & U_GC_LL_MASK) return Kind::lower;
  if (category & U_GC_L_MASK) return Kind::letter;
  return category & U_GC_N_MASK ? Kind::digit : Kind::sign;
}

/// What is known of a character below U+10000 and does not depend on those beside it, in one word.
class Letter {
 public:
  explicit Letter(uint64_t bits) : bits_(bits) {}
  Letter(Kind kind, bool is_composed, const char *folded, size_t length) : bits_(0) {
    bits_ = static_cast<uint64_t>(kind) | (is_composed ? kComposed : 0);
    if (length == 0 || length > 7) return;
    bits_ |= length << 4;
    uint64_t bytes = 0;
    std::memcpy(&bytes, folded, length);
    bits_ |= bytes << 8;
  }
  uint64_t bits() const { return bits_; }
  bool is_known() const { return bits_ != 0; }
  Kind kind() const { return static_cast<Kind>(bits_ & 7); }

  /// Whether texts of such characters alone are in NFC.
  bool is_composed() const { return bits_ & kComposed; }

  /// The length of the folded form; 0 if the form depends on other characters, or is longer than 7.
  int32_t length() const { return bits_ >> 4 & 7; }

  /// Writes the folded form; there must be room for eight bytes.
  void write(uint8_t *to) const {
    const uint64_t bytes = bits_ >> 8;
    std::memcpy(to, &bytes, sizeof bytes);
  }

 private:
  static constexpr uint64_t kComposed = 8;
  uint64_t bits_;
};

/// Asks ICU about a character once; threads may call it at the same time.
Letter letter(UChar32 c);

}  // namespace cunicode

#endif
