#include "unsupported.h"

#include <map>
#include <set>

namespace sm::msl {
namespace {

// Types and qualifiers, by what a user would look for in the documentation.
const std::map<std::string, std::string> kTypes = {
    {"sampler", "samplers"},
    {"simdgroup_float8x8", "simdgroup matrices"},
    {"simdgroup_half8x8", "simdgroup matrices"},
    {"simdgroup_bfloat8x8", "simdgroup matrices"},
    {"simdgroup_matrix", "simdgroup matrices"},
    {"imageblock", "imageblocks"},
    {"threadgroup_imageblock", "imageblocks"},
    {"command_buffer", "indirect command buffers"},
    {"compute_command", "indirect command buffers"},
    {"render_command", "indirect command buffers"},
    {"visible_function_table", "function tables"},
    {"intersection_function_table", "function tables"},
    {"intersector", "ray tracing"},
    {"primitive_acceleration_structure", "ray tracing"},
    {"instance_acceleration_structure", "ray tracing"},
    {"ray_data", "ray tracing"},
    {"object_data", "mesh shaders"},
    {"mesh_grid_properties", "mesh shaders"},
    {"patch_control_point", "tessellation"},
    {"bfloat", "bfloat"},
};

const std::set<std::string> kStageKeywords = {"vertex", "fragment"};

// C++ that Metal itself refuses.
const std::set<std::string> kKeywords = {"virtual", "try", "catch", "throw", "dynamic_cast", "typeid", "goto", "asm",
                                         "new", "delete", "thread_local", "export", "noreturn"};

bool texture_type(const std::string &name) {
    return name.rfind("texture1d", 0) == 0 || name.rfind("texture2d", 0) == 0 || name.rfind("texture3d", 0) == 0 ||
           name.rfind("texturecube", 0) == 0 || name.rfind("depth2d", 0) == 0 || name.rfind("depthcube", 0) == 0 ||
           name == "texture_buffer";
}

// float4x4, half2x3
bool matrix_type(const std::string &name) {
    const size_t start = name.rfind("float", 0) == 0 ? 5 : name.rfind("half", 0) == 0 ? 4 : std::string::npos;
    if (start == std::string::npos || name.size() != start + 3) return false;
    const auto size = [](char c) { return c >= '2' && c <= '4'; };
    return size(name[start]) && name[start + 1] == 'x' && size(name[start + 2]);
}

bool double_type(const std::string &name) {
    return name == "double" || name == "double2" || name == "double3" || name == "double4";
}

bool member(const Tokens &tokens, size_t i) { return i > 0 && (tokens[i - 1].is(".") || tokens[i - 1].is("->")); }

bool keyword_used(const Tokens &tokens, size_t i) {
    const bool deleted = tokens[i].is("delete") && i > 0 && tokens[i - 1].is("=");
    return kKeywords.count(tokens[i].text) != 0 && !deleted;
}

// A type's name, where a type can stand: before a name or a template argument list.
bool names_type(const Tokens &tokens, size_t i) {
    return i + 1 < tokens.size() &&
           (tokens[i + 1].identifier() || tokens[i + 1].is("<") || tokens[i + 1].is("*") || tokens[i + 1].is("&") ||
            tokens[i + 1].is("(") || tokens[i + 1].is(">"));
}

}  // namespace

void refuse_unsupported(const Tokens &tokens, bool has_double) {
    for (size_t i = 0; i < tokens.size(); ++i) {
        const Token &token = tokens[i];
        if (!token.identifier() || member(tokens, i)) continue;
        if (!has_double && double_type(token.text)) {
            throw CompileError(token.where, "'" + token.text + "': double is not supported in Metal");
        }
        if (token.is("long") && i + 1 < tokens.size() && (tokens[i + 1].is("long") || tokens[i + 1].is("double"))) {
            throw CompileError(token.where, "'long " + tokens[i + 1].text + "' is not supported in Metal");
        }
        if (keyword_used(tokens, i)) throw CompileError(token.where, "'" + token.text + "' is not allowed in Metal");
        if (!names_type(tokens, i)) continue;
        const auto type = kTypes.find(token.text);
        if (type != kTypes.end()) {
            throw CompileError(token.where, "'" + token.text + "': " + type->second + " are not supported by softmetal");
        }
        if (matrix_type(token.text)) {
            throw CompileError(token.where, "'" + token.text + "': matrices are not supported by softmetal");
        }
        if (texture_type(token.text)) {
            throw CompileError(token.where, "'" + token.text + "': textures are not supported by softmetal");
        }
        if (kStageKeywords.count(token.text) != 0 && tokens[i + 1].identifier()) {
            throw CompileError(token.where, "'" + token.text + "' functions are not supported by softmetal: compute only");
        }
    }
}

}  // namespace sm::msl
