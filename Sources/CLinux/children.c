#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

struct child {
    char *const *words;
    /// The program's whole environment.
    char **environment;
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
    // Linux sends the signal when the thread that forked ends, not only when the process does. That thread is the one
    // of `run`, which does nothing but wait for this program: it outlives the caller's thread.
    if (child->is_tied) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(1);
    }
#else
    (void)parent;
#endif
    // This is a copy of the process, with one thread: no other looks at the variable.
    environ = child->environment;
    execvp(child->words[0], child->words);
    int error = errno;
    (void)!write(failure, &error, sizeof error);
    _exit(127);
}

/// A pipe that no other program inherits, also not one that another thread starts at the same moment: it would hold the
/// writing end open, and the reader would wait for the end of that program.
static int closed_pipe(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC);
#else
    if (pipe(ends) < 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

/// Whether a variable is one of those that replace this process's; each is NAME=VALUE.
static int is_replaced(const char *variable, char *const *variables) {
    size_t name = strcspn(variable, "=") + 1;
    for (; *variables != NULL; variables++) {
        if (strncmp(*variables, variable, name) == 0) return 1;
    }
    return 0;
}

/// This process's environment with other variables in addition or instead; NULL if there is no memory for it.
static char **environment_with(char *const *variables) {
    size_t count = 1;
    for (char **each = environ; *each != NULL; each++) count++;
    for (char *const *each = variables; *each != NULL; each++) count++;
    char **all = calloc(count, sizeof *all);
    if (all == NULL) return NULL;
    size_t next = 0;
    for (char **each = environ; *each != NULL; each++) {
        if (!is_replaced(*each, variables)) all[next++] = *each;
    }
    for (char *const *each = variables; *each != NULL; each++) all[next++] = *each;
    return all;
}

/// Starts the program; answers its process, or a negated errno.
static int32_t start(const struct child *child) {
    int failure[2];
    if (closed_pipe(failure) < 0) return -errno;
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
    free(child.environment);
    (void)!write(child.report, &process, sizeof process);
    close(child.report);
    // The caller keeps the words until it has read the outcome, and not after.
    if (process < 0) return NULL;
    siginfo_t end = {0};
    while (waitid(P_PID, (id_t)process, &end, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
    child.ended(child.context, end.si_code == CLD_EXITED ? end.si_status : 128 + end.si_status);
    // The caller knows of the end: from now on the number may be another process's.
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    return NULL;
}

int32_t clinux_child_start(
    char *const *words, char *const *variables, int is_tied, void (*ended)(void *, int32_t), void *context
) {
    int report[2];
    if (closed_pipe(report) < 0) return -errno;
    struct child *child = malloc(sizeof *child);
    char **environment = environment_with(variables);
    int error = child == NULL || environment == NULL ? ENOMEM : 0;
    if (error == 0) {
        *child = (struct child){words, environment, is_tied, ended, context, report[1]};
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        pthread_t thread;
        error = pthread_create(&thread, &attributes, run, child);
        pthread_attr_destroy(&attributes);
    }
    if (error != 0) {
        free(environment);
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
