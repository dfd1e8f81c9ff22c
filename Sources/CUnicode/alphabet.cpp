#include "alphabet.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <unicode/alphaindex.h>
#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>
#include <unicode/usetiter.h>

#include "text.h"

using cunicode::copy_out;
using cunicode::Utf16;
using icu::UnicodeString;

struct CUnicodeAlphabet {
  struct Border {
    std::string key;
    int32_t section;
    bool operator<(const Border &other) const {
      return key != other.key ? key < other.key : section < other.section;
    }
  };

  std::unique_ptr<icu::AlphabeticIndex::ImmutableIndex> index;
  std::vector<int32_t> section_of_bucket;
  std::vector<std::string> labels;
  std::vector<int64_t> ranks;
  std::vector<Border> borders;

  int32_t section_of(const UnicodeString &text) const {
    UErrorCode status = U_ZERO_ERROR;
    const int32_t bucket = index->getBucketIndex(text, status);
    const bool found = U_SUCCESS(status) && bucket >= 0 &&
                       bucket < static_cast<int32_t>(section_of_bucket.size());
    return found ? section_of_bucket[static_cast<size_t>(bucket)] : 0;
  }
};

namespace {

/// A language for each script that has an alphabet, for labels in locales of other scripts.
constexpr const char *kLanguages[] = {"el", "ru", "ka", "hy", "he", "ar", "am", "hi",
                                      "bn", "pa", "gu", "ta", "te", "kn", "ml", "si",
                                      "th", "lo", "my", "km", "ko", "ja"};

bool is_of_same_script(icu::Locale locale, icu::Locale other) {
  UErrorCode status = U_ZERO_ERROR;
  locale.addLikelySubtags(status);
  other.addLikelySubtags(status);
  return U_SUCCESS(status) && std::strcmp(locale.getScript(), other.getScript()) == 0;
}

/// Sections are all before the labels, each label, and last all between and after the labels.
void number_sections(CUnicodeAlphabet &alphabet) {
  const int32_t buckets = alphabet.index->getBucketCount();
  alphabet.labels.emplace_back();
  for (int32_t each = 0; each < buckets; each++) {
    const auto *bucket = alphabet.index->getBucket(each);
    int32_t section = 0;
    if (bucket->getLabelType() == U_ALPHAINDEX_NORMAL) {
      section = static_cast<int32_t>(alphabet.labels.size());
      alphabet.labels.emplace_back();
      bucket->getLabel().toUTF8String(alphabet.labels.back());
    } else if (bucket->getLabelType() != U_ALPHAINDEX_UNDERFLOW) {
      section = -1;
    }
    alphabet.section_of_bucket.push_back(section);
  }
  const auto last = static_cast<int32_t>(alphabet.labels.size());
  alphabet.labels.emplace_back();
  for (int32_t &section : alphabet.section_of_bucket)
    if (section < 0) section = last;
}

/// The primary weights of a sort key, which end at the first 01.
std::string primary_key(const icu::Collator &collator, const UnicodeString &text) {
  uint8_t key[512];
  const int32_t size = collator.getSortKey(text, key, sizeof key);
  const uint8_t *end = key + std::min<int32_t>(size, sizeof key);
  return std::string(static_cast<const uint8_t *>(key), std::find<const uint8_t *>(key, end, 1));
}

/// Ranks each section by the sort key of its label, so that other labels do not change the rank.
void rank_sections(CUnicodeAlphabet &alphabet, const icu::Collator &collator) {
  alphabet.ranks.assign(alphabet.labels.size(), 0);
  alphabet.ranks.back() = INT64_MAX;
  for (size_t section = 1; section + 1 < alphabet.labels.size(); section++) {
    const std::string key =
        primary_key(collator, UnicodeString::fromUTF8(alphabet.labels[section]));
    int64_t rank = 0;
    for (size_t place = 0; place < 7; place++)
      rank = rank << 8 | (place < key.size() ? static_cast<uint8_t>(key[place]) : 0);
    alphabet.ranks[section] = std::max(rank, alphabet.ranks[section - 1] + 1);
  }
}

/// The texts at which an alphabetic index can have a border: its labels, the collation's index
/// characters (contractions with U+FDD0), and the first character of each script (with U+FDD1).
/// ASCII needs only the labels: no ASCII text is between one of the others and the next label.
/// Reading the contractions takes longer than all the rest.
std::vector<UnicodeString> border_texts(const CUnicodeAlphabet &alphabet,
                                        const icu::Collator &collator, bool for_ascii) {
  std::vector<UnicodeString> texts;
  for (const std::string &label : alphabet.labels)
    if (!label.empty()) texts.push_back(UnicodeString::fromUTF8(label));
  if (for_ascii) return texts;
  icu::UnicodeSet contractions;
  UErrorCode status = U_ZERO_ERROR;
  ucol_getContractionsAndExpansions(collator.toUCollator(), contractions.toUSet(), nullptr, false,
                                    &status);
  icu::UnicodeSetIterator each(contractions);
  while (U_SUCCESS(status) && each.next()) {
    const UChar first = each.getString().charAt(0);
    if (each.isString() && (first == 0xFDD0 || first == 0xFDD1)) texts.push_back(each.getString());
  }
  return texts;
}

/// Unassigned characters sort after all scripts, but belong with what has no letter.
bool is_border_of_unassigned(const UnicodeString &text) {
  return text.charAt(0) == 0xFDD1 && u_charType(text.char32At(1)) == U_UNASSIGNED;
}

void find_borders(CUnicodeAlphabet &alphabet, const icu::Collator &collator, bool for_ascii) {
  std::vector<CUnicodeAlphabet::Border> all{{"", 0}};
  for (const UnicodeString &text : border_texts(alphabet, collator, for_ascii)) {
    const int32_t section = is_border_of_unassigned(text) ? 0 : alphabet.section_of(text);
    all.push_back({primary_key(collator, text), section});
  }
  std::sort(all.begin(), all.end());
  for (auto &border : all) {
    if (!alphabet.borders.empty() && alphabet.borders.back().section == border.section) continue;
    alphabet.borders.push_back(std::move(border));
  }
}

}  // namespace

CUnicodeAlphabet *cunicode_alphabet_open(const char *locale, const CUnicodeCollation *collation,
                                         bool for_ascii) {
  if (!collation) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  icu::AlphabeticIndex builder(cunicode::locale_named(locale), status);
  builder.addLabels(icu::Locale::getEnglish(), status);
  const icu::Locale own = cunicode::locale_named(locale);
  for (const char *language : kLanguages)
    if (!for_ascii && !is_of_same_script(own, icu::Locale(language)))
      builder.addLabels(icu::Locale(language), status);
  builder.setMaxLabelCount(1000, status);
  std::unique_ptr<CUnicodeAlphabet> alphabet(new (std::nothrow) CUnicodeAlphabet);
  if (U_FAILURE(status) || !alphabet) return nullptr;
  alphabet->index.reset(builder.buildImmutableIndex(status));
  if (U_FAILURE(status) || !alphabet->index) return nullptr;
  number_sections(*alphabet);
  rank_sections(*alphabet, *collation->collator);
  find_borders(*alphabet, *collation->collator, for_ascii);
  return alphabet.release();
}

void cunicode_alphabet_close(CUnicodeAlphabet *alphabet) { delete alphabet; }

int32_t cunicode_alphabet_section_count(const CUnicodeAlphabet *alphabet) {
  return alphabet ? static_cast<int32_t>(alphabet->labels.size()) : 0;
}

int32_t cunicode_alphabet_label(const CUnicodeAlphabet *alphabet, int32_t section, uint8_t *label,
                                int32_t capacity) {
  if (section < 0 || section >= cunicode_alphabet_section_count(alphabet)) return 0;
  return copy_out(alphabet->labels[static_cast<size_t>(section)], label, capacity);
}

int64_t cunicode_alphabet_rank(const CUnicodeAlphabet *alphabet, int32_t section) {
  if (section < 0 || section >= cunicode_alphabet_section_count(alphabet)) return 0;
  return alphabet->ranks[static_cast<size_t>(section)];
}

int32_t cunicode_alphabet_border_count(const CUnicodeAlphabet *alphabet) {
  return alphabet ? static_cast<int32_t>(alphabet->borders.size()) : 0;
}

int32_t cunicode_alphabet_border_key(const CUnicodeAlphabet *alphabet, int32_t border, uint8_t *key,
                                     int32_t capacity) {
  if (border < 0 || border >= cunicode_alphabet_border_count(alphabet)) return 0;
  return copy_out(alphabet->borders[static_cast<size_t>(border)].key, key, capacity);
}

int32_t cunicode_alphabet_border_section(const CUnicodeAlphabet *alphabet, int32_t border) {
  if (border < 0 || border >= cunicode_alphabet_border_count(alphabet)) return 0;
  return alphabet->borders[static_cast<size_t>(border)].section;
}

int32_t cunicode_alphabet_section(const CUnicodeAlphabet *alphabet, const uint8_t *text,
                                  int32_t length) {
  if (!alphabet) return 0;
  const Utf16 wide(text, length);
  return alphabet->section_of(UnicodeString(false, wide.units(), wide.length()));
}
