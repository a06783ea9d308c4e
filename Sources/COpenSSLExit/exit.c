// Keeps OpenSSL from cleaning up when the process exits.
//
// The clean-up frees memory that the process's threads share. A thread that still hashes or signs at that moment uses it
// after that, and a thread that ends frees it again: now and then the process crashed instead of exiting. The system takes
// back all memory anyway.
//
// OPENSSL_INIT_NO_ATEXIT counts only in the process's first call of OPENSSL_init_crypto(3), and libcurl makes that call
// too, so this one is made before main.
#include "copenssl_exit.h"

#include <openssl/crypto.h>

__attribute__((constructor)) static void stay_at_exit(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
