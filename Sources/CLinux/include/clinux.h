// The system calls of the HTTP server, as far as Swift cannot import them on every libc.
// Each function answers a count or a descriptor, or a negated errno: nothing reads the global after the call.
// Elsewhere than on Linux every call fails with ENOSYS, so that the package still builds.
#ifndef HEARTH_CLINUX_H
#define HEARTH_CLINUX_H

#include <stddef.h>
#include <stdint.h>

/// What a descriptor is ready for; the values are those of epoll.
static const uint32_t CLINUX_READABLE = 0x001;
static const uint32_t CLINUX_WRITABLE = 0x004;
static const uint32_t CLINUX_FAILED = 0x008;
static const uint32_t CLINUX_HUNG_UP = 0x010;
static const uint32_t CLINUX_PEER_CLOSED = 0x2000;
static const uint32_t CLINUX_EDGE_TRIGGERED = 0x80000000u;

/// One report of the poller, without the packing that differs between architectures.
struct clinux_event {
    uint64_t token;
    uint32_t readiness;
};

/// The host is no address and has none: not an errno.
static const int32_t CLINUX_INVALID_HOST = -100000;
/// Room for an address as text, its terminator included.
static const int32_t CLINUX_ADDRESS_CAPACITY = 64;

/// What a negated errno means to the server.
enum clinux_error_kind {
    CLINUX_OTHER,
    CLINUX_WOULD_BLOCK,
    CLINUX_EXHAUSTED,
    CLINUX_IN_USE,
    CLINUX_NOT_AVAILABLE,
    CLINUX_DENIED,
};
enum clinux_error_kind clinux_error_kind(int32_t error);

int clinux_poller_create(void);
int clinux_poller_add(int poller, int fd, uint32_t readiness, uint64_t token);
int clinux_poller_modify(int poller, int fd, uint32_t readiness, uint64_t token);
/// Waits up to `timeout` milliseconds, for ever if it is negative. An interruption counts as no event.
int clinux_poller_wait(int poller, struct clinux_event *events, int capacity, int timeout);

int clinux_wakeup_create(void);
void clinux_wakeup_raise(int fd);
void clinux_wakeup_clear(int fd);

int clinux_listen(const char *host, uint16_t port, int backlog);
int clinux_local_address(int fd, char *text, size_t capacity, uint16_t *port);
/// Accepts one connection: non-blocking, without Nagle's delay. Writes the peer's address.
int clinux_accept(int listener, char *peer, size_t capacity);
long clinux_receive(int fd, void *buffer, size_t count);
long clinux_send(int fd, const void *buffer, size_t count);
void clinux_shutdown_write(int fd);
void clinux_close(int fd);
/// Stops listening at once, also where a child that has not yet started its program holds the socket too, and closes.
void clinux_close_listener(int fd);
/// Closes with a reset, so that the peer cannot take a cut answer for a complete one.
void clinux_abort(int fd);

uint64_t clinux_monotonic_milliseconds(void);
void clinux_error_text(int error, char *text, size_t capacity);

long clinux_core_count(void);
uintptr_t clinux_thread_identity(void);
/// Starts a detached thread.
int clinux_thread_start(size_t stack, void (*body)(void *), void *context);

/// Has SIGTERM and SIGINT written to a pipe, the first of them only, and ignores SIGPIPE. Answers the end to read.
int clinux_signals_watch(void);
/// Waits for the signal, answers which it was, and closes the pipe.
int clinux_signals_wait(int fd);
/// Starts a program, found in PATH unless its name has a slash. `words` end with NULL, and so do `variables`: each is
/// NAME=VALUE, and the program has them in addition to this process's, or instead; this process's stay as they are.
/// Answers its process, or a negated errno. `ended` is called once, on another thread, with the program's status, or 128
/// and the signal that ended it: before the process's number is free for another one, and not if the start failed. A
/// tied program is killed when this process ends, however that happens; on Linux only.
int32_t clinux_child_start(
    char *const *words, char *const *variables, int is_tied, void (*ended)(void *, int32_t), void *context
);
/// Sends this process a signal, as another process would.
int clinux_signals_raise(int signal);

#endif
