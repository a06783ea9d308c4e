// What Hearth uses of Apple's CommonCrypto/CommonKeyDerivation.h.

#ifndef HEARTH_COMMON_CRYPTO_H
#define HEARTH_COMMON_CRYPTO_H

typedef unsigned long size_t;

enum { kCCPBKDF2 = 2 };
typedef unsigned int CCPBKDFAlgorithm;
enum {
    kCCPRFHmacAlgSHA1 = 1,
    kCCPRFHmacAlgSHA224 = 2,
    kCCPRFHmacAlgSHA256 = 3,
    kCCPRFHmacAlgSHA384 = 4,
    kCCPRFHmacAlgSHA512 = 5,
};
typedef unsigned int CCPseudoRandomAlgorithm;
enum { kCCSuccess = 0 };

int CCKeyDerivationPBKDF(
    CCPBKDFAlgorithm algorithm,
    const char *password,
    size_t password_length,
    const unsigned char *salt,
    size_t salt_length,
    CCPseudoRandomAlgorithm pseudo_random_function,
    unsigned rounds,
    unsigned char *derived_key,
    size_t derived_key_length
);

#endif
