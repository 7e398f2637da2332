/* Times of one library function as a kernel in C would call it: MetalAdd of two one-element NumericArrays.
 *
 *     native_call LIBRARY ROUNDS CALLS
 *
 * prints one line a round, the median time of its calls in nanoseconds. This host has the least that the function needs: one
 * result object that is used again, so the times are the library's own. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <WolframLibrary.h>
#include <WolframNumericArrayLibrary.h>

typedef int library_function(WolframLibraryData data, mint argc, MArgument *arguments, MArgument result);

/* Behind a handle. */
typedef struct {
    mint type, rank, dimensions[1], count;
    void *data;
} array;

static float result_element;
static array result_array;

static array *behind(const void *handle) { return (array *)(uintptr_t)handle; }

static mint tensor_type(MTensor tensor) { return behind(tensor)->type; }
static mint tensor_rank(MTensor tensor) { return behind(tensor)->rank; }
static const mint *tensor_dimensions(MTensor tensor) { return behind(tensor)->dimensions; }
static mint tensor_count(MTensor tensor) { return behind(tensor)->count; }
static mint *tensor_integers(MTensor tensor) { return behind(tensor)->data; }

static numericarray_data_t array_type(MNumericArray it) { return (numericarray_data_t)behind(it)->type; }
static mint array_rank(MNumericArray it) { return behind(it)->rank; }
static const mint *array_dimensions(MNumericArray it) { return behind(it)->dimensions; }
static mint array_count(MNumericArray it) { return behind(it)->count; }
static void *array_data(MNumericArray it) { return behind(it)->data; }
static void array_free(MNumericArray it) { (void)it; }

static errcode_t array_new(numericarray_data_t type, mint rank, const mint *dimensions, MNumericArray *made)
{
    if (rank != 1 || dimensions[0] != 1 || type != MNumericArray_Type_Real32) {
        return LIBRARY_DIMENSION_ERROR;
    }
    result_array = (array){type, 1, {1}, 1, &result_element};
    *made = (MNumericArray)(void *)&result_array;
    return LIBRARY_NO_ERROR;
}

static mint never_aborted(void) { return 0; }

static long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long)time.tv_sec * 1000000000L + time.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static library_function *open_function(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    int (*initialize)(WolframLibraryData) = (int (*)(WolframLibraryData))dlsym(library, "WolframLibrary_initialize");
    library_function *found = (library_function *)dlsym(library, "metallink_add_numericarray");
    if (initialize == NULL || found == NULL || initialize(NULL) != LIBRARY_NO_ERROR) {
        fprintf(stderr, "%s has no metallink_add_numericarray\n", path);
        exit(1);
    }
    return found;
}

static void call(library_function *add, WolframLibraryData data)
{
    mint flags[2] = {0, 0}, precision = 0;
    float numbers[2] = {1.5f, 2.25f};
    array lists[3] = {
        {MType_Integer, 1, {2}, 2, flags},
        {MNumericArray_Type_Real32, 1, {1}, 1, &numbers[0]},
        {MNumericArray_Type_Real32, 1, {1}, 1, &numbers[1]},
    };
    MTensor broadcast = (MTensor)(void *)&lists[0];
    MNumericArray operands[2] = {(MNumericArray)(void *)&lists[1], (MNumericArray)(void *)&lists[2]}, sum = NULL;
    MArgument arguments[4] = {{.tensor = &broadcast}, {.integer = &precision}, {.numeric = &operands[0]}, {.numeric = &operands[1]}};
    MArgument result = {.numeric = &sum};
    int code = add(data, 4, arguments, result);
    if (code != LIBRARY_NO_ERROR || result_element != 3.75f) {
        fprintf(stderr, "metallink_add_numericarray returned %d, and a sum of %g\n", code, (double)result_element);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "native_call LIBRARY ROUNDS CALLS\n");
        return 2;
    }
    int rounds = atoi(argv[2]), calls = atoi(argv[3]);
    struct st_WolframNumericArrayLibrary_Functions arrays = {
        .MNumericArray_new = array_new,
        .MNumericArray_free = array_free,
        .MNumericArray_getType = array_type,
        .MNumericArray_getRank = array_rank,
        .MNumericArray_getDimensions = array_dimensions,
        .MNumericArray_getFlattenedLength = array_count,
        .MNumericArray_getData = array_data,
    };
    struct st_WolframLibraryData data = {
        .MTensor_getType = tensor_type,
        .MTensor_getRank = tensor_rank,
        .MTensor_getDimensions = tensor_dimensions,
        .MTensor_getFlattenedLength = tensor_count,
        .MTensor_getIntegerData = tensor_integers,
        .AbortQ = never_aborted,
        .VersionNumber = WolframLibraryVersion,
        .numericarrayLibraryFunctions = &arrays,
    };
    long *times = malloc((size_t)calls * sizeof *times);
    if (times == NULL || rounds < 1 || calls < 1) {
        return 2;
    }
    library_function *add = open_function(argv[1]);
    call(add, &data);
    for (int round = 0; round < rounds; ++round) {
        for (int k = 0; k < calls; ++k) {
            long start = now();
            call(add, &data);
            times[k] = now() - start;
        }
        qsort(times, (size_t)calls, sizeof *times, by_size);
        printf("%ld\n", times[calls / 2]);
    }
    free(times);
    return 0;
}
