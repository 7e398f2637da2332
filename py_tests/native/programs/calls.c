/* Several threads call the library at once, as a kernel in C would; every result and every error text is checked.
 *
 *     calls LIBRARY THREADS CALLS
 *
 * ends with status 0 if all was right. It is compiled with the sanitizer that the library is built with. */
#include <pthread.h>
#include <string.h>

#include "c_host.h"

enum { PAGE = 16384, LONGEST = 400000 };

static library_function *add, *times, *last_error;
static int calls;

static void array_free(MNumericArray it)
{
    free(behind(it)->data);
    free(behind(it));
}

static array *new_array(mint type, mint count)
{
    array *made = malloc(sizeof *made);
    size_t bytes = ((size_t)count * 4 + PAGE - 1) / PAGE * PAGE;
    void *memory = aligned_alloc(PAGE, bytes);
    if (made == NULL || memory == NULL) {
        abort();
    }
    *made = (array){type, 1, {count}, count, memory};
    return made;
}

static errcode_t array_new(numericarray_data_t type, mint rank, const mint *dimensions, MNumericArray *made)
{
    if (rank != 1) {
        return LIBRARY_DIMENSION_ERROR;
    }
    *made = (MNumericArray)(void *)new_array(type, dimensions[0]);
    return LIBRARY_NO_ERROR;
}

static int right(library_function *function, const array *a, const array *b, const array *result)
{
    const int *x = a->data, *y = b->data, *z = result->data;
    for (mint k = 0; k < a->count; ++k) {
        if (z[k] != (function == add ? x[k] + y[k] : x[k] * y[k])) {
            return 0;
        }
    }
    return result->count == a->count;
}

static void fill(array *it, int seed)
{
    for (mint k = 0; k < it->count; ++k) {
        ((int *)it->data)[k] = (int)((k * 7 + seed) % 1000) - 500;
    }
}

/* An error is this thread's own: the text has its numbers. */
static int failing_call(int thread)
{
    MNumericArray result = NULL;
    array *a = new_array(MNumericArray_Type_Bit32, 1000 + thread), *b = new_array(MNumericArray_Type_Bit32, 2000 + thread);
    int code = call_two(add, a, b, &result);
    char *text = NULL, expected[80];
    last_error(&host, 0, NULL, (MArgument){.utf8string = &text});
    snprintf(expected, sizeof expected, "MetalAdd: dimensions {%d} and {%d} differ", 1000 + thread, 2000 + thread);
    int well = code == LIBRARY_DIMENSION_ERROR && strcmp(text, expected) == 0;
    array_free((MNumericArray)(void *)a);
    array_free((MNumericArray)(void *)b);
    return well;
}

static int working_call(int thread, int turn)
{
    static const mint lengths[] = {1, 100, 4000, 70000, LONGEST};
    mint count = lengths[(thread + turn) % 5];
    library_function *function = turn % 2 == 0 ? add : times;
    MNumericArray result = NULL;
    array *a = new_array(MNumericArray_Type_Bit32, count), *b = turn % 3 == 0 ? a : new_array(MNumericArray_Type_Bit32, count);
    fill(a, thread);
    if (b != a) {
        fill(b, turn);
    }
    int well = call_two(function, a, b, &result) == LIBRARY_NO_ERROR && right(function, a, b, behind(result));
    if (result != NULL) {
        array_free(result);
    }
    if (b != a) {
        array_free((MNumericArray)(void *)b);
    }
    array_free((MNumericArray)(void *)a);
    return well;
}

static void *work(void *number)
{
    int thread = (int)(intptr_t)number;
    for (int turn = 0; turn < calls; ++turn) {
        if (!working_call(thread, turn) || !failing_call(thread)) {
            fprintf(stderr, "thread %d, turn %d: wrong\n", thread, turn);
            return (void *)1;
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    enum { MOST_THREADS = 64 };
    pthread_t threads[MOST_THREADS];
    int count = argc == 4 ? atoi(argv[2]) : 0, wrong = 0;
    void *library = argc == 4 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (library == NULL || count < 1 || count > MOST_THREADS) {
        fprintf(stderr, "calls LIBRARY THREADS CALLS: %s\n", argc == 4 ? dlerror() : "three arguments");
        return 2;
    }
    calls = atoi(argv[3]);
    add = find(library, "metallink_add_numericarray");
    times = find(library, "metallink_times_numericarray");
    last_error = find(library, "metallink_last_error");
    for (int k = 0; k < count; ++k) {
        pthread_create(&threads[k], NULL, work, (void *)(intptr_t)k);
    }
    for (int k = 0; k < count; ++k) {
        void *failed;
        pthread_join(threads[k], &failed);
        wrong += failed != NULL;
    }
    return wrong != 0;
}
