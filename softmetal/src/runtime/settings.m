#include "settings.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ENTRY = 128, MAX_COPIES = 16 };
static const uint64_t EVERY = UINT64_MAX;
static const uint64_t default_cache_limit = 1ull << 30;

static const char *const validation_names[SM_VALIDATION_COUNT] = {"error", "abort", "off"};
static const char *const bounds_names[SM_BOUNDS_COUNT] = {"", "bounds", "bounds:before"};
static const char *const limit_names[SM_LIMIT_COUNT] = {"maxBufferLength", "workingSet", "grid"};
static const char *const fault_names[SM_FAULT_COUNT] = {"alloc",    "nocopy",        "compile",
                                                        "pipeline", "commandbuffer", "device"};

static struct {
    sm_validation validation;
    uint64_t limits[SM_LIMIT_COUNT];  // 0: not set
    uint64_t faults[SM_FAULT_COUNT];  // 0: not set
    uint64_t cache_limit;
    unsigned device_copies;
    sm_bounds_mode bounds;
    bool flush_subnormals, lists_leaks;
} settings;
static uint64_t fault_events[SM_FAULT_COUNT];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool parse_size(const char *text, uint64_t *value) {
    char *end;
    if (*text < '0' || *text > '9') return false;
    errno = 0;
    uint64_t number = strtoull(text, &end, 10);
    static const char units[] = "KMGT";
    const char *unit = *end ? strchr(units, *end) : NULL;
    const int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (end[unit != NULL] || errno || number == 0 || number > UINT64_MAX >> shift) return false;
    *value = number << shift;
    return true;
}

static int find_name(const char *name, size_t length, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], name, length)) return i;
    return -1;
}

// "name=value,name": bare_value stands where a name has none and is 0 where it needs one.
static void parse_list(const char *variable, const char *const *names, int count, uint64_t bare_value,
                       uint64_t *values) {
    const char *text = getenv(variable);
    while (text && *text) {
        size_t length = strcspn(text, ",");
        char entry[MAX_ENTRY];
        snprintf(entry, sizeof entry, "%.*s", (int)length, text);
        text += length + (text[length] == ',');
        if (!entry[0]) continue;
        size_t name_length = strcspn(entry, "=");
        int index = find_name(entry, name_length, names, count);
        uint64_t value = bare_value;
        bool valid = entry[name_length] ? parse_size(entry + name_length + 1, &value) : bare_value != 0;
        if (index >= 0 && valid) values[index] = value;
        else fprintf(stderr, "softmetal: %s: \"%s\" is not understood\n", variable, entry);
    }
}

static bool is_on(const char *variable) {
    const char *text = getenv(variable);
    return text && *text && strcmp(text, "0");
}

// The index of a variable's value among names, or 0, told where it is none of them.
static int read_choice(const char *variable, const char *const *names, int count) {
    const char *value = getenv(variable);
    if (!value || !*value) return 0;
    int index = find_name(value, strlen(value), names, count);
    if (index >= 0) return index;
    fprintf(stderr, "softmetal: %s: \"%s\" is none of", variable, value);
    for (int i = 0; i < count; i++)
        if (*names[i]) fprintf(stderr, "%s %s", i && *names[i - 1] ? "," : "", names[i]);
    fputc('\n', stderr);
    return 0;
}

static uint64_t read_number(const char *variable, uint64_t otherwise, uint64_t largest) {
    const char *text = getenv(variable);
    uint64_t number;
    if (!text || !*text) return otherwise;
    if (parse_size(text, &number) && number <= largest) return number;
    fprintf(stderr, "softmetal: %s: \"%s\" is no number from 1 to %llu\n", variable, text,
            (unsigned long long)largest);
    return otherwise;
}

static void read_environment(void) {
    settings.validation = (sm_validation)read_choice("SOFTMETAL_VALIDATION", validation_names, SM_VALIDATION_COUNT);
    settings.bounds = (sm_bounds_mode)read_choice("SOFTMETAL_CHECK", bounds_names, SM_BOUNDS_COUNT);
    settings.device_copies = (unsigned)read_number("SOFTMETAL_DEVICES", 1, MAX_COPIES);
    settings.cache_limit = read_number("SOFTMETAL_CACHE_SIZE", default_cache_limit, INT64_MAX);
    parse_list("SOFTMETAL_LIMITS", limit_names, SM_LIMIT_COUNT, 0, settings.limits);
    parse_list("SOFTMETAL_FAULT", fault_names, SM_FAULT_COUNT, EVERY, settings.faults);
    settings.flush_subnormals = is_on("SOFTMETAL_FTZ");
    settings.lists_leaks = is_on("SOFTMETAL_LEAKS");
}

sm_validation sm_validation_mode(void) {
    pthread_once(&once, read_environment);
    return settings.validation;
}

uint64_t sm_limit(sm_limit_kind kind, uint64_t device_limit) {
    pthread_once(&once, read_environment);
    uint64_t limit = settings.limits[kind];
    return limit && limit < device_limit ? limit : device_limit;
}

bool sm_fault(sm_fault_kind kind) {
    pthread_once(&once, read_environment);
    uint64_t at = settings.faults[kind];
    if (!at) return false;
    uint64_t event = __atomic_add_fetch(&fault_events[kind], 1, __ATOMIC_RELAXED);
    if (at == EVERY) return true;
    return kind == SM_FAULT_DEVICE ? event >= at : event == at;
}

uint64_t sm_cache_limit(void) {
    pthread_once(&once, read_environment);
    return settings.cache_limit;
}

unsigned sm_device_copies(void) {
    pthread_once(&once, read_environment);
    return settings.device_copies;
}

sm_bounds_mode sm_checks_bounds(void) {
    pthread_once(&once, read_environment);
    return settings.bounds;
}

bool sm_flush_subnormals(void) {
    pthread_once(&once, read_environment);
    return settings.flush_subnormals;
}

bool sm_lists_leaks(void) {
    pthread_once(&once, read_environment);
    return settings.lists_leaks;
}
