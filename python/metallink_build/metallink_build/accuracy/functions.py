"""The functions that are measured: their MSL, their reference, their bound, and where points are dense."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

HUGE = 1.7976931348623157e308
FLOAT_HUGE = 3.4028234663852886e38


@dataclass(frozen=True)
class Function:
    """One function of `real`, "real64" or "real32" (Metal's float)."""

    name: str  # as in the Wolfram Language where it has one
    code: str  # MSL over x, and y where there are two arguments
    oracle: str  # oracle_<name> of oracle.c and of mpmath_oracle.py
    bound: float  # units in the last place
    ranges: tuple[tuple[float, float], ...]  # intervals of x that get points of their own
    special: tuple[float, ...] = ()  # zeros, poles and thresholds: points crowd around them
    y_ranges: tuple[tuple[float, float], ...] = ()  # of the second argument
    real: str = "real64"
    positive: bool = False  # measured at positive arguments only

    @property
    def key(self) -> str:
        return f"{self.name}_{self.real}"

    @property
    def arguments(self) -> int:
        return 2 if self.y_ranges else 1


HEADERS = ("functions.h", "special.h")

QUARTERS = tuple(k * pi / 4 for k in range(1, 24))
# Rounded (NIST Digital Library of Mathematical Functions, 10.21; the last by mpmath): points crowd around them.
J0_ZEROS = (
    2.404825557695773,
    5.520078110286311,
    8.653727912911013,
    30.634606468431976,
    33.77582021357357,
    99.7468198586806,
)
J1_ZEROS = (
    3.8317059702075125,
    7.015586669815619,
    10.173468135062722,
    32.189679910974405,
    35.33230755008387,
    101.31266182303872,
)
Y0_ZEROS = (
    0.8935769662791675,
    3.957678419314858,
    7.086051060301773,
    29.064030252728397,
    32.20520411649328,
    98.17604357893667,
)
Y1_ZEROS = (
    2.197141326031017,
    5.429681040794135,
    8.596005868331169,
    30.618286491641115,
    33.76101779610933,
    99.74180720948509,
)
ZEROS_OF_LGAMMA = (
    -2.4570247382208006,
    -2.7476826467274127,
    -3.1435808883499798,
    -3.9552942848585977,
    -4.039361839740536,
)
ANY = ((-HUGE, HUGE),)

FUNCTIONS: tuple[Function, ...] = (
    # Elementary functions in double.
    Function("Exp", "ml::exp(x)", "exp", 1, ((-1, 1), (-745, 710)), (0.3465735902799727, -708.4, -745.13, 709.78)),
    Function("Exp2", "ml::exp2(x)", "exp2", 1, ((-1, 1), (-1075, 1024)), (0.5, 1.5, -1022.0, -1075.0, 1024.0)),
    Function("Exp10", "ml::exp10(x)", "exp10", 1, ((-1, 1), (-324, 309)), (0.15, -307.65, -323.6, 308.25)),
    Function(
        "Expm1", "ml::expm1(x)", "expm1", 1, ((-0.5, 0.5), (-40, 40), (0, 710)), (0.3465735902799727, -37.0, 709.78)
    ),
    Function(
        "Log",
        "ml::log(x)",
        "log",
        1,
        ((0.5, 2), (0, 100)),
        (0.7071067811865476, 1.0, 1.4142135623730951),
        positive=True,
    ),
    Function(
        "Log1p",
        "ml::log1p(x)",
        "log1p",
        1,
        ((-0.5, 1), (-1, 0), (0, 100)),
        (-1.0, -0.2928932188134524, 0.41421356237309503),
    ),
    Function(
        "Log2",
        "ml::log2(x)",
        "log2",
        1,
        ((0.5, 2), (0, 100)),
        (0.7071067811865476, 1.0, 1.4142135623730951),
        positive=True,
    ),
    Function(
        "Log10",
        "ml::log10(x)",
        "log10",
        1,
        ((0.5, 2), (0, 100)),
        (0.7071067811865476, 1.0, 1.4142135623730951),
        positive=True,
    ),
    Function(
        *("Power", "ml::pow(x, y)", "pow", 1, ((0, 2), (0, 10), (0.99, 1.01)), (0.7071067811865476, 1.0, 2.0)),
        y_ranges=((-2, 2), (-300, 300), (-7e4, 7e4)),
        positive=True,
    ),
    Function("CubeRoot", "ml::cbrt(x)", "cbrt", 1, ((-8, 8),), (1.0, 2.0, 4.0, 8.0)),
    Function("Sqrt", "ml::sqrt(x)", "sqrt", 0.5, ((0, 4),), (1.0, 2.0, 4.0), positive=True),
    Function("Sin", "ml::sin(x)", "sin", 1, ((-1, 1), (-10, 10), (-1e6, 1e6), (-1e9, 1e9)), (*QUARTERS, 2.0**27)),
    Function("Cos", "ml::cos(x)", "cos", 1, ((-1, 1), (-10, 10), (-1e6, 1e6), (-1e9, 1e9)), (*QUARTERS, 2.0**27)),
    Function("Tan", "ml::tan(x)", "tan", 1, ((-1, 1), (-10, 10), (-1e6, 1e6), (-1e9, 1e9)), (*QUARTERS, 2.0**27)),
    Function("ArcSin", "ml::asin(x)", "asin", 1, ((-0.5, 0.5), (-1, 1)), (-1.0, -0.5, 0.5, 1.0)),
    Function("ArcCos", "ml::acos(x)", "acos", 1, ((-0.5, 0.5), (-1, 1)), (-1.0, -0.5, 0.5, 1.0)),
    Function(
        "ArcTan",
        "ml::atan(x)",
        "atan",
        1,
        ((-0.5, 0.5), (-3, 3), (-1e3, 1e3)),
        (0.41421356237309503, 2.414213562373095),
    ),
    Function(
        *(
            "ArcTan2",
            "ml::atan2(x, y)",
            "atan2",
            1,
            ((-2, 2), (-1e3, 1e3)),
            (0.41421356237309503, 1.0, 2.414213562373095),
        ),
        y_ranges=((-2, 2), (-1e-3, 1e-3), (-1e9, 1e9)),
    ),
    Function("Sinh", "ml::sinh(x)", "sinh", 1, ((-0.5, 0.5), (-5, 5), (-711, 711)), (0.3465735902799727, 710.475)),
    Function("Cosh", "ml::cosh(x)", "cosh", 1, ((-0.5, 0.5), (-5, 5), (-711, 711)), (0.3465735902799727, 710.475)),
    Function("Tanh", "ml::tanh(x)", "tanh", 1, ((-0.5, 0.5), (-5, 5), (-22, 22)), (0.17328679513998632, 19.06, 22.0)),
    Function("ArcSinh", "ml::asinh(x)", "asinh", 1, ((-0.5, 0.5), (-100, 100), (-1e9, 1e9)), (0.35, 2.0**60)),
    Function("ArcCosh", "ml::acosh(x)", "acosh", 1, ((1, 1.1), (1, 4), (1, 1e9)), (1.0, 1.06, 2.0**60), positive=True),
    Function("ArcTanh", "ml::atanh(x)", "atanh", 1, ((-0.5, 0.5), (-1, 1)), (-1.0, 0.17157287525380988, 1.0)),
    # Special functions in double.
    Function("Erf", "ml::erf(x)", "erf", 4, ((-1, 1), (-6, 6)), (0.5, 1.0, 1.5, 5.92, 6.0)),
    Function("Erfc", "ml::erfc(x)", "erfc", 4, ((-1, 1), (-6, 6), (0, 28)), (0.5, 5.92, 6.0, 26.5, 27.2, 28.0)),
    Function(
        "Gamma", "ml::gamma(x)", "gamma", 4, ((0, 13), (-6, 6), (-185, 172)), (*range(-20, 20), 170.6, 171.62, -184.0)
    ),
    Function(
        "Factorial", "ml::factorial(x)", "factorial", 4, ((-1, 12), (-6, 6), (-186, 171)), (*range(-20, 20), 170.62)
    ),
    Function(
        "LogGamma",
        "ml::lgamma(x)",
        "lgamma",
        4,
        ((0, 13), (0, 3), (-20, 0), (-200, 1e6)),
        (*range(-20, 20), *ZEROS_OF_LGAMMA),
    ),
    Function(
        "Beta",
        "ml::beta(x, y)",
        "beta",
        4,
        ((0, 10), (0, 200)),
        (1.0, 12.0, 90.0),
        ((0, 10), (0, 600), (0, 1e6)),
        positive=True,
    ),
    Function(
        "BesselI0",
        "ml::bessel_i0(x)",
        "bessel_i0",
        4,
        ((-10, 10), (0, 40), (-714, 714)),
        (4.0, 8.0, 16.0, 32.0, 713.98),
    ),
    Function(
        "BesselI1",
        "ml::bessel_i1(x)",
        "bessel_i1",
        4,
        ((-10, 10), (0, 40), (-714, 714)),
        (4.0, 8.0, 16.0, 32.0, 713.98),
    ),
    Function(
        "BesselK0", "ml::bessel_k0(x)", "bessel_k0", 4, ((0, 2), (0, 20), (0, 745)), (2.0, 4.0, 8.0, 705.3, 741.0)
    ),
    Function(
        "BesselK1", "ml::bessel_k1(x)", "bessel_k1", 4, ((0, 2), (0, 20), (0, 745)), (2.0, 4.0, 8.0, 705.3, 741.0)
    ),
    Function("BesselJ0", "ml::bessel_j0(x)", "bessel_j0", 4, ((-10, 10), (-40, 40), (0, 1000)), (32.0, *J0_ZEROS)),
    Function("BesselJ1", "ml::bessel_j1(x)", "bessel_j1", 4, ((-10, 10), (-40, 40), (0, 1000)), (32.0, *J1_ZEROS)),
    Function(
        "BesselY0", "ml::bessel_y0(x)", "bessel_y0", 4, ((0, 10), (0, 40), (0, 1000)), (0.6, 1.2, 32.0, *Y0_ZEROS)
    ),
    Function(
        "BesselY1", "ml::bessel_y1(x)", "bessel_y1", 4, ((0, 10), (0, 40), (0, 1000)), (0.7, 1.4, 2.6, 32.0, *Y1_ZEROS)
    ),
    Function("Sinc", "ml::sinc(x)", "sinc", 4, ((-10, 10), (-1e4, 1e4)), (3.141592653589793, 6.283185307179586)),
    Function("Haversine", "ml::haversine(x)", "haversine", 4, ((-10, 10), (-1e4, 1e4)), (6.283185307179586,)),
    # In float.
    Function("Tan", "ml::tan(x)", "tan", 4, ((-2, 2), (-1e3, 1e3), (-1e9, 1e9)), QUARTERS, real="real32"),
    Function("ArcTan", "ml::atan(x)", "atan", 4, ((-2, 2), (-1e3, 1e3)), (1.0,), real="real32"),
    Function(
        "ArcTan2", "ml::atan2(x, y)", "atan2", 4, ((-2, 2), (-1e3, 1e3)), (1.0,), ((-2, 2), (-1e3, 1e3)), real="real32"
    ),
    Function("Tanh", "ml::tanh(x)", "tanh", 4, ((-2, 2), (-10, 10)), (0.625, 9.02), real="real32"),
    Function("ArcSinh", "ml::asinh(x)", "asinh", 4, ((-2, 2), (-1e4, 1e4)), (4096.0,), real="real32"),
    Function("ArcCosh", "ml::acosh(x)", "acosh", 4, ((1, 2), (1, 1e4)), (4096.0,), real="real32"),
    Function("ArcTanh", "ml::atanh(x)", "atanh", 4, ((-1, 1),), (2.0**-13,), real="real32"),
    Function("Exp2", "ml::exp2(x)", "exp2", 4, ((-2, 2), (-150, 128)), (0.5, 128.0, -126.0, -149.5), real="real32"),
    Function("Exp10", "ml::exp10(x)", "exp10", 4, ((-2, 2), (-45, 39)), (38.53, -37.9, -45.0), real="real32"),
    Function("Expm1", "ml::expm1(x)", "expm1", 4, ((-2, 2), (-88, 89)), (0.34, -17.4, 88.72), real="real32"),
    Function("Log2", "ml::log2(x)", "log2", 4, ((0, 2), (0, 1e4)), (2.0, 8.0), real="real32"),
    Function("Log1p", "ml::log1p(x)", "log1p", 4, ((-1, 1), (-1, 1e4)), (-0.29, 0.41, 2.0**-25), real="real32"),
    Function("CubeRoot", "ml::cbrt(x)", "cbrt", 4, ((-10, 10),), (8.0, 27.0), real="real32"),
    Function(
        "Power",
        "ml::pow(x, y)",
        "pow",
        4,
        ((0, 4), (0, 100)),
        (2.0, 3.0),
        ((-4, 4), (-100, 100), (-20, 20)),
        real="real32",
    ),
    Function("Erf", "ml::erf(x)", "erf", 4, ((-4, 4),), (0.5, 4.0), real="real32"),
    Function("Erfc", "ml::erfc(x)", "erfc", 4, ((-4, 4), (0, 11)), (0.5, 9.3, 10.06), real="real32"),
    Function("Gamma", "ml::gamma(x)", "gamma", 4, ((0, 13), (-42, 35.1)), tuple(range(-12, 12)), real="real32"),
    Function("LogGamma", "ml::lgamma(x)", "lgamma", 4, ((0, 13), (-12, 1e3)), tuple(range(-12, 12)), real="real32"),
    Function(
        "Factorial", "ml::factorial(x)", "factorial", 4, ((0, 13), (-42, 34.1)), tuple(range(-12, 12)), real="real32"
    ),
    Function("Beta", "ml::beta(x, y)", "beta", 4, ((0, 10),), (1.0,), ((0, 10), (0, 60)), positive=True, real="real32"),
    Function("BesselJ0", "ml::bessel_j0(x)", "bessel_j0", 4, ((-10, 10), (0, 1000)), J0_ZEROS, real="real32"),
    Function("BesselJ1", "ml::bessel_j1(x)", "bessel_j1", 4, ((-10, 10), (0, 1000)), J1_ZEROS, real="real32"),
    Function("BesselY0", "ml::bessel_y0(x)", "bessel_y0", 4, ((0, 10), (0, 1000)), Y0_ZEROS, real="real32"),
    Function("BesselY1", "ml::bessel_y1(x)", "bessel_y1", 4, ((0, 10), (0, 1000)), Y1_ZEROS, real="real32"),
    Function("BesselI0", "ml::bessel_i0(x)", "bessel_i0", 4, ((-10, 10), (-90, 90)), (4.0,), real="real32"),
    Function("BesselI1", "ml::bessel_i1(x)", "bessel_i1", 4, ((-10, 10), (-90, 90)), (4.0,), real="real32"),
    Function("BesselK0", "ml::bessel_k0(x)", "bessel_k0", 4, ((0, 2), (0, 105)), (1.0,), real="real32"),
    Function("BesselK1", "ml::bessel_k1(x)", "bessel_k1", 4, ((0, 2), (0, 105)), (1.0,), real="real32"),
)


def named(name: str, real: str) -> Function:
    """The function of this name; StopIteration if there is none."""
    return next(function for function in FUNCTIONS if (function.name, function.real) == (name, real))
