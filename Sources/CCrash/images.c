#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "ccrash.h"

#include <string.h>

#if __has_include(<execinfo.h>)
#include <execinfo.h>

unsigned int ccrash_capture(unsigned long long *addresses, unsigned int capacity) {
    void *frames[128];
    int count = backtrace(frames, capacity < 128 ? (int)capacity : 128);
    // The first one is this function's.
    for (int index = 1; index < count; index++) addresses[index - 1] = (unsigned long long)frames[index];
    return count > 0 ? (unsigned int)count - 1 : 0;
}
#else
unsigned int ccrash_capture(unsigned long long *addresses, unsigned int capacity) {
    (void)addresses;
    (void)capacity;
    return 0;
}
#endif

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#include <mach-o/loader.h>

unsigned int ccrash_image_count(void) { return _dyld_image_count(); }

const char *ccrash_image_path(unsigned int index) { return _dyld_get_image_name(index); }

unsigned long long ccrash_image_base(unsigned int index) {
    return (unsigned long long)_dyld_get_image_header(index);
}

// Calls for the load commands of a 64-bit image until one is the wanted one.
static const struct load_command *find(unsigned int index, unsigned int wanted) {
    const struct mach_header_64 *header = (const struct mach_header_64 *)_dyld_get_image_header(index);
    if (!header || header->magic != MH_MAGIC_64) return 0;
    const char *place = (const char *)(header + 1);
    for (unsigned int number = 0; number < header->ncmds; number++) {
        const struct load_command *command = (const struct load_command *)place;
        if (command->cmd == wanted) return command;
        place += command->cmdsize;
    }
    return 0;
}

unsigned long long ccrash_image_size(unsigned int index) {
    // The first segment of every image is its text.
    const struct segment_command_64 *segment = (const struct segment_command_64 *)find(index, LC_SEGMENT_64);
    if (segment && strcmp(segment->segname, "__TEXT") == 0) return segment->vmsize;
    // An executable has an empty page zero before it.
    if (!segment) return 0;
    const struct load_command *next =
        (const struct load_command *)((const char *)segment + segment->cmdsize);
    return next->cmd == LC_SEGMENT_64 ? ((const struct segment_command_64 *)next)->vmsize : 0;
}

int ccrash_image_uuid(unsigned int index, unsigned char *uuid) {
    const struct uuid_command *command = (const struct uuid_command *)find(index, LC_UUID);
    if (!command) return 0;
    memcpy(uuid, command->uuid, 16);
    return 1;
}
#elif defined(__linux__)
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct image_list {
    struct ccrash_image *images;
    unsigned int capacity;
    unsigned int count;
};

// Keeps the build ID among some notes of an image.
static void read_notes(struct ccrash_image *image, const unsigned char *at, const unsigned char *end) {
    while ((size_t)(end - at) >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
        size_t name_length = ((size_t)note->n_namesz + 3) & ~(size_t)3;
        size_t length = ((size_t)note->n_descsz + 3) & ~(size_t)3;
        size_t left = (size_t)(end - at) - sizeof *note;
        if (name_length > left || length > left - name_length) return;
        const unsigned char *name = at + sizeof *note;
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(name, "GNU", 4) &&
            note->n_descsz <= sizeof image->identifier) {
            image->identifier_length = note->n_descsz;
            memcpy(image->identifier, name + name_length, note->n_descsz);
            return;
        }
        at = name + name_length + length;
    }
}

static int add_image(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    struct image_list *list = data;
    const char *path = info->dlpi_name ? info->dlpi_name : "";
    char own[sizeof list->images->path];
    if (list->count == 0 && !*path) {
        ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
        own[length < 0 ? 0 : length] = 0;
        path = own;
    }
    // What the kernel adds is no file.
    if (*path != '/') return 0;
    if (list->count >= list->capacity) return 1;
    // The kernel's list of mappings names files, and a library is mostly found by a link.
    char *real = realpath(path, 0);
    if (real) path = real;
    if (strlen(path) >= sizeof list->images->path) {
        free(real);
        return 0;
    }
    struct ccrash_image *image = &list->images[list->count];
    memset(image, 0, sizeof *image);
    strcpy(image->path, path);
    free(real);
    image->base = ~0ULL;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[index];
        unsigned long long start = (unsigned long long)(info->dlpi_addr + header->p_vaddr);
        unsigned long long end = start + header->p_memsz;
        if (header->p_type == PT_LOAD && start - header->p_offset < image->base) image->base = start - header->p_offset;
        if (header->p_type == PT_LOAD && header->p_flags & PF_X && end > image->end) image->end = end;
        if (header->p_type == PT_NOTE && !image->identifier_length) {
            read_notes(image, (const unsigned char *)start, (const unsigned char *)end);
        }
    }
    if (image->base < image->end) list->count++;
    return 0;
}

void ccrash_distribution(char *name, unsigned int capacity) {
    static const char key[] = "PRETTY_NAME=";
    name[0] = 0;
    FILE *file = fopen("/etc/os-release", "re");
    if (!file) file = fopen("/usr/lib/os-release", "re");
    if (!file) return;
    char line[512];
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, key, sizeof key - 1)) continue;
        const char *value = line + sizeof key - 1;
        value += strspn(value, "\"'");
        snprintf(name, capacity, "%.*s", (int)strcspn(value, "\"'\n"), value);
        break;
    }
    fclose(file);
}

unsigned int ccrash_images(struct ccrash_image *images, unsigned int capacity) {
    struct image_list list = {images, capacity, 0};
    // The loader keeps images from coming and going meanwhile.
    dl_iterate_phdr(add_image, &list);
    return list.count;
}
#endif
