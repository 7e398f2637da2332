#define _GNU_SOURCE  // mkostemp
#include "cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "settings.h"

// An entry is this header and the bytes. The digest of the bytes finds torn and damaged files.
typedef struct {
    char magic[8];
    uint64_t length;
    uint8_t digest[SM_SHA256_SIZE];
} entry_header;
static const char magic[8] = {'s', 'o', 'f', 't', 'm', 't', 'l', '1'};
static const uint64_t max_length = 1ull << 30;

sm_cache_key sm_cache_make_key(const char *const *parts, size_t count) {
    sm_sha256 hash;
    sm_cache_key key;
    sm_sha256_init(&hash);
    for (size_t i = 0; i < count; i++) sm_sha256_add(&hash, parts[i], strlen(parts[i]) + 1);  // the 0 divides parts
    sm_sha256_end(&hash, key.digest);
    return key;
}

static bool folder_path(char path[PATH_MAX]) {
    const char *own = getenv("SOFTMETAL_CACHE"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length;
    if (own && *own) length = snprintf(path, PATH_MAX, "%s", own);
    else if (cache && *cache == '/') length = snprintf(path, PATH_MAX, "%s/softmetal", cache);
    else if (home && *home == '/') length = snprintf(path, PATH_MAX, "%s/.cache/softmetal", home);
    else return false;
    return length > 0 && length < PATH_MAX;
}

static bool entry_path(const sm_cache_key *key, char path[PATH_MAX]) {
    char folder[PATH_MAX], name[2 * SM_SHA256_SIZE + 1];
    if (!folder_path(folder)) return false;
    for (int i = 0; i < SM_SHA256_SIZE; i++) snprintf(name + 2 * i, 3, "%02x", key->digest[i]);
    return snprintf(path, PATH_MAX, "%s/%s.bin", folder, name) < PATH_MAX;
}

static bool read_fully(int file, void *bytes, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t n = read(file, (char *)bytes + done, length - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

static bool write_fully(int file, const void *bytes, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t n = write(file, (const char *)bytes + done, length - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

static void digest_bytes(const void *bytes, size_t length, uint8_t digest[SM_SHA256_SIZE]) {
    sm_sha256 hash;
    sm_sha256_init(&hash);
    sm_sha256_add(&hash, bytes, length);
    sm_sha256_end(&hash, digest);
}

static void *read_entry(int file, size_t *length) {
    entry_header header;
    struct stat info;
    if (fstat(file, &info) || !S_ISREG(info.st_mode)) return NULL;
    if (!read_fully(file, &header, sizeof header) || memcmp(header.magic, magic, sizeof magic)) return NULL;
    if (header.length == 0 || header.length > max_length) return NULL;
    if ((uint64_t)info.st_size != sizeof header + header.length) return NULL;
    void *bytes = malloc(header.length);
    uint8_t digest[SM_SHA256_SIZE];
    if (bytes && read_fully(file, bytes, header.length)) {
        digest_bytes(bytes, header.length, digest);
        if (!memcmp(digest, header.digest, sizeof digest)) {
            *length = header.length;
            return bytes;
        }
    }
    free(bytes);
    return NULL;
}

bool sm_cache_read(const sm_cache_key *key, void **bytes, size_t *length) {
    char path[PATH_MAX];
    if (!entry_path(key, path)) return false;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return false;
    *bytes = read_entry(file, length);
    // Set, not left to the system: file systems are mounted without access times.
    const struct timespec used[] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_OMIT}};
    if (*bytes) futimens(file, used);
    close(file);
    return *bytes != NULL;
}

// ---- The limit

typedef struct {
    char name[NAME_MAX + 1];
    struct timespec used;
    uint64_t size;
} cached_file;

typedef struct {
    cached_file *files;
    size_t count, room;
    uint64_t size;
} file_list;

enum { ABANDONED_SECONDS = 3600 };

static bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), end_length = strlen(end);
    return length >= end_length && !strcmp(name + length - end_length, end);
}

static void add_file(file_list *list, const char *name, const struct stat *info) {
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 256;
        cached_file *grown = realloc(list->files, room * sizeof *grown);
        if (!grown) return;
        list->files = grown;
        list->room = room;
    }
    cached_file *file = &list->files[list->count++];
    snprintf(file->name, sizeof file->name, "%s", name);
    file->used = info->st_atim;
    file->size = (uint64_t)info->st_blocks * 512;
    list->size += file->size;
}

// Entries, and what a process that was killed left behind, which is removed at once. Other files are not ours.
static void list_files(DIR *folder, file_list *list) {
    for (struct dirent *each; (each = readdir(folder));) {
        struct stat info;
        bool is_entry = ends_with(each->d_name, ".bin"), is_partial = strstr(each->d_name, ".bin.") != NULL;
        if (!is_entry && !is_partial) continue;
        if (fstatat(dirfd(folder), each->d_name, &info, AT_SYMLINK_NOFOLLOW) || !S_ISREG(info.st_mode)) continue;
        if (is_entry) add_file(list, each->d_name, &info);
        else if (info.st_mtim.tv_sec + ABANDONED_SECONDS < time(NULL)) unlinkat(dirfd(folder), each->d_name, 0);
    }
}

static int compare_use(const void *a, const void *b) {
    const struct timespec *x = &((const cached_file *)a)->used, *y = &((const cached_file *)b)->used;
    if (x->tv_sec != y->tv_sec) return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

// Other processes may do the same: a file that is gone already is as good.
static void keep_limit(void) {
    char path[PATH_MAX];
    DIR *folder = folder_path(path) ? opendir(path) : NULL;
    if (!folder) return;
    file_list list = {0};
    list_files(folder, &list);
    if (list.size > sm_cache_limit()) qsort(list.files, list.count, sizeof *list.files, compare_use);
    for (size_t i = 0; i < list.count && list.size > sm_cache_limit(); i++) {
        unlinkat(dirfd(folder), list.files[i].name, 0);
        list.size -= list.files[i].size;
    }
    free(list.files);
    closedir(folder);
}

// ---- Writing

static void make_folders(const char *path) {
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = part + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(part, 0777);
        *slash = '/';
    }
}

void sm_cache_write(const sm_cache_key *key, const void *bytes, size_t length) {
    char path[PATH_MAX], temporary[PATH_MAX];
    if (length == 0 || length > max_length || !entry_path(key, path)) return;
    if (snprintf(temporary, PATH_MAX, "%s.XXXXXX", path) >= PATH_MAX) return;
    make_folders(path);
    int file = mkostemp(temporary, O_CLOEXEC);
    if (file < 0) return;
    entry_header header = {.length = length};
    memcpy(header.magic, magic, sizeof magic);
    digest_bytes(bytes, length, header.digest);
    bool whole = write_fully(file, &header, sizeof header) && write_fully(file, bytes, length);
    whole = close(file) == 0 && whole;
    // The rename is atomic: another process sees the old file, the new one, or none.
    if (!whole || rename(temporary, path)) unlink(temporary);
    else keep_limit();
}
