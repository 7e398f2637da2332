"""The 14 element types of MNumericArray: Wolfram's name, the code of the C interface, the dtype of an element."""

import numpy as np

from librarylink_host import COMPLEX_HALF

CODES = {
    "Integer8": (1, np.int8),
    "UnsignedInteger8": (2, np.uint8),
    "Integer16": (3, np.int16),
    "UnsignedInteger16": (4, np.uint16),
    "Integer32": (5, np.int32),
    "UnsignedInteger32": (6, np.uint32),
    "Integer64": (7, np.int64),
    "UnsignedInteger64": (8, np.uint64),
    "Real32": (9, np.float32),
    "Real64": (10, np.float64),
    "ComplexReal32": (11, np.complex64),
    "ComplexReal64": (12, np.complex128),
    "Real16": (13, np.float16),
    "ComplexReal16": (14, COMPLEX_HALF),
}
