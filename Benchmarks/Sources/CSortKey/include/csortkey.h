#ifndef CSORTKEY_H
#define CSORTKEY_H

#include <stdint.h>

// ICU's sort keys as its documentation says to make them: what the library is measured against.

/// The collation of one locale.
typedef struct CSortKeyCollation CSortKeyCollation;

/// Opens the collation of a locale ("" is the root); null when ICU has no data.
CSortKeyCollation *csortkey_open(const char *locale);

/// Frees a collation; null is allowed.
void csortkey_close(CSortKeyCollation *collation);

/// Writes the sort key of a UTF-8 text of at most 4096 bytes, with a zero at its end.
///
/// Returns the length needed, which may be more than fits; 0 when there is no key.
int32_t csortkey_write(const CSortKeyCollation *collation, const char *text, int32_t length,
                       uint8_t *key, int32_t capacity);

#endif
