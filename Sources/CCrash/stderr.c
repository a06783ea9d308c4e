#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

// The reading end of the pipe, and the standard error that was there before.
static atomic_int pipe_out = -1;
static atomic_int original = -1;
static struct ccrash_memory *_Atomic target;
// Who may note text: the thread that reads, or the handler of a crash.
static atomic_flag noting = ATOMIC_FLAG_INIT;

int ccrash_standard_error_is_terminal(void) { return isatty(STDERR_FILENO); }

static void pass_on(const char *bytes, ssize_t count) {
    while (count > 0) {
        ssize_t written = write(atomic_load(&original), bytes, (size_t)count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        count -= written;
    }
}

static void note(const char *bytes, ssize_t count) {
    struct ccrash_memory *memory = atomic_load(&target);
    if (!memory) return;
    // The other one notes right now; in a handler it may never end, so there is a limit to patience.
    for (int tries = 0; atomic_flag_test_and_set(&noting); tries++) {
        if (tries == 1000) return;
        struct timespec pause = {0, 10000};
        nanosleep(&pause, 0);
    }
    ccrash_append_standard_error(memory, bytes, (unsigned int)count);
    atomic_flag_clear(&noting);
}

static void *copy(void *unused) {
    (void)unused;
    char bytes[4096];
    for (;;) {
        struct pollfd wait = {.fd = atomic_load(&pipe_out), .events = POLLIN};
        if (poll(&wait, 1, -1) < 0 && errno != EINTR) return 0;
        ssize_t count = read(wait.fd, bytes, sizeof bytes);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) return 0;
        note(bytes, count);
        pass_on(bytes, count);
    }
}

int ccrash_capture_standard_error(struct ccrash_memory *memory) {
    if (atomic_load(&pipe_out) >= 0) {
        atomic_store(&target, memory);
        return 0;
    }
    int ends[2];
    if (pipe(ends) != 0) return errno;
    int before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (before < 0) {
        int problem = errno;
        close(ends[0]);
        close(ends[1]);
        return problem;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    atomic_store(&target, memory);
    atomic_store(&original, before);
    atomic_store(&pipe_out, ends[0]);

    // Signals are for other threads.
    sigset_t all, mask;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    pthread_t thread;
    int problem = pthread_create(&thread, 0, copy, 0);
    pthread_sigmask(SIG_SETMASK, &mask, 0);
    if (problem != 0) {
        atomic_store(&pipe_out, -1);
        close(ends[0]);
        close(ends[1]);
        close(before);
        return problem;
    }
    pthread_detach(thread);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    return 0;
}

void ccrash_finish_standard_error(struct ccrash_memory *memory) {
    (void)memory;
    int out = atomic_load(&pipe_out);
    if (out < 0) return;
    char bytes[1024];
    // What the thread has taken it notes within microseconds; what it has not is taken here.
    for (int tries = 0; tries < 64; tries++) {
        ssize_t count = read(out, bytes, sizeof bytes);
        if (count <= 0) break;
        note(bytes, count);
        pass_on(bytes, count);
    }
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, 0);
    dup2(atomic_load(&original), STDERR_FILENO);
}

// A process that ends by itself still has its last words in the pipe.
__attribute__((destructor)) static void drain(void) {
    int out = atomic_load(&pipe_out);
    if (out < 0) return;
    dup2(atomic_load(&original), STDERR_FILENO);
    char bytes[1024];
    ssize_t count;
    while ((count = read(out, bytes, sizeof bytes)) > 0) pass_on(bytes, count);
    struct timespec pause = {0, 1000000};
    nanosleep(&pause, 0);
}
