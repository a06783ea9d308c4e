#ifndef CCRASH_INTERNAL_H
#define CCRASH_INTERNAL_H

#include "ccrash.h"

// Notes text of standard error; safe in a signal handler.
void ccrash_append_standard_error(struct ccrash_memory *memory, const void *text, unsigned int length);

// Takes what is in the pipe of standard error and puts the real one back; safe in a signal handler.
void ccrash_finish_standard_error(struct ccrash_memory *memory);

#endif
