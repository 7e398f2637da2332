// Computed by python/metallink_build/metallink_build/coefficients.py, doubles as their bits.
#pragma once

namespace ml {

// Erf[x]/x - 1 in powers of x^2, |x| < 1/2.
constant ulong erf_small_real64[9] = {
    0x3fc06eba8214db68ul, 0xbfd812746b0379b5ul, 0x3fbce2f21a03d85ful, 0xbf9b82ce30f2d7e4ul, 0x3f7565bcbf972c7aul, 0xbf4c02d4f9559a68ul,
    0x3f1f98db9133cebcul, 0xbeef22551521cb88ul, 0x3eb8b4eeca0a9fe9ul};
inline constant const ulong *erf_small(real64) { return erf_small_real64; }
inline int erf_small_length(real64) { return 9; }

inline int erf_length(real64) { return 15; }

// Erf[x] in powers of x - (2 k + 1)/4 where k/2 <= x < (k + 1)/2, k = 1 ... 11.
constant ulong erf_zones_real64[165] = {
    0x3fe6c1c9759d0e5ful, 0x3fe492e42d78d2c5ul, 0xbfdedc5644353c28ul, 0x3f9b6e8591f65e33ul, 0x3fc349b5eaa147c4ul, 0xbfab42a189076f48ul,
    0xbf9b84779673e521ul, 0x3f92e0afad7b9c27ul, 0x3f62db3340b74c03ul, 0xbf704103d07cc793ul, 0x3f28621062559397ul, 0x3f44710d0e829d78ul,
    0xbf1bd084c4417f25ul, 0xbf136b9ab2fa88a7ul, 0x3ef65ac7c64a3058ul, 0x3fed8865d98abe00ul, 0x3fce4652fadcb6b1ul, 0xbfd2ebf3dcc9f20cul,
    0x3fc571d01c5c588cul, 0xbf793a9a7bc0a8f8ul, 0xbfa8281ce0b82e48ul, 0x3f95d0003bc97cc0ul, 0x3f6db43cae5b2124ul, 0xbf775673660720deul,
    0x3f4cc21723342a9eul, 0x3f4a00e51afc5e10ul, 0xbf3538c39db47f89ul, 0xbf0bf9a967df7524ul, 0x3f0c7dbfe017b1edul, 0x0000000000000000ul,
    0x3fef92d077f8d56dul, 0x3fab055303221017ul, 0xbfb7a4a8a2bdcd23ul, 0x3fb7148c3d57c13dul, 0xbfa8a0da5432406ful, 0x3f7b22257de3df39ul,
    0x3f825b378f6118a9ul, 0xbf78d10fbc9e0b1aul, 0x3f47ec1519caa1d6ul, 0x3f4d4cf7e568c610ul, 0xbf3d02a70c7e7cfful, 0xbed722d6cc422c43ul,
    0x3f11bc3f06ea8b5dul, 0xbef1c9c5b91385a4ul, 0x0000000000000000ul, 0x3feff404760319b4ul, 0x3f7d4143a9dfe962ul, 0xbf9074b60f8df600ul,
    0x3f963ef61e82460bul, 0xbf938a983275d951ul, 0x3f85d3b17bbb7dd4ul, 0xbf67cae0dc82bcfful, 0xbf45f8312f310cb6ul, 0x3f5060311dc8969eul,
    0xbf3835309064fda0ul, 0xbee82e4e29b0df82ul, 0x3f11145d347267eeul, 0xbef702c0801ae6d8ul, 0xbeb9a8b27f527e44ul, 0x0000000000000000ul,
    0x3fefff2cfb0453d9ul, 0x3f43360ccd23db3aul, 0xbf5a6a519a114200ul, 0x3f669cf466ccdf7cul, 0xbf6ab0c273b1df29ul, 0x3f66935960663c3dul,
    0xbf5b2755bb8b5b8bul, 0x3f452b6264040c91ul, 0xbf17558371a2b9d5ul, 0xbf12abb3e098ed69ul, 0x3f0cd7d4d2289522ul, 0xbef09d042d76d595ul,
    0xbeb546722bd5e4b9ul, 0x3ec68a5b003ae309ul, 0x0000000000000000ul, 0x3feffff6f9f67e55ul, 0x3efe9b5e8d0142e2ul, 0xbf18de3cd290a72cul,
    0x3f29aa489e2330a7ul, 0xbf32c7d5ef05616ful, 0x3f3490a4d891c217ul, 0xbf3145464e96afabul, 0x3f2647f464dbe36aul, 0xbf156747a3c6fd0bul,
    0x3efb2e7b9f37c36cul, 0xbec38924eac9fcdbul, 0xbec8f28263953a6aul, 0x3ebff2ed1321d370ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x3fefffffc2f171e3ul, 0x3ead9371e30121a2ul, 0xbecbba3ac53234cbul, 0x3ee0b6a7b0c3ae13ul, 0xbeed06f573f8a544ul, 0x3ef3436bd5786074ul,
    0xbef4357dc1b65110ul, 0x3ef110dbd595dbcdul, 0xbee755d4d4556c87ul, 0x3ed9a060c743180aul, 0xbec5f8d2c2af33acul, 0x3ea99d0bc66edd44ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x3fefffffff01a8b6ul, 0x3e5155a09056f913ul, 0xbe726afaa1f3daf6ul,
    0x3e895ea7013ff035ul, 0xbe996ba5a8855829ul, 0x3ea3b467998e3c7eul, 0xbea886c322890a8dul, 0x3ea916ff70fedb5eul, 0xbea5608db5e1e731ul,
    0x3e9ea6a832c5d0e1ul, 0xbe932ac4f3b9a777ul, 0x3e82f4bf7cabe525ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x3feffffffffd759dul, 0x3de8a618000d1c34ul, 0xbe0d453bf6d182c0ul, 0x3e26a8a036dcb97bul, 0xbe39b0100bb0523cul, 0x3e46b580bf4aa43eul,
    0xbe5043747f56ef97ul, 0x3e5346bd072c9cd8ul, 0xbe5373b6764a27f1ul, 0x3e5241f7e934692dul, 0xbe4ac2de5af09402ul, 0x0000000000000000ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x3feffffffffffc05ul, 0x3d754172dd3e23edul, 0xbd9be66d92d654dcul,
    0x3db8025d72e6a88ful, 0xbdce53ac5b02c84dul, 0x3ddd7987c1961cd1ul, 0xbde7f1488f8fbf94ul, 0x3df33a73ff280af9ul, 0xbdf5a35e187398f9ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x3feffffffffffffcul, 0x3cf67eba8b2fa601ul, 0xbd2013c0bc8907f0ul, 0x3d3c2e40e2d03a96ul, 0xbd541f5530125234ul, 0x3d6ebb5a1a2018c4ul,
    0xbd7a442f17c22664ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul};
inline constant const ulong *erf_zones(real64) { return erf_zones_real64; }

// (1 + 2 x) Exp[x^2] Erfc[x] in powers of (x - 4)/(x + 4), 1/2 <= x <= 28.
// M. Shepherd, J. Laframboise, Chebyshev approximation of (1 + 2x) exp(x^2) erfc x, Math. Comp. 36 (1981).
constant ulong erfc_scaled_real64[22] = {
    0x3ff3ba5916e9fd7ful, 0xbfc1df1ad154a28ful, 0x3f8f7f5df66fd544ul, 0x3fb16ecefcfa53d0ul, 0xbfb9ddb23c3e7b7aul, 0x3fb7fee004e11ff5ul,
    0xbfb0fb06dfe6d606ul, 0x3fa3079edf683aa1ul, 0xbf90962387d40447ul, 0x3f749c6728a626c1ul, 0xbf48d4aa1ce2c89eul, 0xbf2a1df2d1bf0bfdul,
    0x3f23be0dc414e4bful, 0xbef9957a1b1518e8ul, 0xbee78a4b5f977b78ul, 0x3ed7f0efa112498eul, 0x3e941d76a33f6ed0ul, 0xbeab925d3d5c7018ul,
    0x3e71f33f81ee3143ul, 0x3e7c3109cfe33a88ul, 0xbe4a21417f5926deul, 0xbe46085d1aee50f8ul};
inline constant const ulong *erfc_scaled(real64) { return erfc_scaled_real64; }
inline int erfc_scaled_length(real64) { return 22; }

// Erf[x]/x - 1 in powers of x^2, |x| < 1/2.
constant float erf_small_float[5] = {
    0.128379166f, -0.376126081f, 0.112828344f, -0.0267579444f, 0.00471950555f};
inline constant const float *erf_small(float) { return erf_small_float; }
inline int erf_small_length(float) { return 5; }

inline int erf_length(float) { return 8; }

// Erf[x] in powers of x - (2 k + 1)/4 where k/2 <= x < (k + 1)/2, k = 1 ... 11.
constant float erf_zones_float[88] = {
    0.711155653f, 0.642931044f, -0.482198149f, 0.0267883502f, 0.150675625f, -0.0532170907f,
    -0.0265828297f, 0.017885495f, 0.92290014f, 0.236521125f, -0.295651734f, 0.167535886f,
    -0.00613203505f, -0.0471865535f, 0.0205977373f, 0.00374511047f, 0.986671686f, 0.0527749956f,
    -0.092356205f, 0.0901573896f, -0.048105523f, 0.00661847321f, 0.00904949475f, -0.00593309943f,
    0.998537302f, 0.00714229979f, -0.0160701573f, 0.0217269789f, -0.0190882571f, 0.0105811423f,
    -0.00277956529f, 0.0f, 0.999899387f, 0.000586294278f, -0.00161226746f, 0.00275820703f,
    -0.00325771049f, 0.00282583339f, -0.00166785053f, 0.0f, 0.999995708f, 2.91936467e-05f,
    -9.42678162e-05f, 0.000195219283f, -0.000311834272f, 0.000332615979f, 0.0f, 0.0f,
    0.999999881f, 8.57222062e-07f, -3.26060422e-06f, 9.49026344e-06f, -1.57253235e-05f, 0.0f,
    0.0f, 0.0f, 1.0f, 2.65413025e-08f, -9.51031254e-08f, 0.0f,
    0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f,
    0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f,
    1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f,
    0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f,
    0.0f, 0.0f, 0.0f, 0.0f};
inline constant const float *erf_zones(float) { return erf_zones_float; }

// (1 + 2 x) Exp[x^2] Erfc[x] in powers of (x - 4)/(x + 4), 1/2 <= x <= 28.
// M. Shepherd, J. Laframboise, Chebyshev approximation of (1 + 2x) exp(x^2) erfc x, Math. Comp. 36 (1981).
constant float erfc_scaled_float[12] = {
    1.23299515f, -0.139621109f, 0.0153799579f, 0.0680966303f, -0.101045221f, 0.0937377885f,
    -0.0662848502f, 0.0371435881f, -0.0163508765f, 0.00508606667f, -0.000516542292f, -0.000255659397f};
inline constant const float *erfc_scaled(float) { return erfc_scaled_float; }
inline int erfc_scaled_length(float) { return 12; }

} // namespace ml
