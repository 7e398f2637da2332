#import "data_type.h"

#include <stdlib.h>
#include <string.h>

// MTLDataType numbers a scalar and its vectors of 2, 3 and 4 one after another. MSL 2.1 and 2.2: sizes of the types.
static const struct {
    const char *name;
    MTLDataType type;  // MTLDataTypeNone: Metal has no number for it
    size_t size;
} scalars[] = {
    {"bool", MTLDataTypeBool, 1},     {"char", MTLDataTypeChar, 1},       {"int8_t", MTLDataTypeChar, 1},
    {"uchar", MTLDataTypeUChar, 1},   {"uint8_t", MTLDataTypeUChar, 1},   {"short", MTLDataTypeShort, 2},
    {"int16_t", MTLDataTypeShort, 2}, {"ushort", MTLDataTypeUShort, 2},   {"uint16_t", MTLDataTypeUShort, 2},
    {"int", MTLDataTypeInt, 4},       {"int32_t", MTLDataTypeInt, 4},     {"uint", MTLDataTypeUInt, 4},
    {"uint32_t", MTLDataTypeUInt, 4}, {"long", MTLDataTypeLong, 8},       {"int64_t", MTLDataTypeLong, 8},
    {"ulong", MTLDataTypeULong, 8},   {"uint64_t", MTLDataTypeULong, 8},  {"size_t", MTLDataTypeULong, 8},
    {"half", MTLDataTypeHalf, 2},     {"bfloat", MTLDataTypeBFloat, 2},   {"float", MTLDataTypeFloat, 4},
    {"double", MTLDataTypeNone, 8},
};
enum { SCALARS = sizeof scalars / sizeof *scalars };

static sm_data_type make(int scalar, unsigned lanes, bool packed) {
    MTLDataType first = scalars[scalar].type;
    size_t size = scalars[scalar].size, whole = size * (lanes == 3 && !packed ? 4 : lanes);
    MTLDataType type = first == MTLDataTypeNone || packed ? MTLDataTypeNone : first + (lanes - 1);
    return (sm_data_type){type, whole, packed ? size : whole};
}

sm_data_type sm_data_type_named(const char *name) {
    static const char prefix[] = "packed_";
    bool packed = !strncmp(name, prefix, sizeof prefix - 1);
    if (packed) name += sizeof prefix - 1;
    for (int i = 0; i < SCALARS; i++) {
        size_t length = strlen(scalars[i].name);
        if (strncmp(name, scalars[i].name, length)) continue;
        const char *rest = name + length;
        if (!*rest) return make(i, 1, packed);
        if (rest[0] >= '2' && rest[0] <= '4' && !rest[1]) return make(i, (unsigned)(rest[0] - '0'), packed);
    }
    return (sm_data_type){MTLDataTypeNone, 0, 1};
}

sm_data_type sm_data_type_of(MTLDataType type) {
    for (int i = 0; i < SCALARS; i++)
        for (unsigned lanes = 1; lanes <= 4; lanes++)
            if (scalars[i].type != MTLDataTypeNone && type == scalars[i].type + (lanes - 1))
                return make(i, lanes, false);
    return (sm_data_type){MTLDataTypeNone, 0, 1};
}
