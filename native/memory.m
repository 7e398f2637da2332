#import "memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach/mach.h>
#include <mach/mach_vm.h>
#else
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
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

/* The region of virtual memory around [start, end), if one covers it all. */
#ifdef __APPLE__
static int region_around(uintptr_t start, uintptr_t end, int writable, uintptr_t *low, uintptr_t *high)
{
    mach_vm_address_t address = start;
    mach_vm_size_t size = 0;
    vm_region_basic_info_data_64_t info;
    mach_msg_type_number_t count = VM_REGION_BASIC_INFO_COUNT_64;
    mach_port_t object = MACH_PORT_NULL;
    kern_return_t result = mach_vm_region(mach_task_self(), &address, &size, VM_REGION_BASIC_INFO_64, (vm_region_info_t)&info,
                                          &count, &object);
    vm_prot_t needed = VM_PROT_READ | (writable ? VM_PROT_WRITE : 0);
    *low = address;
    *high = address + size;
    return result == KERN_SUCCESS && *low <= start && end <= *high && (info.protection & needed) == needed;
}
#else
typedef struct {
    uintptr_t low, high;
    char access[5], device[16];
    unsigned long inode;
} region;

static int read_region(FILE *maps, region *next)
{
    char line[512];
    while (fgets(line, sizeof line, maps) != NULL) {
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*x %15s %lu", &next->low, &next->high, next->access, next->device,
                   &next->inode) == 5) {
            return 1;
        }
    }
    return 0;
}

/* Linux splits a region by more than access and backing: neighbours that agree in these count as one. */
static int continues(const region *whole, const region *next)
{
    return next->low == whole->high && next->inode == whole->inode && strcmp(next->access, whole->access) == 0 &&
           strcmp(next->device, whole->device) == 0;
}

static int region_around(uintptr_t start, uintptr_t end, int writable, uintptr_t *low, uintptr_t *high)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) {
        return 0;
    }
    region whole = {0}, next;
    while (read_region(maps, &next) && next.low < end + ml_memory_page()) {
        if (continues(&whole, &next)) {
            whole.high = next.high;
        } else if (whole.high <= start) {
            whole = next;
        } else {
            break;
        }
    }
    fclose(maps);
    *low = whole.low;
    *high = whole.high;
    return whole.low <= start && end <= whole.high && whole.access[0] == 'r' && (!writable || whole.access[1] == 'w');
}
#endif

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
