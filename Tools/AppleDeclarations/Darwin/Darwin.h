// What Hearth's client side uses of Apple's C library, declared for the type check of `script/check-apple`.

#ifndef HEARTH_DARWIN_H
#define HEARTH_DARWIN_H

#pragma clang assume_nonnull begin

typedef unsigned long size_t;
typedef long ssize_t;
typedef long time_t;
typedef unsigned short mode_t;
typedef int pid_t;
typedef unsigned int uid_t;

// time.h
struct timespec { time_t tv_sec; long tv_nsec; };
typedef enum {
    _CLOCK_REALTIME __attribute__((swift_name("CLOCK_REALTIME"))) = 0,
    _CLOCK_MONOTONIC __attribute__((swift_name("CLOCK_MONOTONIC"))) = 6,
} clockid_t;
int clock_gettime(clockid_t clock, struct timespec *time);

// pthread.h
typedef struct _opaque_pthread_mutex_t { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct _opaque_pthread_mutexattr_t { long __sig; char __opaque[8]; } pthread_mutexattr_t;
typedef struct _opaque_pthread_cond_t { long __sig; char __opaque[40]; } pthread_cond_t;
typedef struct _opaque_pthread_condattr_t { long __sig; char __opaque[8]; } pthread_condattr_t;
typedef struct _opaque_pthread_attr_t { long __sig; char __opaque[56]; } pthread_attr_t;
typedef struct _opaque_pthread_t { long __sig; void *_Nullable __cleanup_stack; char __opaque[8176]; } *pthread_t;
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *_Nullable attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *_Nullable attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_create(
    pthread_t _Nullable *_Nonnull thread,
    const pthread_attr_t *_Nullable attributes,
    void *_Nullable (*_Nonnull start)(void *),
    void *_Nullable argument
);
int pthread_detach(pthread_t thread);
int pthread_join(pthread_t thread, void *_Nullable *_Nullable result);

typedef enum {
    QOS_CLASS_UTILITY __attribute__((swift_name("QOS_CLASS_UTILITY"))) = 0x11,
} qos_class_t;
int pthread_set_qos_class_self_np(qos_class_t qos, int relative_priority);

// signal.h
typedef unsigned int sigset_t;
int sigfillset(sigset_t *set);
int pthread_sigmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable old);
int sigdelset(sigset_t *set, int signal);
#define SIG_SETMASK 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12

#pragma clang assume_nonnull end

// unistd.h, stdlib.h, stdio.h, sys/stat.h, sys/file.h: Apple leaves their pointers without nullability.
int close(int file);
ssize_t read(int file, void *buffer, size_t count);
ssize_t write(int file, const void *bytes, size_t count);
int unlink(const char *path);
int rename(const char *from, const char *to);
int access(const char *path, int mode);
int fsync(int file);
int fchmod(int file, mode_t mode);
int mkdir(const char *path, mode_t mode);
int flock(int file, int operation);
char *getenv(const char *name);
pid_t getpid(void);
uid_t getuid(void);
int ftruncate(int file, long long size);
int rmdir(const char *path);
char *strerror(int number);
typedef long long off_t;
ssize_t pread(int file, void *buffer, size_t count, off_t offset);
struct stat { off_t st_size; };
int fstat(int file, struct stat *status);
int timingsafe_bcmp(const void *one, const void *other, size_t count);
long sysconf(int name);
#define _SC_NPROCESSORS_ONLN 58
#define F_OK 0
#define R_OK 4
#define STDERR_FILENO 2
#define LOCK_EX 0x02
#define LOCK_UN 0x08
#define LOCK_NB 0x04

// dirent.h
struct dirent { char d_name[1024]; };
typedef struct _DIR { int file; } DIR;
DIR *opendir(const char *path);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);

// sys/fcntl.h
#define O_APPEND 0x00000008
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_CLOEXEC 0x01000000

// sys/errno.h
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EACCES 13
#define EISDIR 21
#define ENOSPC 28
#define EROFS 30
#define EWOULDBLOCK 35
#define ELOOP 62
#define EDQUOT 69

// sys/sysctl.h, sys/proc.h: what a process asks about itself.
struct extern_proc { int p_flag; };
struct kinfo_proc { struct extern_proc kp_proc; };
int sysctl(int *name, unsigned int count, void *old, size_t *old_size, void *new, size_t new_size);
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
#define P_TRACED 0x00000800

#endif
