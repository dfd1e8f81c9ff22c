#ifndef CUNICODE_WIDTH_H
#define CUNICODE_WIDTH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What the display of a scalar depends on; a bit each.
enum {
  /// The columns the scalar takes by itself: 0, 1 or 2.
  CUNICODE_COLUMNS = 0x3,
  /// Must never reach a terminal as it is: controls, format characters, what is
  /// ignorable, unassigned, private, a surrogate or no character at all.
  CUNICODE_HIDDEN = 0x4,
  /// Attaches to what stands before it: a mark, or a jamo that closes a syllable.
  CUNICODE_ATTACHES = 0x8,
  /// May be joined to another one by U+200D.
  CUNICODE_PICTOGRAPH = 0x10,
  /// May be followed by U+FE0E or U+FE0F.
  CUNICODE_EMOJI = 0x20,
  CUNICODE_LETTER = 0x40,
  /// Takes another shape beside a neighbour (Arabic, Syriac, Mongolian, ...).
  CUNICODE_CURSIVE = 0x80,
  /// Asks the next letter to form a conjunct with the one before.
  CUNICODE_VIRAMA = 0x100,
  /// A Han ideograph, which may carry a variation selector.
  CUNICODE_IDEOGRAPH = 0x200,
};

/// The display properties of a scalar. Total: any value may be asked for.
uint32_t cunicode_display(uint32_t scalar);

#ifdef __cplusplus
}
#endif

#endif
