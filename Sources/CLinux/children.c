#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

struct child {
    char *const *words;
    int is_tied;
    void (*ended)(void *, int32_t);
    void *context;
    /// Where the thread tells the caller what became of the start.
    int report;
};

static _Noreturn void become(const struct child *child, pid_t parent, int failure) {
    // The program gets the signals as a shell would hand them on.
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
#ifdef __linux__
    // The signal comes when the thread that started the program ends, which waits for it.
    if (child->is_tied) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(1);
    }
#else
    (void)parent;
#endif
    execvp(child->words[0], child->words);
    int error = errno;
    (void)!write(failure, &error, sizeof error);
    _exit(127);
}

/// Starts the program; answers its process, or a negated errno.
static int32_t start(const struct child *child) {
    int failure[2];
    if (pipe(failure) < 0) return -errno;
    fcntl(failure[0], F_SETFD, FD_CLOEXEC);
    fcntl(failure[1], F_SETFD, FD_CLOEXEC);
    // Between fork and exec a handler of this process would run in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t process = fork();
    if (process == 0) become(child, parent, failure[1]);
    int error = process < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(failure[1]);
    if (process > 0) {
        ssize_t count;
        do {
            count = read(failure[0], &error, sizeof error);
        } while (count < 0 && errno == EINTR);
        if (count == (ssize_t)sizeof error) {
            while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
        } else {
            error = 0;
        }
    }
    close(failure[0]);
    return error != 0 ? -error : (int32_t)process;
}

static void *run(void *argument) {
    struct child child = *(struct child *)argument;
    free(argument);
    int32_t process = start(&child);
    (void)!write(child.report, &process, sizeof process);
    close(child.report);
    // The caller keeps the words until it has read the outcome, and not after.
    if (process < 0) return NULL;
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
    child.ended(child.context, WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
    return NULL;
}

int32_t clinux_child_start(char *const *words, int is_tied, void (*ended)(void *, int32_t), void *context) {
    int report[2];
    if (pipe(report) < 0) return -errno;
    fcntl(report[0], F_SETFD, FD_CLOEXEC);
    fcntl(report[1], F_SETFD, FD_CLOEXEC);
    struct child *child = malloc(sizeof *child);
    int error = child == NULL ? ENOMEM : 0;
    if (error == 0) {
        *child = (struct child){words, is_tied, ended, context, report[1]};
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        pthread_t thread;
        error = pthread_create(&thread, &attributes, run, child);
        pthread_attr_destroy(&attributes);
    }
    if (error != 0) {
        free(child);
        close(report[0]);
        close(report[1]);
        return -error;
    }
    int32_t process = -EIO;
    ssize_t count;
    do {
        count = read(report[0], &process, sizeof process);
    } while (count < 0 && errno == EINTR);
    close(report[0]);
    return process;
}
