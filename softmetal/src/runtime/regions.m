#include "regions.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    uintptr_t begin, end;
    char protection[5], device[16];
    unsigned long inode;
} region;

static bool parse_region(const char *line, region *r) {
    return sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*x %15s %lu", &r->begin, &r->end, r->protection, r->device,
                  &r->inode) == 5;
}

static bool is_same_kind(const region *a, const region *b) {
    return a->inode == b->inode && !strcmp(a->protection, b->protection) && !strcmp(a->device, b->device);
}

static sm_region_answer query_maps(FILE *maps, uintptr_t begin, uintptr_t end, bool *writable, uintptr_t *at) {
    char line[512];
    region r, first;
    uintptr_t reached = begin;
    bool found = false, line_starts = true;
    *at = begin;
    while (reached < end && fgets(line, sizeof line, maps)) {
        bool is_start = line_starts;
        line_starts = strchr(line, '\n') != NULL;  // a path can be longer than the line buffer
        if (!is_start || !parse_region(line, &r) || r.end <= reached) continue;
        *at = reached;
        if (r.begin > reached) return SM_REGION_UNMAPPED;
        if (r.protection[0] != 'r') return SM_REGION_UNREADABLE;
        if (found && !is_same_kind(&first, &r)) return SM_REGION_SEVERAL;
        if (!found) first = r;
        found = true;
        reached = r.end;
    }
    *at = reached;
    if (reached < end) return SM_REGION_UNMAPPED;
    *writable = first.protection[1] == 'w';
    return SM_REGION_OK;
}

sm_region_answer sm_region_query(const void *pointer, size_t length, bool *writable, uintptr_t *at) {
    uintptr_t begin = (uintptr_t)pointer;
    *writable = true;
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps) return SM_REGION_OK;  // no /proc: nothing is known against the range
    sm_region_answer answer = query_maps(maps, begin, begin + length, writable, at);
    fclose(maps);
    return answer;
}
