#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <string.h>

#ifdef __linux__

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

void clinux_error_text(int error, char *text, size_t capacity) {
    // The GNU variant may answer a string of its own.
    char *message = strerror_r(error, text, capacity);
    if (message != text && capacity > 0) snprintf(text, capacity, "%s", message);
}

static int listen_at(const struct addrinfo *place, int backlog) {
    int fd = socket(place->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    int one = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(fd, place->ai_addr, place->ai_addrlen) < 0 || listen(fd, backlog) < 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

int clinux_listen(const char *host, uint16_t port, int backlog) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)port);
    struct addrinfo *places = NULL;
    if (getaddrinfo(host, service, &hints, &places) != 0 || places == NULL) return CLINUX_INVALID_HOST;
    int fd = CLINUX_INVALID_HOST;
    for (struct addrinfo *place = places; place != NULL; place = place->ai_next) {
        fd = listen_at(place, backlog);
        if (fd >= 0) break;
    }
    freeaddrinfo(places);
    return fd;
}

static int write_address(const struct sockaddr_storage *address, char *text, size_t capacity, uint16_t *port) {
    if (capacity == 0) return -EINVAL;
    text[0] = 0;
    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        *port = ntohs(four->sin_port);
        return inet_ntop(AF_INET, &four->sin_addr, text, (socklen_t)capacity) ? 0 : -errno;
    }
    if (address->ss_family != AF_INET6) return -EAFNOSUPPORT;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    *port = ntohs(six->sin6_port);
    // A client of IPv4 on a dual-stack listener is written as one of IPv4.
    if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
        return inet_ntop(AF_INET, six->sin6_addr.s6_addr + 12, text, (socklen_t)capacity) ? 0 : -errno;
    }
    return inet_ntop(AF_INET6, &six->sin6_addr, text, (socklen_t)capacity) ? 0 : -errno;
}

int clinux_local_address(int fd, char *text, size_t capacity, uint16_t *port) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) < 0) return -errno;
    return write_address(&address, text, capacity, port);
}

int clinux_accept(int listener, char *peer, size_t capacity) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    int fd = accept4(listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return -errno;
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    uint16_t port = 0;
    write_address(&address, peer, capacity, &port);
    return fd;
}

long clinux_receive(int fd, void *buffer, size_t count) {
    for (;;) {
        ssize_t got = recv(fd, buffer, count, 0);
        if (got >= 0) return (long)got;
        if (errno != EINTR) return -errno;
    }
}

long clinux_send(int fd, const void *buffer, size_t count) {
    for (;;) {
        ssize_t sent = send(fd, buffer, count, MSG_NOSIGNAL);
        if (sent >= 0) return (long)sent;
        if (errno != EINTR) return -errno;
    }
}

void clinux_shutdown_write(int fd) {
    shutdown(fd, SHUT_WR);
}

void clinux_close(int fd) {
    close(fd);
}

void clinux_close_listener(int fd) {
    shutdown(fd, SHUT_RDWR);
    close(fd);
}

void clinux_abort(int fd) {
    struct linger none = {.l_onoff = 1, .l_linger = 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close(fd);
}

#else

void clinux_error_text(int error, char *text, size_t capacity) { strerror_r(error, text, capacity); }
int clinux_listen(const char *host, uint16_t port, int backlog) { return -ENOSYS; }
int clinux_local_address(int fd, char *text, size_t capacity, uint16_t *port) { return -ENOSYS; }
int clinux_accept(int listener, char *peer, size_t capacity) { return -ENOSYS; }
long clinux_receive(int fd, void *buffer, size_t count) { return -ENOSYS; }
long clinux_send(int fd, const void *buffer, size_t count) { return -ENOSYS; }
void clinux_shutdown_write(int fd) {}
void clinux_close(int fd) {}
void clinux_close_listener(int fd) {}
void clinux_abort(int fd) {}

#endif
