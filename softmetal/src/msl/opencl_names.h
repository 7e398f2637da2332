// How names are spelt in the dialect: the program's own, the library's, address spaces and positions.
#ifndef SM_MSL_OPENCL_NAMES_H
#define SM_MSL_OPENCL_NAMES_H

#include <map>
#include <string>

#include "record.h"

namespace sm::msl {

// The library's name for a position.
const char *dialect_position(Position position);

// Whether a name is of double or a vector of doubles.
bool double_name(const std::string &name);

// Whether a name is the library's. Vectors of doubles are in programs that ask for doubles only.
bool library_word(const std::string &name, bool has_double);

class OpenClNames {
public:
    explicit OpenClNames(bool has_double) : has_double_(has_double) {}

    // An identifier, with its role.
    std::string spell(const Token &token) const;
    // A name that the program gives.
    std::string spell(const std::string &name) const;
    // From here on text stands for a name.
    void replace(const std::string &name, const std::string &text);
    // All names stand for themselves again.
    void restore();

private:
    bool has_double_;
    std::map<std::string, std::string> replacements_;
};

}  // namespace sm::msl
#endif
