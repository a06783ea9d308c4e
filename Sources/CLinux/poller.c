#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>

#ifdef __linux__

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int clinux_poller_create(void) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static int control(int poller, int operation, int fd, uint32_t readiness, uint64_t token) {
    struct epoll_event event = {.events = readiness, .data = {.u64 = token}};
    return epoll_ctl(poller, operation, fd, &event) < 0 ? -errno : 0;
}

int clinux_poller_add(int poller, int fd, uint32_t readiness, uint64_t token) {
    return control(poller, EPOLL_CTL_ADD, fd, readiness, token);
}

int clinux_poller_modify(int poller, int fd, uint32_t readiness, uint64_t token) {
    return control(poller, EPOLL_CTL_MOD, fd, readiness, token);
}

int clinux_poller_wait(int poller, struct clinux_event *events, int capacity, int timeout) {
    struct epoll_event reported[256];
    if (capacity > 256) capacity = 256;
    int count = epoll_wait(poller, reported, capacity, timeout);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int index = 0; index < count; index++) {
        events[index].token = reported[index].data.u64;
        events[index].readiness = reported[index].events;
    }
    return count;
}

int clinux_wakeup_create(void) {
    int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

void clinux_wakeup_raise(int fd) {
    uint64_t one = 1;
    // A full counter means that the loop is already awake.
    (void)!write(fd, &one, sizeof one);
}

void clinux_wakeup_clear(int fd) {
    uint64_t count;
    (void)!read(fd, &count, sizeof count);
}

#else

int clinux_poller_create(void) { return -ENOSYS; }
int clinux_poller_add(int poller, int fd, uint32_t readiness, uint64_t token) { return -ENOSYS; }
int clinux_poller_modify(int poller, int fd, uint32_t readiness, uint64_t token) { return -ENOSYS; }
int clinux_poller_wait(int poller, struct clinux_event *events, int capacity, int timeout) { return -ENOSYS; }
int clinux_wakeup_create(void) { return -ENOSYS; }
void clinux_wakeup_raise(int fd) {}
void clinux_wakeup_clear(int fd) {}

#endif
