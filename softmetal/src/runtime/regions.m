#include "regions.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct {
    uintptr_t begin, end;
    uint64_t flags, inode;
    uint32_t major, minor;
} region;

// Linux 6.11 and later answer for one address: linux/fs.h, PROCMAP_QUERY, which older headers lack. Reading the whole
// map as text costs ten times as much.
typedef struct {
    uint64_t size, query_flags, address;                          // in
    uint64_t begin, end, flags, page_size, offset, inode;         // out
    uint32_t major, minor, name_size, build_id_size;
    uint64_t name_address, build_id_address;
} map_query;
static const unsigned long map_query_request = _IOWR('f', 17, map_query);
enum { READABLE = 1, WRITABLE = 2, EXECUTABLE = 4, SHARED = 8, ACCESS = 15, COVERING_OR_NEXT = 16 };

// Finds the first region that ends after the address.
typedef bool finder(void *source, uintptr_t address, region *found);

static bool find_by_query(void *source, uintptr_t address, region *found) {
    map_query query = {.size = sizeof query, .query_flags = COVERING_OR_NEXT, .address = address};
    if (ioctl(*(int *)source, map_query_request, &query)) return false;
    *found = (region){query.begin, query.end, query.flags & ACCESS, query.inode, query.major, query.minor};
    return true;
}

static bool parse_region(const char *line, region *r) {
    char access[5];
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*x %" SCNx32 ":%" SCNx32 " %" SCNu64, &r->begin, &r->end, access,
               &r->major, &r->minor, &r->inode) != 6)
        return false;
    r->flags = (access[0] == 'r' ? READABLE : 0) | (access[1] == 'w' ? WRITABLE : 0) |
               (access[2] == 'x' ? EXECUTABLE : 0) | (access[3] == 's' ? SHARED : 0);
    return true;
}

// Reads on from where it is: addresses must not fall.
static bool find_in_text(void *source, uintptr_t address, region *found) {
    char line[512];
    bool line_starts = true;
    while (fgets(line, sizeof line, source)) {
        bool is_start = line_starts;
        line_starts = false;  // a path can be longer than the line buffer
        for (const char *c = line; *c; c++) line_starts = *c == '\n';
        if (is_start && parse_region(line, found) && found->end > address) return true;
    }
    return false;
}

static bool is_same_kind(const region *a, const region *b) {
    return a->flags == b->flags && a->inode == b->inode && a->major == b->major && a->minor == b->minor;
}

static sm_region_answer walk(finder *find, void *source, uintptr_t begin, uintptr_t end, bool *writable,
                             uintptr_t *at) {
    region first = {0}, r;
    for (*at = begin; *at < end; *at = r.end) {
        if (!find(source, *at, &r) || r.begin > *at) return SM_REGION_UNMAPPED;
        if (!(r.flags & READABLE)) return SM_REGION_UNREADABLE;
        if (*at != begin && !is_same_kind(&first, &r)) return SM_REGION_SEVERAL;
        if (*at == begin) first = r;
    }
    *writable = first.flags & WRITABLE;
    return SM_REGION_OK;
}

static bool has_queries;
static void find_queries(void) {
    region any;
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    has_queries = file >= 0 && find_by_query(&file, 0, &any);
    if (file >= 0) close(file);
}

sm_region_answer sm_region_query(const void *pointer, size_t length, bool *writable, uintptr_t *at) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    uintptr_t begin = (uintptr_t)pointer, end = begin + length;
    pthread_once(&once, find_queries);
    *writable = true;
    *at = begin;
    if (length > UINTPTR_MAX - begin) return SM_REGION_UNMAPPED;  // it would end beyond all addresses
    sm_region_answer answer = SM_REGION_OK;  // without /proc nothing is known against the range
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    FILE *text = file >= 0 && !has_queries ? fdopen(file, "r") : NULL;
    if (text) answer = walk(find_in_text, text, begin, end, writable, at);
    else if (file >= 0 && has_queries) answer = walk(find_by_query, &file, begin, end, writable, at);
    if (text) fclose(text);
    else if (file >= 0) close(file);
    return answer;
}
