#include "fold.h"

#include <algorithm>
#include <atomic>
#include <string>

#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/unorm.h>
#include <unicode/uscript.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include "forms.h"
#include "letters.h"

using cunicode::decomposed;
using cunicode::Forms;
using cunicode::forms;
using cunicode::has_long_run;
using cunicode::Kind;
using cunicode::kind_of;
using cunicode::Letter;
using cunicode::Output;
using icu::UnicodeString;

namespace {

bool is_ascii(const uint8_t *text, int32_t length) {
  uint8_t all = 0;
  for (int32_t each = 0; each < length; each++) all |= text[each];
  return all < 0x80;
}

/// The plain spelling of a letter that has no decomposition, such as o for ø; otherwise nullptr.
const char16_t *plain_spelling(UChar32 c) {
  switch (c) {
    case 0x00C6: return u"AE";
    case 0x00E6: return u"ae";
    case 0x0152: return u"OE";
    case 0x0153: return u"oe";
    case 0x00DF: return u"ss";
    case 0x1E9E: return u"SS";
    case 0x00DE: return u"TH";
    case 0x00FE: return u"th";
    case 0x00D0: case 0x0110: return u"D";
    case 0x00F0: case 0x0111: return u"d";
    case 0x00D8: return u"O";
    case 0x00F8: return u"o";
    case 0x0126: return u"H";
    case 0x0127: return u"h";
    case 0x0131: return u"i";
    case 0x0141: return u"L";
    case 0x0142: return u"l";
    case 0x0166: return u"T";
    case 0x0167: return u"t";
    case 0x0197: return u"I";
    case 0x0268: return u"i";
    case 0x01B5: return u"Z";
    case 0x01B6: return u"z";
    case 0x01E4: return u"G";
    case 0x01E5: return u"g";
    default: return nullptr;
  }
}

/// Whether a mark is an accent in this script, to be removed.
bool is_decoration(UChar32 mark, UScriptCode script) {
  // The iota subscript is a letter that case folding writes out; keep it where case counts.
  if (mark == 0x0345) return false;
  switch (script) {
    case USCRIPT_LATIN:
    case USCRIPT_GREEK: return true;
    case USCRIPT_CYRILLIC: return mark == 0x0308 || mark == 0x0301;
    default: return false;
  }
}

/// Removes the accents of a text in NFD.
UnicodeString without_marks(const UnicodeString &text) {
  UnicodeString result;
  UScriptCode script = USCRIPT_COMMON;
  for (int32_t at = 0; at < text.length();) {
    const UChar32 c = text.char32At(at);
    at += U16_LENGTH(c);
    const uint32_t kind = U_GET_GC_MASK(c);
    if (kind & U_GC_MN_MASK) {
      if (is_decoration(c, script)) continue;
    } else if (!(kind & U_GC_M_MASK)) {
      UErrorCode status = U_ZERO_ERROR;
      script = c < 0x80 ? (kind & U_GC_L_MASK ? USCRIPT_LATIN : USCRIPT_COMMON)
                        : uscript_getScript(c, &status);
    }
    const char16_t *plain = plain_spelling(c);
    if (plain) {
      result.append(plain, -1);
    } else {
      result.append(c);
    }
  }
  return result;
}

UnicodeString without_ignorables(const UnicodeString &text) {
  UnicodeString result;
  for (int32_t at = 0; at < text.length();) {
    const UChar32 c = text.char32At(at);
    at += U16_LENGTH(c);
    if (!u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) result.append(c);
  }
  return result;
}

UnicodeString folded(const UnicodeString &given, int32_t flags) {
  const Forms &form = forms();
  if (!form.usable) return given;
  UErrorCode status = U_ZERO_ERROR;
  // Removing ignorable characters may join runs of marks.
  const bool is_long = has_long_run(given) || (flags != 0 && given.length() > cunicode::kShortText);
  const UnicodeString text =
      is_long ? decomposed(flags == 0 ? given : without_ignorables(given), flags) : given;
  if (flags == 0) return form.nfc->normalize(text, status);
  UnicodeString result = flags & CUNICODE_FOLD_CASE
                             ? form.casefold->normalize(text, status)
                             : without_ignorables(form.nfkc->normalize(text, status));
  if (flags & CUNICODE_FOLD_MARKS) result = without_marks(form.nfd->normalize(result, status));
  return form.nfc->normalize(result, status);
}

void fold_word(const uint8_t *text, int32_t length, int32_t flags, Output &output) {
  if (is_ascii(text, length)) {
    for (int32_t each = 0; each < length; each++) {
      const uint8_t byte = text[each];
      const bool lowered = (flags & CUNICODE_FOLD_CASE) && byte >= 'A' && byte <= 'Z';
      output.append(static_cast<uint8_t>(lowered ? byte + 32 : byte));
    }
    return;
  }
  std::string result;
  folded(cunicode::wide(text, length), flags).toUTF8String(result);
  output.append(result.data(), static_cast<int32_t>(result.size()));
}

/// Finds where words start but the first, from the characters of a text in order.
class WordStarts {
 public:
  /// Calls `on_start` with `here`, or with that of the character before, if a word starts there.
  template <typename Callback>
  void add(Kind kind, int32_t here, Callback on_start) {
    if (kind == Kind::mark) return;
    if (capital_ >= 0 && kind == Kind::lower) on_start(capital_);
    capital_ = last_ == Kind::upper && kind == Kind::upper ? here : -1;
    const bool is_number_border = last_ != Kind::none && kind != Kind::sign &&
                                  (last_ == Kind::digit) != (kind == Kind::digit);
    if (last_ == Kind::sign || is_number_border || (last_ == Kind::lower && kind == Kind::upper))
      on_start(here);
    last_ = kind;
  }

 private:
  Kind last_ = Kind::none;
  int32_t capital_ = -1;  // one after another capital; what follows decides whether a word starts
};

/// Calls `on_start` with the offset of every word but the first, which is 0.
template <typename Callback>
void for_each_later_word(const uint8_t *text, int32_t length, Callback on_start) {
  WordStarts starts;
  for (int32_t at = 0; at < length;) {
    const int32_t here = at;
    UChar32 c;
    U8_NEXT(text, at, length, c);
    starts.add(kind_of(c < 0 ? U_GC_SO_MASK : U_GET_GC_MASK(c)), here, on_start);
  }
}

/// Longer texts may be decomposed as a whole before they are folded.
constexpr int32_t kLongestByLetter = cunicode::kShortText;

/// Folds case and marks of a text whose characters have folded forms of their own.
/// - Returns: The length of the folded text; -1 if a character depends on others, or if the result
///   might not fit.
int32_t fold_by_letter(const uint8_t *text, int32_t length, uint8_t *result, int32_t capacity,
                       uint32_t *words, int32_t word_capacity, int32_t *word_count) {
  if (length > kLongestByLetter || word_capacity <= length) return -1;
  WordStarts starts;
  int32_t count = 0, end = 0;
  words[count++] = 0;
  for (int32_t at = 0; at < length;) {
    UChar32 c;
    U8_NEXT(text, at, length, c);
    if (c < 0 || c > 0xFFFF || end + 8 > capacity) return -1;
    const Letter letter = cunicode::letter(c);
    if (letter.length() == 0) return -1;
    starts.add(letter.kind(), end,
               [&](int32_t start) { words[count++] = static_cast<uint32_t>(start); });
    letter.write(result + end);
    end += letter.length();
  }
  *word_count = count;
  return end;
}

/// Whether the folded forms of texts that begin with a character follow those of any texts before.
bool stands_alone(UChar32 c, const UnicodeString &plain) {
  const Forms &form = forms();
  if ((U_GET_GC_MASK(c) & U_GC_M_MASK) || !form.casefold->hasBoundaryBefore(c)) return false;
  UErrorCode status = U_ZERO_ERROR;
  const UnicodeString cased = form.nfd->normalize(
      form.casefold->normalize(UnicodeString(c), status), status);
  if (U_FAILURE(status) || cased.isEmpty() || plain.isEmpty()) return false;
  const UChar32 first = cased.char32At(0);
  return !(U_GET_GC_MASK(first) & U_GC_M_MASK) && form.nfd->hasBoundaryBefore(first) &&
         form.nfc->hasBoundaryBefore(plain.char32At(0));
}

Letter asked(UChar32 c) {
  const bool is_composed = u_getCombiningClass(c) == 0 &&
                           u_getIntPropertyValue(c, UCHAR_NFC_QUICK_CHECK) == UNORM_YES;
  std::string result;
  if (forms().usable) {
    const UnicodeString plain =
        folded(UnicodeString(c), CUNICODE_FOLD_CASE | CUNICODE_FOLD_MARKS);
    if (stands_alone(c, plain)) plain.toUTF8String(result);
  }
  return Letter(kind_of(U_GET_GC_MASK(c)), is_composed, result.data(), result.size());
}

/// 0 means unknown. All threads store equal values, in any order.
std::atomic<uint64_t> known[0x10000];

}  // namespace

Letter cunicode::letter(UChar32 c) {
  const Letter before(known[c].load(std::memory_order_relaxed));
  if (before.is_known()) return before;
  const Letter now = asked(c);
  known[c].store(now.bits(), std::memory_order_relaxed);
  return now;
}

int64_t cunicode_leading_space(const uint8_t *text, int64_t length) {
  int64_t end = 0;
  for (int64_t at = 0; at < length; end = at) {
    UChar32 c;
    U8_NEXT(text, at, length, c);
    if (c < 0 || !u_isUWhiteSpace(c)) break;
  }
  return end;
}

int64_t cunicode_trailing_space(const uint8_t *text, int64_t length) {
  int64_t start = length;
  while (start > 0) {
    // ICU reads backwards only with 32-bit offsets; a character has at most four bytes.
    const uint8_t *window = text + std::max<int64_t>(start - 4, 0);
    const auto end = static_cast<int32_t>(text + start - window);
    int32_t at = end;
    UChar32 c;
    U8_PREV(window, 0, at, c);
    if (c < 0 || !u_isUWhiteSpace(c)) break;
    start -= end - at;
  }
  return length - start;
}

int32_t cunicode_fold(const uint8_t *text, int32_t length, int32_t flags, uint8_t *result,
                      int32_t capacity, uint32_t *words, int32_t word_capacity,
                      int32_t *word_count) {
  if (flags == (CUNICODE_FOLD_CASE | CUNICODE_FOLD_MARKS)) {
    const int32_t quick =
        fold_by_letter(text, length, result, capacity, words, word_capacity, word_count);
    if (quick >= 0) return quick;
  }
  Output output(result, capacity);
  int32_t count = 0, last_start = -1;
  const auto start_word = [&] {
    if (output.length() == last_start) return;  // the previous word folded to nothing
    last_start = output.length();
    if (count < word_capacity) words[count] = static_cast<uint32_t>(last_start);
    count++;
  };
  int32_t begin = 0;
  for_each_later_word(text, length, [&](int32_t start) {
    start_word();
    fold_word(text + begin, start - begin, flags, output);
    begin = start;
  });
  start_word();
  fold_word(text + begin, length - begin, flags, output);
  *word_count = count;
  return output.length();
}

int32_t cunicode_word_start(const uint8_t *text, int32_t length, int32_t number,
                            int32_t *word_count) {
  int32_t count = 1, found = number == 0 ? 0 : length;
  for_each_later_word(text, length, [&](int32_t start) {
    if (count == number) found = start;
    count++;
  });
  *word_count = count;
  return found;
}

int32_t cunicode_begins_character(const uint8_t *text, int32_t length) {
  if (length <= 0) return 1;
  int32_t at = 0;
  UChar32 c;
  U8_NEXT(text, at, length, c);
  if (c < 0) return 1;
  if (U_GET_GC_MASK(c) & U_GC_M_MASK) return 0;
  return !forms().usable || forms().casefold->hasBoundaryBefore(c) ? 1 : 0;
}
