#include "width.h"

#include <atomic>

#include <unicode/uchar.h>

namespace {

bool isWide(UChar32 scalar) {
  const int32_t width = u_getIntPropertyValue(scalar, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
}

/// Vowels and final consonants are drawn in the syllable block before them.
bool closesSyllable(UChar32 scalar) {
  const int32_t type = u_getIntPropertyValue(scalar, UCHAR_HANGUL_SYLLABLE_TYPE);
  return type == U_HST_VOWEL_JAMO || type == U_HST_TRAILING_JAMO;
}

bool isCursive(UChar32 scalar) {
  const int32_t type = u_getIntPropertyValue(scalar, UCHAR_JOINING_TYPE);
  return type == U_JT_DUAL_JOINING || type == U_JT_LEFT_JOINING || type == U_JT_RIGHT_JOINING;
}

bool isHidden(UChar32 scalar, int8_t category) {
  switch (category) {
    case U_UNASSIGNED:
    case U_CONTROL_CHAR:
    case U_PRIVATE_USE_CHAR:
    case U_SURROGATE:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
      return true;
    case U_FORMAT_CHAR:
      // A few signs of Arabic and related scripts are format characters, but visible.
      return !u_hasBinaryProperty(scalar, UCHAR_PREPENDED_CONCATENATION_MARK);
    default:
      return u_hasBinaryProperty(scalar, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
  }
}

uint32_t properties(UChar32 scalar) {
  const int8_t category = u_charType(scalar);
  const uint32_t mask = U_MASK(category);

  uint32_t bits = 0;
  const bool isZeroWidthMark = (mask & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0;
  const bool isJamo = closesSyllable(scalar);
  const bool isHiddenScalar = isHidden(scalar, category);
  if (isHiddenScalar) bits |= CUNICODE_HIDDEN;
  if ((mask & U_GC_M_MASK) || isJamo) bits |= CUNICODE_ATTACHES;
  if (!isZeroWidthMark && !isJamo && !isHiddenScalar) bits |= isWide(scalar) ? 2 : 1;
  if (u_hasBinaryProperty(scalar, UCHAR_EXTENDED_PICTOGRAPHIC)) bits |= CUNICODE_PICTOGRAPH;
  if (u_hasBinaryProperty(scalar, UCHAR_EMOJI)) bits |= CUNICODE_EMOJI;
  if (mask & U_GC_L_MASK) bits |= CUNICODE_LETTER;
  if (isCursive(scalar)) bits |= CUNICODE_CURSIVE;
  if (u_getCombiningClass(scalar) == 9) bits |= CUNICODE_VIRAMA;
  if (u_hasBinaryProperty(scalar, UCHAR_UNIFIED_IDEOGRAPH)) bits |= CUNICODE_IDEOGRAPH;
  return bits;
}

/// A cache below U+10000; 0 means unknown. All threads store equal values, in any order.
std::atomic<uint16_t> known[0x10000];
constexpr uint16_t isKnown = 0x8000;

}  // namespace

uint32_t cunicode_display(uint32_t scalar) {
  if (scalar > 0x10FFFF) return CUNICODE_HIDDEN;
  if (scalar >= 0x10000) return properties(static_cast<UChar32>(scalar));
  const uint16_t entry = known[scalar].load(std::memory_order_relaxed);
  if (entry) return entry & ~isKnown;
  const uint32_t bits = properties(static_cast<UChar32>(scalar));
  known[scalar].store(static_cast<uint16_t>(bits | isKnown), std::memory_order_relaxed);
  return bits;
}
