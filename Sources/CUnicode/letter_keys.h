#ifndef CUNICODE_LETTER_KEYS_H
#define CUNICODE_LETTER_KEYS_H

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <unicode/ucol.h>

#include "key_bytes.h"

namespace cunicode {

/// Writes the sort keys of texts of letters below U+10000 without ICU, byte for byte as ICU does.
///
/// What a character adds to a key is read from the collator when it first occurs, and checked
/// against keys that ICU makes. Marks, and pairs that may sort as one letter, are left to ICU, as
/// is all of a collation whose settings are not the usual ones.
class LetterKeys {
 public:
  explicit LetterKeys(const UCollator *collator);
  ~LetterKeys();
  LetterKeys(const LetterKeys &) = delete;
  LetterKeys &operator=(const LetterKeys &) = delete;

  /// Writes as much of the key of a text as fits; threads may call it at the same time.
  /// - Returns: The length of the key, or at least that if it does not fit; -1 to leave it to ICU.
  int32_t write(const uint8_t *text, int32_t length, uint8_t *key, int32_t capacity) const;

 private:
  /// A collation element: weights as ICU writes them, a script that is moved in its place.
  struct Element {
    uint32_t primary;
    uint16_t secondary, tertiary;
  };

  struct Weights {
    static constexpr size_t kMost = 4;
    Element elements[kMost];
    uint8_t count;  // 0 if the character is left to ICU

    /// Whether the lead byte of primary weights is written once for several in a row.
    bool is_compressed;

    /// Whether it may be the first, or a later one, of characters that sort as one.
    bool begins_pair, ends_pair;
  };

  const UCollator *collator_;
  std::vector<UChar> first_of_pair_, later_of_pair_;
  std::unique_ptr<std::atomic<const Weights *>[]> known_;

  void find_pairs();
  bool has_usual_settings() const;
  const Weights &weights(UChar c) const;
  void learn(UChar c, Weights &weights) const;
  bool agrees(UChar c, const Weights &weights) const;
  void write(const Weights *const *all, size_t count, Key &key) const;
  template <typename Level>
  void write_level(const Weights *const *all, size_t count, Key &key, const CommonRun &run,
                   Level level) const;
};

}  // namespace cunicode

#endif
