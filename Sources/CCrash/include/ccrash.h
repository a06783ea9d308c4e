// What a crash report is made of: a file in memory that outlives its process, and the signal handler that writes into it.
//
// The file holds breadcrumbs, custom keys, the log, the latest text of standard error, and what the handler notes of a
// crash. It is mapped and shared, so that everything that was written is there after the process died, however it died.
// Every number is in the byte order of the machine: the file is read on the machine that wrote it.

#ifndef CCRASH_H
#define CCRASH_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CCRASH_VERSION = 1,

    CCRASH_BREADCRUMBS = 64,
    CCRASH_BREADCRUMB_TEXT = 232,
    CCRASH_KEYS = 64,
    CCRASH_KEY_TEXT = 1024,
    CCRASH_LOG_BYTES = 64000,
    CCRASH_STDERR_BYTES = 8192,
    CCRASH_FRAMES = 128,
    CCRASH_ASYNC_FRAMES = 64,
    CCRASH_REGISTERS = 33,
    CCRASH_MAPS_BYTES = 65536,
};

// A breadcrumb. It is whole if `sequence` is the same at both ends and not zero.
struct ccrash_breadcrumb {
    unsigned int sequence;
    unsigned int length;
    long long milliseconds;
    char text[CCRASH_BREADCRUMB_TEXT];
    unsigned int sequence_end;
    unsigned int reserved;
};

// One of the two versions of a custom key; the whole one with the larger `sequence` counts.
struct ccrash_key {
    unsigned int sequence;
    unsigned short name_length;
    unsigned short value_length;
    unsigned int kind;
    unsigned int sequence_end;
    char name[CCRASH_KEY_TEXT];
    char value[CCRASH_KEY_TEXT];
};

struct ccrash_ring {
    // All bytes that were ever written; the latest stand before `written % size`.
    unsigned long long written;
    // All bytes of which writing has begun.
    unsigned long long reserved;
};

// What the handler notes of a crash. It is written in the order of its members, and `stage` tells how far it came.
struct ccrash_record {
    unsigned int stage;
    int signal;
    int code;
    int thread;
    unsigned long long address;
    long long seconds;
    long long nanoseconds;
    unsigned long long pc;
    unsigned long long sp;
    unsigned long long fp;
    unsigned int register_count;
    // Frames of the walk along the frame pointers, the crashed one first.
    unsigned int frame_count;
    // Of them the async frames at the end, which are resumed later and called by none.
    unsigned int async_count;
    // Frames that the unwinder of the C library found, the handler's own included.
    unsigned int unwound_count;
    unsigned int maps_length;
    // How many crashes followed in the handler itself.
    unsigned int nested;
    unsigned long long registers[CCRASH_REGISTERS];
    unsigned long long frames[CCRASH_FRAMES];
    unsigned long long async_frames[CCRASH_ASYNC_FRAMES];
    unsigned long long unwound[CCRASH_FRAMES];
    char maps[CCRASH_MAPS_BYTES];
};

enum {
    CCRASH_STAGE_NONE = 0,
    CCRASH_STAGE_SIGNAL = 1,
    CCRASH_STAGE_FRAMES = 2,
    CCRASH_STAGE_UNWOUND = 3,
    CCRASH_STAGE_DONE = 4,
};

struct ccrash_memory {
    char magic[8];
    unsigned int version;
    unsigned int size;
    // 1 once the process ended by itself.
    unsigned int ended;
    unsigned int pid;
    unsigned int breadcrumb_sequence;
    unsigned int key_sequence;
    struct ccrash_ring log;
    struct ccrash_ring standard_error;
    struct ccrash_record crash;
    struct ccrash_breadcrumb breadcrumbs[CCRASH_BREADCRUMBS];
    struct ccrash_key keys[CCRASH_KEYS][2];
    struct ccrash_key user[2];
    char log_text[CCRASH_LOG_BYTES];
    char standard_error_text[CCRASH_STDERR_BYTES];
};

// Where the long texts stand in the file: Swift cannot name arrays of that size.
enum {
    CCRASH_LOG_PLACE = __builtin_offsetof(struct ccrash_memory, log_text),
    CCRASH_STDERR_PLACE = __builtin_offsetof(struct ccrash_memory, standard_error_text),
    CCRASH_MAPS_PLACE = __builtin_offsetof(struct ccrash_memory, crash) + __builtin_offsetof(struct ccrash_record, maps),
};

// Creates the file, with all of its room on the disk, and maps it.
// Returns null and the reason in *problem (an errno) if that fails.
struct ccrash_memory *ccrash_open(const char *path, int *problem);

// Unmaps the file. It must not be the one that handlers write into.
void ccrash_close(struct ccrash_memory *memory);

// Writers. One thread at a time may call them for one file.
void ccrash_add_breadcrumb(struct ccrash_memory *memory, long long milliseconds, const void *text, unsigned int length);
void ccrash_set_key(struct ccrash_memory *memory, unsigned int slot, const void *name, unsigned int name_length,
                    const void *value, unsigned int value_length, unsigned int kind);
void ccrash_set_user(struct ccrash_memory *memory, const void *value, unsigned int length);
void ccrash_append_log(struct ccrash_memory *memory, const void *text, unsigned int length);
void ccrash_mark_ended(struct ccrash_memory *memory);

// Installs the handlers of fatal signals, for the whole process and once: later calls replace the file that they write
// into. Handlers that were there before run afterwards. Returns 0 or an errno.
int ccrash_install(struct ccrash_memory *memory);

// Lets the handlers write nowhere.
void ccrash_detach(void);

// Gives the calling thread a stack of its own for handlers, so that an overflow of its stack is noted, and lets fatal
// signals through. Returns 0 or an errno; a thread that has such a stack keeps it.
int ccrash_protect_thread(void);

// Puts a pipe in the place of standard error, copies what comes out of it to the file, and passes it on.
// Returns 0 or an errno.
int ccrash_capture_standard_error(struct ccrash_memory *memory);

// The return addresses of the calling thread, the innermost first. Returns how many there are.
unsigned int ccrash_capture(unsigned long long *addresses, unsigned int capacity);

// The images of this process, on Apple's systems.
unsigned int ccrash_image_count(void);
const char *ccrash_image_path(unsigned int index);
unsigned long long ccrash_image_base(unsigned int index);
unsigned long long ccrash_image_size(unsigned int index);
// Writes 16 bytes; returns 0 if the image has no identifier.
int ccrash_image_uuid(unsigned int index, unsigned char *uuid);

// An image of a process on Linux.
struct ccrash_image {
    unsigned long long base;
    // Where its code ends.
    unsigned long long end;
    // Its build ID; empty if it has none.
    unsigned int identifier_length;
    unsigned char identifier[64];
    char path[1024];
};

// Writes the name of this Linux distribution; an empty text if it has none.
void ccrash_distribution(char *name, unsigned int capacity);

// Writes the images of this process on Linux, the program first. Returns how many it wrote.
unsigned int ccrash_images(struct ccrash_image *images, unsigned int capacity);

// Whether standard error is a terminal.
int ccrash_standard_error_is_terminal(void);

#ifdef __cplusplus
}
#endif

#endif
