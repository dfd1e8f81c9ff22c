#include "csortkey.h"

#include <unicode/ucol.h>
#include <unicode/ustring.h>

CSortKeyCollation *csortkey_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UCollator *collator = ucol_open(locale, &status);
  return U_SUCCESS(status) ? (CSortKeyCollation *)collator : NULL;
}

void csortkey_close(CSortKeyCollation *collation) { ucol_close((UCollator *)collation); }

int32_t csortkey_write(const CSortKeyCollation *collation, const char *text, int32_t length,
                       uint8_t *key, int32_t capacity) {
  UChar wide[4096];
  int32_t count = 0;
  UErrorCode status = U_ZERO_ERROR;
  u_strFromUTF8(wide, sizeof wide / sizeof *wide, &count, text, length, &status);
  if (U_FAILURE(status) || !collation) return 0;
  return ucol_getSortKey((const UCollator *)collation, wide, count, key, capacity);
}
