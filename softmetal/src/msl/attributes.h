// Attributes, [[...]]: those of a declaration, and their arguments.
#ifndef SM_MSL_ATTRIBUTES_H
#define SM_MSL_ATTRIBUTES_H

#include <string>
#include <vector>

#include "record.h"

namespace sm::msl {

struct Attribute {
    std::string name;  // with its namespace: "clang::noinline"
    Tokens arguments;
    Location where;
};

// Whether an attribute list opens at i.
bool attribute_at(const Tokens &tokens, size_t i);

// Takes the attribute lists out of a declaration.
std::vector<Attribute> take_attributes(Tokens &list);

// Attributes in code [begin, end) that is passed on must mean the same, or nothing, in C++. Throws CompileError.
void check_attributes(const Tokens &tokens, size_t begin, size_t end);

// An attribute's argument, a constant expression: of literals, enumerators, constants and template parameters. Throws
// CompileError where it is none.
unsigned attribute_value(const Program &program, const Attribute &attribute,
                         const std::vector<TemplateParameter> &bindings = {});

}  // namespace sm::msl
#endif
