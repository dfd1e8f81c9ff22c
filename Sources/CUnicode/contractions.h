#ifndef CUNICODE_CONTRACTIONS_H
#define CUNICODE_CONTRACTIONS_H

#include <unicode/ucol.h>
#include <unicode/uset.h>

namespace cunicode {

/// Passes each sequence of characters that may sort as one letter to `body`, with its length in UTF-16.
template <typename Body>
void for_each_contraction(const UCollator *collator, Body body) {
  USet *contractions = uset_openEmpty();
  UErrorCode status = U_ZERO_ERROR;
  ucol_getContractionsAndExpansions(collator, contractions, nullptr, true, &status);
  const int32_t count = U_SUCCESS(status) ? uset_getItemCount(contractions) : 0;
  for (int32_t each = 0; each < count; each++) {
    UChar text[64];
    UChar32 first, last;
    status = U_ZERO_ERROR;
    const int32_t length = uset_getItem(contractions, each, &first, &last, text, 64, &status);
    if (U_SUCCESS(status) && length >= 2) body(text, length);
  }
  uset_close(contractions);
}

}  // namespace cunicode

#endif
