#include "forms.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <unicode/uchar.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include "fold.h"
#include "letters.h"

using icu::Normalizer2;
using icu::UnicodeString;

namespace cunicode {

const Forms &forms() {
  static const Forms shared = [] {
    UErrorCode status = U_ZERO_ERROR;
    Forms forms{Normalizer2::getNFCInstance(status), Normalizer2::getNFDInstance(status),
                Normalizer2::getNFKCInstance(status),
                Normalizer2::getNFKCCasefoldInstance(status), false};
    forms.usable = U_SUCCESS(status);
    return forms;
  }();
  return shared;
}

/// Marks in a row; no script in use stacks more.
static constexpr int32_t kLongestRun = 30;

bool has_long_run(const UnicodeString &text) {
  if (text.length() <= kLongestRun) return false;
  int32_t run = 0;
  for (int32_t at = 0; at < text.length() && run <= kLongestRun;) {
    const UChar32 c = text.char32At(at);
    at += U16_LENGTH(c);
    run = c < 0x300 || forms().nfd->hasBoundaryBefore(c) ? 0 : run + 1;
  }
  return run > kLongestRun;
}

UnicodeString decomposed(const UnicodeString &text, int32_t flags) {
  using Mark = std::pair<uint8_t, UChar32>;
  UnicodeString result;
  std::vector<Mark> marks;
  const auto append_marks = [&] {
    std::stable_sort(marks.begin(), marks.end(),
                     [](const Mark &left, const Mark &right) { return left.first < right.first; });
    for (const Mark &mark : marks) result.append(mark.second);
    marks.clear();
  };
  for (int32_t at = 0; at < text.length();) {
    const UChar32 whole = text.char32At(at);
    at += U16_LENGTH(whole);
    UnicodeString parts;
    if (!forms().nfd->getDecomposition(whole, parts)) parts.setTo(whole);
    for (int32_t part = 0; part < parts.length();) {
      const UChar32 c = parts.char32At(part);
      part += U16_LENGTH(c);
      const bool is_letter = c == 0x0345 && (flags & CUNICODE_FOLD_CASE);
      const uint8_t order = is_letter ? 0 : u_getCombiningClass(c);
      if (order != 0) {
        marks.emplace_back(order, c);
        continue;
      }
      append_marks();
      result.append(c);
    }
  }
  append_marks();
  return result;
}

}  // namespace cunicode

using cunicode::forms;
using cunicode::letter;

int32_t cunicode_nfc_check(const uint8_t *text, int32_t length) {
  bool is_plain = true;
  bool is_ordered = true;
  uint8_t last = 0;
  for (int32_t at = 0; at < length;) {
    UChar32 c;
    U8_NEXT(text, at, length, c);
    if (c < 0) return -1;
    // Nothing before U+0300 composes or reorders.
    if (c < 0x300 || (c <= 0xFFFF && letter(c).is_composed())) {
      last = 0;
      continue;
    }
    const uint8_t order = u_getCombiningClass(c);
    is_plain = false;
    is_ordered = is_ordered && (order == 0 || order >= last);
    last = order;
  }
  if (is_plain || !forms().usable) return 1;
  // ICU would sort the marks first, in quadratic time.
  if (!is_ordered) return 0;
  UErrorCode status = U_ZERO_ERROR;
  const icu::StringPiece piece(reinterpret_cast<const char *>(text), length);
  return forms().nfc->isNormalizedUTF8(piece, status) ? 1 : 0;
}

int32_t cunicode_nfc(const uint8_t *text, int32_t length, uint8_t *result, int32_t capacity) {
  std::string normal;
  UnicodeString given = cunicode::wide(text, length);
  if (forms().usable) {
    UErrorCode status = U_ZERO_ERROR;
    if (cunicode::has_long_run(given)) given = cunicode::decomposed(given, 0);
    given = forms().nfc->normalize(given, status);
  }
  given.toUTF8String(normal);
  cunicode::Output output(result, capacity);
  output.append(normal.data(), static_cast<int32_t>(normal.size()));
  return output.length();
}

