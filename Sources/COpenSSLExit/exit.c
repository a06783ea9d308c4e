// Keeps OpenSSL from tidying up when the process exits.
//
// It would free what its threads share while some of them still hash, or end and free the same: the process crashed now
// and then instead of exiting (OPENSSL_INIT_NO_ATEXIT in OPENSSL_init_crypto(3) is for this). The system takes back all
// memory anyway.
//
// This runs before main, since it counts only for whoever asks OpenSSL for anything first, and libcurl asks too.
#include "copenssl_exit.h"

#include <openssl/crypto.h>

__attribute__((constructor)) static void stay_at_exit(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
