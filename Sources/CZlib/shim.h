// The one header through which Swift sees zlib.
#ifndef HEARTH_CZLIB_SHIM_H
#define HEARTH_CZLIB_SHIM_H

#include <zlib.h>

/// `deflateInit2` is a macro that Swift cannot import. A window of 15 + 16 bits asks for the gzip form (RFC 1952).
static inline int czlib_begin_gzip(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}

#endif
