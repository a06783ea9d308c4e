// The one header through which Swift sees libcrypt (libxcrypt), which knows bcrypt.
#ifndef HEARTH_CCRYPT_SHIM_H
#define HEARTH_CCRYPT_SHIM_H

#include <crypt.h>

#endif
