// Ways for a process to die that Swift does not offer.

#ifndef CZOO_H
#define CZOO_H

void czoo_read_null(void);
void czoo_write_code(void);
void czoo_divide(int divisor);
void czoo_read_past_file(const char *path);
void czoo_trap(void);
// Dies with a stack pointer that leads nowhere, so that whoever walks the stack crashes too.
void czoo_lose_stack(void);

#endif
