#include "czoo.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile int result;

void czoo_read_null(void) {
    volatile int *nothing = 0;
    result = *nothing; // DIES: null-read
}

void czoo_write_code(void) {
    volatile char *code = (volatile char *)(void *)czoo_read_null;
    *code = 0; // DIES: write-code
}

void czoo_divide(int divisor) {
    volatile int number = 1;
    result = number / divisor; // DIES: divide
}

void czoo_read_past_file(const char *path) {
    int file = open(path, O_RDWR | O_CREAT, 0600);
    volatile char *bytes = mmap(0, 8192, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    result = bytes[4096]; // DIES: bus
}

void czoo_trap(void) {
    __builtin_trap(); // DIES: trap
}

void czoo_lose_stack(void) {
#if defined(__x86_64__)
    __asm__ volatile("xor %%ebp, %%ebp\n mov $0x10, %%rsp\n ud2" ::: "memory");
#elif defined(__aarch64__)
    __asm__ volatile("mov x29, #0\n mov x9, #0x10\n mov sp, x9\n brk #1" ::: "memory");
#endif
}
