// The one header through which Swift sees SQLite.
// Wraps only what the Swift importer cannot express (cast macros, variadics).
#ifndef HEARTH_CSQLITE_SHIM_H
#define HEARTH_CSQLITE_SHIM_H

#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast macro that Swift cannot import.
static inline sqlite3_destructor_type csqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

/// Sets one boolean option of a connection; `sqlite3_db_config` is variadic.
static inline int csqlite_set_option(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

/// Stops counting what is allocated, which costs a lock each time; only before SQLite is used first. `sqlite3_config` is
/// variadic.
static inline int csqlite_stop_counting_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
