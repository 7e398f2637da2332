#include "unsupported.h"

#include <map>
#include <set>

#include "brackets.h"
#include "predefined.h"

namespace sm::msl {
namespace {

// Types and qualifiers, by what a user would look for in the documentation.
const std::map<std::string, std::string> kTypes = {
    {"sampler", "samplers are"},
    {"simdgroup_float8x8", "simdgroup matrices are"},
    {"simdgroup_half8x8", "simdgroup matrices are"},
    {"simdgroup_bfloat8x8", "simdgroup matrices are"},
    {"simdgroup_matrix", "simdgroup matrices are"},
    {"imageblock", "imageblocks are"},
    {"threadgroup_imageblock", "imageblocks are"},
    {"r8unorm", "pixel data types are"},
    {"rgba8unorm", "pixel data types are"},
    {"rgba16f", "pixel data types are"},
    {"command_buffer", "indirect command buffers are"},
    {"compute_command", "indirect command buffers are"},
    {"render_command", "indirect command buffers are"},
    {"compute_pipeline_state", "indirect command buffers are"},
    {"visible_function_table", "function tables are"},
    {"intersection_function_table", "function tables are"},
    {"intersector", "ray tracing is"},
    {"intersection_query", "ray tracing is"},
    {"raytracing", "ray tracing is"},
    {"primitive_acceleration_structure", "ray tracing is"},
    {"instance_acceleration_structure", "ray tracing is"},
    {"acceleration_structure", "ray tracing is"},
    {"ray_data", "ray tracing is"},
    {"object_data", "mesh shading is"},
    {"mesh_grid_properties", "mesh shading is"},
    {"patch_control_point", "tessellation is"},
    {"rasterizer_order_group", "rasterization is"},
    {"interpolant", "rasterization is"},
    {"tensor", "tensors are"},
    {"cooperative_tensor", "tensors are"},
    {"array_ref", "array_ref is"},
};

// Functions of parts of the library that are not here.
const std::map<std::string, std::string> kFunctions = {
    {"discard_fragment", "fragment functions are"},
    {"dfdx", "fragment functions are"},
    {"dfdy", "fragment functions are"},
    {"fwidth", "fragment functions are"},
    {"simdgroup_load", "simdgroup matrices are"},
    {"simdgroup_store", "simdgroup matrices are"},
    {"simdgroup_multiply", "simdgroup matrices are"},
    {"simdgroup_multiply_accumulate", "simdgroup matrices are"},
    {"make_filled_simdgroup_matrix", "simdgroup matrices are"},
    {"get_num_samples", "fragment functions are"},
    {"get_sample_position", "fragment functions are"},
};

const std::set<std::string> kStageKeywords = {"vertex", "fragment"};

// C++ that Metal itself refuses.
const std::set<std::string> kKeywords = {"virtual", "try", "catch", "throw", "dynamic_cast", "typeid", "goto", "asm", "__asm__",
                                         "new", "delete", "thread_local", "export", "noreturn", "register", "co_await",
                                         "co_return", "co_yield", "concept", "requires", "__int128"};

bool texture_type(const std::string &name) {
    return name.rfind("texture1d", 0) == 0 || name.rfind("texture2d", 0) == 0 || name.rfind("texture3d", 0) == 0 ||
           name.rfind("texturecube", 0) == 0 || name.rfind("depth2d", 0) == 0 || name.rfind("depthcube", 0) == 0 ||
           name == "texture_buffer";
}

bool bfloat_type(const std::string &name) {
    const size_t begin = name.rfind("packed_", 0) == 0 ? 7 : 0;
    const std::string rest = name.substr(begin);
    return rest == "bfloat" || rest == "bfloat2" || rest == "bfloat3" || rest == "bfloat4";
}

bool member(const Tokens &tokens, size_t i) { return i > 0 && (tokens[i - 1].is(".") || tokens[i - 1].is("->")); }

bool keyword_used(const Tokens &tokens, size_t i) {
    const bool deleted = tokens[i].is("delete") && i > 0 && tokens[i - 1].is("=");
    return kKeywords.count(tokens[i].text) != 0 && !deleted;
}

// A type's name, where a type can stand: before a name, a template argument list, or as an argument of one.
bool names_type(const Tokens &tokens, size_t i) {
    const Token &next = tokens[i + 1];
    const bool scope = next.is("::") && !next.space_before;
    return next.identifier() || next.is("*") || next.is("&") || next.is(">") || scope || next.is(";") ||
           (next.is("<") && i + 2 < tokens.size() && !tokens[i + 2].is("=") && tokens[i + 2].kind != TokenKind::Number);
}

// "[captures](...)" or "[captures] {" where an expression can begin.
bool lambda(const Tokens &tokens, size_t i) {
    if (!tokens[i].is("[") || i == 0 || tokens[i + 1].is("[") || tokens[i - 1].is("[")) return false;
    const Token &before = tokens[i - 1];
    const bool operand = (before.identifier() && !before.is("return")) || before.is(")") || before.is("]") || before.is(">") ||
                         before.is("}") || before.kind == TokenKind::Number || before.kind == TokenKind::String;
    if (operand) return false;
    const size_t close = closing(tokens, i);
    return close + 1 < tokens.size() && (tokens[close + 1].is("(") || tokens[close + 1].is("{"));
}

// Names that the program gives to types of its own.
std::set<std::string> declared_types(const Tokens &tokens) {
    static const std::set<std::string> kBefore = {"struct", "class", "union", "enum", "typename"};
    std::set<std::string> names;
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (kBefore.count(tokens[i].text) != 0 && tokens[i + 1].identifier()) names.insert(tokens[i + 1].text);
        if (tokens[i].is("using") && i + 2 < tokens.size() && tokens[i + 2].is("=")) names.insert(tokens[i + 1].text);
    }
    return names;
}

[[noreturn]] void refuse(const Token &token, const std::string &what) {
    throw CompileError(token.where, "'" + token.text + "': " + what + " not supported by softmetal");
}

void refuse_language(const Tokens &tokens, size_t i, Language language) {
    const Token &token = tokens[i];
    if (!language.has_double && token.is("double")) throw CompileError(token.where, "'double' is not supported in Metal");
    if (language.version < kBfloatVersion && bfloat_type(token.text)) {
        throw CompileError(token.where, "'" + token.text + "' needs Metal 3.1 or later");
    }
    if (token.is("long") && (tokens[i + 1].is("long") || tokens[i + 1].is("double"))) {
        throw CompileError(token.where, "'long " + tokens[i + 1].text + "' is not supported in Metal");
    }
    if (keyword_used(tokens, i)) throw CompileError(token.where, "'" + token.text + "' is not allowed in Metal");
}

}  // namespace

void refuse_unsupported(const Tokens &tokens, Language language) {
    const std::set<std::string> declared = declared_types(tokens);
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        const Token &token = tokens[i];
        if (lambda(tokens, i)) throw CompileError(token.where, "lambda expressions are not supported in Metal");
        if (!token.identifier() || member(tokens, i)) continue;
        refuse_language(tokens, i, language);
        if (declared.count(token.text) != 0) continue;
        const auto function = kFunctions.find(token.text);
        if (function != kFunctions.end() && tokens[i + 1].is("(") && (i == 0 || !tokens[i - 1].identifier() || tokens[i - 1].is("return"))) {
            refuse(token, function->second);
        }
        if (!names_type(tokens, i)) continue;
        const auto type = kTypes.find(token.text);
        const bool declarator = i > 0 && tokens[i - 1].identifier() && tokens[i + 1].is(";");  // "int sampler;"
        if (type != kTypes.end() && !declarator) refuse(token, type->second);
        if (texture_type(token.text) && !declarator) refuse(token, "textures are");
        if (kStageKeywords.count(token.text) != 0 && tokens[i + 1].identifier()) {
            throw CompileError(token.where, "'" + token.text + "' functions are not supported by softmetal: compute only");
        }
    }
}

}  // namespace sm::msl
