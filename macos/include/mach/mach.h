/* What asking for a region of the own address space needs. */
#pragma once
#include <stdint.h>
typedef int kern_return_t;
typedef int boolean_t;
typedef unsigned int natural_t;
typedef natural_t mach_port_t;
typedef mach_port_t vm_map_t;
typedef natural_t mach_msg_type_number_t;
typedef int vm_prot_t;
typedef unsigned int vm_inherit_t;
typedef int vm_behavior_t;
typedef int vm_region_flavor_t;
typedef int *vm_region_info_t;
typedef unsigned long long memory_object_offset_t;
typedef uint64_t mach_vm_address_t;
typedef uint64_t mach_vm_size_t;
#define KERN_SUCCESS 0
#define MACH_PORT_NULL 0
#define VM_PROT_NONE 0
#define VM_PROT_READ 1
#define VM_PROT_WRITE 2
#define VM_REGION_BASIC_INFO_64 9
#pragma pack(push, 4)
typedef struct vm_region_basic_info_64 {
    vm_prot_t protection;
    vm_prot_t max_protection;
    vm_inherit_t inheritance;
    boolean_t shared;
    boolean_t reserved;
    memory_object_offset_t offset;
    vm_behavior_t behavior;
    unsigned short user_wired_count;
} vm_region_basic_info_data_64_t;
#pragma pack(pop)
#define VM_REGION_BASIC_INFO_COUNT_64 ((mach_msg_type_number_t)(sizeof(vm_region_basic_info_data_64_t) / sizeof(int)))
extern mach_port_t mach_task_self_;
#define mach_task_self() mach_task_self_
kern_return_t mach_port_deallocate(mach_port_t task, mach_port_t name);
