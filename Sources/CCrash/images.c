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
#else
unsigned int ccrash_image_count(void) { return 0; }

const char *ccrash_image_path(unsigned int index) {
    (void)index;
    return 0;
}

unsigned long long ccrash_image_base(unsigned int index) {
    (void)index;
    return 0;
}

unsigned long long ccrash_image_size(unsigned int index) {
    (void)index;
    return 0;
}

int ccrash_image_uuid(unsigned int index, unsigned char *uuid) {
    (void)index;
    memset(uuid, 0, 16);
    return 0;
}
#endif
