#define _GNU_SOURCE
#include "ccrash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Makes sure that no store of this thread moves across: a killed process leaves memory as its stores left it.
static void barrier(void) { atomic_signal_fence(memory_order_seq_cst); }

static int reserve(int file, off_t size) {
#if defined(__APPLE__)
    if (ftruncate(file, size) != 0) return errno;
    // Stores into a hole of a full disk would be a crash: fill the hole.
    char zeros[4096] = {0};
    for (off_t place = 0; place < size; place += sizeof zeros) {
        size_t count = size - place < (off_t)sizeof zeros ? (size_t)(size - place) : sizeof zeros;
        if (pwrite(file, zeros, count, place) != (ssize_t)count) return errno ? errno : ENOSPC;
    }
    return 0;
#else
    return posix_fallocate(file, 0, size);
#endif
}

struct ccrash_memory *ccrash_open(const char *path, int *problem) {
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        *problem = errno;
        return 0;
    }
    *problem = reserve(file, sizeof(struct ccrash_memory));
    void *address = MAP_FAILED;
    if (*problem == 0) {
        address = mmap(0, sizeof(struct ccrash_memory), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (address == MAP_FAILED) *problem = errno;
    }
    close(file);
    if (address == MAP_FAILED) return 0;
    struct ccrash_memory *memory = address;
    memory->version = CCRASH_VERSION;
    memory->size = sizeof(struct ccrash_memory);
    memory->pid = (unsigned int)getpid();
    barrier();
    memcpy(memory->magic, "HEARTHCR", 8);
    return memory;
}

void ccrash_close(struct ccrash_memory *memory) { munmap(memory, sizeof(struct ccrash_memory)); }

void ccrash_add_breadcrumb(struct ccrash_memory *memory, long long milliseconds, const void *text,
                           unsigned int length) {
    unsigned int sequence = ++memory->breadcrumb_sequence;
    if (sequence == 0) sequence = ++memory->breadcrumb_sequence;
    struct ccrash_breadcrumb *crumb = &memory->breadcrumbs[sequence % CCRASH_BREADCRUMBS];
    if (length > CCRASH_BREADCRUMB_TEXT) length = CCRASH_BREADCRUMB_TEXT;
    crumb->sequence = 0;
    barrier();
    crumb->length = length;
    crumb->milliseconds = milliseconds;
    memcpy(crumb->text, text, length);
    barrier();
    crumb->sequence_end = sequence;
    barrier();
    crumb->sequence = sequence;
}

static void set(struct ccrash_memory *memory, struct ccrash_key versions[2], const void *name, unsigned int name_length,
                const void *value, unsigned int value_length, unsigned int kind) {
    unsigned int sequence = ++memory->key_sequence;
    if (sequence == 0) sequence = ++memory->key_sequence;
    // The older version gives way: the newer one stays whole until the new one is.
    struct ccrash_key *key = versions[0].sequence > versions[1].sequence ? &versions[1] : &versions[0];
    if (name_length > CCRASH_KEY_TEXT) name_length = CCRASH_KEY_TEXT;
    if (value_length > CCRASH_KEY_TEXT) value_length = CCRASH_KEY_TEXT;
    key->sequence = 0;
    barrier();
    key->name_length = (unsigned short)name_length;
    key->value_length = (unsigned short)value_length;
    key->kind = kind;
    memcpy(key->name, name, name_length);
    memcpy(key->value, value, value_length);
    barrier();
    key->sequence_end = sequence;
    barrier();
    key->sequence = sequence;
}

void ccrash_set_key(struct ccrash_memory *memory, unsigned int slot, const void *name, unsigned int name_length,
                    const void *value, unsigned int value_length, unsigned int kind) {
    if (slot < CCRASH_KEYS) set(memory, memory->keys[slot], name, name_length, value, value_length, kind);
}

void ccrash_set_user(struct ccrash_memory *memory, const void *value, unsigned int length) {
    set(memory, memory->user, "", 0, value, length, length > 0);
}

static void append(struct ccrash_ring *ring, char *text, unsigned int size, const char *bytes, unsigned int length) {
    if (length > size) {
        bytes += length - size;
        length = size;
    }
    unsigned int place = (unsigned int)(ring->written % size);
    unsigned int first = length < size - place ? length : size - place;
    // Should the process die in between, the oldest bytes are overwritten in part: the reader leaves them out.
    ring->reserved = ring->written + length;
    barrier();
    memcpy(text + place, bytes, first);
    memcpy(text, bytes + first, length - first);
    barrier();
    ring->written += length;
}

void ccrash_append_log(struct ccrash_memory *memory, const void *text, unsigned int length) {
    append(&memory->log, memory->log_text, CCRASH_LOG_BYTES, text, length);
}

void ccrash_append_standard_error(struct ccrash_memory *memory, const void *text, unsigned int length) {
    append(&memory->standard_error, memory->standard_error_text, CCRASH_STDERR_BYTES, text, length);
}

void ccrash_mark_ended(struct ccrash_memory *memory) { memory->ended = 1; }
