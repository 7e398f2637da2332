/* The macOS half of native/memory.m over a list of regions of our own.
 * Arguments: a writable 0/1, address and bytes of the data, then low, high and protection of every region (all hexadecimal).
 * Prints the bytes that can be adopted, from and to, and how often the system was asked. */
#import "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define __APPLE__ 1
#include "../../../native/memory.m"

static uintptr_t regions[64][3];
static int region_count, asked;

mach_port_t mach_task_self_ = 1;

kern_return_t mach_vm_region(vm_map_t task, mach_vm_address_t *address, mach_vm_size_t *size, vm_region_flavor_t flavor,
                             vm_region_info_t info, mach_msg_type_number_t *count, mach_port_t *object)
{
    (void)object;
    asked += 1;
    if (task != mach_task_self_ || flavor != VM_REGION_BASIC_INFO_64 || *count != VM_REGION_BASIC_INFO_COUNT_64) {
        return 4;
    }
    for (int k = 0; k < region_count; ++k) {
        if (*address < regions[k][1]) {
            *address = regions[k][0];
            *size = regions[k][1] - regions[k][0];
            ((vm_region_basic_info_data_64_t *)(void *)info)->protection = (vm_prot_t)regions[k][2];
            return KERN_SUCCESS;
        }
    }
    return 1;
}

int main(int argc, char **argv)
{
    uintptr_t numbers[200];
    for (int k = 1; k < argc; ++k) {
        numbers[k - 1] = strtoull(argv[k], NULL, 16);
    }
    region_count = (argc - 4) / 3;
    memcpy(regions, numbers + 3, (size_t)region_count * sizeof *regions);
    size_t first, end;
    ml_memory_adoptable((const void *)numbers[1], numbers[2], 8, (int)numbers[0], &first, &end);
    printf("%zx %zx %d\n", first, end, asked);
    return 0;
}
