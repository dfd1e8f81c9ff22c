#include "ascii_keys.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <unicode/ustring.h>

#include "contractions.h"
#include "key_bytes.h"

namespace cunicode {

namespace {

/// An upper bound: up to three primary and one tertiary byte for each character, and run counts.
int32_t longest_key(int32_t length) { return 5 * length + 8; }

std::string key_of_icu(const UCollator *collator, const std::string &text) {
  const std::u16string wide(text.begin(), text.end());
  std::string key(text.size() * 8 + 64, '\0');
  const int32_t size =
      ucol_getSortKey(collator, wide.data(), static_cast<int32_t>(wide.size()),
                      reinterpret_cast<uint8_t *>(key.data()), static_cast<int32_t>(key.size()));
  key.resize(static_cast<size_t>(std::max(size - 1, 0)));
  return key;
}

}  // namespace

AsciiKeys::AsciiKeys(const UCollator *collator) {
  find_contractions(collator);
  for (uint8_t each = 0x20; each < 0x7F; each++) learn(collator, each);
  if (!agrees_on_samples(collator)) weights_.fill(Weight());
}

void AsciiKeys::learn(const UCollator *collator, uint8_t character) {
  const auto text = static_cast<char>(character);
  const std::string key = key_of_icu(collator, std::string(1, text));
  const size_t end = key.find(static_cast<char>(kLevelEnd));
  if (end == std::string::npos || end == 0 || end > 3) return;
  if (key.size() != end + 4 || static_cast<uint8_t>(key[end + 1]) != kSecondary.least) return;
  // Doubling the character shows compressed primary weights, and digits that count as numbers.
  const std::string primary = key.substr(0, end);
  if (key_of_icu(collator, std::string(2, text)).compare(0, 2 * end, primary + primary) != 0)
    return;
  Weight weight;
  std::memcpy(weight.primary.data(), key.data(), end);
  weight.primary_length = static_cast<uint8_t>(end);
  weight.tertiary = static_cast<uint8_t>(key[end + 3]);
  weights_[character] = weight;
}

void AsciiKeys::find_contractions(const UCollator *collator) {
  for_each_contraction(collator, [this](const UChar *text, int32_t) {
    if (text[0] >= 128 || text[1] >= 128) return;
    contracted_.set(text[0] * 128u + text[1]);
    has_contractions_ = true;
  });
}

/// Some collator settings show in no single character: other levels, or capitals first.
bool AsciiKeys::agrees_on_samples(const UCollator *collator) const {
  const std::string samples[] = {
      "", "a", "A", "aB", "Ab", "James R. Smith-Jones", "web-07.Example.com", "x_1 (2) #3 [Z]",
      std::string(40, 'a'), "Q" + std::string(150, 'r') + "S", std::string(120, 'T') + "u"};
  return std::all_of(std::begin(samples), std::end(samples), [&](const std::string &text) {
    uint8_t key[1024];
    const int32_t length = write(reinterpret_cast<const uint8_t *>(text.data()),
                                 static_cast<int32_t>(text.size()), key, sizeof key);
    const std::string own(reinterpret_cast<char *>(key), static_cast<size_t>(std::max(length, 0)));
    return length < 0 || own == key_of_icu(collator, text);
  });
}

int32_t AsciiKeys::write(const uint8_t *text, int32_t length, uint8_t *bytes,
                         int32_t capacity) const {
  Key key(bytes, capacity);
  for (int32_t each = 0; each < length; each++) {
    const Weight &weight = weights_[text[each]];
    if (weight.tertiary == 0) return -1;
    if (has_contractions_ && each > 0 && contracted_[text[each - 1] * 128u + text[each]]) return -1;
    // A weight depends at most on the next character, and one beyond those that fit was checked.
    if (key.is_full()) return longest_key(length);
    key.append(weight.primary, weight.primary_length);
  }
  key.append(kLevelEnd);
  key.append_run(length, kSecondary, false);
  key.append(kLevelEnd);
  if (key.is_full()) return longest_key(length);
  int32_t common = 0;
  for (int32_t each = 0; each < length; each++) {
    const uint8_t tertiary = weights_[text[each]].tertiary;
    if (tertiary == kCommonTertiary) {
      common++;
      continue;
    }
    key.append_run(common, kTertiary, tertiary > kCommonTertiary);
    common = 0;
    key.append(tertiary);
  }
  key.append_run(common, kTertiary, false);
  return key.length();
}

}  // namespace cunicode
