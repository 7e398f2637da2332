#define _GNU_SOURCE  // dl_iterate_phdr, REG_RIP
#include "guard.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "settings.h"

enum {
    PAGE = 4096,
    GUARD = 1 << 20,     // bytes on each side
    EXACT = 64,          // no type needs a larger alignment
    PATTERN = 0xa5,
    MAX_GUARDED = 16384,  // the system allows some 65000 mappings, and one of these is three
    MAX_OPENED = 65536,   // pages that kernels of one dispatch may touch beyond their buffers
    MAX_SEGMENTS = 1024,
};

typedef struct {
    uintptr_t begin, end;
} range;

// All guarded memory with its guards, read by the signal handler: a slot is free where its begin is 0.
static range guarded[MAX_GUARDED];
static size_t guarded_slots;  // those ever used
static pthread_mutex_t guarded_lock = PTHREAD_MUTEX_INITIALIZER;

// ---- Guarded memory

static bool keep_slot(char *mapped, size_t size, size_t *slot) {
    pthread_mutex_lock(&guarded_lock);
    size_t i = 0;
    while (i < guarded_slots && guarded[i].begin) i++;
    bool found = i < MAX_GUARDED;
    if (found) {
        __atomic_store_n(&guarded[i].end, (uintptr_t)mapped + size, __ATOMIC_RELEASE);
        __atomic_store_n(&guarded[i].begin, (uintptr_t)mapped, __ATOMIC_RELEASE);
        if (i == guarded_slots) __atomic_store_n(&guarded_slots, i + 1, __ATOMIC_RELEASE);
        *slot = i;
    }
    pthread_mutex_unlock(&guarded_lock);
    return found;
}

static void leave_slot(size_t slot) { __atomic_store_n(&guarded[slot].begin, 0, __ATOMIC_RELEASE); }

static size_t exact_alignment(size_t length) {
    size_t lowest_bit = length & -length;
    return lowest_bit < EXACT ? lowest_bit : EXACT;
}

bool sm_guarded_new(size_t length, size_t alignment, sm_guarded *memory) {
    size_t size = (length + PAGE - 1) / PAGE * PAGE, whole = size + 2 * GUARD;
    if (length == 0 || whole < length) return false;
    char *mapped = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return false;
    char *body = mapped + GUARD;
    if (mprotect(body, size, PROT_READ | PROT_WRITE) || !keep_slot(mapped, whole, &memory->slot)) {
        munmap(mapped, whole);
        return false;
    }
    if (alignment < exact_alignment(length)) alignment = exact_alignment(length);
    size_t before = sm_checks_bounds() == SM_BOUNDS_BEFORE ? 0 : (size - length) / alignment * alignment;
    memory->data = body + before;
    memory->length = length;
    memory->body = body;
    memory->body_size = size;
    memset(body, PATTERN, before);
    memset(body + before + length, PATTERN, size - before - length);
    return true;
}

void sm_guarded_free(sm_guarded *memory) {
    leave_slot(memory->slot);
    munmap(memory->body - GUARD, memory->body_size + 2 * GUARD);
}

static const char *find_other(const char *begin, const char *end) {
    while (begin < end && (unsigned char)*begin == PATTERN) begin++;
    return begin < end ? begin : NULL;
}

const char *sm_guarded_overwritten(const sm_guarded *memory) {
    char *after = memory->data + memory->length, *end = memory->body + memory->body_size;
    const char *found = find_other(after, end);
    if (!found) found = find_other(memory->body, memory->data);
    if (!found) return NULL;
    memset(memory->body, PATTERN, (size_t)(memory->data - memory->body));
    memset(after, PATTERN, (size_t)(end - after));
    return found;
}

// ---- The handler. It runs on the device's threads, so it calls nothing but the system.

static struct {
    bool is_on;
    const char *kernel;
    range segments[MAX_SEGMENTS];  // of code that belongs to a file: not a kernel's
    size_t segment_count;
    uintptr_t opened[MAX_OPENED];  // pages; the lowest bit stands for one of a guard
    size_t opened_count;
    bool has_access;
    sm_bad_access access;
} watch;
static struct sigaction previous;

static bool has_address(const range *list, size_t count, uintptr_t address) {
    for (size_t i = 0; i < count; i++) {
        uintptr_t begin = __atomic_load_n(&list[i].begin, __ATOMIC_ACQUIRE);
        if (begin && address >= begin && address < __atomic_load_n(&list[i].end, __ATOMIC_ACQUIRE)) return true;
    }
    return false;
}

static uintptr_t program_counter(const ucontext_t *context) {
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#else
#error "the address of the instruction of this processor is not known"
#endif
}

static sm_access_kind access_kind(const ucontext_t *context) {
#if defined(__x86_64__)
    enum { WRITE = 2 };  // bit of the page fault's error code
    return context->uc_mcontext.gregs[REG_ERR] & WRITE ? SM_ACCESS_WRITE : SM_ACCESS_READ;
#else
    (void)context;
    return SM_ACCESS_UNKNOWN;
#endif
}

// Puts memory where there is none, so that the kernel can go on.
static bool open_page(uintptr_t page, bool is_guard) {
    size_t index = __atomic_fetch_add(&watch.opened_count, 1, __ATOMIC_RELAXED);
    if (index >= MAX_OPENED) return false;
    watch.opened[index] = page | is_guard;
    if (is_guard) return mprotect((void *)page, PAGE, PROT_READ | PROT_WRITE) == 0;
    void *mapped = mmap((void *)page, PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    return mapped != MAP_FAILED || errno == EEXIST;  // another thread was here first
}

static bool lets_go_on(const siginfo_t *info, const ucontext_t *context) {
    uintptr_t address = (uintptr_t)info->si_addr;
    if (!__atomic_load_n(&watch.is_on, __ATOMIC_ACQUIRE)) return false;
    if (info->si_code != SEGV_ACCERR && info->si_code != SEGV_MAPERR) return false;
    if (has_address(watch.segments, watch.segment_count, program_counter(context))) return false;
    bool is_guard = has_address(guarded, __atomic_load_n(&guarded_slots, __ATOMIC_ACQUIRE), address);
    if (info->si_code == SEGV_ACCERR && !is_guard) return false;  // the program's own, protected by itself
    if (!open_page(address / PAGE * PAGE, is_guard)) return false;
    if (!__atomic_exchange_n(&watch.has_access, true, __ATOMIC_ACQ_REL))
        watch.access = (sm_bad_access){address, access_kind(context)};
    return true;
}

// A handler that returned without a cure is not asked again: the system ends the process.
static bool is_repeated(const siginfo_t *info, const ucontext_t *context) {
    static uintptr_t last_address, last_counter;
    uintptr_t address = (uintptr_t)info->si_addr, counter = program_counter(context);
    bool is_same = address == last_address && counter == last_counter;
    last_address = address;
    last_counter = counter;
    return is_same;
}

static void pass_on(int number, siginfo_t *info, void *context) {
    bool has_handler =
        previous.sa_flags & SA_SIGINFO || (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN);
    if (!has_handler || is_repeated(info, context)) signal(number, SIG_DFL);
    else if (previous.sa_flags & SA_SIGINFO) previous.sa_sigaction(number, info, context);
    else previous.sa_handler(number);
}

// An address that no page can have: what the kernel would read there cannot be made up, so the process ends.
static void tell_unreachable(const ucontext_t *context) {
    if (!__atomic_load_n(&watch.is_on, __ATOMIC_ACQUIRE)) return;
    if (has_address(watch.segments, watch.segment_count, program_counter(context))) return;
    dprintf(STDERR_FILENO, "softmetal: kernel %s reaches for an address that no memory can have\n", watch.kernel);
}

static void handle(int number, siginfo_t *info, void *context) {
    int kept = errno;
    if (!lets_go_on(info, context)) {
        tell_unreachable(context);
        pass_on(number, info, context);
    }
    errno = kept;
}

// ---- Watching

static int add_segments(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X) || watch.segment_count == MAX_SEGMENTS) continue;
        uintptr_t begin = info->dlpi_addr + header->p_vaddr;
        watch.segments[watch.segment_count++] = (range){begin, begin + header->p_memsz};
    }
    return 0;
}

// The compiler of the device, or the program, may have put a handler of its own in place since the last time.
static void install_handler(void) {
    struct sigaction present, ours = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, NULL, &present);
    if ((present.sa_flags & SA_SIGINFO) && present.sa_sigaction == handle) return;
    previous = present;
    sigemptyset(&ours.sa_mask);
    sigaction(SIGSEGV, &ours, NULL);
}

void sm_guard_watch(const char *kernel) {
    watch.kernel = kernel;
    watch.segment_count = watch.opened_count = 0;
    watch.has_access = false;
    dl_iterate_phdr(add_segments, NULL);
    install_handler();
    __atomic_store_n(&watch.is_on, true, __ATOMIC_RELEASE);
}

static void close_page(uintptr_t opened) {
    void *page = (void *)(opened & ~(uintptr_t)1);
    if (!(opened & 1)) munmap(page, PAGE);
    // Mapped anew rather than protected: what the kernel wrote there is gone as well.
    else if (mmap(page, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
        abort();
}

bool sm_guard_unwatch(sm_bad_access *access) {
    __atomic_store_n(&watch.is_on, false, __ATOMIC_RELEASE);
    for (size_t i = 0; i < watch.opened_count && i < MAX_OPENED; i++) close_page(watch.opened[i]);
    *access = watch.access;
    return watch.has_access;
}
