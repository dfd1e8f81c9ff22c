// Prints what the program asks of ICU, in all locales, as lines that packaging/check-icu compares between two builds.
//
//     check-icu LINES ...
//
// The files have CLDR's test lines of collation: code points in hexadecimal, up to a semicolon.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/unistr.h>

#include "alphabet.h"
#include "collation.h"
#include "fold.h"
#include "text.h"
#include "width.h"

namespace {

/// FNV-1a, with the length in front of each part, so that parts cannot run together.
class Digest {
 public:
  void add(const void *bytes, size_t count) {
    add_number(count);
    for (size_t at = 0; at < count; at++) add_byte(static_cast<const uint8_t *>(bytes)[at]);
  }
  void add_number(uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<uint8_t>(number >> shift));
  }
  uint64_t value() const { return value_; }

 private:
  void add_byte(uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }

  uint64_t value_ = 0xcbf29ce484222325;
};

[[noreturn]] void fail(const char *what, const std::string &subject) {
  std::fprintf(stderr, "check-icu: %s: %s\n", what, subject.c_str());
  std::exit(1);
}

const uint8_t *bytes(const std::string &text) {
  return reinterpret_cast<const uint8_t *>(text.data());
}

int32_t length(const std::string &text) { return static_cast<int32_t>(text.size()); }

std::string utf8(const icu::UnicodeString &text) {
  std::string result;
  text.toUTF8String(result);
  return result;
}

/// Every character that ICU knows, as a text.
std::vector<std::string> assigned_characters() {
  std::vector<std::string> texts;
  for (UChar32 c = 0; c <= 0x10FFFF; c++) {
    const int8_t category = u_charType(c);
    if (category != U_UNASSIGNED && category != U_SURROGATE && category != U_PRIVATE_USE_CHAR)
      texts.push_back(utf8(icu::UnicodeString(c)));
  }
  return texts;
}

/// The texts of CLDR's test lines.
std::vector<std::string> test_lines(int count, char **files) {
  std::vector<std::string> texts;
  for (int file = 0; file < count; file++) {
    std::ifstream lines(files[file]);
    for (std::string line; std::getline(lines, line);) {
      icu::UnicodeString text;
      const char *at = line.c_str();
      while (*at && *at != ';' && *at != '#') {
        char *end;
        const auto c = static_cast<UChar32>(std::strtol(at, &end, 16));
        if (end == at) break;
        text.append(c);
        at = end;
      }
      if (!text.isEmpty()) texts.push_back(utf8(text));
    }
  }
  return texts;
}

/// All locales with data of any kind, old names of locales, and every collation that one may ask for.
std::set<std::string> all_locales() {
  std::set<std::string> locales{""};
  UErrorCode status = U_ZERO_ERROR;
  UEnumeration *each = uloc_openAvailableByType(ULOC_AVAILABLE_WITH_LEGACY_ALIASES, &status);
  while (const char *name = uenum_next(each, nullptr, &status)) locales.insert(name);
  uenum_close(each);
  for (int32_t number = 0; number < ucol_countAvailable(); number++)
    locales.insert(ucol_getAvailable(number));
  for (const std::string &locale : std::set<std::string>(locales)) {
    each = ucol_getKeywordValuesForLocale("collation", locale.c_str(), false, &status);
    while (const char *kind = uenum_next(each, nullptr, &status))
      locales.insert(locale + "@collation=" + kind);
    uenum_close(each);
  }
  if (U_FAILURE(status)) fail("the locales cannot be listed", u_errorName(status));
  return locales;
}

/// Folding and the width of every number that could be a character.
uint64_t forms_of_characters() {
  Digest digest;
  for (UChar32 c = 0; c <= 0x10FFFF; c++) {
    digest.add_number(cunicode_display(static_cast<uint32_t>(c)));
    const std::string text = utf8(icu::UnicodeString(c));
    uint8_t result[256];
    uint32_t words[64];
    for (int32_t flags = 0; flags < 4; flags++) {
      int32_t count = 0;
      const int32_t size =
          cunicode_fold(bytes(text), length(text), flags, result, sizeof result, words, 64, &count);
      digest.add(result, static_cast<size_t>(size));
      digest.add(words, static_cast<size_t>(count) * sizeof words[0]);
    }
    const int32_t size = cunicode_nfc(bytes(text), length(text), result, sizeof result);
    digest.add(result, static_cast<size_t>(size));
    digest.add_number(static_cast<uint64_t>(cunicode_nfc_check(bytes(text), length(text))));
    digest.add_number(static_cast<uint64_t>(cunicode_begins_character(bytes(text), length(text))));
  }
  return digest.value();
}

uint64_t sort_keys(const CUnicodeCollation *collation, const std::vector<std::string> &texts) {
  Digest digest;
  std::vector<uint8_t> key(1 << 16);
  for (const std::string &text : texts) {
    const int32_t size = cunicode_collation_key(collation, bytes(text), length(text), key.data(),
                                                static_cast<int32_t>(key.size()));
    if (size > static_cast<int32_t>(key.size())) fail("a key is too long", text);
    digest.add(key.data(), static_cast<size_t>(size));
  }
  return digest.value();
}

uint64_t labels_and_borders(const CUnicodeAlphabet *alphabet) {
  Digest digest;
  uint8_t room[4096];
  const auto add = [&](int32_t size) { digest.add(room, static_cast<size_t>(size)); };
  for (int32_t section = 0; section < cunicode_alphabet_section_count(alphabet); section++) {
    add(cunicode_alphabet_label(alphabet, section, room, sizeof room));
    digest.add_number(static_cast<uint64_t>(cunicode_alphabet_rank(alphabet, section)));
  }
  for (int32_t border = 0; border < cunicode_alphabet_border_count(alphabet); border++) {
    add(cunicode_alphabet_border_key(alphabet, border, room, sizeof room));
    digest.add_number(
        static_cast<uint64_t>(cunicode_alphabet_border_section(alphabet, border)));
  }
  return digest.value();
}

/// A collation with the digest of its keys: many locales have the same.
struct Known {
  CUnicodeCollation *collation;
  uint64_t keys;
};

uint64_t sort_keys_once(CUnicodeCollation *collation, const std::vector<std::string> &texts,
                        std::vector<Known> &known) {
  // ICU's equality: the same settings, and the same data or the same rules.
  for (const Known &one : known)
    if (*one.collation->collator == *collation->collator) return one.keys;
  const uint64_t keys = sort_keys(collation, texts);
  // Its short way for ASCII must not differ from ICU's, either.
  cunicode_collation_learn(collation);
  if (sort_keys(collation, texts) != keys) fail("keys of ASCII differ", std::to_string(keys));
  known.push_back({collation, keys});
  return keys;
}

}  // namespace

int main(int count, char **words) {
  std::vector<std::string> texts = assigned_characters();
  const size_t characters = texts.size();
  for (std::string &line : test_lines(count - 1, words + 1)) texts.push_back(std::move(line));
  std::printf("%s\n%zu characters, %zu lines\n", cunicode_version(), characters,
              texts.size() - characters);
  if (characters == texts.size()) fail("no lines", "the files are not those of CLDR");
  std::printf("forms %016" PRIx64 "\n", forms_of_characters());
  std::vector<Known> known;
  const std::set<std::string> locales = all_locales();
  for (const std::string &locale : locales) {
    CUnicodeCollation *collation = cunicode_collation_open(locale.c_str());
    if (!collation) fail("no collation", locale);
    const uint64_t keys = sort_keys_once(collation, texts, known);
    std::printf("%s %d %016" PRIx64, locale.c_str(), cunicode_locale_is_known(locale.c_str()), keys);
    for (const bool for_ascii : {false, true}) {
      CUnicodeAlphabet *alphabet = cunicode_alphabet_open(locale.c_str(), collation, for_ascii);
      if (!alphabet) fail("no alphabet", locale);
      std::printf(" %d %016" PRIx64, cunicode_alphabet_section_count(alphabet),
                  labels_and_borders(alphabet));
      cunicode_alphabet_close(alphabet);
    }
    std::printf("\n");
  }
  std::printf("%zu locales, %zu collations\n", locales.size(), known.size());
}
