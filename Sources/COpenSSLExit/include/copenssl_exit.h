// Linking this module is all that there is to do: see exit.c.
#ifndef HEARTH_COPENSSL_EXIT_H
#define HEARTH_COPENSSL_EXIT_H
#endif
