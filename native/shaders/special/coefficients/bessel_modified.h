// Computed by python/metallink_build/metallink_build/coefficients.py, doubles as their bits.
#pragma once

namespace ml {

// (BesselI[0, x] - 1)/t in powers of t = x^2/4, x < 4.
constant ulong bessel_i0_series_real64[12] = {
    0x3ff0000000000000ul, 0x3fd0000000000000ul, 0x3f9c71c71c71c70eul, 0x3f5c71c71c71cb53ul, 0x3f123456789a1aa3ul, 0x3ec02e85c0a654f0ul,
    0x3e6522a438ec631dul, 0x3e0522a534677ab8ul, 0x3da0b2fb05c63311ul, 0x3d35633abfa9833aul, 0x3cc65ae953448fd2ul, 0x3c57290537fc7979ul};
inline constant const ulong *bessel_i0_series(real64) { return bessel_i0_series_real64; }
inline int bessel_i0_series_length(real64) { return 12; }

inline int bessel_i0_length(real64) { return 19; }

// Of zones of x from 4 on, each twice as long as the one before, 4 of them, the last without end:
// c, and Sqrt[x] times the function, scaled by Exp, in powers of 1/x - c.
constant ulong bessel_i0_zones_real64[76] = {
    0x3fc8000000000000ul, 0x3fda36701c1e0ad8ul, 0x3fb0e9b1d2f9ea58ul, 0x3fb212b6d156546dul, 0x3fc0e5dc4d610053ul, 0xbfccbb7da86a074aul,
    0xc007820637cb9e06ul, 0x40048c5a33a8f74aul, 0x404ccb9ff7a0534aul, 0xc066e33be9cd68e7ul, 0xc085e8a6bb30597eul, 0x40bb0b040fe10f05ul,
    0xc0cd43787d3d45d8ul, 0xc0f5ba1b4abb7ff3ul, 0x412a124b0ca0907cul, 0xc145833cfe35dc04ul, 0xc153a53762cef9daul, 0x4198c03ef00a0049ul,
    0xc1b6d367a32b33dbul, 0x3fb8000000000000ul, 0x3fd9d95f3db6c2d7ul, 0x3facb893ff82f005ul, 0x3fa4669d4382c166ul, 0x3fafddc93921b29aul,
    0x3fc782a347e45e10ul, 0x3fec6382e216c537ul, 0x400e253a098b9810ul, 0xc0331b5b30d63f49ul, 0xc07fe37eaa114221ul, 0xc097df1f716df9ccul,
    0x40e407508f003dddul, 0x41080f84730ee853ul, 0xc14d39ae4513d1b5ul, 0xc1662ae88405d173ul, 0x41b1d57b97156fe0ul, 0x0000000000000000ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x3fa8000000000000ul, 0x3fd9afa1bfce9f3aul, 0x3faafcf428bb6031ul, 0x3fa0d37e3ff25ae2ul,
    0x3fa498fa1eeb59acul, 0x3fb3c644ca14fcd6ul, 0x3fcb02ffd9acdcaeul, 0x3fe8ff87e8d19852ul, 0x400eaa7f01cf004eul, 0x4039226122ab3b25ul,
    0x406e7dd2e8b889bbul, 0x40a5002716cca756ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x3f90000000000000ul, 0x3fd995268a5ff4dful, 0x3fa9fe105fd84570ul,
    0x3f9e327f1def16bful, 0x3fa083db97e987a1ul, 0x3fab0369aef85527ul, 0x3fbdbc1c408ba082ul, 0x3fd4be45e8903d87ul, 0x3ff1a62e6b6a7f5dul,
    0x40121de3c6f1074ful, 0x403576c5b5faf8b1ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul};
inline constant const ulong *bessel_i0_zones(real64) { return bessel_i0_zones_real64; }

// BesselK[0, x] + Log[x] BesselI[0, x] in powers of x^2, x < 1.
constant ulong bessel_k0_rest_real64[9] = {
    0x3fbdadb014541eb2ul, 0x3fd1dadb014541ebul, 0x3f99dadb014541ecul, 0x3f4bb90e85debe38ul, 0x3eef4747696e642bul, 0x3e85d6b13a09684cul,
    0x3e14c2b7c2785405ul, 0x3d9c9f4ed4c60587ul, 0x3d1e62d6ada7ad15ul};
inline constant const ulong *bessel_k0_rest(real64) { return bessel_k0_rest_real64; }
inline int bessel_k0_rest_length(real64) { return 9; }

inline int bessel_k0_length(real64) { return 16; }

// Of zones of x from 1 on, each twice as long as the one before, 4 of them, the last without end:
// c, and Sqrt[x] times the function, scaled by Exp, in powers of 1/x - c.
constant ulong bessel_k0_zones_real64[64] = {
    0x3fe8000000000000ul, 0x3ff2a7398dbab71dul, 0xbfb73fc75b873ed2ul, 0x3f98084576de3705ul, 0xbf826b1595dfa8a4ul, 0x3f716884ec11908ful,
    0xbf62cfd4c3384174ul, 0x3f56580d8f0283deul, 0xbf4c7e6cf05b445aul, 0x3f43361043b77390ul, 0xbf3b1cec14ec3093ul, 0x3f33dd00b1fd9aa8ul,
    0xbf2db6d7c3088532ul, 0x3f27081564a63c9aul, 0xbf25d93f89ceba50ul, 0x3f22130b154a8281ul, 0x3fd8000000000000ul, 0x3ff3429d6a326a48ul,
    0xbfbd092791c4b84ful, 0x3fa3f6dd8ec2401bul, 0xbf958b86bc1915b9ul, 0x3f8dcd349eda2a3cul, 0xbf883dc40d17bfb6ul, 0x3f8626f4d567c616ul,
    0xbf861e4b89b476bful, 0x3f87b18ea062947eul, 0xbf8ae1a2395fd254ul, 0x3f8fe0bc83b8c4dcul, 0xbf93be3c69ccabd7ul, 0x3f9c30d36aff036bul,
    0xbfa2ed982dbdd5eful, 0x0000000000000000ul, 0x3fc8000000000000ul, 0x3ff39ffe15095facul, 0xbfc0bc09b32817bcul, 0x3fac226a89e21b5cul,
    0xbfa392b74b9932d1ul, 0x3fa226c85b292b73ul, 0xbfa468cc54a27aadul, 0x3faa6b4555ecdeb4ul, 0xbfb3108ac104184dul, 0x3fbe01d83056fdf7ul,
    0xbfc9639dedc3aee5ul, 0x3fd7e5bd5ad0a190ul, 0xbfe6d445c88ee79dul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x3fb0000000000000ul, 0x3ff3e6cb6eb84735ul, 0xbfc2c3f8f930de94ul, 0x3fb2da34174a763dul, 0xbfb0ac56933f6f27ul, 0x3fb4ad9b4de52adaul,
    0xbfc0391c7ec60643ul, 0x3fce64d4c40af32ful, 0xbfe062010966acbful, 0x3ff3d299a4de5891ul, 0xc00a6c7bc1bce7cbul, 0x4022e5702cfae06bul,
    0xc03d3d64745fa7f0ul, 0x405db82af887f813ul, 0xc07aff6f40020063ul, 0x0000000000000000ul};
inline constant const ulong *bessel_k0_zones(real64) { return bessel_k0_zones_real64; }

// (2 BesselI[1, x]/x - 1)/t in powers of t = x^2/4, x < 4.
constant ulong bessel_i1_series_real64[11] = {
    0x3fe0000000000000ul, 0x3fb5555555555552ul, 0x3f7c71c71c71c92eul, 0x3f36c16c16c0eb3cul, 0x3ee845c8a0ee7831ul, 0x3e927e4fb2cb2c1dul,
    0x3e3522a518694eeful, 0x3dd2c95c54517ca3ul, 0x3d6abbe0b7b13781ul, 0x3cfebed083362d25ul, 0x3c915a98a587f721ul};
inline constant const ulong *bessel_i1_series(real64) { return bessel_i1_series_real64; }
inline int bessel_i1_series_length(real64) { return 11; }

inline int bessel_i1_length(real64) { return 19; }

// Of zones of x from 4 on, each twice as long as the one before, 4 of them, the last without end:
// c, and Sqrt[x] times the function, scaled by Exp, in powers of 1/x - c.
constant ulong bessel_i1_zones_real64[76] = {
    0x3fc8000000000000ul, 0x3fd79b47c9608785ul, 0xbfc65b054d6fb194ul, 0xbfba1c1aa41427bbul, 0xbfc63f4f0ae96b7eul, 0x3fc808810e885760ul,
    0x400a851655c4a484ul, 0xbff7667fd9ef2e19ul, 0xc0500badef4b1548ul, 0x4065a8af329aac79ul, 0x408aaa2d8bd2fc73ul, 0xc0bc4740b9d83c73ul,
    0x40c98db3194eb45dul, 0x40f98a2da77f850eul, 0xc12b35b0c50269a2ul, 0x4144343d8c695c33ul, 0x415aae96eb6e3ebeul, 0xc199b24a9e79723aul,
    0x41b5f7759b47f037ul, 0x3fb8000000000000ul, 0x3fd89b1add3254e2ul, 0xbfc470fe5abaa641ul, 0xbfb01052113efe3dul, 0xbfb4ee22c1f37faful,
    0xbfcc1904f182b83ful, 0xbff02ea2f183d239ul, 0xc01167da8b4fb197ul, 0x403240d2ad72fa4aul, 0x4080f8bae3a37ef5ul, 0x409cbf0343a2d07bul,
    0xc0e49cf220c22782ul, 0xc10b7bc89cc812e9ul, 0x414ddfec2b5935d5ul, 0x4169b59179d74c19ul, 0xc1b255fe0b8e86adul, 0x0000000000000000ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x3fa8000000000000ul, 0x3fd9139e2c24ea52ul, 0xbfc3bf89585340baul, 0xbfab574ec4b84d3ful,
    0xbfac1759eb9d070aul, 0xbfb8be611d8aa4d7ul, 0xbfd00c0a5b3d97dcul, 0xbfecaddd4daaea6ful, 0xc011246e9c2de901ul, 0xc03b850bd5ac2202ul,
    0xc0706612566e00c0ul, 0xc0a6678ae98e0177ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x3f90000000000000ul, 0x3fd961c8412a7545ul, 0xbfc357166555f7eeul,
    0xbfa8f6b832069283ul, 0xbfa6ef687555c64bul, 0xbfb139904ae5a9caul, 0xbfc205c62105d38ful, 0xbfd84ff5731701f6ul, 0xbff431d7956aa5f2ul,
    0xc01459f841c76accul, 0xc037c6317fff40a9ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul};
inline constant const ulong *bessel_i1_zones(real64) { return bessel_i1_zones_real64; }

// (BesselK[1, x] - Log[x] BesselI[1, x] - 1/x)/x in powers of x^2, x < 1.
constant ulong bessel_k1_rest_real64[8] = {
    0xbfd3b5b6028a83d6ul, 0xbfb5dadb014541ecul, 0xbf7303ae729ff275ul, 0xbf1d802af7a70ac9ul, 0xbeba29182120bbaaul, 0xbe4e212b36ed0bc8ul,
    0xbdd8625519fabbf5ul, 0xbd5db7a3dbe0edd8ul};
inline constant const ulong *bessel_k1_rest(real64) { return bessel_k1_rest_real64; }
inline int bessel_k1_rest_length(real64) { return 8; }

inline int bessel_k1_length(real64) { return 16; }

// Of zones of x from 1 on, each twice as long as the one before, 4 of them, the last without end:
// c, and Sqrt[x] times the function, scaled by Exp, in powers of 1/x - c.
constant ulong bessel_k1_zones_real64[64] = {
    0x3fe8000000000000ul, 0x3ff8d4b120a8fa94ul, 0x3fd64930b407d8f2ul, 0xbfa8f26b39cae0b0ul, 0x3f8f89d20b63c57eul, 0xbf7aff05f6aba868ul,
    0x3f6b6cc304e61d9dul, 0xbf5f358b8632ba1eul, 0x3f53473d46aece67ul, 0xbf495d0b9c9d1196ul, 0x3f418c0b2928829ful, 0xbf394b5c8ad9a6b0ul,
    0x3f32ab806a77d96cul, 0xbf2c9b176ac800bbul, 0x3f2ac697ca6469c0ul, 0xbf25f437e01b4835ul, 0x3fd8000000000000ul, 0x3ff69dc65513e397ul,
    0x3fd9287973ce5fb8ul, 0xbfb2ffb8d8a8ae49ul, 0x3fa11235b7e5c6b6ul, 0xbf95886852e19413ul, 0x3f908da9e2bc6e9eul, 0xbf8d1bf5f422f76dul,
    0x3f8c418eeb0752bcul, 0xbf8d9e953cbe70adul, 0x3f9083d606cec454ul, 0xbf93503280268d9eul, 0x3f97a4a307ead5feul, 0xbfa0ae82cab00e9eul,
    0x3fa6356e5059bbe1ul, 0x0000000000000000ul, 0x3fc8000000000000ul, 0x3ff5642a5c18b38aul, 0x3fdb35327a378a6dul, 0xbfb94c9f8cd88946ul,
    0x3fad75f7d5f675f8ul, 0xbfa90355c3688c1cul, 0x3faaaa0688794a6eul, 0xbfb0a5f582248fd3ul, 0x3fb76909c8729513ul, 0xbfc21022ce00f76aul,
    0x3fce17ca4c57b1c4ul, 0xbfdbf17e98328d34ul, 0x3fea6a414e554c0aul, 0x0000000000000000ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x3fb0000000000000ul, 0x3ff483a94b0ee353ul, 0x3fdcfdb8076bf305ul, 0xbfc02b2e98ba637eul, 0x3fb801dee859bc81ul, 0xbfbb539454099f4eul,
    0x3fc45e63596fd34dul, 0xbfd27098058c4529ul, 0x3fe36612965a9244ul, 0xbff70b27cc06768cul, 0x400e475e929fdabcul, 0xc02569b8615d278dul,
    0x4040699107086a7bul, 0xc06080aaec279da4ul, 0x407dc75547a9e207ul, 0x0000000000000000ul};
inline constant const ulong *bessel_k1_zones(real64) { return bessel_k1_zones_real64; }

// (BesselI[0, x] - 1)/t in powers of t = x^2/4, x < 4.
constant float bessel_i0_series_float[7] = {
    1.0f, 0.24999997f, 0.0277779214f, 0.00173589692f, 6.95958879e-05f, 1.8744264e-06f,
    4.89556733e-08f};
inline constant const float *bessel_i0_series(float) { return bessel_i0_series_float; }
inline int bessel_i0_series_length(float) { return 7; }

inline int bessel_i0_length(float) { return 9; }

// Of zones of x from 4 on, each twice as long as the one before, 4 of them, the last without end:
// c, and Sqrt[x] times the function, scaled by Exp, in powers of 1/x - c.
constant float bessel_i0_zones_float[36] = {
    0.1875f, 0.409572631f, 0.0660659f, 0.0705961064f, 0.131992698f, -0.221871361f,
    -2.9183259f, 1.41475964f, 50.8621368f, 0.09375f, 0.403892338f, 0.0560957156f,
    0.0398437455f, 0.0622567236f, 0.188407928f, 0.851659536f, 0.0f, 0.0f,
    0.046875f, 0.401344717f, 0.0527111292f, 0.0328824669f, 0.0402943268f, 0.0f,
    0.0f, 0.0f, 0.0f, 0.015625f, 0.399728417f, 0.0507664755f,
    0.029502403f, 0.0322915278f, 0.0f, 0.0f, 0.0f, 0.0f};
inline constant const float *bessel_i0_zones(float) { return bessel_i0_zones_float; }

// BesselK[0, x] + Log[x] BesselI[0, x] in powers of x^2, x < 1.
constant float bessel_k0_rest_float[5] = {
    0.115931518f, 0.278982848f, 0.025249064f, 0.000845665985f, 1.53306864e-05f};
inline constant const float *bessel_k0_rest(float) { return bessel_k0_rest_float; }
inline int bessel_k0_rest_length(float) { return 5; }

inline int bessel_k0_length(float) { return 8; }

// Of zones of x from 1 on, each twice as long as the one before, 4 of them, the last without end:
// c, and Sqrt[x] times the function, scaled by Exp, in powers of 1/x - c.
constant float bessel_k0_zones_float[32] = {
    0.75f, 1.16582632f, -0.0908169597f, 0.0234690905f, -0.00899017882f, 0.00424702279f,
    -0.00239526154f, 0.00144053728f, 0.375f, 1.20376337f, -0.113420941f, 0.0389912836f,
    -0.0210376792f, 0.0148101235f, -0.0121392766f, 0.0f, 0.1875f, 1.22656071f,
    -0.130738273f, 0.0549496263f, -0.0384248756f, 0.0357576534f, 0.0f, 0.0f,
    0.0625f, 1.2438463f, -0.146605611f, 0.0736399144f, -0.0651225299f, 0.0821995437f,
    -0.130360827f, 0.0f};
inline constant const float *bessel_k0_zones(float) { return bessel_k0_zones_float; }

// (2 BesselI[1, x]/x - 1)/t in powers of t = x^2/4, x < 4.
constant float bessel_i1_series_float[7] = {
    0.5f, 0.0833333284f, 0.00694446033f, 0.000347198831f, 1.15906369e-05f, 2.69593443e-07f,
    5.97482597e-09f};
inline constant const float *bessel_i1_series(float) { return bessel_i1_series_float; }
inline int bessel_i1_series_length(float) { return 7; }

inline int bessel_i1_length(float) { return 9; }

// Of zones of x from 4 on, each twice as long as the one before, 4 of them, the last without end:
// c, and Sqrt[x] times the function, scaled by Exp, in powers of 1/x - c.
constant float bessel_i1_zones_float[36] = {
    0.1875f, 0.368852556f, -0.17465274f, -0.10198956f, -0.173781201f, 0.185379744f,
    3.29132533f, -0.396090001f, -56.2235565f, 0.09375f, 0.384466857f, -0.159698293f,
    -0.062747106f, -0.0817760974f, -0.225048661f, -0.976750076f, 0.0f, 0.0f,
    0.046875f, 0.391822368f, -0.154282719f, -0.0534241274f, -0.0549425147f, 0.0f,
    0.0f, 0.0f, 0.0f, 0.015625f, 0.396593153f, -0.151095197f,
    -0.0487737693f, -0.0448383577f, 0.0f, 0.0f, 0.0f, 0.0f};
inline constant const float *bessel_i1_zones(float) { return bessel_i1_zones_float; }

// (BesselK[1, x] - Log[x] BesselI[1, x] - 1/x)/x in powers of x^2, x < 1.
constant float bessel_k1_rest_float[5] = {
    -0.307965755f, -0.0853707194f, -0.00464219414f, -0.00011250432f, -1.59509068e-06f};
inline constant const float *bessel_k1_rest(float) { return bessel_k1_rest_float; }
inline int bessel_k1_rest_length(float) { return 5; }

inline int bessel_k1_length(float) { return 8; }

// Of zones of x from 1 on, each twice as long as the one before, 4 of them, the last without end:
// c, and Sqrt[x] times the function, scaled by Exp, in powers of 1/x - c.
constant float bessel_k1_zones_float[32] = {
    0.75f, 1.55192673f, 0.348217219f, -0.0487245582f, 0.0153953638f, -0.00658685388f,
    0.00348135107f, -0.00200604345f, 0.375f, 1.41351926f, 0.393095374f, -0.0742125064f,
    0.0333390124f, -0.0213676114f, 0.0165517572f, 0.0f, 0.1875f, 1.33695447f,
    0.425121635f, -0.0988248587f, 0.0577967912f, -0.0492384359f, 0.0f, 0.0f,
    0.0625f, 1.28214383f, 0.452985764f, -0.126315266f, 0.0937700942f, -0.108471997f,
    0.163409799f, 0.0f};
inline constant const float *bessel_k1_zones(float) { return bessel_k1_zones_float; }

} // namespace ml
