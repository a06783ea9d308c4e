// The console's files, as they stand in Sources/HearthConsole/Web, inside the binary.
#ifndef HEARTH_CCONSOLE_H
#define HEARTH_CCONSOLE_H

#include <stddef.h>

/// One file: its path below `Web`, and its bytes.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} cconsole_file;

/// The number of files.
size_t cconsole_count(void);

/// A file by its position, below `cconsole_count()`.
const cconsole_file *cconsole_at(size_t position);

#endif
