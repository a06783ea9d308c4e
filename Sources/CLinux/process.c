#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t clinux_monotonic_milliseconds(void) {
    struct timespec moment;
#ifdef CLOCK_MONOTONIC_COARSE
    clock_gettime(CLOCK_MONOTONIC_COARSE, &moment);
#else
    clock_gettime(CLOCK_MONOTONIC, &moment);
#endif
    return (uint64_t)moment.tv_sec * 1000u + (uint64_t)moment.tv_nsec / 1000000u;
}

long clinux_core_count(void) {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
    return sysconf(_SC_NPROCESSORS_ONLN);
}

uintptr_t clinux_thread_identity(void) {
    return (uintptr_t)pthread_self();
}

enum clinux_error_kind clinux_error_kind(int32_t error) {
    switch (-error) {
    case EAGAIN: return CLINUX_WOULD_BLOCK;
    case EMFILE: case ENFILE: case ENOBUFS: case ENOMEM: return CLINUX_EXHAUSTED;
    case EADDRINUSE: return CLINUX_IN_USE;
    case EADDRNOTAVAIL: return CLINUX_NOT_AVAILABLE;
    case EACCES: case EPERM: return CLINUX_DENIED;
    default: return CLINUX_OTHER;
    }
}

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int clinux_thread_start(size_t stack, void (*body)(void *), void *context) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return -ENOMEM;
    start->body = body;
    start->context = context;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (stack > 0) pthread_attr_setstacksize(&attributes, stack);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, run, start);
    pthread_attr_destroy(&attributes);
    if (error != 0) free(start);
    return -error;
}

// A handler rather than a blocked signal and sigwait: blocking works only if it comes before any other thread, and
// an asynchronous main function already runs beside one.
static volatile sig_atomic_t signal_pipe = -1;

static void note_signal(int number) {
    int error = errno;
    // The next one ends the process, as it would have without this handler.
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    unsigned char byte = (unsigned char)number;
    (void)!write(signal_pipe, &byte, 1);
    errno = error;
}

int clinux_signals_watch(void) {
    int ends[2];
    if (pipe(ends) < 0) return -errno;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    signal_pipe = ends[1];
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    return ends[0];
}

int clinux_signals_wait(int fd) {
    unsigned char number = 0;
    ssize_t count;
    do {
        count = read(fd, &number, 1);
    } while (count < 0 && errno == EINTR);
    close(fd);
    return count == 1 ? number : -errno;
}

int clinux_signals_raise(int signal) {
    return kill(getpid(), signal) < 0 ? -errno : 0;
}
