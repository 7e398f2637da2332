"""How far the elementary and special functions of native/shaders are from the exact values, in units in the last place.

The headers are compiled for the host's processor and run over many points; the reference is the C library's functions
of 113 bits, itself checked against mpmath. Linux only: macOS's C library has no such functions.
"""
