#ifndef CUNICODE_WIDTH_H
#define CUNICODE_WIDTH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The display properties of a scalar, a bit each.
enum {
  /// The columns the scalar takes: 0, 1 or 2.
  CUNICODE_COLUMNS = 0x3,
  /// Not for terminals: control, format, ignorable, unassigned, private, surrogate, noncharacter.
  CUNICODE_HIDDEN = 0x4,
  /// Attaches to the character before it: a mark, or a jamo that closes a syllable.
  CUNICODE_ATTACHES = 0x8,
  /// May be joined to another one by U+200D.
  CUNICODE_PICTOGRAPH = 0x10,
  /// May be followed by U+FE0E or U+FE0F.
  CUNICODE_EMOJI = 0x20,
  CUNICODE_LETTER = 0x40,
  /// Changes its shape beside a neighbour (Arabic, Syriac, Mongolian, ...).
  CUNICODE_CURSIVE = 0x80,
  /// Joins the next letter and the one before to a conjunct.
  CUNICODE_VIRAMA = 0x100,
  /// A Han ideograph, which may have a variation selector.
  CUNICODE_IDEOGRAPH = 0x200,
};

/// Any value is allowed.
uint32_t cunicode_display(uint32_t scalar);

#ifdef __cplusplus
}
#endif

#endif
