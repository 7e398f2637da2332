// What a kernel reaches: function constants, SIMD-group functions and barriers, also through the functions and types that
// it names.
#ifndef SM_MSL_USES_H
#define SM_MSL_USES_H

#include <map>
#include <set>
#include <string>

#include "record.h"

namespace sm::msl {

class Uses {
public:
    // Notes what the declaration [begin, end) without its template lists mentions.
    void note(const Tokens &tokens, size_t begin, size_t end);
    // Fills in a kernel's constants, uses_simd and uses_barrier, once all declarations are noted.
    void resolve(const Program &program, Kernel &kernel) const;

private:
    std::map<std::string, std::set<std::string>> mentions_;  // identifiers, by the name of the declaration
};

}  // namespace sm::msl
#endif
