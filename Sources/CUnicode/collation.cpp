#include "collation.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include <unicode/coll.h>
#include <unicode/locid.h>
#include <unicode/ucol.h>
#include <unicode/uversion.h>

#include "text.h"

using cunicode::LetterKeys;
using cunicode::Utf16;

namespace {

/// Made for the first text that is not ASCII: it takes some milliseconds, too.
const LetterKeys &letters(const CUnicodeCollation &collation) {
  if (const LetterKeys *known = collation.letters.load(std::memory_order_acquire)) return *known;
  std::call_once(collation.learning_letters, [&collation] {
    collation.learned_letters =
        std::make_unique<const LetterKeys>(collation.collator->toUCollator());
    collation.letters.store(collation.learned_letters.get(), std::memory_order_release);
  });
  return *collation.learned_letters;
}

}  // namespace

CUnicodeCollation *cunicode_collation_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::Collator> collator(
      icu::Collator::createInstance(cunicode::locale_named(locale), status));
  if (U_FAILURE(status) || !collator) return nullptr;
  auto *collation = new (std::nothrow) CUnicodeCollation;
  if (collation) collation->collator = std::move(collator);
  return collation;
}

void cunicode_collation_close(CUnicodeCollation *collation) { delete collation; }

int32_t cunicode_collation_key(const CUnicodeCollation *collation, const uint8_t *text,
                               int32_t length, uint8_t *key, int32_t capacity) {
  if (!collation) {
    if (length > 0) std::memcpy(key, text, static_cast<size_t>(std::min(length, capacity)));
    return length;
  }
  if (const auto *ascii = collation->ascii.load(std::memory_order_acquire)) {
    const int32_t quick = ascii->write(text, length, key, capacity);
    if (quick >= 0) return quick;
    const int32_t by_letter = letters(*collation).write(text, length, key, capacity);
    if (by_letter >= 0) return by_letter;
  }
  const Utf16 wide(text, length);
  const int32_t size =
      collation->collator->getSortKey(wide.units(), wide.length(), key, capacity);
  return size > 0 ? size - 1 : 0;  // without the terminating zero
}

void cunicode_collation_learn(CUnicodeCollation *collation) {
  if (!collation) return;
  std::call_once(collation->learning, [collation] {
    collation->learned =
        std::make_unique<const cunicode::AsciiKeys>(collation->collator->toUCollator());
    collation->ascii.store(collation->learned.get(), std::memory_order_release);
  });
}

bool cunicode_collation_has_short_way(const CUnicodeCollation *collation) {
  return collation && collation->learned && collation->learned->is_of_use();
}

int32_t cunicode_collation_locale_count(void) { return ucol_countAvailable(); }

const char *cunicode_collation_locale(int32_t number) { return ucol_getAvailable(number); }

void cunicode_collation_key_bytes(const CUnicodeCollation *collation, const uint8_t *text,
                                  int32_t length, int32_t skip, uint8_t *bytes, int32_t count) {
  uint8_t room[1024];
  std::string more;
  uint8_t *key = room;
  const int32_t capacity = skip + count;
  if (capacity > static_cast<int32_t>(sizeof room)) {
    more.resize(static_cast<size_t>(capacity));
    key = reinterpret_cast<uint8_t *>(more.data());
  }
  const int32_t needed = cunicode_collation_key(collation, text, length, key, capacity);
  const int32_t there = std::max(std::min(needed, capacity) - skip, 0);
  std::memcpy(bytes, key + skip, static_cast<size_t>(there));
  std::memset(bytes + there, 0, static_cast<size_t>(count - there));
}

CUnicodeKeyPart cunicode_collation_key_part(const CUnicodeCollation *collation,
                                            const uint8_t *text, int32_t length, int32_t skip) {
  uint8_t part[16];
  cunicode_collation_key_bytes(collation, text, length, skip, part, sizeof part);
  CUnicodeKeyPart result;
  std::memcpy(&result.high, part, 8);
  std::memcpy(&result.low, part + 8, 8);
  result.high = __builtin_bswap64(result.high);
  result.low = __builtin_bswap64(result.low);
  return result;
}

const char *cunicode_version(void) {
  static const std::string text = [] {
    UVersionInfo version;
    char written[U_MAX_VERSION_STRING_LENGTH];
    u_getVersion(version);
    u_versionToString(version, written);
    return std::string(written);
  }();
  return text.c_str();
}

bool cunicode_locale_is_known(const char *locale) {
  const icu::Locale wanted = cunicode::locale_named(locale);
  if (wanted.isBogus()) return false;
  int32_t count = 0;
  const icu::Locale *available = icu::Locale::getAvailableLocales(count);
  return std::any_of(available, available + count, [&](const icu::Locale &each) {
    return std::strcmp(each.getLanguage(), wanted.getLanguage()) == 0;
  });
}
