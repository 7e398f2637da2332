// Sizes of types and of threadgroup memory, for what the host must bind and may take. What it cannot be sure of, it
// does not know.
#ifndef SM_MSL_LAYOUT_H
#define SM_MSL_LAYOUT_H

#include <map>
#include <optional>
#include <string>

#include "record.h"

namespace sm::msl {

class Layouts {
public:
    explicit Layouts(const Program &program);

    // Bytes of an object of the type, or of an array of them ("[4][2]"), 0 if unknown.
    size_t size(const Tokens &type, const Tokens &extents) const;

    // An integer constant's value, which may name a kernel's template parameters.
    std::optional<size_t> value(const Tokens &expression, const std::vector<TemplateParameter> &bindings) const;

    // Bytes of a kernel's threadgroup variables, 0 if it has none or one is of unknown size.
    size_t threadgroup_bytes(const Kernel &kernel) const;

private:
    struct Layout {
        size_t size, alignment;
    };
    std::map<std::string, Layout> types_;
    std::map<std::string, size_t> numbers_;  // named integer constants

    void learn(const Tokens &code);
    void learn_enumerators(const Tokens &code, size_t open);
    void bind(const TemplateParameter &binding);
    std::optional<Layout> aggregate(const Tokens &code, size_t open, bool is_union) const;
    std::optional<Layout> layout(const Tokens &code, size_t begin, size_t end) const;
    std::optional<Layout> templated(const Tokens &words) const;
    std::optional<size_t> number(const Tokens &code, size_t begin, size_t end) const;
    // Elements of the array whose extents begin at i, which moves past them; 1 if there are none.
    std::optional<size_t> elements(const Tokens &code, size_t &i, size_t end) const;
    // Adds the members that the statement [begin, end) declares; false if one is unknown.
    bool members(const Tokens &code, size_t begin, size_t end, bool is_union, Layout &whole) const;
};

}  // namespace sm::msl
#endif
