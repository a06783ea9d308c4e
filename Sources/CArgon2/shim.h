// The one header through which Swift sees libargon2.
#ifndef HEARTH_CARGON2_SHIM_H
#define HEARTH_CARGON2_SHIM_H

#include <argon2.h>

#endif
