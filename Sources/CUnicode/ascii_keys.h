#ifndef CUNICODE_ASCII_KEYS_H
#define CUNICODE_ASCII_KEYS_H

#include <array>
#include <bitset>
#include <cstdint>

#include <unicode/ucol.h>

namespace cunicode {

/// Writes the sort keys of ASCII texts without ICU, byte for byte as ICU does. A key has three
/// levels, separated by 1: the primary weights of the characters; the secondary weights, which for
/// ASCII are all the common one; the tertiary weights, where capitals have their own. A run of
/// common weights is written as a count: up from one base where the level ends or a lower weight
/// follows, down from another where a higher one follows (UTS #10 section 9.1, "run-length
/// compression", with ICU's bounds). All weights are read from the collator once. Texts that do not
/// fit this scheme are left to ICU.
class AsciiKeys {
 public:
  explicit AsciiKeys(const UCollator *collator);

  bool is_of_use() const { return weights_['a'].tertiary != 0; }

  /// Writes as much of the key of a text as fits, in O(capacity) for a text of any length.
  /// - Returns: The length of the key, or at least that if it does not fit; -1 to leave it to ICU.
  int32_t write(const uint8_t *text, int32_t length, uint8_t *key, int32_t capacity) const;

 private:
  struct Weight {
    std::array<uint8_t, 4> primary{};  // three are used; four are copied at once
    uint8_t primary_length = 0;
    uint8_t tertiary = 0;  // 0 if the character is left to ICU
  };

  std::array<Weight, 256> weights_;

  /// Pairs of characters, first * 128 + second, that may sort as one letter.
  std::bitset<128 * 128> contracted_;
  bool has_contractions_ = false;

  void learn(const UCollator *collator, uint8_t character);
  void find_contractions(const UCollator *collator);
  bool agrees_on_samples(const UCollator *collator) const;
};

}  // namespace cunicode

#endif
