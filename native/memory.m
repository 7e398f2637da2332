#import "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach/mach.h>
#include <mach/mach_vm.h>
#else
#include <fcntl.h>
#include <inttypes.h>
#include <sys/ioctl.h>
#endif

enum { SMALLEST_ADOPTED = 1 << 20 };

/* Apple silicon's page: what newBufferWithBytesNoCopy asks for. */
enum { METAL_PAGE = 16384 };

size_t ml_memory_page(void)
{
    long page = sysconf(_SC_PAGESIZE);
    return page > METAL_PAGE ? (size_t)page : METAL_PAGE;
}

static uintptr_t page_start(const void *data) { return (uintptr_t)data & ~((uintptr_t)ml_memory_page() - 1); }

static uintptr_t page_end(const void *data, size_t bytes)
{
    return ((uintptr_t)data + bytes + ml_memory_page() - 1) & ~((uintptr_t)ml_memory_page() - 1);
}

/* A range of virtual memory of one kind, as the system lists it. */
typedef struct {
    uintptr_t low, high;
    int readable, writable;
    char kind[64]; /* what a buffer over several ranges must not mix: access, backing */
} region;

#ifdef __APPLE__
typedef struct {
    uintptr_t next;
} region_list;

static int open_regions(region_list *list, uintptr_t start)
{
    list->next = start;
    return 1;
}

static void close_regions(region_list *list) { (void)list; }

static int read_region(region_list *list, region *found)
{
    mach_vm_address_t address = list->next;
    mach_vm_size_t size = 0;
    vm_region_basic_info_data_64_t info;
    mach_msg_type_number_t count = VM_REGION_BASIC_INFO_COUNT_64;
    mach_port_t object = MACH_PORT_NULL;
    if (mach_vm_region(mach_task_self(), &address, &size, VM_REGION_BASIC_INFO_64, (vm_region_info_t)&info, &count, &object) !=
        KERN_SUCCESS) {
        return 0;
    }
    *found = (region){
        .low = address,
        .high = address + size,
        .readable = (info.protection & VM_PROT_READ) != 0,
        .writable = (info.protection & VM_PROT_WRITE) != 0,
    };
    snprintf(found->kind, sizeof found->kind, "%x", (unsigned)info.protection);
    list->next = found->high;
    return 1;
}
#else
/* Linux 6.11 and later tell of one address by ioctl PROCMAP_QUERY (linux/fs.h), which older headers lack. The list as text costs ten times
 * as much. */
typedef struct {
    uint64_t size, query_flags, address;                       /* in */
    uint64_t low, high, flags, page_size, offset, inode;       /* out */
    uint32_t major, minor, name_size, build_id_size;
    uint64_t name_address, build_id_address;
} region_query;

#define REGION_QUERY _IOWR('f', 17, region_query)
enum { QUERY_READABLE = 1, QUERY_WRITABLE = 2, QUERY_ACCESS = 15, QUERY_COVERING_OR_NEXT = 16 };

typedef struct {
    FILE *maps;
    int as_text;
    uintptr_t next;
} region_list;

static int open_regions(region_list *list, uintptr_t start)
{
    *list = (region_list){.maps = fopen("/proc/self/maps", "re"), .next = start};
    return list->maps != NULL;
}

static void close_regions(region_list *list) { fclose(list->maps); }

static int query_region(region_list *list, region *found)
{
    region_query query = {.size = sizeof query, .query_flags = QUERY_COVERING_OR_NEXT, .address = list->next};
    if (ioctl(fileno(list->maps), REGION_QUERY, &query) != 0) {
        return 0;
    }
    *found = (region){
        .low = (uintptr_t)query.low,
        .high = (uintptr_t)query.high,
        .readable = (query.flags & QUERY_READABLE) != 0,
        .writable = (query.flags & QUERY_WRITABLE) != 0,
    };
    snprintf(found->kind, sizeof found->kind, "%x %x:%x %llu", (unsigned)(query.flags & QUERY_ACCESS), query.major, query.minor,
             (unsigned long long)query.inode);
    list->next = found->high;
    return 1;
}

static int parse_region(region_list *list, region *found)
{
    char line[512], access[5], device[16];
    unsigned long inode;
    while (fgets(line, sizeof line, list->maps) != NULL) {
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*x %15s %lu", &found->low, &found->high, access, device, &inode) == 5) {
            found->readable = access[0] == 'r';
            found->writable = access[1] == 'w';
            snprintf(found->kind, sizeof found->kind, "%s %s %lu", access, device, inode);
            return 1;
        }
    }
    return 0;
}

/* Where queries do not work the first one fails already; behind the last region the text gives nothing new. */
static int read_region(region_list *list, region *found)
{
    if (!list->as_text && query_region(list, found)) {
        return 1;
    }
    list->as_text = 1;
    return parse_region(list, found);
}
#endif

/* Systems split what was allocated as one, macOS into entries of 128 MB: neighbours of one kind count as one. */
static int continues(const region *whole, const region *next)
{
    return next->low == whole->high && strcmp(next->kind, whole->kind) == 0;
}

/* The memory of one kind around [start, end), as far as the pages reach that the range touches; 0 if it does not cover the range. */
static int region_around(uintptr_t start, uintptr_t end, int writable, uintptr_t *low, uintptr_t *high)
{
    uintptr_t limit = page_end((const void *)start, end - start);
    region_list list;
    if (!open_regions(&list, page_start((const void *)start))) {
        return 0;
    }
    region whole = {0}, next;
    while (whole.high < limit && read_region(&list, &next) && next.low < limit) {
        if (continues(&whole, &next)) {
            whole.high = next.high;
        } else if (whole.high <= start) {
            whole = next;
        } else {
            break;
        }
    }
    close_regions(&list);
    *low = whole.low;
    *high = whole.high;
    return whole.low <= start && end <= whole.high && whole.readable && (!writable || whole.writable);
}

static int zero_copy_allowed(void)
{
    const char *value = getenv("METALLINK_ZERO_COPY");
    return value == NULL || strcmp(value, "0") != 0;
}

void ml_memory_adoptable(const void *data, size_t bytes, size_t alignment, int writable, size_t *first, size_t *end)
{
    uintptr_t start = (uintptr_t)data, low, high;
    *first = 0;
    *end = 0;
    if (bytes < SMALLEST_ADOPTED || start % alignment != 0 || !zero_copy_allowed() ||
        !region_around(start, start + bytes, writable, &low, &high)) {
        return;
    }
    uintptr_t page = ml_memory_page();
    low = (low + page - 1) / page * page;
    high = high / page * page;
    *first = low > start ? low - start : 0;
    *end = high < start + bytes ? high - start : bytes;
}

id<MTLBuffer> ml_memory_adopt(id<MTLDevice> device, void *data, size_t bytes, size_t *offset)
{
    uintptr_t start = page_start(data);
    *offset = (uintptr_t)data - start;
    return [device newBufferWithBytesNoCopy:(void *)start
                                     length:page_end(data, bytes) - start
                                    options:MTLResourceStorageModeShared
                                deallocator:nil];
}
