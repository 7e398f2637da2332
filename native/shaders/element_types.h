/* The types of elements in memory. Shared by the host and the shaders; the numbers are those of the MNumericArray types. */
#ifndef ML_ELEMENT_TYPES_H
#define ML_ELEMENT_TYPES_H

enum ml_type {
    ML_INTEGER8 = 1,
    ML_UNSIGNED8 = 2,
    ML_INTEGER16 = 3,
    ML_UNSIGNED16 = 4,
    ML_INTEGER32 = 5,
    ML_UNSIGNED32 = 6,
    ML_INTEGER64 = 7,
    ML_UNSIGNED64 = 8,
    ML_REAL32 = 9,
    ML_REAL64 = 10,
    ML_COMPLEX_REAL32 = 11,
    ML_COMPLEX_REAL64 = 12,
    ML_REAL16 = 13,
    ML_COMPLEX_REAL16 = 14
};

#endif
