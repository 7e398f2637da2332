#include "values.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>

namespace sm::msl {
namespace {

enum class Shape { Boolean, Signed, Unsigned, Floating };

struct Scalar {
    Shape shape;
    size_t size;
};

const std::map<std::string, Scalar> kScalars = {
    {"bool", {Shape::Boolean, 1}},    {"char", {Shape::Signed, 1}},     {"uchar", {Shape::Unsigned, 1}},
    {"int8_t", {Shape::Signed, 1}},   {"uint8_t", {Shape::Unsigned, 1}}, {"short", {Shape::Signed, 2}},
    {"ushort", {Shape::Unsigned, 2}}, {"int16_t", {Shape::Signed, 2}},  {"uint16_t", {Shape::Unsigned, 2}},
    {"int", {Shape::Signed, 4}},      {"uint", {Shape::Unsigned, 4}},   {"int32_t", {Shape::Signed, 4}},
    {"uint32_t", {Shape::Unsigned, 4}}, {"long", {Shape::Signed, 8}},   {"ulong", {Shape::Unsigned, 8}},
    {"int64_t", {Shape::Signed, 8}},  {"uint64_t", {Shape::Unsigned, 8}}, {"size_t", {Shape::Unsigned, 8}},
    {"half", {Shape::Floating, 2}},   {"float", {Shape::Floating, 4}},  {"double", {Shape::Floating, 8}},
    {"atomic_int", {Shape::Signed, 4}}, {"atomic_uint", {Shape::Unsigned, 4}}, {"atomic_bool", {Shape::Unsigned, 4}},
    {"bfloat", {Shape::Floating, 2}}, {"atomic_float", {Shape::Floating, 4}}, {"atomic_ulong", {Shape::Unsigned, 8}},
};

struct Named {
    const Scalar *scalar = nullptr;
    unsigned width = 1;
    bool packed = false;
};

std::string without_const(std::string type) {
    for (size_t at; (at = type.find("const")) != std::string::npos;) type.erase(at, 5);
    while (!type.empty() && type.front() == ' ') type.erase(0, 1);
    while (!type.empty() && type.back() == ' ') type.pop_back();
    if (type.rfind("metal::", 0) == 0) type.erase(0, 7);
    return type;
}

Named named(const std::string &type) {
    Named result;
    std::string name = without_const(type);
    if (name.rfind("packed_", 0) == 0) {
        result.packed = true;
        name.erase(0, 7);
    }
    auto found = kScalars.find(name);
    if (found == kScalars.end() && !name.empty() && name.back() >= '2' && name.back() <= '4') {
        result.width = static_cast<unsigned>(name.back() - '0');
        name.pop_back();
        found = kScalars.find(name);
    }
    if (found != kScalars.end()) result.scalar = &found->second;
    return result;
}

template <typename T> T read(const unsigned char *bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

uint64_t bits(const unsigned char *bytes, size_t size) {
    uint64_t value = 0;
    std::memcpy(&value, bytes, size);
    return value;
}

// Floating-point values go by their bits, so that NaN, infinities and subnormals arrive as they are.
std::string scalar_literal(const Scalar &scalar, const unsigned char *bytes) {
    const std::string pattern = std::to_string(bits(bytes, scalar.size));
    switch (scalar.shape) {
        case Shape::Boolean: return bytes[0] ? "true" : "false";
        case Shape::Unsigned: return pattern + "UL";
        case Shape::Signed: {
            const uint64_t unsigned_value = bits(bytes, scalar.size);
            const unsigned shift = static_cast<unsigned>(64 - 8 * scalar.size);
            const auto value = static_cast<int64_t>(unsigned_value << shift) >> shift;
            if (value == INT64_MIN) return "(-9223372036854775807L - 1)";
            return "(" + std::to_string(value) + "L)";
        }
        case Shape::Floating: break;
    }
    if (scalar.size == 2) return "__builtin_bit_cast(half, (ushort)" + pattern + ")";
    if (scalar.size == 4) return "__builtin_bit_cast(float, (uint)" + pattern + "u)";
    return "__builtin_bit_cast(double, (ulong)" + pattern + "ul)";
}

}  // namespace

bool constant_type(const std::string &type) {
    const Named name = named(type);
    return name.scalar && !name.packed && type.find("atomic") == std::string::npos;
}

bool integer_type(const std::string &type) {
    const Named name = named(type);
    return name.scalar && name.width == 1 && name.scalar->shape != Shape::Floating;
}

size_t size_of_type(const std::string &type) {
    const Named name = named(type);
    if (!name.scalar) return 0;
    const unsigned width = name.width == 3 && !name.packed ? 4 : name.width;
    return name.scalar->size * width;
}

size_t alignment_of_type(const std::string &type) {
    const Named name = named(type);
    if (!name.scalar) return 0;
    return name.packed ? name.scalar->size : size_of_type(type);
}

std::string literal(const std::string &type, const void *value) {
    const Named name = named(type);
    const auto *bytes = static_cast<const unsigned char *>(value);
    std::string text;
    for (unsigned i = 0; i < name.width; ++i) {
        text += (i == 0 ? "" : ", ") + scalar_literal(*name.scalar, bytes + i * name.scalar->size);
    }
    return text;
}

}  // namespace sm::msl
