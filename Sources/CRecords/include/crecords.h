#ifndef CRECORDS_H
#define CRECORDS_H

#include <stdbool.h>
#include <stdint.h>

// Finds the fields of records in a text, at about the speed of memory. In C for the instructions
// that compare many bytes at once. Nothing is copied and no field is decoded.

/// The bit of an end that tells a quoted field; the rest is the offset.
static const uint32_t crecords_quoted = 0x80000000;

/// How records are written: a line feed ends a record, a delimiter a field.
typedef struct {
  /// The delimiter, one to four bytes without a line feed.
  uint8_t delimiter[4];
  int32_t delimiter_length;

  /// Whether a field that begins with a quote goes on to the next quote that is not doubled. What
  /// follows up to the delimiter belongs to it as well. Anywhere else a quote is text.
  bool has_quotes;
} CRecordsForm;

/// How far a text has been gone through. All zero at the start; offsets are below 2^31.
typedef struct {
  /// The next byte to look at.
  uint32_t at;

  /// Where the current field begins.
  uint32_t field;

  /// Whether the field began with a quote, and whether that is still open.
  bool is_quoted, is_open;

  /// The last quote that may have closed the field.
  uint32_t quote;

  /// Whether a byte from 0x80 on was seen, a NUL, and a field that is quoted. Set, never cleared.
  bool has_high, has_nul, has_quoted;
} CRecordsState;

/// What a call has found.
typedef struct {
  /// The ends of fields, and the records among them, that were written.
  int32_t ends, records;

  /// Whether all of the text was gone through; if not, there was no room for what comes next.
  bool is_done;
} CRecordsFound;

/// Goes through a text from where `state` is, up to `length`.
///
/// Writes the end of each field, and for each record the number of ends up to its last one, after
/// the `found.ends` ends and `found.records` records that are there already.
CRecordsFound crecords_scan(const uint8_t *text, uint32_t length, CRecordsForm form,
                            CRecordsState *state, CRecordsFound found, uint32_t *ends,
                            int32_t end_capacity, uint32_t *records, int32_t record_capacity);

/// Goes back into the field that is open, and takes its quote for text.
void crecords_take_quote_as_text(CRecordsState *state);

/// The bit of a row's start that tells that the row has to be read; the rest is the offset.
static const uint32_t crecords_odd = 0x80000000;

/// What crecords_rows has found.
typedef struct {
  /// The number of rows, or -1 if the text is not plain.
  int32_t rows;

  /// The number of line feeds in quoted fields.
  int32_t inner_feeds;
} CRecordsRows;

/// Writes where the rows of a plain text start, without looking at their fields one by one.
///
/// A plain text is ASCII without NUL and ends with the line feed of a row. Quotes, if they count, are
/// only around fields, or doubled in these. A row is odd if it has not so many `columns`, more than
/// `longest` bytes, a doubled quote, or a first field that is empty or begins with white space. `form`
/// has a delimiter of one byte. There must be room for a row that is a line feed for each byte.
CRecordsRows crecords_rows(const uint8_t *text, uint32_t length, CRecordsForm form, int32_t columns,
                           uint32_t longest, uint32_t *starts);

#endif
