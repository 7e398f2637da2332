/* Times of one library function as a kernel in C would call it: MetalAdd of two one-element NumericArrays.
 *
 *     native_call LIBRARY ROUNDS CALLS
 *
 * prints one line a round, the median time of its calls in nanoseconds. This host has the least that the function needs: one
 * result object that is used again, so the times are the library's own. */
#include <time.h>

#include <c_host.h>

enum { WARM_UP = 100 };

static float result_element;
static array result_array;

static errcode_t array_new(numericarray_data_t type, mint rank, const mint *dimensions, MNumericArray *made)
{
    if (rank != 1 || dimensions[0] != 1 || type != MNumericArray_Type_Real32) {
        return LIBRARY_DIMENSION_ERROR;
    }
    result_array = (array){type, 1, {1}, 1, &result_element};
    *made = (MNumericArray)(void *)&result_array;
    return LIBRARY_NO_ERROR;
}

static void array_free(MNumericArray it) { (void)it; }

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
    if (initialize == NULL || initialize(&host) != LIBRARY_NO_ERROR) {
        fprintf(stderr, "%s cannot be initialized\n", path);
        exit(1);
    }
    return find(library, "metallink_add_numericarray");
}

static void call(library_function *add)
{
    float numbers[2] = {1.5f, 2.25f};
    array a = {MNumericArray_Type_Real32, 1, {1}, 1, &numbers[0]}, b = {MNumericArray_Type_Real32, 1, {1}, 1, &numbers[1]};
    MNumericArray sum = NULL;
    int code = call_two(add, &a, &b, &sum);
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
    long *times = malloc((size_t)calls * sizeof *times);
    if (times == NULL || rounds < 1 || calls < 1) {
        return 2;
    }
    library_function *add = open_function(argv[1]);
    for (int k = 0; k < WARM_UP; ++k) {
        call(add);
    }
    for (int round = 0; round < rounds; ++round) {
        for (int k = 0; k < calls; ++k) {
            long start = now();
            call(add);
            times[k] = now() - start;
        }
        qsort(times, (size_t)calls, sizeof *times, by_size);
        printf("%ld\n", times[calls / 2]);
    }
    free(times);
    return 0;
}
