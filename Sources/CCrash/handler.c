#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define HAS_BACKTRACE 1
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "registers.h"

// Everything that the handler calls is safe in a signal handler, but for backtrace(3): that one comes last, after its
// library was loaded, and what was noted before it is on the disk already.

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};
enum { FATAL = sizeof fatal / sizeof *fatal };

static struct ccrash_memory *_Atomic target;
static struct sigaction previous[FATAL];
static int is_installed[FATAL];
static int probe[2] = {-1, -1};
// The thread that crashed first; 0 while none did.
static atomic_int crashed_thread;
static atomic_int first_signal;
// How often the handler itself crashed.
static atomic_int depth;

enum { ALTERNATE_STACK = 64 * 1024, GUARD = 4096 };

static int thread_id(void) {
#if defined(__linux__)
    return (int)syscall(SYS_gettid);
#else
    unsigned long long id = 0;
    pthread_threadid_np(0, &id);
    return (int)id;
#endif
}

// Reads memory that may not be there: the system looks at the address, and no fault happens.
static int read_memory(unsigned long long address, void *bytes, size_t count) {
    if (write(probe[1], (const void *)address, count) != (ssize_t)count) {
        char rest[64];
        while (read(probe[0], rest, sizeof rest) > 0) {}
        return 0;
    }
    return read(probe[0], bytes, count) == (ssize_t)count;
}

// Frames of Swift's async functions mark the saved frame pointer, and keep their context before it.
static const unsigned long long async_mark = 1ULL << 60;
static const unsigned long long address_mask = 0x0000ffffffffffffULL;

static void walk_async(struct ccrash_record *record, unsigned long long context) {
    unsigned long long pair[2];
    unsigned long long before = 0;
    while (record->async_count < CCRASH_ASYNC_FRAMES) {
        context &= address_mask;
        if (context == 0 || context % 8 != 0 || context == before || !read_memory(context, pair, sizeof pair)) return;
        unsigned long long resume = pair[1] & address_mask;
        if (resume == 0) return;
        record->async_frames[record->async_count] = resume;
        record->async_count++;
        before = context;
        context = pair[0];
    }
}

static void walk(struct ccrash_record *record) {
    unsigned long long word = 0;
    record->frames[0] = record->pc;
    record->frame_count = 1;
    // A call of a bad address has pushed where it came from.
    if (!read_memory(record->pc, &word, 1) && read_memory(record->sp, &word, sizeof word)) {
        record->frames[record->frame_count++] = word;
    }
    unsigned long long fp = record->fp;
    while (record->frame_count < CCRASH_FRAMES) {
        unsigned long long pair[2];
        if (fp == 0 || fp % 8 != 0 || !read_memory(fp, pair, sizeof pair) || pair[1] == 0) return;
        if ((pair[0] & 0xf000000000000000ULL) == async_mark) {
            unsigned long long context;
            if (read_memory(fp - 8, &context, sizeof context)) walk_async(record, context);
            return;
        }
        record->frames[record->frame_count++] = pair[1] & address_mask;
        // Stacks grow down: a caller's frame is above.
        if (pair[0] <= fp) return;
        fp = pair[0];
    }
}

// Copies the lines of the memory map that hold code.
static void copy_maps(struct ccrash_record *record) {
#if defined(__linux__)
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    static char line[512];
    static char bytes[4096];
    unsigned int length = 0;
    ssize_t count;
    while ((count = read(file, bytes, sizeof bytes)) > 0) {
        for (ssize_t place = 0; place < count; place++) {
            if (length < sizeof line) line[length++] = bytes[place];
            if (bytes[place] != '\n') continue;
            unsigned int space = 0;
            while (space < length && line[space] != ' ') space++;
            int is_code = space + 3 < length && line[space + 3] == 'x';
            if (is_code && record->maps_length + length <= CCRASH_MAPS_BYTES) {
                memcpy(record->maps + record->maps_length, line, length);
                record->maps_length += length;
            }
            length = 0;
        }
    }
    close(file);
#else
    (void)record;
#endif
}

static void put_back(void) {
    for (int index = 0; index < FATAL; index++) {
        if (is_installed[index]) sigaction(fatal[index], &previous[index], 0);
    }
}

static void send_again(int number) {
#if defined(__linux__)
    syscall(SYS_tgkill, getpid(), (int)syscall(SYS_gettid), number);
#else
    raise(number);
#endif
}

static void note(struct ccrash_record *record, int number, siginfo_t *info, void *context) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    record->signal = number;
    record->code = info ? info->si_code : 0;
    record->address = info && info->si_code > 0 ? (unsigned long long)info->si_addr : 0;
    record->thread = thread_id();
    record->seconds = now.tv_sec;
    record->nanoseconds = now.tv_nsec;
    if (context) read_registers(context, record);
    record->frames[0] = record->pc;
    record->frame_count = 1;
    record->stage = CCRASH_STAGE_SIGNAL;
    walk(record);
    copy_maps(record);
    record->stage = CCRASH_STAGE_FRAMES;
}

static void unwind(struct ccrash_record *record) {
#ifdef HAS_BACKTRACE
    // The unwinder may wait for a lock that the crashed thread holds. A process that hangs is worse than one that ends
    // by another signal.
    struct sigaction standard = {.sa_handler = SIG_DFL};
    struct sigaction alarm_before;
    sigset_t alarms, mask;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigaction(SIGALRM, &standard, &alarm_before);
    pthread_sigmask(SIG_UNBLOCK, &alarms, &mask);
    unsigned int left = alarm(5);
    void *frames[CCRASH_FRAMES];
    int count = backtrace(frames, CCRASH_FRAMES);
    alarm(left);
    sigaction(SIGALRM, &alarm_before, 0);
    pthread_sigmask(SIG_SETMASK, &mask, 0);
    for (int index = 0; index < count; index++) record->unwound[index] = (unsigned long long)frames[index];
    record->unwound_count = count > 0 ? (unsigned int)count : 0;
#endif
    record->stage = CCRASH_STAGE_UNWOUND;
}

static void handle(int number, siginfo_t *info, void *context) {
    int problem = errno;
    struct ccrash_memory *memory = atomic_load(&target);
    int thread = thread_id();
    int nobody = 0;
    if (!atomic_compare_exchange_strong(&crashed_thread, &nobody, thread)) {
        if (nobody == thread) {
            // A crash in the handler: what is noted stays, and the process ends by its first signal.
            // It may be the file itself that cannot be written any more.
            if (memory && atomic_fetch_add(&depth, 1) == 0) memory->crash.nested++;
            put_back();
            send_again(atomic_load(&first_signal));
            return;
        }
        // Another thread is being noted: its end is the end of this one too.
        struct timespec pause = {10, 0};
        nanosleep(&pause, 0);
        put_back();
        send_again(number);
        return;
    }
    atomic_store(&first_signal, number);
    if (memory) {
        note(&memory->crash, number, info, context);
        ccrash_finish_standard_error(memory);
        unwind(&memory->crash);
        memory->crash.stage = CCRASH_STAGE_DONE;
    }
    put_back();
    errno = problem;
    // An instruction that failed fails again, under the handler that was there before. What was sent is sent again.
    int happens_again = info && info->si_code > 0
        && (number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE);
    if (!happens_again) send_again(number);
}

int ccrash_protect_thread(void) {
    // The system ends a process that blocks a fatal signal without asking its handler.
    sigset_t open;
    sigemptyset(&open);
    for (int index = 0; index < FATAL; index++) sigaddset(&open, fatal[index]);
    pthread_sigmask(SIG_UNBLOCK, &open, 0);
    stack_t current;
    if (sigaltstack(0, &current) != 0) return errno;
    if (!(current.ss_flags & SS_DISABLE)) return 0;
    char *room = mmap(0, ALTERNATE_STACK + GUARD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return errno;
    mprotect(room, GUARD, PROT_NONE);
    stack_t stack = {.ss_sp = room + GUARD, .ss_size = ALTERNATE_STACK, .ss_flags = 0};
    if (sigaltstack(&stack, 0) != 0) {
        int problem = errno;
        munmap(room, ALTERNATE_STACK + GUARD);
        return problem;
    }
    return 0;
}

int ccrash_install(struct ccrash_memory *memory) {
    atomic_store(&target, memory);
    if (probe[0] >= 0) return 0;
    if (pipe(probe) != 0) return errno;
    for (int end = 0; end < 2; end++) {
        fcntl(probe[end], F_SETFD, FD_CLOEXEC);
        fcntl(probe[end], F_SETFL, O_NONBLOCK);
    }
#ifdef HAS_BACKTRACE
    // Loads the unwinder now: a handler must not.
    void *frames[4];
    backtrace(frames, 4);
#endif
    int problem = ccrash_protect_thread();
    if (problem != 0) return problem;
    for (int index = 0; index < FATAL; index++) {
        if (sigaction(fatal[index], 0, &previous[index]) != 0) return errno;
        if (previous[index].sa_handler == SIG_IGN) continue;
        struct sigaction action = {0};
        action.sa_sigaction = handle;
        // A crash of the handler itself has to arrive.
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        if (sigaction(fatal[index], &action, 0) != 0) return errno;
        is_installed[index] = 1;
    }
    return 0;
}

void ccrash_detach(void) { atomic_store(&target, (struct ccrash_memory *)0); }
