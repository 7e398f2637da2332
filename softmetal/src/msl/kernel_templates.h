// Templates of kernels and their explicit instantiations, with arguments that are given or deduced.
#ifndef SM_MSL_KERNEL_TEMPLATES_H
#define SM_MSL_KERNEL_TEMPLATES_H

#include <map>
#include <string>
#include <vector>

#include "attributes.h"
#include "record.h"

namespace sm::msl {

struct KernelTemplate {
    std::vector<TemplateParameter> parameters;
    Kernel kernel;
    size_t scope = 0;  // the namespace that it stands in
};

// "template [[host_name("f_float")]] [[kernel]] void f<float>(...);" or "... decltype(f<float>) f<float>;"
struct Instantiation {
    Tokens words;  // "kernel void f<float>"
    Tokens parameters;  // of its list
    std::vector<Attribute> attributes;
    Location where;
};

// The parameters of a template list without its angle brackets, which stands at where. Throws CompileError.
std::vector<TemplateParameter> template_parameters(const Tokens &list, Location where);

// The explicit instantiation that the declaration [begin, end) is, with "template".
Instantiation explicit_instantiation(const Tokens &tokens, size_t begin, size_t end);

class KernelTemplates {
public:
    void define(KernelTemplate source);
    bool has(const std::string &name) const;
    // The kernel that an instantiation in a scope stands for. Throws CompileError where it fits no template.
    Kernel instantiate(const Program &program, const Instantiation &instantiation, size_t scope) const;

private:
    std::map<std::string, KernelTemplate> templates_;
};

}  // namespace sm::msl
#endif
