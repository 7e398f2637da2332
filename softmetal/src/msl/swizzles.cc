#include "swizzles.h"

#include <algorithm>

namespace sm::msl {
namespace {

std::string swizzle_indices(const std::string &name) {
    std::string text;
    for (char letter : name) {
        const size_t plain = std::string("xyzw").find(letter);
        text += ", " + std::to_string(plain != std::string::npos ? plain : std::string("rgba").find(letter));
    }
    return text;
}

bool swizzles_vector_of(const std::string &name, unsigned width) {
    return std::all_of(name.begin(), name.end(), [width](char letter) {
        return std::string("xyzw").substr(0, width).find(letter) != std::string::npos ||
               std::string("rgba").substr(0, width).find(letter) != std::string::npos;
    });
}

}  // namespace

bool swizzle_letters(const std::string &name) {
    return name.size() >= 2 && name.size() <= 4 &&
           (name.find_first_not_of("xyzw") == std::string::npos || name.find_first_not_of("rgba") == std::string::npos);
}

std::string swizzle_macros(const Program &program) {
    std::string text;
    for (unsigned width = 2; width <= 4; ++width) {
        std::string methods = "#define SM_SWIZZLES_" + std::to_string(width);
        for (const std::string &name : program.swizzles) {
            if (!swizzles_vector_of(name, width)) continue;
            methods += " SM_SWIZZLE" + std::to_string(name.size()) + "(" + name + swizzle_indices(name) + ")";
            if (program.written_swizzles.count(name) != 0) methods += " SM_WRITTEN(" + name + swizzle_indices(name) + ")";
        }
        text += methods + "\n";
    }
    return text;
}

}  // namespace sm::msl
