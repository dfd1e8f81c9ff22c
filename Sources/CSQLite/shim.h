#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

// What Swift does not import of SQLite's header: macros with casts, functions with `...`.

/// Has SQLite copy a value that is bound.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Switches a setting (SQLITE_DBCONFIG_…) on or off.
static inline int csqlite_configure(sqlite3 *database, int setting, int value) {
  return sqlite3_db_config(database, setting, value, (int *)0);
}

/// Keeps no account of memory, which takes a lock for each allocation. Without effect once SQLite
/// has been used.
static inline int csqlite_keep_no_account(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
