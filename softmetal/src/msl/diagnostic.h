// How the front end reports what it refuses: one exception type that carries the user's own line and column.
#ifndef SM_MSL_DIAGNOSTIC_H
#define SM_MSL_DIAGNOSTIC_H

#include <stdexcept>
#include <string>

namespace sm::msl {

struct Location {
    unsigned line = 1, column = 1;
};

// The name that Metal gives to a source from newLibraryWithSource:.
inline constexpr const char *kSourceName = "program_source";

// "program_source:LINE:COL: kind: text"
inline std::string diagnostic(Location where, const char *kind, const std::string &text) {
    return std::string(kSourceName) + ":" + std::to_string(where.line) + ":" + std::to_string(where.column) + ": " + kind +
           ": " + text;
}

class CompileError : public std::runtime_error {
public:
    CompileError(Location where, const std::string &text) : std::runtime_error(diagnostic(where, "error", text)) {}
};

}  // namespace sm::msl
#endif
