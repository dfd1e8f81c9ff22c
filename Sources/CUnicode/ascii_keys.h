#ifndef CUNICODE_ASCII_KEYS_H
#define CUNICODE_ASCII_KEYS_H

#include <array>
#include <bitset>
#include <cstdint>

#include <unicode/ucol.h>

namespace cunicode {

/// Writes the sort keys of ASCII texts without asking ICU, byte for byte as ICU does.
///
/// A key has three levels, with 1 between them: the primary weights of the characters one after the
/// other; the secondary weights, which for ASCII are all the common one; the tertiary weights, where
/// capitals have their own. Runs of common weights are counted: in a byte counted up from a base where
/// the level ends or a lower weight follows, counted down from another where a higher one does (UTS #10
/// section 9.1, "run-length compression", with the bounds ICU chose). All weights are asked of the
/// collator once; what does not fit this picture is left to ICU, text by text.
class AsciiKeys {
 public:
  explicit AsciiKeys(const UCollator *collator);

  /// Whether it can write any key.
  bool is_of_use() const { return weights_['a'].tertiary != 0; }

  /// Writes as much of the key of a text as fits.
  ///
  /// - Returns: The length of the key, or no less than that when it does not fit; -1 when ICU has to
  ///   be asked.
  /// - Complexity: O(the capacity), however long the text is.
  int32_t write(const uint8_t *text, int32_t length, uint8_t *key, int32_t capacity) const;

 private:
  struct Weight {
    std::array<uint8_t, 4> primary{};  // as many as are copied at once; three are used
    uint8_t primary_length = 0;
    uint8_t tertiary = 0;  // 0 where the character is left to ICU
  };

  std::array<Weight, 256> weights_;

  /// Pairs of characters, first * 128 + second, that may be ordered as a letter of their own.
  std::bitset<128 * 128> contracted_;
  bool has_contractions_ = false;

  void learn(const UCollator *collator, uint8_t character);
  void find_contractions(const UCollator *collator);
  bool agrees_on_samples(const UCollator *collator) const;
};

}  // namespace cunicode

#endif
