#include "letter_keys.h"

#include <algorithm>
#include <new>

#include <unicode/ucoleitr.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include "contractions.h"
#include "key_bytes.h"

namespace cunicode {

namespace {

constexpr size_t kCharacters = 0x10000;

/// A letter of a script whose weights are written one by one.
constexpr UChar kSample = 'a';

/// Longer texts are left to ICU, which is asked for few of them.
constexpr int32_t kLongestText = 256;

/// ICU's weight where nothing is special, on the second and on the third level.
constexpr uint16_t kCommonWeight = 0x0500;

/// What ends a stretch of primary weights with the same lead byte, before a lower or a higher one.
constexpr uint8_t kBeforeLower = 0x03, kBeforeHigher = 0xFF;

bool is_mark(UChar32 c) {
  return (U_GET_GC_MASK(c) & U_GC_M_MASK) || u_getCombiningClass(c) != 0;
}

std::string key_of_icu(const UCollator *collator, const std::u16string &text) {
  uint8_t key[256];
  const int32_t size = ucol_getSortKey(collator, text.data(),
                                       static_cast<int32_t>(text.size()), key, sizeof key);
  if (size <= 0 || size > static_cast<int32_t>(sizeof key)) return std::string();
  return std::string(reinterpret_cast<char *>(key), static_cast<size_t>(size - 1));
}

void append_weight(Key &key, uint32_t weight) {
  key.append(static_cast<uint8_t>(weight >> 8));
  if (weight & 0xFF) key.append(static_cast<uint8_t>(weight));
}

/// More than the key of any text that is not left to ICU can have.
constexpr int32_t kLongestKey = 10 * 4 * kLongestText;

}  // namespace

LetterKeys::LetterKeys(const UCollator *collator) : collator_(collator) {
  if (!has_usual_settings()) return;
  find_pairs();
  known_.reset(new (std::nothrow) std::atomic<const Weights *>[kCharacters]());
}

LetterKeys::~LetterKeys() {
  if (!known_) return;
  for (size_t each = 0; each < kCharacters; each++)
    delete known_[each].load(std::memory_order_relaxed);
}

bool LetterKeys::has_usual_settings() const {
  const std::pair<UColAttribute, UColAttributeValue> usual[] = {
      {UCOL_FRENCH_COLLATION, UCOL_OFF},       {UCOL_ALTERNATE_HANDLING, UCOL_NON_IGNORABLE},
      {UCOL_CASE_FIRST, UCOL_OFF},             {UCOL_CASE_LEVEL, UCOL_OFF},
      {UCOL_STRENGTH, UCOL_TERTIARY},          {UCOL_NUMERIC_COLLATION, UCOL_OFF}};
  return std::all_of(std::begin(usual), std::end(usual), [this](const auto &setting) {
    UErrorCode status = U_ZERO_ERROR;
    return ucol_getAttribute(collator_, setting.first, &status) == setting.second &&
           U_SUCCESS(status);
  });
}

/// Pairs of which one is a mark cannot occur, because marks are left to ICU.
void LetterKeys::find_pairs() {
  for_each_contraction(collator_, [this](const UChar *text, int32_t length) {
    if (std::any_of(text, text + length, [](UChar c) { return is_mark(c); })) return;
    first_of_pair_.insert(first_of_pair_.end(), text, text + length - 1);
    later_of_pair_.insert(later_of_pair_.end(), text + 1, text + length);
  });
  std::sort(first_of_pair_.begin(), first_of_pair_.end());
  std::sort(later_of_pair_.begin(), later_of_pair_.end());
}

const LetterKeys::Weights &LetterKeys::weights(UChar c) const {
  static constexpr Weights none{};
  std::atomic<const Weights *> &slot = known_[c];
  if (const Weights *known = slot.load(std::memory_order_acquire)) return *known;
  std::unique_ptr<Weights> learned(new (std::nothrow) Weights());
  if (!learned) return none;
  learn(c, *learned);
  const Weights *before = nullptr;
  // Another thread may have been quicker.
  if (!slot.compare_exchange_strong(before, learned.get(), std::memory_order_acq_rel))
    return *before;
  return *learned.release();
}

/// Reads the elements of a character, and moves its primary weights where the script belongs.
void LetterKeys::learn(UChar c, Weights &weights) const {
  if (U16_IS_SURROGATE(c) || !u_isdefined(c) || is_mark(c)) return;
  UErrorCode status = U_ZERO_ERROR;
  UCollationElements *each = ucol_openElements(collator_, &c, 1, &status);
  if (U_FAILURE(status)) return;
  size_t count = 0;
  bool fits = true;
  for (int32_t order; (order = ucol_next(each, &status)) != UCOL_NULLORDER;) {
    const auto bits = static_cast<uint32_t>(order);
    // The second half of an element has both of these bits, and no first half does.
    if ((bits & 0xC0) == 0xC0) {
      if (count == 0) break;
      Element &last = weights.elements[count - 1];
      last.primary |= bits >> 16;
      last.secondary |= bits >> 8 & 0xFF;
      last.tertiary |= bits & 0x3F;
      continue;
    }
    if (count == Weights::kMost) {
      fits = false;
      break;
    }
    weights.elements[count++] = {bits & 0xFFFF0000, static_cast<uint16_t>(bits & 0xFF00),
                                 static_cast<uint16_t>((bits & 0x3F) << 8)};
  }
  ucol_closeElements(each);
  if (U_FAILURE(status) || !fits || count == 0 || weights.elements[0].primary == 0) return;
  const std::string key = key_of_icu(collator_, std::u16string(1, c));
  if (key.empty()) return;
  const uint32_t raw = weights.elements[0].primary >> 24;
  const auto moved = static_cast<uint8_t>(key[0]);
  for (size_t element = 0; element < count; element++) {
    uint32_t &primary = weights.elements[element].primary;
    if (primary >> 24 == raw) primary = (primary & 0xFFFFFF) | static_cast<uint32_t>(moved) << 24;
  }
  weights.count = static_cast<uint8_t>(count);
  weights.begins_pair = std::binary_search(first_of_pair_.begin(), first_of_pair_.end(), c);
  weights.ends_pair = std::binary_search(later_of_pair_.begin(), later_of_pair_.end(), c);
  if (agrees(c, weights)) return;
  weights.is_compressed = true;
  if (!agrees(c, weights)) weights.count = 0;
}

/// Compares with ICU: the character alone, several in a row, and one behind another script.
bool LetterKeys::agrees(UChar c, const Weights &own) const {
  const auto matches = [this](const std::u16string &text, const std::vector<const Weights *> &all) {
    uint8_t bytes[256];
    Key key(bytes, sizeof bytes);
    write(all.data(), all.size(), key);
    const auto length = static_cast<size_t>(key.length());
    return length <= sizeof bytes &&
           std::string(reinterpret_cast<char *>(bytes), length) == key_of_icu(collator_, text);
  };
  // Several in a row show whether weights are compressed.
  if (own.begins_pair && own.ends_pair) return false;
  if (!matches(std::u16string(1, c), {&own})) return false;
  if (!matches(std::u16string(3, c), {&own, &own, &own})) return false;
  if (c == kSample || own.begins_pair || own.ends_pair) return true;
  const Weights &sample = weights(kSample);
  return sample.count == 0 ||
         matches({c, kSample, c, c}, {&own, &sample, &own, &own});
}

void LetterKeys::write(const Weights *const *all, size_t count, Key &key) const {
  uint32_t last = 0;  // a weight with the lead byte that need not be written again
  for (size_t each = 0; each < count; each++) {
    const Weights &weights = *all[each];
    for (size_t element = 0; element < weights.count; element++) {
      const uint32_t primary = weights.elements[element].primary;
      if (primary == 0) continue;
      const uint32_t lead = primary >> 24;
      if (!weights.is_compressed || last == 0 || lead != last >> 24) {
        if (last != 0) key.append(primary < last ? kBeforeLower : kBeforeHigher);
        key.append(static_cast<uint8_t>(lead));
        last = weights.is_compressed ? primary : 0;
      }
      const std::array<uint8_t, 4> rest = {static_cast<uint8_t>(primary >> 16),
                                           static_cast<uint8_t>(primary >> 8),
                                           static_cast<uint8_t>(primary), 0};
      key.append(rest, rest[0] == 0 ? 0 : rest[1] == 0 ? 1 : rest[2] == 0 ? 2 : 3);
    }
    if (key.is_full()) return;
  }
  key.append(kLevelEnd);
  write_level(all, count, key, kSecondary, [](const Element &each) { return each.secondary; });
  if (key.is_full()) return;
  key.append(kLevelEnd);
  write_level(all, count, key, kTertiary, [](const Element &each) {
    // ICU moves the higher weights of this level, so that the runs have room below them.
    const uint16_t weight = each.tertiary;
    return static_cast<uint16_t>(weight > kCommonWeight ? weight + 0xC000 : weight);
  });
}

template <typename Level>
void LetterKeys::write_level(const Weights *const *all, size_t count, Key &key,
                             const CommonRun &run, Level level) const {
  int32_t common = 0;
  for (size_t each = 0; each < count; each++) {
    for (size_t element = 0; element < all[each]->count; element++) {
      const uint16_t weight = level(all[each]->elements[element]);
      if (weight == 0) continue;
      if (weight == kCommonWeight) {
        common++;
        continue;
      }
      key.append_run(common, run, weight > kCommonWeight);
      common = 0;
      append_weight(key, weight);
    }
    if (key.is_full()) return;
  }
  key.append_run(common, run, false);
}

int32_t LetterKeys::write(const uint8_t *text, int32_t length, uint8_t *bytes,
                          int32_t capacity) const {
  if (!known_ || length > kLongestText) return -1;
  const Weights *all[kLongestText];
  size_t count = 0;
  bool may_end_pair = false;
  for (int32_t at = 0; at < length;) {
    UChar32 c;
    U8_NEXT(text, at, length, c);
    if (c < 0 || c > 0xFFFF) return -1;
    const Weights &found = weights(static_cast<UChar>(c));
    if (found.count == 0 || (may_end_pair && found.ends_pair)) return -1;
    may_end_pair = found.begins_pair;
    all[count++] = &found;
  }
  Key key(bytes, capacity);
  write(all, count, key);
  return key.is_full() ? std::max(kLongestKey, capacity) : key.length();
}

}  // namespace cunicode
