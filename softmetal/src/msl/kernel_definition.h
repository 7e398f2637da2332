// Kernels as they are declared: head, attributes, parameters and body.
#ifndef SM_MSL_KERNEL_DEFINITION_H
#define SM_MSL_KERNEL_DEFINITION_H

#include "attributes.h"
#include "record.h"

namespace sm::msl {

// Whether the declaration [begin, end) without its template lists is of a kernel.
bool defines_kernel(const Tokens &tokens, size_t begin, size_t end);

// The kernel that the declaration [begin, end) is; without a body if it is only declared. Throws CompileError for one
// that Metal refuses or softmetal does not support.
Kernel kernel_definition(const Program &program, const Tokens &tokens, size_t begin, size_t end);

// Applies an attribute of the kernel itself. Throws CompileError for one that softmetal does not know.
void kernel_attribute(Kernel &kernel, const Attribute &attribute);

// The value of [[max_total_threads_per_threadgroup(...)]], 0 if there is none. Throws CompileError beyond the limit.
unsigned thread_limit(const Program &program, const Kernel &kernel);

}  // namespace sm::msl
#endif
