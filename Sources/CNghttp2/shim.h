// The one header through which Swift sees nghttp2.
#ifndef HEARTH_CNGHTTP2_SHIM_H
#define HEARTH_CNGHTTP2_SHIM_H

#include <nghttp2/nghttp2.h>

#endif
