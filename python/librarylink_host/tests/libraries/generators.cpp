// A C++ library: random generators behind managed expressions, with the state of each in a map of objects.
#include <cstdint>
#include <map>
#include <memory>
#include "function.h"

namespace {

class Generator {
public:
    void seed(std::uint64_t value) { state = value; }
    // SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014
    double next() {
        std::uint64_t z = state += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }

private:
    std::uint64_t state = 0;
};

std::map<mint, std::unique_ptr<Generator>> generators;

void manage(WolframLibraryData, mbool released, mint id) {
    if (released)
        generators.erase(id);
    else
        generators.emplace(id, std::make_unique<Generator>());
}

Generator *find(MArgument id) {
    auto found = generators.find(MArgument_getInteger(id));
    return found == generators.end() ? nullptr : found->second.get();
}

}  // namespace

EXTERN_C DLLEXPORT mint WolframLibrary_getVersion() { return WolframLibraryVersion; }

EXTERN_C DLLEXPORT int WolframLibrary_initialize(WolframLibraryData libData) {
    return libData->registerLibraryExpressionManager("SplitMix", manage);
}

EXTERN_C DLLEXPORT void WolframLibrary_uninitialize(WolframLibraryData libData) {
    libData->unregisterLibraryExpressionManager("SplitMix");
}

FUNCTION(seed) {
    Generator *generator = find(Args[0]);
    if (!generator) return LIBRARY_FUNCTION_ERROR;
    generator->seed(static_cast<std::uint64_t>(MArgument_getInteger(Args[1])));
    return LIBRARY_NO_ERROR;
}

FUNCTION(numbers) {
    Generator *generator = find(Args[0]);
    if (!generator) return LIBRARY_FUNCTION_ERROR;
    mint count = MArgument_getInteger(Args[1]);
    MTensor result;
    if (int error = libData->MTensor_new(MType_Real, 1, &count, &result)) return error;
    for (mint i = 0; i < count; i++) libData->MTensor_getRealData(result)[i] = generator->next();
    MArgument_setMTensor(Res, result);
    return LIBRARY_NO_ERROR;
}

FUNCTION(living) {
    MArgument_setInteger(Res, static_cast<mint>(generators.size()));
    return LIBRARY_NO_ERROR;
}
