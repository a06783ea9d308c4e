#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <pthread.h>
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

static sigset_t shutdown_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    return set;
}

void clinux_signals_block(void) {
    sigset_t set = shutdown_signals();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
}

void clinux_signals_unblock(void) {
    sigset_t set = shutdown_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int clinux_signals_wait(void) {
    sigset_t set = shutdown_signals();
    int received = 0;
    int error = sigwait(&set, &received);
    return error == 0 ? received : -error;
}

void clinux_signals_sleep(void) {
    for (;;) pause();
}
