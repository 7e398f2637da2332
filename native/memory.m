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

/* Whether one region of virtual memory covers [start, end). */
#ifdef __APPLE__
static int region_covers(uintptr_t start, uintptr_t end, int writable)
{
    mach_vm_address_t address = start;
    mach_vm_size_t size = 0;
    vm_region_basic_info_data_64_t info;
    mach_msg_type_number_t count = VM_REGION_BASIC_INFO_COUNT_64;
    mach_port_t object = MACH_PORT_NULL;
    kern_return_t result = mach_vm_region(mach_task_self(), &address, &size, VM_REGION_BASIC_INFO_64, (vm_region_info_t)&info,
                                          &count, &object);
    vm_prot_t needed = VM_PROT_READ | (writable ? VM_PROT_WRITE : 0);
    return result == KERN_SUCCESS && address <= start && end - address <= size && (info.protection & needed) == needed;
}
#else
static int region_covers(uintptr_t start, uintptr_t end, int writable)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) {
        return 0;
    }
    /* Linux splits a region by more than access and backing: neighbours that agree in these count as one. */
    char line[512], access[5], device[16], first_access[5], first_device[16];
    unsigned long inode, first_inode = 0;
    uintptr_t low, high, covered = start;
    while (covered < end && fgets(line, sizeof line, maps) != NULL) {
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*x %15s %lu", &low, &high, access, device, &inode) != 5 || high <= covered) {
            continue;
        }
        if (covered == start) {
            memcpy(first_access, access, sizeof access);
            memcpy(first_device, device, sizeof device);
            first_inode = inode;
        }
        if (low > covered || strcmp(access, first_access) != 0 || strcmp(device, first_device) != 0 || inode != first_inode) {
            break;
        }
        covered = high;
    }
    fclose(maps);
    return covered >= end && first_access[0] == 'r' && (!writable || first_access[1] == 'w');
}
#endif

static int zero_copy_allowed(void)
{
    const char *value = getenv("METALLINK_ZERO_COPY");
    return value == NULL || strcmp(value, "0") != 0;
}

int ml_memory_adoptable(const void *data, size_t bytes, size_t alignment, int writable)
{
    return bytes >= SMALLEST_ADOPTED && (uintptr_t)data % alignment == 0 && zero_copy_allowed() &&
           region_covers(page_start(data), page_end(data, bytes), writable);
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
