#ifndef CCRASH_REGISTERS_H
#define CCRASH_REGISTERS_H

// The registers of a thread as the system shows them to a signal handler.

#if defined(__APPLE__)

#include <sys/ucontext.h>

static void read_registers(void *context, struct ccrash_record *record) {
    ucontext_t *thread = context;
#if defined(__arm64__)
    record->pc = thread->uc_mcontext->__ss.__pc;
    record->sp = thread->uc_mcontext->__ss.__sp;
    record->fp = thread->uc_mcontext->__ss.__fp;
    for (unsigned int index = 0; index < 29; index++) record->registers[index] = thread->uc_mcontext->__ss.__x[index];
    record->registers[29] = record->fp;
    record->registers[30] = thread->uc_mcontext->__ss.__lr;
    record->register_count = 31;
#elif defined(__x86_64__)
    record->pc = thread->uc_mcontext->__ss.__rip;
    record->sp = thread->uc_mcontext->__ss.__rsp;
    record->fp = thread->uc_mcontext->__ss.__rbp;
    record->registers[0] = thread->uc_mcontext->__ss.__rax;
    record->registers[1] = thread->uc_mcontext->__ss.__rdx;
    record->registers[2] = thread->uc_mcontext->__ss.__rcx;
    record->registers[3] = thread->uc_mcontext->__ss.__rbx;
    record->register_count = 4;
#endif
}

#else

#include <ucontext.h>

static void read_registers(void *context, struct ccrash_record *record) {
    ucontext_t *thread = context;
#if defined(__x86_64__)
    record->pc = (unsigned long long)thread->uc_mcontext.gregs[REG_RIP];
    record->sp = (unsigned long long)thread->uc_mcontext.gregs[REG_RSP];
    record->fp = (unsigned long long)thread->uc_mcontext.gregs[REG_RBP];
    // In the order of the processor's numbers: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to r15, rip.
    static const int order[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_R8,
                                REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    record->register_count = sizeof order / sizeof *order;
    for (unsigned int index = 0; index < record->register_count; index++) {
        record->registers[index] = (unsigned long long)thread->uc_mcontext.gregs[order[index]];
    }
#elif defined(__aarch64__)
    record->pc = thread->uc_mcontext.pc;
    record->sp = thread->uc_mcontext.sp;
    record->fp = thread->uc_mcontext.regs[29];
    for (unsigned int index = 0; index < 31; index++) record->registers[index] = thread->uc_mcontext.regs[index];
    record->registers[31] = record->sp;
    record->registers[32] = record->pc;
    record->register_count = 33;
#endif
}

#endif

#endif
