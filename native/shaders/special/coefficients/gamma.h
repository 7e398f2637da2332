// Computed by python/metallink_build/metallink_build/coefficients.py, doubles as their bits.
#pragma once

namespace ml {

inline int gamma_length(real64) { return 17; }

// Gamma[1 + k/4 + d] in powers of d, |d| <= 1/8, k = 0 ... 4.
constant ulong gamma_zones_real64[85] = {
    0x3ff0000000000000ul, 0xbfe2788cfc6fb619ul, 0x3fefa658c23b1578ul, 0xbfed0a118f324b7eul, 0x3fef6a51055096feul, 0xbfef6c80ec3856f8ul,
    0x3fefc7e0a6ea7706ul, 0xbfefdf3f1611480bul, 0x3feff07b5b06b2bcul, 0xbfeff8035a078c2eul, 0x3feffc0795e9aba8ul, 0xbfeffe3c2d256883ul,
    0x3fefff495a51e68dul, 0xbfefefd1b5d9f9e4ul, 0x3fefede9df9ebf8aul, 0xbff11af515217b3eul, 0x3ff12c3ac539bae9ul, 0x3fed013fc47eeeeaul,
    0xbfca6398b8ba7ab9ul, 0x3fe21d4e80718127ul, 0xbfd4d98f557aa447ul, 0x3fd4f1d1274006aaul, 0xbfd0073e4afb4badul, 0x3fca8fe0bd4c6e1dul,
    0xbfc540b7ef8042e1ul, 0x3fc119fc496f8941ul, 0xbfbb68be83c43fbdul, 0x3fb5f4f7c1754b03ul, 0xbfb193bde6d7a787ul, 0x3fac1d7bda736bf9ul,
    0xbfa67ea382030b7eul, 0x3fa2bff4d20006baul, 0xbf9e13b8284d648aul, 0x0000000000000000ul, 0x3fec5bf891b4ef6bul, 0x3fa08ea88ee561b1ul,
    0x3fda8c4dba620d57ul, 0xbfbb77ac1ca2eb6dul, 0x3fc283bd374eb27dul, 0xbfb3d88cfe50f7a3ul, 0x3fae022b74365750ul, 0xbfa374fd5b617e7eul,
    0x3f9a752c682faa2eul, 0xbf91a2c44e96fd1bul, 0x3f879920c4494c5cul, 0xbf7f7d8860801b45ul, 0x3f75033111c26ffful, 0xbf6cc82498bdc9f2ul,
    0x3f633a2f6cd11349ul, 0x0000000000000000ul, 0x0000000000000000ul, 0x3fed68f5d0f97142ul, 0x3fcd1cd74df2c579ul, 0x3fd845fc5d28f664ul,
    0x3f69c8117858d3a0ul, 0x3fb65a8e07801174ul, 0xbf97bf5bc4a7715dul, 0x3f961979619d05e9ul, 0xbf857a777a2b1368ul, 0x3f7aafcbe11ebf73ul,
    0xbf6de0b23a28621aul, 0x3f614b784ef1e7baul, 0xbf53c19e71a1f94bul, 0x3f470c00d17e4b46ul, 0xbf3a6498936dc980ul, 0x0000000000000000ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0x3ff0000000000000ul, 0x3fdb0ee6072093ceul, 0x3fda5b978b96bebful, 0x3fb4e239984650adul,
    0x3fb301fbb0f25c1ful, 0xbf317f3740ffa97aul, 0x3f86d7eeac8c0e82ul, 0xbf675e6e90103741ul, 0x3f613c44d192ef86ul, 0xbf4e21f25351b75eul,
    0x3f40115f79d28d07ul, 0xbf2f93f150b8a15aul, 0x3f202b0ca5795521ul, 0xbf102c2ec4a7051eul, 0x0000000000000000ul, 0x0000000000000000ul,
    0x0000000000000000ul};
inline constant const ulong *gamma_zones(real64) { return gamma_zones_real64; }

// What the first three of each lack.
constant ulong gamma_zones_low_real64[15] = {
    0x3b813d8fd14f77a9ul, 0x3c5b5ac734a185f9ul, 0x3c8b1f92625589c9ul, 0x3c7e6c2214358cd0ul, 0x3c6e1d18a2528768ul, 0x3c106f49e96f54e5ul,
    0xbc8618f586c3bd87ul, 0x3c4cbbbce5934858ul, 0xbc7adfe2082f7a4bul, 0x3c3de1acf7a0f36bul, 0xbc5f761990b6da3dul, 0xbc54d8fa62e20edeul,
    0x3b9033e1cfeedfe3ul, 0x3c56c7c2ef504f42ul, 0xbc5338a01d282eedul};
inline constant const ulong *gamma_zones_low(real64) { return gamma_zones_low_real64; }

// x (LogGamma[x] - (x - 1/2) Log[x] + x - Log[2 Pi]/2) in powers of 1/x^2, x >= 12.
constant ulong stirling_real64[7] = {
    0x3fb5555555555555ul, 0xbf66c16c16c16bc8ul, 0x3f4a01a019f680bbul, 0xbf438137edbfc7fdul, 0x3f4b94e0f5bb9df3ul, 0xbf5f51125aee0135ul,
    0x3f778ef62ade4503ul};
inline constant const ulong *stirling(real64) { return stirling_real64; }
inline int stirling_length(real64) { return 7; }

// Log[2 Pi]/2 in two parts.
constant ulong half_log_two_pi_real64[2] = {
    0x3fed67f1c864beb5ul, 0xbc865b5a1b7ff5dful};
inline constant const ulong *half_log_two_pi(real64) { return half_log_two_pi_real64; }

// LogGamma[1 + d]/d in powers of d, |d| <= 1/4.
constant ulong lgamma_near_one_real64[19] = {
    0xbfe2788cfc6fb619ul, 0x3fea51a6625307d4ul, 0xbfd9a4d55beab2ddul, 0x3fd151322ac7d38aul, 0xbfca8b9c17aa46c5ul, 0x3fc5b40cb10b25b5ul,
    0xbfc2703a1de3c15cul, 0x3fc010b365ce8e6eul, 0xbfbc8066f5c75fe7ul, 0x3fb9a020fefd504cul, 0xbfb748c723d6e035ul, 0x3fb5563d836da8b8ul,
    0xbfb3b14b710653e5ul, 0x3fb25404f7b31eb9ul, 0xbfb11d7b19674c7bul, 0x3faed241de10a8b4ul, 0xbfacd921a7f93dc8ul, 0x3fb2b2f8cdaabeadul,
    0xbfb1ffd569789563ul};
inline constant const ulong *lgamma_near_one(real64) { return lgamma_near_one_real64; }
inline int lgamma_near_one_length(real64) { return 19; }

// LogGamma[2 + d]/d in powers of d, |d| <= 1/4.
constant ulong lgamma_near_two_real64[14] = {
    0x3fdb0ee6072093ceul, 0x3fd4a34cc4a60fa6ul, 0xbfb13e001a557598ul, 0x3f951322ac7d8233ul, 0xbf7e404fc21fd75eul, 0x3f67add6eae7e4dcul,
    0xbf538ac5b872a029ul, 0x3f40b36ae992c53aul, 0xbf2d3fe37359a2d0ul, 0x3f1a128d1c2ee1a6ul, 0xbf07888b548b7763ul, 0x3ef57afc7c776f2aul,
    0xbee4c282bcdbbd6bul, 0x3ed35199d176dbfeul};
inline constant const ulong *lgamma_near_two(real64) { return lgamma_near_two_real64; }
inline int lgamma_near_two_length(real64) { return 14; }

// The first three terms of Sin[Pi f]/f in powers of f^2, in two parts each.
constant ulong sine_pi_pairs_real64[6] = {
    0x400921fb54442d18ul, 0x3ca1a62633145c07ul, 0xc014abbce625be53ul, 0x3cb05511c68476a8ul, 0x400466bc6775aae2ul, 0xbc96dc0cbddb0fc3ul};
inline constant const ulong *sine_pi_pairs(real64) { return sine_pi_pairs_real64; }

// Those that follow.
constant ulong sine_pi_real64[10] = {
    0xbfe32d2cce62bd86ul, 0x3fb50783487ee782ul, 0xbf7e3074fde8871ful, 0x3f3e8f434d018d63ul, 0xbef6fadb9f155744ul, 0x3eaaaec32af93359ul,
    0xbe58a404211f9547ul, 0x3e02877020d52cf0ul, 0xbda7215f879e1ac9ul, 0x3d4859c594ba4573ul};
inline constant const ulong *sine_pi(real64) { return sine_pi_real64; }
inline int sine_pi_length(real64) { return 10; }

// Pi in two parts.
constant ulong pi_parts_real64[2] = {
    0x400921fb54442d18ul, 0x3ca1a62633145c07ul};
inline constant const ulong *pi_parts(real64) { return pi_parts_real64; }

// The largest x whose LogGamma is finite.
constant ulong lgamma_largest_real64[1] = {
    0x7f5754d9278b51a7ul};
inline constant const ulong *lgamma_largest(real64) { return lgamma_largest_real64; }

// 1 - Log[1 + e]/e over e.
constant ulong log_ratio_series_real64[6] = {
    0x3fe0000000000000ul, 0xbfd5555555555555ul, 0x3fd0000000000000ul, 0xbfc999999999999aul, 0x3fc5555555555555ul, 0xbfc2492492492492ul};
inline constant const ulong *log_ratio_series(real64) { return log_ratio_series_real64; }

inline int lgamma_zero_length(real64) { return 17; }

// Of the zeros in (-n - 1, -n), n = 2 ... 17, from right to left: the zero z in two parts, a power of two p,
// and LogGamma[z + u/p]/u in powers of u, |u| <= 1/8.
constant ulong lgamma_zeros_real64[544] = {
    0xc003a7fc9600f86cul, 0xbc855f64f98af8d0ul, 0x4010000000000000ul, 0x3fd83fe966af535ful, 0x3fd36eebb002f55dul, 0x3f9694a6058a795aul,
    0x3fa1718d7ca09f25ul, 0x3f77339fe03f65c8ul, 0x3f78d32f681e011cul, 0x3f5809f08105ab52ul, 0x3f548eaaaca46192ul, 0x3f39291a52dbb36bul,
    0x3f3286b391f829bdul, 0x3f1ae87500dcb0a1ul, 0x3f11e342ab8d8abeul, 0x0000000000000000ul, 0x0000000000000000ul, 0xc005fb410a1bd901ul,
    0x3c9a19a96d2e6f85ul, 0x4010000000000000ul, 0xbfdea12da904b18cul, 0x3fe3267f3c265a52ul, 0xbfd4185ac30c8b32ul, 0x3fcf504accc9eda0ul,
    0xbfc8588458267797ul, 0x3fc4373f7cd1c568ul, 0xbfc12239b4e5d03eul, 0x3fbdba65c8f376c1ul, 0xbfba2d31c1445842ul, 0x3fb75826c3586627ul,
    0xbfb50220a7b93457ul, 0x3fb313e07035f992ul, 0xbfb24da1c1815061ul, 0x3fb0e78231b212bful, 0xc009260dbc9e59aful, 0xbcaf717cd335a7b3ul,
    0x4020000000000000ul, 0x3fef20a65f2fac55ul, 0x3fd9d4d2977150e7ul, 0x3fcc1137124d5c25ul, 0x3fc267203d77e6dbul, 0x3fb99a6337dbec43ul,
    0x3fb293c3f59eb8ceul, 0x3fabb97a9ba1e066ul, 0x3fa51ea682550ba5ul, 0x3fa057f9fbc5231cul, 0x3f9999c7ce5ea37bul, 0x3f94427b3916847ful,
    0x3f90b8a852c9cfa0ul, 0x3f8af45918a6cab9ul, 0x0000000000000000ul, 0xc00fa471547c2fe5ul, 0xbc770d4561291237ul, 0x4040000000000000ul,
    0xbfe4b99d966c5647ul, 0x3fcf76deae0436bdul, 0xbfbd25359d4b2f34ul, 0x3fae8f829f143148ul, 0xbfa116f7806d46aful, 0x3f93e8f3ab454be9ul,
    0xbf87dbbe057106dbul, 0x3f7d2f781437af48ul, 0xbf722260f561b090ul, 0x3f66d02959809ea2ul, 0xbf5cfe341554a32cul, 0x3f52fb6e92cfb82dul,
    0xbf488af3ce272c58ul, 0x0000000000000000ul, 0xc010284e78599581ul, 0x3cae78c1e9e43cfeul, 0x4040000000000000ul, 0x3feaca5cf4921642ul,
    0x3fd44415cd813f8cul, 0x3fc559b11b2a9c6ful, 0x3fb96d18e21b2f90ul, 0x3fb0261eb5739a88ul, 0x3fa55e3dbe8b66bdul, 0x3f9d14fe473c02dcul,
    0x3f9433deb172bd43ul, 0x3f8c839d649760eful, 0x3f845e3dbcc488b5ul, 0x3f7d66332bf13180ul, 0x3f7600234d9023eeul, 0x3f70299a6f820d6cul,
    0x0000000000000000ul, 0xc013f7577a6eeafdul, 0x3ca5de5eab7f12cful, 0x4060000000000000ul, 0xbfed224a3ef9e41ful, 0x3fdb533c678a3956ul,
    0xbfd0d3f7fee65cf1ul, 0x3fc752a6f5ac25dbul, 0xbfc13d5d163de8cdul, 0x3fba8c5c534c85dful, 0xbfb5068b389ac34bul, 0x3fb0ffa56da10b6cul,
    0xbfabec1bbf74d104ul, 0x3fa7382f8adca70dul, 0xbfa37dadaac7aafaul, 0x3fa08193bf962730ul, 0xbf9d58f5f3f10838ul, 0x3f99435f5c169d68ul,
    0xc014086a57f0b6d9ul, 0xbc895262b72ca9caul, 0x4060000000000000ul, 0x3feed72e0829ae02ul, 0x3fdcecc32ec22f9bul, 0x3fd253d8563f71fdul,
    0x3fca225df2da6c57ul, 0x3fc3e017737958f6ul, 0x3fbf7d8d5be7b785ul, 0x3fb9a8d002e47a81ul, 0x3fb557fd7f2fe6d7ul, 0x3fb20928ec8d7bcful,
    0x3faedca8ca5c8c50ul, 0x3faaa6d7b8ff3c81ul, 0x3fa738afc0cc953eul, 0x3fa54ad39cf3c4fcul, 0x3fa2dc995a80ce38ul, 0xc017fe92f591f40dul,
    0xbcb7dd4ed62cbd32ul, 0x4090000000000000ul, 0xbfe661f6a43a5e12ul, 0x3fcf79dcb794f26eul, 0xbfbd6e8088a19ffaul, 0x3faef5d308dc1448ul,
    0xbfa15ea6b0ab7412ul, 0x3f944d54e99f73eeul, 0xbf88684e40063213ul, 0x3f7df44d61b44e91ul, 0xbf72ac3172052988ul, 0x3f67911920580a42ul,
    0xbf5e0c5d2a97f31bul, 0x3f53bd6d12d1e69eul, 0xbf499b20ee2ccb3aul, 0x0000000000000000ul, 0xc018016b25897c8dul, 0x3c927e0f49a4ba72ul,
    0x4090000000000000ul, 0x3fe69de49e3af2aaul, 0x3fcfce23484cfd0ful, 0x3fbde503a3c37c3cul, 0x3faf9c7b5255a439ul, 0x3fa1d3d507146598ul,
    0x3f94f21e2f540375ul, 0x3f89500993f4ad5ful, 0x3f7f3a2d80857e14ul, 0x3f7391539a8898fdul, 0x3f68d33d92b97329ul, 0x3f5fd15caf6309ddul,
    0x3f55042a27a4174bul, 0x3f4b67810eb42691ul, 0x0000000000000000ul, 0xc01bffcbf76b86f0ul, 0x3c6853b29347b806ul, 0x40c0000000000000ul,
    0xbfe3abf7a5cea91bul, 0x3fc8349a2550422cul, 0xbfb3d91dadc98574ul, 0x3fa24f3d636f36f9ul, 0xbf920427df0c15a1ul, 0x3f82775e8561be67ul,
    0xbf7377e74bba35aful, 0x3f64f3d2f580e40dul, 0xbf56e7d95784c34bul, 0x3f495b06b5abdd25ul, 0xbf3cc8b5c356026dul, 0x3f30401e529255e5ul,
    0x0000000000000000ul, 0x0000000000000000ul, 0xc01c0033fdedfe1ful, 0x3cb20bb7d2324678ul, 0x40c0000000000000ul, 0x3fe3b407aa387bd1ul,
    0x3fc83e85daafbad5ul, 0x3fb3e552b5e3c375ul, 0x3fa25e42a45e9426ul, 0x3f9216a355f7fc6eul, 0x3f828e1c70d10443ul, 0x3f7393e2fd53d4feul,
    0x3f651641a9c38025ul, 0x3f57123641cc7cfful, 0x3f498f26b708b139ul, 0x3f3d0a022fc41024ul, 0x3f30685a18b3f24dul, 0x0000000000000000ul,
    0x0000000000000000ul, 0xc01ffff97f8159cful, 0xbc8e54f415a91586ul, 0x40f0000000000000ul, 0xbfe3af76fe4c2fabul, 0x3fc838e76caaf123ul,
    0xbfb3de68b3256673ul, 0x3fa255c052531035ul, 0xbf920c2a8408e1edul, 0x3f828139340ed155ul, 0xbf738406acf0e390ul, 0x3f6502bcb4d2cc63ul,
    0xbf56fa3154f6fc90ul, 0x3f49719787329995ul, 0xbf3ce4f8d9bc7256ul, 0x3f3051872f7d18f4ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0xc02000034028b3f9ul, 0xbcbf60cb3cec1cedul, 0x40f0000000000000ul, 0x3fe3b088fed67718ul, 0x3fc83a3893550edcul, 0x3fb3e0078db8aef2ul,
    0x3fa257bec9464617ul, 0x3f920e9ea0662467ul, 0x3f82843e12f59f11ul, 0x3f7387bdab4e0822ul, 0x3f65074edfdacaf6ul, 0x3f56ffd1038dc8a2ul,
    0x3f497882f7e405f0ul, 0x3f3ceda3fc0391e8ul, 0x3f3056de7f64b604ul, 0x0000000000000000ul, 0x0000000000000000ul, 0xc021ffffa3884bd0ul,
    0xbcaff90c9d2ae925ul, 0x4120000000000000ul, 0xbfe625edfc63db2ful, 0x3fcea8c150480a7aul, 0xbfbc4b30e4bc55beul, 0x3fad5fe468dbd2b6ul,
    0xbfa043d21bc26960ul, 0x3f92c334ae04a3ecul, 0xbf864314b38d3fdful, 0x3f7af6ee662be733ul, 0xbf7096e531abf1a9ul, 0x3f64aa1479e986d6ul,
    0xbf5a00ef5f70994dul, 0x3f50d9a643fe69ceul, 0xbf45922d827ec870ul, 0x0000000000000000ul, 0xc02200005c7768fbul, 0xbc9b5b610ffb70d4ul,
    0x4120000000000000ul, 0x3fe6261203919440ul, 0x3fcea8f32fb7f585ul, 0x3fbc4b75ee68e2b6ul, 0x3fad6043fa200e59ul, 0x3fa04414411dd369ul,
    0x3f92c3903e7b0b57ul, 0x3f86439373a7245aul, 0x3f7af79ddb63d057ul, 0x3f70975ea2a07a03ul, 0x3f64aabc8b9791ebul, 0x3f5a01d80456bcdcul,
    0x3f50da4b4f68ffccul, 0x3f4593126808ae61ul, 0x0000000000000000ul, 0xc023fffff6c0d7c0ul, 0x3cc197cea8c42d7dul, 0x4150000000000000ul,
    0xbfebaf7da5f3795dul, 0x3fd7f3e8791fa0caul, 0xbfcba18befcaaa32ul, 0x3fc1ede147664d71ul, 0xbfb8d1a9ab5bdbb4ul, 0x3fb1e4d8c1983061ul,
    0xbfaa8a1919109dd6ul, 0x3fa417526cdf8399ul, 0xbf9ee6dfa76bef24ul, 0x3f980d4fc0548d35ul, 0xbf92ea6bbf42b64bul, 0x3f8f0442f2590b54ul,
    0xbf88d7bb8ac66f57ul, 0x0000000000000000ul, 0xc0240000093f2777ul, 0xbcb927b45d95e154ul, 0x4150000000000000ul, 0x3febaf825a0c63b2ul,
    0x3fd7f3ec8ae05f26ul, 0x3fcba192fa62a596ul, 0x3fc1ede75ef4a315ul, 0x3fb8d1b435ee6d75ul, 0x3fb1e4e1e053d514ul, 0x3faa8a28e0f65bb8ul,
    0x3fa4176014194e8eul, 0x3f9ee6f74761e6aeul, 0x3f980d642dd5bd43ul, 0x3f92ea7d6b3406eful, 0x3f8f0462bc96f8ddul, 0x3f88d7d7207942c1ul,
    0x0000000000000000ul, 0xc025ffffff28cdd4ul, 0x3cac9924a65aa486ul, 0x4190000000000000ul, 0xbfe308a7d8eadb7cul, 0x3fc6a4938065bfd2ul,
    0xbfb1f51f6469819cul, 0x3fa005993b17e2a0ul, 0xbf8e7ee7dcbb7be0ul, 0x3f7e3b550a5bd4eful, 0xbf6ed38dfd8323d2ul, 0x3f600b34abf5e7b0ul,
    0xbf50f6c8bd6d3853ul, 0x3f42298751c99bf6ul, 0xbf33ebf98a9e16d2ul, 0x3f25c1097bdc0d17ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0xc026000000d7322aul, 0xbcc8aecb2d37ff52ul, 0x4190000000000000ul, 0x3fe308a827152450ul, 0x3fc6a493dd62402eul, 0x3fb1f51fd307a8a4ul,
    0x3fa00599beaf898aul, 0x3f8e7ee915d20b62ul, 0x3f7e3b567ed0020cul, 0x3f6ed38fb896a2fdul, 0x3f600b35b3815844ul, 0x3f50f6c9f6e8f551ul,
    0x3f422988c6b41a41ul, 0x3f33ebfb4dbc31feul, 0x3f25c10b954241a9ul, 0x0000000000000000ul, 0x0000000000000000ul, 0xc027ffffffee1127ul,
    0xbc9ce1f7906b30f5ul, 0x41c0000000000000ul, 0xbfec8cfbfaf2b0c8ul, 0x3fd97926203e98acul, 0xbfce4da54ebc6d5dul, 0x3fc447163ae313e7ul,
    0xbfbcf2769e650b33ul, 0x3fb585bdc3e59adaul, 0xbfb075951c262da3ul, 0x3fa9b2f35f2fe24bul, 0xbfa461a024f9c20eul, 0x3fa05db3b52d8ec8ul,
    0xbf9a88ab1e83c961ul, 0x3f95b2d38df0fa51ul, 0xbf9292c91dde610aul, 0x3f8edef154829aa1ul, 0xc02800000011eed9ul, 0x3ca19d5307e1fb5eul,
    0x41c0000000000000ul, 0x3fec8cfc050d4f38ul, 0x3fd9792629426754ul, 0x3fce4da55ed28650ul, 0x3fc44716493d4917ul, 0x3fbcf276b8015fa5ul,
    0x3fb585bddabf3a5ful, 0x3fb0759530894539ul, 0x3fa9b2f38390efaful, 0x3fa461a0456f02f0ul, 0x3fa05db3d2232c0bul, 0x3f9a88ab5226776cul,
    0x3f95b2d3bc0141aeul, 0x3f9292c948d8012bul, 0x3f8edef1a16f8d57ul, 0xc029fffffffe9edcul, 0x3cc84f40342d001cul, 0x4200000000000000ul,
    0xbfe7328cbfacb4e5ul, 0x3fd0d0fa2e06b2f0ul, 0xbfc04105bec453aful, 0x3fb1ac9dd40205c3ul, 0xbfa47ffb069ffcb9ul, 0x3f98c49d99be3d4dul,
    0xbf8ec79ddf9b5e62ul, 0x3f838616ac0e0476ul, 0xbf792947165022ecul, 0x3f7069a16d546878ul, 0xbf65a1aa7d55fcfaul, 0x3f5d6c51ea0b6f27ul,
    0xbf53ba9946f68801ul, 0x0000000000000000ul, 0xc02a000000016124ul, 0xbcc84e03341ee8ddul, 0x4200000000000000ul, 0x3fe7328cc0534b1bul,
    0x3fd0d0fa2e7f760eul, 0x3fc04105bf7369b2ul, 0x3fb1ac9dd4ffde90ul, 0x3fa47ffb08100660ul, 0x3f98c49d9bd3d5eful, 0x3f8ec79de2a0ff9ful,
    0x3f838616ae3ed6a3ul, 0x3f792947197d3cfdul, 0x3f7069a16fa1ad1cul, 0x3f65a1aa80ac49f2ul, 0x3f5d6c51ef0410e9ul, 0x3f53ba994a92fd6ful,
    0x0000000000000000ul, 0xc02bffffffffe6c7ul, 0x3ccd2a30f3dae0fbul, 0x4240000000000000ul, 0xbfe44c3b27faa6bcul, 0x3fc9bfff16cfee53ul,
    0xbfb5c71eb305bdabul, 0x3fa4b87e88b6affbul, 0xbf950778e657d7c0ul, 0x3f863b46f92d17cdul, 0xbf782c9680b3da6dul, 0x3f6ad58c5666306aul,
    0xbf5e41bf65a53f66ul, 0x3f5145c0c1e93e53ul, 0xbf443e5ce1cd5cd1ul, 0x3f3793eee3169831ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0xc02c000000001939ul, 0xbccd2a2f4a73af63ul, 0x4240000000000000ul, 0x3fe44c3b28055944ul, 0x3fc9bfff16dd8075ul, 0x3fb5c71eb316f4fdul,
    0x3fa4b87e88cc8728ul, 0x3f950778e6738cc8ul, 0x3f863b46f9503e18ul, 0x3f782c9680e071c4ul, 0x3f6ad58c569ec20bul, 0x3f5e41bf65ed0075ul,
    0x3f5145c0c216c198ul, 0x3f443e5ce2083654ul, 0x3f3793eee3615e9aul, 0x0000000000000000ul, 0x0000000000000000ul, 0xc02dfffffffffe52ul,
    0x3ccfcf9ccfd8867eul, 0x4280000000000000ul, 0xbfe30777757fa84aul, 0x3fc6a1bf33124eddul, 0xbfb1f1c1dba925e6ul, 0x3fa0019876a180fdul,
    0xbf8e756201818d93ul, 0x3f7e300149bee175ul, 0xbf6ec614d3830aa9ul, 0x3f600331560c1f5bul, 0xbf50ed40ff6b32caul, 0x3f421e3162d05389ul,
    0xbf33de4381b76e1eul, 0x3f25b0b49feae7b6ul, 0x0000000000000000ul, 0x0000000000000000ul, 0xc02e0000000001aeul, 0xbccfcf9ccde87210ul,
    0x4280000000000000ul, 0x3fe30777758057b6ul, 0x3fc6a1bf33131f80ul, 0x3fb1f1c1dbaa1e09ul, 0x3fa0019876a2a81aul, 0x3f8e756201844b8cul,
    0x3f7e300149c22454ul, 0x3f6ec614d386eb98ul, 0x3f600331560e6dd0ul, 0x3f50ed40ff6df0f7ul, 0x3f421e3162d396a1ul, 0x3f33de4381bb6013ul,
    0x3f25b0b49fef9a8bul, 0x0000000000000000ul, 0x0000000000000000ul, 0xc02fffffffffffe5ul, 0xbca80c18cc43ea26ul, 0x42c0000000000000ul,
    0xbfe30777757ffa65ul, 0x3fc6a1bf3312b084ul, 0xbfb1f1c1dba99a09ul, 0x3fa0019876a20b1dul, 0xbf8e75620182d620ul, 0x3f7e300149c06836ul,
    0xbf6ec614d384db64ul, 0x3f600331560d33b6ul, 0xbf50ed40ff6c7b6ful, 0x3f421e3162d1da64ul, 0xbf33de4381b946d1ul, 0x3f25b0b49fed1aaeul,
    0x0000000000000000ul, 0x0000000000000000ul, 0xc03000000000000dul, 0xbcdcfe7ce6768509ul, 0x42c0000000000000ul, 0x3fe307777580059bul,
    0x3fc6a1bf3312bddaul, 0x3fb1f1c1dba9a9e6ul, 0x3fa0019876a21dfaul, 0x3f8e756201830300ul, 0x3f7e300149c09d94ul, 0x3f6ec614d3851addul,
    0x3f600331560d5975ul, 0x3f50ed40ff6ca852ul, 0x3f421e3162d20fc6ul, 0x3f33de4381b98761ul, 0x3f25b0b49fed6793ul, 0x0000000000000000ul,
    0x0000000000000000ul, 0xc030fffffffffffful, 0xbccab4e23f3d49f1ul, 0x4300000000000000ul, 0xbfe437eeecd7ffa4ul, 0x3fc98c98d8a82058ul,
    0xbfb5860a968a281bul, 0x3fa466188ec88717ul, 0xbf949f2502bdbbfdul, 0x3f85b72f0d3c9afbul, 0xbf778556bea0554ful, 0x3f6a01c9742c61fdul,
    0xbf5d35a9d90e48d6ul, 0x3f509c0a6e539688ul, 0xbf43635c7c1dfaeaul, 0x3f367e357df72f95ul, 0x0000000000000000ul, 0x0000000000000000ul,
    0xc031000000000001ul, 0x3ccab4e23f3d4bbcul, 0x4300000000000000ul, 0x3fe437eeecd8005cul, 0x3fc98c98d8a8213ful, 0x3fb5860a968a2940ul,
    0x3fa466188ec88889ul, 0x3f949f2502bdbdd0ul, 0x3f85b72f0d3c9d49ul, 0x3f778556bea05839ul, 0x3f6a01c9742c65abul, 0x3f5d35a9d90e4d7dul,
    0x3f509c0a6e539978ul, 0x3f43635c7c1dfeb3ul, 0x3f367e357df7345ful, 0x0000000000000000ul, 0x0000000000000000ul, 0xc032000000000000ul,
    0x3ca6827863b97d9aul, 0x4340000000000000ul, 0xbfe6beecca72fffaul, 0x3fd02af8b91a64bcul, 0xbfbea55a1357b43aul, 0x3fb05664db1b14ebul,
    0xbfa294984ff8cf6eul, 0x3f9603077a2caf3aul, 0xbf8ad26c954860b0ul, 0x3f80ae9cf8c2e9f7ul, 0xbf751495f5b4332eul, 0x3f6af763bad98121ul,
    0xbf616cb482f708b2ul, 0x3f5737eb3052cf60ul, 0xbf4e8742db0bc6c3ul, 0x0000000000000000ul};
inline constant const ulong *lgamma_zeros(real64) { return lgamma_zeros_real64; }

inline int gamma_length(float) { return 10; }

// Gamma[1 + k/4 + d] in powers of d, |d| <= 1/8, k = 0 ... 4.
constant float gamma_zones_float[50] = {
    1.0f, -0.577215672f, 0.989055991f, -0.907479048f, 0.981731176f, -0.981999874f,
    0.992596507f, -0.995305121f, 1.03817832f, -1.04320133f, 0.906402469f, -0.206164449f,
    0.566077471f, -0.325778991f, 0.3272596f, -0.250397086f, 0.207468972f, -0.169860005f,
    0.137011975f, 0.0f, 0.886226952f, 0.0323383957f, 0.414813459f, -0.107294835f,
    0.144645393f, -0.0775158554f, 0.0586040542f, -0.0386139266f, 0.026292922f, 0.0f,
    0.919062555f, 0.227442652f, 0.379271597f, 0.00314715109f, 0.0873172507f, -0.0231893938f,
    0.0217866134f, -0.0106167328f, 0.0f, 0.0f, 1.0f, 0.422784328f,
    0.41184032f, 0.081576921f, 0.0742483661f, -0.000266600051f, 0.011220132f, -0.00288517773f,
    0.0f, 0.0f};
inline constant const float *gamma_zones(float) { return gamma_zones_float; }

// What the first three of each lack.
constant float gamma_zones_low_float[15] = {
    1.89847378e-12f, 6.62729605e-09f, -1.90945526e-09f, 8.37430214e-09f, 3.61602837e-09f, 3.13190085e-10f,
    -2.66231783e-08f, 1.77083692e-09f, -5.29954081e-09f, -2.7990458e-08f, 6.50293508e-09f, 3.63540109e-09f,
    -9.87796216e-13f, 6.63972033e-09f, 1.28149251e-08f};
inline constant const float *gamma_zones_low(float) { return gamma_zones_low_float; }

// x (LogGamma[x] - (x - 1/2) Log[x] + x - Log[2 Pi]/2) in powers of 1/x^2, x >= 12.
constant float stirling_float[3] = {
    0.0833333358f, -0.00277776178f, 0.000787520257f};
inline constant const float *stirling(float) { return stirling_float; }
inline int stirling_length(float) { return 3; }

// Log[2 Pi]/2 in two parts.
constant float half_log_two_pi_float[2] = {
    0.918938518f, 1.56341766e-08f};
inline constant const float *half_log_two_pi(float) { return half_log_two_pi_float; }

// LogGamma[1 + d]/d in powers of d, |d| <= 1/4.
constant float lgamma_near_one_float[10] = {
    -0.577215672f, 0.822467029f, -0.400685489f, 0.2705805f, -0.207405388f, 0.169585511f,
    -0.143174112f, 0.124489889f, -0.126884863f, 0.115903139f};
inline constant const float *lgamma_near_one(float) { return lgamma_near_one_float; }
inline int lgamma_near_one_length(float) { return 10; }

// LogGamma[2 + d]/d in powers of d, |d| <= 1/4.
constant float lgamma_near_two_float[7] = {
    0.422784328f, 0.322467059f, -0.0673523173f, 0.0205790289f, -0.00738443527f, 0.00294714258f,
    -0.00122114993f};
inline constant const float *lgamma_near_two(float) { return lgamma_near_two_float; }
inline int lgamma_near_two_length(float) { return 7; }

// The first three terms of Sin[Pi f]/f in powers of f^2, in two parts each.
constant float sine_pi_pairs_float[6] = {
    3.14159274f, -8.74227766e-08f, -5.16771269f, -9.16039227e-08f, 2.55016398f, 5.55786386e-08f};
inline constant const float *sine_pi_pairs(float) { return sine_pi_pairs_float; }

// Those that follow.
constant float sine_pi_float[10] = {
    -0.599264503f, 0.0821458846f, -0.00737043098f, 0.000466302794f, -2.19153535e-05f, 7.95205381e-07f,
    -2.29484289e-08f, 5.39266465e-10f, -1.05184715e-11f, 1.73021929e-13f};
inline constant const float *sine_pi(float) { return sine_pi_float; }
inline int sine_pi_length(float) { return 10; }

// Pi in two parts.
constant float pi_parts_float[2] = {
    3.14159274f, -8.74227766e-08f};
inline constant const float *pi_parts(float) { return pi_parts_float; }

// The largest x whose LogGamma is finite.
constant float lgamma_largest_float[1] = {
    4.08500311e+36f};
inline constant const float *lgamma_largest(float) { return lgamma_largest_float; }

// 1 - Log[1 + e]/e over e.
constant float log_ratio_series_float[6] = {
    0.5f, -0.333333343f, 0.25f, -0.200000003f, 0.166666672f, -0.142857149f};
inline constant const float *log_ratio_series(float) { return log_ratio_series_float; }

inline int lgamma_zero_length(float) { return 10; }

// Of the zeros in (-n - 1, -n), n = 2 ... 17, from right to left: the zero z in two parts, a power of two p,
// and LogGamma[z + u/p]/u in powers of u, |u| <= 1/8.
constant float lgamma_zeros_float[320] = {
    -2.45702481f, 7.44775619e-08f, 4.0f, 0.378900856f, 0.303645074f, 0.0220512208f,
    0.0340691954f, 0.00569901988f, 0.00609524129f, 0.0f, -2.74768257f, -7.53162794e-08f,
    4.0f, -0.478587538f, 0.598449409f, -0.31398657f, 0.244612485f, -0.190169364f,
    0.161162183f, -0.137109637f, -3.14358091f, 2.51937209e-08f, 8.0f, 0.972735584f,
    0.40361467f, 0.2192754f, 0.143763199f, 0.100002095f, 0.0737090334f, 0.0551607609f,
    -3.95529437f, 8.57926494e-08f, 32.0f, -0.647658169f, 0.245815128f, -0.113847405f,
    0.0596871078f, -0.0336532891f, 0.0196397025f, 0.0f, -4.03936195f, 1.13994815e-07f,
    32.0f, 0.837202549f, 0.316655606f, 0.166799694f, 0.0993166715f, 0.0630773529f,
    0.0422796123f, 0.0288404673f, -4.99154472f, 8.29506916e-08f, 128.0f, -0.910435796f,
    0.426955342f, -0.262937605f, 0.182195395f, -0.134668186f, 0.105545118f, -0.0838618577f,
    -5.00821829f, 1.20099031e-07f, 128.0f, 0.963767052f, 0.451950878f, 0.286367565f,
    0.204155639f, 0.15525426f, 0.125322849f, 0.102470048f, -5.99860764f, 1.55417169e-07f,
    1024.0f, -0.69945842f, 0.245906442f, -0.114965729f, 0.0604676604f, -0.0342065394f,
    0.0200278051f, 0.0f, -6.00138521f, -8.25085777e-08f, 1024.0f, 0.706774056f,
    0.248478323f, 0.116774015f, 0.0617390908f, 0.0351110101f, 0.0206649974f, 0.0f,
    -6.99980164f, 1.2785155e-07f, 8192.0f, -0.6147421f, 0.189105287f, -0.0775310174f,
    0.0357602499f, -0.017705977f, 0.00908710528f, 0.0f, -7.00019836f, 3.08504866e-08f,
    8192.0f, 0.615726292f, 0.189408049f, 0.0777172819f, 0.0358748436f, 0.0177771114f,
    0.00913093425f, 0.0f, -7.9999752f, 7.37195283e-09f, 65536.0f, -0.615169048f,
    0.189236566f, -0.0776117817f, 0.0358099267f, -0.0177368075f, 0.00910609681f, 0.0f,
    -8.0000248f, -4.73845541e-09f, 65536.0f, 0.615299702f, 0.18927677f, 0.0776365101f,
    0.0358251408f, 0.0177462511f, 0.00911191478f, 0.0f, -8.99999714f, -1.05273926e-07f,
    524288.0f, -0.692130089f, 0.239525005f, -0.110520817f, 0.0573708043f, -0.0320239402f,
    0.01850418f, 0.0f, -9.00000286f, 1.05308125e-07f, 524288.0f, 0.692147255f,
    0.239530951f, 0.11052493f, 0.0573736504f, 0.032025937f, 0.0185055621f, 0.0f,
    -10.0f, 2.7557337e-07f, 4194304.0f, -0.865172207f, 0.374261975f, -0.215867534f,
    0.140063509f, -0.0969398245f, 0.0709842071f, -0.0527907461f, -10.0f, -2.75573001e-07f,
    4194304.0f, 0.865174472f, 0.374262959f, 0.215868384f, 0.140064225f, 0.0969404504f,
    0.0709847584f, 0.0527912304f, -11.0f, 2.50521097e-08f, 67108864.0f, -0.594806612f,
    0.176897466f, -0.0701460019f, 0.0312922932f, -0.0149791306f, 0.0074346601f, 0.0f,
    -11.0f, -2.50521062e-08f, 67108864.0f, 0.594806731f, 0.176897511f, 0.0701460317f,
    0.0312923081f, 0.0149791399f, 0.00743466569f, 0.0f, -12.0f, 2.08767581e-09f,
    536870912.0f, -0.892210007f, 0.398019373f, -0.236744598f, 0.158408493f, -0.113062315f,
    0.0854622275f, -0.065556176f, -12.0f, -2.08767559e-09f, 536870912.0f, 0.892210007f,
    0.398019373f, 0.236744612f, 0.158408493f, 0.113062322f, 0.0854622275f, 0.0655561835f,
    -13.0f, 1.60590444e-10f, 8.58993459e+09f, -0.72492063f, 0.262754977f, -0.126982242f,
    0.069038108f, -0.0403938033f, 0.0244504176f, 0.0f, -13.0f, -1.60590444e-10f,
    8.58993459e+09f, 0.72492063f, 0.262754977f, 0.126982242f, 0.069038108f, 0.0403938033f,
    0.0244504195f, 0.0f, -14.0f, 1.14707454e-11f, 1.37438953e+11f, -0.634305537f,
    0.201171771f, -0.0850687623f, 0.0404693745f, -0.0206754357f, 0.0109454012f, 0.0f,
    -14.0f, -1.14707454e-11f, 1.37438953e+11f, 0.634305537f, 0.201171771f, 0.0850687623f,
    0.0404693745f, 0.0206754357f, 0.0109454012f, 0.0f, -15.0f, 7.64716361e-13f,
    2.19902326e+12f, -0.594661474f, 0.176811129f, -0.0700946525f, 0.0312617533f, -0.0149608152f,
    0.00742375245f, 0.0f, -15.0f, -7.64716361e-13f, 2.19902326e+12f, 0.594661474f,
    0.176811129f, 0.0700946525f, 0.0312617533f, 0.0149608152f, 0.00742375245f, 0.0f,
    -16.0f, 4.77947726e-14f, 3.51843721e+13f, -0.594661474f, 0.176811129f, -0.0700946525f,
    0.0312617533f, -0.0149608152f, 0.00742375245f, 0.0f, -16.0f, -4.77947726e-14f,
    3.51843721e+13f, 0.594661474f, 0.176811129f, 0.0700946525f, 0.0312617533f, 0.0149608152f,
    0.00742375245f, 0.0f, -17.0f, 2.81145736e-15f, 5.62949953e+14f, -0.631827772f,
    0.199603185f, -0.0840757638f, 0.0398407467f, -0.020273691f, 0.0106906695f, 0.0f,
    -17.0f, -2.81145736e-15f, 5.62949953e+14f, 0.631827772f, 0.199603185f, 0.0840757638f,
    0.0398407467f, 0.020273691f, 0.0106906695f, 0.0f, -18.0f, 1.56192068e-16f,
    9.00719925e+15f, -0.710806251f, 0.252622783f, -0.119708754f, 0.0638165101f, -0.0365991071f,
    0.021720482f, 0.0f};
inline constant const float *lgamma_zeros(float) { return lgamma_zeros_float; }

} // namespace ml
