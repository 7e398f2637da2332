#import "element_type.h"

#include "call.h"
#include "common_types.h"
#import "status.h"

static const struct {
    const char *name;
    const char *computation; /* of integers */
    ml_kind kind;
    unsigned part_bits;
} types[] = {
    [ML_INTEGER8] = {"Integer8", "int8", ML_KIND_INTEGER, 8},
    [ML_UNSIGNED8] = {"UnsignedInteger8", "uint8", ML_KIND_INTEGER, 8},
    [ML_INTEGER16] = {"Integer16", "int16", ML_KIND_INTEGER, 16},
    [ML_UNSIGNED16] = {"UnsignedInteger16", "uint16", ML_KIND_INTEGER, 16},
    [ML_INTEGER32] = {"Integer32", "int32", ML_KIND_INTEGER, 32},
    [ML_UNSIGNED32] = {"UnsignedInteger32", "uint32", ML_KIND_INTEGER, 32},
    [ML_INTEGER64] = {"Integer64", "int64", ML_KIND_INTEGER, 64},
    [ML_UNSIGNED64] = {"UnsignedInteger64", "uint64", ML_KIND_INTEGER, 64},
    [ML_REAL16] = {"Real16", NULL, ML_KIND_REAL, 16},
    [ML_REAL32] = {"Real32", NULL, ML_KIND_REAL, 32},
    [ML_REAL64] = {"Real64", NULL, ML_KIND_REAL, 64},
    [ML_COMPLEX_REAL16] = {"ComplexReal16", NULL, ML_KIND_COMPLEX, 16},
    [ML_COMPLEX_REAL32] = {"ComplexReal32", NULL, ML_KIND_COMPLEX, 32},
    [ML_COMPLEX_REAL64] = {"ComplexReal64", NULL, ML_KIND_COMPLEX, 64},
};

ml_kind ml_type_kind(ml_type type) { return types[type].kind; }

size_t ml_type_size(ml_type type) { return types[type].part_bits / 8 * (types[type].kind == ML_KIND_COMPLEX ? 2 : 1); }

/* Complex numbers of floats are read as vectors, the others in their parts. */
size_t ml_type_alignment(ml_type type) { return type == ML_COMPLEX_REAL32 ? ml_type_size(type) : types[type].part_bits / 8; }

const char *ml_type_name(ml_type type) { return types[type].name; }

static ml_type real_type(unsigned bits) { return bits == 16 ? ML_REAL16 : bits == 32 ? ML_REAL32 : ML_REAL64; }

ml_type ml_type_of_parts(ml_type type)
{
    return types[type].kind == ML_KIND_COMPLEX ? real_type(types[type].part_bits) : type;
}

ml_type ml_type_complex(ml_type part)
{
    return part == ML_REAL16 ? ML_COMPLEX_REAL16 : part == ML_REAL32 ? ML_COMPLEX_REAL32 : ML_COMPLEX_REAL64;
}

ml_status ml_type_common(ml_type a, ml_type b, ml_type *common)
{
    *common = (ml_type)ml_common_types[a][b];
    if (*common == 0) {
        return ml_status_fail(ML_TYPE_ERROR, "no integer type holds both %s and %s", types[a].name, types[b].name);
    }
    return ML_OK;
}

ml_computation ml_type_computation(const ml_device *device, ml_type type, ml_precision precision)
{
    if (ml_type_kind(type) == ML_KIND_INTEGER) {
        return (ml_computation){types[type].computation, ML_COMPUTED_EXACT};
    }
    int complex = ml_type_kind(type) == ML_KIND_COMPLEX;
    int wanted = precision == ML_PRECISION_DOUBLE || (precision == ML_PRECISION_AUTOMATIC && types[type].part_bits == 64);
    if (!wanted) {
        return (ml_computation){complex ? "complex_float" : "float", ML_COMPUTED_SINGLE};
    }
    int computed = device->native_double ? ML_COMPUTED_NATIVE_DOUBLE : ML_COMPUTED_EMULATED_DOUBLE;
    return (ml_computation){complex ? "complex_real64" : "real64", computed};
}
