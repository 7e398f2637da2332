// The two ways to ask for a memory region give the same answers.
#include "../../src/runtime/regions.m"

#include "check.h"
#include <sys/mman.h>

enum { PAGE = 16384 };

static sm_region_answer ask(finder *find, const char *begin, size_t length, bool *writable, uintptr_t *at) {
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    FILE *text = fdopen(file, "r");
    CHECK(text);
    sm_region_answer answer =
        walk(find, find == find_in_text ? (void *)text : (void *)&file, (uintptr_t)begin, (uintptr_t)begin + length,
             writable, at);
    fclose(text);
    return answer;
}

static void expect(const char *begin, size_t length, sm_region_answer expected, bool writable, const char *at) {
    finder *const ways[] = {find_in_text, find_by_query};
    for (int i = 0; i < (has_queries ? 2 : 1); i++) {
        bool may_write = !writable;
        uintptr_t found;
        CHECK(ask(ways[i], begin, length, &may_write, &found) == expected);
        if (expected == SM_REGION_OK) CHECK(may_write == writable && found >= (uintptr_t)at);
        else CHECK(found == (uintptr_t)at);
    }
}

static void run_both(void) {
    find_queries();
    char *m = mmap(NULL, 16 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(m != MAP_FAILED);
    expect(m + PAGE, 4 * PAGE, SM_REGION_OK, true, m + 5 * PAGE);
    CHECK(mprotect(m + 4 * PAGE, 2 * PAGE, PROT_READ) == 0);
    expect(m + 4 * PAGE, 2 * PAGE, SM_REGION_OK, false, m + 6 * PAGE);
    expect(m + 2 * PAGE, 4 * PAGE, SM_REGION_SEVERAL, true, m + 4 * PAGE);
    CHECK(mprotect(m + 8 * PAGE, PAGE, PROT_NONE) == 0);
    expect(m + 7 * PAGE, 2 * PAGE, SM_REGION_UNREADABLE, true, m + 8 * PAGE);
    CHECK(munmap(m + 12 * PAGE, PAGE) == 0);
    expect(m + 10 * PAGE, 3 * PAGE, SM_REGION_UNMAPPED, true, m + 12 * PAGE);
    expect(m + 12 * PAGE, PAGE, SM_REGION_UNMAPPED, true, m + 12 * PAGE);
    char *shared = mmap(m + 12 * PAGE, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    CHECK(shared == m + 12 * PAGE);
    expect(m + 11 * PAGE, 2 * PAGE, SM_REGION_SEVERAL, true, m + 12 * PAGE);
    CHECK(madvise(m, 2 * PAGE, MADV_DONTDUMP) == 0);  // splits the region, which stays of one kind
    expect(m, 4 * PAGE, SM_REGION_OK, true, m + 4 * PAGE);
}

static const test_case cases[] = {{"both", run_both}};
MAIN(cases)
